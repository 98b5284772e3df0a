"""The counting drill: by keyboard, without JavaScript, on a phone, and accessibility."""

import base64
import re
from itertools import pairwise
from typing import Literal

import pytest
from playwright.sync_api import ConsoleMessage, Locator, Page, Route, expect

from tests.browser.conftest import FINDS, STAGES, OpenPage, Table
from tests.browser.eyes import AXE, CHECK, OPEN_ALL, fits, violations
from tests.browser.geometry import on
from tests.browser.keys import WITH_AND_WITHOUT, WITH_SCRIPTS, tab_to
from tests.full import few, some
from tests.trainer.drills.samples import NOTHING, asked
from trainer.drills.modes import Mode
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt


def count(page: Page, typed: str) -> None:
    """Once the text box has the focus, type a count and press Enter."""
    expect(page.locator("#claim")).to_be_focused()
    page.keyboard.type(typed)
    page.keyboard.press("Enter")


def pick_by_keyboard(page: Page, cards: str) -> None:
    """From the first card on, press Space on the chosen cards, and Enter on the button."""
    boxes = page.locator("#hunt input[name=card]")
    expect(boxes.first).to_be_focused()
    for place in range(5):
        expect(boxes.nth(place)).to_be_focused()
        if boxes.nth(place).get_attribute("value") in cards.split():
            page.keyboard.press("Space")
            expect(boxes.nth(place)).to_be_checked()
        page.keyboard.press("Tab")
    expect(page.locator("#hunt button[name=find]")).to_be_focused()
    page.keyboard.press("Enter")


# -------------------------------------------------------------------------------------------------------- keyboard


class TestKeyboard:
    """No hand needs a mouse, with or without JavaScript."""

    @WITH_AND_WITHOUT
    def test_three_hands_from_the_title_page(self, open_page: OpenPage, table: Table, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts)
        page.goto(table.url)
        tab_to(page, "main a[href='/count/']")
        page.keyboard.press("Enter")
        for typed, verdict in (("11", "You said 11. It is"), ("15", "15 is right."), ("27", "You said 27. It is 15.")):
            expect(page.locator("#claim")).to_be_focused()
            count(page, typed)
            expect(page.locator(".verdict")).to_contain_text(verdict)
            expect(page.locator("#next")).to_be_focused()
            page.keyboard.press("Enter")
        expect(page.locator("#claim")).to_be_focused()
        assert list(Attempt.objects.order_by("number").values_list("answer", flat=True)) == ["11", "15", "27"]
        assert Attempt.objects.values("learner", "run").distinct().count() == 1

    @WITH_SCRIPTS
    def test_find_it_to_the_end(self, open_page: OpenPage, table: Table, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts)
        page.goto(f"{table.url}/drills/count/")
        tab_to(page, ".fold > summary")
        page.keyboard.press("Enter")
        tab_to(page, "input[name=find]")
        page.keyboard.press("ArrowDown")
        tab_to(page, "button.button-large")
        page.keyboard.press("Enter")
        count(page, "11")
        expect(page.locator(".sheet h2")).to_have_text("Found: 0 of 15 points")
        for cards, found in zip(FINDS[:-1], ("8", "10", "12", "14"), strict=True):
            pick_by_keyboard(page, cards)
            expect(page.locator(".sheet h2")).to_have_text(f"Found: {found} of 15 points")
        pick_by_keyboard(page, FINDS[-1])
        expect(page.locator(".lines > li")).to_have_count(5)
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("Enter")
        count(page, "11")
        expect(page.locator(".sheet h2")).to_have_text("Found: 0 of 15 points")

    @WITH_SCRIPTS
    def test_giving_up_the_hunt(self, open_page: OpenPage, table: Table, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts)
        table.lead(page, "hunt")
        expect(page.locator("#hunt input[name=card]").first).to_be_focused()
        plain = page.locator("#hunt button[name=find].button-plain")
        expect(plain, "there is nothing to check yet").to_have_count(int(scripts))
        page.keyboard.press("Space")
        expect(plain).to_have_count(0)
        tab_to(page, "#hunt button[name=show]")
        page.keyboard.press("Enter")
        expect(page.locator(".lines > li")).to_have_count(5)
        expect(page.locator("#next")).to_be_focused()

    @pytest.mark.parametrize("stage", ["hunt", "found"])
    def test_what_to_do_in_a_hunt_stands_under_the_verdict_beside_what_it_fills(
        self, open_page: OpenPage, table: Table, stage: str
    ) -> None:
        page = open_page(viewport={"width": 360, "height": 740})
        table.lead(page, stage)
        felt, verdict, line, found = (
            page.locator(part).evaluate("part => part.getBoundingClientRect().top")
            for part in ("#hunt .felt", ".verdict", "#hunt .run-message", ".run-told h2")
        )
        assert felt < verdict < line < found
        expect(page.locator("#verdict")).to_have_count(1 if stage == "hunt" else 0)
        expect(page.locator(".verdict")).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")

    def test_what_was_found_is_level_with_its_heading_and_with_the_numbers_below(
        self, open_page: OpenPage, table: Table
    ) -> None:
        page = open_page(viewport={"width": 1280, "height": 800})
        table.lead(page, "found")
        heading, words = (page.locator(part).bounding_box() for part in (".run-told h2", ".run-told .line-words"))
        assert heading
        assert words
        assert heading["x"] == words["x"]
        ends = page.locator(".run-told :is(.line, td:last-child)").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect().right - parseFloat(getComputedStyle(e).paddingRight))"
        )
        assert max(ends) - min(ends) < 1

    def test_a_card_that_is_raised_stands_off_the_name_of_the_crib(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 360, "height": 740})
        table.lead(page, "found")
        name, card = (page.locator(part).bounding_box() for part in (".crib-mark", ".pick:has(:checked) .card"))
        assert name
        assert card
        assert card["y"] - name["y"] - name["height"] >= 8

    def test_what_is_said_of_a_find_is_seen_at_great_zoom(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 320, "height": 200})
        table.lead(page, "found")
        expect(page.locator("#hunt .message")).to_be_in_viewport(ratio=1)
        expect(page.locator("#hunt .pick").first).to_be_in_viewport()

    @WITH_SCRIPTS
    def test_a_mistyped_count_is_kept_and_can_be_mended(self, open_page: OpenPage, table: Table, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts)
        page.goto(table.question())
        count(page, "1x")
        expect(page.locator("#answer-error")).to_be_visible()
        expect(page.locator("#claim")).to_have_value("1x")
        expect(page.locator("#claim")).to_be_focused()
        page.keyboard.press("ControlOrMeta+a")
        count(page, "15")
        expect(page.locator(".verdict")).to_contain_text("15 is right.")

    def test_the_focus_is_never_lost(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        page.add_init_script(
            "window.focused = []; document.addEventListener('htmx:afterSettle', () => "
            "window.focused.push(document.activeElement.id || document.activeElement.name "
            "|| document.activeElement.tagName));"
        )
        page.goto(table.question(find=True))
        for typed in ("x", "11"):
            page.locator("#claim").fill(typed)
            page.keyboard.press("Enter")
            expect(page.locator("#answer-error" if typed == "x" else "#hunt")).to_be_visible()
        pick_by_keyboard(page, "JH")
        expect(page.locator(".message")).to_be_visible()
        tab_to(page, "#hunt button[name=show]")
        page.keyboard.press("Enter")
        expect(page.locator("#next")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#claim")).to_be_focused()
        page.wait_for_function("() => window.focused.length >= 5")
        assert page.evaluate("window.focused") == ["claim", "card-4C", "card-4C", "next", "claim"]

    def test_the_skip_link_leads_to_the_content(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        page.goto(table.url)
        page.keyboard.press("Tab")
        expect(page.locator(".skip")).to_be_focused()
        expect(page.locator(".skip")).to_be_in_viewport()
        page.keyboard.press("Enter")
        expect(page.locator("#main")).to_be_focused()


# ----------------------------------------------------------------------------------------------- history and reload


class TestToAndFro:
    """History, reload, title, announcements, and a server that cannot be reached."""

    @WITH_SCRIPTS
    def test_going_back_finds_the_run_as_it_stands(self, open_page: OpenPage, table: Table, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts)
        start = table.question()
        page.goto(start)
        count(page, "11")
        expect(page.locator(".verdict")).to_contain_text("You said 11. It is")
        assert page.url != start, "the address is the run's own once it is begun"
        table.deal(NOTHING)
        page.locator("#next").click()
        expect(page.locator("#claim")).to_be_visible()
        page.goto(start)
        expect(page.locator("#deal")).to_contain_text("8")
        expect(page.locator(".verdict")).to_have_count(0)
        page.go_back()
        expect(page.locator("#claim")).to_be_visible()
        count(page, "0")
        expect(page.locator(".verdict")).to_contain_text("Nineteen!")
        assert Attempt.objects.count() == 2

    @WITH_SCRIPTS
    def test_back_from_another_page_does_not_open_the_question(
        self, open_page: OpenPage, table: Table, scripts: bool
    ) -> None:
        page = open_page(java_script_enabled=scripts)
        table.lead(page, "shown-under")
        page.get_by_role("link", name="How hands are chosen").click()
        expect(page.get_by_role("heading", name="How hands are chosen")).to_be_visible()
        page.go_back()
        expect(page.locator(".verdict")).to_contain_text("You said 11. It is")
        expect(page.locator("#claim")).to_have_count(0)

    def test_a_reload_keeps_the_hand(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        stages = [("ask", "#claim"), ("hunt", "#hunt"), ("found", ".lines"), ("shown-over", "#next")]
        for stage, seen in some(stages, stages[1]):
            table.lead(page, stage)
            table.deal("2H 3H 4H 5H | 6H")
            address, cards = page.url, page.locator(".deal").inner_text()
            page.reload()
            expect(page.locator(seen)).to_be_visible()
            assert page.locator(".deal").inner_text() == cards
            assert page.url == address

    def test_a_reload_keeps_a_drawn_hand(
        self, open_page: OpenPage, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.undo()
        page = open_page()
        page.goto(f"{table.url}/count/")
        names = page.get_by_role("img").evaluate_all("cards => cards.map(card => card.ariaLabel)")
        assert len(set(names)) == 5
        page.reload()
        assert page.get_by_role("img").evaluate_all("cards => cards.map(card => card.ariaLabel)") == names

    def test_the_title_and_the_announcement_follow(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        table.lead(page, "ask")
        status = page.locator("#status[role=status]")
        expect(page).to_have_title("Count this hand · Cribbage Trainer")
        expect(status).to_have_text("")
        count(page, "11")
        expect(page).to_have_title("You said 11. It is 15. · Cribbage Trainer")
        expect(status).to_contain_text("You said 11. It is 15. 4 points left for your opponent")
        table.deal("2C 3S 9D KH | 7C", crib=True)
        page.locator("#next").click()
        expect(page).to_have_title("Count this crib · Cribbage Trainer")
        expect(status).to_have_text(
            "A crib: 2 of clubs, 3 of spades, 9 of diamonds, king of hearts. The starter is the 7 of clubs."
        )
        expect(status).to_have_count(1)

    def test_a_hunt_is_announced_find_by_find(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        table.lead(page, "hunt")
        expect(page.locator("#status")).to_have_text("You said 11. It is 15.")
        pick_by_keyboard(page, "JH")
        expect(page.locator("#status")).to_have_text("Yes: 1 point.")
        pick_by_keyboard(page, "JH")
        expect(page.locator("#status")).to_have_text("You have found that one already.")

    def test_a_server_that_is_away_is_told_and_nothing_is_lost(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        table.lead(page, "ask")
        expect(page.locator("#trouble")).to_be_hidden()
        page.route("**/runs/**", lambda route: route.abort())
        count(page, "11")
        expect(page.locator("#trouble")).to_be_visible()
        expect(page.locator("#trouble")).to_be_in_viewport()
        expect(page.locator("#claim")).to_have_value("11")
        expect(page.locator("#ask button[name=answer]")).to_be_enabled()
        page.unroute("**/runs/**")
        page.locator("#ask button[name=answer]").click()
        expect(page.locator(".verdict")).to_contain_text("You said 11. It is")
        expect(page.locator("#trouble")).to_be_hidden()
        assert Attempt.objects.count() == 1

    def test_a_server_that_fails_is_told_too(self, open_page: OpenPage, table: Table) -> None:
        def fail(route: Route) -> None:
            route.fulfill(status=500, body="")

        page = open_page()
        table.lead(page, "shown-under")
        page.route("**/runs/**", fail)
        page.locator("#next").click()
        expect(page.locator("#trouble")).to_be_visible()
        expect(page.locator("#trouble")).to_be_in_viewport()
        expect(page.locator(".verdict")).to_be_visible()

    def test_a_sentence_of_the_site_about_its_trouble_is_shown_until_it_is_over(
        self, open_page: OpenPage, table: Table
    ) -> None:
        headers = {"X-Request-ID": "x", "Content-Type": "text/plain; charset=utf-8"}
        page = open_page()
        table.lead(page, "ask")
        usual = page.locator("#trouble").text_content()
        page.route("**/runs/**", lambda route: route.fulfill(status=503, headers=headers, body="<b>busy</b>"))
        count(page, "11")
        expect(page.locator("#trouble")).to_have_text("<b>busy</b>")
        page.route("**/runs/**", lambda route: route.abort())
        page.locator("#ask button[name=answer]").click()
        expect(page.locator("#trouble")).to_have_text(str(usual))
        expect(page.locator("#claim")).to_have_value("11")

    def test_a_stale_form_loads_the_question_anew(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        table.lead(page, "ask")
        page.locator("#ask [name=csrfmiddlewaretoken]").evaluate("field => { field.value = 'x'.repeat(64); }")
        with page.expect_navigation():
            count(page, "11")
        expect(page.get_by_role("alert")).to_contain_text("what you sent was not kept")
        page.locator("#claim").fill("11")
        page.keyboard.press("Enter")
        expect(page.locator(".verdict")).to_contain_text("You said 11. It is")
        page.reload()
        expect(page.locator("#trouble")).to_be_hidden()

    def test_without_its_cookie_a_form_says_what_it_needs(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        table.lead(page, "ask")
        page.context.clear_cookies()
        count(page, "11")
        expect(page.get_by_role("heading", name="This form is out of date")).to_be_visible()
        assert page.locator("header, main, footer").count() == 3, "the page is whole, and there once"


# ------------------------------------------------------------------------------------------------------------ phone


class TestPhone:
    """A small screen, used with one thumb."""

    @pytest.fixture
    def phone(self, open_page: OpenPage) -> Page:
        """Return a page on a small phone."""
        return open_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, device_scale_factor=2)

    @pytest.mark.parametrize("stage", few(["ask", "ask-crib"], "ask-crib"))
    def test_a_question_fits_the_first_screen(self, phone: Page, table: Table, stage: str) -> None:
        table.lead(phone, stage)
        assert phone.evaluate("() => scrollY") == 0
        for part in (*phone.locator(".deal .card").all(), *phone.locator(".pad button").all()):
            expect(part).to_be_in_viewport(ratio=1)
        expect(phone.locator("#claim")).to_be_hidden()

    def test_one_tap_answers_and_one_goes_on(self, phone: Page, table: Table) -> None:
        table.lead(phone, "ask")
        hole(phone, 13).tap()
        expect(phone.locator("#verdict")).to_contain_text("You said 13. It is 15.")
        phone.locator("#next").tap()
        hole(phone, 15).tap()
        expect(phone.locator("#verdict")).to_contain_text("15 is right.")
        assert list(Attempt.objects.order_by("number").values_list("answer", flat=True)) == ["13", "15"]

    def test_one_tap_answers_without_scripts(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(
            viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, java_script_enabled=False
        )
        table.lead(page, "ask")
        hole(page, 13).tap()
        expect(page.locator("#verdict")).to_contain_text("You said 13. It is 15.")
        expect(page.locator(".line .card-row").first).to_be_visible()

    def test_the_box_is_behind_a_fold_and_stands_above_the_keyboard(self, phone: Page, table: Table) -> None:
        table.lead(phone, "ask")
        phone.locator(".answer-fold").tap()
        expect(phone.locator("#claim")).to_be_focused()
        phone.set_viewport_size({"width": 360, "height": 440})
        phone.evaluate("scrollTo(0, 0)")
        for part in (*phone.locator(".deal .card").all(), phone.locator("#claim"), phone.locator(".answer-send")):
            expect(part).to_be_in_viewport(ratio=1)
        phone.locator("#claim").fill("15")
        phone.keyboard.press("Enter")
        expect(phone.locator("#verdict")).to_contain_text("15 is right.")
        phone.locator("#next").tap()
        expect(phone.locator(".pad")).to_be_visible()
        phone.wait_for_function("() => document.activeElement.matches('.pad')")  # no keyboard opens by itself

    def test_who_types_can_go_back_to_the_pad(self, phone: Page, table: Table) -> None:
        table.lead(phone, "ask")
        phone.get_by_text("Or type it").tap()
        phone.locator("#claim").fill("12")
        phone.get_by_text("Or tap it").tap()
        expect(phone.locator("#claim")).to_be_hidden()
        expect(phone.get_by_text("Or type it")).to_be_visible()
        hole(phone, 15).tap()
        expect(phone.locator("#verdict")).to_contain_text("15 is right.")

    def test_the_felt_never_moves(self, phone: Page, table: Table) -> None:
        phone.set_viewport_size({"width": 320, "height": 640})
        table.lead(phone, "ask")
        felts = felts_on(phone)
        phone.locator("button[name=hint]").tap()
        expect(phone.locator(".message")).to_be_visible()
        assert phone.locator(".deal .is-counted").count() >= 2, "the hint marks its cards"
        assert felts_on(phone) == felts
        hole(phone, 13).tap()
        expect(phone.locator("#verdict")).to_be_visible()
        assert felts_on(phone) == felts
        for _wide, high in on(phone, *PHONES):
            held = phone.locator("#on").bounding_box()
            first, third = (phone.locator(".run-told .line").nth(place).bounding_box() for place in (0, 2))
            cause = phone.locator(":is(.cause, .causes)").bounding_box()
            verdict = phone.locator("#verdict").bounding_box()
            assert held
            assert first
            assert third
            assert cause
            assert verdict
            assert verdict["y"] < cause["y"] < first["y"], "the reason stands right under the verdict"
            assert third["y"] + third["height"] <= held["y"]
            assert verdict["height"] <= 72
            assert held["y"] + held["height"] <= high
        phone.locator("#next").tap()
        expect(phone.locator(".pad")).to_be_visible()
        assert felts_on(phone) == felts
        assert phone.evaluate("scrollY") == 0

    def test_the_pad_follows_what_was_chosen(self, open_page: OpenPage, table: Table, phone: Page) -> None:
        desk = open_page()
        for page, usual in ((desk, False), (phone, True)):
            table.lead(page, "ask")
            expect(page.locator(".pad")).to_be_visible(visible=usual)
            page.evaluate("document.documentElement.dataset.pad = 'always'")
            expect(page.locator(".pad")).to_be_visible()
            page.evaluate("document.documentElement.dataset.pad = 'never'")
            expect(page.locator(".pad")).to_be_hidden()
            expect(page.locator("#claim")).to_be_visible()

    @pytest.mark.parametrize("in_lesson", [False, True])
    def test_who_types_a_claim_goes_on_typing(self, phone: Page, table: Table, in_lesson: bool) -> None:
        asking = syllabus().by_slug["fifteens"].exercises.items()
        place = next(place for place, exercise in asking if exercise.drill == "find")
        phone.goto(table.url + (f"/lessons/fifteens/{place}/" if in_lesson else asked(drill="find")))
        expect(phone.locator(".pad")).to_be_visible()
        phone.locator(".answer-fold").tap()
        for cards in (0, 2):
            for card in phone.locator(".pick").all()[:cards]:
                card.tap()
            phone.locator("#claim").fill("18")
            with phone.expect_response(lambda response: response.request.method == "POST"):
                phone.locator("button[name=step]").tap()
            expect(phone.locator("#claim")).to_have_value("")
            expect(phone.locator("#claim")).to_be_visible()
            expect(phone.locator(".pick :checked")).to_have_count(cards)
            expect(phone.locator(".pad")).to_be_hidden()
            expect(phone.get_by_text("Or tap it")).to_have_css("opacity", "1")

    def test_a_miss_that_costs_can_ask_for_two_taps(self, phone: Page, table: Table) -> None:
        phone.goto(table.question(mode=Mode.STREAK))
        phone.locator(".pad").evaluate("pad => { pad.dataset.twice = ''; }")
        hole(phone, 13).tap()
        hole(phone, 15).tap()
        expect(hole(phone, 15)).to_have_class("is-lifted")
        expect(hole(phone, 13)).not_to_have_class("is-lifted")
        assert Attempt.objects.count() == 0
        hole(phone, 15).tap()
        expect(phone.locator("#verdict")).to_contain_text("15 is right.")

    @pytest.mark.parametrize("mode", [Mode.SPRINT, Mode.CALM])
    def test_a_double_tap_answers_once(self, phone: Page, table: Table, mode: Mode) -> None:
        phone.goto(table.question(mode=mode))
        box = hole(phone, 13).bounding_box()
        assert box
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        clock = "Object.defineProperty(Event.prototype, 'timeStamp', { get: () => now, configurable: true })"
        phone.evaluate(f"globalThis.now = 1000; {clock}")
        phone.touchscreen.tap(*at)
        expect(phone.locator("#drill input[name=number]").first).to_have_value("1")
        with phone.expect_event("console"):  # the second tap has been heard by everything that could hear it
            phone.evaluate("""addEventListener("click", (event) => console.log(event.defaultPrevented), true)""")
            phone.evaluate("now = 1400")
            phone.touchscreen.tap(*at)
        if mode is Mode.SPRINT:
            phone.evaluate("now = 1600")
            phone.touchscreen.tap(*at)
            expect(phone.locator("#drill input[name=number]").first).to_have_value("2")
            assert Attempt.objects.count() == 2
        else:
            expect(phone.locator("#verdict")).to_be_visible()
            assert Attempt.objects.count() == 1

    def test_an_item_lights_its_cards(self, phone: Page, table: Table) -> None:
        table.lead(phone, "ask")
        hole(phone, 14).tap()
        expect(phone.locator(".line.is-missed")).to_have_count(1)
        expect(phone.locator(".line.is-missed")).to_have_class(re.compile("is-lit"))
        assert lit(phone) == ["jack of hearts"]
        phone.locator(".run-told .line").nth(1).tap()
        assert lit(phone) == ["4 of clubs", "5 of spades", "6 of diamonds"]

    def test_what_a_lit_item_says_is_seen_above_the_cards_and_the_heading_keeps_its_name(
        self, phone: Page, table: Table
    ) -> None:
        phone.goto(table.question())
        heading = phone.get_by_role("heading", level=1)
        name = heading.inner_text()
        hole(phone, 14).tap()
        seen = phone.locator(".run-table .deal [data-lit]")
        for spoken in ("One for his nob", "Fifteen two"):
            expect(seen).to_contain_text(spoken)
            expect(heading).to_have_text(name)
            expect(phone.get_by_role("region", name=name, exact=True)).to_have_id("drill")
            phone.locator(".run-told .line").first.tap()

    def test_a_hunt_fits_the_first_screen(self, phone: Page, table: Table) -> None:
        table.lead(phone, "hunt")
        assert phone.evaluate("scrollY") == 0
        for part in (*phone.locator(".pick .card").all(), *phone.locator("#hunt .answer button").all()):
            expect(part).to_be_in_viewport(ratio=1)

    def test_a_hand_and_a_hunt_by_touch(self, phone: Page, table: Table) -> None:
        phone.goto(f"{table.url}/drills/count/start/?find=on")
        hole(phone, 11).tap()
        for cards in FINDS:
            expect(phone.locator("#hunt button[name=find]")).to_be_enabled()
            for card in cards.split():
                phone.locator(f".pick:has([value='{card}'])").tap()
                expect(phone.locator(f"[value='{card}']")).to_be_checked()
            with phone.expect_response("**/runs/**"):
                phone.locator("#hunt button[name=find]").tap()
            expect(phone.locator("#hunt input:checked")).to_have_count(0)
        phone.wait_for_timeout(550)  # Next stands where finds were checked: a tap at once would be a second one
        phone.locator("#next").tap()
        expect(phone.locator(".pad")).to_be_visible()
        phone.wait_for_function("() => scrollY === 0")


class TestFlash:
    """Cards that turn over, so that the count is given from memory."""

    def test_there_is_nothing_to_answer_with_while_the_cards_are_shown(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
        page.clock.install()
        page.goto(table.url + asked(flash="8"))
        page.locator("button[name=look]").tap()
        expect(page.locator("#seconds")).to_have_text("8")
        expect(page.locator("#prompt")).to_have_text("Look now, then count from memory.")
        expect(page.locator(".pad button").first).to_be_disabled()
        place = felt_at(page)
        page.clock.run_for(3000)
        expect(page.locator("#seconds")).to_have_text("5")
        page.clock.run_for(5100)
        expect(page.locator("#seconds")).to_have_count(0)
        expect(page.locator("#prompt")).to_have_text("Now count from memory.")
        expect(page.locator(".pad button").first).to_be_enabled()
        expect(page.locator(".pad")).to_be_focused()
        assert felt_at(page) == place

    def test_nothing_of_them_stays_on_the_page(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(alone=True)
        page.clock.install()
        page.goto(table.url + asked(flash="3"))
        expect(page.locator("button[name=look]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#claim")).to_be_focused()
        assert page.locator("#deal .card-back").count() == 0
        expect(page.locator("#status")).to_contain_text("jack of hearts")
        top = felt_at(page)
        page.keyboard.type("1")
        page.clock.run_for(3100)
        expect(page.locator("#deal .card-back")).to_have_count(5)
        assert " of hearts" not in page.content()
        assert not re.search('card-[CDHS]"|[?]q=', page.content())
        expect(page.locator("#status")).to_have_text("The cards are turned over.")
        page.keyboard.type("5")
        assert felt_at(page) == top
        expect(page.get_by_role("button", name="Show again")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".verdict")).to_contain_text("15 is right.")
        expect(page.locator("#deal .card-back")).to_have_count(0)
        page.keyboard.press("Enter")
        expect(page.locator("#deal[data-left]")).to_be_visible()
        page.clock.run_for(3100)
        page.keyboard.type("h")
        page.keyboard.press("Enter")
        expect(page.locator("#deal[data-left]")).to_be_visible()
        expect(page.locator("#claim")).to_be_focused()

    @pytest.mark.full("the page is the same form")
    def test_without_scripts_they_turn_over_too(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(java_script_enabled=False)
        page.goto(table.url + asked(flash="2"))
        expect(page.locator("button[name=look]")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#claim")).to_be_focused()
        expect(page.locator("#deal .card").first).to_be_visible()
        page.keyboard.type("1")
        expect(page.locator("#deal .card").last).to_be_hidden()
        expect(page.locator("#deal .card").first).to_be_hidden()
        expect(page.locator("#claim")).to_have_value("1")  # what was typed meanwhile is still there
        count(page, "5")
        expect(page.locator(".verdict")).to_contain_text("15 is right.")

    def test_every_state_fits_a_phone_and_nobody_complains(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 320, "height": 640})
        for state in ("look", "cover", "hint"):
            if state == "look":
                page.goto(table.url + asked(flash="calm"))
            expect(page.locator(f"button[name={state}]")).to_be_visible()
            fits(page)
            assert violations(page) == []
            page.locator(f"button[name={state}]").click()
        expect(page.locator("button[name=cover]")).to_be_focused()

    @pytest.mark.parametrize("window", [(320, 640), (360, 740), (1280, 800)])
    def test_nothing_moves_as_they_are_shown_and_turned(
        self, open_page: OpenPage, table: Table, window: tuple[int, int]
    ) -> None:
        page = open_page(viewport={"width": window[0], "height": window[1]}, has_touch=True)
        page.goto(table.url + asked(flash="calm"))
        places = []
        for act in ("look", "cover", "hint"):
            expect(page.locator(f"button[name={act}]")).to_be_visible()
            places.append([page.locator(part).bounding_box() for part in (".felt", "#deal", ".pad")])
            page.locator(f"button[name={act}]").click()
        assert places == [places[0]] * 3


class TestDesk:
    """Two columns: what is looked at stays at the left, what is said about it stands at the right."""

    def test_nothing_is_scrolled_for(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(viewport={"width": 1280, "height": 800})
        table.lead(page, "ask")
        where = [felt_at(page)]
        count(page, "13")
        expect(page.locator("#next")).to_be_focused()
        where.append(felt_at(page))
        for part in (page.locator("#verdict"), *page.locator(".run-told .line").all(), page.locator("#next")):
            expect(part).to_be_in_viewport(ratio=1)
        assert page.locator("main").evaluate("main => main.getBoundingClientRect().bottom") <= 800
        assert where[0] == where[1]

    def test_arrows_light_one_item_after_the_other(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        table.lead(page, "shown-under")
        expect(page.locator("#next")).to_be_focused()
        assert lit(page) == ["4 of clubs", "5 of spades", "6 of diamonds"], "what was perhaps missed"
        page.keyboard.press("ArrowDown")
        assert lit(page) == ["5 of spades", "6 of diamonds", "4 of hearts"]
        for _line in range(2):
            page.keyboard.press("ArrowUp")
        assert lit(page) == ["5 of spades", "jack of hearts"]
        page.keyboard.press("ArrowUp")
        assert lit(page) == ["jack of hearts"]
        expect(page.locator("#next")).to_be_focused()


def hole(page: Page, number: int) -> Locator:
    """Return a hole of the pegboard."""
    return page.locator(f".pad button[value='{number}']")


def felt_at(page: Page) -> tuple[float, float]:
    """Return the top and the bottom of the felt on the screen."""
    top, bottom = page.locator(".felt").evaluate(
        "felt => { const box = felt.getBoundingClientRect(); return [box.top, box.bottom]; }"
    )
    return top, bottom


PHONES = ((320, 640), (320, 740), (360, 640), (360, 740))


def felts_on(page: Page) -> list[tuple[float, float]]:
    """Return the top and the bottom of the felt on each phone."""
    return [felt_at(page) for _screen in on(page, *PHONES)]


def lit(page: Page) -> list[str]:
    """Return the names of the cards on the felt that are lit."""
    names: list[str] = page.locator("#deal .is-counted").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    return names


# ---------------------------------------------------------------------------------------------------- accessibility


def heard(page: Page) -> list[str]:
    """Return a list to which the browser's errors are added, except those about the missing page."""
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        not_found = "404" in message.text and message.location["url"].endswith("/nowhere/")
        if message.type in {"error", "warning"} and not not_found:
            complaints.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(request.url))
    return complaints


class TestEveryEye:
    """Axe finds no violations, and the signs that it cannot check are really drawn."""

    @pytest.mark.parametrize("stage", few(STAGES, "choice", "ask", "found", "shown-under"))
    def test_a_stage_fits_a_phone_and_nobody_complains(self, open_page: OpenPage, table: Table, stage: str) -> None:
        page = open_page(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True, device_scale_factor=2)
        complaints = heard(page)
        table.lead(page, stage)
        fits(page)
        page.set_viewport_size({"width": 320, "height": 640})
        fits(page)
        assert violations(page) == []
        assert complaints == []

    def test_a_ten_is_seen_where_the_device_forces_dark_colours(self, open_page: OpenPage, table: Table) -> None:
        page = open_page(color_scheme="dark", forced_colors="active")
        page.goto(table.url + asked("TC TD JH QS | TS"))
        page.evaluate(AXE)
        assert page.evaluate(CHECK)[1] == []

    def test_the_browser_does_complain_of_what_the_policy_forbids(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        page.goto(table.url)
        with page.expect_console_message(lambda message: "Content Security Policy" in message.text) as heard:
            page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">no</p>')")
        assert heard.value.type == "error"

    @pytest.mark.parametrize("stage", ["ask", "shown-under"])
    def test_cards_have_names(self, open_page: OpenPage, table: Table, stage: str) -> None:
        page = open_page()
        table.lead(page, stage)
        for name in ("4 of clubs", "5 of spades", "6 of diamonds", "jack of hearts", "4 of hearts"):
            expect(page.locator("#deal").get_by_role("img", name=name, exact=True)).to_be_visible()

    def test_cards_to_pick_are_checkboxes_with_names(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        table.lead(page, "hunt")
        group = page.get_by_role("group", name="Choose the cards of one combination")
        for name in ("4 of clubs", "5 of spades", "6 of diamonds", "jack of hearts", "4 of hearts"):
            expect(group.get_by_role("checkbox", name=name, exact=True)).to_have_count(1)

    def test_the_claim_is_named_and_described(self, open_page: OpenPage, table: Table) -> None:
        page = open_page()
        table.lead(page, "error")
        box = page.get_by_role("textbox", name="Your count", exact=True)
        expect(box).to_have_accessible_description(re.compile("is not a count: .* 4 of clubs .* Starter 4 of hearts"))
        expect(box).to_have_attribute("aria-invalid", "true")


INK = """async ([data, red, green, blue]) => {
    const blob = await (await fetch('data:image/png;base64,' + data)).blob();
    const image = await createImageBitmap(blob);
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const dots = canvas.getImageData(0, 0, image.width, image.height).data;
    let ink = 0;
    for (let dot = 0; dot < dots.length; dot += 4) {
        ink += Math.hypot(dots[dot] - red, dots[dot + 1] - green, dots[dot + 2] - blue) < 24;
    }
    return ink / (image.width * image.height);
}"""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COLOURS = {"C": "0b5d2a", "D": "0b4fa8", "H": "b3001b", "S": "111111"}
OUTSIDE = """card => {
    const box = element => element.getBoundingClientRect();
    const drawing = [...card.querySelectorAll('svg')].find(one => one.checkVisibility());
    const outer = box(card), sign = drawing.querySelector('use'), drawn = sign.getBBox();
    const within = inner => inner.left >= outer.left - 0.5 && inner.right <= outer.right + 0.5
        && inner.top >= outer.top - 0.5 && inner.bottom <= outer.bottom + 0.5;
    const there = drawn.width > 10 && drawn.height > 10 && box(sign).width > 4 && box(sign).height > 4;
    return there && within(box(sign)) && within(box(drawing)) ? null : card.outerHTML.slice(0, 120);
}"""


def share_of_ink(blank: Page, sign: Locator, colour: str) -> float:
    """Return the share of a sign's visible pixels that have this colour, from 0 to 1."""
    picture = base64.b64encode(sign.screenshot()).decode()
    return float(blank.evaluate(INK, [picture, *bytes.fromhex(colour)]))


class TestSigns:
    """The suit signs on the cards are complete, and in four colours."""

    @pytest.mark.parametrize("stage", few(["home", "ask", "hunt", "found", "shown-under"], "home", "found"))
    def test_every_sign_is_inside_its_card(self, open_page: OpenPage, table: Table, stage: str) -> None:
        page = open_page()
        table.lead(page, stage)
        page.evaluate(OPEN_ALL)
        for width in (320, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            cards = page.locator(".card:visible")
            assert cards.count() >= 5
            outside = cards.evaluate_all(f"cards => cards.map({OUTSIDE}).filter(Boolean)")
            assert (width, outside) == (width, [])

    @pytest.mark.parametrize("stage", few(["home", "ask", "hunt", "shown-under"], "hunt"))
    def test_the_cards_stand_in_one_row_each_suit_in_its_colour(
        self, open_page: OpenPage, table: Table, stage: str
    ) -> None:
        page, blank = open_page(), open_page()
        table.lead(page, stage)
        for width in (320, 360, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            stand_in_one_row(page)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            shares = {
                suit: share_of_ink(blank, page.locator(f".deal .card-{suit} .card-art").first, colour)
                for suit, colour in COLOURS.items()
            }
            assert {suit: share for suit, share in shares.items() if share < 0.06} == {}, scheme
            assert max(shares.values()) < 0.9, scheme


def stand_in_one_row(page: Page) -> None:
    """Check that four cards are in a row, and the starter is apart."""
    boxes = page.locator(".deal .card").evaluate_all("cards => cards.map(card => card.getBoundingClientRect())")
    assert len(boxes) == 5
    assert max(box["top"] for box in boxes) - min(box["top"] for box in boxes) < 1
    gaps = [after["left"] - before["right"] for before, after in pairwise(boxes)]
    assert min(gaps) >= 4
    assert gaps[3] > gaps[0], "the starter stands apart"


# ----------------------------------------------------------------------------------------------------------- motion

MOTIONS = """window.motions = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
    const motion = animate.apply(this, given);
    window.motions.push([this.classList[0], motion.effect.getComputedTiming().endTime]);
    return motion;
};"""
"""Records what moves, by its class, and when it has come to its end."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_verdict_moves_once_and_holds_up_nothing(open_page: OpenPage, table: Table, motion: str) -> None:
    page = open_page(reduced_motion=motion)
    page.add_init_script(MOTIONS)
    page.goto(f"{table.url}/count/")

    def moved() -> list[str]:
        found: list[tuple[str, float]] = page.evaluate("window.motions.splice(0)")
        assert all(end <= 250 for _what, end in found)
        return sorted(what for what, _end in found)

    for claim, moves in (("15", ["card"] * 5), ("11", ["peg-claim"])):
        assert moved() == []
        count(page, claim)
        expect(page.locator("#next")).to_be_focused()
        assert moved() == (sorted([*moves, "peg-points", "verdict-sign"]) if motion != "reduce" else [])
        page.keyboard.press("Enter")
        expect(page.locator("#claim")).to_be_focused()
