"""The play by ranks alone: series, hands and positions as small linked values that are computed once.

Suits never matter in the play. Of a series only the count and the tail that can still pair or run matter. So the same
few thousand series occur again and again, and a search that follows them computes no score twice. Ranks are 1 (ace) to
13 (king). Source: RULES.md, The play.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from math import comb

VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""What a card of each rank adds to the count. Ranks begin at 1."""

_NO_CARD = 99


class Series:
    """The cards since the last 31 or go, as far as they still matter: `count`, `tail`, and the equal ranks at its end.

    `follow(rank)` is None if the card goes over 31, otherwise what it pegs and the series after it: `START` after 31.
    """

    __slots__ = ("_after", "count", "same", "tail")

    def __init__(self, count: int, tail: tuple[int, ...], same: int) -> None:
        self.count = count
        self.tail = tail
        self.same = same
        self._after: list[tuple[int, Series] | bool | None] = [True] * 14

    def follow(self, rank: int) -> "tuple[int, Series] | None":
        """Return what a card of this rank pegs by itself, and the series it leads to."""
        found = self._after[rank]
        if isinstance(found, bool):
            self._after[rank] = found = self._work_out(rank)
        return found

    def _work_out(self, rank: int) -> "tuple[int, Series] | None":
        count = self.count + VALUES[rank]
        if count > 31:
            return None
        pairs = self.tail[-1:] == (rank,)
        same = self.same + 1 if pairs else 1
        since = self.tail.index(rank) + 1 if rank in self.tail else 0
        tail = (*self.tail[since:], rank)
        points = 2 * (count in (15, 31)) + 2 * comb(same, 2) + _run(tail)
        return points, START if count == 31 else _series(count, _live(tail, 31 - count), same)


def _run(tail: Sequence[int]) -> int:
    """Return the longest run at the end of ranks that are all different."""
    for start in range(len(tail) - 2):
        some = tail[start:]
        if max(some) - min(some) == len(some) - 1:
            return len(some)
    return 0


def _live(tail: tuple[int, ...], room: int) -> tuple[int, ...]:
    """Return the part of a tail that can still become a run with cards that fit under 31."""
    for start in range(len(tail)):
        some = tail[start:]
        missing = set(range(min(some), max(some))) - set(some)
        if sum(VALUES[rank] for rank in missing) <= room:
            return some
    return tail[-1:]


@cache
def _series(count: int, tail: tuple[int, ...], same: int) -> Series:
    return Series(count, tail, same)


START = _series(0, (), 0)


def series_of(ranks: Iterable[int]) -> Series:
    """Return the series that these ranks make. None of them may go over 31."""
    series = START
    for rank in ranks:
        after = series.follow(rank)
        if after is None:
            raise ValueError("a series over 31")
        series = after[1]
    return series


class Held:
    """The ranks that a seat still holds, sorted. `low` is its lowest value, `options` each rank with the cards left
    then."""

    __slots__ = ("_options", "low", "ranks")

    def __init__(self, ranks: tuple[int, ...]) -> None:
        self.ranks = ranks
        self.low = VALUES[ranks[0]] if ranks else _NO_CARD
        self._options: tuple[tuple[int, Held], ...] | None = None

    @property
    def options(self) -> "tuple[tuple[int, Held], ...]":
        """Return each rank that can be chosen, with the cards left after it."""
        if self._options is None:
            self._options = tuple(
                (rank, held(self.ranks[:place] + self.ranks[place + 1 :]))
                for place, rank in enumerate(self.ranks)
                if rank not in self.ranks[:place]
            )
        return self._options


@cache
def _held(ranks: tuple[int, ...]) -> Held:
    return Held(ranks)


def held(ranks: Iterable[int]) -> Held:
    """Return the hand of these ranks, given in any order."""
    return _held(tuple(sorted(ranks)))
