"""Where parts of a page stand, and those of a table on the screens of two phones and a desk."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from playwright.sync_api import FloatRect, Locator, Page

SCREENS = ((360, 740), (320, 640), (1280, 800))
LOW = ((740, 360), (667, 375), (375, 553), (360, 480))
"""Phones on their side, and small windows."""

_PLACES = """() => {
    const shown = element => element && element.checkVisibility();
    const top = selector => {
        const element = document.querySelector(selector);
        return shown(element) ? element.getBoundingClientRect().top : null;
    };
    const acts = [...document.querySelectorAll('#act :is(button, input, a), .speaks summary')]
        .filter(element => shown(element) && !element.matches('[type=hidden], .visually-hidden'));
    return {
        hand: top('.own-hand:has(.card)'), board: top('.boards'),
        act: Math.max(0, ...acts.map(element => element.getBoundingClientRect().bottom)),
        wide: document.documentElement.scrollWidth,
    };
}"""


@dataclass(frozen=True, slots=True)
class Places:
    """The upper edges of the own hand (None: it is empty) and of the board, the lower edge of what acts, and how wide
    the page is, in pixels on the first screen."""

    hand: float | None
    board: float
    act: float
    wide: int


def box_of(part: Locator) -> FloatRect:
    """Return where a part that is drawn stands, in pixels of the window."""
    box = part.bounding_box()
    assert box, "it is not drawn"
    return box


def on(page: Page, *screens: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield each screen while the page has its size, and leave the page with that of the first."""
    for wide, high in screens:
        page.set_viewport_size({"width": wide, "height": high})
        yield wide, high
    page.set_viewport_size({"width": screens[0][0], "height": screens[0][1]})


def places(page: Page, screens: Iterable[tuple[int, int]] = SCREENS) -> Iterator[tuple[tuple[int, int], Places]]:
    """Yield where the parts stand now, by screen."""
    for wide, high in screens:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("window.scrollTo(0, 0)")
        yield (wide, high), Places(**page.evaluate(_PLACES))
