"""Reads a lesson from its text file, and reports what is wrong with it by line.

How a file is written: `trainer/texts/README.md`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from markdown_it.token import Token

from game.engine.cards import Card
from game.engine.play import IllegalAction
from game.strategy.causes import Cause
from trainer import glossary
from trainer.drills.registry import DRILLS
from trainer.glossary import MARKDOWN, TextFault, not_plain, plain_text, words_alone
from trainer.lessons import text as markdown
from trainer.lessons.exhibits import EXHIBITS, LineError, small_picture
from trainer.lessons.lesson import CHECKED, Chapter, Exercise, ExhibitBlock, Lesson, Screen
from trainer.lessons.text import LessonText, reason_of

WORDS = 60
"""Words at most on a screen, and in the text after an answer."""
HEADING_WORDS = 12
"""Words at most in a title or a heading."""
TRANSLATED = 1.25
"""How much longer a text may be in another language."""
MINUTES = range(3, 9)
"""How many minutes a lesson may take."""
QUESTION_LETTERS = 300
"""Letters of a question at most, as many as are stored."""

_THEN = "then:"
_PLAIN = "plain"


def curable() -> set[str]:
    """Return the codes of all skills and errors, which are what a lesson can cure."""
    return {str(skill) for drill in DRILLS.values() for skill in drill.skills} - {Cause.MISSED}


_Fields = dict[str, tuple[int, str]]
"""The fields of the block `lesson` by name, each with its line."""


class _Front(TypedDict):
    """What the block `lesson` says of a lesson, as arguments of `Lesson`."""

    summary: str
    picture: tuple[Card | str, ...]
    drill: str
    options: Mapping[str, str]
    cures: tuple[str, ...]


class _Unreadable(Exception):
    """The rest of the file cannot be read; the fault has been recorded."""


@dataclass
class LessonReader:
    """Reads one lesson file. Lines count from 0 here, as the parser counts them."""

    path: Path
    slug: str
    slugs: Collection[str]
    """The lessons that links can lead to."""
    original: Lesson | None = None
    """The English lesson that this file translates."""
    faults: list[TextFault] = field(default_factory=list)
    asked: set[tuple[str, str]] = field(default_factory=set)

    def read(self) -> Lesson | None:
        """Return the lesson, or None if the file has faults, which are then in `faults`."""
        try:
            text = self.path.read_text(encoding="utf-8-sig")
            lesson = self._lesson(MARKDOWN.parse(glossary.without_mark(text) if self.original else text))
        except _Unreadable:
            return None
        except UnicodeDecodeError:
            self._fault(0, glossary.not_utf8())
            return None
        return None if self.faults else lesson

    def _fault(self, line: int, reason: str) -> None:
        self.faults.append(TextFault(self.path, line + 1, reason))

    def _lesson(self, tokens: Sequence[Token]) -> Lesson:
        title, rest = self._title(tokens)
        front, rest = self._front(rest)
        screens, check = self._screens(rest)
        lesson = Lesson(
            slug=self.slug,
            chapter=Chapter(self.path.parent.name),
            title=title,
            screens=tuple(screens),
            check=check,
            language=self.path.parent.parent.name,
            **front,
        )
        if lesson.minutes not in MINUTES and not self.original:
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
            raise _Unreadable
        return self._heading(tokens[1]), tokens[3:]

    def _heading(self, token: Token) -> str:
        """Return a title or a heading, which is a few plain words."""
        self._words_alone(_line(token), token.content)
        words = len(token.content.split())
        if not words:
            self._fault(_line(token), _("a heading without words"))
        most = self._most(HEADING_WORDS)
        if words > most:
            reason = ngettext(
                "%(n)s word in a heading; at most %(most)s", "%(n)s words in a heading; at most %(most)s", words
            )
            self._fault(_line(token), reason % {"n": words, "most": most})
        return plain_text([token])

    def _words_alone(self, line: int, text: str) -> None:
        if not words_alone(text):
            self._fault(line, not_plain(text))

    def _front(self, tokens: Sequence[Token]) -> tuple[_Front, Sequence[Token]]:
        block = tokens[0] if tokens else None
        if block is None or block.type != "fence" or block.info.strip() != "lesson":
            self._fault(_line(block), _("after the title comes the block “lesson”"))
            raise _Unreadable
        fields: _Fields = {}
        for line, content in _lines(block):
            name, colon, value = content.partition(":")
            if not colon or name.strip() not in ("summary", "picture", "drill", "cures") or name.strip() in fields:
                self._fault(line, _("not understood: “%(line)s”") % {"line": content})
            fields[name.strip()] = line, value.strip()
        line, summary = fields.get("summary", (_line(block), ""))
        if not summary:
            self._fault(line, _("a summary is missing"))
        self._words_alone(line, summary)
        drill, options = self._drill(fields, _line(block))
        front = _Front(
            summary=summary, picture=self._picture(fields), drill=drill, options=options, cures=self._cures(fields)
        )
        return front, tokens[1:]

    def _picture(self, fields: _Fields) -> tuple[Card | str, ...]:
        line, value = fields.get("picture", (0, ""))
        if not value:
            return self.original.picture if self.original else ()
        try:
            return small_picture(value)
        except ValueError as error:
            self._fault(line, reason_of(error))
            return ()

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
                raise _Unreadable
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

    def _text(self, tokens: Sequence[Token], above: int, line: int) -> LessonText:
        """Read a text whose tokens count lines from `above`; it begins at `line`."""
        for place, reason in markdown.prepare(tokens, self.slugs):
            self._fault(place + above, reason)
        text = LessonText(tuple(tokens))
        most = self._most(WORDS)
        if text.length > most:
            reason = ngettext(
                "%(n)s word on one screen; at most %(most)s",
                "%(n)s words on one screen; at most %(most)s",
                text.length,
            )
            self._fault(line, reason % {"n": text.length, "most": most})
        return text

    def _most(self, words: int) -> int:
        return round(words * TRANSLATED) if self.original else words

    def _exhibit(self, kind: str, block: Token) -> ExhibitBlock | None:
        lines = list(_lines(block))
        texts = tuple(content for _line, content in lines)
        try:
            return ExhibitBlock(kind, texts, EXHIBITS[kind](texts))
        except LineError as error:
            self._fault(lines[error.line][0], reason_of(error.reason))
        except ValueError as error:
            self._fault(lines[0][0] if lines else _line(block), reason_of(error))
        return None

    def _exercise(self, kind: str, block: Token) -> Exercise | None:
        lines = list(_lines(block))
        plain = [content for _line, content in lines if content == _PLAIN]
        asked = [(line, content) for line, content in lines if content != _PLAIN and not content.startswith(_THEN)]
        then = [(line, content) for line, content in lines if content.startswith(_THEN)]
        if len(asked) != 1 or len(then) > 1:
            self._fault(_line(block), _("a block that asks has one question, and at most one line “then:”"))
            return None
        exercise = self._question(asked[0][0], kind, asked[0][1])
        if exercise and plain:
            exercise = replace(exercise, plain=True)
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
    """Return why `drill` or `cures` of a translation is refused."""
    return _("in a translation this is as in English, or left out")


def _line(token: Token | None) -> int:
    return token.map[0] if token and token.map else 0


def _lines(block: Token) -> Iterator[tuple[int, str]]:
    """Yield the lines of a block that are not blank, with their numbers in the file."""
    for number, content in enumerate(block.content.splitlines(), _line(block) + 1):
        if content.strip():
            yield number, content.strip()
