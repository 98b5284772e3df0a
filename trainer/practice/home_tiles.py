"""The tiles of the home page: recall, today's run, the next lesson, the last run."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from trainer.drills.settings import Settings
from trainer.models import Run
from trainer.practice import summary_words, words
from trainer.practice.overview import Overview
from trainer.practice.words import settings_in_words


@dataclass(frozen=True, slots=True)
class HomeTile:
    """A tile that leads somewhere: what it is, and how it stands."""

    name: str
    status: str
    url: str


def tiles(overview: Overview) -> Iterator[HomeTile]:
    """Yield the tiles: recall, today's run, the next lesson, runs that were left, or else the last run."""
    yield HomeTile(words.recall_name(), words.due(overview.due), reverse("recall"))
    yield HomeTile(words.today_name(), words.today_status(overview.today), reverse("daily"))
    yield _lesson(overview)
    last = overview.runs.last
    if overview.runs.going:
        yield _run(overview.runs.going[0], words.run_left(), "run")
    elif last:
        yield _run(last, words.last_run(), "summary")


def _lesson(overview: Overview) -> HomeTile:
    if overview.lesson is None:
        return HomeTile(words.lessons_name(), words.all_lessons_done(), reverse("lessons"))
    name = words.lesson_name() if overview.lessons_done else words.learn_the_game()
    return HomeTile(name, overview.lesson.title, reverse("lesson", args=[overview.lesson.slug]))


def _run(run: Run, name: str, page: str) -> HomeTile:
    settings = Settings.parse(run.settings)
    status = words.run_status(settings_in_words(settings), summary_words.result(settings, run))
    return HomeTile(name, status, reverse(page, args=[run.key]))
