"""Sentences about lessons: chapters, stars, progress, results of checks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from game.engine.cards import Card
from game.words.rules import Option
from trainer.lessons.lesson import CHECKED, PASSING, Chapter, Lesson, Screen
from trainer.lessons.progress import STARS
from trainer.models import Reading

CHAPTERS: dict[Chapter, Option] = {
    Chapter.START: Option(
        pgettext_lazy("chapter", "Start"),
        gettext_lazy("If you have never seen the game: the cards, a whole deal, the board."),
    ),
    Chapter.PEGGING: Option(
        pgettext_lazy("chapter", "The play"),
        gettext_lazy("Card by card to thirty-one: the rules first, then how to win it."),
    ),
    Chapter.COUNTING: Option(
        pgettext_lazy("chapter", "Counting"),
        gettext_lazy("Every combination in a hand, until you see them at a glance."),
    ),
    Chapter.DISCARDING: Option(
        pgettext_lazy("chapter", "Discarding"),
        gettext_lazy("What to keep and what to give: the decision that wins most games."),
    ),
    Chapter.GAMES: Option(
        pgettext_lazy("chapter", "Games"),
        gettext_lazy("More players, partners, matches, manners, and where it all comes from."),
    ),
}


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A lesson in a list. `stars` tells for each star whether it is won; `stars_in_words` says it in words."""

    slug: str
    title: str
    summary: str
    cards: Sequence[Card | str]
    length: str
    stars: tuple[bool, ...]
    stars_in_words: str
    done: bool


def row(lesson: Lesson, reading: Reading | None) -> LessonRow:
    """Return the row of a lesson with the learner's progress."""
    won = reading.stars if reading else 0
    return LessonRow(
        slug=lesson.slug,
        title=lesson.title,
        summary=lesson.summary,
        cards=lesson.picture,
        length=ngettext("%(n)s minute", "%(n)s minutes", lesson.minutes) % {"n": lesson.minutes},
        stars=tuple(star < won for star in range(STARS)),
        stars_in_words=_stars_in_words(won, begun=reading is not None),
        done=bool(reading and reading.done_at),
    )


def _stars_in_words(won: int, *, begun: bool) -> str:
    if won:
        return ngettext("%(n)s star of %(most)s", "%(n)s stars of %(most)s", won) % {"n": won, "most": STARS}
    return _("Begun") if begun else _("Not taken yet")


@dataclass(frozen=True, slots=True)
class StarsToWin:
    """How many stars of a lesson are won, also in words, and how."""

    stars: tuple[bool, ...]
    stars_in_words: str
    how: str


def stars_to_win() -> list[StarsToWin]:
    """Return what each number of stars takes, the least first."""
    takes = [
        _("Passed"),
        _("Passed, with one miss, hint or skipped step in the lesson and its check"),
        _("Passed, without a miss, hint or skipped step in the lesson and its check"),
    ]
    return [
        StarsToWin(tuple(star < won for star in range(STARS)), _stars_in_words(won, begun=True), how)
        for won, how in enumerate(takes, 1)
    ]


@dataclass(frozen=True, slots=True)
class ChapterList:
    """A chapter with its lessons. `won` are its stars, `said` tells of them and of the lessons done."""

    name: Promise | str
    explanation: Promise | str
    lessons: list[LessonRow]
    won: int
    stars: str
    said: str
    is_open: bool


def chapter_list(
    chapter: Chapter, lessons: Sequence[Lesson], readings: Mapping[str, Reading], *, is_open: bool
) -> ChapterList:
    """Return a chapter with the learner's progress in its lessons."""
    rows = [row(lesson, readings.get(lesson.slug)) for lesson in lessons]
    won, most = sum(sum(row.stars) for row in rows), STARS * len(rows)
    done = sum(row.done for row in rows)
    return ChapterList(
        name=CHAPTERS[chapter].name,
        explanation=CHAPTERS[chapter].explanation,
        lessons=rows,
        won=won,
        stars=_("%(won)s / %(most)s") % {"won": won, "most": most},
        said=ngettext(
            "%(done)s of %(n)s lesson done, %(won)s of %(most)s stars",
            "%(done)s of %(n)s lessons done, %(won)s of %(most)s stars",
            len(rows),
        )
        % {"done": done, "n": len(rows), "won": won, "most": most},
        is_open=is_open,
    )


def taken(readings: Iterable[Reading], lessons: int) -> str:
    """Return how many lessons are done; "" if none is."""
    done = sum(reading.done_at is not None for reading in readings)
    if not done:
        return ""
    return ngettext("%(n)s of %(all)s lessons done.", "%(n)s of %(all)s lessons done.", done) % {
        "n": done,
        "all": lessons,
    }


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The outcome of the latest check."""

    passed: bool
    headline: str
    detail: str


def result(right: int) -> CheckResult:
    """Return the outcome of a check with this many right answers."""
    numbers = {"right": right, "all": CHECKED, "passing": PASSING}
    if right >= PASSING:
        return CheckResult(
            passed=True,
            headline=_("Passed: %(right)s of %(all)s right.") % numbers,
            detail=_("What you missed will come back in recall until it sticks.")
            if right < CHECKED
            else _("Now see how fast you are: the drill has as many of these as you like."),
        )
    return CheckResult(
        passed=False,
        headline=_("%(right)s of %(all)s right; it takes %(passing)s to pass.") % numbers,
        detail=_(
            "Look again at the steps where you were unsure. The next check asks the same things with other cards."
        ),
    )


def place_title(lesson: Lesson, screen: Screen) -> str:
    """Return the title of a screen for the browser's tab."""
    if not screen.heading:
        return lesson.title
    return _("%(heading)s · %(lesson)s") % {"heading": screen.heading, "lesson": lesson.title}


def check_title(lesson: Lesson) -> str:
    """Return the title of a check for the browser's tab."""
    return _("Check · %(lesson)s") % {"lesson": lesson.title}
