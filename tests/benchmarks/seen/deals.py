"""Whole deals at the table: where things stand in each phase, what shifts, what a card costs a slow phone, what waits.

The same packs are dealt, and the same bots sit there, every time. Cards and buttons are tapped, or clicked on a desk.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import monotonic
from unittest.mock import patch

from playwright.sync_api import CDPSession, Locator, Page, ViewportSize

from game import fairness, referee
from game.engine.cards import PACK, Card
from game.engine.play import Action, Cut, Dealing, Discard, Discarding, Go, Over, Pegging, Play
from game.engine.rules import Rules
from game.models import Habits, Match, Pace
from game.referee import Course, Wait
from tests.benchmarks.seen.browsing import FELT, PHONE, SMALL_PHONE, Phones, Span, change, spans, table
from tests.browser.games import address, costly
from tests.game.tables import begin, choose, play_out
from trainer.models import Learner

DESK: ViewportSize = {"width": 1280, "height": 800}
TABLES = (Rules(), Rules(seats=3, sides=3), Rules(seats=4, sides=2), Rules(seats=6, sides=3))
GAMES = 3
"""How many games to 61 are played at once, and how many deals of cards are timed."""
THINKING = 1.0
"""The seconds that a person is taken to think before each press."""

DOUBLE = 550
"""In so many milliseconds two presses are one double click, which the table does not take for two cards."""

HAND = "[data-place=hand], .own-hand"
BOARD = "[data-place=board], #board-fold"
ACTS = ".felt :is(button, a, label, input:not([type=hidden])):not(:disabled), #reply :is(button, a)"
SETTLED = ", ".join(f"#table[data-wait={wait}]" for wait in (Wait.PERSON, Wait.PRESS, Wait.PAUSE, Wait.OVER))
RESTS = ", ".join(f"#table[data-wait={wait}]" for wait in (Wait.PERSON, Wait.PRESS, Wait.OVER))
TOLD = "#table:not([data-telling], [data-phase=counting]:has([data-final])) #go-on:not([data-later])"
ANYWAY = "form:has([name=sure]) button[name=say]"

_BY_TAPS_ALONE = """document.addEventListener('htmx:beforeRequest', event => {
    if (event.detail.elt.matches('[hx-trigger^=load]')) event.preventDefault();
});"""
_WATCH_SHIFTS = """window.shifts = [];
new PerformanceObserver(list => list.getEntries().forEach(entry => window.shifts.push(entry)))
    .observe({ type: 'layout-shift', buffered: true });"""
_SHIFTS = """() => [window.shifts, window.shifts.filter(shift => !shift.hadRecentInput)]
    .map(shifts => shifts.reduce((sum, shift) => sum + shift.value, 0))"""
_WATCH_WAITS = """window.waited = 0;
document.addEventListener('htmx:beforeRequest', () => { window.begun ??= performance.now(); });
document.addEventListener('htmx:afterSettle', () => requestAnimationFrame(() => setTimeout(() => {
    window.waited += performance.now() - (window.begun ?? performance.now());
    window.begun = null;
})));"""
_NEXT_SETTLED = """() => {
    window.painted = new Promise(done => document.addEventListener('htmx:afterSettle',
        () => requestAnimationFrame(() => setTimeout(done)), { once: true }));
    window.played = window.painted.then(() =>
        Promise.allSettled(document.getAnimations().map(motion => motion.finished)));
}"""


# ------------------------------------------------------------------------------------------------------- playing


def certain(rules: Rules, seed: int, pace: Pace, *, warnings: bool) -> Match:
    """Begin a game for the newest learner, with packs and bots that are the same every time."""
    learner, random = Learner.objects.latest("pk"), Random(seed)

    def shuffle() -> tuple[tuple[Card, ...], str]:
        return tuple(random.sample(PACK, len(PACK))), f"{random.getrandbits(128):032x}"

    Habits.objects.update_or_create(learner=learner, defaults={"pace": pace, "warnings": warnings})
    with patch.object(fairness, "shuffle", shuffle):
        model = begin(learner, rules, Pace.INSTANT)
        Match.objects.filter(pk=model.pk).update(seed=f"certain {seed}")
        *_, over = play_out(Match.objects.get(pk=model.pk), Pace.INSTANT)
    return referee.again(over, 0, learner)


@dataclass
class Player:
    """Somebody who plays a match by taps, or by clicks where the screen is none to touch."""

    page: Page
    match: Match
    pace: Pace
    presses: int = 0
    pressed: float = 0.0

    def open(self) -> None:
        """Open the page of the table."""
        self.page.goto(address("", self.match))

    def course(self) -> Course:
        """Return the game, once the page waits for something to be pressed."""
        self.page.wait_for_selector(RESTS if self.pace is Pace.INSTANT else SETTLED)
        return referee.load(self.match.key)

    def press(self, target: Locator) -> None:
        """Press what changes nothing but itself."""
        self.rest()
        if self.page.evaluate("navigator.maxTouchPoints"):
            target.tap()
        else:
            target.click()
        self.pressed = monotonic()

    def rest(self) -> None:
        """Let pass what makes the next press one of its own."""
        self.page.wait_for_timeout(max(DOUBLE - 1e3 * (monotonic() - self.pressed), 0))
        self.presses += 1
        self.pressed = monotonic()

    def send(self, selector: str) -> None:
        """Press what the site is asked by, and wait for what comes."""
        with change(self.page):
            self.press(self.page.locator(selector).first)
        self.pressed = monotonic()  # a table that has just gone on takes no press for the button that was there

    def act(self, course: Course, action: Action | None = None) -> None:
        """Do this action, or what a casual player might do. If a warning comes, do it all the same."""
        if referee.waits(course, self.pace) is not Wait.PERSON:
            self.page.wait_for_selector(TOLD, state="attached")  # a press would only end the count
            self.send("#go-on")
            return
        self.attempt(action or choose(course))
        if self.page.locator(ANYWAY).count():
            self.send(ANYWAY)

    def pick(self, cards: Iterable[Card]) -> None:
        """Pick cards to discard, or put those back that are picked."""
        for card in cards:
            self.press(self.page.locator(_card(card)).first)

    def attempt(self, action: Action) -> None:
        """Press what this action takes."""
        match action:
            case Discard(_, cards):
                self.pick(cards)
                self.send("#discard")
            case Play(_, card):
                self.send(_card(card))
            case Go():
                self.send("#go")
            case Cut():
                self.send("#cut, [data-place=deck] button")
            case _:
                raise ValueError(action)


def _card(card: Card) -> str:
    return f"[data-place=hand] [data-card='{card}'], label:has(#card-{card}), button#card-{card}"


def _is_dealt(course: Course) -> bool:
    """Return whether the first deal has been played and counted."""
    state = course.state
    return isinstance(state, Over) or (isinstance(state, Dealing) and state.table.deal > 1)


# ------------------------------------------------------------------------------------------------------- standing


@dataclass
class Stood:
    """Where something stood through a phase, each time it was seen."""

    hand: list[Span] = field(default_factory=list)
    felt: list[Span] = field(default_factory=list)
    board: list[Span] = field(default_factory=list)
    acts: list[Span] = field(default_factory=list)

    def look(self, page: Page) -> None:
        """Look at the page from its upper end."""
        page.evaluate("scrollTo(0, 0)")
        hand, felt, board, acts = spans(page, HAND, FELT, BOARD, ACTS)
        self.hand += hand[:1]
        self.felt += felt[:1]
        self.board += board[:1]
        self.acts += acts

    def row(self) -> list[object]:
        """Return the cells of a table."""
        tops = [[span.top for span in some] for some in (self.hand, self.board)]
        heights = [span.bottom - span.top for span in self.felt]
        lowest = max((span.bottom for span in self.acts), default=None)
        return [*map(_range, (tops[0], heights, tops[1])), lowest]


def _range(values: list[float]) -> str:
    if not values:
        return "–"
    least, most = round(min(values)), round(max(values))
    return f"{least}" if least == most else f"{least}–{most}"


def _deal(player: Player) -> dict[str, Stood]:
    """Play a deal. Return what stood where by phase, the first hint and warning of a phase apart."""
    page, found = player.page, defaultdict[str, Stood](Stood)
    player.open()
    course = player.course()
    while not _is_dealt(course):
        phase = str(page.locator("#table").get_attribute("data-phase"))
        found[phase].look(page)
        if isinstance(course.state, Discarding | Pegging) and referee.waits(course, player.pace) is Wait.PERSON:
            _helped(player, course, phase, found)
        player.act(course)
        course = player.course()
    found["next deal"].look(page)
    return found


def _helped(player: Player, course: Course, phase: str, found: dict[str, Stood]) -> None:
    hint, warning = f"{phase}, hint", f"{phase}, warning"
    if hint not in found:
        player.send("#hint")
        found[hint].look(player.page)
    action = None if warning in found else costly(course)
    if action:
        player.attempt(action)
        found[warning].look(player.page)
        player.send("#take-back")
        if isinstance(action, Discard):
            player.pick(action.cards)


def _over(player: Player) -> Stood:
    """Return where things stand at the end of a game."""
    list(play_out(player.match, player.pace))
    player.open()
    stood = Stood()
    stood.look(player.page)
    return stood


@contextmanager
def _seat(
    phones: Phones,
    rules: Rules,
    seed: int,
    *scripts: str,
    pace: Pace = Pace.NORMAL,
    size: ViewportSize = PHONE,
    still: bool = True,
    warnings: bool = False,
) -> Iterator[Player]:
    with phones.page(size, touch=size is not DESK, still=still) as page:
        for script in scripts:
            page.add_init_script(script)
        yield Player(page, certain(rules, seed, pace, warnings=warnings), pace)


def _standing(phones: Phones, size: ViewportSize, seats: Container[int]) -> Iterator[str]:
    rows, moves = [], []
    for rules in (rules for rules in TABLES if rules.seats in seats):
        with _seat(phones, rules, 1, _BY_TAPS_ALONE, _WATCH_SHIFTS, size=size, warnings=True) as player:
            found = _deal(player)
            all_shifts, unasked = player.page.evaluate(_SHIFTS)
            hands = [place for stood in found.values() for place in stood.hand]
            boards = [place for stood in found.values() for place in stood.board]
            found["over"] = _over(player)
        rows += [[f"{rules.seats}, {phase}", *stood.row()] for phase, stood in found.items()]
        below = max(max(span.bottom for span in stood.acts) - size["height"] for stood in found.values() if stood.acts)
        moves.append(
            [rules.seats, _spread(hands), _spread(boards), max(below, 0.0), f"{all_shifts:.3f}", f"{unasked:.3f}"]
        )
    yield f"### At {size['width']}x{size['height']}"
    yield ""
    yield from table(["seats, phase", "hand top", "felt height", "board top", "acts bottom"], rows)
    yield from table(["seats", "hand moves", "board moves", "acts below the fold", "shift", "shift unasked"], moves)


def _spread(places: list[Span]) -> float | None:
    tops = [place.top for place in places]
    return max(tops) - min(tops) if tops else None


# ----------------------------------------------------------------------------------------------- what a card costs

_TASKS = {
    "scripts": ("ScriptDuration",),
    "style and layout": ("RecalcStyleDuration", "LayoutDuration"),
    "all tasks": ("TaskDuration",),
}
_WORK = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


def _cost(phones: Phones, rules: Rules) -> list[object]:
    """Return what a card costs, in milliseconds: medians to its first frame and of each kind of work, then the most."""
    taken: list[list[float]] = []
    for seed in range(1, GAMES + 1):
        with _seat(phones, rules, seed, _BY_TAPS_ALONE, still=False) as player:
            player.open()
            session = player.page.context.new_cdp_session(player.page)
            session.send("Performance.enable", {"timeDomain": "threadTicks"})
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            course = player.course()
            while not _is_dealt(course):
                action = choose(course) if referee.waits(course, player.pace) is Wait.PERSON else None
                if isinstance(action, Play):
                    taken.append(_timed(player, session, player.page.locator(_card(action.card)).first))
                else:
                    player.act(course, action)
                course = player.course()
    work = [scripts + layout for _first, scripts, layout, _all in taken]
    medians = [f"{median(values):.1f}" for values in (*zip(*taken, strict=True), work)]
    return [rules.seats, len(taken), *medians, f"{max(work):.1f}"]


def _timed(player: Player, session: CDPSession, target: Locator) -> list[float]:
    """Tap, without what Playwright does before a tap. Return the milliseconds to the first frame, and of `_TASKS`."""
    page = player.page
    target.scroll_into_view_if_needed()
    player.rest()
    box = target.bounding_box()
    assert box
    page.evaluate(_NEXT_SETTLED)
    before = _metrics(session)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    _await(session, "window.painted")
    painted = _metrics(session)
    _await(session, "window.played")
    after = _metrics(session)
    first = sum(painted[name] - before[name] for name in _WORK) * 1e3
    return [first, *(sum(after[name] - before[name] for name in names) * 1e3 for names in _TASKS.values())]


def _await(session: CDPSession, promise: str) -> None:
    """Wait for a promise. Playwright would do so by scripts of its own, which count too."""
    session.send("Runtime.evaluate", {"expression": promise, "awaitPromise": True})


def _metrics(session: CDPSession) -> dict[str, float]:
    return {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}


# --------------------------------------------------------------------------------------------------- a whole game


def _game(phones: Phones, seed: int) -> list[object]:
    """Return the presses of a game to 61, the seconds of waiting, and the minutes it takes a person."""
    with _seat(phones, Rules(target=61), seed, _WATCH_WAITS, pace=Pace.INSTANT) as player:
        player.open()
        course = player.course()
        while referee.waits(course, player.pace) is not Wait.OVER:
            player.act(course)
            course = player.course()
        waited = player.page.evaluate("window.waited") / 1e3
    taken = player.presses * THINKING + waited
    return [f"game {seed}", player.presses, f"{waited:.1f}", f"{taken:.0f}"]


def measure_card(phones: Phones, seats: Container[int]) -> Iterator[str]:
    """Yield what a card costs at the tables of so many seats."""
    yield f"What a card played costs at {PHONE['width']}x{PHONE['height']} with the processor four times slower, in"
    yield f"milliseconds: medians of {GAMES} deals. “To its frame” is scripting, style and layout from the tap until"
    yield "the answer is painted; all else includes the motions that follow."
    yield ""
    columns = ["seats", "cards", "to its frame", *_TASKS, "scripts, style, layout", "most"]
    yield from table(columns, [_cost(phones, rules) for rules in TABLES if rules.seats in seats])


def measure(phones: Phones, seats: Container[int]) -> Iterator[str]:
    """Yield where things stand at every size, and what a game takes."""
    yield "Through a deal, with the first hint and warning of a phase, and at the end of a game: pixels from the upper"
    yield "end of the page. “Shift” adds up all layout shifts of the deal, those just after a press too; “unasked”"
    yield "those that came by themselves. Browsers count no element that a swap has replaced."
    yield ""
    for size in (PHONE, SMALL_PHONE, DESK):
        yield from _standing(phones, size, seats)
    yield f"Games to 61 by touch at pace instant. The person’s time is {THINKING:.0f} second of thinking a press and"
    yield "what passes from the request until what comes is painted."
    yield ""
    columns = ["", "presses", "seconds waited", "seconds of the person"]
    yield from table(columns, [_game(phones, seed) for seed in range(1, GAMES + 1)])
