"""Accounts by keyboard, with and without JavaScript; what a guest did is kept."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import OpenPage, Table
from tests.browser.eyes import OPEN_ALL, SIDEWAYS, violations
from tests.browser.keys import WITH_SCRIPTS
from tests.full import some
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
    expect(page.locator("#faults")).to_be_focused()
    fill(page, password=PASSWORD, again=PASSWORD)
    expect(page.locator("h1")).to_have_text("Hello, Anna")
    anna = Learner.objects.get()
    assert anna.attempts.count() == 1

    elsewhere = open_page(java_script_enabled=scripts)
    answer(elsewhere, live_server.url)
    elsewhere.goto(f"{live_server.url}/account/login/")
    fill(elsewhere, username="anna", password=PASSWORD)
    expect(elsewhere.locator("#messages")).to_contain_text("What you did here as a guest is now in your account.")
    assert Learner.objects.count() == 1
    assert Attempt.objects.filter(learner=anna).count() == 2
    expect(elsewhere.locator("#kept")).to_contain_text("2")

    elsewhere.goto(f"{live_server.url}/account/everywhere/")
    fill(elsewhere, current=PASSWORD)
    expect(elsewhere.locator("#messages")).to_contain_text("logged out")
    page.goto(f"{live_server.url}/account/")
    expect(page.locator("h1")).to_have_text("Account")


def test_a_look_is_forced_and_the_rest_follows(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(color_scheme="light", java_script_enabled=True, viewport={"width": 320, "height": 700})
    page.goto(f"{live_server.url}/account/preferences/")
    page.evaluate(OPEN_ALL)
    for choice in ("look][value=dark", "cards][value=two", "text][value=larger", "big_signs"):
        page.locator(f"[name={choice}]").check()
    page.locator("main button").click()
    expect(page.locator("#messages")).to_be_visible()
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
    for path in some(("", "login/", "signup/", "recovery/", "preferences/"), "signup/", "preferences/"):
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
    page.evaluate(OPEN_ALL)
    expect(page.get_by_text("5:30 a.m. in your time")).to_be_visible()
    page.goto(f"{live_server.url}/account/preferences/")
    page.evaluate(OPEN_ALL)
    expect(page.locator("#now")).to_contain_text("Asia/Calcutta")  # as Chromium calls it
    page.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.get_by_role("button", name="Save").click()
    page.goto(f"{live_server.url}/progress/")
    page.evaluate(OPEN_ALL)
    expect(page.get_by_text("9 a.m. in your time")).to_be_visible()


SPEAKER = """
    window.heard = [];
    window.AudioContext = class {
        currentTime = 0;
        resume() {}
        createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} }; }
        createOscillator() {
            return {
                frequency: { set value(hertz) { window.heard.push(hertz); } },
                connect: (next) => next, start() {}, stop() {},
            };
        }
    };
"""


def test_an_answer_sounds_where_sounds_are_switched_on(open_page: OpenPage, table: Table) -> None:
    page = open_page(alone=True)
    page.add_init_script(SPEAKER)
    page.goto(f"{table.url}/account/preferences/")
    page.evaluate(OPEN_ALL)
    page.get_by_label("Sounds").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_be_visible()
    for claimed, heard in (("15", [660, 880]), ("3", [220, 175])):
        page.goto(table.question())
        assert page.evaluate("heard") == []
        page.locator("#claim").fill(claimed)
        page.keyboard.press("Enter")
        expect(page.locator("#verdict")).to_be_visible()
        page.wait_for_function("() => heard.length === 2")
        assert page.evaluate("heard") == heard


def test_a_password_is_weighed_and_shown(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/account/signup/")
    page.locator("[name=name]").fill("Anna")
    password, said = page.locator("[name=password]"), page.locator(".strength [role=status]")
    for typed, words in (
        ("fifteen", "Too short."),
        ("cribbage2026", "Easy to guess. Choose another one."),
        ("Anna Anna 12", "Easy to guess. Choose another one."),
        ("abababababab", "Easy to guess. Choose another one."),
        ("fifteen and two", "Long enough."),  # not "good": the server knows more common passwords
        (PASSWORD * 20, "Too long."),
        (PASSWORD, "Very good: it is long."),
        ("", ""),
    ):
        password.fill(typed)
        expect(said).to_have_text(words)
    password.fill(PASSWORD)
    tab_to(page, ".show-password")
    for key, pressed, kind in (("Enter", "true", "text"), ("Space", "false", "password"), ("Enter", "true", "text")):
        page.keyboard.press(key)
        expect(page.get_by_role("button", name="Show the password").first).to_have_attribute("aria-pressed", pressed)
        expect(password).to_have_attribute("type", kind)
        expect(page.locator("[name=again]")).to_have_attribute("type", kind)
    assert violations(page) == []
    page.locator("[name=again]").fill(PASSWORD)
    page.locator("main form").evaluate("form => form.addEventListener('submit', event => event.preventDefault())")
    page.locator("main button[type=submit]").click()
    expect(password).to_have_attribute("type", "password")  # as which a browser keeps it
    without = open_page(java_script_enabled=False)
    without.goto(f"{live_server.url}/account/signup/")
    expect(without.locator(".show-password").first).to_be_hidden()
    expect(without.locator(".strength")).to_be_hidden()


def test_every_eye_on_an_account(open_page: OpenPage, live_server: LiveServer) -> None:
    Learner.objects.create_user("Anna", PASSWORD)
    elsewhere = Client(headers={"user-agent": "Firefox/140.0 (Android 15)"})
    elsewhere.post("/account/login/", {"username": "Anna", "password": PASSWORD})
    page = open_page()
    page.goto(f"{live_server.url}/account/login/")
    fill(page, username="anna", password=PASSWORD)
    other = page.get_by_role("link", name="Log out there: Firefox on Android")
    expect(other).to_be_visible()
    paths = ["/account/", "/account/names/", "/account/password/", "/account/everywhere/", other.get_attribute("href")]
    for path in some(paths, paths[0], paths[-1]):
        page.goto(f"{live_server.url}{path}")
        assert (path, violations(page)) == (path, [])
        page.set_viewport_size({"width": 320, "height": 800})
        assert (path, page.evaluate(SIDEWAYS)) == (path, [])
    fill(page, current=PASSWORD)
    expect(page.locator("#messages")).to_contain_text("That device is logged out.")
    expect(other).to_have_count(0)
