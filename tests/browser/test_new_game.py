"""The form of a new game: only the fields that apply are shown, and it is accessible."""

import json
import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from game.engine.record import rules_text
from game.engine.rules import STANDARD
from game.models import Habits, Match, Result, Seat
from game.table.forms import SetupForm
from tests.browser.conftest import OpenPage
from tests.browser.eyes import violations
from trainer.models import Learner

NEW, GAMES = "/games/new/", "/games/"


@pytest.fixture
def page(open_page: OpenPage, live_server: LiveServer) -> Page:
    """Return the page of a new game, with everything to be set."""
    page = open_page(viewport={"width": 320, "height": 700})
    page.goto(live_server.url + NEW)
    set_everything(page)
    return page


def set_everything(page: Page) -> None:
    """Choose rules of one's own, and open all of their folds."""
    choose(page, "preset", "own")
    for fold in page.locator("#new-game details:not([open]) > summary").all()[::-1]:
        fold.click()


def choose(page: Page, field: str, value: str) -> None:
    """Press one of the options of a field."""
    page.locator(f"#field-{field} [data-option='{value}'] label").click()


class TestForm:
    """The script shows only the fields that apply; without it all are shown."""

    def test_only_what_applies_is_shown(self, page: Page) -> None:
        def shown() -> set[str]:
            return {part.get_attribute("data-field") or "" for part in page.locator("[data-field]:visible").all()}

        always = {"level", "preset", "seats", "target", "deals", "counting", "crib_flush", "play_clock", "length"}
        always |= {"pace", "design", "muggins"}
        assert shown() == always
        choose(page, "counting", "show")
        assert shown() == always | {"count_clock"}
        choose(page, "muggins", "missed")
        assert shown() == always | {"notice", "count_clock"}
        choose(page, "counting", "auto")
        choose(page, "target", "own")
        choose(page, "length", "match")
        assert shown() == always | {"target_own", "match_points", "scoring"}
        choose(page, "scoring", "free")
        assert "double_skunk" in shown()
        choose(page, "seats", "4")
        assert shown() >= {"sides", "others", "seat_3", "seat_4"}
        assert not shown() & {"seat_5", "seat_6"}

    def test_rules_of_one_s_own_begin_with_the_game_chosen_before(self, page: Page) -> None:
        choose(page, "target", "61")
        choose(page, "preset", "tournament")
        choose(page, "preset", "own")
        says = page.locator("#everything .fold-says")
        assert says.all_inner_texts() == ["You count the show · Muggins", "2", "121", "none", "A match"]
        choose(page, "preset", "quick")
        choose(page, "preset", "own")
        assert says.all_inner_texts() == ["The table", "2", "61", "none", "A single game"]

    def test_muggins_is_played_by_those_who_count(self, page: Page) -> None:
        choose(page, "muggins", "missed")
        expect(page.locator("#field-counting [value=show]")).to_be_checked()
        choose(page, "counting", "auto")
        expect(page.locator("#field-muggins [value=off]")).to_be_checked()

    def test_enter_on_a_choice_starts_the_game(self, page: Page) -> None:
        page.locator("[name=preset]:checked").press("Enter")
        expect(page.locator("#table")).to_be_visible()

    def test_partners_are_named_and_threes_need_six(self, page: Page) -> None:
        choose(page, "seats", "6")
        choose(page, "sides", "threes")
        partners = page.locator("[data-field^=seat]:has(.partner:visible) label")
        assert partners.all_inner_texts() == ["Seat 3 · your partner", "Seat 5 · your partner"]
        choose(page, "sides", "pairs")
        assert partners.all_inner_texts() == ["Seat 4 · your partner"]
        choose(page, "sides", "threes")
        choose(page, "seats", "4")
        expect(page.locator("#field-sides [data-option=threes]")).to_be_hidden()
        expect(page.locator("#field-sides [value=alone]")).to_be_checked()

    def test_the_opponent_on_top_is_the_one_that_plays(self, page: Page) -> None:
        choose(page, "level", "expert")
        choose(page, "target", "61")
        expect(page.locator("#everything .fold-says").nth(2)).to_have_text("61")
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(re.compile(r"/games/(?!new/)[^/]+/$"))
        assert Seat.objects.get(place=1).level == "expert"

    def test_arrow_keys_pass_games_and_rules_of_ones_own_begin_with_the_one_that_was_chosen(
        self, page: Page, live_server: LiveServer
    ) -> None:
        page.goto(live_server.url + NEW)
        chosen, flush = page.locator("[name=preset]:checked"), page.locator("[name=crib_flush]:checked")
        for name in ("standard", "tournament"):
            choose(page, "preset", name)
            begins = json.loads(page.locator("#new-game").get_attribute("data-presets") or "")[name]
            for key in ("ArrowDown", "ArrowUp"):
                chosen.focus()
                for _game in range(5):
                    page.keyboard.press(key)
                    if chosen.get_attribute("value") == "own":
                        break
                expect(chosen).to_have_value("own")
                expect(flush).to_have_value(begins["crib_flush"])
                choose(page, "preset", name)

    @pytest.mark.parametrize(("level", "warned"), [("casual", True), ("expert", False), ("match", True)])
    def test_a_first_strong_opponent_comes_without_warnings(self, page: Page, level: str, warned: bool) -> None:
        choose(page, "level", "club")
        choose(page, "level", level)
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(re.compile(r"/games/(?!new/)[^/]+/$"))
        assert Habits.objects.get().warnings is warned

    def test_warnings_that_were_asked_for_stay(self, page: Page, live_server: LiveServer) -> None:
        page.locator("[name=warnings]").uncheck()
        page.locator("[name=warnings]").check()
        choose(page, "level", "expert")
        expect(page.locator("[name=warnings]")).to_be_checked()
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(re.compile(r"/games/(?!new/)[^/]+/$"))
        page.goto(live_server.url + NEW)
        choose(page, "level", "strong")
        expect(page.locator("[name=warnings]")).to_be_checked()

    def test_the_way_back_from_the_table_leads_to_the_games(self, page: Page, live_server: LiveServer) -> None:
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(re.compile(r"/games/(?!new/)[^/]+/$"))
        page.go_back()
        expect(page).to_have_url(live_server.url + GAMES)
        expect(page.get_by_role("heading", level=1)).to_have_text("Your games")

    @pytest.mark.parametrize("size", [(360, 740), (1280, 800)])
    def test_the_start_is_in_view_and_the_rest_is_folded(
        self, open_page: OpenPage, live_server: LiveServer, size: tuple[int, int]
    ) -> None:
        page = open_page(viewport={"width": size[0], "height": size[1]})
        page.goto(live_server.url + NEW)
        expect(page.get_by_role("button", name="Start the game")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollHeight") <= 1180

    def test_a_clock_out_of_sight_does_not_count(self, page: Page) -> None:
        choose(page, "counting", "all")
        page.locator("#id_count_clock").fill("7")
        choose(page, "counting", "auto")
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(re.compile(r"/games/(?!new/)[^/]+/$"))
        assert Match.objects.get().rules == rules_text(STANDARD)

    def test_what_is_wrong_is_shown_and_has_the_focus(self, page: Page) -> None:
        page.locator("#id_play_clock").fill("7")
        page.get_by_role("button", name="Start the game").click()
        expect(page.locator("#faults")).to_be_focused()
        page.locator("#faults a").click()
        expect(page.locator("#error-play_clock")).to_be_in_viewport()
        expect(page.locator("#id_play_clock")).to_be_focused()
        expect(page.locator("#id_play_clock")).to_have_value("7")

    def test_without_a_script_everything_is_there(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(java_script_enabled=False)
        page.goto(live_server.url + NEW)
        set_everything(page)
        fields = {"others", *SetupForm.base_fields} - {"warnings"}
        shown = {part.get_attribute("data-field") for part in page.locator("[data-field]:visible").all()}
        assert shown == fields
        choose(page, "preset", "quick")
        expect(page.locator("#everything")).to_be_hidden()
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(re.compile(r"/games/(?!new/)[^/]+/$"))

    def test_everyone_can_use_it(self, page: Page, live_server: LiveServer) -> None:
        page.goto(live_server.url + NEW)
        looked_at(page)
        set_everything(page)
        choose(page, "seats", "6")
        choose(page, "target", "own")
        page.locator("#id_deals").fill("x")
        page.get_by_role("button", name="Start the game").click()
        expect(page.locator("#faults")).to_be_focused()
        looked_at(page)
        choose(page, "preset", "tournament")
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(re.compile(r"/games/(?!new/)[^/]+/$"))
        learner = Learner.objects.get()
        Result.objects.create(learner=learner, rules="quick", level="club", seats=2, games=3, won=1)
        page.goto(live_server.url + GAMES)
        looked_at(page)


def looked_at(page: Page) -> None:
    """Check that nothing is wider than the page, and that axe finds no violations."""
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []


def test_a_phone_shows_who_notices_below_the_choice_of_muggins(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    page.goto(live_server.url + NEW)
    choose(page, "preset", "own")
    page.locator("#everything summary").first.click()
    choose(page, "muggins", "missed")
    bar, asked = page.locator(".action-bar").bounding_box(), page.locator("#field-notice .option").first.bounding_box()
    assert bar
    assert asked
    assert asked["y"] + asked["height"] <= bar["y"]
