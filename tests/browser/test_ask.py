"""Cards of a hand to be explained are tapped in the pack, with and without JavaScript, on the smallest phone."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import OpenPage
from tests.browser.eyes import fits, violations
from tests.browser.keys import WITH_SCRIPTS
from tests.full import few

TOP = "pack => pack.getBoundingClientRect().top + scrollY"
"""Where the pack begins on the page: nothing moves while its cards are tapped."""


def tap(page: Page, *cards: str) -> None:
    """Tap cards of the pack."""
    for card in cards:
        page.locator(".deck .pick", has=page.get_by_role("checkbox", name=card, exact=True)).click()


@WITH_SCRIPTS
def test_a_hand_is_tapped_and_then_its_starter(open_page: OpenPage, live_server: LiveServer, scripts: bool) -> None:
    page = open_page(viewport={"width": 320, "height": 640}, java_script_enabled=scripts)
    page.goto(f"{live_server.url}/ask/count/")
    tap(page, "4 of clubs", "5 of spades", "6 of diamonds", "jack of hearts", "4 of hearts")
    page.get_by_role("button", name="Count it").click()
    if not scripts:  # which is the starter, nobody has said yet
        page.get_by_role("link", name="4 of hearts").click()
    expect(page.get_by_role("heading", name="15 points")).to_be_visible()


def test_a_moment_of_the_play_is_tapped_as_a_whole(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    page.goto(f"{live_server.url}/ask/play/")
    pack = page.locator(".deck")
    top = pack.evaluate(TOP)
    tap(page, "2 of clubs", "9 of hearts")
    hand, starter, played = (page.get_by_role("button", name=name) for name in ("Hand", "Starter", "Played"))
    go = page.get_by_role("button", name="They said go")
    expect(page.get_by_text("Tap a box, then its cards")).to_be_visible()
    expect(go).to_be_hidden()
    in_turn = page.get_by_text("Everyone’s cards in order, and each “go”")
    expect(in_turn).to_be_in_viewport(ratio=1)
    expect(hand).to_have_accessible_name("Hand 2 of clubs 9 of hearts")
    starter.click()
    tap(page, "4 of hearts", "10 of clubs", "jack of clubs", "8 of hearts", "9 of diamonds")
    tap(page, "jack of clubs")
    expect(starter).to_have_accessible_name("Starter 4 of hearts")
    go.click()
    expect(played).to_have_accessible_name("Played so far 10 of clubs 8 of hearts 9 of diamonds go")
    expect(played).to_have_attribute("aria-pressed", "true")
    expect(in_turn).to_be_hidden()
    assert pack.evaluate(TOP) == top
    fits(page)
    assert violations(page) == []
    page.get_by_role("button", name="What should I play?").click()
    expect(page.get_by_role("heading", name="Play the 2 of clubs.")).to_be_visible()


def test_what_is_typed_lies_in_the_tray_and_can_be_undone(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/ask/play/")
    page.get_by_label("Played so far").fill("10♣ 8h go go 5")
    played = page.get_by_role("button", name="Played")
    expect(played).to_have_accessible_name("Played so far 10 of clubs 8 of hearts go go 5")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Played so far")).to_have_value("TC 8H GO")
    tap(page, "8 of hearts")
    expect(played).to_have_accessible_name("Played so far 10 of clubs go")


def test_the_button_says_how_many_cards_are_missing(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/ask/count/")
    button = page.locator(".action-bar > button")
    tap(page, "4 of clubs", "5 of spades")
    expect(button).to_have_text("Cards still missing: 3")
    tap(page, "6 of diamonds", "jack of hearts", "4 of hearts")
    expect(button).to_have_text("Count it")
    page.goto(f"{live_server.url}/ask/play/")
    expect(button).to_have_text("Add a card to the hand")
    tap(page, "4 of clubs")
    expect(button).to_have_text("What should I play?")


@pytest.mark.parametrize("path", ["count/", "discard/", "play/"])
def test_nothing_is_held_before_the_pack_until_the_cards_are_there(
    open_page: OpenPage, live_server: LiveServer, path: str
) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    page.goto(f"{live_server.url}/ask/{path}")
    bar = page.locator(".action-bar")
    expect(page.locator(".deck .card").last).to_be_in_viewport(ratio=1)
    expect(bar).to_have_css("position", "static")
    tap(page, "4 of clubs", "5 of spades", "6 of diamonds", "jack of hearts", "4 of hearts", "9 of hearts")
    page.evaluate("scrollTo(0, 0)")
    expect(bar).to_be_in_viewport(ratio=1)


def test_what_is_missing_is_asked_for(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/ask/play/?hand=2C+9H&plays=TC+8H+9D+go")
    tap(page, "4 of hearts")
    expect(page.get_by_role("button", name="Starter")).to_have_accessible_name("Starter 4 of hearts")


def test_the_tray_has_room_for_what_is_dealt(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/ask/discard/")
    room = page.locator("#tray .card")
    expect(room).to_have_count(6)
    page.get_by_label("Players").select_option("4")
    expect(room).to_have_count(5)


PATHS = [
    "",
    "count/",
    "count/?hand=5+5+5+J&starter=5H",
    "count/?card=4C&card=5S&card=6D&card=JH&card=4H",
    "discard/",
    "discard/?hand=2+3+9+10+J+Q",
    "play/",
    "play/?hand=4C+7D+8H+JD&starter=KH&plays=7S",
]


@pytest.mark.parametrize("path", few(PATHS, PATHS[2], PATHS[-1]))
def test_every_eye(open_page: OpenPage, live_server: LiveServer, path: str) -> None:
    page = open_page(viewport={"width": 320, "height": 640})
    page.goto(f"{live_server.url}/ask/{path}")
    fits(page)
    assert violations(page) == []
