"""Accessibility and layout checks, on a phone and on a desktop, in light, dark and forced colours."""

import json
import os
from collections import Counter
from typing import Any, Literal
from zlib import crc32

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.full import PROOF

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
Look = tuple[int, Literal["light", "dark"], Literal["none", "active"]]
LOOKS: list[Look] = [(320, "light", "none"), (1280, "dark", "none"), (320, "light", "active")]
"""Widths and colours, each of which occurs at least once. Without `--full`, each page is checked in one of them."""
ALL_LOOKS: list[Look] = [
    *LOOKS,
    (1280, "light", "none"),
    (320, "dark", "none"),
    (1280, "light", "active"),
    (320, "dark", "active"),
]
AXE = Axe().axe_script
# It must not load the sheets once more: it would ask for what they import beside the page.
RULES = {"runOnly": TAGS, "resultTypes": ["violations"], "preload": False}
# At its end: there a bar that is held at the lower edge stands in its own place, and covers half of no link.
CHECK = f"""async () => {{
    const top = window.scrollY;
    window.scrollTo({{ top: document.documentElement.scrollHeight, behavior: 'instant' }});
    const {{ violations, passes }} = await axe.run({json.dumps(RULES)});
    window.scrollTo({{ top, behavior: 'instant' }});
    const nodes = violations.flatMap(({{ id, nodes }}) => nodes.map(node => [id, node.target, node.failureSummary]));
    return [passes.length, nodes];
}}"""

SIDEWAYS = """() => {
    const wide = document.documentElement.clientWidth;
    // A wide table scrolls inside a region of its own, and pills in their row: the keyboard reaches both.
    const beside = '.visually-hidden, .symbols, .pills *, [role=region][tabindex="0"] > *';
    const hidden = element => element.closest(beside) || !element.checkVisibility(); // such as what is folded
    const out = [...document.body.querySelectorAll('*')].filter(element => !hidden(element)).filter(element => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.right > wide + 0.5 || box.left < -0.5);
    });
    const scrolls = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) > wide;
    return [...(scrolls ? ['the page'] : []), ...out.map(element => element.outerHTML.slice(0, 90))];
}"""
"""Elements that are wider than the page."""
SMALL = """() => {
    const targets = [...document.querySelectorAll('a, button, input:not([type=hidden]), summary, .pick')];
    const inline = element => element.tagName === 'A' && getComputedStyle(element).display === 'inline';
    const inText = element => (inline(element) || element.matches('.to-word')) && element
        .parentElement.textContent.trim() !== element.textContent.trim();
    // Holes of a street are as narrow as two fingers of one hand; their numbers can be typed, too.
    const shown = element => element.checkVisibility() && !element.matches('.pick input, .peg-street input');
    // What takes the click: a tile round its only link, the label of an input.
    const whole = element => element.matches('.tile-link') ? '.tile, .list-row' : '.option, label';
    const framed = part => getComputedStyle(part).display === 'contents' ? part.querySelector('label') : part;
    const target = element => framed(element.closest(whole(element)) || element);
    return targets.filter(shown).filter(element => !inText(element)).map(target).map(element => {
        const box = element.getBoundingClientRect();
        return [box.height, box.width, element.outerHTML.slice(0, 90)];
    }).filter(([high, wide]) => high < 43.99 || wide < 43.99);
}"""
"""Targets that are too small for a thumb."""
IN_VIEW = """selector => [...document.querySelectorAll(selector)].filter(element => {
    const box = element.getBoundingClientRect();
    const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.width > 0 && box.top >= -0.5 && box.bottom <= window.innerHeight + 0.5 && on
        && (element.contains(on) || on.contains(element));
}).length"""
"""How many elements can be seen as a whole without scrolling, with nothing over them."""
OPEN_ALL = "() => document.querySelectorAll('details').forEach(fold => { fold.open = true; })"


_LOOKED: Counter[str] = Counter()


def looks() -> list[Look]:
    """Return the looks to check on the test's next page: all with `--full`, otherwise one, the same every time."""
    if PROOF.full:
        return ALL_LOOKS
    test = os.environ["PYTEST_CURRENT_TEST"]
    _LOOKED[test] += 1
    return [LOOKS[(crc32(test.encode()) + _LOOKED[test]) % len(LOOKS)]]


def violations(page: Page) -> list[Any]:
    """Return all violations that axe finds on the page, with the width and colours of each."""
    found = []
    if page.evaluate("!window.axe"):
        page.evaluate(AXE)
    for width, scheme, forced in looks():
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        passes, nodes = page.evaluate(CHECK)
        assert passes > 15, "the checker was at work"
        found += [(width, scheme, forced, *node) for node in nodes]
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found


def fits(page: Page) -> None:
    """Check that no target is too small for a thumb and, with all details open, that nothing is wider than the page."""
    assert page.evaluate(SMALL) == [], page.url
    page.evaluate(OPEN_ALL)
    assert page.evaluate(SIDEWAYS) == [], page.url
