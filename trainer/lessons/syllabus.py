"""All lessons, read from their text files, and whatever is wrong with these, by file and line.

How a file is written: `trainer/texts/README.md`.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from markdown_it.token import Token

from game.engine.play import IllegalAction
from game.strategy.causes import Cause
from trainer import glossary
from trainer.drills.registry import DRILLS
from trainer.glossary import MARKDOWN, SLUG, SOURCE, Fault, languages, languages_of, only_words, said, words_alone
from trainer.lessons import text as markdown
from trainer.lessons.exhibits import EXHIBITS, Exhibit, Misread
from trainer.lessons.text import Text, reason_of

CHECKED = 5
"""Questions of a check."""
PASSING = 4
"""How many of them have to be right."""

WORDS = 60
"""Words of a screen at most, and of what is said after an answer."""
HEADING_WORDS = 12
"""Words of a title or a heading at most."""
MINUTES = range(3, 9)
"""Minutes that a lesson may take."""
SLUG_LETTERS = 40
"""Letters of a lesson’s name at most: so much is kept of it, and ..."""
QUESTION_LETTERS = 300
"""... of a question."""

_WORDS_A_MINUTE = 170
_SECONDS_A_BLOCK = 15
"""About what it takes to look at what is shown, or to answer."""

_FILE = re.compile(rf"(\d+)-({SLUG})\.md", re.ASCII)
_THEN = "then:"


class Chapter(StrEnum):
    """The chapters, in the order in which they are best taken; their folders."""

    START = "start"
    PEGGING = "pegging"
    COUNTING = "counting"
    DISCARDING = "discarding"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question that a lesson asks: of which drill, its text form, and what is said after the answer."""

    drill: str
    question: str
    then: Text | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """An exhibit, with the name of its kind and its lines as they stand in the file."""

    kind: str
    lines: tuple[str, ...]
    exhibit: Exhibit


@dataclass(frozen=True, slots=True)
class Screen:
    """What is on the page at once: a heading or "", words, and what is shown or asked."""

    heading: str
    text: Text
    shown: Shown | None = None
    exercise: Exercise | None = None

    @property
    def texts(self) -> tuple[Text, ...]:
        """What is to be read, with what is said after the answer."""
        return (self.text, self.exercise.then) if self.exercise and self.exercise.then else (self.text,)

    @property
    def blocks(self) -> tuple[str, ...]:
        """What a translation must have too."""
        if self.exercise:
            return (self.exercise.drill, self.exercise.question)
        return (self.shown.kind, *_cards_alone(self.shown)) if self.shown else ()


def _cards_alone(shown: Shown) -> Iterable[str]:
    """The lines of an exhibit without their captions, which are words."""
    return (line.partition(" : ")[0] if shown.kind in ("cards", "tactics") else line for line in shown.lines)


@dataclass(frozen=True)
class Lesson:
    """A lesson. `drill` is what to practise it with, with its options; `cures` are codes of skills and errors."""

    slug: str
    chapter: Chapter
    title: str
    summary: str
    drill: str
    options: Mapping[str, str]
    cures: tuple[str, ...]
    screens: tuple[Screen, ...]
    check: tuple[Exercise, ...]

    @cached_property
    def minutes(self) -> int:
        """About how long it takes."""
        words = sum(text.length for screen in self.screens for text in screen.texts)
        blocks = sum(bool(screen.blocks) for screen in self.screens) + len(self.check)
        return round(words / _WORDS_A_MINUTE + blocks * _SECONDS_A_BLOCK / 60)

    @cached_property
    def exercises(self) -> dict[int, Exercise]:
        """What is asked before the check, by the place of its screen, from 1."""
        return {place: screen.exercise for place, screen in enumerate(self.screens, 1) if screen.exercise}

    def place_of(self, drill: str, question: str) -> int | None:
        """The place of the screen that asks this; None where none does any more."""
        asked = ((place, one.drill, one.question) for place, one in self.exercises.items())
        return next((place for place, *found in asked if found == [drill, question]), None)


# ------------------------------------------------------------------------------------------------------- all of them


@dataclass(frozen=True)
class Syllabus:
    """All lessons of a language, in their order."""

    lessons: tuple[Lesson, ...]

    @cached_property
    def by_slug(self) -> dict[str, Lesson]:
        """The lessons by their slugs."""
        return {lesson.slug: lesson for lesson in self.lessons}

    @cached_property
    def cure(self) -> dict[str, Lesson]:
        """The lesson that cures it, by the code of a skill or error."""
        return {code: lesson for lesson in reversed(self.lessons) for code in lesson.cures}

    def after(self, lesson: Lesson) -> Lesson | None:
        """The lesson that comes next."""
        place = self.lessons.index(lesson) + 1
        return self.lessons[place] if place < len(self.lessons) else None


def syllabus() -> Syllabus:
    """The lessons in the language that is spoken now; what is not translated is in English."""
    return _syllabus(languages_of(get_language())[0])[0]


def faults() -> list[Fault]:
    """What is wrong with the text files of any language, the glossaries among them."""
    found = [fault for language in languages() for fault in (*_syllabus(language)[1], *_definition_faults(language))]
    return list(dict.fromkeys([*_stray(glossary.TEXTS), *found, *glossary.faults()]))


@lru_cache
def _syllabus(language: str) -> tuple[Syllabus, tuple[Fault, ...]]:
    faults: list[Fault] = []
    files = {path.relative_to(glossary.TEXTS / SOURCE): path for path in _files(SOURCE, faults)}
    slugs = {_slug(path) for path in files}
    lessons = {name: _Reader(path, slugs).lesson(faults) for name, path in files.items()}
    for spoken in reversed(languages_of(language)[:-1]):
        for path in _files(spoken, faults):
            name = path.relative_to(glossary.TEXTS / spoken)
            if name not in files:
                faults.append(Fault(path, 1, _("there is no such lesson in English")))
            elif original := lessons[name]:
                lessons[name] = _translated(path, slugs, original, faults)
    return Syllabus(tuple(lesson for lesson in lessons.values() if lesson)), tuple(faults)


def _slug(path: Path) -> str:
    name = _FILE.fullmatch(path.name)
    return name[2] if name else ""


def _files(language: str, faults: list[Fault]) -> Iterator[Path]:
    """The lesson files of a language, in their order."""
    faults += _stray(glossary.TEXTS / language)
    slugs: set[str] = set()
    for chapter in Chapter:
        found = []
        for path in _seen(glossary.TEXTS / language / chapter):
            name = _FILE.fullmatch(path.name) if path.is_file() else None
            if reason := _misnamed(name[2] if name else "", slugs):
                faults.append(Fault(path, 1, reason))
            elif name:
                slugs.add(name[2])
                found.append((int(name[1]), path))
        yield from (path for _number, path in sorted(found))


def _seen(folder: Path) -> list[Path]:
    """What is in a folder, but for the files that editors hide there."""
    return [path for path in sorted(folder.glob("*")) if not path.name.startswith(".")]


def _misnamed(slug: str, others: Collection[str]) -> str:
    """What is wrong with a lesson's name; "" if nothing."""
    if not slug:
        return _("a lesson’s file is called like 1-fifteens.md")
    if slug in others:
        return _("two lessons have this name")
    if len(slug) > SLUG_LETTERS:
        words = {"n": len(slug), "most": SLUG_LETTERS}
        return _("the name has %(n)s letters; at most %(most)s") % words
    return ""


def _stray(folder: Path) -> Iterator[Fault]:
    """What stands beside the languages, or beside the chapters of one, and is not looked for there."""
    top = folder == glossary.TEXTS
    for path in _seen(folder):
        if path.is_dir() and not top and path.name not in set(Chapter):
            reason = _("there is no such chapter; there are: %(chapters)s") % {"chapters": _(", ").join(Chapter)}
            yield Fault(path, 1, reason)
        if path.is_file() and path.suffix == ".md" and path.name != ("README.md" if top else glossary.FILE):
            yield Fault(path, 1, _("a lesson stands in the folder of its chapter"))


def _translated(path: Path, slugs: Collection[str], original: Lesson, faults: list[Fault]) -> Lesson:
    """A lesson in another language: it must ask and show the same; the original where it does not."""
    lesson = _Reader(path, slugs, original).lesson(faults)
    if lesson is None:
        return original
    if [screen.blocks for screen in lesson.screens] != [screen.blocks for screen in original.screens]:
        faults.append(Fault(path, 1, _("its blocks are not those of the English lesson, in their order")))
    elif [(one.drill, one.question) for one in lesson.check] != [(one.drill, one.question) for one in original.check]:
        faults.append(Fault(path, 1, _("its check is not that of the English lesson")))
    else:
        return lesson
    return original


def _definition_faults(language: str) -> Iterator[Fault]:
    """What is wrong inside the definitions of a glossary."""
    slugs = {_slug(path) for path in _files(SOURCE, [])}
    for word in glossary.read(language)[0].values():
        found: list[tuple[int, str]] = []
        markdown.read(word.definition, slugs, found)
        for line, reason in found:
            yield Fault(glossary.TEXTS / language / glossary.FILE, word.definition_line + line, reason)


def curable() -> set[str]:
    """The codes of all skills and errors that there are: what a lesson can cure."""
    return {str(skill) for drill in DRILLS.values() for skill in drill.skills} - {Cause.MISSED}


# ----------------------------------------------------------------------------------------------------------- a file


_Fields = dict[str, tuple[int, str]]
"""What stands in the block `lesson`, by name, each with its line."""


class _Broken(Exception):
    """A file that cannot be read on; what is wrong is among the faults."""


@dataclass
class _Reader:
    """Reads one file. Lines count from 0 here, as the parser counts them."""

    path: Path
    slugs: Collection[str]
    """The lessons to which links can lead."""
    original: Lesson | None = None
    """The English lesson, where this is its translation."""
    found: list[Fault] = field(default_factory=list)
    asked: set[tuple[str, str]] = field(default_factory=set)

    def lesson(self, faults: list[Fault]) -> Lesson | None:
        """The lesson; None where something is wrong, which is added to the faults."""
        try:
            lesson = self._lesson(MARKDOWN.parse(self.path.read_text(encoding="utf-8-sig")))
        except _Broken:
            lesson = None
        except UnicodeDecodeError:
            self._fault(0, glossary.not_utf8())
            lesson = None
        faults += self.found
        return None if self.found else lesson

    def _fault(self, line: int, reason: str) -> None:
        self.found.append(Fault(self.path, line + 1, reason))

    def _lesson(self, tokens: Sequence[Token]) -> Lesson:
        title, rest = self._title(tokens)
        front, rest = self._front(rest)
        screens, check = self._screens(rest)
        lesson = Lesson(
            slug=_slug(self.path),
            chapter=Chapter(self.path.parent.name),
            title=title,
            screens=tuple(screens),
            check=check,
            **front,
        )
        if lesson.minutes not in MINUTES:
            reason = ngettext(
                "it would take %(n)s minute, and three to eight are wanted",
                "it would take %(n)s minutes, and three to eight are wanted",
                lesson.minutes,
            )
            self._fault(0, reason % {"n": lesson.minutes})
        return lesson

    def _title(self, tokens: Sequence[Token]) -> tuple[str, Sequence[Token]]:
        if len(tokens) < 3 or tokens[0].tag != "h1":
            self._fault(0, _("the first line is the title: # Title"))
            raise _Broken
        return self._heading(tokens[1]), tokens[3:]

    def _heading(self, token: Token) -> str:
        """A title, or a heading: a few words and nothing else."""
        self._words_alone(_line(token), token.content)
        words = len(token.content.split())
        if not words:
            self._fault(_line(token), _("a heading without words"))
        if words > HEADING_WORDS:
            reason = ngettext(
                "%(n)s word in a heading; at most %(most)s", "%(n)s words in a heading; at most %(most)s", words
            )
            self._fault(_line(token), reason % {"n": words, "most": HEADING_WORDS})
        return said([token])

    def _words_alone(self, line: int, text: str) -> None:
        if not words_alone(text):
            self._fault(line, only_words(text))

    def _front(self, tokens: Sequence[Token]) -> tuple[dict[str, Any], Sequence[Token]]:
        block = tokens[0] if tokens else None
        if block is None or block.type != "fence" or block.info.strip() != "lesson":
            self._fault(_line(block), _("after the title comes the block “lesson”"))
            raise _Broken
        fields: _Fields = {}
        for line, content in _lines(block):
            name, colon, value = content.partition(":")
            if not colon or name.strip() not in ("summary", "drill", "cures") or name.strip() in fields:
                self._fault(line, _("not understood: “%(line)s”") % {"line": content})
            fields[name.strip()] = line, value.strip()
        line, summary = fields.get("summary", (_line(block), ""))
        if not summary:
            self._fault(line, _("a summary is missing"))
        self._words_alone(line, summary)
        drill, options = self._drill(fields, _line(block))
        front = {"summary": summary, "drill": drill, "options": options, "cures": self._cures(fields)}
        return front, tokens[1:]

    def _drill(self, fields: _Fields, line: int) -> tuple[str, Mapping[str, str]]:
        if self.original and "drill" not in fields:
            return self.original.drill, self.original.options
        line, value = fields.get("drill", (line, ""))
        name, *chosen = value.split() or [""]
        if name not in DRILLS:
            self._fault(line, _("name the drill to practise it with; there is no “%(name)s”") % {"name": name})
            return "", {}
        offered = {option.name: option for option in DRILLS[name].options}
        options: dict[str, str] = {}
        for part in chosen:
            option, _sign, values = part.partition("=")
            known = offered.get(option)
            if not known or not set(values.split(",") if known.many else [values]) <= set(known.values):
                self._fault(line, _("the drill has no choice “%(choice)s”") % {"choice": part})
            options[option] = values
        if self.original and (name, options) != (self.original.drill, self.original.options):
            self._fault(line, _not_as_in_english())
        return name, options

    def _cures(self, fields: _Fields) -> tuple[str, ...]:
        if self.original and "cures" not in fields:
            return self.original.cures
        line, value = fields.get("cures", (0, ""))
        cures = tuple(value.split())
        for code in cures:
            if code not in curable():
                self._fault(line, _("there is no skill or error “%(code)s”") % {"code": code})
        if self.original and set(cures) != set(self.original.cures):
            self._fault(line, _not_as_in_english())
        return cures

    # ------------------------------------------------------------------------------------------------- screens

    def _screens(self, tokens: Sequence[Token]) -> tuple[list[Screen], tuple[Exercise, ...]]:
        screens: list[Screen] = []
        waiting: list[Token] = []
        check: tuple[Exercise, ...] | None = None
        for token in tokens:
            if check is not None:
                self._fault(_line(token), _("after the check nothing follows"))
                raise _Broken
            if token.type == "fence" and token.info.strip() == "check" and not token.level:
                if waiting:
                    self._fault(_line(token), _("the text before the check needs a line of dashes"))
                check = self._check(token)
            elif token.type in ("fence", "hr") and not token.level:
                screens.append(self._screen(waiting, token))
                waiting = []
            else:
                waiting.append(token)
        if check is None:
            self._fault(_line(tokens[-1] if tokens else None), _("a check of five is missing at the end"))
        return screens, check or ()

    def _screen(self, tokens: list[Token], closing: Token) -> Screen:
        heading, above = "", _line(tokens[0] if tokens else closing)
        if tokens and tokens[0].type == "heading_open":
            if tokens[0].tag != "h2":
                self._fault(above, _("the heading of a screen has two signs: ## Heading"))
            heading, tokens = self._heading(tokens[1]), tokens[3:]
        line = _line(tokens[0] if tokens else closing)
        text = self._text(tokens, 0, line)
        if closing.type == "hr":
            if not tokens:
                self._fault(line, _("a screen without words"))
            return Screen(heading, text)
        kind = closing.info.strip()
        if kind in EXHIBITS:
            return Screen(heading, text, shown=self._exhibit(kind, closing))
        return Screen(heading, text, exercise=self._exercise(kind, closing))

    def _text(self, tokens: Sequence[Token], above: int, line: int) -> Text:
        """A text, whose tokens count their lines from `above`; `line` is where it begins."""
        for place, reason in markdown.prepare(tokens, self.slugs):
            self._fault(place + above, reason)
        text = Text(tuple(tokens))
        if text.length > WORDS:
            reason = ngettext(
                "%(n)s word on one screen; at most %(most)s",
                "%(n)s words on one screen; at most %(most)s",
                text.length,
            )
            self._fault(line, reason % {"n": text.length, "most": WORDS})
        return text

    def _exhibit(self, kind: str, block: Token) -> Shown | None:
        lines = list(_lines(block))
        says = tuple(content for _line, content in lines)
        try:
            return Shown(kind, says, EXHIBITS[kind](says))
        except Misread as error:
            self._fault(lines[error.line][0], reason_of(error.reason))
        except ValueError as error:
            self._fault(lines[0][0] if lines else _line(block), reason_of(error))
        return None

    def _exercise(self, kind: str, block: Token) -> Exercise | None:
        lines = list(_lines(block))
        asked = [(line, content) for line, content in lines if not content.startswith(_THEN)]
        then = [(line, content) for line, content in lines if content.startswith(_THEN)]
        if len(asked) != 1 or len(then) > 1:
            self._fault(_line(block), _("a block that asks has one question, and at most one line “then:”"))
            return None
        exercise = self._question(asked[0][0], kind, asked[0][1])
        if exercise and then:
            line, content = then[0]
            after = self._text(MARKDOWN.parse(content.removeprefix(_THEN).strip()), line, line)
            return replace(exercise, then=after)
        return exercise

    def _check(self, block: Token) -> tuple[Exercise, ...]:
        found = []
        for line, content in _lines(block):
            kind, _colon, question = content.partition(":")
            found.append(self._question(line, kind.strip(), question.strip()))
        if len(found) != CHECKED:
            reason = ngettext(
                "a check has five questions, not %(n)s", "a check has five questions, not %(n)s", len(found)
            )
            self._fault(_line(block), reason % {"n": len(found)})
        return tuple(exercise for exercise in found if exercise)

    def _question(self, line: int, drill: str, question: str) -> Exercise | None:
        if drill not in DRILLS:
            self._fault(line, _("there is no block and no drill “%(name)s”") % {"name": drill})
            return None
        try:
            asked = DRILLS[drill].read(question)
            text = str(asked)
        except (ValueError, IllegalAction) as error:
            words = {"question": question, "reason": reason_of(error)}
            self._fault(line, _("this is no question of the drill: “%(question)s” (%(reason)s)") % words)
            return None
        if len(text) > QUESTION_LETTERS:
            reason = _("a question of %(n)s letters; at most %(most)s")
            self._fault(line, reason % {"n": len(text), "most": QUESTION_LETTERS})
        if reason := DRILLS[drill].unaskable(asked):
            self._fault(line, reason)
        if (drill, text) in self.asked:
            self._fault(line, _("this question stands twice in the lesson"))
        self.asked.add((drill, text))
        return Exercise(drill, text)


def _not_as_in_english() -> str:
    """Why `drill` and `cures` of a translation are refused."""
    return _("in a translation this is as in English, or left out")


def _line(token: Token | None) -> int:
    return token.map[0] if token and token.map else 0


def _lines(block: Token) -> Iterator[tuple[int, str]]:
    """The lines of a block that say something, with their places in the file."""
    for number, content in enumerate(block.content.splitlines(), _line(block) + 1):
        if content.strip():
            yield number, content.strip()
