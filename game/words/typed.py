"""What may be typed at a table in the language of the page, beside English."""

import re
from collections.abc import Iterable
from enum import Enum, auto

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from game.words.terms import letter_on_card, rank_name


class Typed(Enum):
    """What a word that is typed can mean."""

    GO = auto()
    PASS = auto()
    GO_ON = auto()
    DEAL = auto()
    DISCARD = auto()
    HAND = auto()
    NUMBER = auto()
    AND = auto()
    FOR = auto()


_WORDS: dict[Typed, Promise] = {
    Typed.GO: pgettext_lazy("typed at the table, with | between words", "go"),
    Typed.PASS: pgettext_lazy("typed at the table, with | between words", "pass|stand"),
    Typed.GO_ON: pgettext_lazy("typed at the table, with | between words", "next|continue|ok"),
    Typed.DEAL: pgettext_lazy("typed at the table, with | between words", "deal|deal cards|deal the cards"),
    Typed.DISCARD: pgettext_lazy("typed at the table, with | between words", "discard|throw|lay away"),
    Typed.HAND: pgettext_lazy("typed at the table, with | between words", "hand|my hand|cards|my cards"),
    Typed.NUMBER: pgettext_lazy("typed at the table before a number, with | between words", "cut|claim|call"),
    Typed.AND: pgettext_lazy("typed at the table between cards, with | between words", "and"),
    Typed.FOR: pgettext_lazy("typed at the table between a card and its points, with | between words", "for"),
}

_LETTERED = {1: "A", 11: "J", 12: "Q", 13: "K"}
"""The ranks that cards show with a letter, by number, with the letter of the records."""
_PART = re.compile(r"[^\s,;|]+")


def words(meaning: Typed) -> frozenset[str]:
    """Return the words of the page's language for a meaning, in small letters."""
    return frozenset(" ".join(word.split()).lower() for word in str(_WORDS[meaning]).split("|"))


def is_typed(text: str, meaning: Typed) -> bool:
    """Return whether a text, in small letters, has this meaning in the page's language."""
    return text in words(meaning)


def without(text: str, meanings: Iterable[Typed], *, before: str) -> str:
    """Return a text without a word of these meanings at its start, where what matches `before` follows."""
    known = "|".join(re.escape(word) for meaning in meanings for word in words(meaning))
    return re.sub(rf"^(?:{known}) (?={before})", "", text, count=1, flags=re.IGNORECASE)


def in_records(text: str) -> str:
    """Return cards in the letters of the records: of the page's language "król" is K, and "vh" the jack of hearts."""
    letters = {letter_on_card(rank).upper(): code for rank, code in _LETTERED.items()}
    names = {rank_name(rank).upper(): code for rank, code in _LETTERED.items()}

    def changed(part: re.Match[str]) -> str:
        typed = part[0].upper()
        if typed in names or typed in letters:
            return names.get(typed) or letters[typed]
        if len(typed) > 1 and typed[:-1] in letters and typed[-1] in "CDHS♣♦♥♠":
            return letters[typed[:-1]] + typed[-1]
        return part[0]

    return _PART.sub(changed, text)
