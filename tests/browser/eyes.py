"""What a checker finds on a page, for every eye: light, dark and forced colours, on a phone and on a desk."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "light", "forced_colors": "none"},
    {"color_scheme": "dark", "forced_colors": "none"},
    {"color_scheme": "light", "forced_colors": "active"},
]


def violations(page: Page) -> list[tuple[Any, ...]]:
    """Everything that axe holds against the page, with the width and the colours in which it does."""
    axe, found = Axe(), []
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        for look in LOOKS:
            page.emulate_media(**look)
            response = axe.run(page, options={"runOnly": TAGS, "resultTypes": ["violations"]}).response
            assert len(response["passes"]) > 15, "the checker was at work"
            found += [
                (width, *look.values(), violation["id"], node["target"], node["failureSummary"])
                for violation in response["violations"]
                for node in violation["nodes"]
            ]
    return found
