"""Reads cards as people type them: with or without spaces, and without the suits that do not matter."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import accumulate
from unicodedata import name

from game.engine.cards import Card, Suit
from game.words.typed import in_records

_SIGNS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S", "\ufe0f": ""}
_BETWEEN = re.compile(r"[\s\x00-\x1f,;|/.+()\[\]&–-]+")
_ITEM = re.compile(r"(?P<seat>[1-9]:)?(?:(?P<go>GO)|(?P<rank>10|[A2-9TJQK])(?P<suit>[CDHS]?))")
_ONE = re.compile(r"1[CDHS]?")
_SUIT_FIRST = re.compile(r"[CDHS](?:10|[A2-9TJQK])")
_LONGEST_PIECE = 20
BOXES = ("hand", "starter", "away", "plays")
"""The fields that hold cards."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A card as it was typed, with "" for a suit that was not, or a go, which has no rank."""

    box: str
    seat: str
    rank: str
    suit: str

    def __str__(self) -> str:
        return f"{self.seat}{self.rank}{self.suit}" if self.rank else f"{self.seat}go"


class TooManyOfARankError(ValueError):
    """Raised where a rank is there more than four times. `box` is the field to blame."""

    def __init__(self, box: str) -> None:
        super().__init__(box)
        self.box = box


class Misspelt(Enum):
    """What is wrong with a piece of text: a letter or digit of another script, an ace as a number, the suit before its
    rank, or anything else."""

    SCRIPT = auto()
    ACE = auto()
    SUIT_FIRST = auto()
    OTHER = auto()


class MisspeltCardError(ValueError):
    """Raised for text that names no card. `piece` is what is wrong, shortened if long, and `box` the field to blame."""

    def __init__(self, box: str, piece: str) -> None:
        super().__init__(piece)
        self.box = box
        self.piece = piece if len(piece) <= _LONGEST_PIECE else f"{piece[:_LONGEST_PIECE]}…"
        self.why = _why(piece)


def _why(piece: str) -> Misspelt:
    if any(letter.isalnum() and "LATIN" not in name(letter, "").split()[:1] for letter in piece if letter > "\x7f"):
        return Misspelt.SCRIPT
    if _ONE.fullmatch(_in_letters(piece)):
        return Misspelt.ACE
    return Misspelt.SUIT_FIRST if _SUIT_FIRST.fullmatch(_in_letters(piece)) else Misspelt.OTHER


def has_card(text: str) -> bool:
    """Return whether a card is named in a text, with its suit or by a number: a lone letter may be a word."""
    found = map(_ITEM.fullmatch, map(_in_letters, _BETWEEN.split(text)))
    return any(item and item["rank"] and (item["suit"] or item["rank"] not in "AJQKT") for item in found)


def with_suits(boxes: Mapping[str, str]) -> tuple[dict[str, str], bool]:
    """Return the fields in the form that the game reads, and whether suits were filled in.

    They are filled in so that there is no flush and no point for his nob where that can be. Raises MisspeltCardError
    and TooManyOfARankError.
    """
    items = [item for box in BOXES for item in _items(box, boxes.get(box, ""))]
    whole = _filled(items)
    text = {box: " ".join(str(item) for item in whole if item.box == box) for box in BOXES}
    return {**boxes, **text}, whole != items


def with_picked(hand: str, picked: Iterable[Card]) -> str:
    """Return the text of a hand with the cards that are picked, each once however it was typed: "10H" is "TH".

    Raises MisspeltCardError.
    """
    typed = {f"{item.rank}{item.suit}" for item in _items("hand", hand)}
    return " ".join([hand, *(str(card) for card in picked if str(card) not in typed)]).strip()


def _items(box: str, text: str) -> list[_Item]:
    """Return the cards and goes of a text. Raises MisspeltCardError if there is anything else in it."""
    pieces = list(filter(None, _BETWEEN.split(text)))
    letters = {piece: _in_letters(piece) for piece in dict.fromkeys(pieces)}
    written = [letters[piece] for piece in pieces]
    rest, found, end = "".join(written), [], 0
    while match := _ITEM.match(rest, end):
        found.append(match.groupdict(default=""))
        end = match.end()
    if end < len(rest):
        wrong = next(piece for piece, upto in zip(pieces, accumulate(map(len, written)), strict=True) if upto > end)
        raise MisspeltCardError(box, wrong)
    return [_Item(box, part["seat"], part["rank"].replace("10", "T"), part["suit"]) for part in found]


def _in_letters(piece: str) -> str:
    """Return a piece of text in capitals, with letters for the signs of suits."""
    capitals = piece.upper()
    for sign, letter in _SIGNS.items():
        capitals = capitals.replace(sign, letter)
    # A lone D after a 5 is a suit, not a queen where "dame" begins with it.
    return capitals if _ITEM.fullmatch(capitals) or capitals in set(Suit) else in_records(capitals)


def _filled(items: list[_Item]) -> list[_Item]:
    """Return the same with a suit for every card."""
    whole = list(items)
    bare = [place for place, item in enumerate(items) if item.rank and not item.suit]
    # Jacks last: the starter may have no choice.
    for place in sorted(bare, key=lambda place: items[place].rank == "J"):
        whole[place] = replace(whole[place], suit=_suit_for(whole[place], whole))
    return whole


def _suit_for(item: _Item, items: Iterable[_Item]) -> str:
    """Return the suit that is rarest among the cards, and that makes no nob if another one is free."""
    cards = [other for other in items if other.suit]
    free = [suit for suit in Suit if not any((other.rank, other.suit) == (item.rank, suit) for other in cards)]
    if not free:
        raise TooManyOfARankError(item.box)
    times = Counter(other.suit for other in cards if other.box == item.box)
    return min(free, key=lambda suit: (_is_nob(item, suit, cards), times[suit]))


def _is_nob(item: _Item, suit: str, cards: Iterable[_Item]) -> bool:
    """Return whether the card with this suit is the jack of the starter's, or the starter of a jack's."""
    if item.box == "starter":
        return any(card.box == "hand" and card.rank == "J" and card.suit == suit for card in cards)
    return item.rank == "J" and any(card.box == "starter" and card.suit == suit for card in cards)
