"""The sample answered rightly by keyboard."""

from playwright.sync_api import Page, expect

from tests.browser.keys import press, tick


def play(page: Page) -> None:
    """Five and jack."""
    tick(page, "card", "5S JH")
    expect(page.locator("#ask button[name=answer]").first).to_be_focused()
    press(page, "Enter")
