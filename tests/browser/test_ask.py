"""Cards of a hand to be explained are tapped in the pack, with and without JavaScript, on the smallest phone."""

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import OpenPage
from tests.browser.eyes import fits, violations
from tests.browser.keys import WITH_SCRIPTS


@WITH_SCRIPTS
def test_a_hand_is_tapped_and_its_starter_told(open_page: OpenPage, live_server: LiveServer, scripts: bool) -> None:
    page = open_page(viewport={"width": 320, "height": 640}, java_script_enabled=scripts)
    page.goto(f"{live_server.url}/ask/count/")
    for card in ("4 of clubs", "5 of spades", "6 of diamonds", "jack of hearts", "4 of hearts"):
        page.locator(".deck .pick", has=page.get_by_role("checkbox", name=card, exact=True)).click()
    page.get_by_role("button", name="Count it").click()
    page.get_by_role("link", name="4 of hearts").click()
    expect(page.get_by_role("heading", name="15 points")).to_be_visible()


@pytest.mark.parametrize(
    "path",
    [
        "",
        "count/",
        "count/?hand=5+5+5+J&starter=5H",
        "count/?card=4C&card=5S&card=6D&card=JH&card=4H",
        "discard/",
        "discard/?hand=2+3+9+10+J+Q",
        "play/",
        "play/?hand=4C+7D+8H+JD&starter=KH&plays=7S",
    ],
)
def test_every_eye(open_page: OpenPage, live_server: LiveServer, path: str) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    page.goto(f"{live_server.url}/ask/{path}")
    fits(page)
    assert violations(page) == []
