"""Search over lessons and the words of the game: every word that is typed has to begin a word of what is found."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.translation import get_language

from trainer import glossary
from trainer.lessons.syllabus import Lesson, syllabus

LONGEST = 60
"""Letters of a query at most."""
MOST = 20
"""Places that are shown."""

_AROUND = 90
"""Letters of a text that are shown on either side of what was found."""
_TITLE, _TEXT = 3, 1
"""How much a word counts in a title, and in a text."""


@dataclass(frozen=True, slots=True)
class Place:
    """Something that can be found: a word of the glossary, a lesson, a screen of one (`lesson` is its title)."""

    title: str
    text: str
    url: str
    lesson: str = ""
    is_word: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A place, and what of its text is shown."""

    place: Place
    snippet: str


def plain(text: str) -> str:
    """Small letters without accents, as they are compared."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).replace("’", "'")


def search(query: str) -> list[Found]:
    """The places for a query, the best first; of the screens of a lesson only the best."""
    terms = _words(query[:LONGEST])
    if not terms:
        return []
    ranked = [
        (worth, place) for place in _places(glossary.languages_of(get_language())[0]) if (worth := _worth(place, terms))
    ]
    ranked.sort(key=lambda found: -found[0])
    seen: set[str] = set()
    found = []
    for _worth_of, place in ranked:
        of_lesson = place.lesson or place.title
        if place.is_word or of_lesson not in seen:
            found.append(Found(place, _snippet(place.text, terms)))
        if not place.is_word:
            seen.add(of_lesson)
    return found[:MOST]


@lru_cache
def _places(language: str) -> tuple[Place, ...]:
    """All places of a language."""
    address = reverse("glossary")
    entries = glossary.words(language).values()
    words = [Place(word.name, word.text, f"{address}#{word.slug}", is_word=True) for word in entries]
    return (*words, *(place for lesson in syllabus().lessons for place in _of(lesson)))


def _of(lesson: Lesson) -> list[Place]:
    places = [Place(lesson.title, lesson.summary, reverse("lesson", args=[lesson.slug]))]
    heading = ""
    for number, screen in enumerate(lesson.screens, 1):
        heading = screen.heading or heading
        where = reverse("screen", args=[lesson.slug, number])
        places.append(Place(heading or lesson.title, str(screen.text), where, lesson.title))
    return places


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", plain(text))


def _worth(place: Place, terms: list[str]) -> int:
    """How well a place fits; 0 where a term is not there."""
    title, text = _words(place.title), _words(place.text)
    worths = [
        max(
            _TITLE * any(word.startswith(term) for word in title) + (title == [term]),
            _TEXT * any(word.startswith(term) for word in text),
        )
        for term in terms
    ]
    return sum(worths) + place.is_word if all(worths) else 0


def _snippet(text: str, terms: list[str]) -> str:
    """The part of a text around the first term, cut between words."""
    words = text.split()
    hit = next((at for at, word in enumerate(words) if any(plain(word).startswith(term) for term in terms)), 0)
    start, length = hit, 0
    while start and length < _AROUND:
        start -= 1
        length += len(words[start]) + 1
    end, length = hit, 0
    while end < len(words) and length < _AROUND:
        length += len(words[end]) + 1
        end += 1
    shown = " ".join(words[start:end])
    return f"{'… ' if start else ''}{shown}{' …' if end < len(words) else ''}"
