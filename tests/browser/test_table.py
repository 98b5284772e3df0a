"""The fixed grid of the table: through a deal the hand stays where it is, and what acts is on the first screen."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from game import referee
from game.engine.cards import Card
from game.engine.play import (
    Call,
    Claim,
    Counting,
    Cut,
    CuttingForDeal,
    Discard,
    Discarding,
    Over,
    Pass,
    Pegging,
    Play,
    apply,
    legal,
    waited_for,
)
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.scoring import total
from game.engine.view import see
from game.models import Habits, Match, Pace
from game.referee import Course, Draft, Wait
from game.table import scene
from tests.browser.conftest import OpenPage
from tests.browser.games import SIX, STAGES, address, bring_to, costly, fixed_chance, seated, show, watched
from tests.browser.geometry import LOW, SCREENS, box_of, on, places
from tests.full import PROOF, few
from tests.game.tables import play_out, played

CALLED = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)
SEATS = {
    "two": Rules(),
    "two who count": CALLED,
    "three": Rules(seats=3, sides=3),
    "four": Rules(seats=4, sides=4),
    "four in pairs": Rules(seats=4, sides=2),
    "six": Rules(seats=6, sides=6),
    "six in pairs": Rules(seats=6, sides=3),
    "six in threes": Rules(seats=6, sides=2, counting=Counted.SHOW),
}
KEEP = """async () => {
    await new Promise(requestIdleCallback); // the end of the log is shown then
    const kept = document.getElementById("table").cloneNode(true);
    kept.querySelectorAll("[name=csrfmiddlewaretoken]").forEach(token => token.remove());
    const texts = document.createTreeWalker(kept, NodeFilter.SHOW_TEXT), blank = [];
    while (texts.nextNode()) if (!texts.currentNode.data.trim()) blank.push(texts.currentNode);
    blank.forEach(text => text.remove());
    (window.kept ??= []).push(kept);
}"""
"""Keep how the table is, but for spaces, and for tokens, which are others each time."""
MOST_MOVED = 1
"""Pixels that the upper edge of the own hand may move in a deal, for rounding."""


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set up a table that goes on only when told to, and deals the same cards each time."""
    fixed_chance(monkeypatch, 3)
    monkeypatch.setitem(scene.DELAYS, Pace.NORMAL, 3_600_000)


def moments(page: Page, url: str, match: Match) -> Iterator[tuple[str, Course]]:
    """Play a deal, and yield each moment that the page shows: the table as it stands, a hint, and a warning.

    Without `--full`, of moments in a row in which others play alike, only the last is shown: it has most on the table;
    and a hint and a warning are asked for where each phase first comes.
    """
    asked: set[str] = set()
    course = referee.load(match.key)
    while course.state.table.deal < 2:
        if not PROOF.full and alike(course):
            played(course)
            course = referee.load(match.key)
            continue
        page.goto(address(url, match))
        phase = page.locator("#table").get_attribute("data-phase")
        yield f"{phase}", course
        is_new = PROOF.full or f"{phase}" not in asked
        if is_new and referee.waits(course) is Wait.PERSON and page.locator("#hint").is_visible():
            asked.add(f"{phase}")
            page.locator("#hint").click()
            expect(page.locator("#reply")).to_be_visible()
            yield f"{phase}, a hint", course
            if warned(page, course):
                yield f"{phase}, a warning", course
        played(course)
        course = referee.load(match.key)


def alike(course: Course) -> bool:
    """Return whether others go on playing here, and in the next moment too, which shows this card and one more."""
    if not isinstance(course.state, Pegging) or referee.waits(course) is Wait.PERSON:
        return False
    draft = Draft(course)
    draft.step()
    state = draft.state
    return (
        isinstance(state, Pegging)
        and len(see(state, 0).series) > len(see(course.state, 0).series) > 0
        and 0 not in waited_for(state)
    )


def warned(page: Page, course: Course) -> bool:
    """Do something costly, if there is anything, and return whether the table warns."""
    match costly(course):
        case Discard(_, cards):
            for card in cards:
                page.locator(f"#card-{card}").check(force=True)
            page.locator("#discard").click()
        case Play(_, card):
            page.locator(f"#card-{card}").click()
        case _:
            return False
    expect(page.locator("#take-back")).to_be_visible()
    return True


@pytest.mark.parametrize("name", few(SEATS, "two who count"))
def test_nothing_moves_through_a_deal(open_page: OpenPage, live_server: LiveServer, name: str) -> None:
    page = open_page()
    match = seated(page, live_server.url, SEATS[name], Pace.NORMAL, warnings=True)
    hands, boards = defaultdict(set), defaultdict(set)
    below = []
    for moment, _course in moments(page, live_server.url, match):
        for (wide, high), stands in places(page):
            boards[wide].add(stands.board)
            if stands.hand is not None:
                hands[wide].add(stands.hand)
            if stands.act > high or stands.wide > wide:
                below.append((moment, wide, stands))
    assert below == [], "what acts is on the first screen, and nothing is wider than it"
    assert {wide: max(tops) - min(tops) for wide, tops in hands.items() if max(tops) - min(tops) > MOST_MOVED} == {}
    assert {wide: len(tops) for wide, tops in boards.items()} == dict.fromkeys(boards, 1)


@pytest.mark.parametrize("name", few(SEATS, "two", "six"))
def test_the_end_of_a_game_shows_what_can_be_done_on_the_first_screen(
    open_page: OpenPage, live_server: LiveServer, name: str
) -> None:
    page = open_page()
    match = seated(page, live_server.url, replace(SEATS[name], target=61), Pace.NORMAL)
    for _course in play_out(match):
        pass
    page.goto(address(live_server.url, match))
    expect(page.get_by_role("link", name="Review game")).to_be_visible()
    above = """() => {
        const parts = [...document.querySelectorAll('.ending > *')].map(part => part.getBoundingClientRect().bottom);
        return Math.max(...parts) <= document.querySelector('.actions').getBoundingClientRect().top;
    }"""
    assert [
        (screen, stands) for screen, stands in places(page) if stands.act > screen[1] or not page.evaluate(above)
    ] == []


RIGHT = """() => ['.scores', '.lanes', '.boards > .board', '#command', '.aside', '#events'].map(part => {
    const { x, y, width } = document.querySelector(part).getBoundingClientRect();
    return [part, x, y, width];
})"""


def test_the_end_of_a_game_moves_nothing_beside_the_felt_and_offers_no_box_for_moves(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    match = seated(page, live_server.url, Rules(target=31), Pace.NORMAL)
    for _course in play_out(match):
        pass
    page.goto(address(live_server.url, match) + "?fresh")
    page.locator("#say").focus()
    before = page.evaluate(RIGHT)
    page.locator("#go-on").evaluate("button => button.click()")
    expect(page.locator("#result")).to_be_visible()
    assert page.evaluate(RIGHT) == before
    expect(page.locator("#say")).to_have_count(0)
    expect(page.get_by_role("button", name="Play again"), "the box had the focus").to_be_focused()
    expect(page.locator("#command").get_by_role("link", name="Your decisions in games")).to_be_visible()
    expect(page.get_by_role("link", name="Practise hands from your games")).to_be_visible()
    page.goto(address(live_server.url, match))
    assert page.evaluate(RIGHT) == before
    expect(page.locator("#say")).to_have_count(0)


PHASES = ["cut-for-deal", "discard", "warning", "cut", "play", "go", "show-next", "claim-show", "call-show", "counted"]
PHASES += ["over", "between-games"]
CROWDED = ["claim-play", "call-play", "six-discard", "six-play", "six-claim", "six-counted"]
"""Phases with more to show than the smallest window takes: that of many chips, or of a box beside the hand."""


@pytest.mark.parametrize("stage", few([*PHASES, *CROWDED], "discard", "claim-show"))
def test_a_low_window_shows_what_acts_in_every_phase(open_page: OpenPage, live_server: LiveServer, stage: str) -> None:
    page = open_page()
    show(page, live_server.url, stage)
    screens = [screen for screen in LOW if stage in PHASES or screen != min(LOW)]
    assert [(screen, stands) for screen, stands in places(page, screens) if stands.act > screen[1]] == []
    assert [(screen, stands) for screen, stands in places(page, screens) if stands.wide > screen[0]] == []


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (320, 640)])
def test_the_whole_board_is_large_covers_no_score_and_has_numbers(
    open_page: OpenPage, live_server: LiveServer, wide: int, high: int
) -> None:
    page = open_page(viewport={"width": wide, "height": high})
    show(page, live_server.url, "play")
    page.locator("#board-fold > summary").click()
    scores, sheet, board = (
        box_of(page.locator(one)) for one in (".scores", ".boards > .board", ".boards > .board > svg")
    )
    assert scores["y"] + scores["height"] <= sheet["y"]
    assert sheet["y"] + sheet["height"] <= high
    assert board["height"] >= 0.7 * high
    assert 0 <= board["x"] <= board["x"] + board["width"] <= wide
    assert {"10", "20"} <= set(page.locator(".boards > .board text").all_text_contents())


@pytest.mark.parametrize("scripts", few([True, False], True), ids=["js", "no-js"])
def test_a_tap_on_the_whole_board_closes_it(open_page: OpenPage, live_server: LiveServer, scripts: bool) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, java_script_enabled=scripts)
    show(page, live_server.url, "play")
    page.mouse.click(180, 110)
    expect(page.locator(".boards > .board")).to_be_visible()
    page.mouse.click(180, 190)
    expect(page.locator(".boards > .board")).to_be_hidden()


def test_the_whole_board_shows_how_to_close_it_and_gives_the_focus_back(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    show(page, live_server.url, "play")
    opens, board = page.locator("#board-fold > summary"), page.locator(".boards > .board")
    closes: list[Callable[[], None]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.touchscreen.tap(180, 330),
        lambda: page.touchscreen.tap(20, 108),
    ]
    for close in closes:
        opens.tap()
        expect(board).to_be_visible()
        assert "×" in opens.evaluate("opens => getComputedStyle(opens, '::before').content")
        close()
        expect(board).to_be_hidden()
        expect(opens).to_be_focused()


@pytest.mark.parametrize(("wide", "high"), [(1280, 800), (1280, 640), (1920, 1080)])
def test_the_end_of_a_game_fills_the_felt_of_a_desk(
    open_page: OpenPage, live_server: LiveServer, wide: int, high: int
) -> None:
    page = open_page(viewport={"width": wide, "height": high})
    show(page, live_server.url, "over")
    felt, parts = page.locator(".felt").bounding_box(), page.locator(".ending > *").all()
    boxes = [box for part in parts if (box := part.bounding_box())]
    assert felt
    assert sum(box["height"] for box in boxes) > felt["height"] / 2
    for part in (*parts, page.locator(".actions")):
        expect(part).to_be_in_viewport(ratio=1)


def test_gold_is_what_acts_now(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    show(page, live_server.url, "discard")
    hand, button = page.locator(".own[data-acts]"), page.locator("#discard:not(.button-felt)")
    for number, card in enumerate(page.locator(".pick").all()[:4]):
        expect(hand).to_have_count(int(number < 2))
        expect(button).to_have_count(int(number >= 2))
        expect(page.locator("#discard[aria-disabled]")).to_have_count(int(number < 2))
        card.click()
    page.locator(".pick:has(:checked)").first.click()
    expect(hand).to_have_count(1)
    expect(button).to_have_count(0)


def test_what_is_advised_chosen_and_whose_turn_it_is_look_different(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page()
    show(page, live_server.url, "discard")
    looks = "one => ['outlineStyle', 'boxShadow', 'backgroundImage'].map(name => getComputedStyle(one)[name]).join()"
    mark = "one => getComputedStyle(one, '::after').content"
    turn = page.locator(".own-hand").evaluate(looks)
    page.locator("#hint").click()
    advised = page.locator(".pick .is-advised").first
    before, star = advised.evaluate(looks), advised.evaluate(mark)
    other = page.locator(".pick:not(:has(.is-advised))").first
    lay = other.locator(".card").bounding_box()
    other.click()
    chosen, rises = other.locator(".card").evaluate(looks), other.locator(".card").bounding_box()
    assert lay
    assert rises
    assert 8 <= lay["y"] - rises["y"] <= 12
    advised.locator("..").click()
    assert "★" in star
    assert advised.evaluate(mark) == star, "what is advised is still seen once it is chosen"
    assert len({turn, before, chosen}) == 3


def test_the_buttons_keep_their_places_through_the_play(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    stood = set()
    for stage in ("lead", "play", "go", "play-others"):
        show(page, live_server.url, stage)
        middle = page.locator("#go, #go-on").bounding_box()
        sides = [page.locator(side).bounding_box() for side in ("[href='#say']", "#hint")]
        assert middle
        stood.add((round(middle["x"] + middle["width"] / 2), *(round(box["x"]) for box in sides if box)))
    assert len(stood) == 1


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (320, 640)])
def test_a_count_stays_within_the_window_however_it_swells(
    open_page: OpenPage, live_server: LiveServer, wide: int, high: int
) -> None:
    page = open_page(viewport={"width": wide, "height": high})
    show(page, live_server.url, "play")
    number = page.locator("#count-number")
    number.evaluate("number => { number.firstChild.data = '30'; number.style.scale = 1.3; }")
    box = number.bounding_box()
    assert box
    assert box["x"] >= 4


def test_a_warning_marks_the_better_cards_and_those_that_were_chosen(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page()
    show(page, live_server.url, "warning")
    looks = """cards => cards.map(card => [card, '::after'].map((part, at) => getComputedStyle(card, at ? part : '')))
        .map(([face, mark]) => (face.outlineStyle === 'solid' ? 'chosen' : '') + (/★/.test(mark.content) ? '★' : ''))
        .sort()"""
    assert page.locator(".own .card").evaluate_all(looks) == ["", "", *2 * ["chosen"], *2 * ["★"]]
    assert page.locator(".own .is-advised").count() == page.locator(".own .is-raised").count() == 2
    expect(page.locator(".own[data-acts]")).to_have_count(0)


PRESSED_AT_ONCE = """document.addEventListener('htmx:afterSettle', () => {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 });
    document.getElementById('anyway').dispatchEvent(press);
    window.pressed = true;
}, { once: true })"""
"""Presses what accepts a warning as soon as the warning is there."""
TWO_TAPS = 600
"""Milliseconds after which a tap is no second one."""


def test_a_second_tap_on_discard_does_not_accept_the_warning(open_page: OpenPage, live_server: LiveServer) -> None:
    """By place, whatever the second tap comes after, and in time, wherever the button stands."""
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True)
    match = show(page, live_server.url, "warning")
    course = referee.load(match.key)
    back = page.locator("#take-back").bounding_box()
    page.wait_for_timeout(TWO_TAPS)
    page.locator("#take-back").tap()
    discard = page.locator("#discard").bounding_box()
    assert back
    assert discard
    assert back["x"] <= discard["x"] + discard["width"] / 2 <= back["x"] + back["width"]
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    page.evaluate(PRESSED_AT_ONCE)
    page.wait_for_timeout(TWO_TAPS)
    page.locator("#discard").tap()
    page.wait_for_function("() => window.pressed")
    expect(page.locator("#take-back")).to_be_visible()
    assert referee.load(match.key).actions == course.actions
    page.wait_for_timeout(TWO_TAPS)
    page.locator("#anyway").tap()
    expect(page.locator("#take-back")).to_have_count(0)
    assert len(referee.load(match.key).actions) > len(course.actions)
    assert len(posts) == 2  # the discard, and that it stands


def test_escape_goes_back_from_a_warning_to_the_choice(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    show(page, live_server.url, "warning")
    page.locator("#take-back").click()
    page.locator("#discard").press("Enter")
    expect(page.locator("#take-back")).to_be_focused()
    page.locator("#reply > summary").click()
    page.keyboard.press("Escape")
    expect(page.locator("#reply"), "what lies over the felt goes first").not_to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.locator(".pick :checked").first).to_be_focused()
    expect(page.locator(".pick :checked")).to_have_count(2)


@pytest.mark.parametrize("stage", ["discard", "play"])
def test_keys_go_round_the_hand_and_to_its_ends(open_page: OpenPage, live_server: LiveServer, stage: str) -> None:
    page = open_page(viewport={"width": 1280, "height": 500})
    show(page, live_server.url, stage)
    cards = page.locator(".own-hand :is(button, input)")
    cards.first.focus()
    stood, last = page.evaluate("scrollY"), cards.count() - 1
    keys = ["ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowRight", "End", "End", "Home"]
    for key, place in zip(keys, [1, 0, last, 0, last, last, 0], strict=True):
        page.keyboard.press(key)
        expect(cards.nth(place)).to_be_focused()
    page.wait_for_timeout(200)
    assert page.evaluate("scrollY") == stood
    page.keyboard.press("Control+ArrowRight")
    expect(cards.first).to_be_focused()
    page.keyboard.press("Tab")
    expect(cards.nth(1)).to_be_focused()


@pytest.mark.parametrize("stage", few(["call-show", "call-play"], "call-show"))
def test_a_claim_stands_only_where_that_is_pressed(open_page: OpenPage, live_server: LiveServer, stage: str) -> None:
    page = open_page()
    match = show(page, live_server.url, stage)
    number = referee.load(match.key).number
    page.locator("#call").press("Enter")
    let_stand = page.get_by_role("button", name="Let it stand")
    expect(let_stand).to_be_focused()
    for _ in range(3):
        page.keyboard.down("Enter")  # held, which repeats it
    page.keyboard.up("Enter")
    expect(let_stand).to_be_focused()
    assert referee.load(match.key).number == number
    let_stand.click()
    expect(page.locator("#call")).to_have_count(0)
    assert isinstance(referee.load(match.key).log.action(number), Pass)


def test_a_page_loaded_again_keeps_a_warning_until_it_is_taken_back(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page()
    match = show(page, live_server.url, "warning")
    told = page.locator("#reply summary").inner_text()
    page.reload()
    assert page.locator("#reply summary").inner_text() == told
    page.locator("#take-back").click()
    expect(page.locator("#discard")).to_be_visible()
    expect(page).to_have_url(address(live_server.url, match))
    expect(page.locator(".pick :checked")).to_have_count(2)


def test_back_takes_a_warning_back_and_then_leaves_the_table(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    page.goto(live_server.url)
    match = show(page, live_server.url, "warning")
    table, before = address(live_server.url, match), page.evaluate("history.length")
    for leave in (page.go_back, page.locator("#take-back").click):
        if page.locator("#take-back").count() == 0:
            page.locator("#discard").click()
        expect(page).to_have_url(re.compile(r"\?pending="))
        leave()
        expect(page.locator(".pick :checked")).to_have_count(2)
        expect(page).to_have_url(table)
    assert page.evaluate("history.length") == before, "one step, however often"
    page.go_back()
    assert page.url != table


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (320, 640)])
def test_what_can_be_typed_covers_neither_hand_nor_count(
    open_page: OpenPage, live_server: LiveServer, wide: int, high: int
) -> None:
    page = open_page(viewport={"width": wide, "height": high})
    show(page, live_server.url, "answer")
    count, letters, hand = (page.locator(name).bounding_box() for name in ("#count-number", "#reply", ".own-hand"))
    assert count
    assert letters
    assert hand
    below_digits = (count["height"] - 32) / 2  # the line is higher than its digits
    assert count["y"] + count["height"] - below_digits <= letters["y"]
    assert letters["y"] + letters["height"] <= hand["y"]


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (320, 640), (1280, 800)])
def test_a_hint_stands_above_the_middle_of_the_hand_at_the_usual_size(
    open_page: OpenPage, live_server: LiveServer, wide: int, high: int
) -> None:
    page = open_page(viewport={"width": wide, "height": high})
    show(page, live_server.url, "play")
    size = "words => getComputedStyle(words).fontSize"
    usual = page.locator(".speaks > p").evaluate(size)
    page.locator("#hint").click()
    hint, hand = page.locator("#reply > summary"), page.locator(".own-hand").bounding_box()
    expect(hint).to_be_visible()
    box = hint.bounding_box()
    assert box
    assert hand
    assert abs(box["x"] + box["width"] / 2 - hand["x"] - hand["width"] / 2) <= 1
    assert hint.locator("span").evaluate(size) == usual
    longest = "Choose the 10 and queen instead: this late, it wins more games."
    is_whole = "(words, said) => { words.lastChild.data = said; return words.scrollHeight <= words.clientHeight; }"
    assert hint.locator("span").evaluate(is_whole, longest)


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (320, 640)])
def test_a_raised_card_covers_no_word(open_page: OpenPage, live_server: LiveServer, wide: int, high: int) -> None:
    page = open_page(viewport={"width": wide, "height": high})
    show(page, live_server.url, "warning")
    words = page.locator(".speaks span, .speaks p").first.bounding_box()
    cards = [card.bounding_box() for card in page.locator(".own .card").all()]
    assert words
    assert words["y"] + words["height"] <= min(card["y"] for card in cards if card)
    show(page, live_server.url, "cut-for-deal")
    seats = page.locator(".players").bounding_box()
    pack = [card.bounding_box() for card in page.locator(".spread .card").all()]
    assert seats
    assert seats["y"] + seats["height"] <= min(card["y"] for card in pack if card)
    ends = [(card["x"], card["x"] + card["width"]) for card in pack if card]
    assert min(ends)[0] == pytest.approx(wide - max(ends)[1], abs=4), "it lies in the middle of the felt"


@pytest.mark.parametrize(("wide", "high", "least"), [(360, 740, 50), (1280, 800, 76)])
def test_six_cards_of_a_hand_are_large(
    open_page: OpenPage, live_server: LiveServer, wide: int, high: int, least: int
) -> None:
    page = open_page(viewport={"width": wide, "height": high})
    show(page, live_server.url, "discard")
    widths = page.locator("[data-place=hand] .card").evaluate_all("cards => cards.map(card => card.offsetWidth)")
    assert len(widths) == 6
    assert min(widths) >= least


@pytest.mark.parametrize("wide", [1000, 1280])
def test_a_desk_lays_a_hand_side_by_side_and_a_series_in_a_row(
    open_page: OpenPage, live_server: LiveServer, wide: int
) -> None:
    page = open_page(viewport={"width": wide, "height": 800})
    show(page, live_server.url, "discard")
    cards = [box for card in page.locator("[data-place=hand] .card").all() if (box := card.bounding_box())]
    assert all(card["x"] + card["width"] <= after["x"] for card, after in pairwise(cards))
    match = seated(page, live_server.url, Rules(), Pace.NORMAL)
    course = bring_to(match, lambda course: isinstance(course.state, Pegging) and len(see(course.state, 0).series) > 5)
    page.goto(address(live_server.url, course.match))
    laid = [box for card in page.locator(".laid .card").all() if (box := card.bounding_box())]
    felt = page.locator(".felt").bounding_box()
    assert felt
    assert len({card["y"] for card in laid}) == 1
    assert laid[-1]["x"] + laid[-1]["width"] <= felt["x"] + felt["width"]


@pytest.mark.parametrize("wide", [360, 1280])
def test_the_frame_of_the_focus_lies_on_its_card_and_covers_no_other(
    open_page: OpenPage, live_server: LiveServer, wide: int
) -> None:
    page = open_page(viewport={"width": wide, "height": 740})
    frame = "card => getComputedStyle(card, '::before').borderTopStyle"
    for stage, control in (("discard", "input"), ("lead", ".play-card")):
        show(page, live_server.url, stage)
        held = page.locator(f".own-hand {control}")
        held.first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        frames = [card.evaluate(frame) for card in page.locator(".own-hand .card").all()]
        assert frames == ["dashed"] + ["none"] * (len(frames) - 1)
        places = page.locator(".own-hand > [data-card]").all()
        assert {place.evaluate("place => getComputedStyle(place).zIndex") for place in places} == {"auto"}
        assert held.first.evaluate("held => getComputedStyle(held).outlineStyle") == "none" or stage == "discard"


def test_after_a_hint_the_count_can_be_typed(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    show(page, live_server.url, "claim-show")
    page.locator("#hint").click()
    expect(page.locator("#reply")).to_be_visible()
    expect(page.locator("#claim")).to_be_focused()


def test_a_hint_asked_with_keys_leaves_them_at_the_hand(open_page: OpenPage, live_server: LiveServer) -> None:
    """Pressed once more, the key plays nothing."""
    page = open_page()
    course = referee.load(show(page, live_server.url, "play").key)
    page.locator("#hint").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#reply")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".own-hand")).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator(".own-hand > :first-child")).to_be_focused()
    assert referee.load(course.match.key).number == course.number


def test_numbers_and_enter_discard_with_an_opened_hint(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    match = seated(page, live_server.url, Rules(), Pace.NORMAL, keys=True)
    page.goto(
        address(
            live_server.url,
            bring_to(
                match, lambda course: 0 in waited_for(course.state) and isinstance(course.state, Discarding)
            ).match,
        )
    )
    page.locator("#hint").click()
    expect(page.locator("#reply")).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("5")
    expect(page.locator(".pick :checked")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator(".pick")).to_have_count(0)


@pytest.mark.parametrize(("wide", "high"), few([(360, 740), (320, 640)], (320, 640)))
@pytest.mark.parametrize("stage", few(["claim-show", "call-show", "six-claim"], "claim-show", "six-claim"))
def test_a_phone_counts_with_a_tap(
    open_page: OpenPage, live_server: LiveServer, stage: str, wide: int, high: int
) -> None:
    page = open_page(viewport={"width": wide, "height": high}, has_touch=True, is_mobile=True)
    match = show(page, live_server.url, stage)
    for what in (".show-cards", ".speaks", ".pad button", "#hint"):
        for part in page.locator(what).all():
            expect(part).to_be_in_viewport(ratio=1)
    expect(page.locator(".own input[type=text]")).not_to_be_visible()
    widths = page.locator(".pad button").evaluate_all("keys => keys.map(key => key.offsetWidth)")
    assert min(widths) >= (44 if wide == 360 else 40)
    course = referee.load(match.key)
    number, claim = course.number, see(course.state, 0).claim
    in_vain = page.locator(".pad button:disabled").evaluate_all("keys => keys.map(key => Number(key.value))")
    assert in_vain == (list(range(claim[1] + 1)) if claim else []), "what is no more than the claim cannot be called"
    page.locator(".pad button").filter(has_text="12").tap()
    expect(page.locator(".pad")).to_have_count(0)
    action = referee.load(match.key).log.action(number)
    assert isinstance(action, Claim | Call)
    assert action.points == 12


@pytest.mark.parametrize("size", [(360, 740), (320, 640)])
def test_what_six_have_cut_for_the_deal_fits_the_felt_of_a_phone(
    open_page: OpenPage, live_server: LiveServer, size: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": size[0], "height": size[1]})
    match = seated(page, live_server.url, SIX, Pace.SLOW)
    course = bring_to(match, lambda course: isinstance(course.state, CuttingForDeal) and len(course.state.cuts) == 5)
    page.goto(address(live_server.url, course.match))
    expect(page.locator(".laid .card").nth(4)).to_be_visible()
    assert page.locator(".felt").evaluate("felt => felt.getBoundingClientRect().bottom") <= size[1]


@pytest.mark.parametrize(("wide", "high", "least"), [(360, 740, 44), (320, 640, 33)])
def test_who_counts_everything_sees_what_acts_and_large_holes(
    open_page: OpenPage, live_server: LiveServer, wide: int, high: int, least: int
) -> None:
    page = open_page(viewport={"width": wide, "height": high}, has_touch=True, is_mobile=True)
    show(page, live_server.url, "all-claim-show")
    for part in page.locator(".show-cards, .pad button, .buttons > *:visible").all():
        expect(part).to_be_in_viewport(ratio=1)
    assert min(page.locator(".pad button").evaluate_all("keys => keys.map(key => key.offsetHeight)")) >= least


def claim_of(match: Match, number: int) -> int | None:
    """What is claimed for a card that is the action of this number."""
    action = referee.load(match.key).log.action(number)
    assert isinstance(action, Play)
    return action.claim


def test_a_card_is_claimed_for_at_a_tap(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    match = show(page, live_server.url, "claim-play")
    number = referee.load(match.key).number
    expect(page.locator("#points")).not_to_be_visible()
    expect(page.locator(".actions .pad :checked")).to_have_value("")
    page.locator(".actions .pad label").filter(has_text="3").tap()
    page.locator("[data-place=hand] .play-card:not([aria-disabled])").first.tap()
    expect(page.locator(".actions .pad :checked")).to_have_count(0)
    assert claim_of(match, number) == 3


def test_enter_takes_the_points_to_the_card_that_is_lifted(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    show(page, live_server.url, "claim-play")
    Habits.objects.update(lift=True)
    page.reload()
    card = page.locator(".play-card:not([aria-disabled])").last
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.locator("#points").press("3")
    page.keyboard.press("Enter")
    expect(card).to_be_focused()


def test_enter_takes_the_points_to_the_card_that_is_played_for_them(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page()
    match = show(page, live_server.url, "claim-play")
    number = referee.load(match.key).number
    page.locator("#points").press("3")
    page.keyboard.press("Enter")
    card = page.locator(".play-card:not([aria-disabled])").first
    expect(card).to_be_focused()
    expect(page.locator("#points")).to_have_value("3")
    assert referee.load(match.key).number == number
    page.keyboard.press("Enter")
    expect(page.locator("#points")).to_have_count(0)
    assert claim_of(match, number) == 3


def test_a_single_key_plays_no_card_before_its_points_are_given(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    rules = replace(CALLED, counting=Counted.ALL)
    course = bring_to(seated(page, live_server.url, rules, Pace.NORMAL, keys=True), STAGES["lead"].there)
    page.goto(address(live_server.url, course.match))
    page.keyboard.press("2")
    expect(page.locator(".own-hand > :nth-child(2)")).to_be_focused()
    assert referee.load(course.match.key).number == course.number
    page.keyboard.press("Enter")
    expect(page.locator(".own-hand > .card-gone")).to_have_count(1)


def test_a_claim_for_a_card_is_called_at_a_tap(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    match = show(page, live_server.url, "call-play")
    number = referee.load(match.key).number
    expect(page.locator("#call")).not_to_be_visible()
    page.locator(".actions .pad button").filter(has_text="8").tap()
    expect(page.locator(".actions .pad button")).to_have_count(0)
    assert referee.load(match.key).log.action(number) == Call(0, 8)


def test_a_tap_on_a_card_takes_a_warning_back_and_changes_the_choice(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    show(page, live_server.url, "warning")
    page.wait_for_timeout(TWO_TAPS)
    page.locator(".own .is-raised").first.tap()
    expect(page.locator("#discard")).to_be_visible()
    expect(page.locator(".pick :checked")).to_have_count(1)


def test_a_tap_on_the_better_card_of_a_warning_plays_it(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    match = seated(page, live_server.url, Rules(), Pace.NORMAL, warnings=True)
    course = bring_to(match, lambda course: isinstance(costly(course), Play))
    play = costly(course)
    assert isinstance(play, Play)
    page.goto(address(live_server.url, course.match))
    page.locator(f"#card-{play.card}").tap()
    better = page.locator(".own li:has(.is-advised)").first
    card = better.get_attribute("data-card")
    page.wait_for_timeout(TWO_TAPS)
    better.tap()
    expect(page.locator(f".laid [data-card='{card}']")).to_be_visible()
    expect(page.locator("#take-back")).to_have_count(0)


def test_a_phone_opens_the_help_on_what_can_be_typed(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    show(page, live_server.url, "play")
    page.locator("#say-help > summary").tap()
    expect(page.locator("#say-help kbd").first).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["js", "no-js"])
def test_a_phone_asks_or_types_at_a_tap_and_keeps_the_table_in_view(
    open_page: OpenPage, live_server: LiveServer, scripts: bool
) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, java_script_enabled=scripts)
    match = show(page, live_server.url, "play")
    expect(page.locator("#say")).not_to_be_in_viewport()
    page.get_by_role("link", name="Type it").click()
    expect(page.locator("#say")).to_be_focused()
    if scripts:
        assert page.evaluate("scrollY") == 0
        hand, box = page.locator(".own-hand").bounding_box(), page.locator("#command").bounding_box()
        assert hand
        assert box
        assert hand["y"] + hand["height"] <= box["y"] + 1, "the box covers nothing of the hand"
    page.keyboard.type("c")
    page.keyboard.press("Enter")
    expect(page.locator("#reply")).to_have_text(f"The count is {see(referee.load(match.key).state, 0).count}.")
    if scripts:
        expect(page.locator("#reply")).to_be_in_viewport()
        expect(page.locator("#say")).to_be_in_viewport()


def test_a_tap_elsewhere_counts_after_a_refusal_in_the_box(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    show(page, live_server.url, "claim-show")
    page.get_by_role("link", name="Type it").tap()
    page.keyboard.type("some")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_have_value("some")
    expect(page.locator("#reply")).to_be_visible()
    page.get_by_text("Table settings").tap()
    expect(page.locator("#settings")).to_be_visible()
    expect(page.locator("#command .field-help")).to_be_visible()
    expect(page.locator("#say")).to_have_value("")


@pytest.mark.parametrize("key", ["Enter", "Tab"])
def test_the_box_of_a_phone_gives_way_to_what_is_pressed_next(
    open_page: OpenPage, live_server: LiveServer, key: str
) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    show(page, live_server.url, "claim-show")
    page.get_by_role("link", name="Type it").tap()
    page.keyboard.type("7")
    page.keyboard.press(key)  # from the box, or from its button
    if key == "Tab":
        page.keyboard.press("Enter")
    expect(page.locator("#table[data-wait=press]")).to_have_count(1)
    expect(page.locator("#go-on")).to_be_focused()
    expect(page.locator("#command")).not_to_have_class(re.compile("is-typing"))


def test_a_table_begins_at_its_title_and_goes_on_where_something_can_be_done(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page()
    show(page, live_server.url, "play")
    expect(page.locator("#table-title")).to_be_focused()
    page.locator(".play-card").first.click()
    expect(page.locator("#go-on")).to_be_focused()


def _to_count(course: Course) -> bool:
    """Return whether the learner is to count a hand of their own."""
    return isinstance(course.state, Counting) and not course.state.claimed and waited_for(course.state) == (0,)


def _won_with_cards_left(course: Course) -> bool:
    """Return whether a card ended the game while the learner held others."""
    if not isinstance(course.state, Over) or not isinstance(course.log.around(course.number - 1)[0], Pegging):
        return False
    return bool(see(course.state, 0).hand)


@pytest.mark.parametrize("wide", [360, 1280])
def test_a_card_that_is_left_over_after_the_last_one_cannot_be_pressed(
    open_page: OpenPage, live_server: LiveServer, wide: int
) -> None:
    page = open_page(viewport={"width": wide, "height": 740})
    course = bring_to(seated(page, live_server.url, Rules(target=31), Pace.NORMAL), _won_with_cards_left)
    page.goto(address(live_server.url, course.match) + "?fresh")
    left = page.locator("[data-place=hand] [data-card]")
    assert left.count() == len(see(course.state, 0).hand)
    left.first.click()
    expect(page.locator("#go-on")).to_have_text("See the result")
    expect(page.locator("#result, #reply, #hint, [href='#say']")).to_have_count(0)
    expect(page.locator(".actions .button")).to_have_count(1)
    expect(page.locator("#go-on")).to_have_class("button")
    page.locator("#go-on").click()
    expect(page.locator("#result")).to_be_visible()


def test_up_and_down_in_the_hand_do_not_move_the_page(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 1280, "height": 500})
    show(page, live_server.url, "discard")
    page.locator(".own-hand input").first.focus()
    before = page.evaluate("scrollY")
    for key in ("ArrowDown", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    page.wait_for_timeout(200)
    assert page.evaluate("scrollY") == before
    expect(page.locator(".own-hand input").first).to_be_focused()


def test_enter_on_a_card_of_the_discard_chooses_it(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    show(page, live_server.url, "discard")
    card = page.locator(".own-hand input").first
    card.focus()
    page.keyboard.press("Enter")
    expect(card).to_be_checked()
    expect(page.locator("#reply")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(card).not_to_be_checked()


@pytest.mark.parametrize("focused", [0, 1])
def test_enter_on_a_card_discards_once_enough_are_chosen(
    open_page: OpenPage, live_server: LiveServer, focused: int
) -> None:
    """On one of them as on another."""
    page = open_page()
    show(page, live_server.url, "discard")
    cards = page.locator(".own-hand input")
    for number in (1, 2):
        cards.nth(number).check()
    cards.nth(focused).focus()
    page.keyboard.press("Enter")
    expect(cards.and_(page.locator(":enabled"))).to_have_count(0)


def test_enter_lets_a_page_that_was_loaded_again_take_a_count(open_page: OpenPage, live_server: LiveServer) -> None:
    """The heading has the focus of such a page, and would keep it."""
    page = open_page()
    course = bring_to(seated(page, live_server.url, CALLED, Pace.NORMAL, keys=True), _to_count)
    page.goto(address(live_server.url, course.match) + "?fresh")
    expect(page.locator("#table-title")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#claim")).to_be_focused()


@pytest.mark.parametrize("touch", [True, False])
def test_the_focus_goes_to_what_takes_a_count(open_page: OpenPage, live_server: LiveServer, *, touch: bool) -> None:
    """On a touch screen to the numbers to tap: their box would open a keyboard."""
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=touch, is_mobile=touch)
    course = bring_to(seated(page, live_server.url, CALLED, Pace.NORMAL), _to_count)
    page.goto(address(live_server.url, course.match) + "?fresh")
    page.locator("#go-on").press("Enter")
    expect(page.locator(".own .pad" if touch else "#claim")).to_be_focused()


@pytest.mark.parametrize("status", few([403, 429, 503], 503))
def test_an_answer_that_did_not_arrive_leaves_the_focus_and_the_next_one_counts(
    open_page: OpenPage, live_server: LiveServer, status: int
) -> None:
    page = open_page()
    show(page, live_server.url, "play")
    card = page.locator(".play-card").first
    page.route("**/games/**", lambda route: route.fulfill(status=status, body=""))
    page.locator("#fairness > summary").click()
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#trouble")).to_be_visible()
    expect(card).to_be_focused()
    page.unroute("**/games/**")
    page.keyboard.press("Enter")
    expect(page.locator("#go-on")).to_be_focused()
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator("#fairness")).to_have_attribute("open", "")


def test_a_card_played_changes_only_what_is_not_as_it_was(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    match = seated(page, live_server.url, Rules(), Pace.NORMAL)
    course = bring_to(match, lambda course: _is_left_of_a_gap(course) is not None)
    card = _is_left_of_a_gap(course)
    page.goto(address(live_server.url, course.match))
    page.evaluate("window.old = [...document.querySelectorAll('#table *')]")
    page.locator(".own-hand").evaluate("hand => { hand.dataset.stray = ''; hand.style.opacity = 0.5; }")
    page.locator(f"#card-{card}").click()
    expect(page.locator(f"#card-{card}")).to_have_count(0)
    gone = page.evaluate("window.old.filter(one => !one.isConnected).map(one => one.dataset.card).filter(Boolean)")
    assert gone == [str(card)]
    stays = page.evaluate("window.old.filter(one => one.isConnected).length / window.old.length")
    assert stays > 0.6
    expect(page.locator(".own-hand:not([data-stray], [style])")).to_have_count(1)


def _is_left_of_a_gap(course: Course) -> Card | None:
    """Return the learner's first card if it can be played and ends no series, and others lie between it and a gap."""
    state = course.state
    if not isinstance(state, Pegging) or referee.waits(course) is not Wait.PERSON:
        return None
    first, *others = sorted(state.held(0))
    play = Play(0, first)
    if not others or max(state.holding.hands[0]) in others or play not in legal(state):
        return None
    series = see(apply(state, play), 0).series
    return first if series[-1:] == (first,) else None


@pytest.mark.parametrize("stage", few(["discard", "play", "show-next", "six-play"], "discard", "play"))
def test_what_was_changed_is_as_if_it_had_come_anew(open_page: OpenPage, live_server: LiveServer, stage: str) -> None:
    page = open_page()
    match = show(page, live_server.url, stage)

    def look() -> None:
        with page.expect_response(address(live_server.url, match)):
            page.locator("#say").fill("?")
            page.locator("#say").press("Enter")
        page.wait_for_selector(
            f"#table:not(.htmx-settling) #act [value='{referee.load(match.key).move}']", state="attached"
        )
        page.evaluate(KEEP)

    for _change in range(4):
        played(referee.load(match.key))
        look()
        page.evaluate("document.getElementById('table').replaceChildren()")
        look()
        changed, anew = (page.evaluate(f"window.kept.at({place}).outerHTML") for place in (-2, -1))
        assert page.evaluate("window.kept.at(-2).isEqualNode(window.kept.at(-1))"), (changed, anew)


PHONES = [(320, 640), (360, 640), (360, 740), (375, 667), (390, 844), (412, 915), (430, 932), (820, 1180)]


@pytest.mark.parametrize(("width", "height"), few(PHONES, (390, 844)))
def test_what_acts_at_a_count_is_in_the_window_of_every_phone(
    open_page: OpenPage, live_server: LiveServer, width: int, height: int
) -> None:
    """The room for a crib is kept, so whose the hand is changes nothing."""
    page = open_page(viewport={"width": width, "height": height}, has_touch=True)
    show(page, live_server.url, "claim-show")
    for part in ("#act .pad", ".actions .buttons", "#hint"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= height


def test_a_number_that_is_typed_beside_the_box_of_a_call_goes_into_it(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page()
    show(page, live_server.url, "call-show")
    page.get_by_role("button", name="Let it stand").focus()
    page.keyboard.press("9")
    expect(page.locator("#call")).to_be_focused()
    expect(page.locator("#call")).to_have_value("9")


def test_a_number_plays_no_card_where_single_keys_are_off(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    match = show(page, live_server.url, "play")
    number, cards = referee.load(match.key).number, page.locator(".own-hand .play-card")
    cards.first.focus()
    page.keyboard.press("2")
    expect(cards.nth(1)).to_be_focused()
    assert referee.load(match.key).number == number


def test_a_number_chooses_in_the_hand_that_has_the_focus(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    show(page, live_server.url, "discard")
    boxes = page.locator(".own-hand input")
    page.locator("#hint").focus()
    page.keyboard.press("3")
    expect(boxes.nth(2)).not_to_be_checked()
    boxes.first.focus()
    page.keyboard.press("3")
    expect(boxes.nth(2)).to_be_checked()
    expect(boxes.nth(2)).to_be_focused()
    expect(page.locator(".own-hand :checked")).to_have_count(1)


def test_a_desk_shows_the_whole_board_and_nothing_to_open(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    show(page, live_server.url, "play")
    expect(page.locator(".lanes > svg")).to_be_hidden()
    expect(page.locator(".boards > .board")).to_be_visible()
    expect(page.locator("#board-fold > summary")).to_be_hidden()
    box = page.locator("#lead").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#board-fold")).not_to_have_attribute("open", "")
    expect(page.locator(".board figcaption")).to_contain_text("S: fewer than 91 at the end is a skunk")


def test_the_street_opens_to_the_whole_board_and_moves_nothing(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    show(page, live_server.url, "play")
    before = [stands for _screen, stands in places(page)]
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".boards > .board")).to_be_hidden()
    page.locator("#board-fold > summary").click()
    expect(page.locator(".boards > .board")).to_be_in_viewport(ratio=0.99)
    assert [stands for _screen, stands in places(page)] == before
    page.set_viewport_size({"width": 360, "height": 740})
    page.keyboard.press("Escape")
    expect(page.locator(".boards > .board")).to_be_hidden()
    page.locator("#board-fold > summary").click()
    page.locator(".scores").click()
    expect(page.locator(".boards > .board")).to_be_hidden()


def test_a_desk_shows_the_whole_board_of_six(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    match = seated(page, live_server.url, Rules(seats=6, sides=6), Pace.NORMAL)
    page.goto(address(live_server.url, match))
    assert page.locator(".boards > .board").evaluate("board => board.scrollHeight <= board.clientHeight")


OVERLAPS = """() => [...document.querySelectorAll(".player")].flatMap(plate => {
    const box = each => each.getBoundingClientRect(), around = box(plate);
    const kinds = ".player-words, .score-points, .backs, .player-cards > strong";
    const parts = [...document.querySelectorAll(`.player :is(${kinds})`)];
    const inside = one => one.left > around.left - 1 && one.right < around.right + 1
        && one.top > around.top - 1 && one.bottom < around.bottom + 1;
    const apart = (one, other) => one.right < other.left + 1 || other.right < one.left + 1
        || one.bottom < other.top + 1 || other.bottom < one.top + 1;
    const lines = part => box(part).height / parseFloat(getComputedStyle(part).lineHeight);
    return parts.filter(part => plate.contains(part) && part.checkVisibility()).filter(part => !inside(box(part))
        || (part.matches(".player-words") && lines(part) > 1.5)
        || parts.some(other => other !== part && other.checkVisibility() && !apart(box(part), box(other)))
    ).map(part => part.textContent.trim() || part.className);
})"""
"""What lies outside the plate of its player, or over a part of a plate, and short names that take a second line."""


@pytest.mark.parametrize("stage", ["cut-for-deal-others", "six-discard", "six-play"])
def test_the_plates_of_six_players_keep_what_is_theirs_apart(
    open_page: OpenPage, live_server: LiveServer, stage: str
) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    show(page, live_server.url, stage)
    expect(page.locator(".player")).to_have_count(6)
    for screen in on(page, *SCREENS):
        assert page.evaluate(OVERLAPS) == [], screen


def test_a_number_is_a_place_of_the_dealt_hand(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 1280, "height": 600})
    match = seated(page, live_server.url, Rules(), Pace.NORMAL, keys=True, met=["*"])
    course = bring_to(match, lambda course: isinstance(course.state, Pegging) and bool(own_plays(course)))
    page.goto(address(live_server.url, course.match))
    places = page.locator(".own-hand > *")
    empty = places.evaluate_all("places => places.findIndex(place => place.matches('.card-gone'))")
    page.keyboard.press(str(empty + 1))
    expect(page.locator(".speaks")).to_have_text("No card can be chosen at that place now.")
    for place in places.filter(has=page.locator(".card-rank")).all():
        number = int(place.locator(".card").get_attribute("data-key") or 0)
        assert places.nth(number - 1).get_attribute("id") == place.get_attribute("id")
    page.keyboard.press("s")
    expect(page.locator("#reply")).to_be_visible()
    assert page.evaluate("scrollY") == 0


def own_plays(course: Course) -> list[Play]:
    """Return the cards that the first seat has played, while it has others and is to play."""
    state = course.state
    assert isinstance(state, Pegging)
    is_turn = referee.waits(course) is Wait.PERSON
    return [play for play in see(state, 0).plays if play.seat == 0 and is_turn]


def test_what_was_typed_and_chosen_stays_after_a_refusal(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    show(page, live_server.url, "discard")
    page.locator(".pick input").first.check(force=True)
    page.locator("#say").fill("throw nothing")
    page.keyboard.press("Enter")
    expect(page.locator("#reply")).to_be_visible()
    expect(page.locator("#say")).to_have_value("throw nothing")
    expect(page.locator(".pick :checked")).to_have_count(1)


def test_the_latest_is_in_sight_and_no_sound_is_offered_without_scripts(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, java_script_enabled=False)
    show(page, live_server.url, "play")
    expect(page.locator("#events li").last).to_be_in_viewport()
    expect(page.locator("#sound")).to_be_hidden()


def test_the_sounds_are_switched_at_one_place_all_through_a_deal(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    places = []
    for stage in ("play", "show-next", "counted"):
        show(page, live_server.url, stage)
        places.append(page.locator("#sound").bounding_box())
    assert places[0]
    assert places == [places[0]] * 3


def test_the_pack_is_cut_where_it_is_tapped(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    match = show(page, live_server.url, "cut")
    part = page.get_by_role("button", name="Lift").nth(1)
    part.hover(position={"x": 3, "y": 20})
    place = page.locator("#place").input_value()
    said = part.get_attribute("value")
    assert place != said
    expect(part).to_have_accessible_name(f"Lift {said} cards")
    part.click(position={"x": 3, "y": 20})
    expect(page.locator("#table")).to_have_attribute("data-phase", "pegging")
    cuts = [one.place + 1 for one in referee.load(match.key).actions if isinstance(one, Cut) and one.seat == 0]
    assert cuts[-1:] == [int(place)]


def test_arrow_keys_move_the_cut_and_enter_cuts_there(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    match = show(page, live_server.url, "cut")
    places = []
    for key in ("ArrowLeft", "ArrowRight", "End", "Home", "ArrowRight"):
        before = page.locator(".spread .card").evaluate_all(COUNTED)
        page.keyboard.press(key)
        after = page.locator(".spread .card").evaluate_all(COUNTED)
        places.append((after - before, after))
    assert [step for step, _at in places[:2]] == [-1, 1]
    assert [at for _step, at in places[2:]] == [page.locator(".spread .card").count() - 1, 0, 1]
    place = page.locator("#place").input_value()
    page.keyboard.press("Enter")
    expect(page.locator("#table")).to_have_attribute("data-phase", "pegging")
    cuts = [one.place + 1 for one in referee.load(match.key).actions if isinstance(one, Cut) and one.seat == 0]
    assert cuts[-1:] == [int(place)]


COUNTED = "cards => cards.findIndex(card => card.matches('.is-counted'))"
"""The card of a spread pack at which it would be cut."""


@pytest.mark.parametrize("stage", few(["play", "over"], "play"))
def test_what_has_happened_begins_with_a_whole_line(open_page: OpenPage, live_server: LiveServer, stage: str) -> None:
    page = open_page(viewport={"width": 1280, "height": 720})
    show(page, live_server.url, stage)
    events = page.locator("#events")
    expect(events.locator("li").last).to_be_in_viewport()
    cut = """events => { const { top, bottom } = events.getBoundingClientRect();
        return [...events.querySelectorAll('h3, li')].map(line => line.getBoundingClientRect())
            .filter(line => line.bottom > top + 1 && line.top < top - 1 || line.bottom > bottom + 1).length; }"""
    assert events.evaluate(cut) == 0
    for wide, high in ((1280, 800), (1280, 760), (360, 740)):
        page.set_viewport_size({"width": wide, "height": high})
        page.wait_for_function(f"() => ({cut})(document.getElementById('events')) === 0")


def test_a_hint_longer_than_its_room_ends_above_the_buttons_and_shows_that_there_is_more(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(viewport={"width": 740, "height": 360})
    show(page, live_server.url, "hint")
    reply = page.locator("#reply")
    reply.locator("summary").click()
    sheet, buttons = reply.bounding_box(), page.locator(".actions").bounding_box()
    assert sheet
    assert buttons
    assert sheet["y"] + sheet["height"] <= buttons["y"]
    assert reply.evaluate("sheet => sheet.scrollHeight > sheet.clientHeight")
    shade = reply.evaluate("sheet => getComputedStyle(sheet).backgroundAttachment")
    assert shade == "local, scroll", "the shade at its end goes once the end is in sight"


@pytest.mark.parametrize("stage", few(["play", "discard", "claim-show"], "play"))
def test_where_all_is_four_times_as_large_the_table_scrolls_as_a_page(
    open_page: OpenPage, live_server: LiveServer, stage: str
) -> None:
    """A window of 1280 by 1024 pixels has 320 by 256 then: cards can be read, and nothing leaves the window."""
    page = open_page(viewport={"width": 320, "height": 256})
    show(page, live_server.url, stage)
    edges = "all => all.map(one => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    cards = page.locator(".own-hand .card").evaluate_all(edges)
    assert all(right - left > 40 for left, right in cards)
    buttons = page.locator(".actions .button").evaluate_all(edges)
    assert buttons
    assert all(left >= 0 and right <= 320 for left, right in cards + buttons)


def test_without_colours_a_back_is_not_a_blank_face(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(forced_colors="active")
    show(page, live_server.url, "play")
    styles = "all => [...new Set(all.map(one => getComputedStyle(one).borderStyle))]"
    assert page.locator(".backs .card-back").evaluate_all(styles) == ["dashed"]
    assert page.locator(".own-hand .card-gone").evaluate_all(styles) == ["none"]
    assert page.locator(".own-hand .card:not(.card-gone)").evaluate_all(styles) == ["solid"]


def test_a_card_laid_beside_the_crib_takes_the_place_of_one_that_was_only_chosen(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    show(page, live_server.url, "discard")
    cards = page.locator(".pick")
    for number in (0, 1):
        cards.nth(number).click(position={"x": 10, "y": 20})
    box = cards.nth(4).bounding_box()
    assert box
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 10, box["y"] - 150, steps=4)
    page.mouse.up()
    expect(page.locator(".pick :checked")).to_have_count(2)
    expect(cards.nth(0).locator("input")).not_to_be_checked()
    expect(cards.nth(4).locator("input")).to_be_checked()


def test_a_finger_that_slides_over_the_pack_moves_the_cut(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    show(page, live_server.url, "cut")
    box = page.locator(".spread").bounding_box()
    assert box
    touch = page.context.new_cdp_session(page)
    y, seen = box["y"] + box["height"] / 2, []
    for kind, x in (("touchStart", 80), ("touchMove", 110), ("touchMove", 170), ("touchMove", 225), ("touchMove", 280)):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen.append(int(page.locator("#place").input_value()))
    assert seen == sorted(set(seen))


def test_what_was_not_understood_is_replaced_by_what_is_typed_next(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    show(page, live_server.url, "discard")
    box = page.locator("#say")
    box.fill("throw nothing")
    page.keyboard.press("Enter")
    expect(page.locator("#reply")).to_be_visible()
    page.keyboard.type("s")
    expect(box).to_have_value("s")


def test_a_press_on_a_speed_changes_that_alone(open_page: OpenPage, live_server: LiveServer) -> None:
    """The settings stay open, where they were, with the focus; the table stands still."""
    page = open_page()
    before = referee.load(show(page, live_server.url, "counted").key)
    page.get_by_text("Table settings").click()
    fast = page.get_by_role("button", name="Fast")
    keys = page.locator("#settings [name=keys]")
    keys.set_checked(not before.seats[0].habits.keys)
    expect(page.locator("#table[data-keys]")).to_have_count(int(not before.seats[0].habits.keys))
    fast.scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    fast.click()
    expect(fast).to_have_attribute("aria-pressed", "true")
    expect(fast).to_be_focused()
    assert page.evaluate("scrollY") == place
    assert referee.load(before.match.key).number == before.number
    assert keys.is_checked() is not before.seats[0].habits.keys
    old, new = (course.seats[0].habits for course in (before, referee.load(before.match.key)))
    assert (old.pace, new.pace) == (Pace.NORMAL, Pace.FAST)
    assert (not old.keys, old.design) == (new.keys, new.design)


def test_a_setting_is_saved_as_it_is_changed(open_page: OpenPage, live_server: LiveServer) -> None:
    """The table shows it, a hint stays, and so does the focus."""
    page = open_page()
    match = show(page, live_server.url, "hint")
    hint = page.locator("#reply").inner_text()
    page.get_by_text("Table settings").click()
    for name, chosen in (("keys", "[name=keys]"), ("lift", "[name=lift]")):
        box = page.locator(f"#settings {chosen}")
        before = box.is_checked()
        box.set_checked(not before)
        expect(page.locator("#table[data-keys], .own[data-lift]")).to_have_count({"keys": 1, "lift": 2}[name])
        expect(box).to_be_focused()
        assert getattr(referee.load(match.key).seats[0].habits, name) is not before
    page.locator("#design").focus()
    page.locator("#design").select_option("triangle")
    expect(page.locator(".board-triangle")).to_have_count(1)
    expect(page.locator("#design")).to_be_focused()
    assert page.locator("#reply").inner_text() == hint
    page.locator("#design").evaluate("design => design.blur()")
    page.keyboard.press("1")
    expect(page.locator(".pick :checked")).to_have_count(1)


def test_a_setting_erases_nothing_that_was_entered(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    show(page, live_server.url, "claim-show")
    page.locator("#claim").fill("12")
    page.get_by_text("Table settings").click()
    page.locator("#design").select_option("triangle")
    expect(page.locator(".board-triangle")).to_have_count(1)
    expect(page.locator("#claim")).to_have_value("12")


def test_a_count_that_no_hand_makes_stays_in_its_box_with_the_focus(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page()
    show(page, live_server.url, "claim-show")
    page.locator("#claim").fill("35")
    page.locator("#claim").press("Enter")
    expect(page.locator("#reply")).to_contain_text("“35” is not a count: type a number from 0 to 29")
    expect(page.locator("#claim")).to_have_value("35")
    expect(page.locator("#claim")).to_be_focused()
    page.keyboard.type("10")
    expect(page.locator("#claim"), "it is typed over").to_have_value("10")


def _while_on_its_way(page: Page, act: Callable[[], None], change: Callable[[], None]) -> None:
    """Do something, and another thing before that is answered."""
    held: list[Route] = []
    page.route("**/games/**", lambda route: held.append(route), times=1)  # noqa: PLW0108 - Playwright takes no built-in
    with page.expect_request("**/games/**"):
        act()
    change()
    with page.expect_request_finished(lambda request: request.method == "POST"):
        held[0].continue_()


def test_a_setting_saved_while_a_choice_is_on_its_way_takes_no_warning_away(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page()
    match = show(page, live_server.url, "warning")
    page.locator("#take-back").click()
    page.locator("#table-settings > summary").click()
    course = referee.load(match.key)
    _while_on_its_way(page, page.locator("#discard").click, lambda: page.locator("[name=lift]").click())
    expect(page.locator(".own[data-lift]")).to_have_count(1)
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator(".own .is-raised")).to_have_count(2)
    assert referee.load(match.key).actions == course.actions


def _is_before_own_count(course: Course) -> bool:
    """Return whether another's hand is about to be counted, and then the learner's."""
    if not isinstance(course.state, Counting) or referee.waits(course) is Wait.PERSON:
        return False
    draft = Draft(course)
    draft.step()
    return isinstance(draft.state, Counting) and 0 in waited_for(draft.state) and not draft.state.claimed


def test_a_setting_saved_while_a_card_is_on_its_way_shows_what_was_played(
    open_page: OpenPage, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The look at what was counted or played last stands until it is ended."""
    page = open_page()
    monkeypatch.setitem(scene.DELAYS, Pace.NORMAL, 600_000)
    match = seated(page, live_server.url, Rules(counting=Counted.SHOW), Pace.NORMAL)
    course = bring_to(match, _is_before_own_count)
    page.goto(address(live_server.url, course.match))
    page.locator("#table-settings > summary").click()
    _while_on_its_way(page, page.locator("#go-on").click, lambda: page.locator("[name=lift]").click())
    expect(page.locator(".own[data-lift]")).to_have_count(1)
    expect(page.locator("[form=settings][name=fresh]"), "the person still looks").to_have_count(1)
    expect(page.locator("#go-on")).to_be_visible()


def test_a_press_while_a_setting_is_saved_counts_after_it(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    match = show(page, live_server.url, "discard")
    course = referee.load(match.key)
    for place in (0, 1):
        page.locator(".pick").nth(place).click(position={"x": 10, "y": 20})
    page.locator("#table-settings > summary").click()
    _while_on_its_way(page, page.locator("[name=lift]").click, page.locator("#discard").click)
    expect(page.locator(".pick")).to_have_count(0)
    assert any(isinstance(action, Discard) and action.seat == 0 for action in referee.load(match.key).actions)
    assert len(referee.load(match.key).actions) > len(course.actions)
    assert referee.load(match.key).seats[0].habits.lift


def test_keys_tell_the_place_of_the_cut_and_take_none_from_what_else_has_the_focus(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    show(page, live_server.url, "cut")
    places = []
    for key in ("ArrowLeft", "End", "Home"):
        page.keyboard.press(key)
        places.append(page.locator("#place").input_value())
        expect(page.locator("#status")).to_have_text(f"How many cards to lift: {places[-1]}")
    assert len(set(places)) == 3
    for other in ("#table-settings > summary", "#say", "#events"):
        page.locator(other).focus()
        page.keyboard.press("End")
        assert page.locator("#place").input_value() == places[-1], other
        expect(page.locator(other)).to_be_focused()


def test_every_card_of_the_spread_pack_is_the_same_by_key_by_pointer_and_on_the_slider(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    show(page, live_server.url, "cut")
    cards = page.locator(".spread .card")
    page.keyboard.press("Home")
    by_key = []
    for number in range(cards.count()):
        assert cards.evaluate_all(COUNTED) == number
        by_key.append(page.locator("#place").input_value())
        page.locator("#place").dispatch_event("input")
        assert cards.evaluate_all(COUNTED) == number, "as the slider tells it"
        page.locator("#cut").focus()
        page.keyboard.press("ArrowRight")
    by_pointer = page.evaluate("""() => [...document.querySelectorAll('.spread .card')].map((card) => {
        const { left, top } = card.getBoundingClientRect();
        const at = { bubbles: true, clientX: left + 0.2, clientY: top };
        card.parentElement.dispatchEvent(new PointerEvent('pointermove', at));
        return document.getElementById('place').value;
    })""")
    assert by_pointer == by_key
    assert [int(place) for place in by_key] == sorted({int(place) for place in by_key})


def test_the_number_of_an_advised_card_is_seen_beside_its_star(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    match = seated(page, live_server.url, Rules(), Pace.NORMAL, keys=True)
    course = bring_to(match, lambda course: isinstance(course.state, Discarding) and 0 in waited_for(course.state))
    page.goto(address(live_server.url, course.match))
    page.locator("#hint").click()
    expect(page.locator(".own .is-advised")).to_have_count(2)
    signs = page.locator(".own .card").evaluate_all(
        """cards => cards.map(card => [
            getComputedStyle(card, '::after').content, card.matches('.is-advised'), card.dataset.key])"""
    )
    for number, (sign, is_advised, key) in enumerate(signs, 1):
        assert sign.startswith(f'"{number}') or (sign.startswith("attr(data-key)") and key == str(number))
        assert ("★" in sign) is is_advised


def test_enter_takes_no_card_back_that_a_number_has_chosen(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    match = seated(page, live_server.url, Rules(), Pace.NORMAL, keys=True)
    course = bring_to(match, lambda course: isinstance(course.state, Discarding) and 0 in waited_for(course.state))
    page.goto(address(live_server.url, course.match))
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.locator("#reply")).to_contain_text("You chose 1 card.")
    expect(page.locator(".pick input").nth(2)).to_be_checked()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".pick")).to_have_count(0)


@pytest.mark.parametrize("stage", ["discard", "hint"])
def test_a_card_too_many_is_told_in_sight(open_page: OpenPage, live_server: LiveServer, stage: str) -> None:
    page = open_page()
    show(page, live_server.url, stage)
    cards, line = page.locator(".pick input"), page.locator(".speaks")
    before, name = line.inner_text(), cards.nth(0).get_attribute("aria-label")
    for place in (0, 1, 2):
        cards.nth(place).press("Space")
    expect(line).to_contain_text(f"Back in your hand: {name}.")
    expect(page.locator("#status")).to_have_text(f"Back in your hand: {name}.")
    expect(page.locator(".pick :checked")).to_have_count(2)
    cards.nth(2).press("Space")
    assert line.inner_text() == before


@pytest.mark.parametrize("focused", ["summary", "[name=lift]", "#design"])
def test_escape_leads_from_the_settings_to_the_hand(open_page: OpenPage, live_server: LiveServer, focused: str) -> None:
    page = open_page()
    show(page, live_server.url, "warning")
    page.locator("#table-settings > summary").click()
    page.locator(f"#table-settings {focused}").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#table-settings")).not_to_have_attribute("open", "")
    expect(page.locator("#take-back"), "the warning still stands").to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".pick :checked").first).to_be_focused()


@pytest.mark.parametrize(
    "stage",
    few(["play", "counted", "discard", "six-play", "six-counted", "six-claim"], "counted", "discard", "six-claim"),
)
def test_a_desk_shows_the_newest_of_what_has_happened_whole(
    open_page: OpenPage, live_server: LiveServer, stage: str
) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    show(page, live_server.url, stage)
    newest = page.locator("#events li").last
    box, line = box_of(page.locator("#events")), box_of(newest)
    expect(newest).to_be_in_viewport(ratio=min(1, 0.98 * box["height"] / line["height"]))
    assert line["y"] + line["height"] <= min(box["y"] + box["height"], 800) + 1
    rows = [box_of(row) for row in page.locator("#events :is(h3, li)").all()]
    cut = [row for row in rows if row["y"] < box["y"] - 1 < row["y"] + row["height"] - 2]
    assert cut in ([], [line]), "no row is seen in part"


@pytest.mark.parametrize("wide", few([360, 390], 360))
def test_six_cards_of_a_phone_lie_side_by_side(open_page: OpenPage, live_server: LiveServer, wide: int) -> None:
    """No card covers the pips of another, and a hand of four is larger."""
    page = open_page(viewport={"width": wide, "height": 740}, has_touch=True)
    show(page, live_server.url, "discard")
    cards = [box for card in page.locator(".pick .card").all() if (box := card.bounding_box())]
    assert all(card["x"] + card["width"] <= after["x"] for card, after in pairwise(cards))
    assert cards[-1]["x"] + cards[-1]["width"] <= wide
    show(page, live_server.url, "lead")
    four = box_of(page.locator(".play-card .card").first)
    assert four["width"] > cards[0]["width"]
    assert abs(four["y"] - cards[0]["y"]) <= STILL


STILL = 8
"""Pixels that a hand may move at most through a deal."""


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (1280, 800)])
def test_what_is_played_lies_in_a_tray_beside_the_starter_across_the_felt(
    open_page: OpenPage, live_server: LiveServer, wide: int, high: int
) -> None:
    """So that a felt with one card on it is not bare at its right."""
    page = open_page(viewport={"width": wide, "height": high})
    show(page, live_server.url, "lead")
    felt, middle, tray, starter = (box_of(page.locator(one)) for one in (".felt", ".middle", "ol.laid", ".stock .card"))
    assert starter["x"] == pytest.approx(middle["x"], abs=STILL)
    assert tray["x"] + tray["width"] == pytest.approx(middle["x"] + middle["width"], abs=STILL)
    assert felt["x"] + felt["width"] - middle["x"] - middle["width"] == pytest.approx(middle["x"] - felt["x"], abs=1)
    ground = page.locator("ol.laid").evaluate("tray => getComputedStyle(tray).backgroundColor")
    assert ground != "rgba(0, 0, 0, 0)"


def _before_own_count(course: Course) -> bool:
    """Return whether another's count is shown, after which the dealer counts a hand of their own."""
    state = course.state
    after = Draft(course)
    if not isinstance(state, Counting) or state.is_crib or referee.waits(course) is Wait.PERSON:
        return False
    after.step()
    return isinstance(after.state, Counting) and waited_for(after.state) == (0,)


def test_a_count_that_is_typed_before_its_box_is_there_waits_for_it(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page()
    watched(page)
    match = seated(page, live_server.url, Rules(target=61, counting=Counted.SHOW), Pace.NORMAL)
    course = bring_to(match, _before_own_count)
    page.goto(address(live_server.url, course.match))
    page.keyboard.press("1")
    page.keyboard.press("2")
    while not page.locator("#claim").count():
        page.locator("#go-on").press("Enter")
        page.wait_for_function("() => window.swaps.length")
        page.evaluate("window.swaps = []")
    expect(page.locator("#claim")).to_have_value("12")
    page.reload()
    expect(page.locator("#claim")).to_have_value("")
    page.locator("#table-title").focus()
    page.keyboard.press("7")
    expect(page.locator("#claim"), "wherever the focus was").to_have_value("7")
    expect(page.locator("#claim")).to_be_focused()


def test_who_acts_sees_the_whole_felt_again(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    show(page, live_server.url, "play")
    page.locator("#table-settings summary, #letters summary, .folds summary").first.click()
    page.evaluate("document.body.style.paddingBottom = '60rem'; scrollTo(0, 300)")
    card = page.locator(".play-card:not([aria-disabled])").first
    card.evaluate("card => card.focus({ preventScroll: true })")
    page.keyboard.press("Enter")
    page.wait_for_function("() => scrollY === 0")


FIT = """() => {
  document.body.style.overflowWrap = "normal";
  return [...document.querySelectorAll("#items .line-words")].every((words) => words.scrollWidth <= words.clientWidth);
}"""


@pytest.mark.parametrize(("wide", "high"), [(360, 740), (320, 640)])
def test_the_items_of_a_count_open_at_the_missed_one_above_what_acts(
    open_page: OpenPage, live_server: LiveServer, wide: int, high: int
) -> None:
    page = open_page(viewport={"width": wide, "height": high})
    rules = Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED)
    course = bring_to(
        seated(page, live_server.url, rules, Pace.NORMAL),
        lambda course: waited_for(course.state) == (0,) and _is_worth(course, 6),
    )
    page.goto(address(live_server.url, course.match))
    assert isinstance(course.state, Counting)
    page.locator("#claim").fill(str(total(course.state.truth) - 2))
    page.locator("#claim").press("Enter")
    page.locator("#items > summary").click()
    missed, acts = page.locator("#items .line.is-missed").first.bounding_box(), page.locator(".actions").bounding_box()
    assert missed
    assert acts
    assert missed["y"] + missed["height"] <= acts["y"]
    assert missed["y"] >= box_of(page.locator("#items .lines"))["y"]
    assert page.evaluate(FIT), "no word is too long for its column"


def _is_worth(course: Course, least: int) -> bool:
    return isinstance(course.state, Counting) and total(course.state.truth) >= least
