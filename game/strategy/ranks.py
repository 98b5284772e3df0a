"""Hands by rank: the part of the analysis that does not need suits, as arrays over all rank patterns.

A pattern is a sorted tuple of ranks, none more than four times: 91 pairs, 1,820 hands of four, 6,175 of five and 18,395
of six. Discards are computed on patterns, weighted by the number of hands of cards that each stands for.
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
Bools = NDArray[np.bool_]

RANK_KINDS = (Kind.FIFTEEN, Kind.RUN, Kind.PAIR)
"""The scores of the show that depend on ranks alone."""


def patterns(size: int) -> tuple[tuple[int, ...], ...]:
    """Return every pattern of `size` ranks, 1 to 13, in order."""
    drawn = combinations_with_replacement(range(1, 14), size)
    return tuple(ranks for ranks in drawn if all(later - rank for rank, later in zip(ranks, ranks[4:], strict=False)))


def ranks_of(cards: Iterable[Card]) -> tuple[int, ...]:
    """Return the pattern of some cards."""
    return tuple(sorted(card.rank for card in cards))


def counts_of(ranks: Iterable[int]) -> Ints:
    """Return how often each rank occurs: 13 numbers, the ace first."""
    found: Ints = np.bincount(np.fromiter(ranks, dtype=np.int64), minlength=14)[1:]
    return found


def unseen(known: Iterable[int]) -> Ints:
    """Return how many cards of each rank are left when these are known."""
    return 4 - counts_of(known)


def keys(ranks: Ints) -> Ints:
    """Return a number for each pattern, given as rows of ranks in any order.

    It is a sum of powers of five, because no rank occurs five times.
    """
    powers: Ints = 5 ** np.arange(-1, 13).clip(0)
    found: Ints = powers[ranks].sum(axis=-1)
    return found


def keys_of(counts: Ints) -> Ints:
    """Return the same number for patterns given as rows of how often each rank occurs, the ace first."""
    found: Ints = counts @ 5 ** np.arange(13)
    return found


@cache
def kinds_of(ranks: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the points of a pattern of four to six cards for fifteens, runs and pairs, with or without a starter."""
    cards = [PACK[rank * 4 - 4 + ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
    scores = show(cards[1:], cards[0])
    fifteens, runs, pairs = (sum(score.points for score in scores if score.kind is kind) for kind in RANK_KINDS)
    return fifteens, runs, pairs


def ways(codes: Ints, left: Ints) -> Floats:
    """Return how many hands of unseen cards each pattern stands for, if `left` cards of each rank are unseen.

    `codes` come from `codes_of`: a column for each pattern.
    """
    nth = np.arange(4)
    factors = np.concatenate((np.zeros(4), ((left[:, None] - nth).clip(0) / (nth + 1)).ravel()))
    found: Floats = factors[codes[0]]
    for row in codes[1:]:
        found = found * factors[row]
    return found


def codes_of(rows: Ints) -> Ints:
    """Return the codes by which `ways` looks patterns up: rank * 4 + how often that rank came before in its sorted
    row."""
    again = np.zeros_like(rows)
    for place in range(1, rows.shape[1]):
        again[:, place] = (again[:, place - 1] + 1) * (rows[:, place] == rows[:, place - 1])
    return np.ascontiguousarray((rows * 4 + again).T)
