"""Every drill by keyboard, also without JavaScript, and sprints and streaks to their ends."""

import re
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from itertools import pairwise, product
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from game.models import Habits
from tests.browser.conftest import OpenPage, Table
from tests.browser.eyes import fits, violations
from tests.browser.games import sit_at
from tests.browser.geometry import box_of, on
from tests.browser.keys import WITH_SCRIPTS, press, tab_to
from tests.browser.learning import named
from tests.browser.season import an_exam
from tests.browser.test_counting_drill import count, felt_at
from tests.full import few
from tests.trainer.drills.samples import MACHINERY, SAMPLES, answer, asked
from trainer.drills.count import question as count_question
from trainer.drills.discard.page import whose_crib
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.models import Attempt, Run

ALL_DRILLS = pytest.mark.parametrize("drill", DRILLS)
WATCH = """
    window.focused = [];
    document.addEventListener('htmx:afterSettle', () => window.focused.push(document.activeElement.tagName));
"""


PLAYED: dict[str, Callable[[Page], None]] = {
    drill: import_module(f"tests.trainer.drills.{drill}.keyboard").play for drill in DRILLS
}
"""How to answer each drill's sample question by keyboard, from its first input on. All are right, except in `find`."""


PLACES = """() => [...document.querySelectorAll('.strip, .felt, .run-message, #ask > *, .tools')]
    .map(element => [element.className, Math.round(element.getBoundingClientRect().top)])"""
"""Where everything of a question stands."""
RING = """element => {
    const { outlineStyle: style, outlineColor: color } = getComputedStyle(element);
    return { style, color };
}"""
"""The line around a card."""
ONE_TAP = ("go", "choose")
"""Drills in which every button of a question answers it."""


def first_input(page: Page) -> None:
    """Check that a question is shown, with the focus on its first input."""
    expect(page.locator("#ask :is([autofocus], #choices:focus, #ranks:focus, #deal:focus)")).to_be_focused()


class TestEveryDrill:
    """No question of any drill needs a mouse or JavaScript, and axe finds no violations."""

    @pytest.mark.parametrize(
        ("drill", "scripts"),
        few(
            product(DRILLS, [True, False]),
            *product(MACHINERY, [True]),
            ("count", False),
        ),
    )
    def test_a_question_by_keyboard(self, open_page: OpenPage, table: Table, drill: str, scripts: bool) -> None:
        page, address = open_page(java_script_enabled=scripts), table.url + asked(SAMPLES[drill].question, drill=drill)
        page.add_init_script(WATCH)
        page.goto(address)
        first_input(page)
        if drill not in ONE_TAP:
            tab_to(page, "#ask button[type=submit]")
            press(page, "Enter")
            expect(page.locator("#answer-error")).to_be_visible()
            first_input(page)
            assert Attempt.objects.count() == 0
            page.goto(address)
            first_input(page)
        PLAYED[drill](page)
        expect(page.locator(".verdict")).to_have_class(re.compile("is-wrong" if drill == "find" else "is-right"))
        expect(page.locator("#next")).to_be_focused()
        press(page, "Enter")
        first_input(page)
        expect(page.locator(".verdict")).to_have_count(0)
        expect(page.locator(".strip")).to_contain_text(f"{int(drill != 'find')} right")
        expect(page.locator(".strip")).to_contain_text("Question 2")
        attempt = Attempt.objects.get()
        assert (attempt.drill, attempt.right) == (drill, drill != "find")
        if scripts:
            page.wait_for_function("() => window.focused.length >= 2")
            assert "BODY" not in page.evaluate("window.focused")

    @pytest.mark.parametrize("drill", few(DRILLS, "count", "find", "peg"))
    def test_it_fits_a_small_phone_and_every_eye(self, open_page: OpenPage, table: Table, drill: str) -> None:
        page = open_page(**SMALL_PHONE)
        page.goto(table.url + asked(SAMPLES[drill].question, drill=drill))
        looked_at(page)
        if drill not in ONE_TAP:
            by_keyboard(page)
            page.locator("#ask button[type=submit]:visible").first.click()
            expect(page.locator("#answer-error")).to_be_visible()
            looked_at(page)
            page.goto(table.url + asked(SAMPLES[drill].question, drill=drill))
        by_keyboard(page)
        PLAYED[drill](page)
        expect(page.locator("#next")).to_be_focused()
        looked_at(page)


class TestExam:
    """No verdict comes between the hands, and the last answer leads to the grade."""

    def test_by_keyboard_to_the_sheet(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 320, "height": 640})
        page.goto(f"{table.url}/exam/")
        looked_at(page)
        tab_to(page, "button[name=look]")
        press(page, "Enter")
        expect(page.locator("#claim")).to_be_focused()
        looked_at(page)
        top = felt_at(page)
        page.locator("#claim").focus()
        count(page, "15")
        expect(page.locator(".strip")).to_contain_text("2 of 20")
        expect(page.locator("#claim")).to_be_focused()
        assert felt_at(page) == top
        Run.objects.update(number=19, right=19)
        page.reload()
        points = count_question.mark(count_question.read(Run.objects.get().asked), "").points
        count(page, str(points))
        page.wait_for_url("**/summary/")
        page.get_by_role("link", name="Certificate").click()
        expect(page.locator("h1")).to_have_text("Cribbage: counting at sight")
        looked_at(page)


class TestOneScreen:
    """What is looked at stays where it is, and what is said of an answer is in sight."""

    @pytest.mark.parametrize("drill", few(DRILLS, "count", "find", "peg"))
    def test_a_hint_moves_nothing_on_a_phone_and_an_answer_not_the_felt(
        self, open_page: OpenPage, table: Table, drill: str
    ) -> None:
        page = open_page(**SMALL_PHONE)
        page.goto(table.url + asked(SAMPLES[drill].question, drill=drill))
        assert page.locator(".strip > :first-child span").evaluate("e => e.scrollHeight <= e.clientHeight + 1"), (
            "nothing cut"
        )
        places, felts = ([find(page) for _screen in on(page, *PHONES)] for find in (places_of, felt_at))
        page.locator("button[name=hint]").tap()
        expect(page.locator(".message")).to_be_visible()
        assert [places_of(page) for _screen in on(page, *PHONES)] == places
        assert [felt_at(page) for _screen in on(page, *PHONES)] == felts
        if drill not in ON_ONE_FELT:
            return
        by_keyboard(page)
        page.evaluate("scrollTo(0, 0)")
        PLAYED[drill](page)
        expect(page.locator("#next")).to_be_focused()
        assert [felt_at(page) for _screen in on(page, *PHONES)] == felts
        for _wide, high in on(page, *PHONES):
            held, told = page.locator("#on").bounding_box(), page.locator(".run-told .line").all()[:3]
            assert held
            for part in (page.locator("#verdict"), *told):
                box = part.bounding_box()
                assert box
                assert box["y"] + box["height"] <= held["y"] + 1
            assert held["y"] + held["height"] == pytest.approx(high, abs=1)

    @pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740)])
    def test_an_answer_seen_again_opens_with_what_was_missed_above_the_bar(
        self, open_page: OpenPage, table: Table, width: int, height: int
    ) -> None:
        """However late that item comes; and the verdict stays in view."""
        page = open_page(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
        client = Client()
        client.force_login(sit_at(page, table.url))
        address, _ = answer(client, asked("TD TS JH QS | 5D"), [{"claim": "14"}])
        page.goto(f"{table.url}{address}0/")
        lit, bar = (box_of(page.locator(part)) for part in (".run-told .is-lit", "#drill .action-bar"))
        assert lit["y"] + lit["height"] <= bar["y"] + 1
        expect(page.locator("#verdict")).to_be_in_viewport(ratio=1)

    def test_answers_below_the_window_get_the_focus_and_nothing_scrolls(
        self, open_page: OpenPage, table: Table
    ) -> None:
        page = open_page(viewport={"width": 320, "height": 480}, has_touch=True, is_mobile=True)
        page.goto(table.url + asked(SAMPLES["go"].question, drill="go"))
        felt = felt_at(page)
        page.locator("button[name=hint]").evaluate("button => button.click()")
        expect(page.locator(".message")).to_be_visible()
        first_input(page)
        assert felt_at(page) == felt
        assert page.evaluate("scrollY") == 0

    def test_a_letter_asks_from_any_card_and_moves_nothing_on_a_desk(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 1280, "height": 800})
        page.goto(table.url + asked(SAMPLES["discard"].question, drill="discard"))
        first_input(page)
        places = page.evaluate(PLACES)
        for letter, said in (("h", DRILLS["discard"].hint), ("B", whose_crib)):
            press(page, letter)
            expect(page.locator(".message")).to_have_text(said(DRILLS["discard"].read(SAMPLES["discard"].question)))
            first_input(page)
            assert page.evaluate(PLACES) == places
        assert Attempt.objects.count() == 0

    @pytest.mark.parametrize("drill", ["count", "peg", "move"])
    @pytest.mark.parametrize("touch", [True, False])
    def test_keys_are_named_only_where_the_box_opens_a_keyboard(
        self, open_page: OpenPage, table: Table, drill: str, touch: bool
    ) -> None:
        """On a touch screen the box for a number opens a number keypad, which has no letters."""
        page = open_page(has_touch=touch, is_mobile=touch)
        page.goto(table.url + asked(SAMPLES[drill].question, drill=drill))
        named = page.get_by_text("You can also ask", exact=False).filter(visible=True)
        if drill == "count" and not touch:
            page.get_by_text("Letters you can type").click()
        expect(named, "beside the question").to_have_count(0 if touch else 1)
        page.set_viewport_size({"width": 360, "height": 740})
        if touch:
            page.locator(".rules summary").click()
        expect(named, "under the pegboard or the box").to_have_count(0 if touch else 1)

    @pytest.mark.parametrize("window", [(320, 640), (360, 740), (1280, 800)])
    def test_the_street_takes_the_tap_and_shows_the_way_in_the_same_place(
        self, open_page: OpenPage, table: Table, window: tuple[int, int]
    ) -> None:
        page = open_page(viewport={"width": window[0], "height": window[1]}, has_touch=True)
        page.goto(table.url + asked(SAMPLES["move"].question, drill="move"))
        pegs = [button.bounding_box() for button in page.locator(".peg-button").all()]
        assert len({(box["y"], round(box["width"])) for box in pegs if box}) == 1, "two buttons of one size in one row"
        before = [page.locator(part).first.bounding_box() for part in (".felt", ".peg-street")]
        page.locator(".peg-hole:has([value='26'])").tap()
        page.get_by_role("button", name="Rear 16").tap()
        expect(page.locator("#next")).to_be_focused()
        assert [page.locator(part).first.bounding_box() for part in (".felt", ".peg-street")] == before
        ways = page.locator(".felt [data-count]").evaluate_all("holes => holes.map(hole => hole.dataset.count)")
        assert ways == [str(number) for number in range(1, 9)]
        expect(page.locator(".peg-row .is-claim")).to_have_text("26")

    @pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740)])
    def test_two_hands_lie_side_by_side(self, open_page: OpenPage, table: Table, width: int, height: int) -> None:
        page = open_page(viewport={"width": width, "height": height})
        page.goto(table.url + asked(SAMPLES["go"].question, drill="go"))
        hands = [hand.bounding_box() for hand in page.locator(".lay-seats .lay").all()]
        assert len(hands) == 2
        assert len({hand["y"] for hand in hands if hand}) == 1

    def test_the_sum_of_the_parts_is_told_and_sent_once_there_is_one(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 1280, "height": 800})
        page.goto(table.url + asked(SAMPLES["itemise"].question, drill="itemise"))
        send = page.locator(".answer > .is-main")
        expect(send).to_have_text("Check")
        expect(send).to_contain_class("button-plain")
        expect(send, "a hand may have nothing in it").to_be_enabled()
        expect(page.locator("#sum")).to_have_text("Total 0")
        page.locator("#part-fifteen").fill("6")
        expect(send).not_to_contain_class("button-plain")
        expect(page.locator("#sum")).to_have_text("Total 6")
        expect(send).to_have_accessible_description("Total 6")
        bottoms = [
            box["y"] + box["height"]
            for box in (send.bounding_box(), page.locator("#part-fifteen").bounding_box())
            if box
        ]
        assert bottoms[0] == pytest.approx(bottoms[1], abs=1)

    def test_a_card_with_the_focus_looks_like_none_that_is_chosen(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 1280, "height": 800})
        page.goto(table.url + asked(SAMPLES["discard"].question, drill="discard"))
        first_input(page)
        cards = page.locator(".pick .card")
        frame = """card => {
            const { borderTopStyle: style, borderTopColor: color } = getComputedStyle(card, '::before');
            return { style, color };
        }"""
        ring = cards.first.evaluate(frame)
        press(page, "Space")
        chosen = cards.first.evaluate(RING)
        assert (ring["style"], chosen["style"]) == ("dashed", "solid")
        assert ring["color"] != chosen["color"]
        assert cards.first.evaluate(frame) == ring
        press(page, "Tab")
        assert cards.nth(1).evaluate(frame) == ring

    def test_a_discard_says_how_many_cards_are_chosen(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(**SMALL_PHONE)
        page.goto(table.url + asked(SAMPLES["discard"].question, drill="discard"))
        send = page.locator("#ask [data-needs]")
        for chosen in range(3):
            expect(send).to_have_text(f"Discard ({chosen} of 2)")
            assert ("button-plain" in (send.get_attribute("class") or "").split()) == (chosen < 2)
            page.locator(".pick").nth(chosen).tap()

    def test_points_that_are_tapped_before_the_count_go_on_with_it(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(**SMALL_PHONE)
        page.goto(table.url + asked(SAMPLES["peg"].question, drill="peg"))
        counts, points = page.locator(".pad-two").nth(0), page.locator(".pad-two").nth(1)
        expect(points.locator("span").first).to_have_css("opacity", "0.55")
        points.locator("button").nth(2).tap()
        expect(page.locator("#answer-error")).to_contain_text("Say the count first")
        given = [part.locator("span").nth(place).text_content() for part, place in ((counts, 3), (points, 2))]
        counts.locator("label").nth(2).locator("input").press("ArrowRight")
        expect(page.locator("#verdict"), "a key only looks through the counts").to_have_count(0)
        counts.locator("label").nth(3).tap()
        expect(page.locator("#verdict")).to_be_visible()
        assert Attempt.objects.get().answer.split()[:2] == given

    def test_what_was_chosen_stays_while_a_hint_is_given(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(**SMALL_PHONE)
        page.goto(table.url + asked(SAMPLES["discard"].question, drill="discard"))
        for place in (1, 4):
            page.locator(".pick").nth(place).tap()
        page.locator("button.hint, .hint button").first.tap()
        expect(page.locator(".message")).to_be_visible()
        chosen = [place for place, box in enumerate(page.locator(".pick input").all()) if box.is_checked()]
        assert chosen == [1, 4]
        expect(page.locator("#ask [data-needs]")).to_have_text("Discard (2 of 2)")

    def test_what_was_chosen_stays_while_a_letter_asks(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 1280, "height": 800})
        page.goto(table.url + asked(SAMPLES["discard"].question, drill="discard"))
        first_input(page)
        press(page, "2", "5")
        for letter, said in (("h", DRILLS["discard"].hint), ("B", whose_crib)):
            press(page, letter)
            expect(page.locator(".message")).to_have_text(said(DRILLS["discard"].read(SAMPLES["discard"].question)))
            chosen = [place for place, box in enumerate(page.locator(".pick input").all()) if box.is_checked()]
            assert chosen == [1, 4]
            expect(page.locator(".pick input").nth(4)).to_be_focused()
            expect(page.locator("#ask [data-needs]")).to_have_text("Discard (2 of 2)")
        page.keyboard.press("Enter")
        expect(page.locator("#verdict")).to_be_visible()
        assert Attempt.objects.count() == 1

    def test_refused_cards_are_typed_over(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 1280, "height": 800})
        page.goto(table.url + asked(SAMPLES["discard"].question, drill="discard"))
        page.locator("details.typed > summary").click()
        page.locator("#claim").fill("zz 9")
        page.keyboard.press("Enter")
        expect(page.locator("#answer-error")).to_be_visible()
        page.keyboard.type("h")
        expect(page.locator("#claim")).to_have_value("h")

    def test_a_hole_can_be_tapped_and_then_its_peg(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(**SMALL_PHONE)
        page.goto(table.url + asked(SAMPLES["move"].question, drill="move"))
        page.locator(".peg-hole").filter(has=page.locator("[value='31']")).tap()
        page.locator("label.peg-hole.is-front").tap()
        expect(page.locator("#verdict")).to_contain_text("31")

    def test_a_peg_can_be_tapped_and_then_its_hole(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(**SMALL_PHONE)
        page.goto(table.url + asked(SAMPLES["move"].question, drill="move"))
        rear, front = (page.locator(f"label.peg-hole.is-{peg}") for peg in ("rear", "front"))
        for peg, scales in (
            (front, ("none", "1.3")),
            (rear, ("1.3", "none")),
            (rear, ("none", "none")),
            (rear, ("1.3", "none")),
        ):
            peg.tap()
            for hole, scale in zip((rear, front), scales, strict=True):
                expect(hole).to_have_css("scale", scale)
        expect(page.locator(".peg-hole :checked")).to_have_count(0)
        page.locator(".peg-hole").filter(has=page.locator("[value='31']")).tap()
        expect(page.locator("#verdict")).to_contain_text("You moved the rear peg to 31.")

    @pytest.mark.parametrize("held", [False, True], ids=["run", "lesson"])
    def test_of_two_steps_the_one_that_is_due_stands_out_from_the_start(
        self, open_page: OpenPage, table: Table, held: bool
    ) -> None:
        page = open_page(**SMALL_PHONE)
        page.goto(table.url + ("/lessons/board/2/" if held else asked(SAMPLES["move"].question, drill="move")))
        steps = page.locator("#ask [for=claim] strong"), page.get_by_text("2. Which peg moves there?")
        for first, second in (("600", "400"), ("400", "600")):
            expect(steps[0]).to_have_css("font-weight", first)
            expect(steps[1]).to_have_css("font-weight", second)
            page.locator(".peg-hole").nth(30).tap()

    @pytest.mark.parametrize("held", [False, True], ids=["run", "lesson"])
    def test_a_card_too_many_takes_the_place_of_the_earliest_as_at_the_table(
        self, open_page: OpenPage, table: Table, held: bool
    ) -> None:
        page = open_page(**SMALL_PHONE)
        question = asked(SAMPLES["discard"].question, drill="discard")
        page.goto(table.url + ("/lessons/what-to-keep/2/" if held else question))
        boxes = page.locator(".pick input")
        names = [box.get_attribute("aria-label") for box in boxes.all()]
        line = page.locator("#status" if held else "#prompt")
        before = line.text_content() or ""
        for chosen in (1, 0, 2):
            page.locator(".pick").nth(chosen).tap()
        for said in (line, page.locator("#status")):
            expect(said).to_have_text(f"Back in your hand: {names[1]}.")
        assert [box.is_checked() for box in boxes.all()] == [True, False, True, *[False] * 3]
        if held:
            return
        expect(page.locator("#ask [data-needs]")).to_have_text("Discard (2 of 2)")
        page.locator(".pick").first.tap()
        expect(line, "what was told is over").to_have_text(before)
        expect(page.locator("#ask [data-needs]")).to_have_text("Discard (1 of 2)")

    def test_arrows_go_through_the_cards_and_enter_chooses_as_at_the_table(
        self, open_page: OpenPage, table: Table
    ) -> None:
        page = open_page()
        page.goto(table.url + asked(SAMPLES["discard"].question, drill="discard"))
        boxes = page.locator(".pick input")
        boxes.first.focus()
        for key, place in (("ArrowLeft", 5), ("ArrowRight", 0), ("End", 5), ("Home", 0), ("ArrowRight", 1)):
            page.keyboard.press(key)
            expect(boxes.nth(place)).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        assert [box.is_checked() for box in boxes.all()] == [False, True, False, False, False, True]
        page.keyboard.press("Enter")
        expect(page.locator("#verdict")).to_be_visible()
        page.goto(table.url + asked(SAMPLES["choose"].question, drill="choose"))
        cards = page.locator("button.choice-card")
        expect(page.locator("#deal")).to_be_focused()
        for key, place in (("ArrowRight", 0), ("ArrowLeft", cards.count() - 1), ("Home", 0)):
            page.keyboard.press(key)
            expect(cards.nth(place)).to_be_focused()

    @pytest.mark.parametrize(("drill", "following"), [("move", "[name=choice]"), ("peg", "#points")])
    def test_enter_leads_from_the_first_answer_to_the_second(
        self, open_page: OpenPage, table: Table, drill: str, following: str
    ) -> None:
        page = open_page()
        page.goto(table.url + asked(SAMPLES[drill].question, drill=drill))
        page.locator("#claim").fill("17")
        page.keyboard.press("Enter")
        expect(page.locator(following).first).to_be_focused()
        expect(page.locator("#answer-error")).to_have_count(0)
        page.locator("#claim").fill("?")
        page.keyboard.press("Enter")
        expect(page.locator(".run-message")).to_contain_text("H a hint")

    def test_single_keys_discard_as_at_the_table(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        learner = sit_at(page, table.url)
        page.goto(table.url + asked(SAMPLES["discard"].question, drill="discard"))
        for chosen in (1, 0):
            press(page, "3")  # while the focus is in the hand
            expect(page.locator("#ask [data-needs]")).to_have_text(f"Discard ({chosen} of 2)")
        page.locator("body").evaluate("() => document.activeElement.blur()")
        press(page, "3")
        expect(page.locator("#ask [data-needs]")).to_have_text("Discard (0 of 2)")
        Habits.objects.create(learner=learner, keys=True)
        page.reload()
        page.locator("body").evaluate("() => document.activeElement.blur()")
        press(page, "b")
        expect(page.locator(".message")).to_have_text("Your opponent deals: the crib is theirs.")
        for key in "336":
            press(page, key)
        expect(page.locator("#ask [data-needs]")).to_have_text("Discard (1 of 2)")
        for key in ("3", "Enter"):
            press(page, key)
        expect(page.locator("#verdict")).to_be_visible()
        assert Attempt.objects.get().answer == "9S QH"

    def test_a_number_key_goes_to_an_answer_and_enter_sends_it(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        learner = sit_at(page, table.url)
        Habits.objects.create(learner=learner, keys=True)
        page.goto(table.url + asked(SAMPLES["choose"].question, drill="choose"))
        page.locator("body").evaluate("() => document.activeElement.blur()")
        press(page, "2")
        expect(page.locator("#choices > button, .choice-card").nth(1)).to_be_focused()
        assert not Attempt.objects.exists()
        press(page, "Enter")
        expect(page.locator("#verdict")).to_be_visible()
        assert Attempt.objects.count() == 1

    @pytest.mark.parametrize("touch", [False, True], ids=["keys", "touch"])
    def test_keys_are_told_only_where_there_are_keys(self, open_page: OpenPage, table: Table, touch: bool) -> None:
        page = open_page(**(SMALL_PHONE if touch else {}))
        page.goto(table.url + asked(SAMPLES["choose"].question, drill="choose"))
        expect(page.locator("#prompt")).to_be_visible()
        expect(page.get_by_text("(Tab moves, Space chooses)")).to_be_visible(visible=not touch)

    def test_what_follows_a_wrong_count_stays_in_a_desks_window(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 1280, "height": 800})
        page.goto(table.url + asked(SAMPLES["muggins"].question, drill="muggins"))
        page.locator(".answer-agree button").click()
        expect(page.locator("#verdict")).to_contain_text("It is worth")
        expect(page.locator(".why")).to_be_in_viewport(ratio=1)
        expect(page.locator("#on")).to_have_css("box-shadow", "none")  # which would fade the table's frame

    def test_a_series_to_tap_is_one_row_of_which_no_card_looks_chosen(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
        page.goto(table.url + asked("pair of series 4C QD 8C 8H", drill="tap"))
        expect(page.locator("#drill-title")).to_be_focused()
        expect(page.locator("#prompt")).to_be_in_viewport(ratio=1)
        boxes = [card.bounding_box() for card in page.locator("#ask .pick").all()]
        assert len(boxes) == 4
        assert len({box["y"] for box in boxes if box}) == 1, boxes


def by_keyboard(page: Page) -> None:
    """Unfold the box for what is typed, where a touch screen has a pegboard instead, and go to the first input."""
    if page.locator(".answer-fold").is_visible():
        page.locator(".answer-fold").click()
    page.locator("#ask [autofocus]").focus()
    first_input(page)


def places_of(page: Page) -> Any:
    """Return where everything of a question stands."""
    return page.evaluate(PLACES)


SMALL_PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
PHONES = ((320, 640), (360, 740))
ON_ONE_FELT = ("count", "itemise", "find", "tap", "muggins", "go", "move", "peg")
"""Drills whose felt stays where it is when the answer is told."""


def looked_at(page: Page) -> None:
    """Check that a page fits a small phone, and that axe finds no violations."""
    page.set_viewport_size({"width": 320, "height": 640})
    fits(page)
    assert violations(page) == []


def pass_time(seconds: float) -> None:
    """Make the run older."""
    run = Run.objects.latest("pk")
    run.asked_at -= timedelta(seconds=seconds)
    run.begun_at = run.begun_at and run.begun_at - timedelta(seconds=seconds)
    run.save()


def press_button(page: Page, name: str) -> None:
    """Focus a button by keyboard and press it."""
    tab_to(page, f"button[name={name}]")
    press(page, "Enter")


def seconds_on(page: Page) -> int:
    """Return the seconds that the clock shows."""
    minutes, seconds = page.locator("#clock").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


class TestSprint:
    """A sprint of three minutes from the first answer on, with a pause, to the summary."""

    @pytest.mark.parametrize("viewport", [(320, 640), (1280, 800)])
    def test_the_bar_of_its_time_is_as_wide_as_the_felt(
        self, open_page: OpenPage, table: Table, viewport: tuple[int, int]
    ) -> None:
        page = open_page(viewport={"width": viewport[0], "height": viewport[1]})
        page.goto(table.question(mode=Mode.SPRINT, seconds=180))
        box = "part => part.getBoundingClientRect().toJSON()"
        bar, felt = (page.locator(part).evaluate(box) for part in (".time-bar", ".run .felt"))
        assert abs(bar["x"] + bar["width"] / 2 - felt["x"] - felt["width"] / 2) <= 1
        assert abs(felt["width"] - bar["width"]) <= 1

    @WITH_SCRIPTS
    def test_a_sprint_to_its_end(self, open_page: OpenPage, table: Table, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts)
        page.add_init_script(WATCH)
        page.goto(table.question(mode=Mode.SPRINT, seconds=1800))
        assert seconds_on(page) == 1800
        for right in (1, 2, 3):
            count(page, "15")
            expect(page.locator(".strip")).to_contain_text(f"{right} right")
        expect(page.locator(".last")).to_contain_text("15 is right.")
        expect(page.locator(".run-message")).to_contain_text("3 in a row")
        before = seconds_on(page)
        assert 1500 < before <= 1805
        count(page, "11")
        expect(page.locator(".last")).to_contain_text("You said 11. It is 15.")
        expect(page.locator(".run-message")).not_to_contain_text("in a row")
        expect(page.locator(".run-message")).to_contain_text("−10 s")
        assert seconds_on(page) <= before - 9
        self.pause(page)
        count(page, "15")
        expect(page.locator(".strip")).to_contain_text("4 right")
        pass_time(2000)
        count(page, "15")
        expect(page.locator("#drill")).to_contain_text("Time was up before this answer came")
        expect(page.locator("a.button-large")).to_be_focused()
        press(page, "Enter")
        expect(page).to_have_url(re.compile("/summary/$"))
        assert Attempt.objects.count() == 5
        assert Run.objects.get().ended_at

    def pause(self, page: Page) -> None:
        """Hide the cards for some time, by keyboard."""
        press_button(page, "pause")
        expect(page.get_by_role("heading", name="Paused")).to_be_visible()
        expect(page.locator("#drill .card")).to_have_count(0)
        expect(page.locator("button[name=resume]")).to_be_focused()
        before = seconds_on(page)
        page.wait_for_timeout(1300)
        assert seconds_on(page) == before
        press(page, "Enter")
        expect(page.locator("#claim")).to_be_focused()

    def test_the_clock_goes_by_itself_and_asks_at_its_end(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(alone=True)
        page.clock.install()
        page.goto(table.question(mode=Mode.SPRINT, seconds=60))
        page.clock.run_for(5000)
        assert seconds_on(page) == 60, "it stands until the first answer"
        count(page, "15")
        expect(page.locator(".last")).to_be_visible()
        page.clock.run_for(12_000)
        assert 40 <= seconds_on(page) <= 49
        with page.expect_response("**/runs/**"):
            page.clock.run_for(60_000)
        expect(page.locator("#clock")).not_to_have_text("0:00")  # its answer has arrived, and the clock goes anew
        expect(page.locator("#claim")).to_be_visible()
        assert Run.objects.get().ended_at is None, "the page's clock decides nothing"
        pass_time(100)
        page.clock.run_for(70_000)
        expect(page).to_have_url(re.compile("/summary/$"))
        assert Attempt.objects.count() == 1

    def test_the_clock_is_spoken_three_times(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(alone=True)
        page.clock.install()
        page.goto(table.question(mode=Mode.SPRINT, seconds=90))
        count(page, "15")
        expect(page.locator(".last")).to_be_visible()
        status = page.locator("#status")
        for until, sentence in ((60, "One minute left."), (30, "Thirty seconds left."), (10, "Ten seconds left.")):
            page.clock.run_for(1000 * max(0, seconds_on(page) - until - 2))
            while seconds_on(page) > until:
                page.clock.run_for(200)
            expect(status).to_have_text(sentence)

    def test_the_strip_can_be_hidden(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        page.goto(table.question(mode=Mode.SPRINT, seconds=60))
        expect(page.locator("#clock")).to_be_visible()
        tab_to(page, ".strip summary")
        press(page, "Enter")
        expect(page.locator("#clock")).to_be_hidden()

    def test_axe_finds_nothing_in_a_sprint_or_its_pause(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        page.goto(table.question(mode=Mode.SPRINT, seconds=1800))
        count(page, "11")
        expect(page.locator(".last")).to_be_visible()
        assert violations(page) == []
        page.locator("button[name=pause]").click()
        expect(page.get_by_role("heading", name="Paused")).to_be_visible()
        assert violations(page) == []


class TestChoice:
    """A run is chosen in the form."""

    @pytest.mark.parametrize(("width", "height"), [(320, 640), (1280, 800)])
    def test_what_starts_it_stays_in_reach(self, open_page: OpenPage, table: Table, width: int, height: int) -> None:
        page = open_page(viewport={"width": width, "height": height})
        page.goto(f"{table.url}/drills/count/")
        start = page.get_by_role("button", name="Start", exact=True)
        expect(start).to_be_in_viewport(ratio=1)
        for _ in range(60):
            page.keyboard.press("Tab")
            if start.evaluate("button => button === document.activeElement"):
                break
            focused, box = page.evaluate("document.activeElement.getBoundingClientRect().bottom"), start.bounding_box()
            assert box
            assert focused <= box["y"], "what has the focus is not behind the button"
        expect(start).to_be_focused()

    def test_only_the_clock_of_the_chosen_kind_is_asked_for(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(java_script_enabled=False)
        page.goto(f"{table.url}/drills/count/")
        sprint, each = page.locator("#field-sprint"), page.locator("#field-clock")
        expect(sprint).to_be_hidden()
        expect(each).to_be_hidden()
        page.locator("[name=mode][value=sprint]").check()
        expect(sprint).to_be_visible()
        expect(each).to_be_hidden()


class TestStreak:
    """A streak until the first miss, with one question skipped."""

    @WITH_SCRIPTS
    def test_a_streak_to_its_end(self, open_page: OpenPage, table: Table, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts)
        page.goto(table.question(mode=Mode.STREAK))
        for _ in range(2):
            count(page, "15")
            expect(page.locator("#next")).to_be_focused()
            press(page, "Enter")
        table.deal("2C 3S 9D KH | 7C", crib=True)
        expect(page.locator("#claim")).to_be_focused()
        press_button(page, "skip")
        expect(page.get_by_role("heading", name="Count this crib")).to_be_visible()
        expect(page.locator("button[name=skip]")).to_have_count(0)
        count(page, "27")
        expect(page.locator(".verdict")).to_contain_text("You said 27. It is")
        expect(page.locator("#next")).to_have_text("See how it went")
        expect(page.locator("#next")).to_be_focused()
        press(page, "Enter")
        expect(page).to_have_url(re.compile("/summary/$"))
        run = Run.objects.get()
        assert (run.score, run.number, run.skips) == (2, 3, 1)

    def test_it_survives_leaving_the_page(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        page.goto(table.question(mode=Mode.STREAK))
        count(page, "15")
        expect(page.locator("#next")).to_be_focused()
        press(page, "Enter")
        expect(page.locator("#claim")).to_be_focused()
        address = page.url
        page.goto(table.url)
        page.goto(address)
        expect(page.locator(".strip")).to_contain_text("1 right")
        expect(page.locator("#claim")).to_be_focused()


class TestClock:
    """Each hand has some seconds."""

    def test_time_runs_out_by_itself(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(alone=True)
        page.clock.install()
        page.goto(table.question(mode=Mode.CLOCK, seconds=15))
        count(page, "15")
        expect(page.locator("#next")).to_be_focused()
        press(page, "Enter")
        expect(page.locator("#claim")).to_be_focused()
        page.clock.run_for(3000)
        assert 10 <= seconds_on(page) <= 13
        pass_time(20)
        page.clock.run_for(20_000)
        expect(page.locator(".verdict")).to_contain_text("Time is up. The hand is worth 15.")
        expect(page.locator(".verdict")).to_contain_text("half of the points are lost")
        expect(page.locator("#next")).to_be_focused()
        assert Run.objects.get().score == 15 + 8

    @WITH_SCRIPTS
    def test_a_late_answer_loses_half(self, open_page: OpenPage, table: Table, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts)
        page.goto(table.question(mode=Mode.CLOCK, seconds=90))
        press_button(page, "hint")
        expect(page.locator(".message")).to_be_visible()
        pass_time(100)
        expect(page.locator("#claim")).to_be_focused()
        count(page, "15")
        expect(page.locator(".verdict")).to_contain_text("half of the points are lost")
        assert Attempt.objects.get().late


class TestTwoTabs:
    """A run in two tabs has one state."""

    @WITH_SCRIPTS
    def test_the_tab_that_is_behind_is_told(self, open_page: OpenPage, table: Table, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts)
        page.goto(table.question())
        count(page, "15")
        expect(page.locator("#next")).to_be_focused()
        press(page, "Enter")
        expect(page.locator("#claim")).to_be_focused()
        other = page.context.new_page()
        other.goto(page.url)
        count(other, "11")
        expect(other.locator(".verdict")).to_be_visible()
        page.bring_to_front()
        page.locator("#claim").fill("15")
        page.keyboard.press("Enter")
        expect(page.locator(".message")).to_contain_text("your first answer stands")
        expect(page.locator(".verdict")).to_contain_text("You said 11. It is")
        assert [attempt.answer for attempt in Attempt.objects.order_by("number")] == ["15", "11"]


VOICE = """
    window.spoken = [];
    const speech = {speaking: false, getVoices: () => [{lang: 'en-GB'}], addEventListener() {}};
    speech.speak = ({text, rate}) => { speech.speaking = true; window.spoken.push([text, rate]); };
    speech.cancel = () => { speech.speaking = false; };
    Object.defineProperty(window, 'speechSynthesis', {value: speech});
    window.SpeechSynthesisUtterance = function (text) { this.text = text; };
"""


class TestHeard:
    """A count is spoken when the person taps, and only then."""

    def test_it_is_heard_by_keyboard_and_stops_when_the_run_goes_on(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        page.add_init_script(VOICE)
        page.goto(f"{table.url}/drills/muggins/start/?hear=all")
        expect(page.locator("#said")).to_be_hidden()
        assert page.evaluate("spoken") == [], "nothing speaks by itself"
        tab_to(page, "#listen")
        press(page, "Enter")
        ((text, rate),) = page.evaluate("spoken")
        assert text.endswith(" in all.")
        assert rate == 1
        expect(page.locator("#listen")).to_have_text("Stop")
        tab_to(page, "#read")
        press(page, "Enter")
        expect(page.locator("#said")).to_be_visible()
        expect(page.locator("#read")).to_have_attribute("aria-expanded", "true")
        expect(page.locator("#read")).to_have_text("Hide the words")
        assert not violations(page)
        tab_to(page, "#claim")
        count(page, "15")
        expect(page.locator("#next")).to_be_focused()
        assert not page.evaluate("speechSynthesis.speaking")
        press(page, "Enter")
        expect(page.locator("#claim")).to_be_focused()
        expect(page.locator("#said")).to_be_hidden()
        expect(page.locator("#read")).to_have_text("Read it")
        assert len(page.evaluate("spoken")) == 2, "who has listened once hears the next count too"

    def test_without_a_voice_the_words_are_read(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        page.goto(f"{table.url}/drills/muggins/start/?hear=all")
        expect(page.locator("#said")).to_be_visible()
        expect(page.locator("#listen")).to_be_hidden()


def test_what_was_folded_on_a_desk_stays_so_at_the_next_hand(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/exam/")
    page.locator("button[name=look]").click()
    marks = page.locator("#marks")
    expect(marks).to_have_attribute("open", "")
    marks.locator("summary").click()
    page.locator("#claim").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator(".strip-place")).to_contain_text("2 of")
    expect(marks).not_to_have_attribute("open", "")


SIZES = pytest.mark.parametrize("window", [(320, 640), (360, 740), (1280, 800)])


@SIZES
def test_a_box_for_a_hole_stands_off_the_board_whose_pegs_are_named_where_there_is_room(
    open_page: OpenPage, table: Table, window: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": window[0], "height": window[1]})
    page.goto(table.url + asked(SAMPLES["move"].question, drill="move"))
    box, board = box_of(page.locator("#claim")), box_of(page.locator(".peg-street"))
    assert board["y"] - box["y"] - box["height"] >= 16
    assert (box_of(page.locator(".is-front > span"))["width"] > 1) is (window[0] == 1280)


@pytest.mark.parametrize("touch", [True, False])
def test_what_was_found_stands_in_a_row_with_the_end_of_the_search(
    open_page: OpenPage, table: Table, touch: bool
) -> None:
    page = open_page(viewport={"width": 1280, "height": 800}, has_touch=touch)
    page.goto(table.url + asked(SAMPLES["find"].question, drill="find"))
    found, end = (box_of(page.locator(part)) for part in ("h2.lead", "button:text('That is all')"))
    assert abs(found["y"] + found["height"] / 2 - end["y"] - end["height"] / 2) < 1
    if touch:
        expect(page.locator(".pad p")).to_have_css("text-align", "start")


@SIZES
def test_a_figure_that_was_asked_is_as_large_as_those_beside_it_and_stands_off_its_frame(
    open_page: OpenPage, table: Table, client: Client, window: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": window[0], "height": window[1]})
    client.force_login(sit_at(page, table.url))
    sample = SAMPLES["rules"]
    page.goto(table.url + answer(client, asked(sample.question, drill="rules"), sample.wrong)[0])
    sizes = page.locator("dd:not(:has(*)), dd .made").evaluate_all(
        "all => all.map(one => getComputedStyle(one).fontSize)"
    )
    assert len(set(sizes)) == 1
    made, said, frame = (box_of(page.locator(part)) for part in ("dd .made", "dd .chip", ".holder:has(.made)"))
    assert abs(made["y"] + made["height"] / 2 - said["y"] - said["height"] / 2) < 1
    assert made["y"] - frame["y"] >= made["height"] / 10


@SIZES
def test_the_parts_of_a_certificate_are_evenly_apart_on_one_printed_page(
    open_page: OpenPage, live_server: LiveServer, window: tuple[int, int]
) -> None:
    page = open_page(viewport={"width": window[0], "height": window[1]})
    page.goto(f"{live_server.url}/runs/{an_exam(named(page, live_server.url, 'Olga'))}/certificate/")
    parts = page.locator(".certificate > .panel > :not(.visually-hidden)").all()
    boxes = [box_of(part) for part in parts]
    assert {round(low["y"] - high["y"] - high["height"]) for high, low in pairwise(boxes)} == {12}
    expect(parts[-1]).to_have_css("padding-bottom", "0px")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A5"))) == 1
