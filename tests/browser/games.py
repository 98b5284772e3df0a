"""Games in a real browser: tables brought to a phase, and players who use only the keyboard."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from game import fairness, models, referee
from game.engine.cards import PACK, Card
from game.engine.play import (
    Action,
    Call,
    Claim,
    Counting,
    Cut,
    Cutting,
    CuttingForDeal,
    Dealing,
    Discard,
    Discarding,
    Go,
    Over,
    Pass,
    Pegging,
    Play,
    State,
    legal,
)
from game.engine.rules import PLAYROOM, TOURNAMENT, Counted, Muggins, Notice, Rules
from game.engine.view import see
from game.models import Habits, Match, Pace
from game.referee import Course, Wait
from game.strategy.levels import Level
from game.views import table
from tests.game.tables import begin, choose, played, typed
from trainer.models import Learner

Test = Callable[[Course], bool]

_MOST_MATCHES = 20

# ------------------------------------------------------------------------------------------------------- certain games


def fixed_chance(patch: pytest.MonkeyPatch, seed: object) -> None:
    """Deal from a seed, so that a failure can be repeated."""
    random = Random(str(seed))

    def shuffle() -> tuple[tuple[Card, ...], str]:
        return tuple(random.sample(PACK, len(PACK))), f"{random.getrandbits(128):032x}"

    patch.setattr(fairness, "shuffle", shuffle)


_HIDE = """(value) => {
  if (value) {
    const asked = window.fetch;
    window.asked = 0;
    window.fetch = (...what) => { window.asked += 1; return asked(...what); };
  }
  Object.defineProperty(document, "hidden", { value, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def hide(page: Page) -> None:
    """Hide a page, as when another tab is looked at, and begin to count how often it asks for news."""
    page.evaluate(_HIDE, True)


def see_again(page: Page) -> None:
    """Show a hidden page again."""
    page.evaluate(_HIDE, False)


def asked_hidden(page: Page) -> int:
    """How often a hidden page has asked for news, after time for several questions."""
    return int(page.evaluate("() => new Promise((done) => setTimeout(() => done(window.asked), 400))"))


def sit_at(page: Page, url: str, learner: Learner | None = None) -> Learner:
    """Log somebody, or a new guest, in on the page's browser."""
    learner = learner or Learner.objects.create_guest()
    client = Client()
    client.force_login(learner)
    page.context.add_cookies(
        [
            {
                "name": settings.SESSION_COOKIE_NAME,
                "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
                "url": url,
            }
        ]
    )
    return learner


def seated(page: Page, url: str, rules: Rules, pace: Pace, level: Level = Level.CASUAL, **habits: Any) -> Match:
    """Begin a game for a new guest on the page."""
    learner = sit_at(page, url)
    Habits.objects.create(learner=learner, pace=pace, **habits)
    return _begun(learner, rules, pace, level)


def _begun(learner: Learner, rules: Rules, pace: Pace, level: Level) -> Match:
    match = begin(learner, rules, pace, level)
    Match.objects.filter(pk=match.pk).update(seed="certain")
    return match


def bring_to(match: Match, there: Test, pace: Pace = Pace.NORMAL) -> Course:
    """Play without a browser until `there` is true: this match and, where it ends before, others of the same players.

    So what is looked for comes whatever bots choose, but the match may be another, `course.match`.
    """
    course = referee.load(match.key)
    for _match in range(_MOST_MATCHES):
        while not there(course) and referee.waits(course, pace) is not Wait.OVER:
            course = played(course, pace)
        if there(course):
            return referee.load(course.match.key)
        (level,) = set(course.levels.values())
        course = referee.load(_begun(course.match.owner, course.rules, pace, level).key)
    pytest.fail("the table never stood so")


def address(url: str, match: Match) -> str:
    """Return the address of a match's table."""
    return url + reverse("table", args=[match.key])


# -------------------------------------------------------------------------------------------------------------- phases


def _mine(course: Course) -> bool:
    return referee.waits(course) is Wait.PERSON


def _pegging(course: Course) -> Pegging | None:
    return course.state if isinstance(course.state, Pegging) else None


def _counting(course: Course) -> Counting | None:
    return course.state if isinstance(course.state, Counting) else None


def _to_play(course: Course) -> bool:
    """Return whether it is the learner's turn in the play, with a card on the table and a choice."""
    state = _pegging(course)
    return bool(state and _mine(course) and not state.claimed and state.count and len(legal(state)) > 1)


def _to_go(course: Course) -> bool:
    return _mine(course) and any(isinstance(action, Go) for action in legal(course.state))


def _to_count(course: Course) -> bool:
    state = _counting(course)
    return bool(state and _mine(course) and not state.claimed)


def _to_call(course: Course) -> bool:
    state = _counting(course)
    return bool(state and _mine(course) and state.claimed)


def _to_call_play(course: Course) -> bool:
    state = _pegging(course)
    return bool(state and _mine(course) and state.claimed)


def _is_over(course: Course) -> bool:
    return isinstance(course.state, Over)


def _crib_is_next(course: Course) -> bool:
    state = _counting(course)
    return bool(state and state.is_crib and not state.done and referee.waits(course) is Wait.PRESS)


def _all_counted(course: Course) -> bool:
    return isinstance(course.state, Dealing) and course.state.table.deal > 1


def _costly(course: Course) -> bool:
    return isinstance(course.state, Discarding) and _mine(course) and costly(course) is not None


def _waiting(*phases: type[State]) -> Test:
    """Return a test for another player's turn in one of these phases, with the table about to go on by itself."""
    return lambda course: isinstance(course.state, phases) and referee.waits(course) is Wait.PAUSE


def _asked(*phases: type[State]) -> Test:
    """Return a test for the learner's turn in one of these phases."""
    return lambda course: isinstance(course.state, phases) and _mine(course)


def costly(course: Course) -> Action | None:
    """Return an action of the learner that would cause a warning, or None."""
    choices = [action for action in see(course.state, 0).legal if isinstance(action, Discard | Play)]
    return next((action for action in choices if table.caution(course, 0, action)), None)


def ask(text: str, seen: str = "#reply") -> Callable[[Page, Course], None]:
    """Return a step that types in the text box and waits for the outcome."""

    def step(page: Page, _course: Course) -> None:
        page.locator("#say").fill(text)
        page.locator("#say").press("Enter")
        expect(page.locator(seen)).to_be_visible()

    return step


def press(control: str) -> Callable[[Page, Course], None]:
    """Return a step that presses a control and waits for what is said about it."""

    def step(page: Page, _course: Course) -> None:
        page.locator(control).click(force=True)  # also where it looks as if it could not be pressed
        expect(page.locator("#reply")).to_be_visible()

    return step


def _be_warned(page: Page, course: Course) -> None:
    action = costly(course)
    assert isinstance(action, Discard)
    for card in action.cards:
        page.locator(f".pick[data-card='{card}']").click()
    press("#discard")(page, course)


def _leave_lying(page: Page, course: Course) -> None:
    models.Action.objects.filter(game=course.game).update(at=timezone.now() - timedelta(hours=1))
    page.reload()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()


@dataclass(frozen=True, slots=True)
class Stage:
    """A state of a table to be checked: the rules, the test for the state, and a step of the learner."""

    there: Test
    rules: Rules = field(default_factory=Rules)
    step: Callable[[Page, Course], None] | None = None
    level: Level = Level.CASUAL
    habits: dict[str, Any] = field(default_factory=dict)


CALLED = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)
ALL = Rules(counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED)
CLOCKS = Rules(counting=Counted.SHOW, count_clock=90, play_clock=90)
SIX = Rules(seats=6, sides=6)
THREES = Rules(seats=6, sides=2, counting=Counted.SHOW)
PAIRS = Rules(seats=4, sides=2, counting=Counted.ALL)

STAGES = {
    "cut-for-deal": Stage(_asked(CuttingForDeal)),
    "cut-for-deal-others": Stage(_waiting(CuttingForDeal), SIX),
    "dealing": Stage(lambda course: isinstance(course.state, Dealing)),
    "discard": Stage(_asked(Discarding)),
    "cut": Stage(_asked(Cutting)),
    "cut-others": Stage(_waiting(Cutting)),
    "lead": Stage(_asked(Pegging)),
    "play": Stage(_to_play),
    "play-others": Stage(_waiting(Pegging)),
    "go": Stage(_to_go),
    "claim-play": Stage(_to_play, ALL),
    "call-play": Stage(_to_call_play, ALL),
    "show-next": Stage(_crib_is_next),
    "claim-show": Stage(_to_count, CALLED),
    "all-claim-show": Stage(_to_count, ALL),
    "call-show": Stage(_to_call, CALLED),
    "counted": Stage(_all_counted, CALLED),
    "over": Stage(_is_over, Rules(target=61)),
    "between-games": Stage(_is_over, replace(TOURNAMENT, target=61)),
    "hint": Stage(_asked(Discarding), step=press("#hint")),
    "hint-play": Stage(_to_play, step=press("#hint")),
    "answer": Stage(_to_play, step=ask("?")),
    "refusal": Stage(_to_play, step=press("#go")),
    "warning": Stage(_costly, step=_be_warned, habits={"warnings": True}),
    "clock-play": Stage(_to_play, CLOCKS),
    "clock-count": Stage(_to_count, CLOCKS),
    "lying": Stage(_to_count, CLOCKS, _leave_lying),
    "six-discard": Stage(_asked(Discarding), SIX),
    "six-play": Stage(lambda course: _to_play(course) and len(see(course.state, 0).series) > 3, SIX),
    "six-claim": Stage(_to_count, THREES),
    "six-counted": Stage(_all_counted, THREES),
    "pairs-claim-play": Stage(_to_play, PAIRS),
    "playroom-claim": Stage(_to_count, PLAYROOM),
}


def show(page: Page, url: str, stage: str) -> Match:
    """Bring a table to a stage, and open its page."""
    wanted = STAGES[stage]
    match = seated(page, url, wanted.rules, Pace.NORMAL, wanted.level, **wanted.habits)
    course = bring_to(match, wanted.there)
    page.goto(address(url, course.match))
    if wanted.step:
        wanted.step(page, course)
    return course.match


# ------------------------------------------------------------------------------------------------------------ a player

_WATCH = """window.swaps = [];
document.addEventListener('htmx:afterSettle', () => {
    const active = document.activeElement;
    window.swaps.push({
        focus: active.id || active.name || active.textContent.trim() || active.tagName,
        lost: active === document.body,
        said: document.getElementById('status').textContent.trim(),
    });
});"""
_PRESSES_COUNT = "() => !document.querySelector('#table[data-late]')"
_SCORES = "scores => Object.fromEntries(scores.map(score => [score.dataset.side, score.textContent]))"
_WAY = """selector => {
    const active = document.activeElement, wanted = document.querySelector(selector);
    if (active === wanted) return 'there';
    return active.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
}"""
_FARTHEST = 60


def watched(page: Page) -> list[str]:
    """Record the page's swaps in `window.swaps`. Return a list to which its errors and warnings are added."""
    complaints: list[str] = []
    page.add_init_script(_WATCH)
    page.on("console", lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return complaints


def until_presses_count(page: Page) -> None:
    """Wait until a press is not taken to be meant for what was there before the table went on by itself."""
    page.wait_for_function(_PRESSES_COUNT)


def focus_on(page: Page, selector: str) -> None:
    """Press Tab, or Shift+Tab if the element is behind, until it has the focus."""
    expect(page.locator(selector)).to_be_visible()
    for _press in range(_FARTHEST):
        way = page.evaluate(_WAY, selector)
        if way == "there":
            return
        page.keyboard.press(way)
    pytest.fail(f"Tab does not lead to {selector}")


@dataclass
class Player:
    """A player who uses a page only by keyboard: the text box if `types`, otherwise the controls."""

    page: Page
    match: Match
    pace: Pace = Pace.INSTANT
    types: bool = False
    place: int = 0

    def play(self) -> Iterator[Course]:
        """Play to the end. Yield the game after each action, once the page shows it."""
        course = self.settled()
        yield course
        while referee.waits(course, self.pace) is not Wait.OVER:
            self.act(course)
            course = self.settled()
            yield course

    def act(self, course: Course) -> None:
        """Act, and wait until the page has been updated."""
        until_presses_count(self.page)
        swaps = self.page.evaluate("window.swaps.length")
        self.do(course)
        self.page.wait_for_function("before => window.swaps.length > before", arg=swaps)

    def settled(self) -> Course:
        """Return the game, once the page shows its current state and waits for the player."""
        awaited = ", ".join(f"#table[data-wait={wait}]" for wait in (Wait.PERSON, Wait.PRESS, Wait.OVER))
        expect(self.page.locator(awaited)).to_have_count(1, timeout=30_000)
        course = referee.load(self.match.key)
        expect(self.page.locator("#table > input[name=number]")).to_have_value(course.move)
        return course

    def do(self, course: Course) -> None:
        """Go on, or do what a player in the seat might do."""
        self.take(choose(course, self.place) if referee.waits(course, self.pace) is Wait.PERSON else None, course)

    def take(self, action: Action | None, course: Course) -> None:
        """Do something, or with None let the table go on."""
        if self.types:
            self.say(typed(action) if action else "")
        elif action:
            self.press(action, course)
        else:
            self.enter("#go-on")

    def say(self, text: str) -> None:
        """Type in the text box, which has kept the focus since the last time."""
        focus_on(self.page, "#say")
        expect(self.page.locator("#say")).to_have_value("")
        self.page.keyboard.type(text.lower())
        self.page.keyboard.press("Enter")

    def enter(self, selector: str, text: str = "") -> None:
        """Focus an element, type the text, and press Enter."""
        focus_on(self.page, selector)
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def press(self, action: Action, course: Course) -> None:
        """Act without the text box."""
        match action:
            case Cut():
                self.cut(course)
            case Discard(_, cards):
                for card in cards:
                    focus_on(self.page, f"#card-{card}")
                    self.page.keyboard.press("Space")
                    expect(self.page.locator(f"#card-{card}")).to_be_checked()
                self.enter("#discard")
            case Play(_, card, claim):
                if claim is not None:
                    focus_on(self.page, "#points")
                    self.page.keyboard.type(str(claim))
                self.enter(f"#card-{card}")
            case Go():
                self.enter("#go")
            case Claim(_, points):
                self.enter("#claim", str(points))
            case Call(_, points):
                self.enter("#call", str(points))
            case Pass():
                self.enter("#act button[value=pass]")

    def cut(self, course: Course) -> None:
        """Move the slider to another place in the pack, and cut there."""
        places = [str(action.place + 1) for action in legal(course.state) if isinstance(action, Cut)]
        focus_on(self.page, "#place")
        self.page.keyboard.press("ArrowRight")
        while self.page.locator("#place").input_value() not in places:
            self.page.keyboard.press("ArrowRight")
        self.enter("#cut")

    def scores(self) -> tuple[int, ...]:
        """Return the scores by side, as the page shows them."""
        shown = self.page.locator("#table [data-side]").evaluate_all(_SCORES)
        return tuple(int(shown[str(side)]) for side in range(len(shown)))


class PlainPlayer(Player):
    """A player whose browser runs no scripts, so that every press loads a page and nothing goes on by itself."""

    def act(self, course: Course) -> None:
        """Act, and wait for the page that is loaded."""
        with self.page.expect_navigation():
            self.do(course)

    def settled(self) -> Course:
        """Return the game, as the page shows it."""
        course = referee.load(self.match.key)
        expect(self.page.locator("#table > input[name=number]")).to_have_value(course.move)
        return course


class KeyPlayer(Player):
    """A player who has turned single keys on, and uses only those."""

    def do(self, course: Course) -> None:
        """Press the keys for the action; Enter goes on, cuts in the middle, and discards."""
        action = choose(course) if referee.waits(course, self.pace) is Wait.PERSON else None
        hand = see(course.state, 0).hand
        match action:
            case Discard(_, cards):
                keys = [*(str(hand.index(card) + 1) for card in cards), "Enter"]
            case Play(_, card):
                played = [play.card for play in see(course.state, 0).plays if play.seat == 0]
                keys = [str(sorted([*hand, *played]).index(card) + 1)]  # its place in the hand that was dealt
            case Go():
                keys = ["g"]
            case _:
                keys = ["Enter"]
        for key in keys:
            self.page.keyboard.press(key)
