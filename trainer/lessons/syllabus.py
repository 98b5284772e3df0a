"""All lessons of a language, and everything that is wrong with the text files."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from trainer import glossary
from trainer.glossary import SLUG, SOURCE, TextFault, languages, languages_of
from trainer.lessons import text as markdown
from trainer.lessons.lesson import Chapter, Lesson
from trainer.lessons.reader import LessonReader

SLUG_LETTERS = 40
"""Letters of a lesson’s name at most, as many as are stored."""

_FILE = re.compile(rf"(\d+)-({SLUG})\.md", re.ASCII)


@dataclass(frozen=True)
class Syllabus:
    """All lessons of a language, in order."""

    lessons: tuple[Lesson, ...]

    @cached_property
    def by_slug(self) -> dict[str, Lesson]:
        """The lessons by their slugs."""
        return {lesson.slug: lesson for lesson in self.lessons}

    @cached_property
    def cure(self) -> dict[str, Lesson]:
        """The lesson for each skill and error, by its code."""
        return {code: lesson for lesson in reversed(self.lessons) for code in lesson.cures}

    def of_chapter(self, chapter: Chapter) -> list[Lesson]:
        """Return the lessons of a chapter."""
        return [lesson for lesson in self.lessons if lesson.chapter is chapter]

    def after(self, lesson: Lesson) -> Lesson | None:
        """Return the next lesson; None after the last."""
        place = self.lessons.index(lesson) + 1
        return self.lessons[place] if place < len(self.lessons) else None


def syllabus() -> Syllabus:
    """Return the lessons in the current language. A lesson without a translation is in English."""
    return load(languages_of(get_language())[0])[0]


def faults() -> list[TextFault]:
    """Return what is wrong with the text files of all languages, glossaries included."""
    found = [fault for language in languages() for fault in (*load(language)[1], *_definition_faults(language))]
    return list(dict.fromkeys([*_stray(glossary.TEXTS), *found, *glossary.faults()]))


@lru_cache
def load(language: str) -> tuple[Syllabus, tuple[TextFault, ...]]:
    """Read the lessons of a language. Returns the lessons, and what is wrong with their files."""
    faults: list[TextFault] = []
    files = {path.relative_to(glossary.TEXTS / SOURCE): path for path in _files(SOURCE, faults)}
    slugs = {_slug(path) for path in files}
    if language == SOURCE:
        lessons = {name: _read(path, slugs, None, faults) for name, path in files.items()}
    else:
        english, wrong = load(SOURCE)
        lessons, faults = {name: english.by_slug.get(_slug(name)) for name in files}, [*wrong]
    for spoken in reversed(languages_of(language)[:-1]):
        for path in _files(spoken, faults):
            name = path.relative_to(glossary.TEXTS / spoken)
            if name not in files:
                faults.append(TextFault(path, 1, _("there is no such lesson in English")))
            elif original := lessons[name]:
                lessons[name] = _translated(path, slugs, original, faults)
    return Syllabus(tuple(lesson for lesson in lessons.values() if lesson)), tuple(faults)


def _read(path: Path, slugs: Collection[str], original: Lesson | None, faults: list[TextFault]) -> Lesson | None:
    reader = LessonReader(path, _slug(path), slugs, original)
    lesson = reader.read()
    faults += reader.faults
    return lesson


def _slug(path: Path) -> str:
    name = _FILE.fullmatch(path.name)
    return name[2] if name else ""


def _files(language: str, faults: list[TextFault]) -> Iterator[Path]:
    """Yield the lesson files of a language, in order."""
    faults += _stray(glossary.TEXTS / language)
    slugs: set[str] = set()
    for chapter in Chapter:
        found = []
        for path in _seen(glossary.TEXTS / language / chapter):
            name = _FILE.fullmatch(path.name) if path.is_file() else None
            if reason := _misnamed(name[2] if name else "", slugs):
                faults.append(TextFault(path, 1, reason))
            elif name:
                slugs.add(name[2])
                found.append((int(name[1]), path))
        yield from (path for _number, path in sorted(found))


def _seen(folder: Path) -> list[Path]:
    """Return the contents of a folder without hidden files."""
    return [path for path in sorted(folder.glob("*")) if not path.name.startswith(".")]


def _misnamed(slug: str, others: Collection[str]) -> str:
    """Return what is wrong with the name of a lesson; "" if nothing."""
    if not slug:
        return _("a lesson’s file is called like 1-fifteens.md")
    if slug in others:
        return _("two lessons have this name")
    if len(slug) > SLUG_LETTERS:
        words = {"n": len(slug), "most": SLUG_LETTERS}
        return _("the name has %(n)s letters; at most %(most)s") % words
    return ""


def _stray(folder: Path) -> Iterator[TextFault]:
    """Yield a fault for each file or folder that is in the wrong place."""
    top = folder == glossary.TEXTS
    for path in _seen(folder):
        if path.is_dir() and not top and path.name not in set(Chapter):
            reason = _("there is no such chapter; there are: %(chapters)s") % {"chapters": _(", ").join(Chapter)}
            yield TextFault(path, 1, reason)
        if path.is_file() and path.suffix == ".md" and path.name != ("README.md" if top else glossary.FILE):
            yield TextFault(path, 1, _("a lesson stands in the folder of its chapter"))


def _translated(path: Path, slugs: Collection[str], original: Lesson, faults: list[TextFault]) -> Lesson:
    """Read a translation, which must have the same blocks and check; if not, return the original."""
    lesson = _read(path, slugs, original, faults)
    if lesson is None:
        return original
    if [screen.blocks for screen in lesson.screens] != [screen.blocks for screen in original.screens]:
        faults.append(TextFault(path, 1, _("its blocks are not those of the English lesson, in their order")))
    elif [(one.drill, one.question) for one in lesson.check] != [(one.drill, one.question) for one in original.check]:
        faults.append(TextFault(path, 1, _("its check is not that of the English lesson")))
    else:
        return lesson
    return original


def _definition_faults(language: str) -> Iterator[TextFault]:
    """Yield what is wrong inside the definitions of a glossary."""
    slugs = {_slug(path) for path in _files(SOURCE, [])}
    for word in glossary.read(language)[0].values():
        found: list[tuple[int, str]] = []
        markdown.read(word.definition, slugs, found)
        for line, reason in found:
            yield TextFault(glossary.TEXTS / language / glossary.FILE, word.definition_line + line, reason)
