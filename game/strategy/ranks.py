"""Hands by rank: what of a deal's thinking does not need suits, as arrays over all rank patterns.

A pattern is a sorted tuple of ranks, none more than four times: 91 pairs, 1,820 hands of four, 6,175 of five and 18,395
of six. Discards are reckoned on patterns, weighted by how many hands of cards each stands for.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from game.engine.cards import PACK, Card
from game.engine.scoring import Kind, show

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

RANK_KINDS = (Kind.FIFTEEN, Kind.RUN, Kind.PAIR)
"""The scores of the show that depend on ranks alone."""


def patterns(size: int) -> tuple[tuple[int, ...], ...]:
    """Every pattern of so many ranks, 1 to 13, in order."""
    drawn = combinations_with_replacement(range(1, 14), size)
    return tuple(ranks for ranks in drawn if all(later - rank for rank, later in zip(ranks, ranks[4:], strict=False)))


def ranks_of(cards: Iterable[Card]) -> tuple[int, ...]:
    """The pattern of some cards."""
    return tuple(sorted(card.rank for card in cards))


def counts_of(ranks: Iterable[int]) -> Ints:
    """How often each rank is there: 13 numbers, the ace first."""
    found: Ints = np.bincount(np.fromiter(ranks, dtype=np.int64), minlength=14)[1:]
    return found


def unseen(known: Iterable[int]) -> Ints:
    """How many cards of each rank are left when these are known."""
    return 4 - counts_of(known)


def keys(ranks: Ints) -> Ints:
    """A number for each pattern, given as rows of ranks in any order: powers of five, as no rank comes five times."""
    powers: Ints = 5 ** np.arange(-1, 13).clip(0)
    found: Ints = powers[ranks].sum(axis=-1)
    return found


@cache
def kinds_of(ranks: tuple[int, ...]) -> tuple[int, int, int]:
    """The points of a pattern of four to six cards, a starter among them or not, for fifteens, runs and pairs."""
    cards = [PACK[rank * 4 - 4 + ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
    scores = show(cards[1:], cards[0])
    fifteens, runs, pairs = (sum(score.points for score in scores if score.kind is kind) for kind in RANK_KINDS)
    return fifteens, runs, pairs


def ways(codes: Ints, left: Ints) -> Floats:
    """How many hands of unseen cards each pattern stands for, when `left` cards of each rank are unseen.

    `codes` come from `codes_of`: a column for each pattern.
    """
    nth = np.arange(4)
    factors = np.concatenate((np.zeros(4), ((left[:, None] - nth).clip(0) / (nth + 1)).ravel()))
    found: Floats = factors[codes[0]]
    for row in codes[1:]:
        found = found * factors[row]
    return found


def codes_of(rows: Ints) -> Ints:
    """The codes by which `ways` looks patterns up: rank * 4 + how often that rank came before in its sorted row."""
    again = np.zeros_like(rows)
    for place in range(1, rows.shape[1]):
        again[:, place] = (again[:, place - 1] + 1) * (rows[:, place] == rows[:, place - 1])
    return np.ascontiguousarray((rows * 4 + again).T)
