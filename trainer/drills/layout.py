"""Cards as they lie on the felt, for the drills in which a whole table is seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from game.engine.cards import Card

COUNTED = "is-counted"
"""The look of a card that decides, or scores: drawn only once the question is answered."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card as it lies, None for one face down: how it looks, what is written above it, and the number below it.

    A number that is `made` is what decides; one that is `over` is struck out: the count may not get there.
    """

    card: Card | None
    look: str = ""
    above: str = ""
    below: str = ""
    made: bool = False
    over: bool = False


def sums(cards: Sequence[Card]) -> list[int]:
    """Return the count after each card of a series."""
    return list(accumulate(card.value for card in cards))
