"""The review of a game in a browser: its keys, what stays in view, and accessibility."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from game import referee
from game.after.review import DecisionKind, claimed_in, decisions
from game.engine.rules import Rules
from game.models import Habits, Pace
from game.referee import Course
from game.strategy.review import Grade
from tests.browser.conftest import OpenPage
from tests.browser.eyes import IN_VIEW, OPEN_ALL, SIDEWAYS, SMALL, fits, violations
from tests.browser.games import sit_at
from tests.full import few
from tests.game.after.games import CALLED, EVERYTHING, PROPER, finished, reviewed
from tests.game.tables import begin, play_out
from trainer.models import Learner

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
SMALL_PHONE = {"width": 320, "height": 640}
TOLD = ".seen, .judged > :is(.row, .small), .ways"
"""The felt, the verdict with its reason, and the ways on; the items of a count may follow below."""
COUNTS = {DecisionKind.HAND, DecisionKind.CRIB, DecisionKind.ANSWER}


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """Return a page of a new visitor."""
    return open_page()


def opened(page: Page, course: Course, url: str, number: int | None = None) -> None:
    """Open the review of a game at a decision, by default at the costliest."""
    query = "" if number is None else f"?decision={number}#decision"
    page.goto(f"{url}{reverse('review', args=[course.match.key, course.game.number])}{query}")


def first_of(kind: DecisionKind, learner: Learner) -> tuple[Course, int]:
    """Return a reviewed game with a decision of a kind, and that decision."""
    rules = EVERYTHING if kind is DecisionKind.PLAY_COUNT else CALLED
    for number in range(8):
        course = finished(learner, rules, number)
        for each in decisions(reviewed(course, number)):
            if each.kind is kind:
                return course, each.number
    raise AssertionError(kind)


def at(number: int) -> re.Pattern[str]:
    """Match the address of a decision."""
    return re.compile(rf"decision={number}#decision$")


def test_keys_step_through_the_decisions(page: Page, live_server: LiveServer) -> None:
    learner = sit_at(page, live_server.url)
    course = finished(learner, CALLED)
    first, second, third = [each.number for each in decisions(reviewed(course))][:3]
    Habits.objects.create(learner=learner, keys=True)
    opened(page, course, live_server.url, first)
    for key, number in (("j", second), ("ArrowRight", third), ("k", second), ("ArrowLeft", first)):
        page.keyboard.press(key)
        expect(page).to_have_url(at(number))
        expect(page.locator("#decision"), "the focus goes with it").to_be_focused()
    presses = "for (const key of ['j', 'j', 'k', 'j']) document.body.dispatchEvent("
    presses += "new KeyboardEvent('keydown', {key, bubbles: true}))"
    page.evaluate(presses)  # faster than any page comes
    expect(page).to_have_url(at(third))
    for number in (second, first):
        page.keyboard.press("k")
        expect(page).to_have_url(at(number))
    page.keyboard.press("Control+j")
    page.keyboard.press("k")  # there is none before the first
    page.locator(".ranked").locator("..").focus()
    page.keyboard.press("ArrowRight")  # which scrolls the table
    expect(page).to_have_url(at(first))


def test_of_many_fast_steps_only_the_last_is_loaded(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), CALLED)
    numbers = [each.number for each in decisions(reviewed(course))]
    opened(page, course, live_server.url, numbers[0])
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))"
    page.evaluate(f"for (let n = 0; n < 6; n += 1) {press}")
    expect(page).to_have_url(at(numbers[6]))
    expect(page.locator(".again")).to_have_attribute("action", re.compile(rf"/{numbers[6]}/$"))
    assert [url.partition("decision=")[2] for url in loaded] == [f"{numbers[1]}", f"{numbers[6]}"]


def test_letters_do_nothing_unless_they_are_wanted_but_arrows_do(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), CALLED)
    first, second = [each.number for each in decisions(reviewed(course))][:2]
    opened(page, course, live_server.url, first)
    page.keyboard.press("j")
    expect(page).to_have_url(at(first))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at(second))
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(at(first))
    page.get_by_role("link", name="Next decision").click()
    expect(page).to_have_url(at(second))


def test_the_felt_stays_in_view_beside_the_list(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), CALLED)
    card = next(each for each in decisions(reviewed(course)) if each.kind is DecisionKind.PLAY)
    page.set_viewport_size({"width": DESK["width"], "height": DESK["height"]})
    opened(page, course, live_server.url, card.number)
    page.locator(".decisions-deal").last.scroll_into_view_if_needed()
    assert page.evaluate(IN_VIEW, ".seen") == page.evaluate(IN_VIEW, ".judged") == 1
    expect(page.get_by_role("link", name="Practise: Choose the card")).to_be_in_viewport(ratio=1)


@pytest.mark.full("a rare moment")
def test_what_has_been_scrolled_to_stays_as_the_grading_ends(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), Rules(target=31))
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/grade/", hold)
    with page.expect_request("**/grade/"):
        opened(page, course, live_server.url)
    page.locator("#curve").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('#curve').scrollIntoView()")
    before = page.evaluate("[scrollY, document.querySelector('#curve').getBoundingClientRect().top]")
    held[0].continue_()
    page.locator("#decision").wait_for(timeout=120_000)
    after = page.evaluate("[scrollY, document.querySelector('#curve').getBoundingClientRect().top]")
    assert before[0] > 0
    assert after[0] > before[0]
    assert abs(after[1] - before[1]) <= 1


def test_a_phone_shows_felt_and_judgement_at_once(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), CALLED)
    last_of_kind = {each.kind: each for each in decisions(reviewed(course))}
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    opened(page, course, live_server.url)
    assert page.evaluate(IN_VIEW, ".costly a") == 3
    assert page.evaluate(IN_VIEW, ".seen, .judged .figures") == 2
    for each in last_of_kind.values():
        opened(page, course, live_server.url, each.number)
        is_told_by_lines = each.kind in COUNTS and each.grade is Grade.BEST  # a right count needs no reason
        assert page.evaluate(IN_VIEW, TOLD) == page.locator(TOLD).count() >= (3 if is_told_by_lines else 4)


REASON = """() => {
    const box = part => document.querySelector(part).getBoundingClientRect();
    return [scrollY, box('.ways').top - box('.judged > p, .judged .line').top];
}"""


def test_a_small_phone_shows_felt_verdict_and_reason_where_the_page_lands(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), CALLED)
    page.set_viewport_size({"width": SMALL_PHONE["width"], "height": SMALL_PHONE["height"]})
    at_top = reverse("review", args=[course.match.key, course.game.number])
    for number in (each.number for each in decisions(reviewed(course))):
        page.goto(f"{live_server.url}{at_top}?decision={number}")
        assert page.evaluate(IN_VIEW, ".costly a, .seen, .judged > .row") == 5
        scrolled, room = page.evaluate(REASON)
        assert scrolled == 0
        assert room >= 3 * 20, "three lines of the reason, or of the count where it is right"


HELD = """(loss) => [...document.querySelectorAll(".costly .tile")].every((tile) => {
    const range = document.createRange(), figure = tile.querySelector("strong");
    figure.textContent = loss;
    range.selectNodeContents(figure);
    return range.getBoundingClientRect().right <= tile.getBoundingClientRect().right - 1;
})"""


def test_on_a_small_phone_any_loss_fits_into_its_tile(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), PROPER, 11)
    reviewed(course, 11)
    page.set_viewport_size({"width": SMALL_PHONE["width"], "height": SMALL_PHONE["height"]})
    opened(page, course, live_server.url)
    assert page.evaluate(HELD, "−99.9%")


@pytest.mark.full("the smallest of phones")
def test_what_can_be_done_about_a_miscount_stands_above_the_bar_of_a_small_phone(
    page: Page, live_server: LiveServer
) -> None:
    course = finished(sit_at(page, live_server.url), PROPER, 11)
    miscounts = {DecisionKind.CRIB: Grade.MISTAKE, DecisionKind.ANSWER: Grade.INACCURATE}
    page.set_viewport_size({"width": SMALL_PHONE["width"], "height": SMALL_PHONE["height"]})
    review = reverse("review", args=[course.match.key, course.game.number])
    for each in decisions(reviewed(course, 11)):
        if miscounts.get(each.kind) is each.grade:
            page.goto(f"{live_server.url}{review}?decision={each.number}")
            bar = page.locator(".ways").evaluate("way => way.getBoundingClientRect().top")
            assert page.locator(".decision > .row").evaluate("row => row.getBoundingClientRect().bottom") <= bar


def test_folds_stay_as_they_were_left(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), CALLED)
    first, second = [each.number for each in decisions(reviewed(course))][:2]
    opened(page, course, live_server.url, first)
    page.get_by_text("The curve in numbers").click()
    page.get_by_text("The choices compared").click()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(at(second))
    expect(page.locator("#curve details")).to_have_attribute("open", "")
    assert page.locator(".fold").get_attribute("open") is None
    assert page.locator(".decisions-deal[open]").count() == 1, "the rest is as it comes"


CUT = """() => [...document.querySelectorAll('.fold .table-scroll')]
    .filter(part => part.scrollWidth > part.clientWidth).map(part => part.scrollWidth - part.clientWidth)"""
"""The tables of choices that do not fit."""


def test_on_a_small_phone_every_column_of_the_choices_is_in_view(page: Page, live_server: LiveServer) -> None:
    """Also where the score counts."""
    course = finished(sit_at(page, live_server.url), PROPER, 11)
    discards = [each for each in decisions(reviewed(course, 11)) if each.kind is DecisionKind.DISCARD]
    page.set_viewport_size({"width": SMALL_PHONE["width"], "height": SMALL_PHONE["height"]})
    for number in (discards[0].number, max(discards, key=lambda each: each.loss).number):
        opened(page, course, live_server.url, number)
        expect(page.locator(".ranked thead th")).to_have_count(6)
        assert page.evaluate(CUT) == []


@pytest.mark.parametrize("kind", few(DecisionKind, DecisionKind.DISCARD, DecisionKind.PLAY))
def test_every_kind_of_decision_is_for_every_eye(page: Page, live_server: LiveServer, kind: DecisionKind) -> None:
    course, number = first_of(kind, sit_at(page, live_server.url))
    opened(page, course, live_server.url, number)
    page.evaluate(OPEN_ALL)
    assert violations(page) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(CUT) == []
    # A dot on the curve is smaller than a thumb; its decision is in the list, too.
    assert [small for small in page.evaluate(SMALL) if "curve-mark" not in small[2]] == []


def test_the_other_pages_are_for_every_eye(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), CALLED)
    reviewed(course)
    referee.share(course.match, shared=True)
    course.match.refresh_from_db()
    places = [("seals", [course.match.key]), ("fair", []), ("luck", []), ("open", [])]
    for name, given in places:
        page.goto(live_server.url + reverse(name, args=given))
        page.evaluate(OPEN_ALL)
        assert violations(page) == [], name
        page.set_viewport_size({"width": 320, "height": 640})
        fits(page)
    page.goto(live_server.url + reverse("shared", args=[course.match.share]))
    assert violations(page) == []


@pytest.mark.parametrize("touch", [True, False])
def test_a_game_that_is_played_on_from_a_count_begins_there(
    open_page: OpenPage, live_server: LiveServer, *, touch: bool
) -> None:
    """On a touch screen at the numbers to tap: their box would open a keyboard."""
    page = open_page(viewport=PHONE, has_touch=touch, is_mobile=touch)
    course, number = first_of(DecisionKind.HAND, sit_at(page, live_server.url))
    opened(page, course, live_server.url, number)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".own .pad" if touch else "#claim")).to_be_focused()


OVER = """() => [...document.querySelectorAll('.scores, .score')]
    .filter(one => one.scrollWidth > one.clientWidth).length"""


@pytest.mark.parametrize("rules", [Rules(target=31), Rules(seats=3, sides=3, target=31)])
def test_the_way_back_to_a_decision_leaves_room_for_the_scores(
    open_page: OpenPage, live_server: LiveServer, rules: Rules
) -> None:
    page = open_page(viewport=SMALL_PHONE)
    learner = sit_at(page, live_server.url)
    *_, over = play_out(begin(learner, rules, Pace.INSTANT), Pace.INSTANT)
    page.goto(live_server.url + reverse("table", args=[referee.again(over, over.deals[0] + 1, learner).key]))
    assert page.evaluate(IN_VIEW, "#leave, .score") == rules.sides + 2
    assert page.evaluate(OVER) == 0
    page.locator("#leave").click()
    expect(page).to_have_url(at(over.deals[0] + 1))


COUNTED = """() => {
    const box = part => part.getBoundingClientRect();
    const rows = [...document.querySelectorAll('.judged .line')];
    const cards = rows.map(row => [...row.querySelectorAll(':scope > .card-row .card')].map(box));
    const gaps = cards.flatMap(row => row.slice(1).map((card, at) => card.left - row[at].right));
    const lines = cards.slice(1).map((row, at) => row[0].top - cards[at][0].bottom);
    const held = box(document.querySelector('.ways')).top;
    return [
        rows.length, held - box(rows.at(-1)).bottom, Math.min(...gaps), Math.min(...lines, 9),
        [...document.querySelectorAll('.judged .line.is-missed .chip')].filter(chip => box(chip).width > 20).length,
    ];
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_a_phone_shows_every_row_of_a_count_to_its_total(
    open_page: OpenPage, live_server: LiveServer, size: dict[str, int]
) -> None:
    """Above the bar, where a link leads and after a step, each card beside the next, and what was missed named."""
    page = open_page(viewport=size)
    course = finished(sit_at(page, live_server.url), PROPER, 11)
    counts = (DecisionKind.HAND, DecisionKind.CRIB)
    found = [each for each in decisions(reviewed(course, 11)) if each.kind in counts and claimed_in(each.best)]
    missed = 0
    page.goto(f"{live_server.url}{reverse('review', args=[course.match.key, course.game.number])}")
    for each in found:
        page.locator(f"#decisions a[href*='decision={each.number}#']").dispatch_event("click")
        expect(page.locator(".again")).to_have_attribute("action", re.compile(rf"/{each.number}/$"))
        rows, room, gap, apart, chips = page.evaluate(COUNTED)
        assert room >= 0, rows
        assert gap >= 2
        assert apart >= 4
        assert chips == page.locator(".judged .line.is-missed").count()
        missed += chips
    assert missed


SIX_ROWS = """() => {
    const first = document.querySelector('.judged .line');
    while (first.parentElement.children.length < 6) first.before(first.cloneNode(true));
    return document.querySelector('.decision > .row').getBoundingClientRect().bottom;
}"""


def test_a_desk_shows_six_rows_of_a_missed_count_and_what_can_be_done(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), PROPER, 11)
    page.set_viewport_size({"width": DESK["width"], "height": DESK["height"]})
    missed = [each for each in decisions(reviewed(course, 11)) if each.kind in {DecisionKind.HAND, DecisionKind.CRIB}]
    for each in (one for one in missed if one.grade is Grade.MISTAKE):
        opened(page, course, live_server.url, each.number)
        assert page.evaluate(SIX_ROWS) <= DESK["height"]
        expect(page.locator(".judged .line.is-missed")).to_be_in_viewport(ratio=1)


PLACES = """() => [...document.querySelectorAll('.seen-hand li')].map(held => {
    const box = part => held.querySelector(part).getBoundingClientRect();
    return [box('.card').left - held.getBoundingClientRect().left, held.getBoundingClientRect().width];
})"""


def test_no_label_moves_a_card(page: Page, live_server: LiveServer) -> None:
    course = finished(sit_at(page, live_server.url), PROPER, 11)
    page.set_viewport_size({"width": SMALL_PHONE["width"], "height": SMALL_PHONE["height"]})
    played = [each for each in decisions(reviewed(course, 11)) if each.kind is DecisionKind.PLAY]
    labels = set()
    for each in (one for one in played if not one.grade.is_fine):
        opened(page, course, live_server.url, each.number)
        places = page.evaluate(PLACES)
        labels |= set(page.locator(".seen-hand li > span:last-child:not(.card)").all_inner_texts())
        assert all(abs(left) < 0.1 for left, _width in places)
        assert len({width for _left, width in places}) <= 1
    assert "As good" in labels


TOPS = """() => {
    const top = part => document.querySelector(part).getBoundingClientRect().top;
    return [scrollY, ...['.ways', '.seen', '.judged'].map(top)];
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, DESK])
def test_a_step_changes_what_is_shown_and_moves_nothing(
    open_page: OpenPage, live_server: LiveServer, size: dict[str, int]
) -> None:
    page = open_page(viewport=size)
    course = finished(sit_at(page, live_server.url), CALLED)
    first, *numbers = (each.number for each in decisions(reviewed(course)))
    opened(page, course, live_server.url, first)
    page.evaluate("window.stays = true")
    places = set()
    for number in numbers:
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(at(number))
        places.add(tuple(map(round, page.evaluate(TOPS))))
        assert page.evaluate(IN_VIEW, ".seen, .judged > .row, .ways") == 3
    assert len(places) == 1, places
    page.go_back()
    expect(page).to_have_url(at(numbers[-2]))
    expect(page.locator(".again")).to_have_attribute("action", re.compile(rf"/{numbers[-2]}/$"))
    expect(page.locator("#decision")).to_be_focused()
    page.locator("#curve [aria-current]").dispatch_event("click")
    page.locator(".costly a").first.click()
    expect(page.locator(".costly a").first).to_have_attribute("aria-current", "true")
    assert page.evaluate("window.stays"), "it is the same page"


def test_a_second_tap_on_the_way_to_the_last_of_the_costliest_does_not_leave_the_review(
    page: Page, live_server: LiveServer
) -> None:
    course = finished(sit_at(page, live_server.url), CALLED)
    dear = [each for each in decisions(reviewed(course)) if not each.grade.is_fine and any(each.loss[:2])]
    *_others, before, last = dict.fromkeys(each.number for each in sorted(dear, key=lambda each: each.loss)[::-1])
    opened(page, course, live_server.url, before)
    page.evaluate(
        """new MutationObserver(() => document.querySelector(".ways [href$='/new/']")?.click())"""
        """.observe(document.getElementById("review").parentElement, {childList: true})"""
    )  # as soon as it stands there
    page.locator(".ways .is-main").click()
    expect(page).to_have_url(at(last))
    page.wait_for_timeout(800)
    expect(page).to_have_url(at(last))
    page.locator(".ways .is-main").click()
    expect(page).to_have_url(re.compile("/new/$"))


def test_enter_walks_through_the_costliest(page: Page, live_server: LiveServer) -> None:
    """The button keeps the focus, and the status tells what is shown, until there is no other."""
    course = finished(sit_at(page, live_server.url), CALLED)
    dear = [each for each in decisions(reviewed(course)) if not each.grade.is_fine and any(each.loss[:2])]
    costliest, *others = dict.fromkeys(each.number for each in sorted(dear, key=lambda each: each.loss)[::-1])
    opened(page, course, live_server.url, costliest)
    page.locator(".ways .is-main").focus()
    for number in others:
        page.keyboard.press("Enter")
        expect(page).to_have_url(at(number))
        if number != others[-1]:
            expect(page.locator(".ways .is-main")).to_be_focused()
            expect(page.locator("#status")).to_have_text(page.locator("#decision").get_attribute("data-told") or "-")
    expect(page.locator("#decision"), "the last is no way to leave the review").to_be_focused()
    page.locator(".ways [rel=prev]").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ways [rel=prev]")).to_be_focused()


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_ways_to_other_decisions_keep_their_place(
    open_page: OpenPage, live_server: LiveServer, size: dict[str, int]
) -> None:
    page = open_page(viewport=size)
    course = finished(sit_at(page, live_server.url), CALLED)
    tops = set()
    for each in decisions(reviewed(course)):
        opened(page, course, live_server.url, each.number)
        for part in ("prev", "next"):
            tops.add(page.locator(f".ways [rel={part}]").evaluate("way => Math.round(way.getBoundingClientRect().top)"))
        assert page.evaluate(IN_VIEW, ".ways") == 1
    assert len(tops) == 1
