"""What kind of hand is dealt in a counting drill: classes by what is in a hand, and the published mix of them.

Dealt as they come, more than half of all hands are worth 4 or less and a double run comes once in 21.
"""

from collections.abc import Sequence
from enum import StrEnum
from random import Random

from game.engine.cards import PACK, Card
from game.engine.scoring import Named, combine, show


class HandClass(StrEnum):
    """What there is to see in a hand with its starter."""

    NOTHING = "nothing"
    FIFTEENS = "fifteens"
    RUN = "run"
    DOUBLE_RUN = "double-run"
    PAIR_ROYAL = "pair-royal"
    FLUSH = "flush"
    NOBS = "nobs"
    SEVERAL = "several"


MIX: dict[HandClass, int] = {
    HandClass.NOTHING: 6,
    HandClass.FIFTEENS: 28,
    HandClass.RUN: 16,
    HandClass.DOUBLE_RUN: 18,
    HandClass.PAIR_ROYAL: 8,
    HandClass.FLUSH: 6,
    HandClass.NOBS: 10,
    HandClass.SEVERAL: 8,
}
"""Hands of each class in a hundred."""

_SPECIAL = {
    Named.RUN: HandClass.RUN,
    Named.DOUBLE_RUN: HandClass.DOUBLE_RUN,
    Named.TRIPLE_RUN: HandClass.DOUBLE_RUN,
    Named.DOUBLE_DOUBLE_RUN: HandClass.DOUBLE_RUN,
    Named.PAIR_ROYAL: HandClass.PAIR_ROYAL,
    Named.DOUBLE_PAIR_ROYAL: HandClass.PAIR_ROYAL,
    Named.FLUSH: HandClass.FLUSH,
    Named.NOBS: HandClass.NOBS,
}


def class_of(hand: Sequence[Card], starter: Card, crib: bool) -> HandClass:
    """The class of a hand: its one special feature, SEVERAL for two or more, FIFTEENS for fifteens and pairs alone."""
    names = [combination.name for combination in combine(show(hand, starter, crib))]
    special = {_SPECIAL[name] for name in names if name in _SPECIAL}
    if len(special) > 1:
        return HandClass.SEVERAL
    if special:
        return special.pop()
    return HandClass.FIFTEENS if names else HandClass.NOTHING


def deal_from_mix(rng: Random, crib: bool) -> tuple[tuple[Card, ...], Card]:
    """A hand of four and a starter: a class drawn by its share of `MIX`, then any hand of that class."""
    (wanted,) = rng.choices(list(MIX), list(MIX.values()))
    while True:
        pack = PACK
        if wanted is HandClass.FLUSH:  # too rare among all hands to wait for
            suit = rng.choice(PACK).suit
            pack = tuple(card for card in PACK if card.suit == suit)
        hand = rng.sample(pack, 4)
        starter = rng.choice([card for card in (pack if crib else PACK) if card not in hand])
        if class_of(hand, starter, crib) is wanted:
            return tuple(sorted(hand)), starter
