"""Actions by keyboard, for tests in a browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.full import few

WITH_AND_WITHOUT = pytest.mark.parametrize("scripts", [True, False], ids=["js", "no-js"])
WITH_SCRIPTS = pytest.mark.parametrize("scripts", few([True, False], True), ids=["js", "no-js"])
"""Without scripts with --full: Django's client sends the same forms on every change."""
_FOCUSED = "selector => document.activeElement.matches(selector)"


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus."""
    for _press in range(120):
        if page.evaluate(_FOCUSED, selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {selector} on {page.url}")


def press(page: Page, *keys: str) -> None:
    """Press keys in sequence."""
    for key in keys:
        page.keyboard.press(key)


def tick(page: Page, name: str, wanted: str) -> None:
    """From the first checkbox on, press Space on the wanted ones, and Tab past the last."""
    boxes = page.locator(f"#ask input[name={name}]")
    for place in range(boxes.count()):
        expect(boxes.nth(place)).to_be_focused()
        if boxes.nth(place).get_attribute("value") in wanted.split():
            press(page, "Space")
            expect(boxes.nth(place)).to_be_checked()
        press(page, "Tab")


def typed(text: str) -> Callable[[Page], None]:
    """Return a step that types a text and presses Enter."""

    def play(page: Page) -> None:
        page.keyboard.type(text)
        press(page, "Enter")

    return play


def first_choice(page: Page) -> None:
    """Press the button of the first choice."""
    press(page, "Tab", "Enter")
