"""Lessons as values: chapters, screens, exercises. They are read from text files by `trainer.lessons.reader`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from django.utils.safestring import SafeString

from game.engine.cards import Card
from trainer.glossary import SOURCE, lang_attribute
from trainer.lessons.exhibits import Exhibit
from trainer.lessons.text import LessonText

CHECKED = 5
"""The number of questions in a lesson’s check."""

_OF_CHAPTER = "chapter/"
_WORDS_A_MINUTE = 170
_SECONDS_A_BLOCK = 15
"""The approximate time to look at an exhibit or to answer a question."""


class Chapter(StrEnum):
    """The chapters in their recommended order; the values are the names of their folders."""

    START = "start"
    PEGGING = "pegging"
    COUNTING = "counting"
    DISCARDING = "discarding"
    GAMES = "games"

    @property
    def reading(self) -> str:
        """The name under which a learner’s checks of this chapter are kept. No lesson can have it."""
        return f"{_OF_CHAPTER}{self}"

    @classmethod
    def of_reading(cls, name: str) -> "Chapter | None":
        """Return the chapter whose checks are kept under this name; None if it is a lesson’s."""
        return next((chapter for chapter in cls if chapter.reading == name), None)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question in a lesson: its drill, its text form, and the text shown after the answer.

    If it is `plain`, the verdict, what is right after a wrong answer, and this text are all that is said of an answer.
    """

    drill: str
    question: str
    then: LessonText | None = None
    plain: bool = False


@dataclass(frozen=True, slots=True)
class ExhibitBlock:
    """An exhibit, with its kind and its lines as they stand in the file."""

    kind: str
    lines: tuple[str, ...]
    exhibit: Exhibit


@dataclass(frozen=True, slots=True)
class Screen:
    """One page of a lesson: a heading or "", a text, and an exhibit or an exercise."""

    heading: str
    text: LessonText
    shown: ExhibitBlock | None = None
    exercise: Exercise | None = None

    @property
    def texts(self) -> tuple[LessonText, ...]:
        """All texts to be read, including the one after the answer."""
        return (self.text, self.exercise.then) if self.exercise and self.exercise.then else (self.text,)

    @property
    def blocks(self) -> tuple[str, ...]:
        """What a translation must have in common with the English screen."""
        if self.exercise:
            return (self.exercise.drill, self.exercise.question)
        return (self.shown.kind, *_without_captions(self.shown)) if self.shown else ()


def _without_captions(shown: ExhibitBlock) -> Iterable[str]:
    """Return the lines of an exhibit without their captions, which are translated."""
    return (line.partition(" : ")[0] if shown.kind in ("cards", "tactics") else line for line in shown.lines)


@dataclass(frozen=True)
class Lesson:
    """A lesson. `picture` are its cards in a list, with `BACK` for one face down.

    `drill` with `options` is where to practise it; `cures` are codes of skills and errors.
    """

    slug: str
    chapter: Chapter
    title: str
    summary: str
    picture: tuple[Card | str, ...]
    drill: str
    options: Mapping[str, str]
    cures: tuple[str, ...]
    screens: tuple[Screen, ...]
    check: tuple[Exercise, ...]
    language: str = SOURCE

    @property
    def lang(self) -> SafeString:
        """The attribute of its elements that says its language, where the page has another."""
        return lang_attribute(self.language)

    @cached_property
    def minutes(self) -> int:
        """The estimated duration."""
        words = sum(text.length for screen in self.screens for text in screen.texts)
        blocks = sum(bool(screen.blocks) for screen in self.screens) + len(self.check)
        return round(words / _WORDS_A_MINUTE + blocks * _SECONDS_A_BLOCK / 60)

    @cached_property
    def exercises(self) -> dict[int, Exercise]:
        """The exercises before the check, by the number of their screen, counted from 1."""
        return {place: screen.exercise for place, screen in enumerate(self.screens, 1) if screen.exercise}

    def place_of(self, drill: str, question: str) -> int | None:
        """Return the number of the screen that asks this question; None if there is none, or no longer."""
        asked = ((place, one.drill, one.question) for place, one in self.exercises.items())
        return next((place for place, *found in asked if found == [drill, question]), None)
