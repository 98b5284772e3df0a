"""The sample answered rightly by keyboard."""

from playwright.sync_api import Page

from tests.browser.keys import press


def play(page: Page) -> None:
    """The hole, and the rear peg."""
    page.keyboard.type("32")
    press(page, "Tab", "Enter")
