"""What may be typed at a table, in the language of the page and in English."""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from enum import Enum, auto
from functools import cache
from unicodedata import combining, normalize

from django.utils.translation import get_language, override, pgettext

from game.engine.cards import PACK, RANKS, Card, Suit
from game.words.terms import card_name, letter_on_card, number_aloud, rank_name, the_card


class Typed(Enum):
    """What a word that is typed can mean."""

    GO = auto()
    PASS = auto()
    GO_ON = auto()
    DEAL = auto()
    CUT = auto()
    DISCARD = auto()
    HAND = auto()
    NUMBER = auto()
    AND = auto()
    THE = auto()
    FOR = auto()
    PLAY = auto()
    COUNT = auto()
    CRIB = auto()
    STARTER = auto()
    TABLE = auto()
    SCORES = auto()
    TURN = auto()
    REPEAT = auto()
    HINT = auto()
    HELP = auto()


def pgettext_noop(context: str, message: str) -> tuple[str, str]:
    """Mark a message: what is typed in English is the message itself, and counts in every language."""
    return context, message


_WORDS: dict[Typed, tuple[str, str]] = {
    Typed.GO: pgettext_noop("typed at the table, with | between words", "go"),
    Typed.PASS: pgettext_noop("typed at the table, with | between words", "pass|stand|let it stand"),
    Typed.GO_ON: pgettext_noop("typed at the table, with | between words", "next|continue|go on|ok"),
    Typed.DEAL: pgettext_noop("typed at the table, with | between words", "deal|deal cards|deal the cards"),
    Typed.CUT: pgettext_noop("typed at the table, with | between words", "cut|cut the pack|cut the cards"),
    Typed.DISCARD: pgettext_noop(
        "typed at the table, with | between words", "discard|discards|throw|throws|lay away|lays away"
    ),
    Typed.HAND: pgettext_noop("typed at the table, with | between words", "hand|my hand|cards|my cards"),
    Typed.COUNT: pgettext_noop("typed at the table, with | between words", "count|the count"),
    Typed.CRIB: pgettext_noop("typed at the table, with | between words", "crib|whose crib"),
    Typed.STARTER: pgettext_noop("typed at the table, with | between words", "starter|the starter"),
    Typed.TABLE: pgettext_noop("typed at the table, with | between words", "table|on the table"),
    Typed.SCORES: pgettext_noop("typed at the table, with | between words", "score|scores"),
    Typed.TURN: pgettext_noop("typed at the table, with | between words", "turn|my turn|whose turn"),
    Typed.REPEAT: pgettext_noop("typed at the table, with | between words", "repeat|again"),
    Typed.HINT: pgettext_noop("typed at the table, with | between words", "hint|a hint"),
    Typed.HELP: pgettext_noop("typed at the table, with | between words", "help"),
    Typed.NUMBER: pgettext_noop(
        "typed at the table before a number, with | between words", "cut|claim|call|count|count it|muggins|call muggins"
    ),
    Typed.PLAY: pgettext_noop("typed at the table before a card, with | between words", "play|plays"),
    Typed.AND: pgettext_noop("typed at the table between cards, with | between words", "and"),
    Typed.THE: pgettext_noop("typed at the table before or within a card, with | between words", "the|of"),
    Typed.FOR: pgettext_noop("typed at the table between a card and its points, with | between words", "for"),
}
_WHOLE: dict[Typed, tuple[str, str]] = {
    Typed.COUNT: pgettext_noop("a whole question at the table, with | between questions", "what is the count"),
    Typed.CRIB: pgettext_noop("a whole question at the table, with | between questions", "whose crib is it"),
    Typed.SCORES: pgettext_noop(
        "a whole question at the table, with | between questions", "the score|what is the score|who leads|who is ahead"
    ),
    Typed.TURN: pgettext_noop(
        "a whole question at the table, with | between questions", "whose turn is it|is it my turn"
    ),
    Typed.HINT: pgettext_noop(
        "a whole question at the table, with | between questions", "what should i play|what should i discard|what now"
    ),
}
"""What is asked in a whole sentence, too."""
_CONTRACTED = {Typed.COUNT: ["what’s the count"], Typed.SCORES: ["what’s the score"]}
"""What is asked in English alone: no other language contracts it."""

_OTHER_LETTERS = str.maketrans({"’": "'", "ł": "l", "œ": "oe"})
"""What is typed for characters that a keyboard may lack, where that is more than to leave an accent out."""
_LETTERED = (1, 11, 12, 13)
"""The ranks that cards show with a letter."""
_PART = re.compile(r"[^\s,;|]+")
_RECORDED = re.compile("[A2-9TJQK][CDHS]")
_SUIT = "[CDHS♣♦♥♠]?"
_SIGNS = dict(zip(Suit, "♣♦♥♠", strict=True))
_SPELT_NUMBERS = range(1, 30)


def words(meaning: Typed) -> frozenset[str]:
    """Return the words of the page's language for a meaning, in small letters."""
    return frozenset().union(*(_split(pgettext(*message)) for message in _messages(meaning)))


def understood(meaning: Typed) -> frozenset[str]:
    """Return all words for a meaning, those of the page's language and the English ones, in small letters."""
    english = [*(message for _context, message in _messages(meaning)), *_CONTRACTED.get(meaning, [])]
    return words(meaning).union(*map(_split, english))


def _messages(meaning: Typed) -> list[tuple[str, str]]:
    return [known[meaning] for known in (_WORDS, _WHOLE) if meaning in known]


@cache
def _split(message: str) -> frozenset[str]:
    """Return the words of a message, also without the accents that a keyboard may lack."""
    written = {" ".join(word.split()).lower() for word in message.split("|")}
    return frozenset(written | {_plain(word) for word in written})


def _plain(word: str) -> str:
    apart = normalize("NFD", word).translate(_OTHER_LETTERS)
    return "".join(letter for letter in apart if not combining(letter))


def is_typed(text: str, meaning: Typed) -> bool:
    """Return whether a text, in small letters, has this meaning."""
    return text in understood(meaning)


def without(text: str, meanings: Iterable[Typed], *, before: str) -> str:
    """Return a text without a word of these meanings at its start, where what matches `before` follows."""
    found = {word for meaning in meanings for word in understood(meaning)}
    known = "|".join(map(re.escape, sorted(found, key=len, reverse=True)))
    return re.sub(rf"^(?:{known}) (?={before})", "", text, count=1, flags=re.IGNORECASE)


def shortened(text: str) -> str:
    """Return a text with its numbers in figures and its cards with signs: "seven of hearts" is "7♥", "nothing" is 0.

    A sign is no letter: in no language does it make a card look like a word.
    """
    if text.lower() == number_aloud(0).lower():
        return "0"
    for pattern, short in spelt(get_language() or "en"):
        parts = pattern.split(text)
        text = "".join(short[part.lower()] if place % 2 else part for place, part in enumerate(parts))
    return text


@cache
def spelt(language: str) -> list[tuple[re.Pattern[str], dict[str, str]]]:
    """Return the names of numbers, then of cards in figures, in English and another language, and what they mean."""
    numbers, cards = dict[str, str](), dict[str, str]()
    for tongue in ("en", language):
        with override(tongue):
            numbers |= {number_aloud(number).lower(): str(number) for number in _SPELT_NUMBERS}
            for card in PACK:
                short = RANKS[card.rank - 1] + _SIGNS[card.suit]
                cards |= dict.fromkeys((card_name(card).lower(), the_card(card).lower()), short)
    found = [{_plain(name): short for name, short in known.items()} | known for known in (numbers, cards)]
    return [(_any_of(known), known) for known in found]


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of any of some words, the longest first, where it stands alone, which is its group."""
    known = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)({known})(?!\w)", re.IGNORECASE)


def letters() -> dict[str, str]:
    """Return the letters that cards show in the page's language, in capitals, each with that of the records."""
    return {letter_on_card(rank).upper(): RANKS[rank - 1] for rank in _LETTERED}


def of_ranks(text: str, held: Collection[Card]) -> str:
    """Return cards in the letters of the records, "5" as 5H where that is the only five among the `held` ones."""
    ranks = Counter(card.rank for card in held)
    alone = {RANKS[card.rank - 1]: str(card) for card in held if ranks[card.rank] == 1}

    def whole(part: re.Match[str]) -> str:
        rank = part[0].upper().replace("10", "T")
        return alone.get(rank, part[0])

    return _PART.sub(whole, in_records(text, {str(card) for card in held}))


def in_records(text: str, held: Collection[str] | None = None) -> str:
    """Return cards in the letters of the records: of the page's language "król" is K, and "vh" the jack of hearts.

    A card as records write it stays: "as" is the ace of spades, and an ace, which it names in three languages, only
    where that card is not among the `held` ones. If nothing is said of these, cards may stand without spaces, "vhrd".
    """
    own = letters()
    named = {rank_name(rank).upper(): RANKS[rank - 1] for rank in range(1, 14)}
    names = {name: letter for name, letter in named.items() if not name.isdigit()}
    ranks = "|".join(map(re.escape, own))
    many = "+" if held is None else ""
    card = re.compile(rf"([1-9]:)?(?:GO|(10|[A2-9TJQK]|{ranks})({_SUIT}))")

    def changed(part: re.Match[str]) -> str:
        typed = part[0].upper()
        if _RECORDED.fullmatch(typed) and (held is None or typed in held):
            return part[0]
        if typed in names:
            return names[typed]
        if not re.fullmatch(f"(?:{card.pattern}){many}", typed):
            return part[0]
        written = card.sub(lambda one: (one[1] or "") + own.get(one[2], one[2]) + one[3] if one[2] else one[0], typed)
        return part[0] if written == typed else written

    return _PART.sub(changed, text)
