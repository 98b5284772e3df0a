"""Accounts by keyboard, with and without JavaScript; what a guest did is kept."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import OpenPage
from tests.browser.eyes import SIDEWAYS, violations
from tests.browser.keys import WITH_SCRIPTS
from trainer.models import Attempt, Learner

PASSWORD = "fifteen two and a pair"


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus."""
    for _press in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"Tab does not lead to {selector}")


def answer(page: Page, url: str) -> None:
    """Count a hand as the current visitor."""
    page.goto(f"{url}/drills/count/start/")
    expect(page.locator("#claim")).to_be_focused()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()


def fill(page: Page, **typed: str) -> None:
    """Fill in a form and send it, by keyboard."""
    for name, text in typed.items():
        if not page.evaluate("name => document.activeElement.name === name", name):
            tab_to(page, f"[name={name}]")
        page.keyboard.type(text)
    page.keyboard.press("Enter")


@WITH_SCRIPTS
def test_a_guest_takes_a_name_and_comes_back_from_elsewhere(
    open_page: OpenPage, live_server: LiveServer, scripts: bool
) -> None:
    page = open_page(java_script_enabled=scripts)
    answer(page, live_server.url)
    tab_to(page, ".nav-account")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("You are a guest")
    tab_to(page, "main a[href='/account/signup/']")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Create an account")
    fill(page, name="Anna", password=PASSWORD, again="something else")
    expect(page.locator(".account-faults")).to_be_focused()
    fill(page, password=PASSWORD, again=PASSWORD)
    expect(page.locator("h1")).to_have_text("Hello, Anna")
    anna = Learner.objects.get()
    assert anna.attempts.count() == 1

    elsewhere = open_page(java_script_enabled=scripts)
    answer(elsewhere, live_server.url)
    elsewhere.goto(f"{live_server.url}/account/login/")
    fill(elsewhere, username="anna", password=PASSWORD)
    expect(elsewhere.locator(".account-messages")).to_contain_text("What you did here as a guest is yours now.")
    assert Learner.objects.count() == 1
    assert Attempt.objects.filter(learner=anna).count() == 2
    expect(elsewhere.locator(".account-facts")).to_contain_text("2")

    elsewhere.goto(f"{live_server.url}/account/everywhere/")
    fill(elsewhere, current=PASSWORD)
    expect(elsewhere.locator(".account-messages")).to_contain_text("logged out")
    page.goto(f"{live_server.url}/account/")
    expect(page.locator("h1")).to_have_text("You are not logged in")


def test_a_look_is_forced_and_the_rest_follows(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(color_scheme="light", java_script_enabled=True, viewport={"width": 320, "height": 700})
    page.goto(f"{live_server.url}/account/preferences/")
    for choice in ("look][value=dark", "cards][value=two", "text][value=larger", "big_signs"):
        page.locator(f"[name={choice}]").check()
    page.locator("main button").click()
    expect(page.locator(".account-messages")).to_be_visible()
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(ground) == "rgb(17, 21, 18)"
    page.goto(f"{live_server.url}/")
    assert page.evaluate(ground) == "rgb(17, 21, 18)"
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    clubs, spades, diamonds, hearts = (
        page.locator(f".deal .card-{suit}").first.evaluate("card => getComputedStyle(card).color")
        for suit in ("C", "S", "D", "H")
    )
    assert clubs == spades != diamonds == hearts


def test_every_eye(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    for path in ("", "login/", "signup/", "recovery/", "preferences/"):
        page.goto(f"{live_server.url}/account/{path}")
        assert (path, violations(page)) == (path, [])
        page.set_viewport_size({"width": 320, "height": 800})
        assert (path, page.evaluate(SIDEWAYS)) == (path, [])


def test_times_are_in_the_zone_of_the_device(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(alone=True, timezone_id="Asia/Kolkata")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer(page, live_server.url)
    assert [url for url in asked if "zone" in url] == [f"{live_server.url}/static/js/zone.js"]
    page.goto(f"{live_server.url}/progress/")
    expect(page.get_by_text("5:30 a.m. in your time")).to_be_visible()
    page.goto(f"{live_server.url}/account/preferences/")
    page.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.get_by_role("button", name="Save").click()
    page.goto(f"{live_server.url}/progress/")
    expect(page.get_by_text("9 a.m. in your time")).to_be_visible()
