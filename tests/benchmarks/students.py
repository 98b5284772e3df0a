"""People who learn, as the site sees them: what each of them asks for next, how long it takes, and what comes back.

A learner reads what a browser reads. Only the truth about a question comes from the drills, as in the tests.
"""

import re
import time
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPException
from random import Random
from threading import Event
from urllib.parse import parse_qs, urlsplit

from tests.game.moves import is_stale, moved
from tests.trainer.drills.posts import Post
from tests.trainer.drills.samples import answers
from tests.visitor import Fields, Response, Visitor
from trainer.drills.registry import DRILLS
from trainer.lessons.syllabus import syllabus

PASSWORD = "fifteen two and a pair is four"
_RIGHT = 0.75
"""The share of right answers."""
_OPEN = [name for name, drill in DRILLS.items() if drill.shows_all]
"""Drills whose page says its question, so that it can be answered."""

_SWAPPED = {"answer", "next question", "end of a run", "answer in a lesson", "move at a table"}
"""What a browser with JavaScript sends to be answered by a part of the page."""


class Unexpected(Exception):
    """The site did not answer what it should."""


@dataclass
class Measurements:
    """What all learners saw."""

    times: list[tuple[str, float]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    answered: int = 0
    played: int = 0
    signed_up: int = 0


@dataclass
class Learner:
    """Somebody who learns until `done`, and thinks for `think` seconds on average between two requests."""

    visitor: Visitor
    rng: Random
    seen: Measurements
    done: Event
    think: float
    fragment: bool
    name: str = ""
    table: str = ""
    cached: set[str] = field(default_factory=set)

    def learn(self) -> None:
        """Do one thing after another; what fails is noted, and the next thing begun."""
        self.done.wait(self.rng.uniform(0, 6 * self.think))
        deeds = [self.home, self.progress, self.lesson, self.play, self.practise]
        while not self.done.is_set():
            try:
                [deed] = self.rng.choices(deeds, weights=[1, 1, 2, 3, 4])
                deed()
                if self.name and self.rng.random() < 0.3:
                    self.sign_up()
            except Unexpected as error:
                self.seen.errors.append(str(error))
                self._think()
            except (AssertionError, LookupError, ValueError) as error:
                self.seen.errors.append(f"{deed.__name__}: a page without what is needed to go on ({repr(error)[:80]})")
                self._think()

    # ------------------------------------------------------------------------------------------------- requests

    def _ask(self, what: str, method: str, path: str, fields: Fields | None = None) -> Response:
        """Send a request, note its time, and follow where it leads."""
        begun, fragment = time.perf_counter(), self.fragment and what in _SWAPPED
        try:
            response = self.visitor.hear(self.visitor.send(method, path, fields, fragment))
        except (OSError, HTTPException) as error:
            raise Unexpected(f"{what}: {type(error).__name__}") from error
        self.seen.times.append((what, time.perf_counter() - begun))
        if response.status not in {200, 302}:
            raise Unexpected(f"{what}: {response.status}")
        then = response.location or response.headers.get("HX-Redirect")
        return self._ask(f"page after: {what}", "GET", then) if then else response

    def page(self, what: str, path: str) -> str:
        """A page and, like a browser, the files that it needs and that are not in the cache."""
        response = self._ask(what, "GET", path)
        for file in sorted(set(re.findall(r'(?:href|src)="(/static/[^"]+)"', response.text)) - self.cached):
            self._ask("static file", "GET", file)
            self.cached.add(file)
        self._think()
        return response.text

    def post(self, what: str, path: str, fields: Fields) -> str:
        """Send a form, and what comes of it."""
        response = self._ask(what, "POST", path, fields)
        self._think()
        return response.text

    def _think(self) -> None:
        self.done.wait(self.rng.uniform(0.5, 1.5) * self.think)

    # ---------------------------------------------------------------------------------------------------- deeds

    def home(self) -> None:
        """Look at the first page."""
        self.page("home", "/")

    def progress(self) -> None:
        """Look at what was learned."""
        self.page("progress", "/progress/")

    def sign_up(self) -> None:
        """Make an account of the guest."""
        self.page("sign-up form", "/account/signup/")
        fields = [("name", self.name), ("password", PASSWORD), ("again", PASSWORD)]
        if self.name not in self.post("sign-up", "/account/signup/", fields):
            raise Unexpected("sign-up: no account")
        self.name, self.seen.signed_up = "", self.seen.signed_up + 1

    def practise(self) -> None:
        """Begin a run, answer some questions, end it, and look at its summary."""
        drill = self.rng.choice(_OPEN)
        page = self.page("start of a run", f"/drills/{drill}/start/")
        for _ in range(self.rng.randint(3, 12)):
            page = self.answer(drill, page)
            if self.done.is_set():
                return
            page = self.post("next question", run_of(page), [*number_of(page), ("next", "1")])
        if 'id="summary"' not in self.post("end of a run", run_of(page), [*number_of(page), ("end", "1")]):
            raise Unexpected("end of a run: no summary")

    def answer(self, drill: str, page: str) -> str:
        """Answer the question of a page, and the page that comes of it."""
        [question] = parse_qs(urlsplit(unescape(re.findall(r'href="([^"]+/open/\?q=[^"]+)"', page)[0])).query)["q"]
        return self._answer(drill, question, page, "answer", run_of(page))

    def _answer(self, drill: str, question: str, page: str, what: str, path: str) -> str:
        truth = answers(drill, question)
        for step in truth.right if not truth.wrong or self.rng.random() < _RIGHT else self.rng.choice(truth.wrong):
            page = self.post(what, path, [*number_of(page), *fields_of(step)])
            path = run_of(page) if what == "answer" else path
        if 'id="verdict"' not in page:
            raise Unexpected(f"{what}: no verdict in {drill}")
        self.seen.answered += 1
        return page

    def lesson(self) -> None:
        """Read some screens of a lesson, and answer what they ask."""
        self.page("lessons", "/lessons/")
        lesson = self.rng.choice(syllabus().lessons)
        self.page("lesson", f"/lessons/{lesson.slug}/")
        for place in range(1, len(lesson.screens) + 1):
            path = f"/lessons/{lesson.slug}/{place}/"
            page = self.page("screen of a lesson", path)
            if self.done.is_set():
                return
            if place in lesson.exercises and 'id="ask"' in page:
                exercise = lesson.exercises[place]
                self._answer(exercise.drill, exercise.question, page, "answer in a lesson", path)

    def play(self) -> None:
        """Play some cards at a table of two, the one left last if it is still played."""
        page = self.page("table", self.table) if self.table else ""
        if "data-phase=" not in page or 'data-phase="over"' in page:
            self.page("form of a new game", "/games/new/")
            page = self.post("new game", "/games/new/", [("preset", "tournament"), ("level", "casual")])
            self.table = re.findall(r'action="(/games/[\w-]{6,}/)[#"]', page)[0]
        for _ in range(self.rng.randint(5, 25)):
            if 'data-phase="over"' in page or self.done.is_set():
                return
            move = moved(page, self.rng)
            response = self._ask("move at a table", "POST", self.table, move.fields)
            if is_stale(response):
                raise Unexpected("move at a table: stale")
            self.seen.played += move.text is not None
            page = response.text
            self._think()


def run_of(page: str) -> str:
    """The address that the forms of a run's page are sent to."""
    return str(re.findall(r'action="(/runs/[^"]+)"', page)[0])


def number_of(page: str) -> Fields:
    """The number of the question, as the form of a page has it."""
    return [("number", number) for number in re.findall(r'name="number" value="(\d+)"', page)[:1]]


def fields_of(step: Post) -> Fields:
    """The fields of a form as pairs."""
    return [(name, each) for name, value in step.items() for each in ([value] if isinstance(value, str) else value)]
