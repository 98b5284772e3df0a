"""Sentences about lessons: chapters, stars, progress, results of checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from game.engine.cards import Card
from game.words.rules import Option
from trainer.drills.modes import Mode
from trainer.lessons.exhibits import BACK
from trainer.lessons.lesson import Chapter, Lesson, Screen
from trainer.lessons.progress import STARS, is_due
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
    lang: str
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
        lang=lesson.lang,
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


def stars_to_win(mode: Mode) -> list[StarsToWin]:
    """Return what each number of stars takes in the check of a lesson or a chapter, the least first."""
    takes = [
        _("Passed"),
        _("Passed, with one miss, hint or skipped step in the lesson and its check"),
        _("Passed, without a miss, hint or skipped step in the lesson and its check"),
    ]
    if mode is Mode.CHAPTER:
        takes = [_("Passed"), _("Passed, with one miss or hint"), _("Passed, without a miss or a hint")]
    return [
        StarsToWin(tuple(star < won for star in range(STARS)), _stars_in_words(won, begun=True), how)
        for won, how in enumerate(takes, 1)
    ]


@dataclass(frozen=True, slots=True)
class ChapterList:
    """A chapter with its lessons and its check. `won` are the stars of the lessons, `said` tells of them in words."""

    slug: str
    name: Promise | str
    explanation: Promise | str
    lessons: list[LessonRow]
    check: "ChapterCheck"
    won: int
    stars: str
    said: str
    is_open: bool


def chapter_list(
    chapter: Chapter, lessons: Sequence[Lesson], readings: Mapping[str, Reading], *, is_open: bool
) -> ChapterList:
    """Return a chapter with the learner's progress in its lessons."""
    rows = [row(lesson, readings.get(lesson.slug)) for lesson in lessons]
    check = chapter_check(chapter, readings)
    won, most = sum(check.stars) + sum(sum(row.stars) for row in rows), STARS * (len(rows) + 1)
    done = sum(row.done for row in rows)
    return ChapterList(
        slug=chapter.value,
        name=CHAPTERS[chapter].name,
        explanation=CHAPTERS[chapter].explanation,
        lessons=rows,
        check=check,
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


@dataclass(frozen=True, slots=True)
class ChapterCheck:
    """The check of a chapter in a list, as in `LessonRow`. It is due when the lessons are done and it is not."""

    cards: ClassVar[Sequence[str]] = (BACK, BACK)
    stars: tuple[bool, ...]
    stars_in_words: str
    is_due: bool


def chapter_check(chapter: Chapter, readings: Mapping[str, Reading]) -> ChapterCheck:
    """Return the check of a chapter with the learner's stars."""
    reading = readings.get(chapter.reading)
    won = reading.stars if reading else 0
    return ChapterCheck(
        stars=tuple(star < won for star in range(STARS)),
        stars_in_words=_stars_in_words(won, begun=reading is not None),
        is_due=is_due(chapter, readings),
    )


def from_misses(misses: int) -> str:
    """Return what a chapter's check is made of, after so many misses in the chapter."""
    most = Mode.CHAPTER.traits.length or 0
    if not misses:
        return _("You have missed nothing in this chapter’s lessons, checks or drills, so it asks a mix of everything.")
    if misses >= most:
        return _("All of them are like what you have missed in this chapter, with other cards where there are any.")
    return ngettext(
        "One of them is like what you missed in this chapter; the others are a mix of everything.",
        "%(n)s of them are like what you missed in this chapter; the others are a mix of everything.",
        misses,
    ) % {"n": misses}


def taken(done: int, lessons: int) -> str:
    """Return how many lessons are done; "" if none is."""
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


def result(answered: int, right: int, mode: Mode) -> CheckResult:
    """Return the outcome of a check of a lesson or a chapter with this many answers, and right ones among the first."""
    checked, passing = mode.traits.length or 0, mode.traits.passing or 0
    numbers = {"right": right, "all": checked, "passing": passing, "n": answered}
    if right >= passing:
        return CheckResult(
            passed=True,
            headline=_("Passed: %(right)s of %(all)s right.") % numbers,
            detail=_("What you missed may come back in recall, until it sticks.")
            if right < checked
            else _passed_without_a_miss(mode),
        )
    return CheckResult(
        passed=False,
        headline=(
            _("%(right)s of %(all)s right; it takes %(passing)s to pass.")
            if answered >= checked
            else _("Stopped after %(n)s of %(all)s questions; it takes %(passing)s right ones to pass.")
        )
        % numbers,
        detail=_("Look again at the lessons where you were unsure: the next check asks first what you missed now.")
        if mode is Mode.CHAPTER
        else _("Look again at the steps where you were unsure. The next check asks the same things with other cards."),
    )


def _passed_without_a_miss(mode: Mode) -> str:
    if mode is Mode.CHAPTER:
        return _("Not one miss: you know this chapter.")
    return _("Now see how fast you are: the drill has as many of these as you like.")


def place_title(lesson: Lesson, screen: Screen) -> str:
    """Return the title of a screen for the browser's tab."""
    if not screen.heading:
        return lesson.title
    return _("%(heading)s · %(lesson)s") % {"heading": screen.heading, "lesson": lesson.title}


def check_title(of: Promise | str) -> str:
    """Return the title of the check of a lesson or a chapter for the browser's tab."""
    return _("Check · %(lesson)s") % {"lesson": of}
