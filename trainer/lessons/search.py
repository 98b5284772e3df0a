"""Search over lessons and glossary: each word of the query must begin a word of the result.

Of a question, the words of the glossary that it names come before these.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from trainer import glossary
from trainer.lessons.lesson import Lesson
from trainer.lessons.syllabus import syllabus

LONGEST = 60
"""Letters of a query that are used."""
MOST_RESULTS = 20
"""Results at most."""

_QUESTION = 3
"""How many words make a question: of two that are looked for, both have to be there."""
_SHORT = 2
"""A word with so many letters at most is marked in a result only where nothing else is looked for, and only whole:
“go”, but of “what is a crib” not the “a”. Numbers always are."""
_FIGURES = {"fifteen": "15", "nineteen": "19", "twenty-nine": "29", "thirty-one": "31"}
"""Words of the game that are numbers, and are looked for in figures too."""
_AROUND = 90
"""Letters of a snippet on either side of the match."""
_TITLE, _TEXT = 3, 1
"""The weight of a match in a title and in a text."""

_LETTERS = str.maketrans({"’": "'", "ł": "l", "œ": "oe", "æ": "ae"})
"""Letters that are not written as another with an accent, and are often typed without."""


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """Something to be found: a glossary word, a lesson, or a screen of a lesson, whose title is then in `lesson`.

    A word is found by the name in its address too: “His nob” as nobs.
    """

    title: str
    text: str
    url: str
    lesson: str = ""
    other_name: str = ""
    is_word: bool = False


@dataclass(frozen=True, slots=True)
class SearchResult:
    """An entry, and the part of its text to show."""

    entry: SearchEntry
    snippet: str


def plain(text: str) -> str:
    """Return lower case without accents, for comparison."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return bare.translate(_LETTERS)


def search(query: str) -> list[SearchResult]:
    """Return the results for a query, best first; at most one screen of each lesson.

    The words of the game that a question names, such as “what is a crib”, come first.
    """
    terms = [_meanings(word) for word in _words(query[:LONGEST])]
    if not terms:
        return []
    named = named_in(query) if len(terms) >= _QUESTION else []
    known = {result.entry for result in named}
    return [*named, *(result for result in _fitting(terms) if result.entry not in known)][:MOST_RESULTS]


def _meanings(word: str) -> tuple[str, ...]:
    """Return a word that is looked for, and with a number in figures the name of that word of the game, such as “15”
    and fifteen, in the language of the page."""
    words = glossary.words(glossary.languages_of(get_language())[0])
    return (word, *(plain(words[slug].name) for slug, figure in _FIGURES.items() if figure == word))


def _fitting(terms: list[tuple[str, ...]]) -> list[SearchResult]:
    ranked = [
        (score, entry) for entry in entries(glossary.languages_of(get_language())[0]) if (score := _score(entry, terms))
    ]
    ranked.sort(key=lambda scored: -scored[0])
    lessons: set[str] = set()
    results = []
    for _score_of, entry in ranked:
        lesson = entry.lesson or entry.title
        if entry.is_word or lesson not in lessons:
            results.append(SearchResult(entry, _snippet(entry.text, terms)))
        if not entry.is_word:
            lessons.add(lesson)
    return results


def marked(text: str, query: str) -> SafeString:
    """Return a text as HTML in which the words are marked that are looked for: those that begin as a word of the query,
    and the one of which it is the plural."""
    words = _words(query[:LONGEST])
    looked_for = [word for word in words if len(word) > _SHORT or word.isdigit()] or words
    terms = [meaning for word in looked_for for meaning in _meanings(word)]
    parts = re.split(r"([\w'’-]+)", text)
    return format_html_join(
        "", "{}", ((format_html("<mark>{}</mark>", part) if _is_meant(plain(part), terms) else part,) for part in parts)
    )


def _is_meant(word: str, terms: list[str]) -> bool:
    return any(word == term or (len(term) > _SHORT and (word.startswith(term) or f"{word}s" == term)) for term in terms)


def named_in(question: str) -> list[SearchResult]:
    """Return the words of the glossary that a question names: of “a double run” not run, and cribs for crib."""
    asked = _words(question[:LONGEST])
    found = {}
    for entry in entries(glossary.languages_of(get_language())[0]):
        for name in (_words(entry.title), entry.other_name.split("-")):
            if entry.is_word and all(any(_is_form(each, word) for each in asked) for word in name):
                found[entry] = set(name)
    whole = [entry for entry, name in found.items() if not any(name < other for other in found.values())]
    return [SearchResult(entry, entry.text) for entry in whole]


def _is_form(word: str, of: str) -> bool:
    return word.startswith(of) and len(word) <= len(of) + 1


@lru_cache
def entries(language: str) -> tuple[SearchEntry, ...]:
    """Return everything that can be found in a language."""
    words = [
        SearchEntry(word.name, word.text, word.address, other_name=word.slug, is_word=True)
        for word in glossary.words(language).values()
    ]
    return (*words, *(entry for lesson in syllabus().lessons for entry in _entries_of(lesson)))


def _entries_of(lesson: Lesson) -> list[SearchEntry]:
    found = [SearchEntry(lesson.title, lesson.summary, reverse("lesson", args=[lesson.slug]))]
    heading = ""
    for number, screen in enumerate(lesson.screens, 1):
        heading = screen.heading or heading
        where = reverse("screen", args=[lesson.slug, number])
        found.append(SearchEntry(heading or lesson.title, str(screen.text), where, lesson.title))
    return found


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'-]+", plain(text))


def _score(entry: SearchEntry, terms: list[tuple[str, ...]]) -> int:
    """Return how well an entry fits; 0 if a term is missing.

    A word comes no later than a lesson, and a lesson before its steps.
    """
    title = _words(f"{entry.title} {entry.other_name.replace('-', ' ')}")
    named, told = (" ".join(["", *words]) for words in (title, _words(entry.text)))
    figure = _FIGURES.get(entry.other_name, "")
    scores = [
        max(
            _TITLE * (figure in term or _has(named, term))
            + (len(title) == 1 and any(_is_form(title[0], of) for of in term)),
            _TEXT * _has(told, term),
        )
        for term in terms
    ]
    return sum(scores) + entry.is_word + (not entry.lesson) if all(scores) else 0


def _has(words: str, term: tuple[str, ...]) -> bool:
    """Return whether one of the words, each after a space, begins as what is looked for; a name of several words has to
    be there whole."""
    return any(f" {meaning}" in words for meaning in term)


def _snippet(text: str, terms: list[tuple[str, ...]]) -> str:
    """Return the part of a text around the first match, cut between words."""
    words, begins = text.split(), tuple(meaning.split()[0] for term in terms for meaning in term)
    hit = next((at for at, word in enumerate(words) if plain(word).startswith(begins)), 0)
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
