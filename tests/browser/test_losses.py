"""What decisions cost, on the page of games and on that of all decisions: by keyboard, with and without scripts."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from game.after import losses
from game.engine.rules import Counted, Rules
from game.models import JudgedDecision, JudgedGame
from tests.browser.conftest import OpenPage
from tests.browser.eyes import SIDEWAYS, fits, violations
from tests.browser.games import sit_at
from tests.browser.keys import tab_to
from tests.full import few
from tests.game.finished import finished, reviewed
from trainer.models import Star

SHORT = Rules(target=31)
TABLES = (SHORT, Rules(target=31, counting=Counted.SHOW), Rules(target=31, seats=4, sides=2))


def at_home(page: Page, live_server: LiveServer, path: str) -> None:
    """Show a page to somebody with three games whose decisions are known, and one more."""
    learner = sit_at(page, live_server.url)
    for rules in TABLES:
        course = finished(learner, rules, "0")
        losses.keep(course, reviewed(course, 0.0, 0.5, 2.5, 1.2))
    reviewed(finished(learner, SHORT, "1"), 1.0)
    page.goto(live_server.url + path)


@pytest.mark.parametrize("path", few(["/games/", "/decisions/"], "/decisions/"))
def test_axe_finds_nothing(open_page: OpenPage, live_server: LiveServer, path: str) -> None:
    page = open_page()
    at_home(page, live_server, path)
    assert violations(page) == []
    for width in (320, 360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(SIDEWAYS) == []
    fits(page)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


@pytest.mark.parametrize("scripts", few([True, False], True))
def test_a_star_by_keyboard(open_page: OpenPage, live_server: LiveServer, scripts: bool) -> None:
    page = open_page(java_script_enabled=scripts)
    at_home(page, live_server, "/decisions/?part=discard")
    star = page.locator("button[name=star]").nth(1)
    name = star.get_attribute("id")
    star.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#{name}")).to_have_attribute("name", "unstar")
    assert Star.objects.count() == 1
    if scripts:
        assert focused(page) == name
        expect(page.locator("#status")).to_have_text("Kept: it comes back in recall.")
    page.locator(f"#{name}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("button[name=unstar]")).to_have_count(0)
    assert not Star.objects.exists()


@pytest.mark.full("a matter of one rule of style")
def test_a_star_in_the_list_is_not_under_the_link_of_its_tile(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    at_home(page, live_server, "/decisions/?part=discard")
    page.locator("button[name=star]").first.click()
    expect(page.locator("button[name=unstar]")).to_have_count(1)
    expect(page).to_have_url(f"{live_server.url}/decisions/?part=discard")


@pytest.mark.parametrize("scripts", few([True, False], True))
def test_a_star_in_the_review_keeps_place_and_focus(
    open_page: OpenPage, live_server: LiveServer, scripts: bool
) -> None:
    page = open_page(java_script_enabled=scripts, viewport={"width": 360, "height": 740})
    learner = sit_at(page, live_server.url)
    course = finished(learner, SHORT, "0")
    losses.keep(course, reviewed(course, 0.0, 0.5, 2.5, 1.2))
    number = JudgedDecision.objects.filter(kind="play").latest("points").number
    address = reverse("review", args=[course.match.key, course.game.number])
    page.goto(f"{live_server.url}{address}?decision={number}#decision")
    star = page.locator("#stars button")
    before = star.bounding_box()
    star.press("Enter")
    expect(star).to_have_attribute("name", "unstar")
    expect(star).to_be_in_viewport(ratio=1)
    expect(page.locator(".judged")).to_be_in_viewport(ratio=1)
    if scripts:
        expect(star).to_be_focused()
        after = star.bounding_box()
        assert before
        assert after
        assert (after["x"], after["y"]) == pytest.approx((before["x"], before["y"]), abs=1)
        assert after["height"] == before["height"]
        assert violations(page) == []
    assert Star.objects.count() == 1


def test_the_rest_is_reviewed_by_keyboard(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    at_home(page, live_server, "/games/")
    expect(page.get_by_text("Reviewed so far: 3 of 4 finished games.")).to_be_visible()
    tab_to(page, "#judge")
    page.keyboard.press("Enter")
    expect(page.locator("#judge")).to_have_count(0)
    expect(page.locator("#status")).to_have_text("All your games are reviewed.")
    assert JudgedGame.objects.count() == 4
    expect(page.locator("#losses a:focus")).to_have_text("All decisions, the costliest first")
    expect(page.locator("#losses .chart-dot")).to_have_count(4)
