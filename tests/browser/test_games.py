"""Games by keyboard to the end, without JavaScript, in two tabs, offline, and accessibility."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from game import models, referee
from game.engine.play import Counting, Discard, Go, Over, Play, TimeOut, apply, legal, waited_for
from game.engine.rules import PLAYROOM, QUICK, STANDARD, TOURNAMENT, Counted, Muggins, Notice, Rules
from game.engine.view import see
from game.models import Game, Match, Origin, Pace
from game.referee import Course, Wait
from game.table import scene
from game.table.words import result
from game.words.terms import card_name
from tests.browser.conftest import OpenPage
from tests.browser.eyes import OPEN_ALL, SIDEWAYS, violations
from tests.browser.games import (
    CALLED,
    STAGES,
    KeyPlayer,
    PlainPlayer,
    Player,
    address,
    bring_to,
    costly,
    fixed_chance,
    focus_on,
    hide,
    seated,
    see_again,
    show,
    sit_at,
    until_presses_count,
    watched,
)
from tests.browser.geometry import box_of
from tests.full import few
from tests.game.tables import begin

STANDS_STILL = 3_600_000
"""Milliseconds before a table under test goes on by itself."""

GAMES: dict[str, tuple[Rules, bool]] = {
    "quick": (QUICK, True),
    "standard": (STANDARD, False),
    "tournament": (replace(TOURNAMENT, match_points=2), True),
    "playroom": (PLAYROOM, False),
    "a match of several games": (replace(TOURNAMENT, target=31, match_points=4), False),
    "counting the play": (Rules(target=61, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED), False),
    "counting the play by typing": (Rules(target=31, counting=Counted.ALL, muggins=Muggins.MISSED), True),
    "three": (Rules(seats=3, sides=3, target=61), True),
    "four": (Rules(seats=4, sides=4, target=61), False),
    "four in pairs": (Rules(seats=4, sides=2, target=31), True),
    "five": (Rules(seats=5, sides=5, target=61), False),
    "six": (Rules(seats=6, sides=6, target=31), True),
    "six in pairs": (Rules(seats=6, sides=3, target=61), False),
    "six in threes": (Rules(seats=6, sides=2, target=61, counting=Counted.SHOW), True),
}
"""The rules of the games that are played to the end, and whether actions are typed or pressed.

The tournament match is won at 2 match points instead of 12, which would take an hour.
"""


def told(course: Course) -> tuple[int, ...]:
    """Return the scores as pages tell them: they stop at the target."""
    return tuple(map(course.rules.told, course.state.table.scores))


class TestKeyboard:
    """Whole games by keyboard: nothing is clicked, and the focus is never lost."""

    @pytest.mark.parametrize("name", few(GAMES, "four in pairs"))
    def test_a_game_to_its_end(
        self, open_page: OpenPage, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        fixed_chance(monkeypatch, name)
        rules, types = GAMES[name]
        self.played(open_page, live_server, rules, Pace.INSTANT, types)

    def test_a_game_in_which_the_table_goes_on_by_itself(
        self, open_page: OpenPage, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fixed_chance(monkeypatch, "pauses")
        monkeypatch.setitem(scene.DELAYS, Pace.NORMAL, 100)
        self.played(open_page, live_server, Rules(target=31), Pace.NORMAL, False)

    def test_a_game_by_single_keys(
        self, open_page: OpenPage, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fixed_chance(monkeypatch, "keys")
        page = open_page()
        complaints = watched(page)
        match = seated(page, live_server.url, replace(QUICK, target=31), Pace.INSTANT, keys=True)
        page.goto(address(live_server.url, match))
        for course in KeyPlayer(page, match).play():
            number = course.number
        assert isinstance(course.state, Over)
        for letter, said in answers(match).items():
            page.keyboard.press(letter)
            expect(page.locator("#reply")).to_contain_text(said)
        assert referee.load(match.key).number == number
        assert complaints == []

    def test_single_keys_are_off_until_they_are_turned_on(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        show(page, live_server.url, "dealing")
        for key in ("s", "Enter"):
            page.keyboard.press(key)
        page.wait_for_timeout(300)
        expect(page.locator("#table")).to_have_attribute("data-phase", "dealing")
        expect(page.locator("#reply")).to_have_count(0)

    def played(self, open_page: OpenPage, live_server: LiveServer, rules: Rules, pace: Pace, types: bool) -> None:
        """Play a match to its end, and check the page after each action."""
        page = open_page()
        complaints = watched(page)
        match = seated(page, live_server.url, rules, pace)
        page.goto(address(live_server.url, match))
        player = Player(page, match, pace, types)
        for course in player.play():
            assert player.scores() == told(course)
            expect(page.locator(":focus"), "the focus is lost for no longer than a swap takes").to_have_count(1)
        if page.locator("#table").get_attribute("data-wait") == Wait.PRESS:  # the last count waits as others do
            page.locator("#go-on").press("Enter")
            expect(page.locator("#table")).to_have_attribute("data-wait", Wait.OVER)
        swaps = page.evaluate("window.swaps")
        assert [swap for swap in swaps if swap["lost"] or not swap["said"]] == []
        assert len(swaps) > 10
        assert isinstance(course.state, Over)
        assert course.state.match_over
        assert page.locator("#table").get_attribute("data-wait") == Wait.OVER
        expect(page.locator("#result")).to_be_visible()
        assert result(course.state, scene.names_of(course.seats, 0)) in swaps[-1]["said"]
        assert Game.objects.filter(match=match).count() == course.game.number
        assert complaints == []


class TestWithoutScripts:
    """Everything at the table is a plain form."""

    @pytest.mark.full("Django's client plays whole games by the same forms")
    @pytest.mark.parametrize("target", [31, 61])
    def test_a_game_to_its_end(
        self, open_page: OpenPage, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, target: int
    ) -> None:
        fixed_chance(monkeypatch, "plain")
        page = open_page(java_script_enabled=False)
        match = seated(page, live_server.url, replace(CALLED, target=target), Pace.INSTANT)
        page.goto(address(live_server.url, match))
        player, done = PlainPlayer(page, match), 0
        for course in player.play():
            assert player.scores() == told(course)
            if done:
                expect(page.locator("#table-title"), "the next Tab leads to what can be done").to_be_focused()
            done += 1
        assert done > target / 2
        assert isinstance(course.state, Over)
        expect(page.locator("#result")).to_be_visible()

    def test_the_table_goes_on_when_told(
        self, open_page: OpenPage, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fixed_chance(monkeypatch, 3)
        page = open_page(java_script_enabled=False)
        match = show(page, live_server.url, "play-others")
        before = referee.load(match.key)
        focus_on(page, "#go-on")
        page.keyboard.press("Enter")
        expect(page.locator("#asked")).to_contain_text("Your turn")
        course = referee.load(match.key)
        assert course.number == before.number + 1
        assert referee.waits(course) is Wait.PERSON
        expect(page.locator("#count > strong")).to_have_text(str(see(course.state, 0).count))

    def test_what_is_said_is_answered(
        self, open_page: OpenPage, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fixed_chance(monkeypatch, 3)
        page = open_page(java_script_enabled=False)
        match = show(page, live_server.url, "play")
        count = see(referee.load(match.key).state, 0).count
        for text, answer in (("c", f"The count is {count}."), ("5x", "is not a card"), ("go", "You must play")):
            focus_on(page, "#say")
            page.keyboard.type(text)
            page.keyboard.press("Enter")
            expect(page.locator("#reply")).to_contain_text(answer)


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set up a table that goes on only when told to, and deals the same cards each time."""
    fixed_chance(monkeypatch, 3)
    monkeypatch.setitem(scene.DELAYS, Pace.NORMAL, STANDS_STILL)


@pytest.mark.usefixtures("still")
class TestQuestions:
    """C B F V S T are answered at any time, change nothing, and leave the focus in the text box."""

    @pytest.mark.parametrize("stage", few(["play", "discard", "claim-show"], "play"))
    def test_the_questions(self, open_page: OpenPage, live_server: LiveServer, stage: str) -> None:
        page = open_page()
        match = show(page, live_server.url, stage)
        course = referee.load(match.key)
        for letter, said in answers(match).items():
            focus_on(page, "#say")
            page.keyboard.type(letter)
            page.keyboard.press("Enter")
            expect(page.locator("#reply")).to_contain_text(said)
            expect(page.locator("#status")).to_contain_text(said)
            expect(page.locator("#say")).to_be_focused()
            expect(page.locator("#say")).to_have_value("")
        assert referee.load(match.key).number == course.number


def answers(match: Match) -> dict[str, str]:
    """Return a part of the expected answer to each question."""
    course = referee.load(match.key)
    view = see(course.state, 0)
    counting = f"The count is {view.count}." if view.series else "Nothing is being counted now."
    first = card_name(view.counting.cards[0]) if view.counting else ""
    hand = f"Your hand is being counted: {first}" if view.counting else counting
    return {
        "c": hand,
        "b": "The crib is yours." if view.dealer == 0 else "The crib is Ada’s.",
        "f": f"The starter is the {card_name(view.starter)}." if view.starter else "The starter is not cut yet.",
        "v": card_name(view.series[-1]) if view.series else "No cards are being played now.",
        "s": "You: {}; Ada: {}. The game is to {}.".format(*told(course), view.rules.target),
        "t": {
            "pegging": "Your turn to play",
            "discarding": "Discard",
            "counting": f"Count your hand: {first}",
            "over": "it is nobody’s turn",
        }[view.phase],
        "?": "C count",
    }


@pytest.mark.usefixtures("still")
class TestWarnings:
    """The learner is warned before a costly choice, and then confirms it or chooses another, by keyboard."""

    @pytest.mark.parametrize("scripts", few([True, False], True), ids=["js", "no-js"])
    def test_a_warning_is_heeded_and_then_not(
        self, open_page: OpenPage, live_server: LiveServer, scripts: bool
    ) -> None:
        page = open_page(java_script_enabled=scripts)
        match = show(page, live_server.url, "warning")
        before = referee.load(match.key)
        focus_on(page, "#take-back")
        page.keyboard.press("Enter")
        expect(page.locator("#discard")).to_be_visible()
        expect(page.locator("#reply")).to_have_count(0)
        assert referee.load(match.key).actions == before.actions
        action = costly(before)
        assert isinstance(action, Discard)
        for card in action.cards:
            expect(page.locator(f"#card-{card}")).to_be_checked()
        focus_on(page, "#discard")
        page.keyboard.press("Enter")
        expect(page.locator("#take-back")).to_be_visible()
        if scripts:
            expect(page.locator("#take-back")).to_be_focused()
        focus_on(page, "#anyway")
        page.keyboard.press("Enter")
        expect(page.locator("#reply")).to_have_count(0)
        assert action in referee.load(match.key).actions


@pytest.mark.usefixtures("still")
class TestClock:
    """The clock is visible, is announced when little time is left, and acts by itself."""

    @staticmethod
    def counting(page: Page, url: str) -> Match:
        """Return a match with a hand to count, on a page whose own clock stands, however slow the machine is."""
        page.clock.install()
        match = show(page, url, "clock-count")
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + 5)
        return match

    def test_the_last_seconds_are_spoken(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(alone=True)
        self.counting(page, live_server.url)
        left = page.locator(".clock-left")
        page.clock.run_for(1000 * (int(left.inner_text()) - 62))
        while int(left.inner_text()) > 60:
            page.clock.run_for(250)
        expect(page.locator("#status")).to_have_text("Seconds left: 60")
        page.clock.run_for(19_000)
        assert 40 <= int(left.inner_text()) <= 41
        expect(page.locator("#clock")).to_have_class("clock")
        page.clock.run_for(27_000)
        while int(left.inner_text()) > 11:
            page.clock.run_for(250)
        expect(page.locator("#status")).to_have_text("Seconds left: 30")
        page.clock.run_for(1000)
        expect(page.locator("#status")).to_have_text("Seconds left: 10")
        expect(page.locator("#clock")).to_have_class("clock is-short")

    def test_a_count_that_comes_too_late_is_not_asked_for_any_more(
        self, open_page: OpenPage, live_server: LiveServer
    ) -> None:
        page = open_page(alone=True)
        match = self.counting(page, live_server.url)
        focus_on(page, "#claim")
        page.keyboard.type("7")
        late = timezone.now() - timedelta(seconds=90)
        models.Action.objects.filter(game__match=match).update(at=late)
        page.clock.run_for(90_000)
        page.clock.resume()
        expect(page.locator("#news")).to_contain_text("Time was up")
        expect(page.locator("#status")).to_contain_text("Your time is up.")
        expect(page.locator("#go-on")).to_be_focused()
        assert any(isinstance(action, TimeOut) for action in referee.load(match.key).actions)


# ------------------------------------------------------------------------------------------------- accidents


def plays(match: Match) -> int:
    """Return how many cards the learner has played."""
    return sum(isinstance(action, Play) and action.seat == 0 for action in referee.load(match.key).actions)


def cuts_after_the_discard(course: Course) -> bool:
    """Return whether the learner discards now, and cuts after that."""
    return STAGES["discard"].there(course) and course.state.table.dealer == 1


def leads_after_go(course: Course) -> bool:
    """Return whether the learner can only say go, and leads the next series then."""
    if not STAGES["go"].there(course):
        return False
    return waited_for(apply(course.state, Go(0))) == (0,)


def faces(page: Page) -> list[str]:
    """Return the cards that lie open on the table."""
    cards: list[str] = page.locator("#table [data-card]").evaluate_all("all => all.map(card => card.dataset.card)")
    return cards


def comes_to_own_hand(course: Course) -> bool:
    """Return whether a quick table shows another's hand by itself, then waits to show the learner's."""
    counts = isinstance(course.state, Counting) and course.state.table.dealer == 0 and course.state.owner == 1
    return counts and referee.waits(course, Pace.FAST) is Wait.PAUSE


ENTER_AS_IT_GOES_ON = """where => new Promise(resolve => {
    let swapped;
    document.body.addEventListener("htmx:beforeSwap", () => { swapped = performance.now(); }, { once: true });
    const how = { bubbles: true, cancelable: true };
    document.body.addEventListener("htmx:afterSettle", () => setTimeout(() => {
        const key = new KeyboardEvent("keydown", { key: "Enter", ...how }), click = new MouseEvent("click", how);
        const event = where === "#say" ? key : click;
        Object.defineProperty(event, "timeStamp", { value: swapped + 100 }); // however long the machine took
        resolve(!document.querySelector(where).dispatchEvent(event));
    }), { once: true });
    const form = document.getElementById("by-itself");
    htmx.ajax("POST", form.action, { source: form, target: "#table", swap: "outerHTML" });
})"""
"""Lets the table go on by itself, and presses Enter at once. Returns whether that was stopped."""


def first_card(page: Page) -> str:
    """Return the selector of the first card that can be played."""
    card = page.locator(".play-card:not([aria-disabled])").first.get_attribute("id")
    return f"#{card}"


def middle(page: Page, selector: str) -> tuple[float, float]:
    """Return the centre of a card."""
    box = box_of(page.locator(selector))
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_table_that_has_told_of_what_was_missed_goes_on_at_a_press(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    """It stays until that is read, so it shows the button it hides where it goes on by itself."""
    page = open_page()
    match = show(page, live_server.url, "play")
    course = referee.load(match.key)
    course = referee.act(course, next(one for one in legal(course.state) if isinstance(one, Play)), Pace.NORMAL)
    page.locator(first_card(page)).click()
    expect(page.locator("#reply")).to_contain_text("The table had already moved on")
    go_on = page.locator("#go-on")
    expect(go_on).to_have_css("opacity", "1")
    go_on.click()
    expect(page.locator("#reply")).to_have_count(0)
    assert referee.load(match.key).number > course.number


@pytest.mark.usefixtures("still")
class TestAccidents:
    """Two tabs, double clicks, Back, Reload, and network errors: nothing is done twice, and nothing is lost."""

    def test_a_tab_left_behind_is_told(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        match = show(page, live_server.url, "play")
        behind = page.context.new_page()
        behind.goto(page.url)
        card, before = first_card(page), plays(match)
        page.locator(card).click()
        expect(page.locator(card)).to_have_count(0)
        behind.locator(card).click()
        expect(behind.locator("#reply")).to_contain_text("The table had already moved on")
        expect(behind.locator(card)).to_have_count(0)
        assert plays(match) == before + 1
        assert faces(behind) == faces(page)

    def test_a_double_click_plays_one_card(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        match = show(page, live_server.url, "play")
        card, before = first_card(page), plays(match)
        page.locator(card).dblclick()
        expect(page.locator(card)).to_have_count(0)
        expect(page.locator("#reply")).to_have_count(0)
        assert plays(match) == before + 1

    def test_a_slow_double_click_does_not_play_the_card_that_comes_under_it(
        self, open_page: OpenPage, live_server: LiveServer
    ) -> None:
        page = open_page(viewport={"width": 1280, "height": 1000})
        match = show(page, live_server.url, "lead")
        models.Habits.objects.update(pace=Pace.INSTANT)
        before = plays(match)
        page.mouse.click(*middle(page, first_card(page)))
        expect(page.locator(".play-card")).to_have_count(3)
        x, y = middle(page, first_card(page))
        page.mouse.move(x, y)
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
        page.mouse.down(click_count=1)
        page.mouse.up(click_count=1)
        expect(page.locator(".play-card")).to_have_count(2)
        assert plays(match) == before + 2, "the second click of a double click plays nothing"

    def test_a_double_click_presses_nothing_that_has_come_under_it(
        self, open_page: OpenPage, live_server: LiveServer
    ) -> None:
        page = open_page()
        match = show(page, live_server.url, "play")
        x, y = middle(page, "#hint")
        page.mouse.move(x, y)
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
        page.locator(first_card(page)).click()
        expect(page.locator("#go-on")).to_be_visible()
        assert not models.Help.objects.filter(game__match=match).exists(), "the second click asked for no hint"

    def test_the_second_tap_of_a_double_tap_counts_no_more(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
        show(page, live_server.url, "play")
        taps = """() => {
            const hint = document.getElementById("hint");
            const tap = { bubbles: true, cancelable: true, pointerType: "touch", detail: 1 };
            const heard = [];
            hint.addEventListener("click", (event) => { heard.push(event.defaultPrevented); event.preventDefault(); });
            for (const x of [5, 5, 90]) hint.dispatchEvent(new PointerEvent("click", { ...tap, clientX: x }));
            return heard;
        }"""
        assert page.evaluate(taps) == [False, True, False], "one elsewhere is no second tap"

    def test_a_press_that_comes_just_after_the_table_went_on_by_itself_counts_for_nothing_else(
        self, open_page: OpenPage, live_server: LiveServer
    ) -> None:
        page = open_page()
        match = show(page, live_server.url, "play-others")
        press = """([x, y]) => new Promise((resolve) => {
            let swapped;
            document.body.addEventListener("htmx:beforeSwap", () => { swapped = performance.now(); }, { once: true });
            document.body.addEventListener("htmx:afterSettle", () => {
                const control = document.elementFromPoint(x, y)?.closest("#act :is(button, a)");
                const place = { detail: 1, clientX: x, clientY: y };
                const click = new PointerEvent("click", { bubbles: true, cancelable: true, ...place });
                Object.defineProperty(click, "timeStamp", { value: swapped + 100 }); // however long the machine took
                resolve(control ? [control.id, control.dispatchEvent(click)] : ["", false]);
            }, { once: true });
            document.getElementById("go-on").click();
        })"""
        name, counted = page.evaluate(press, list(middle(page, "#go-on")))
        assert not counted or name == "go-on"
        assert not models.Help.objects.filter(game__match=match).exists()

    @pytest.mark.parametrize("goes", ["by itself", "by key"])
    def test_a_key_meant_for_continue_plays_no_card_where_the_table_has_gone_on(
        self, open_page: OpenPage, live_server: LiveServer, goes: str
    ) -> None:
        page = open_page()
        match = show(page, live_server.url, "play-others")
        before = plays(match)
        focus_on(page, "#go-on")
        if goes == "by itself":
            send = "form => htmx.ajax('POST', form.action, { source: form, target: '#table', swap: 'outerHTML' })"
            page.locator("#by-itself").evaluate(send)
        else:
            page.keyboard.press("Enter")
        expect(page.locator(".own-hand")).to_be_focused()
        stood = page.evaluate("scrollY")
        for key in ("Enter", "Space"):
            page.keyboard.press(key)
        assert page.evaluate("scrollY") == stood
        page.keyboard.press("Tab" if goes == "by itself" else "ArrowRight")
        expect(page.locator(".play-card").first).to_be_focused()
        assert plays(match) == before
        page.keyboard.press("Enter")
        expect(page.locator("#go-on"), "what the person does brings the focus to what comes then").to_be_focused()
        assert plays(match) == before + 1

    @pytest.mark.parametrize("where", ["#go-on", "#say"])
    def test_enter_meant_for_the_button_before_does_not_press_the_next(
        self, open_page: OpenPage, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, where: str
    ) -> None:
        """It comes just as the table has gone on by itself; later it counts."""
        monkeypatch.setitem(scene.DELAYS, Pace.FAST, STANDS_STILL)
        page = open_page()
        course = bring_to(seated(page, live_server.url, Rules(), Pace.FAST), comes_to_own_hand, Pace.FAST)
        page.goto(address(live_server.url, course.match))
        focus_on(page, where)
        number = course.number
        assert page.evaluate(ENTER_AS_IT_GOES_ON, where), "nothing is done"
        assert referee.load(course.match.key).number == number + 1
        expect(page.locator("#go-on")).to_have_text("Show your hand")
        focus_on(page, where)
        until_presses_count(page)
        page.keyboard.press("Enter")
        expect(page.locator("#go-on")).not_to_have_text("Show your hand")
        assert referee.load(course.match.key).number > number + 1

    def test_a_key_pressed_twice_plays_one_card_where_others_play_at_once(
        self, open_page: OpenPage, live_server: LiveServer
    ) -> None:
        page = open_page()
        match = show(page, live_server.url, "lead")
        models.Habits.objects.update(pace=Pace.INSTANT)
        before = plays(match)
        focus_on(page, first_card(page))
        page.keyboard.press("Enter")
        expect(page.locator(".own-hand")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
        assert plays(match) == before + 1

    def test_after_a_discard_by_key_the_focus_is_on_what_cuts(
        self, open_page: OpenPage, live_server: LiveServer
    ) -> None:
        page = open_page()
        match = seated(page, live_server.url, Rules(), Pace.NORMAL)
        page.goto(address(live_server.url, bring_to(match, cuts_after_the_discard).match))
        for card in page.locator(".pick input").all()[:2]:
            card.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator("#cut")).to_be_focused()

    def test_after_go_the_focus_is_where_the_person_leads(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        match = seated(page, live_server.url, Rules(), Pace.NORMAL)
        page.goto(address(live_server.url, bring_to(match, leads_after_go).match))
        focus_on(page, "#go")
        page.keyboard.press("Enter")
        expect(page.locator(".own-hand")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".play-card").first).to_be_focused()

    @pytest.mark.usefixtures("still")
    def test_reload_and_back_show_the_same_table(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        match = show(page, live_server.url, "play")
        felt, number = page.locator(".felt"), page.locator("#table > input[name=number]")
        before = number.input_value()
        card, stood = first_card(page), felt.inner_text()
        page.reload()
        assert felt.inner_text() == stood
        page.locator(card).click()
        expect(number).not_to_have_value(before)
        stood = felt.inner_text()
        for leave in ("reload", "footer a"):
            if leave == "reload":
                page.reload()
            else:
                page.locator(leave).first.click()
                expect(felt).to_have_count(0)
                page.go_back()
            assert felt.inner_text() == stood
            expect(number).to_have_value(referee.load(match.key).move)

    def test_without_a_network_nothing_is_lost(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(alone=True)
        match = show(page, live_server.url, "play")
        card, before = first_card(page), plays(match)
        page.context.set_offline(True)
        for selector, text in ((card, ""), ("#say", "s")):
            focus_on(page, selector)
            page.keyboard.type(text)
            page.keyboard.press("Enter")
            expect(page.locator("#trouble")).to_be_visible()
            expect(page.locator(selector)).to_be_focused()
        expect(page.locator("#say")).to_have_value("s")
        assert plays(match) == before
        page.context.set_offline(False)  # what was asked last is asked again
        expect(page.locator("#reply")).to_contain_text("The game is to 121.")
        expect(page.locator("#trouble")).to_be_hidden()
        focus_on(page, card)
        page.keyboard.press("Enter")
        expect(page.locator(card)).to_have_count(0)
        assert plays(match) == before + 1

    def test_a_table_that_could_not_go_on_by_itself_goes_on_once_the_site_answers(
        self, open_page: OpenPage, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = open_page()
        failures: list[str] = []
        page.on("pageerror", lambda error: failures.append(str(error)))
        monkeypatch.setitem(scene.DELAYS, Pace.NORMAL, 100)
        page.route("**/games/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
        match = show(page, live_server.url, "play-others")
        told = page.locator("#trouble")
        expect(told).to_have_text("The site does not answer. It is asked again until it does.")
        for wide, high in ((360, 740), (320, 640), (1280, 800)):
            page.set_viewport_size({"width": wide, "height": high})
            strip, scores = (page.locator(which).bounding_box() for which in ("#trouble", ".scores"))
            assert strip
            assert scores
            assert (strip["x"], strip["width"]) == (0, wide)
            assert strip["y"] + strip["height"] <= scores["y"], "over nothing of the game"
            assert told.evaluate("bar => parseFloat(getComputedStyle(bar).fontSize)") >= 16
        stood = referee.load(match.key).move
        hide(page)
        page.unroute("**/games/**")
        page.wait_for_timeout(2500)
        assert referee.load(match.key).move == stood, "a hidden page waits"
        assert failures == []
        see_again(page)
        expect(page.locator("#table > input[name=number]")).not_to_have_value(stood)
        expect(page.locator("#trouble")).to_be_hidden()


# ---------------------------------------------------------------------------------------------------- accessibility

SMALL = """() => {
    const targets = [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary, label')];
    const inline = element => element.tagName === 'A' && getComputedStyle(element).display === 'inline';
    const around = element => (element.parentElement.closest('.whole') ?? element).parentElement;
    const inText = element => (inline(element) || element.matches('.to-word'))
        && around(element).textContent.trim() !== element.textContent.trim();
    const pressed = element => element.matches('label') ? element.querySelector('input') : !element.closest('label');
    const shown = element => element.checkVisibility() && !element.matches('.visually-hidden, .skip');
    return targets.filter(element => shown(element) && pressed(element) && !inText(element)).map(element => {
        const box = element.getBoundingClientRect();
        return [box.height, box.width, element.outerHTML.slice(0, 90)];
    }).filter(([high, wide]) => high < 43.99 || wide < 43.99);
}"""


TELLING = ("discard", "play", "warning", "claim-show", "over")
"""A choice of cards, a card to play, a sentence, a count and an end: the other phases are made of their parts."""


@pytest.mark.usefixtures("still")
class TestEveryEye:
    """Every phase, in light and dark colours, on a phone and on a desktop."""

    @pytest.mark.parametrize("stage", few(STAGES, *TELLING))
    def test_it_fits_a_phone_and_every_eye(self, open_page: OpenPage, live_server: LiveServer, stage: str) -> None:
        page = open_page()
        show(page, live_server.url, stage)
        assert violations(page) == []
        page.set_viewport_size({"width": 360, "height": 740})
        if not STAGES[stage].step:  # otherwise the page has scrolled to the text box
            page.reload()
            parts = page.locator("#act :is(.card, button, input, .button):visible:not(.visually-hidden)").all()
            assert parts
            for part in parts:
                expect(part, "what can be done is on the first screen").to_be_in_viewport(ratio=0.99)
        page.set_viewport_size({"width": 320, "height": 640})
        page.evaluate(OPEN_ALL)
        assert page.evaluate(SIDEWAYS) == [], "nothing is wider than the screen"
        assert page.evaluate(SMALL) == [], "nothing is smaller than a thumb"

    def test_an_answer_is_in_view_while_one_types(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(viewport={"width": 360, "height": 740})
        show(page, live_server.url, "answer")
        expect(page.locator("#reply")).to_be_in_viewport(ratio=0.99)
        expect(page.locator("#say")).to_be_in_viewport(ratio=0.99)
        expect(page.locator("#say")).to_be_focused()


def test_grading_goes_on_after_a_wait(open_page: OpenPage, live_server: LiveServer) -> None:
    waits = [429]

    def busy(route: Route) -> None:
        if not waits:
            route.continue_()
            return
        headers = {"X-Request-ID": "x", "Content-Type": "text/plain; charset=utf-8", "Retry-After": "1"}
        route.fulfill(status=waits.pop(), headers=headers, body="Please wait 1 second, then try again.")

    page = open_page()
    match = begin(sit_at(page, live_server.url), Rules())
    Match.objects.filter(pk=match.pk).update(origin=Origin.RECORD)
    page.route("**/grade/", busy)
    page.goto(f"{live_server.url}/games/{match.key}/1/")
    expect(page.locator("#trouble")).to_have_text("Please wait 1 second, then try again.")
    expect(page.locator("#grading")).to_have_count(0)
    expect(page.locator("#trouble")).to_be_hidden()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_fields_have_the_colours_of_the_house(open_page: OpenPage, live_server: LiveServer, look: str) -> None:
    page = open_page(color_scheme=look)
    page.goto(f"{live_server.url}/games/open/")
    field = {"light": "#fffdf7", "dark": "#232b26"}[look]
    of = "(e, colour) => { e.after(document.createElement('i')); e.nextSibling.style.color = colour;" + (
        "return getComputedStyle(e).backgroundColor === getComputedStyle(e.nextSibling).color }"
    )
    assert page.locator("textarea").evaluate(of, field)
    assert violations(page) == []
