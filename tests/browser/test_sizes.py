"""What has to be in view on a small phone, and what stays in its place on a desk."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Literal

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.benchmarks.seen.asked import ASKED, hidden
from tests.browser import games
from tests.browser.conftest import OpenPage
from tests.browser.eyes import SIDEWAYS
from tests.browser.keys import tab_to
from tests.trainer.drills.posts import Post
from tests.trainer.drills.samples import SAMPLES, answer, answers, asked
from trainer.drills.choose.question import ChooseSort
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Run
from trainer.practice.addresses import start_url

SMALL: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
WORDS = """cells => cells.map(cell => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const box = range.getBoundingClientRect();
    return [box.left, box.right];
})"""
"""Where the words of cells begin and end."""
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


def _box(found: Locator) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower edge."""
    box = found.bounding_box()
    assert box
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def _answer(page: Page, live_server: LiveServer, address: str, posts: Iterable[Post]) -> Client:
    """Answer a question as a guest, who then looks at what follows on the page. Return the guest's client."""
    client = Client()
    client.force_login(games.sit_at(page, live_server.url))
    page.goto(live_server.url + answer(client, address, posts)[0])
    return client


def test_on_a_small_phone_ones_own_discard_stands_above_next(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(**SMALL)
    sample = SAMPLES["discard"]
    _answer(page, live_server, asked(sample.question, drill="discard"), sample.wrong)
    own = page.locator(".ranked .is-taken").first
    assert _box(own)[3] <= _box(page.locator("#next"))[1]
    edges = own.locator("td:not(.if-wide)").evaluate_all(WORDS)
    assert all(right + 6 <= left for (_, right), (left, _) in pairwise(edges))


def test_on_a_small_phone_the_discards_fit_the_window_their_cards_in_a_column(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(**SMALL)
    sample = SAMPLES["discard"]
    _answer(page, live_server, asked(sample.question, drill="discard"), sample.right)
    table = page.locator(".ranked").first
    assert _box(table)[2] <= 320
    lefts = [_box(cards)[0] for cards in table.locator(".name .card-row").all()]
    assert lefts == pytest.approx([lefts[0]] * len(lefts), abs=1)


def _strip_fits(page: Page) -> None:
    for width in (320, 360):
        page.set_viewport_size({"width": width, "height": 740})
        what, figures = (_box(page.locator(f".strip > {part}")) for part in (":first-child", ".strip-figures"))
        assert what[2] <= figures[0]
        assert page.locator(".strip-figures").evaluate("figures => figures.scrollWidth <= figures.clientWidth")
        assert page.evaluate(SIDEWAYS) == []


def test_on_a_phone_what_a_run_is_and_how_far_it_is_stand_beside_each_other(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(**SMALL)
    sample = SAMPLES["choose"]
    settings = Settings("choose", Mode.CALM, None, {"classes": ChooseSort.REPLY})
    client = _answer(page, live_server, start_url(settings, asked=sample.question), sample.right)
    _strip_fits(page)
    key = client.post("/lessons/cards/check/").headers["Location"].split("/")[2]
    for number in range(5):
        run = Run.objects.get(key=key)
        found = answers(run.drill, run.asked)
        for post in found.right if number else found.wrong[0]:
            client.post(f"/runs/{key}/", {**post, "number": str(number)})
        client.post(f"/runs/{key}/", {"next": "1", "number": str(number + 1)})
    page.goto(f"{live_server.url}/runs/{key}/")
    expect(page.locator(".strip")).to_contain_text("Passed · your misses, once more")
    _strip_fits(page)


@pytest.mark.parametrize("drill", ["count", "cut", "muggins", "peg", "rules"])
def test_on_a_small_phone_every_hole_of_the_pegboard_is_in_view(
    open_page: OpenPage, live_server: LiveServer, drill: str
) -> None:
    page = open_page(**SMALL)
    page.goto(live_server.url + asked(SAMPLES[drill].question, drill=drill))
    assert _box(page.locator(".pad").last)[3] <= 640


def test_on_a_small_phone_what_a_score_is_for_is_asked_last(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(**SMALL)
    page.goto(live_server.url + asked(SAMPLES["peg"].question, drill="peg"))
    tops = [_box(page.locator(each))[1] for each in (".pad >> nth=0", ".pad >> nth=1", ".answer details >> nth=0")]
    assert tops == sorted(tops)


def test_on_a_small_phone_the_pack_and_its_button_are_in_view(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(**SMALL)
    page.goto(f"{live_server.url}/ask/discard/")
    slots = page.locator("#tray .card")
    expect(slots).to_have_count(6)
    first, card = _box(slots.first), _box(page.locator(".deck .card").first)
    assert first[2] - first[0] >= 28
    assert first[0] == pytest.approx(card[0], abs=4)
    assert page.get_by_text("Tap the cards you were dealt").is_visible()
    assert _box(page.get_by_role("button", name="Cards still missing: 6"))[3] <= 640


def test_on_a_small_phone_the_button_of_what_to_play_is_in_view(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(**SMALL)
    page.goto(f"{live_server.url}/ask/play/")
    assert _box(page.get_by_role("button", name="Add a card to the hand"))[3] <= 640


def test_on_a_small_phone_the_buttons_of_finding_all_stand_in_a_row(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(**SMALL)
    page.goto(f"{live_server.url}/lessons/fifteens/12/")
    tops = [_box(page.locator(each))[1] for each in ("#back", ".lesson-ways [name=answer]", "#hint", "#on")]
    assert tops == pytest.approx([tops[0]] * 4, abs=4)


@pytest.mark.parametrize("high", [640, 740])
@pytest.mark.parametrize("step", ["board/2", "board/8", "manners/4", "first-deal/5", "deal/12", "muggins/5", "fast/12"])
def test_on_a_phone_all_that_a_lesson_asks_about_is_in_view(
    open_page: OpenPage, live_server: LiveServer, step: str, high: int
) -> None:
    page = open_page(**SMALL | {"viewport": {"width": 320 if high == 640 else 360, "height": high}})
    page.goto(f"{live_server.url}/lessons/{step}/")
    expect(page.locator(ASKED).locator("visible=true")).not_to_have_count(0)
    assert hidden(page, high) <= 0.5


@pytest.mark.parametrize(("drill", "tells"), [("discard", True), ("tap", True), ("count", False)])
def test_a_phone_tells_what_counts_below_cards_to_tap_and_leaves_a_pegboard_its_room(
    open_page: OpenPage, live_server: LiveServer, drill: str, tells: bool
) -> None:
    page = open_page(**SMALL)
    page.goto(live_server.url + asked(SAMPLES[drill].question, drill=drill))
    expect(page.locator(".run-side")).to_be_visible(visible=tells)


def test_a_phone_has_no_more_beside_a_question_while_a_clock_runs(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(**SMALL)
    page.goto(f"{live_server.url}/drills/tap/start/?mode=sprint&seconds=180")
    page.locator(".time-bar").wait_for(state="attached")
    expect(page.locator(".run-side")).to_be_hidden()


@pytest.mark.parametrize("colours", ["none", "active"])
def test_a_card_with_the_focus_does_not_look_chosen(
    open_page: OpenPage, live_server: LiveServer, colours: Literal["none", "active"]
) -> None:
    page = open_page(**DESK)
    page.emulate_media(forced_colors=colours)
    page.goto(live_server.url + asked(SAMPLES["discard"].question, drill="discard"))
    picks, ring = page.locator(".pick"), "each => getComputedStyle(each).outlineStyle"
    tab_to(page, "#deal .pick:nth-child(2) input")
    frame = "card => [getComputedStyle(card, '::before').borderTopStyle, getComputedStyle(card).outlineStyle]"
    assert picks.nth(1).locator(".card").evaluate(frame) == ["dashed", "none"], "on the card, not over the next"
    assert _box(picks.nth(1).locator(".card"))[1] == _box(picks.nth(2).locator(".card"))[1]
    page.keyboard.press("Space")
    assert picks.nth(1).locator(".card").evaluate(ring) == "solid"
    assert _box(picks.nth(1).locator(".card"))[1] < _box(picks.nth(2).locator(".card"))[1]


@pytest.mark.parametrize("step", ["cards/6", "cards/7", "cards/8"])
def test_on_a_small_phone_what_a_lesson_asks_stands_in_a_line_above_its_cards(
    open_page: OpenPage, live_server: LiveServer, step: str
) -> None:
    page = open_page(**SMALL)
    page.goto(f"{live_server.url}/lessons/{step}/")
    title = _box(page.locator("#drill-title"))
    assert title[3] - title[1] <= 60
    assert hidden(page, 640) <= 0.5


def test_on_a_desk_a_lesson_has_the_box_for_a_count_in_view(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(**DESK)
    for step in ("first-deal/5", "first-deal/12"):
        page.goto(f"{live_server.url}/lessons/{step}/")
        expect(page.locator("#claim")).to_be_in_viewport(ratio=1)
        expect(page.locator(".answer-fold")).to_be_hidden()


def test_on_a_desk_next_stays_in_its_place(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(**DESK)
    tops = []
    for place in (3, 4, 5):
        page.goto(f"{live_server.url}/lessons/deal/{place}/")
        tops.append(_box(page.locator("#on"))[1])
    assert max(tops) - min(tops) <= 24


def test_on_a_desk_progress_has_no_gap_below_what_to_do_next(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(**DESK)
    client = Client()
    client.force_login(games.sit_at(page, live_server.url))
    answer(client, asked(), SAMPLES["count"].right)
    page.goto(f"{live_server.url}/progress/")
    felt = page.locator("section.felt")
    expect(felt).to_have_count(1)
    assert _box(felt)[3] <= 800, "what to do next is in the first window"
    for above, below in ((felt, "#time"), (page.locator("#time"), "section:has(> #more-title)")):
        assert 0 < _box(page.locator(below))[1] - _box(above)[3] <= 40


def test_what_ends_a_search_stands_apart_from_what_adds_to_it(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(**DESK)
    page.goto(live_server.url + asked(SAMPLES["find"].question, drill="find"))
    add, none = (_box(page.get_by_role("button", name=name)) for name in ("Add it", "That is all"))
    assert none[1] - add[3] >= 8


@pytest.mark.parametrize("window", [DESK, {"viewport": {"width": 360, "height": 740}}], ids=["desk", "phone"])
def test_the_options_of_a_preference_stand_in_one_row_and_are_equally_wide(
    open_page: OpenPage, live_server: LiveServer, window: dict[str, Any]
) -> None:
    page = open_page(**window)
    page.goto(f"{live_server.url}/account/preferences/")
    page.eval_on_selector_all("details.fold", "folds => folds.forEach(fold => fold.open = true)")
    rows = page.locator(".options-row").all()
    assert len(rows) == 7
    for row in rows:
        boxes = [_box(option) for option in row.locator(".option").all()]
        assert {round(box[1]) for box in boxes} == {round(boxes[0][1])}
        widths = [box[2] - box[0] for box in boxes]
        assert max(widths) - min(widths) <= 1


def test_no_card_lies_on_another_in_the_picture_of_a_drill(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(**SMALL)
    page.goto(f"{live_server.url}/drills/")
    pictures = page.locator(".tile-felt:has(.card):visible").all()
    assert pictures
    for picture in pictures:
        boxes = [_box(card) for card in picture.locator(".card").all()]
        assert all(left[2] <= right[0] + 0.5 for left, right in pairwise(boxes))
