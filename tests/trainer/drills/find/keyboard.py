"""The sample answered not quite rightly by keyboard."""

from playwright.sync_api import Page, expect

from tests.browser.keys import press, tab_to, tick


def play(page: Page) -> None:
    """The nob, and no more."""
    tick(page, "card", "JH")
    expect(page.locator("#claim")).to_be_focused()
    page.keyboard.type("1")
    press(page, "Enter")
    expect(page.locator(".message")).to_contain_text("Yes")
    expect(page.locator("#ask input[name=card]").first).to_be_focused()
    tab_to(page, "button[name=answer]")
    press(page, "Enter")
