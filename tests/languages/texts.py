"""The lessons and the glossary in other languages: which are missing, and which are behind their English.

The first line of a translation names the mark of the English text that it was made from: `source: 3f2a9c41b07d`.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from trainer import glossary

_LINE = re.compile(r"source: ([0-9a-f]{12})\n")


def names() -> list[Path]:
    """Return the English texts, as paths inside the folder of a language."""
    folder = glossary.TEXTS / glossary.SOURCE
    return sorted(path.relative_to(folder) for path in folder.rglob("*.md"))


def mark(name: Path) -> str:
    """Return the mark of an English text, which changes with it."""
    text = (glossary.TEXTS / glossary.SOURCE / name).read_text(encoding="utf-8")
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def missing(language: str) -> Iterator[Path]:
    """Yield the texts that a language lacks."""
    yield from (name for name in names() if not (glossary.TEXTS / language / name).exists())


def behind(language: str) -> Iterator[Path]:
    """Yield the texts that were made from another English text than today's, or do not say from which."""
    for name in names():
        path = glossary.TEXTS / language / name
        if path.exists():
            line = _LINE.match(path.read_text(encoding="utf-8"))
            if not line or line[1] != mark(name):
                yield name


def missing_words(language: str) -> Iterator[str]:
    """Yield the slugs of the words that the glossary of a language lacks."""
    own, _faults = glossary.read(language)
    yield from (slug for slug in glossary.words(glossary.SOURCE) if slug not in own)


def is_translation(path: Path) -> bool:
    """Return whether a file is a text in another language, of which there is an English one."""
    language, *name = path.absolute().parts[len(glossary.TEXTS.absolute().parts) :] or [glossary.SOURCE]
    is_inside = path.absolute().is_relative_to(glossary.TEXTS.absolute())
    return is_inside and path.is_file() and language != glossary.SOURCE and Path(*name) in names()


def stamp(path: Path) -> None:
    """Write into a translation that it was made from today's English text."""
    name = path.absolute().relative_to(glossary.TEXTS.absolute())
    text = path.read_text(encoding="utf-8-sig")
    rest = glossary.without_mark(text).removeprefix("\n") if text.startswith("source:") else text
    path.write_text(f"source: {mark(name.relative_to(name.parts[0]))}\n{rest}", encoding="utf-8")
