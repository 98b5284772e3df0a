"""Playing cards and their text forms.

A card is written as rank, then suit: "5H", "TC". `Card.parse` also reads what people type: "10c", "Q♠". Source:
RULES.md, Cards.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

RANKS = "A23456789TJQK"


class Suit(StrEnum):
    """A suit, in the order of the pack. Its value is its letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


_SUITS = tuple(Suit)
_SIGNS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
_CARD = re.compile(r"(10|[A2-9TJQK])([CDHS])")
_BETWEEN = re.compile(r"[\s,;|]+")


class CardReason(StrEnum):
    """The reason why a text could not be read as cards."""

    NOT_A_CARD = "not_a_card"
    TWICE = "twice"


class CardError(ValueError):
    """Raised for a text that does not name cards. `part` is the wrong piece as it was written, shortened if long."""

    def __init__(self, reason: CardReason, part: str) -> None:
        super().__init__(f"{reason}: {part}")
        self.reason = reason
        self.part = part


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A playing card: `rank` from 1 (ace) to 13 (king), and `suit`."""

    rank: int
    suit: Suit

    @property
    def value(self) -> int:
        """Return what the card adds to the count: 1 for an ace, 10 for a jack, queen or king."""
        return min(self.rank, 10)

    @property
    def number(self) -> int:
        """Return the card's index in `PACK`, 0 to 51. Analysis works on these integers."""
        return self.rank * 4 - 4 + _SUITS.index(self.suit)

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read one card: "5H", "10c", "q♠". Raises CardError."""
        if text in _CARDS:
            return _CARDS[text]
        written = text.strip().upper().replace("\ufe0f", "")
        for sign, letter in _SIGNS.items():
            written = written.replace(sign, letter)
        match = _CARD.fullmatch(written)
        if match is None:
            raise CardError(CardReason.NOT_A_CARD, text.strip()[:20])
        rank = 10 if match[1] == "10" else RANKS.index(match[1]) + 1
        return cls(rank, Suit(match[2]))


PACK: tuple[Card, ...] = tuple(Card(rank, suit) for rank in range(1, 14) for suit in Suit)
_CARDS = {str(card): card for card in PACK}
"""The cards by text form. This saves parsing, because a log holds thousands of cards."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces, commas, semicolons or bars.

    Raises CardError, also for a card that is named twice.
    """
    cards: dict[Card, None] = {}
    for part in _BETWEEN.split(text.strip()):
        if not part:
            continue
        card = Card.parse(part)
        if card in cards:
            raise CardError(CardReason.TWICE, str(card))
        cards[card] = None
    return tuple(cards)


def text_of(cards: Iterable[Card]) -> str:
    """Return the text form of the cards, separated by spaces. `parse_cards` is the inverse."""
    return " ".join(map(str, cards))
