"""The sample answered rightly by keyboard."""

from playwright.sync_api import Page

from tests.browser.keys import press, tab_to, tick


def play(page: Page) -> None:
    """Nine and queen."""
    tick(page, "card", "9S QH")
    tab_to(page, "button[name=answer]")
    press(page, "Enter")
