"""The computed tables, each loaded once on first use. `python -m tests.tables` computes them.

`discards.npz`: what sensible players throw, by rank pattern. `cribs.npz`: the average worth of a crib with each pair
thrown into it. `play.npz`: what hands peg. `parts.npz`: the distribution of the points of a deal, by its parts.
`chances.npz`: the dealer's chance to win at a table of two, by what both need.
`tactics.npz`: what the tactics of the play gain or cost, loaded by `tactics`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from game.strategy.ranks import Floats, Ints, codes_of, counts_of, keys, keys_of, patterns

FOLDER = Path(__file__).parent / "tables"
DEALER, PONE = 0, 1
"""The roles in the discard: the crib is the own side's, or another's."""

WHOLE = 60_000
"""A chance of 1 in `chances.npz`."""

PAIRS = patterns(2)
FOURS = patterns(4)
PAIR_NUMBER = {pair: number for number, pair in enumerate(PAIRS)}


@dataclass(frozen=True)
class Ranked:
    """The data of all patterns of five or six ranks, in the order of their `keys`.

    `kinds`: the points of each with its starter for fifteens, runs and pairs. `thrown[role]`: the rank that it throws
    where each player discards one card.
    """

    sums: Ints
    kinds: Ints
    thrown: Ints

    def find(self, rows: Ints) -> Ints:
        """Return the indices of patterns, given as rows of ranks in any order."""
        found: Ints = np.searchsorted(self.sums, keys(rows))
        return found

    def of_counts(self, counts: Ints) -> Ints:
        """Return the indices of patterns, given as rows of how often each rank occurs."""
        found: Ints = np.searchsorted(self.sums, keys_of(counts))
        return found

    def throws(self, ranks: Sequence[int], role: int) -> int:
        """Return the rank that each hand throws in a role."""
        return int(self.thrown[role][int(self.find(np.array([ranks]))[0])])

    @cached_property
    def points(self) -> Ints:
        """Return the points of each pattern by its ranks."""
        found: Ints = self.kinds.sum(axis=1)
        return found


@dataclass(frozen=True)
class DiscardTables:
    """What sensible players throw.

    `pairs[role]`: the index in `PAIRS` of what each pattern of six throws, with two players. `cribs`: the points of a
    crib by its two pairs and the starter's rank, for fifteens, runs and pairs apart. `ranked`: patterns of five and of
    six, by their size.
    """

    pairs: Ints
    cribs: Ints
    ranked: dict[int, Ranked]

    @cached_property
    def crib_points(self) -> Ints:
        """Return the points of a crib by its two pairs and the starter's rank."""
        found: Ints = self.cribs.sum(axis=0)
        return found

    @cached_property
    def thrown(self) -> "tuple[Thrown, Thrown]":
        """Return the patterns of six grouped by the pair they throw, for the dealer and for the pone."""
        return Thrown.of(self.pairs[DEALER]), Thrown.of(self.pairs[PONE])


@dataclass(frozen=True)
class Thrown:
    """Patterns of six in the order of the pair thrown. `firsts` is where each of `pairs` begins, `kept` what is
    kept."""

    codes: Ints
    counts: Floats
    pairs: Ints
    firsts: Ints
    kept: Ints

    @classmethod
    def of(cls, pairs: Ints) -> "Thrown":
        """Group the patterns of six by what each throws."""
        order = np.argsort(pairs, kind="stable")
        sixes, fours = _rows(6)[order], keys(_rows(4))
        thrown, firsts = np.unique(pairs[order], return_index=True)
        counts = (sixes[:, :, None] == np.arange(1, 14)).sum(axis=1).astype(np.float64)
        by_key = np.argsort(fours)
        left = keys(sixes) - keys(_rows(2))[pairs[order]]  # keys are sums, a power of five for each card
        kept = by_key[np.searchsorted(fours, left, sorter=by_key)]
        return cls(codes_of(sixes), counts, thrown, firsts, kept)


@cache
def _rows(size: int) -> Ints:
    """Return the patterns of `size` ranks as rows."""
    return np.array(patterns(size))


@cache
def discard_tables() -> DiscardTables:
    """Return the tables of discards."""
    with np.load(FOLDER / "discards.npz") as stored:
        ranked = {
            size: Ranked(
                stored[f"sums_{size}"], stored[f"kinds_{size}"].astype(int), stored[f"thrown_{size}"].astype(int)
            )
            for size in (5, 6)
        }
        return DiscardTables(stored["pairs"].astype(np.int64), stored["cribs"].astype(np.int64), ranked)


@cache
def _crib_averages() -> Floats:
    with np.load(FOLDER / "cribs.npz") as stored:
        found: Floats = stored["averages"].astype(np.float64)
        return found


def average_crib(role: int, pair: tuple[int, int]) -> float:
    """Return the average points of a crib, without flushes, into which two ranks (the lower first) are thrown in a
    role.

    The average is over the hands from which a sensible player throws them, with two players.
    """
    return float(_crib_averages()[role, PAIR_NUMBER[pair]])


@dataclass(frozen=True)
class Parts:
    """The distributions of the points of one deal, each as the probabilities of 0, 1, 2 … points.

    By place from the dealer's left, the dealer's last. `cards`: what each card pegs, all first cards, then all second
    ones and so on. `play`: what all of them peg together. `hands`: what the hands score.
    """

    heels: Floats
    cards: tuple[tuple[Floats, ...], ...]
    play: tuple[Floats, ...]
    hands: tuple[Floats, ...]
    crib: Floats


@cache
def parts(seats: int, sides: int) -> Parts:
    """Return the parts of a deal at a table with these seats and sides."""
    with np.load(FOLDER / "parts.npz") as stored:
        cells = stored[f"{seats}_{sides}"].astype(np.float64)
    rows = [row[: int(row.nonzero()[0][-1]) + 1] / row.sum() for row in cells]
    rounds = [tuple(rows[first : first + seats]) for first in range(0, len(rows) - 1, seats)]
    *cards, play, hands = rounds
    return Parts(np.array([12 / 13, 0.0, 1 / 13]), tuple(cards), play, hands, rows[-1])


def play_features(rows: Sequence[Sequence[int]]) -> Floats:
    """Return the inputs of the estimate of the play, a row for each hand.

    They are a constant, how often each rank is held, and how often each pair of ranks, including pairs of the same
    rank.
    """
    counts = np.array([counts_of(ranks) for ranks in rows], dtype=np.float64)
    one, two = np.array(PAIRS).T - 1
    both = np.where(one == two, counts[:, one] * (counts[:, one] - 1) / 2, counts[:, one] * counts[:, two])
    return np.concatenate((np.ones((len(rows), 1)), counts, both), axis=1)


@cache
def _play() -> dict[str, Floats]:
    with np.load(FOLDER / "play.npz") as stored:
        return {name: stored[name].astype(np.float64) for name in stored.files}


def play_estimate(seats: int, sides: int, place: int, rows: Sequence[Sequence[int]]) -> Floats:
    """Return what hands of these ranks are likely to peg for their side, minus the average of the other sides.

    `place` is the seat's place from the dealer's left, the dealer's the last. At a table of two every hand has been
    played out; at larger ones it is a sum over ranks and pairs of ranks.
    """
    known = _play()[f"{seats}_{sides}"][place]
    more: Floats = known[_number_of_four(rows)] if seats == 2 else play_features(rows) @ known
    return more + average_play(seats, sides, place)


def _number_of_four(rows: Sequence[Sequence[int]]) -> Ints:
    """Return the numbers of hands of four in `FOURS`."""
    fours, order = _fours_by_key()
    found: Ints = order[np.searchsorted(fours, keys(np.array(rows)))]
    return found


@cache
def _fours_by_key() -> tuple[Ints, Ints]:
    sums = keys(_rows(4))
    order = np.argsort(sums)
    return sums[order], order


@cache
def average_play(seats: int, sides: int, place: int) -> float:
    """Return what the side of a place from the dealer's left pegs on average, minus the average of the other sides."""
    pegged = [float(chances @ np.arange(len(chances))) for chances in parts(seats, sides).play]
    by_side = [sum(pegged[side::sides]) for side in range(sides)]
    own = by_side.pop(place % sides)
    return own - sum(by_side) / len(by_side)


@cache
def dealers_chances() -> Floats:
    """Return the dealer's chance to win at a table of two before a deal, by what dealer and pone need: 0 to 121."""
    with np.load(FOLDER / "chances.npz") as stored:
        found: Floats = stored["dealer"].astype(np.float64) / WHOLE
        return found
