"""The sample answered rightly by keyboard."""

from playwright.sync_api import Page, expect

from tests.browser.keys import press


def play(page: Page) -> None:
    """Fifteens, runs, pairs, no flush, his nob."""
    for points in ("6", "6", "2", "", "1"):
        page.keyboard.type(points)
        press(page, "Tab")
    expect(page.locator("#ask button[name=answer]")).to_be_focused()
    press(page, "Enter")
