"""Playing cards and their text forms.

A card is written rank then suit, "5H", "TC"; `Card.parse` also takes what people type: "10c", "Q♠".
Source: RULES.md, Cards.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

RANKS = "A23456789TJQK"


class Suit(StrEnum):
    """A suit, valued by its letter, in the order of the pack."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


_SUITS = tuple(Suit)
_SIGNS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
_CARD = re.compile(r"(10|[A2-9TJQK])([CDHS])")
_BETWEEN = re.compile(r"[\s,;|]+")


class CardReason(StrEnum):
    """Why a text of cards was not understood."""

    NOT_A_CARD = "not_a_card"
    TWICE = "twice"


class CardError(ValueError):
    """A text that does not name cards. `part` is the piece at fault, as it was written (cut to a readable length)."""

    def __init__(self, reason: CardReason, part: str) -> None:
        super().__init__(f"{reason}: {part}")
        self.reason = reason
        self.part = part


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card: `rank` 1 (ace) to 13 (king), and `suit`."""

    rank: int
    suit: Suit

    @property
    def value(self) -> int:
        """What the card adds to a count: ace 1, jack, queen and king 10."""
        return min(self.rank, 10)

    @property
    def number(self) -> int:
        """The card's place in `PACK`, 0 to 51: the small integer that analysis works on."""
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
"""The cards by their plain text form, which needs no reading: a log holds thousands."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards set apart by spaces, commas, semicolons or bars. Raises CardError, also for a card named twice."""
    cards: list[Card] = []
    for part in _BETWEEN.split(text.strip()):
        if not part:
            continue
        card = Card.parse(part)
        if card in cards:
            raise CardError(CardReason.TWICE, str(card))
        cards.append(card)
    return tuple(cards)


def text_of(cards: Iterable[Card]) -> str:
    """The cards' text form, spaces between: the inverse of `parse_cards`."""
    return " ".join(map(str, cards))
