"""The tiles of the home page: recall, today's run, the next lesson, the last run, a game, drills."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from trainer.models import Run
from trainer.practice import summary_words, words
from trainer.practice.overview import Overview


@dataclass(frozen=True, slots=True)
class HomeTile:
    """A tile that leads somewhere: what it is, and how it stands."""

    name: str
    status: str
    url: str
    is_listed: bool = False
    """Whether the page lists it too, where there is room for the list."""


def tiles(overview: Overview) -> list[HomeTile]:
    """Return the tiles, the most important first; none leads to what the page names as the next step."""
    step = overview.next_step.url
    known = {step, reverse("daily") if step == reverse("daily_begin") else step}
    return [tile for tile in _all_tiles(overview) if tile.url not in known]


def _all_tiles(overview: Overview) -> Iterator[HomeTile]:
    """Yield recall, today's run, the next lesson, a run that was left or else the last one, a game, and the drills."""
    yield HomeTile(words.recall_name(), words.due(overview.due), reverse("recall"))
    yield _today(overview.today)
    yield _lesson(overview)
    last = overview.runs.last
    if overview.runs.going:
        run = overview.runs.going[0]
        yield HomeTile(words.run_left(), summary_words.drill_so_far(run), reverse("run", args=[run.key]))
    elif last:
        url = reverse("summary", args=[last.key])
        yield HomeTile(words.last_run(), summary_words.drill_in_figures(last), url, is_listed=True)
    yield HomeTile(words.games_name(), words.play_a_game(), reverse("games"))
    yield HomeTile(words.drills_name(), words.choose_a_drill(), reverse("drills"))


def _today(run: Run | None) -> HomeTile:
    url = reverse("run", args=[run.key]) if run and not run.ended_at else reverse("daily")
    return HomeTile(words.today_name(), words.today_status(run), url)


def _lesson(overview: Overview) -> HomeTile:
    if overview.lesson is None:
        return HomeTile(words.lessons_name(), words.all_lessons_done(), reverse("lessons"))
    url = reverse("lesson", args=[overview.lesson.slug])
    if not overview.lessons_done:
        return HomeTile(words.new_here(), words.learn_the_game(), url)
    return HomeTile(words.lesson_name(), overview.lesson.title, url)
