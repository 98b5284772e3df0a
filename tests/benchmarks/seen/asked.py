"""Whether what a step of a lesson asks about can be seen at its question, on two phones, without scrolling."""

from collections.abc import Iterator

from playwright.sync_api import Page, ViewportSize

from tests.benchmarks.seen.browsing import PHONE, SMALL_PHONE, Phones, span, table, whole
from trainer.lessons.syllabus import syllabus

ASKED = "#ask .felt :is(.card, p, blockquote), #ask .board > svg, #ask :is(.peg-street, .pad), #asked, #prompt"
"""Cards, the board, the holes, what is tapped below them, and every sentence of the question."""
BAR = ".action-bar"

Hidden = dict[str, float]
"""By how many pixels what is asked is out of the window or behind the bar, by the steps on which it is."""


def hidden(page: Page, high: int) -> float:
    """Return by how many pixels something that is asked about is above the window, below it, or behind the bar."""
    asked, bar = whole(page, ASKED), span(page, BAR)
    lowest = min(bar.top if bar else high, high)
    return max(asked.bottom - lowest, -asked.top) if asked else 0


def _steps(page: Page, size: ViewportSize) -> Iterator[tuple[str, str, float]]:
    """Yield each step with a question, its drill, and how much of what it asks about is hidden."""
    for lesson in syllabus().lessons:
        for place, exercise in lesson.exercises.items():
            page.goto(f"/lessons/{lesson.slug}/{place}/")
            yield f"{lesson.slug}/{place}", exercise.drill, hidden(page, size["height"])


def measure(phones: Phones) -> Iterator[str]:
    """Yield how many steps hide what they ask about, and which."""
    for size in (PHONE, SMALL_PHONE):
        with phones.page(size) as page:
            steps = list(_steps(page, size))
        behind = sorted((step for step in steps if step[2] > 0.5), key=lambda step: -step[2])
        yield f"At {size['width']}x{size['height']} {len(behind)} of {len(steps)} questions hide what they ask about."
        yield ""
        if behind:
            yield from table(["step", "drill", "pixels hidden"], behind)
