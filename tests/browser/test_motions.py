"""What moves, is lit and sounds at the table: briefly, where it is wanted, and never in the way of a key or a tap."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from game import referee
from game.engine.cards import Card
from game.engine.play import (
    Action,
    Counting,
    Cutting,
    CuttingForDeal,
    Dealing,
    Discard,
    Discarding,
    Over,
    Pegging,
    Play,
    apply,
    legal,
    scored,
)
from game.engine.rules import QUICK, Counted, Muggins, Rules
from game.engine.scoring import total
from game.engine.view import see
from game.lanes import lanes
from game.models import Habits, Match, Pace
from game.referee import Course, Draft, Wait
from game.table import scene
from tests.browser.conftest import OpenPage
from tests.browser.games import STAGES, Test, address, bring_to, fixed_chance, seated, show, watched
from tests.browser.geometry import box_of
from tests.full import few, some
from tests.game.tables import choose

LONGEST, ROUND = 250, 1100
"""The longest that anything may move, and the longest that things move one after the other, in milliseconds: cards that
are dealt, and the parts of an ending."""

TWO_TAPS = 600
"""Milliseconds after which a press is no second one, nor one that comes late."""

STANDS_STILL = 3_600_000
"""Milliseconds before a table under test goes on by itself."""

RECORD = """window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
    const motion = animate.call(this, frames, options);
    const ghost = this.matches('[data-ghost]') && (this.matches('.score-points') ? 'gain' : 'turned');
    const place = this.closest('[data-place]')?.dataset.place ?? 'scene';
    const { activeDuration, endTime } = motion.effect.getComputedTiming();
    window.motions.push([ghost || place, activeDuration]);
    window.longest = Math.max(window.longest ?? 0, endTime);
    if (window.held) motion.pause();
    return motion;
};"""
"""Records what moves and for how long. While `held`, everything stays where its motion begins."""

EARLY = """(() => {
    const lead = () => document.getElementById('lead').textContent, before = lead();
    window.early = [];
    new MutationObserver(() => {
        if (lead() !== before && document.querySelector('[id^=score-][data-final]')) window.early.push(lead());
    }).observe(document.getElementById('table'), { subtree: true, childList: true, characterData: true });
})()"""
"""Notes what the line on who leads says while a score is still counted up."""

LEAPS = """window.leaps = [];
document.addEventListener('DOMContentLoaded', () => {
    const leap = leapPeg;
    leapPeg = (peg, from, to, ...rest) => {
        if (peg.id.startsWith('peg')) window.leaps.push(to.join());
        return leap(peg, from, to, ...rest);
    };
});"""
"""Records the holes to which the peg of the whole board leaps."""

SLIDES = """window.slides = 0;
window.strips = new Set();
window.seams = [];
document.addEventListener('DOMContentLoaded', () => {
    const [slid, leap] = [slide, leapPeg];
    slide = (before, now, ...rest) => {
        window.slides += 1;
        const { left, right } = before.getBoundingClientRect(), motion = slid(before, now, ...rest);
        const cut = [before, now].map((lanes) => Math.max(...lanes.style.clipPath.match(/[.\\d]+/g)));
        const [away] = motion.effect.getKeyframes()[0].transform.match(/[-.\\d]+/).map(Number);
        window.seams.push([right - cut[0], left + away + cut[1]]);
        return motion;
    };
    leapPeg = (peg, from, to, ...rest) => {
        if (peg.id.startsWith('street')) window.strips.add(`${window.slides} ${to.join()}`);
        return leap(peg, from, to, ...rest);
    };
});"""
"""Counts how often the strip of holes moves on, and records where the old one ends and the new one begins then, and
after how many of these a peg leaps to which hole of it."""

SWEPT = """window.swept = [];
document.addEventListener('DOMContentLoaded', () => {
    const sweep = moves.sweepTo;
    Object.defineProperty(moves, 'sweepTo', { value: (face, ...rest) => {
        sweep(face, ...rest);
        const motion = face.parentElement.getAnimations()[0];
        motion.pause();
        motion.currentTime = motion.effect.getComputedTiming().endTime - 0.01;
        const { left, right, top, bottom } = face.parentElement.getBoundingClientRect();
        const { opacity } = getComputedStyle(face.parentElement);
        window.swept.push([(left + right) / 2, (top + bottom) / 2, Number(opacity)]);
        motion.play();
    } });
});"""
"""Records where the cards of a series that is over go to, and how much of them is still seen there."""

GLOWS = """window.glows = [];
window.colour = () => getComputedStyle(document.querySelector('#table .felt')).backgroundColor;
document.addEventListener('htmx:afterSwap', () => colour(), true); // as whatever looks at a page that has just changed
(function watch() {
    const isToCome = document.querySelector('[data-home] [data-later], [data-home] [data-final]');
    if (document.querySelector('[data-home]')) window.glows.push([colour(), Boolean(isToCome)]);
    requestAnimationFrame(watch);
})();"""
"""Records which colour the felt has as a game ends, and whether the last peg is still on its way then."""

PRESSED_AGAIN = """() => {
    const button = document.getElementById('go-on'), tap = { bubbles: true, cancelable: true, pointerType: 'touch' };
    button.addEventListener('click', (event) => event.preventDefault());
    button.dispatchEvent(new PointerEvent('click', { ...tap, clientX: 5, detail: 1 }));
    return [
        new KeyboardEvent('keydown', { key: 'Shift', repeat: true, bubbles: true }),
        ...[5, 90].map((clientX) => new PointerEvent('pointerdown', { ...tap, clientX })),
    ].map((event) => button.dispatchEvent(event) && document.querySelector('[data-moving]') !== null);
}"""
"""Whether the table still moves after a key that is held, a second tap, and a tap elsewhere."""

MOVING = "document.getAnimations().filter(motion => motion.playState !== 'finished').length"
GOES = """card => card.getAnimations().some(motion => {
    const frames = motion.effect.getKeyframes();
    return frames[0].transform !== frames.at(-1).transform;
})"""
"""Whether a card is on its way."""
MAKES_ROOM = """() => {
    const times = (which) => [...document.querySelectorAll(which)].flatMap(one => one.getAnimations())
        .map(motion => motion.effect.getComputedTiming());
    return [times('[data-ghost]').map(({ endTime }) => endTime), times('.ending > *').map(({ delay }) => delay)];
}"""
"""When the last cards are gone, and when the parts of the ending begin to come."""
CENTRES = """cards => cards.map(card => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
})"""
NEXT = "document.getAnimations().forEach(motion => motion.finish())"
"""Ends what moves, so that what follows it begins."""
REST = f"() => {MOVING} === 0 && !document.querySelector('[data-final], [data-flying]')"
"""Whether nothing moves, and nothing is still to be said."""


# ------------------------------------------------------------------------------------------------------- what moves


def _mine(course: Course) -> bool:
    return referee.waits(course) is Wait.PERSON


def _scoring(course: Course) -> Play | None:
    """Return a card of the learner that scores, stays on the table, and is followed by another's."""
    if not isinstance(course.state, Pegging) or not _mine(course):
        return None
    plays = [action for action in legal(course.state) if isinstance(action, Play)]
    for play in plays:
        after = apply(course.state, play)
        view = see(after, 0)
        if scored(course.state, after) and view.series and 0 not in view.waited_for:
            return play
    return None


def _winning(course: Course) -> Play | None:
    """Return a card by which the learner wins."""
    if not isinstance(course.state, Pegging) or not _mine(course):
        return None
    plays = [action for action in legal(course.state) if isinstance(action, Play)]
    return next((play for play in plays if isinstance(apply(course.state, play), Over)), None)


def _makes_31(course: Course) -> Play | None:
    """Return a card of the learner that ends the series at 31."""
    if not isinstance(course.state, Pegging) or not _mine(course):
        return None
    count = sum(card.value for card in see(course.state, 0).series)
    plays = [action for action in legal(course.state) if isinstance(action, Play)]
    return next((play for play in plays if count + play.card.value == 31), None)


def _begins_a_series(course: Course) -> bool:
    """Return whether another plays next, and the series on the table is over."""
    if not isinstance(course.state, Pegging) or _mine(course):
        return False
    return bool(course.state.plays) and not see(course.state, 0).series


def _plays_the_last_card(course: Course) -> bool:
    """Return whether another is about to play the last card of a deal onto a series that goes on."""
    if not isinstance(course.state, Pegging) or _mine(course) or not see(course.state, 0).series:
        return False
    draft = Draft(course)
    draft.step()
    return isinstance(draft.state, Counting)


def _cuts_after_the_discard(course: Course) -> bool:
    return isinstance(course.state, Discarding) and _mine(course) and course.state.table.dealer == 1


def _pegs_on(course: Course) -> bool:
    """Return whether the play goes on after the next step of the table."""
    draft = Draft(course)
    draft.step()
    return isinstance(draft.state, Pegging)


def _is_last(course: Course) -> bool:
    """Return whether the next step of the table ends the game."""
    if _mine(course) or isinstance(course.state, Over):
        return False
    draft = Draft(course)
    draft.step()
    draft.go_on(Pace.NORMAL)
    return isinstance(draft.state, Over)


def _go_on(page: Page, _course: Course) -> None:
    page.locator("#go-on").click()


def _see_the_end(page: Page, course: Course) -> None:
    """Go on, and again once the card or the count that ends the game has been looked at."""
    _go_on(page, course)
    page.wait_for_selector("#result, #go-on[href]")
    if page.locator("#result").count() == 0:
        page.keyboard.press("Escape")  # the last points are home
        page.evaluate("window.motions = []")
        page.locator("#go-on").press("Enter")
        page.wait_for_selector("#result")


def _cut(page: Page, _course: Course) -> None:
    page.locator("#cut, #go-on").click()


def _lay_away(page: Page, course: Course) -> None:
    action = choose(course)
    assert isinstance(action, Discard)
    for card in action.cards:
        page.locator(f"label:has(#card-{card})").click()
    page.locator("#discard").click()


def _score(page: Page, course: Course) -> None:
    play = _scoring(course)
    assert play
    page.locator(f"#card-{play.card}").click()


def _moves_the_strip(course: Course) -> bool:
    """Return whether the learner's hand or crib is counted next, and the strip of holes moves on with their peg."""
    if not isinstance(course.state, Counting) or _mine(course):
        return False
    draft = Draft(course)
    draft.step()
    after = replace(course, log=draft.log)
    pegs = course.state.table.scores[0] < after.state.table.scores[0]
    strips = [lanes(scene.standing(when), 0).figures for when in (course, after)]
    return pegs and not isinstance(after.state, Over) and strips[0] != strips[1]


def _leads_to_go(course: Course) -> bool:
    """Return whether another is about to play a card after which the learner can only say go."""
    if not isinstance(course.state, Pegging) or referee.waits(course) is not Wait.PAUSE:
        return False
    draft = Draft(course)
    draft.step()
    state = draft.state
    is_played = isinstance(state, Pegging) and len(state.plays) > len(course.state.plays)
    return is_played and isinstance(state, Pegging) and state.turn == 0 and not state.can_play(0)


@dataclass(frozen=True)
class Motion:
    """Where a table has to stand, what the learner does there, and which places things move to then."""

    there: Test
    act: Callable[[Page, Course], None]
    moves: set[str]


MOTIONS = {
    "cards are dealt": Motion(lambda course: isinstance(course.state, Dealing), _go_on, {"turned", "hand", "crib"}),
    "cards go to the crib": Motion(lambda course: isinstance(course.state, Discarding), _lay_away, {"crib"}),
    "the starter turns over": Motion(
        lambda course: isinstance(course.state, Cutting) and _mine(course), _cut, {"turned", "starter"}
    ),
    "a card is played, and points rise": Motion(
        lambda course: _scoring(course) is not None, _score, {"series", "gain"}
    ),
    "another plays, and the last series is swept aside": Motion(_begins_a_series, _go_on, {"series", "turned"}),
    "a hand is shown": Motion(
        lambda course: isinstance(course.state, Counting) and not course.state.is_crib and not _mine(course),
        _go_on,
        {"series", "gain"},
    ),
    "the crib turns over": Motion(STAGES["show-next"].there, _go_on, {"turned", "series"}),
    "the game ends": Motion(_is_last, _see_the_end, {"scene"}),
}


@pytest.fixture
def at(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, open_page: OpenPage) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a table where somebody is about to act."""
    fixed_chance(monkeypatch, "motions")
    complaints: list[list[str]] = []
    for pace in scene.DELAYS:
        monkeypatch.setitem(scene.DELAYS, pace, STANDS_STILL)

    def opened(
        there: Test,
        pace: Pace = Pace.NORMAL,
        *,
        motion: str = "no-preference",
        touch: bool = False,
        held: bool = False,
        script: str = "",
        rules: Rules = QUICK,
        **habits: Any,
    ) -> tuple[Page, Match, Course]:
        page = open_page(reduced_motion=motion, has_touch=touch)
        complaints.append(watched(page))
        page.add_init_script(f"{RECORD}\nwindow.held = {str(held).lower()};\n{script}")
        match = seated(page, live_server.url, rules, pace, **habits)
        course = bring_to(match, there)
        page.goto(address(live_server.url, course.match))
        page.evaluate("window.motions = []")
        return page, course.match, course

    yield opened
    assert complaints == [[] for _page in complaints]


def _done(page: Page, act: Callable[[], None]) -> None:
    """Act, and wait until the table has been replaced."""
    swaps = page.evaluate("window.swaps.length")
    act()
    page.wait_for_function("before => window.swaps.length > before", arg=swaps)


def _moved(page: Page) -> dict[str, float]:
    """Return what has moved, and for how long at most."""
    moved: dict[str, float] = {}
    for what, length in page.evaluate("window.motions"):
        moved[what] = max(length, moved.get(what, 0))
    return moved


class TestMotions:
    """Cards travel and turn over, points rise, pegs move, and the end of a game comes up."""

    @pytest.mark.parametrize(
        "name", few(MOTIONS, "cards are dealt", "cards go to the crib", "a card is played, and points rise")
    )
    def test_each_is_short(self, at: Callable[..., Any], name: str) -> None:
        motion = MOTIONS[name]
        page, _match, course = at(motion.there)
        _done(page, lambda: motion.act(page, course))
        assert not page.evaluate("window.swaps.at(-1).lost")
        page.wait_for_function(REST)
        moved = _moved(page)
        assert motion.moves <= moved.keys()
        assert max(moved.values()) <= LONGEST
        assert page.evaluate("window.longest") <= (ROUND if name in ("cards are dealt", "the game ends") else LONGEST)
        expect(page.locator("[data-ghost]")).to_have_count(0)

    @pytest.mark.parametrize(
        ("pace", "motion"),
        few([(Pace.NORMAL, "reduce"), (Pace.INSTANT, "no-preference")], (Pace.NORMAL, "reduce")),
    )
    def test_none_where_it_is_not_wanted(
        self, at: Callable[..., Any], live_server: LiveServer, pace: Pace, motion: str
    ) -> None:
        """All of them, or some, in one game, each where it first comes."""
        often = (
            "cards are dealt",
            "cards go to the crib",
            "a card is played, and points rise",
            "the starter turns over",
        )
        waiting = {name: MOTIONS[name] for name in some(MOTIONS, *often)}

        def comes(course: Course) -> str | None:
            return next((name for name in waiting if waiting[name].there(course)), None)

        page, _match, course = at(lambda course: comes(course) is not None, pace, motion=motion)
        while waiting:
            course = bring_to(course.match, lambda course: comes(course) is not None)
            name = comes(course)
            assert name
            page.goto(address(live_server.url, course.match))
            page.evaluate("window.motions = []")
            _done(page, partial(waiting.pop(name).act, page, course))
            assert (name, _moved(page)) == (name, {})

    def test_a_peg_leaps_from_hole_to_hole_as_the_score_counts(self, at: Callable[..., Any]) -> None:
        page, match, course = at(lambda course: _scoring(course) is not None, script=LEAPS)
        _done(page, lambda: _score(page, course))
        page.wait_for_function(REST)
        gained = referee.load(match.key).state.table.scores[0] - course.state.table.scores[0]
        leaps = page.evaluate("window.leaps")
        assert len(leaps) == len(set(leaps)) == gained, "a hole a point"
        peg = page.locator("g[id^=peg-0]:not(.is-rear) > .peg-body")
        stands = [float(peg.get_attribute(name) or "") for name in ("cx", "cy")]
        assert [float(place) for place in leaps[-1].split(",")] == stands

    def test_the_card_lands_then_the_points_rise_then_the_score_counts_up(self, at: Callable[..., Any]) -> None:
        page, match, course = at(lambda course: _scoring(course) is not None, held=True)
        play = _scoring(course)
        assert play
        before, count = course.state.table.scores[0], page.locator("#count-number").inner_text()
        points, score, made = (page.locator(which) for which in ("[data-ghost].score-points", "#score-0", ".made.late"))
        _done(page, lambda: _score(page, course))
        gained = referee.load(match.key).state.table.scores[0] - before
        expect(made).to_be_hidden()
        expect(page.locator("#count-number")).to_have_text(count)
        page.evaluate(NEXT)
        expect(points).to_have_text(f"+{gained}")
        assert points.evaluate("sign => sign.scrollWidth <= sign.clientWidth && sign.offsetLeft >= 0")
        expect(made).to_contain_text(f"+{gained}")
        expect(page.locator("#count-number")).to_have_text(str(int(count) + play.card.value))
        expect(score).to_have_text(str(before))
        page.evaluate("window.held = false")
        page.evaluate(NEXT)
        expect(score).to_have_text(str(before + gained))
        expect(points).to_have_count(0)

    def test_a_count_ends_once_its_last_card_lies_there_and_stays_until_the_next(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(lambda course: _makes_31(course) is not None, held=True)
        play, count = _makes_31(course), page.locator("#count-number")
        before = count.inner_text()
        _done(page, lambda: page.locator(f"#card-{play and play.card}").click())
        expect(count).to_have_text(before)
        page.evaluate(NEXT)
        expect(count).to_have_text("31")
        page.evaluate("window.held = false")
        page.evaluate(NEXT)
        assert page.locator("#count").inner_text().split() == ["Count", "31"]

    def test_the_count_stays_while_the_last_card_is_played(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_plays_the_last_card, held=True)
        count = page.locator("#count-number").inner_text()
        _done(page, lambda: _go_on(page, course))
        expect(page.locator("#table")).to_have_attribute("data-phase", "counting")
        expect(page.locator("#count-number")).to_have_text(count)
        expect(page.locator("#count")).to_have_css("opacity", "1")

    def test_the_pack_is_spread_once_what_was_laid_away_lies_in_the_crib(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_cuts_after_the_discard, held=True)
        _done(page, lambda: _lay_away(page, course))
        spread, closed = page.locator(".spread .card").first, page.locator("[data-ghost]")
        assert not spread.evaluate(GOES)
        assert closed.count()
        page.evaluate(NEXT)
        assert spread.evaluate(GOES)
        expect(closed).to_have_count(0)  # each goes a frame after its motion has ended

    def test_a_card_that_another_cut_goes_straight_to_its_place(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(
            lambda course: isinstance(course.state, CuttingForDeal) and not _mine(course), held=True
        )
        _done(page, lambda: _go_on(page, course))
        page.evaluate(NEXT)
        page.evaluate(NEXT)
        card, tops = page.locator("[data-place=series] [data-card] .card").last, []
        for time in (0, 60, 120, 180, 239):
            card.evaluate(f"card => card.getAnimations().forEach(motion => {{ motion.currentTime = {time}; }})")
            box = card.bounding_box()
            assert box
            tops.append(box["y"])
        assert len(set(tops)) > 1
        assert min(tops) == min(tops[0], tops[-1]), "never over the plates of the players"

    def test_the_last_cards_make_room_for_the_result(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_is_last, held=True)
        _see_the_end(page, course)
        gone, comes = page.evaluate(MAKES_ROOM)
        assert gone
        assert max(gone) <= min(comes), "no card flies through what is told"

    def test_the_last_series_fades_where_it_lies(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(lambda course: _begins_a_series(course) and _pegs_on(course), script=SWEPT)
        lay = page.locator(".laid [data-card] > .card").evaluate_all(CENTRES)
        _done(page, lambda: _go_on(page, course))
        page.wait_for_function(REST)
        expect(page.locator("#earlier")).to_be_visible()
        ends = page.evaluate("window.swept")
        assert [place for *place, _opacity in ends] == [pytest.approx(place, abs=1) for place in lay]
        assert max(opacity for *_place, opacity in ends) < 0.1

    def test_what_is_scored_is_told_nowhere_before_it_is_pegged(self, at: Callable[..., Any]) -> None:
        """Neither by the holes that the street shows, nor by the list of what has happened."""
        page, _match, course = at(_moves_the_strip, held=True)
        holes, latest = page.locator(".lanes .board-marks"), page.locator("#events li").last
        before = holes.text_content()
        _done(page, lambda: _go_on(page, course))
        assert holes.text_content() == before
        expect(latest).to_have_css("opacity", "0")
        page.evaluate("window.held = false")
        page.evaluate(NEXT)
        page.keyboard.press("Escape")
        page.wait_for_function(REST)
        assert holes.text_content() != before
        expect(latest).to_have_css("opacity", "1")

    def test_who_leads_is_told_once_all_is_pegged(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(lambda course: _scoring(course) is not None)
        before = page.locator("#lead").inner_text()
        page.evaluate(EARLY)
        _done(page, lambda: _score(page, course))
        page.wait_for_function(REST)
        expect(page.locator("#lead")).not_to_have_text(before)
        assert page.evaluate("window.early") == []

    def test_the_strip_moves_on_as_one_and_then_the_peg_hops(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_moves_the_strip, script=SLIDES)
        page.set_viewport_size({"width": 360, "height": 740})
        _done(page, lambda: _go_on(page, course))
        page.wait_for_function(REST)
        assert page.evaluate("window.slides") == 1
        [(ends, begins)] = page.evaluate("window.seams")
        assert ends == pytest.approx(begins, abs=0.1), "neither covers the other"
        leaps = page.evaluate("[...window.strips]")
        assert leaps
        assert all(leap.startswith("1 ") for leap in leaps), "once the strip has come to rest"
        expect(page.locator(".lanes > svg")).to_have_count(1)

    @pytest.mark.full("a peg leaps on the whole board on every change")
    def test_where_the_whole_board_is_open_its_pegs_walk(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_moves_the_strip, script=LEAPS)
        page.set_viewport_size({"width": 360, "height": 740})
        page.evaluate("""document.addEventListener('htmx:beforeSwap',
            () => { document.getElementById('board-fold').open = true; }, true)""")
        _done(page, lambda: _go_on(page, course))
        page.wait_for_function(REST)
        assert page.evaluate("window.leaps")

    def test_go_and_what_cannot_be_played_are_seen_once_the_card_has_landed(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_leads_to_go, held=True)
        _done(page, lambda: _go_on(page, course))
        go, card = page.locator("#go"), page.locator(".play-card > .card").first
        colour = "face => getComputedStyle(face).backgroundColor"
        expect(go).to_have_css("opacity", "0")
        before = card.evaluate(colour)
        page.evaluate(NEXT)
        expect(go).to_have_css("opacity", "1")
        assert card.evaluate(colour) != before


class TestInput:
    """What is pressed during a motion counts at once, and ends it."""

    def test_a_key(self, at: Callable[..., Any]) -> None:
        page, match, course = at(lambda course: _scoring(course) is not None, held=True, keys=True)
        _done(page, lambda: _score(page, course))
        assert page.evaluate(MOVING) > 0
        number = referee.load(match.key).number
        page.evaluate("window.held = false")
        _done(page, lambda: page.locator("#go-on").press("Enter"))
        assert referee.load(match.key).number > number

    def test_a_key_for_a_card_that_is_still_dealt_only_shows_it(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(lambda course: isinstance(course.state, Dealing), held=True, keys=True)
        _done(page, lambda: _go_on(page, course))
        expect(page.locator("#table[data-dealing]")).to_have_count(1)
        for chosen in (0, 1):
            page.keyboard.press("2")
            expect(page.locator("#table[data-dealing]")).to_have_count(0)
            expect(page.locator(".pick :checked")).to_have_count(chosen)

    def test_a_key_ends_what_moves(self, at: Callable[..., Any]) -> None:
        page, match, course = at(lambda course: _scoring(course) is not None, held=True)
        _done(page, lambda: _score(page, course))
        focused = page.evaluate("document.activeElement.id")
        page.keyboard.press("Shift")
        assert page.evaluate(MOVING) == 0
        expect(page.locator("[data-ghost]")).to_have_count(0)
        expect(page.locator("#score-0")).to_have_text(str(referee.load(match.key).state.table.scores[0]))
        assert page.evaluate("document.activeElement.id") == focused

    def test_a_held_key_and_a_second_tap_end_nothing(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(lambda course: _scoring(course) is not None, held=True)
        _done(page, lambda: _score(page, course))
        assert page.evaluate(PRESSED_AGAIN) == [True, True, False], "a tap elsewhere ends all"

    def test_a_tap_on_a_card_while_another_is_about_to_play(self, at: Callable[..., Any]) -> None:
        page, match, course = at(_is_followed_by_a_choice, touch=True)
        _done(page, lambda: page.locator(f"#card-{_first_play(course).card}").tap())
        table = page.locator("#table[data-moving][data-wait=pause]")
        expect(table).to_have_count(1)
        before = referee.load(match.key)
        card = _can_follow(before)
        _done(page, lambda: page.touchscreen.tap(*_middle(page.locator(f"#card-{card}"))))
        assert [action.seat for action in referee.load(match.key).log.actions(before.number)] == [1]

    def test_a_tap_on_a_card_while_the_table_goes_on_is_not_kept(self, at: Callable[..., Any]) -> None:
        page, match, course = at(_is_followed_by_a_choice, touch=True)
        _done(page, lambda: page.locator(f"#card-{_first_play(course).card}").tap())
        card = _can_follow(referee.load(match.key))
        sent: list[Route] = []
        swaps = page.evaluate("window.swaps.length")

        def hold(route: Route) -> None:
            sent.append(route)

        page.route("**/*", hold)
        with page.expect_request("**/*"):
            page.locator("#go-on").tap()
        page.touchscreen.tap(*_middle(page.locator(f"#card-{card}")))
        sent[0].continue_()
        page.wait_for_function("before => window.swaps.length > before", arg=swaps)
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert len(sent) == 1
        assert card in see(referee.load(match.key).state, 0).hand

    def test_what_flies_over_a_card_takes_no_tap(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_is_followed_by_a_choice, touch=True, held=True)
        _done(page, lambda: page.locator(f"#card-{_first_play(course).card}").tap())
        card = page.locator(".play-card").last
        hit = "([x, y]) => document.elementFromPoint(x, y).closest('.play-card')?.id"
        for part in (0.2, 0.5, 0.8):
            box = card.bounding_box()
            assert box
            there = [box["x"] + part * box["width"], box["y"] + part * box["height"]]
            assert page.evaluate(hit, there) == card.get_attribute("id")

    def test_a_button_answers_once_it_is_drawn(self, at: Callable[..., Any]) -> None:
        page, match, _course = at(_is_worth_telling, Pace.FAST, touch=True, held=True)
        _done(page, lambda: page.locator("#go-on").tap())
        expect(page.locator("#go-on[data-later]")).to_have_count(1)
        number = referee.load(match.key).number
        page.wait_for_timeout(TWO_TAPS)  # a second tap just after the first one ends nothing
        page.touchscreen.tap(*_middle(page.locator("#go-on")))
        expect(page.locator("[data-later]")).to_have_count(0)
        assert referee.load(match.key).number == number

    @pytest.mark.parametrize("key", [True, False])
    def test_a_press_while_points_rise_goes_on(self, at: Callable[..., Any], key: bool) -> None:
        page, match, course = at(_is_worth_telling, Pace.FAST, touch=True, held=True)
        _done(page, lambda: _go_on(page, course))
        while page.locator("#go-on[data-later]").count():
            page.evaluate(NEXT)
        expect(page.locator("[id^=score-][data-final]")).to_have_count(1)
        scores, number = referee.load(match.key).state.table.scores, referee.load(match.key).number
        page.wait_for_timeout(TWO_TAPS)
        page.evaluate("""document.addEventListener('htmx:beforeSwap',
            () => { window.told = document.getElementById('score-0').textContent; })""")
        _done(page, lambda: page.locator("#go-on").press("Enter") if key else page.locator("#go-on").tap(force=True))
        assert referee.load(match.key).number > number
        assert page.evaluate("window.told") == str(scores[0]), "all was pegged first"

    def test_a_tap_where_a_card_will_lie(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(lambda course: isinstance(course.state, Dealing), touch=True, held=True)
        _done(page, lambda: _go_on(page, course))
        assert page.evaluate(MOVING) > 0
        middle = _middle(page.locator("label:has([id^=card-])").first)
        page.touchscreen.tap(*middle)
        expect(page.locator("[id^=card-]:checked")).to_have_count(1)
        expect(page.locator("[data-moving]")).to_have_count(0)
        assert page.evaluate(MOVING) <= 1, "nothing but the chosen card, which rises"


def _first_play(course: Course) -> Play:
    """Return a card of the learner after which the other plays, and then the learner again with a choice."""
    for play in legal(course.state):
        draft = Draft(course)
        if isinstance(play, Play):
            draft.take(play)
            is_anothers = isinstance(draft.state, Pegging) and draft.state.turn == 1
            if is_anothers and any(isinstance(action, Play) for action in _choice_after(draft)):
                return play
    raise LookupError


def _choice_after(draft: Draft) -> Sequence[Action]:
    """Return what the learner can do in the play once the other has acted."""
    draft.step()
    return legal(draft.state) if isinstance(draft.state, Pegging) and draft.state.turn == 0 else ()


def _is_followed_by_a_choice(course: Course) -> bool:
    if not isinstance(course.state, Pegging) or not _mine(course):
        return False
    try:
        return bool(_first_play(course))
    except LookupError:
        return False


def _can_follow(course: Course) -> Card:
    """Return a card that the learner can play once the other has played."""
    return next(action.card for action in _choice_after(Draft(course)) if isinstance(action, Play))


def _is_worth_telling(course: Course) -> bool:
    return isinstance(course.state, Counting) and not course.state.is_crib and not _mine(course)


def _middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class TestShow:
    """What counts is lit item by item, with the total so far."""

    WATCH = """document.addEventListener('DOMContentLoaded', () => {
        window.lit = [];
        new MutationObserver(() => {
            const total = document.querySelector('#total')?.textContent;
            const cards = [...document.querySelectorAll('#deal [data-card] .is-counted')].length;
            const words = [...document.querySelectorAll('.speaks, .player .late, #events :last-child > li:last-child')];
            window.told ||= cards && words.some(one => one.checkVisibility({ visibilityProperty: true }));
            if (!total || window.lit.at(-1)?.join() === [total, cards].join()) return;
            window.lit.push([total, cards]);
            window.scores = [...document.querySelectorAll('[id^=score-]')].map(score => score.textContent);
        }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });"""
    ITEMS = """[...document.querySelectorAll('#items .line')].map(line => [
        line.querySelector('.line-running').textContent,
        line.querySelectorAll(':scope > .card-row .is-counted').length])"""

    def test_each_item_is_lit(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_is_worth_telling, script=self.WATCH)
        _done(page, lambda: _go_on(page, course))
        items = page.evaluate(self.ITEMS)
        assert items
        page.wait_for_function("final => window.lit.at(-1).join() === final.join()", arg=[items[-1][0], 0])
        assert [item for item in page.evaluate("window.lit") if item[1]] == items
        assert not page.evaluate("window.told"), "the total is not told before its items"
        page.wait_for_function(REST)
        before, after = page.evaluate("window.scores"), page.locator("[id^=score-]").all_text_contents()
        assert sum(map(int, after)) == sum(map(int, before)) + int(items[-1][0]), "the points rise after the last item"

    def test_a_key_ends_it(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_is_worth_telling, Pace.SLOW)
        _done(page, lambda: _go_on(page, course))
        page.keyboard.press("Shift")
        expect(page.locator("#deal [data-card] .is-counted, #deal [data-card] .is-dimmed")).to_have_count(0)
        assert page.locator("#total").text_content() == page.evaluate(self.ITEMS)[-1][0]

    @pytest.mark.parametrize("press", ["tap", "Enter"])
    def test_a_press_of_the_button_goes_on(self, at: Callable[..., Any], press: str) -> None:
        page, match, course = at(_is_worth_telling, Pace.SLOW, touch=True)
        _done(page, lambda: _go_on(page, course))
        number, button = referee.load(match.key).number, page.locator("#go-on")
        page.wait_for_selector("#go-on:not([data-later])")
        page.wait_for_timeout(TWO_TAPS)  # a press just after the table went on would be refused as late
        assert page.locator("[data-telling]").count()
        _done(page, button.tap if press == "tap" else partial(button.press, press))
        assert referee.load(match.key).number > number

    @pytest.mark.parametrize("press", ["tap", "Enter"])
    def test_a_press_while_ones_own_count_is_judged_ends_that_and_the_next_goes_on(
        self, at: Callable[..., Any], press: str
    ) -> None:
        page, match, course = at(_counts_own, Pace.SLOW, rules=Rules(target=61, counting=Counted.SHOW))
        _claim(page, course, 0)
        number, button = referee.load(match.key).number, page.locator("#go-on")
        page.wait_for_selector("#go-on:not([data-later])")
        page.wait_for_timeout(TWO_TAPS)
        assert page.locator("[data-telling]").count()
        act = button.click if press == "tap" else partial(button.press, press)
        act()
        expect(page.locator("[data-telling]")).to_have_count(0)
        assert page.locator("#total").text_content() == page.evaluate(self.ITEMS)[-1][0]
        assert referee.load(match.key).number == number
        page.wait_for_timeout(TWO_TAPS)
        _done(page, act)
        assert referee.load(match.key).number > number


TOTALS = """window.totals = [];
new MutationObserver(() => {
  const total = document.getElementById("total");
  if (total) window.totals.push(total.textContent);
}).observe(document, { subtree: true, childList: true, characterData: true });"""
"""Keeps every number that the table shows as the points of a count."""


def _counts_own(course: Course) -> bool:
    """Return whether the learner counts a hand of their own that is worth something."""
    return isinstance(course.state, Counting) and _mine(course) and total(course.state.truth) > 3


def _counts_before_own_crib(course: Course) -> bool:
    """Return whether the learner deals, and counts the hand that comes before their crib."""
    state = course.state
    return isinstance(state, Counting) and _mine(course) and not state.is_crib and state.table.dealer == 0


def _wins_by_counting(course: Course) -> bool:
    """Return whether the learner's own count ends the game."""
    if not isinstance(course.state, Counting) or not _counts_own(course):
        return False
    table = course.state.table
    return total(course.state.truth) >= table.rules.target - table.scores[0]


def _claim(page: Page, course: Course, more: int) -> None:
    assert isinstance(course.state, Counting)
    page.locator("#claim").fill(str(total(course.state.truth) + more))
    _done(page, lambda: page.locator("#claim").press("Enter"))


def _lower_edge(page: Page, selector: str) -> float:
    box = box_of(page.locator(selector))
    return box["y"] + box["height"]


class TestMoments:
    """What a claim left over is told after it, a right count of one's own has its joy, and the last peg comes home."""

    RULES = Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED)

    def test_what_is_left_over_is_told_after_what_was_claimed(self, at: Callable[..., Any]) -> None:
        page, match, course = at(_counts_own, rules=self.RULES, script=TOTALS)
        before = course.state.table.scores
        _claim(page, course, -2)
        page.wait_for_selector("[data-left]")
        assert [told for told in page.evaluate("window.totals") if not told.isdecimal()] == []
        own, other = referee.load(match.key).state.table.scores
        expect(page.locator("#score-0")).to_have_text(str(own))
        expect(page.locator("#score-1")).to_have_text(str(before[1]))
        expect(page.locator("#total")).to_have_text(str(own - before[0]))
        page.wait_for_function(f"() => !document.querySelector('[data-telling]') && ({REST})()")
        assert other == before[1] + 2
        expect(page.locator("#score-1")).to_have_text(str(other))
        expect(page.locator("#left")).to_have_text("Ada +2")
        expect(page.locator("[data-left]")).to_have_count(0)

    def test_a_pad_comes_once_the_crib_leaves_and_raises_its_row(self, at: Callable[..., Any]) -> None:
        """Until then the row and the cards of the crib are where they were."""
        page, _match, course = at(_counts_before_own_crib, rules=self.RULES, touch=True)
        page.set_viewport_size({"width": 360, "height": 740})
        pad = page.locator(".pad")
        _done(page, lambda: page.locator(f".pad [value='{total(course.state.truth)}']").tap())
        page.keyboard.press("Escape")
        page.wait_for_function(REST)
        before = _lower_edge(page, "[data-place=foot]")
        page.evaluate("window.held = true")
        _done(page, lambda: page.locator("#go-on").tap())
        expect(pad).to_have_css("opacity", "0")
        assert _lower_edge(page, "[data-place=foot]") == pytest.approx(before, abs=1)
        page.evaluate("window.held = false")
        page.evaluate(NEXT)
        page.wait_for_function(REST)
        expect(pad).to_have_css("opacity", "1")
        assert _lower_edge(page, "[data-place=foot]") < before - 20

    @pytest.mark.parametrize("motion", few(["no-preference", "reduce"], "no-preference"))
    def test_a_right_count_has_its_moment(self, at: Callable[..., Any], motion: str) -> None:
        page, _match, course = at(_counts_own, rules=self.RULES, motion=motion)
        _claim(page, course, 0)
        page.wait_for_function(f"() => !document.querySelector('[data-telling]') && ({REST})()")
        expect(page.locator("#is-right")).to_be_visible()
        assert bool(_moved(page)) is (motion == "no-preference")
        assert max(_moved(page).values(), default=0) <= LONGEST

    def test_a_count_that_others_made_is_enjoyed_by_how_high_it_is(self, at: Callable[..., Any]) -> None:
        """One of 8 hops, one of 12 has a ring, one of 20 three and the sound of a win; a calm table has none."""
        page, _match, course = at(_is_worth_telling)
        _done(page, lambda: _go_on(page, course))
        page.keyboard.press("Shift")
        page.wait_for_function(REST)
        joys = page.evaluate("""() => [[1, true], [2, true], [3, true], [3, false]].map(([high, isMuch]) => {
            const heard = [], listen = ({ detail }) => heard.push([detail.name, detail.step]);
            document.getElementById('table').toggleAttribute('data-much', isMuch);
            document.getElementById('total').dataset.high = high;
            document.addEventListener('sounds', listen);
            telling.tell([], 0, []);
            document.removeEventListener('sounds', listen);
            return [heard, document.querySelectorAll('[data-ghost]:not(.gone)').length];
        })""")
        heard, rings = zip(*joys, strict=True)
        assert list(heard) == [[], [["right", 4]], [["win", 12]], []]
        assert [after - before for before, after in pairwise((0, *rings))] == [0, 1, 3, 0]

    def test_points_rise_larger_the_more_they_are_and_those_of_a_high_count_much_larger(
        self, at: Callable[..., Any]
    ) -> None:
        page, _match, _course = at(_is_worth_telling)
        sizes = page.evaluate("Array.from({ length: 30 }, (_, points) => telling.sizeOf(points))")
        assert sizes[:25] == sorted(set(sizes[:25]))
        assert sizes[0] == 1
        assert sizes[11] < 1.3
        assert sizes[12] >= 1.6
        assert set(sizes[24:]) == {max(sizes)}

    def test_a_key_ends_the_moment(self, at: Callable[..., Any]) -> None:
        page, match, course = at(_counts_own, rules=self.RULES)
        _claim(page, course, -2)
        page.keyboard.press("Shift")
        expect(page.locator("[data-telling], [data-left], [data-later]")).to_have_count(0)
        own, other = referee.load(match.key).state.table.scores
        expect(page.locator("#score-0")).to_have_text(str(own))
        expect(page.locator("#score-1")).to_have_text(str(other))

    @pytest.mark.full("both of its parts are tried on every change")
    def test_the_end_after_a_right_count_is_seen_to_its_last_part(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_wins_by_counting, rules=replace(self.RULES, target=31))
        _claim(page, course, 0)
        page.keyboard.press("Escape")
        _done(page, lambda: page.locator("#go-on").press("Enter"))
        page.wait_for_function(REST)
        expect(page.locator("#result")).to_be_visible()
        expect(page.locator("[data-right], [data-telling]")).to_have_count(0)

    def test_nothing_tells_the_end_before_the_last_peg_is_home(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_is_last)
        _done(page, lambda: _go_on(page, course))
        home, going = page.locator("#table").get_attribute("data-home"), page.locator("#go-on")
        expect(page.locator("#go-on[data-later]")).to_have_count(1)
        page.wait_for_selector("#go-on:not([data-later])")
        expect(page.locator(f"#score-{home}")).to_have_text("61")
        expect(page.locator("#lead")).to_contain_text("win")
        expect(going).to_have_text("See the result")
        expect(page.locator("#result")).to_have_count(0)

    def test_the_end_comes_only_when_it_is_asked_for(
        self, at: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page, _match, course = at(_is_last)
        monkeypatch.setitem(scene.DELAYS, Pace.NORMAL, 1)
        _done(page, lambda: _go_on(page, course))
        page.wait_for_function(REST)
        page.wait_for_timeout(TWO_TAPS)
        expect(page.locator("#result")).to_have_count(0)
        page.locator("#go-on").press("Enter")
        page.wait_for_selector("#result")

    def test_the_felt_glows_once_the_last_peg_is_home(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(lambda course: _winning(course) is not None, script=GLOWS)
        play, felt = _winning(course), page.evaluate("colour()")
        assert play
        _done(page, lambda: page.locator(f"#card-{play.card}").click())
        page.wait_for_selector("#go-on:not([data-later])")
        page.wait_for_function("felt => colour() !== felt", arg=felt)
        assert {seen for seen, is_to_come in page.evaluate("window.glows") if is_to_come} == {felt}

    @pytest.mark.parametrize(("pace", "rings"), [(Pace.NORMAL, True), (Pace.INSTANT, False)])
    def test_rings_go_out_from_the_last_hole(self, at: Callable[..., Any], pace: Pace, *, rings: bool) -> None:
        page, _match, course = at(lambda course: _winning(course) is not None, pace)
        play = _winning(course)
        assert play
        _done(page, lambda: page.locator(f"#card-{play.card}").click())
        page.wait_for_selector("#go-on:not([data-later]), #result")
        expect(page.locator("#result")).to_have_count(0 if rings else 1)
        assert ("turned" in _moved(page)) is rings
        assert max(_moved(page).values(), default=0) <= LONGEST

    @pytest.mark.full("another test watches the last peg come home")
    def test_the_winning_peg_leaps_home_once(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(_is_last, script=LEAPS)
        _done(page, lambda: _go_on(page, course))
        page.wait_for_selector("#go-on:not([data-later])")
        leaps = page.evaluate("window.leaps")
        assert leaps
        page.locator("#go-on").press("Enter")
        page.wait_for_selector("#result")
        page.wait_for_function(REST)
        assert page.evaluate("window.leaps") == leaps


class TestLift:
    """Where the person wants it, the first press lifts a card and the second plays it."""

    def test_two_taps_play_a_card(self, at: Callable[..., Any]) -> None:
        page, match, course = at(lambda course: _scoring(course) is not None, touch=True, lift=True)
        first, *others = page.locator(".play-card:not([aria-disabled])").all()
        for card in (*others[:1], first):
            card.tap()
            expect(card).to_have_attribute("aria-pressed", "true")
            expect(page.locator(".play-card[aria-pressed=true]")).to_have_count(1)
        assert referee.load(match.key).number == course.number
        _done(page, first.tap)
        assert referee.load(match.key).number > course.number

    def test_two_taps_say_a_count(self, at: Callable[..., Any]) -> None:
        page, match, course = at(_counts_own, rules=Rules(target=61, counting=Counted.SHOW), touch=True, lift=True)
        for count in (3, 4):
            hole = page.locator(".own .pad button").nth(count)
            hole.tap()
            expect(hole).to_have_class("is-lifted")
            expect(page.locator(".pad .is-lifted")).to_have_count(1)
        assert referee.load(match.key).number == course.number
        _done(page, hole.tap)
        assert referee.load(match.key).number > course.number


class TestPaces:
    """What is under way when the pace changes comes to its end."""

    def test_a_pace_without_motions_is_left_at_once(self, at: Callable[..., Any]) -> None:
        page, match, course = at(lambda course: _scoring(course) is not None)
        Habits.objects.update(pace=Pace.INSTANT)
        _done(page, page.locator(".play-card:not([aria-disabled])").first.click)
        expect(page.locator("[data-moving], [data-later], [data-final]")).to_have_count(0)
        assert referee.load(match.key).number > course.number
        assert page.evaluate("window.motions.length") == 0


class TestSounds:
    """Sounds are off until they are switched on, at the table too."""

    SPEAKER = """window.heard = [];
        window.AudioContext = class {
            currentTime = 0;
            resume() {}
            createGain() {
                return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
            }
            createOscillator() {
                return { frequency: { set value(hertz) { window.heard.push(hertz); } },
                    connect: (next) => next, start() {}, stop() {} };
            }
        };"""

    def test_they_are_switched_on_at_the_table(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(
            lambda course: isinstance(course.state, Pegging) and _mine(course), script=self.SPEAKER
        )
        page.set_viewport_size({"width": 320, "height": 640})
        switch = page.get_by_role("button", name="Sounds")
        expect(switch).to_be_in_viewport(ratio=1)
        expect(switch).to_have_attribute("aria-pressed", "false")
        _done(page, switch.click)
        expect(switch).to_have_attribute("aria-pressed", "true")
        expect(switch).to_be_focused()
        assert page.evaluate("window.heard") == [1320]
        action = choose(course)
        assert isinstance(action, Play)
        _done(page, page.locator(f"#card-{action.card}").click)
        page.wait_for_function("() => window.heard.length > 1")
        _done(page, page.get_by_role("button", name="Sounds").click)
        expect(switch).to_have_attribute("aria-pressed", "false")
        silent = page.evaluate("window.heard.length")
        _done(page, page.locator("#go-on").click)
        assert page.evaluate("window.heard.length") == silent


DRAG = """([x, y, ...way]) => {
    const finger = (type, right, down) => {
        const target = type === 'pointerdown' ? document.elementFromPoint(x, y) : document.body;
        const place = { clientX: x + right, clientY: y + down, pointerId: 7, pointerType: 'touch', isPrimary: true };
        const buttons = Number(type !== 'pointerup');
        target.dispatchEvent(new PointerEvent(type, { ...place, buttons, bubbles: true }));
    };
    finger('pointerdown', 0, 0);
    finger('pointermove', ...way.map((part) => part / 2));
    finger('pointermove', ...way);
    window.lit = [...document.querySelectorAll('[data-drop]')].map((place) => place.className);
    finger('pointerup', ...way);
}"""
"""A finger that drags what it is on."""


class TestDragging:
    """A card follows the finger or mouse that drags it."""

    @pytest.mark.parametrize(("right", "up", "is_played"), [(40, 150, True), (40, 60, False), (-360, 150, False)])
    def test_a_card_is_played_where_it_is_let_go_on_the_felt_at_what_lies_there(
        self, open_page: OpenPage, live_server: LiveServer, right: int, up: int, is_played: bool
    ) -> None:
        page = open_page(viewport={"width": 360, "height": 740})
        match = show(page, live_server.url, "play")
        number = referee.load(match.key).number
        button = page.locator(".play-card:not([aria-disabled])").first
        box, name = button.bounding_box(), button.get_attribute("data-card")
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        right = max(right, round(2 - x))  # at most to the edge of the screen
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + right, y - up, steps=4)
        card = button.locator(".card").bounding_box()
        assert card
        assert (card["x"] - box["x"], card["y"] - box["y"]) == pytest.approx((right, -up), abs=4)
        page.mouse.up()
        if is_played:
            expect(page.locator(f"[data-place=series] [data-card='{name}']")).to_be_visible()
            assert referee.load(match.key).log.action(number) == Play(0, Card.parse(name or ""))
        else:
            expect(button.locator(".card")).to_have_css("translate", "0px")
            assert referee.load(match.key).number == number

    def test_a_card_dragged_up_lies_beside_the_crib_until_it_is_taken_back(
        self, open_page: OpenPage, live_server: LiveServer
    ) -> None:
        page = open_page(viewport={"width": 360, "height": 740})
        show(page, live_server.url, "discard")
        crib, lies = page.locator(".crib"), []
        for number in (0, 3):
            pick = page.locator(".pick").nth(number)
            box = pick.bounding_box()
            assert box
            page.mouse.move(box["x"] + 20, box["y"] + 40)
            page.mouse.down()
            page.mouse.move(box["x"] + 30, box["y"] - 60, steps=4)
            expect(crib).to_have_attribute("data-drop", "")
            page.mouse.up()
            expect(page.locator("[data-drop]")).to_have_count(0)
            expect(pick.locator("input")).to_be_checked()
            lies.append(pick.locator(".card").bounding_box())
        place = crib.bounding_box()
        assert place
        first, second = (one for one in lies if one)
        assert first["x"] + first["width"] <= second["x"] + 1
        for one in (first, second):
            assert 0 <= place["y"] - one["y"] - one["height"] <= 12
            assert place["x"] <= one["x"] + one["width"] / 2 <= place["x"] + place["width"]
        page.mouse.click(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
        expect(page.locator(".pick :checked")).to_have_count(1)
        expect(page.locator(".pick .card").first).to_have_css("translate", "none")

    def test_a_card_too_many_takes_the_place_of_the_first(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(viewport={"width": 360, "height": 740})
        show(page, live_server.url, "discard")
        for number in (2, 0, 4):
            page.locator(".pick").nth(number).click(position={"x": 15, "y": 40})
        boxes = page.locator(".pick input")
        expect(page.locator(".pick :checked")).to_have_count(2)
        for number in (0, 4):
            expect(boxes.nth(number)).to_be_checked()
        expect(page.locator("#discard")).to_have_class("button")
        name = boxes.nth(2).get_attribute("aria-label")
        expect(page.locator("#status")).to_have_text(f"Back in your hand: {name}.")

    def test_a_finger_drags_too_where_a_tap_only_lifts(self, at: Callable[..., Any]) -> None:
        page, match, course = at(lambda course: _scoring(course) is not None, touch=True, lift=True)
        play = _scoring(course)
        assert play
        x, y = _middle(page.locator(f"#card-{play.card}"))
        page.evaluate(DRAG, [x, y, 30, -20])
        expect(page.locator(f"#card-{play.card} .card")).to_have_css("translate", "0px")
        assert referee.load(match.key).number == course.number
        _done(page, lambda: page.evaluate(DRAG, [x, y, 30, -150]))
        assert page.evaluate("window.lit") == ["laid"]
        assert referee.load(match.key).log.action(course.number) == play

    def test_a_finger_drags_a_card_to_the_crib(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
        show(page, live_server.url, "discard")
        pick = page.locator(".pick").last
        page.evaluate(DRAG, [*_middle(pick), -30, -150])
        assert "crib" in page.evaluate("window.lit")[0]
        expect(pick.locator("input")).to_be_checked()
        page.touchscreen.tap(*_middle(pick.locator(".card")))
        expect(pick.locator("input")).not_to_be_checked()

    def test_a_card_dragged_to_the_crib_turns_over_where_it_lies(self, at: Callable[..., Any]) -> None:
        page, _match, _course = at(lambda course: isinstance(course.state, Discarding), touch=True, held=True)
        picks = page.locator(".pick")
        lies = []
        for number in (0, 3):
            page.evaluate(DRAG, [*_middle(picks.nth(number)), -30, -150])
            lies.append(picks.nth(number).locator(".card").bounding_box())
        _done(page, page.locator("#discard").click)
        turned = [card.bounding_box() for card in page.locator("[data-ghost] .card").all()]
        assert turned == [pytest.approx(box, abs=1) for box in lies]

    def test_what_is_laid_away_turns_over_at_the_size_it_has(self, at: Callable[..., Any]) -> None:
        page, _match, course = at(lambda course: isinstance(course.state, Discarding), held=True)
        _done(page, lambda: _lay_away(page, course))
        high = "cards => cards.map(card => card.getBoundingClientRect().height)"
        faces, backs = (page.locator(f"[data-ghost]{which}").evaluate_all(high) for which in (" .card", ".card-back"))
        assert faces
        assert backs == pytest.approx(faces, rel=0.1)
