"""A pseudo-language in which every marked message stands between marks and numbers have a decimal comma, and a reader
that finds bare words, and drawings whose places were written like numbers for people."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from django.utils.safestring import mark_safe

from trainer import glossary
from trainer.lessons import syllabus
from trainer.lessons.lesson import Lesson
from trainer.lessons.syllabus import Syllabus
from trainer.lessons.text import LessonText

Ways = dict[str, Callable[..., str]]

OPEN, CLOSE = "⟦", "⟧"
SPOKEN = {"aria-label", "aria-description", "aria-roledescription", "title", "alt", "placeholder", "label", "summary"}
PLACES = {"x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "dx", "dy", "r", "rx", "ry", "width", "height", "viewbox"}
RANKS = {"A", "J", "Q", "K"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
LETTERS = re.compile(r"[^\W\d_]+")


def speak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put marks around every message that is translated, but not around what is put into its placeholders."""

    def mark(message: str) -> str:
        return OPEN + PLACEHOLDER.sub(rf"{CLOSE}\g<0>{OPEN}", message) + CLOSE

    def plural(one: str, many: str, number: int) -> str:
        return mark(one if number == 1 else many)

    ways: Ways = {
        "gettext": mark,
        "ngettext": plural,
        "pgettext": lambda _context, message: mark(message),
        "npgettext": lambda _context, *messages: plural(*messages),
    }
    for name, way in ways.items():
        monkeypatch.setattr(f"django.utils.translation._trans.{name}", way)

    def own_words(language: str) -> Mapping[str, glossary.Word]:
        """The glossary: its files are translated as a whole."""
        return {
            slug: replace(word, name=mark(word.name), definition=mark(word.definition))
            for slug, word in in_english(language).items()
        }

    in_english = glossary.words
    monkeypatch.setattr(glossary, "words", own_words)
    monkeypatch.setattr("django.conf.locale.en.formats.DECIMAL_SEPARATOR", ",")
    _mark_lessons(monkeypatch, mark)


def _mark_lessons(monkeypatch: pytest.MonkeyPatch, mark: Callable[[str], str]) -> None:
    """Put marks around what comes from lesson files, which are translated as a whole too."""
    in_english = syllabus.load

    def marked(lesson: Lesson) -> Lesson:
        screens = tuple(replace(screen, heading=screen.heading and mark(screen.heading)) for screen in lesson.screens)
        return replace(lesson, title=mark(lesson.title), summary=mark(lesson.summary), screens=screens)

    def own_lessons(language: str) -> tuple[Syllabus, tuple[glossary.TextFault, ...]]:
        whole, faults = in_english(language)
        return Syllabus(tuple(map(marked, whole.lessons))), faults

    html = LessonText.html
    monkeypatch.setattr(syllabus, "load", own_lessons)
    monkeypatch.setattr(LessonText, "html", lambda text: mark_safe(OPEN + html(text) + CLOSE))


class Bare(HTMLParser):
    """Gathers from a page what is read or spoken, and stands outside all marks."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.depth = self.marked = 0
        self.silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at the attributes that are read out."""
        given = dict(attrs)
        if tag in {"script", "style", "code", "textarea"} or given.get("translate") == "no":
            self.silent = tag
        assert [name for name in PLACES & given.keys() if "," in (given[name] or "")] == [], given
        spoken = {name: text for name, text in given.items() if name in SPOKEN}
        if tag == "meta" and given.get("name") == "description":
            spoken["content"] = given["content"]
        if tag == "input" and given.get("type") in {"submit", "button", "reset"}:
            spoken["value"] = given.get("value")
        for text in spoken.values():
            outer, self.depth = self.depth, 0
            self.handle_data(text or "")
            assert self.depth == 0, text
            self.depth = outer

    def handle_endtag(self, tag: str) -> None:
        """Hear again after a script."""
        if tag == self.silent:
            self.silent = ""

    def handle_data(self, data: str) -> None:
        """Look at text."""
        bare = ""
        for sign in data:
            self.depth += (sign == OPEN) - (sign == CLOSE)
            self.marked += sign == OPEN
            bare += " " if self.depth or sign == CLOSE else sign
        if not self.silent and bare.strip() not in RANKS:
            self.words += LETTERS.findall(bare)


def bare(html: str) -> list[str]:
    """The words of a page, or of a sentence, that no translator sees."""
    reader = Bare()
    reader.feed(html)
    reader.close()
    assert reader.depth == 0
    return reader.words


def assert_all_marked(html: str) -> None:
    """That the page has words, and that a translator sees each."""
    reader = Bare()
    reader.feed(html)
    reader.close()
    assert (reader.words, reader.depth) == ([], 0), (reader.words, reader.depth)
    assert reader.marked > 3
