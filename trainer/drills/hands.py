"""What kind of hand is dealt in a counting drill: classes by what is in a hand, and the published mix of them.

Dealt as they come, more than half of all hands are worth 4 or less and a double run comes once in 21.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations
from random import Random

from game.engine.cards import PACK, Card, parse_cards
from game.engine.scoring import Kind, Named, combine, show, total
from trainer.drills.posing import halved, risen


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


EXAMPLES: dict[HandClass, Sequence[Card]] = {
    HandClass.NOTHING: parse_cards("2C 4D 6H QS 8C"),
    HandClass.FIFTEENS: parse_cards("5D 5C TH KS 2D"),
    HandClass.RUN: parse_cards("6C 7D 8H QS KD"),
    HandClass.DOUBLE_RUN: parse_cards("3H 4S 4D 5C JH"),
    HandClass.PAIR_ROYAL: parse_cards("9S 9D 9H 2C 6S"),
    HandClass.FLUSH: parse_cards("2H 6H 9H KH 4S"),
    HandClass.NOBS: parse_cards("5S 8C TH JD 2D"),
    HandClass.SEVERAL: parse_cards("4C 5C 5D JH 6H"),
}
"""A hand of each class; the starter is last."""

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

CRIBS = 20
"""Cribs in a hundred questions."""

FOUR_FLUSHES = 50
"""Of a hundred cribs of the classes in which there may be one, those with four cards of one suit and a starter of
another, which are no flush: one crib in four, as in an even set. As they come it would be one in 130, and nobody would
learn it; with one in five, who took it for a flush was found out after 155 answers."""

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


_FOUR_FLUSHED = frozenset({HandClass.NOTHING, HandClass.FIFTEENS, HandClass.RUN})
FOUR_FLUSHED_CRIBS = CRIBS * FOUR_FLUSHES * sum(MIX[kind] for kind in _FOUR_FLUSHED) // 10_000
"""Such cribs in a hundred questions."""

_JACK = 11


def names_of(hand: Sequence[Card], starter: Card, crib: bool) -> tuple[Named, ...]:
    """Return the combinations of a hand by name, as `combine` has them of its `show`; many times quicker than these."""
    names = _RANK_NAMES[tuple(sorted([card.rank for card in hand] + [starter.rank]))]
    suit = starter.suit
    first = hand[0].suit
    if (first is suit or not crib) and all(card.suit is first for card in hand):
        names = (*names, Named.FLUSH)
    if any(card.rank == _JACK and card.suit is suit for card in hand):
        names = (*names, Named.NOBS)
    return names


class _RankNames(dict[tuple[int, ...], tuple[Named, ...]]):
    """What ranks make without regard to suits, by name; worked out when first asked for."""

    def __missing__(self, ranks: tuple[int, ...]) -> tuple[Named, ...]:
        cards = [PACK[4 * rank - 4 + ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
        found = combine(show(cards[:-1], cards[-1]))
        self[ranks] = names = tuple(each.name for each in found if each.name not in (Named.FLUSH, Named.NOBS))
        return names


_RANK_NAMES = _RankNames()


def class_of(hand: Sequence[Card], starter: Card, crib: bool) -> HandClass:
    """Return the class of a hand: its one special feature, or SEVERAL; FIFTEENS for fifteens and pairs alone."""
    names = names_of(hand, starter, crib)
    special = {_SPECIAL[name] for name in names if name in _SPECIAL}
    if len(special) > 1:
        return HandClass.SEVERAL
    if special:
        return special.pop()
    return HandClass.FIFTEENS if names else HandClass.NOTHING


Dealt = tuple[tuple[Card, ...], Card]
"""A hand and its starter."""


@dataclass(frozen=True, slots=True)
class HandWish:
    """What kind of hand: a crib or not, of so many cards, of `only` these classes where any are named; of the `weak`
    classes at most half of the time besides."""

    crib: bool
    size: int = 4
    only: Collection[str] = ()
    weak: Collection[str] = ()


def deal(rng: Random, sought: HandWish, rise: float | None = None) -> Dealt:
    """Return a hand and a starter, of a class drawn by its share of `MIX`.

    `rise`, from 0 to 1, draws easy hands of the class at first and hard ones in the end.
    """
    classes = [kind for kind in MIX if not sought.only or kind in sought.only]
    classes = halved(rng, classes, sought.weak)
    (wanted,) = rng.choices(classes, [MIX[kind] for kind in classes])
    suited = sought.crib and wanted in _FOUR_FLUSHED and rng.randrange(100) < FOUR_FLUSHES
    return risen(
        rng,
        rise,
        lambda: _of_class(rng, wanted, sought, suited),
        lambda dealt: hardness_of(dealt[0], dealt[1], sought.crib),
    )


def _of_class(rng: Random, wanted: HandClass, sought: HandWish, suited: bool) -> Dealt:
    while True:
        hand, starter = _any_hand(rng, wanted, sought, suited)
        if class_of(hand, starter, sought.crib) is wanted:
            return tuple(sorted(hand)), starter


def _any_hand(rng: Random, wanted: HandClass, sought: HandWish, suited: bool) -> tuple[list[Card], Card]:
    """Return any hand, but all of one suit for a flush, or for what looks like one: they are too rare to wait for."""
    if wanted is not HandClass.FLUSH and not suited:
        *hand, starter = rng.sample(PACK, sought.size + 1)
        return hand, starter
    suit = rng.choice(PACK).suit
    pack = [card for card in PACK if card.suit is suit]
    hand = rng.sample(pack, sought.size)
    if suited:
        return hand, rng.choice([card for card in PACK if card.suit is not suit])
    return hand, rng.choice([card for card in (pack if sought.crib else PACK) if card not in hand])


EVEN: dict[HandClass, int] = {
    HandClass.FIFTEENS: 6,
    HandClass.NOTHING: 1,
    HandClass.RUN: 3,
    HandClass.DOUBLE_RUN: 4,
    HandClass.PAIR_ROYAL: 1,
    HandClass.FLUSH: 1,
    HandClass.NOBS: 2,
    HandClass.SEVERAL: 2,
}
"""Hands of each class in an even set: `MIX`, in twenty hands."""
EVEN_CRIBS = 4
"""Cribs in an even set. One of them, of fifteens, looks like a flush and is none."""
EVEN_HARDNESS, EVEN_ITEMS = 64.0, 58
"""The sum of `hardness_of` the hands of an even set, and how many items there are to see in them: what the mix comes to
on average."""
_CHANGES = 150
"""After how many changes a set that is not even yet is dealt afresh."""


@dataclass(frozen=True)
class EvenHand:
    """A hand of an even set."""

    hand: tuple[Card, ...]
    starter: Card
    crib: bool

    @cached_property
    def hardness(self) -> float:
        """How hard it is to count."""
        return hardness_of(self.hand, self.starter, self.crib)

    @cached_property
    def items(self) -> int:
        """How many items there are to see in it."""
        return len(show(self.hand, self.starter, self.crib))


def deal_even(rng: Random) -> list[EvenHand]:
    """Return a set of hands that is as hard to count as any other such set."""
    dealt = _evened(rng)
    while _unevenness(dealt):
        dealt = _evened(rng)
    rng.shuffle(dealt)
    return dealt


def _evened(rng: Random) -> list[EvenHand]:
    """Return a set that was changed hand by hand, for the better, until it is even, or not even after many changes."""
    kinds = [kind for kind, times in EVEN.items() for _ in range(times)]
    cribs = {0, *rng.sample(range(1, len(kinds)), EVEN_CRIBS - 1)}
    dealt = [_of_even(rng, kinds, cribs, place) for place in range(len(kinds))]
    off = _unevenness(dealt)
    for _ in range(_CHANGES):
        if not off:
            break
        place = rng.randrange(len(kinds))
        changed = [*dealt[:place], _of_even(rng, kinds, cribs, place), *dealt[place + 1 :]]
        if _unevenness(changed) < off:
            dealt, off = changed, _unevenness(changed)
    return dealt


def _unevenness(dealt: Sequence[EvenHand]) -> float:
    """Return how far these hands are from an even set, in hardness and in items."""
    hardness, items = sum(each.hardness for each in dealt), sum(each.items for each in dealt)
    return abs(hardness - EVEN_HARDNESS) + abs(items - EVEN_ITEMS)


def _of_even(rng: Random, kinds: Sequence[HandClass], cribs: Collection[int], place: int) -> EvenHand:
    crib = place in cribs
    return EvenHand(*_of_class(rng, kinds[place], HandWish(crib), suited=place == 0), crib)


def hardness_of(hand: Sequence[Card], starter: Card, crib: bool) -> float:
    """Return how hard a hand is to count: by the number of its items, fifteens of many cards more than others."""
    scores = show(hand, starter, crib)
    return len(scores) + sum(max(len(score.cards) - 2, 0) for score in scores if score.kind is Kind.FIFTEEN) / 2


def deal_as_dealt(rng: Random, crib: bool, size: int = 4, rise: float | None = None) -> Dealt:
    """Return a hand as players keep it before the cut, the best of one or two cards more, or a random crib.

    `rise`, from 0 to 1, takes easy hands at first and hard ones in the end.
    """
    return risen(rng, rise, lambda: _as_dealt(rng, crib, size), lambda dealt: hardness_of(dealt[0], dealt[1], crib))


def _as_dealt(rng: Random, crib: bool, size: int) -> Dealt:
    cards = rng.sample(PACK, size + 3 if size == 4 else size + 2)
    starter, dealt = cards[0], cards[1:]
    if crib:
        return tuple(sorted(dealt[:size])), starter
    kept = max(combinations(sorted(dealt), size), key=_held)
    return kept, starter


def _held(hand: Sequence[Card]) -> int:
    """Return what a hand is worth before there is a starter; its last card stands in for one, which no flush allows."""
    scores = show(hand[:-1], hand[-1])
    flush = len(hand) if len({card.suit for card in hand}) == 1 else 0
    return flush + total(score for score in scores if score.kind not in (Kind.FLUSH, Kind.NOBS))
