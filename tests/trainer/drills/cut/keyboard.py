"""The sample answered rightly by keyboard."""

from playwright.sync_api import Page, expect

from tests.browser.keys import press


def play(page: Page) -> None:
    """Each of the five counts, and then the five among the ranks."""
    for place, points in enumerate(("15", "9", "16", "7", "9"), 1):
        if place == 1 and page.locator(".answer-fold").is_visible():
            page.locator(".answer-fold").click()
        page.keyboard.type(points)
        press(page, "Enter")
        expect(page.locator(f"#ask [name=counted][value='{place}']")).to_be_attached()
    expect(page.locator("#ranks")).to_be_focused()
    press(page, *["Tab"] * 5, "Enter")
