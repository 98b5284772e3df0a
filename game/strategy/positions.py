"""The play by ranks alone, as tables: what each series of cards becomes, and what each hand can play.

Suits never matter in the play, and of a series only what can still count, pair or run. So there are 22,986 series and
8,555 hands of up to five cards, each with a number, and a search looks thousands of them up at once. Ranks are 1 (ace)
to 13 (king). Source: RULES.md, The play.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from game.strategy.ranks import Ints, counts_of, keys_of, patterns
from game.strategy.stored import FOLDER

VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""What a card of each rank adds to the count. Ranks begin at 1."""

START = 0
"""The series without a card."""

MOST_CARDS = 5
"""No seat holds more in the play."""

_NO_CARD = 99


@dataclass(frozen=True)
class SeriesTable:
    """What follows on each series, by its number and the rank of the next card.

    `after`: the series then, `START` after 31, -1 for a card that goes over it (and for rank 0, no card). `pegs`: what
    the card pegs by itself. `counts`: the count of each series.
    """

    after: Ints
    pegs: Ints
    counts: Ints


@cache
def series_table() -> SeriesTable:
    """Return the table of series."""
    with np.load(FOLDER / "series.npz") as stored:
        return SeriesTable(*(stored[name].astype(np.int64) for name in ("after", "pegs", "counts")))


def follow(series: int, rank: int) -> tuple[int, int] | None:
    """Return what a card of this rank pegs by itself, and the series it leads to; None if it goes over 31."""
    table = series_table()
    after = int(table.after[series, rank])
    return None if after < 0 else (int(table.pegs[series, rank]), after)


def series_of(ranks: Iterable[int]) -> int:
    """Return the series that these ranks make. None of them may go over 31."""
    series = START
    for rank in ranks:
        step = follow(series, rank)
        if step is None:
            raise ValueError("a series over 31")
        series = step[1]
    return series


@dataclass(frozen=True)
class HandTable:
    """Every hand of up to five cards, by its number.

    `ranks` and `rests`: each rank that it can play, the lowest first (0: no more), and the hand left then. `lows`: its
    lowest value, more than 31 without a card. `sizes`: how many cards it holds. `held`: how many of each rank, the ace
    first.
    """

    ranks: Ints
    rests: Ints
    lows: Ints
    sizes: Ints
    held: Ints
    _keys: Ints
    _order: Ints

    def numbers(self, counts: Ints) -> Ints:
        """Return the numbers of hands, given as rows of how many of each rank they hold."""
        found: Ints = self._order[np.searchsorted(self._keys, keys_of(counts))]
        return found


@cache
def hand_table() -> HandTable:
    """Return the table of hands."""
    hands = [(), *((rank,) for rank in range(1, 14)), *(hand for size in range(2, 6) for hand in patterns(size))]
    wide = np.array([(*hand, *(0,) * (MOST_CARDS - len(hand))) for hand in hands])
    held = (wide[:, :, None] == np.arange(1, 14)).sum(axis=1)
    sums = keys_of(held)
    order = np.argsort(sums)
    ranks, rests = np.zeros((2, len(hands), MOST_CARDS), dtype=np.int64)
    first = (wide > 0) & (np.pad(wide, ((0, 0), (1, 0)))[:, :-1] != wide)
    row, slot = np.nonzero(first)
    place = (first.cumsum(axis=1) - 1)[row, slot]
    ranks[row, place] = wide[row, slot]
    rests[row, place] = order[np.searchsorted(sums[order], sums[row] - 5 ** (wide[row, slot] - 1))]
    lows = np.where(ranks[:, 0] > 0, np.array(VALUES)[ranks[:, 0]], _NO_CARD)
    return HandTable(ranks, rests, lows, held.sum(axis=1), held, sums[order], order)


def hand_of(ranks: Iterable[int]) -> int:
    """Return the number of the hand of these ranks, given in any order. No rank may come five times."""
    return int(hand_table().numbers(counts_of(ranks)[None])[0])
