"""Whether what answers and what goes on can be seen on every step of every lesson, and an error message too."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from playwright.sync_api import Page

from tests.benchmarks.seen.browsing import (
    ASK,
    CONTROLS,
    ERROR,
    PHONE,
    VERDICT,
    Phones,
    Span,
    give,
    press,
    send_nothing,
    span,
    table,
    whole,
)
from tests.trainer.drills.posts import Posts
from tests.trainer.lessons.walking import answers_to
from trainer.lessons.lesson import Lesson
from trainer.lessons.syllabus import syllabus

ON = "#on, #next"
BACK = "#back, [rel=prev]"
MORE = "#more"
HIGH = PHONE["height"]


@dataclass
class Tally:
    """Where something stood on each step that had it."""

    places: dict[str, Span | None] = field(default_factory=dict)

    @property
    def shown(self) -> dict[str, Span]:
        """Where it stood on the steps that had it."""
        return {step: place for step, place in self.places.items() if place}

    def out(self) -> dict[str, float]:
        """Return by how much it was outside the window, by the steps on which it was."""
        beyond = {step: max(place.bottom - HIGH, -place.top) for step, place in self.shown.items()}
        return {step: far for step, far in beyond.items() if not self.shown[step].is_inside(HIGH)}

    def row(self, name: str) -> list[object]:
        """Return what is printed of it: how many steps have it, how many hide it, its range, and the worst five."""
        out = self.out()
        bottoms = [place.bottom for place in self.shown.values()]
        worst = sorted(out, key=lambda step: -out[step])[:5]
        told = ", ".join(f"{step} ({out[step]:+.0f})" for step in worst)
        edges = (min(bottoms), max(bottoms)) if bottoms else (None, None)
        return [name, len(bottoms), len(out), *edges, told or "–"]


Tallies = dict[str, Tally]


def _note(tallies: Tallies, step: str, page: Page, when: str, **selectors: str) -> None:
    for what, selector in selectors.items():
        name = f"{what}, {when}".replace("_", " ")
        tallies[name].places[step] = whole(page, selector) if what == "answer" else span(page, selector)


def _look(tallies: Tallies, step: str, page: Page, when: str) -> None:
    _note(tallies, step, page, when, Next_or_Skip=ON, Back=BACK)


def _ask(tallies: Tallies, step: str, page: Page) -> None:
    """Look at a question, and at the message when nothing is sent."""
    here = page.url
    _note(tallies, step, page, "question", answer=CONTROLS)
    _look(tallies, step, page, "question")
    if send_nothing(page):
        _note(tallies, step, page, "nothing sent", error_message=ERROR)
    page.goto(here)


def _answer(tallies: Tallies, step: str, page: Page, posts: Posts, when: str) -> None:
    """Answer, and look at what is said."""
    give(page, posts)
    _note(tallies, step, page, when, verdict=VERDICT)
    _look(tallies, step, page, when)


def _reading(tallies: Tallies, step: str, page: Page) -> None:
    """Look at a text or an exhibit, as it is at first and after every part."""
    _note(tallies, step, page, "exhibit", Next_item=MORE)
    _look(tallies, step, page, "reading")
    place = 0
    while press(page, MORE):
        place += 1
        _note(tallies, f"{step}+{place}", page, "exhibit", Next_item=MORE)
        _look(tallies, f"{step}+{place}", page, "exhibit")


def _wrongly(tallies: Tallies, page: Page, lesson: Lesson) -> None:
    """Go through a lesson, look at everything, and answer wrong."""
    for place, screen in enumerate(lesson.screens, 1):
        step = f"{lesson.slug}/{place}"
        page.goto(f"/lessons/{step}/")
        if screen.exercise:
            _ask(tallies, step, page)
            if span(page, ASK):  # in some drills nothing is an answer too
                _answer(tallies, step, page, answers_to(screen.exercise).wrong[0], "wrong answer")
        else:
            _reading(tallies, step, page)


def _rightly(tallies: Tallies, page: Page, lesson: Lesson) -> None:
    """Go through the exercises of a lesson, and answer right."""
    for place, exercise in lesson.exercises.items():
        step = f"{lesson.slug}/{place}"
        page.goto(f"/lessons/{step}/")
        _answer(tallies, step, page, answers_to(exercise).right, "right answer")


def measure(phones: Phones) -> Iterator[str]:
    """Yield what stands where on all steps, and where it is furthest out of sight."""
    tallies: Tallies = defaultdict(Tally)
    lessons = syllabus().lessons
    for lesson in lessons:
        for take in (_wrongly, _rightly):
            with phones.page() as page:
                take(tallies, page, lesson)
    steps = [screen for lesson in lessons for screen in lesson.screens]
    exercises = sum(screen.exercise is not None for screen in steps)
    yield f"{len(lessons)} lessons, {len(steps)} steps, {exercises} of them exercises, at {PHONE['width']}x{HIGH}. An"
    yield "error message is what comes when nothing is sent; drills in which nothing is an answer have none."
    yield ""
    columns = ["what, when", "steps", "out of sight", "least bottom", "greatest bottom", "worst (pixels outside)"]
    yield from table(columns, [tally.row(name) for name, tally in tallies.items()])
