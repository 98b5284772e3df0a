"""Makes `discards.npz`: what sensible players throw, as a fixed point.

At a table of two: the dealer's best answers to the pone's throws and the pone's to the dealer's, in turn, until neither
changes anything. At larger tables, where each throws one card: best against others who throw so too.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from multiprocessing import Pool
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

from game.strategy.discards import other_throws
from game.strategy.ranks import Floats, Ints, keys, kinds_of, patterns, unseen
from game.strategy.stored import DEALER, PAIR_NUMBER, PAIRS, PONE, Ranked, Thrown
from tests.tables.files import store

SIXES = patterns(6)
SETTLED = 0.001
"""Points that a throw must gain to be preferred; without it near equals would change about for ever."""

_ROUNDS = 30
_DEALS = 50_000
_SINGLE_ROUNDS = 5


def throws(pattern: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """What a pattern of six can throw, as numbers of pairs, each with the four it keeps."""
    found = {}
    for places in combinations(range(6), 2):
        pair = tuple(pattern[place] for place in places)
        found[PAIR_NUMBER[pair]] = tuple(rank for place, rank in enumerate(pattern) if place not in places)
    return found


def hand_worth(kept: tuple[int, ...], left: Ints) -> float:
    """What four ranks are worth over the starters that are left."""
    worth = sum(int(left[rank - 1]) * sum(kinds_of(tuple(sorted((*kept, rank))))) for rank in _there(left))
    return worth / int(left.sum())


def _there(left: Ints) -> Iterator[int]:
    return (rank for rank in range(1, 14) if left[rank - 1])


def crib_kinds() -> Ints:
    """The points of a crib by its two pairs and the starter's rank, for fifteens, runs and pairs."""
    found: Ints = np.zeros((3, len(PAIRS), len(PAIRS), 13), dtype=np.int64)
    for (one, first), (two, second) in combinations_with_replacement(enumerate(PAIRS), 2):
        for rank in range(1, 14):
            cards = tuple(sorted((*first, *second, rank)))
            if max(map(cards.count, cards)) <= 4:
                found[:, one, two, rank - 1] = found[:, two, one, rank - 1] = kinds_of(cards)
    return found


def hand_values() -> list[dict[int, float]]:
    """For each pattern of six, what it keeps is worth for each pair thrown."""
    with Pool() as pool:
        return pool.map(_hand_values, SIXES, chunksize=500)


def _hand_values(pattern: tuple[int, ...]) -> dict[int, float]:
    left = unseen(pattern)
    return {pair: hand_worth(kept, left) for pair, kept in throws(pattern).items()}


def throw_values(pattern: tuple[int, ...], role: int, hands: dict[int, float], other: Thrown, cribs: Ints) -> Floats:
    """What a pattern of six is worth for each pair it can throw, in the order of `hands`."""
    chances = other_throws(other, unseen(pattern))
    sign = 1 if role == DEALER else -1
    return np.array([worth + sign * float((cribs[pair] * chances).sum()) for pair, worth in hands.items()])


def _answers(task: tuple[int, Ints, Ints, dict[tuple[int, ...], tuple[int, dict[int, float]]]]) -> list[int]:
    role, others, cribs, hands = task
    other, found = Thrown.of(others), []
    for pattern, (now, worth) in hands.items():
        values = throw_values(pattern, role, worth, other, cribs)
        pairs = list(worth)
        better = values.max() - values[pairs.index(now)] > SETTLED
        found.append(pairs[int(values.argmax())] if better else now)
    return found


def answers(role: int, pairs: Ints, cribs: Ints, hands: list[dict[int, float]]) -> Ints:
    """What each pattern of six throws in a role, against what the other role throws: as before, or what is better."""
    known = list(zip(SIXES, zip(pairs[role].tolist(), hands, strict=True), strict=True))
    tasks = [(role, pairs[1 - role], cribs, dict(known[first : first + 1500])) for first in range(0, len(known), 1500)]
    with Pool() as pool:
        return np.array([pair for part in pool.map(_answers, tasks, chunksize=1) for pair in part])


def fixed_point(cribs: Ints, hands: list[dict[int, float]]) -> Ints:
    """What dealer and pone throw when neither gains by throwing anything else."""
    pairs = np.array([[max(worth, key=lambda pair: worth[pair]) for worth in hands]] * 2)
    for _ in range(_ROUNDS):
        before = pairs.copy()
        for role in (DEALER, PONE):
            pairs[role] = answers(role, pairs, cribs, hands)
        if (before == pairs).all():
            return pairs
    raise RuntimeError("the discards do not settle")


# ------------------------------------------------------------------------------------- tables of three and more


def ranked(size: int) -> Ranked:
    """Every pattern of five or six ranks with its worth; nothing is known yet of what it throws."""
    rows = patterns(size)
    sums = keys(np.array(rows))
    order = np.argsort(sums)
    kinds = np.array([kinds_of(rows[number]) for number in order])
    return Ranked(sums[order], kinds, np.zeros((2, len(rows)), dtype=np.int64))


def singles(tables: dict[int, Ranked]) -> None:
    """Fill in what each pattern of five, and of six, throws where every player throws one card."""
    _settle_singles(tables, dealt=5, others=3)
    _settle_singles(tables, dealt=6, others=4)


def _settle_singles(tables: dict[int, Ranked], dealt: int, others: int) -> None:
    """Best throws against the best throws of the round before; the first round looks at the hand alone."""
    rows = np.array(sorted(patterns(dealt), key=lambda row: int(keys(np.array(row)))))
    hands = np.array([_kept_worth(tuple(row), tables[dealt]) for row in rows.tolist()])
    thrown = tables[dealt].thrown
    thrown[:] = rows[np.arange(len(rows)), hands.argmax(axis=1)]
    rng = np.random.default_rng(1)
    for _ in range(_SINGLE_ROUNDS):
        cribs = [_single_cribs(tables, dealt, others, role, rng) for role in (DEALER, PONE)]
        for role, sign in ((DEALER, 1), (PONE, -1)):
            values = hands + sign * cribs[role][rows]
            thrown[role] = rows[np.arange(len(rows)), values.argmax(axis=1)]


def _kept_worth(row: tuple[int, ...], table: Ranked) -> list[float]:
    """What is kept of a pattern is worth, for each place thrown."""
    left = unseen(row)
    there = np.flatnonzero(left) + 1
    found = []
    for place in range(len(row)):
        kept = row[:place] + row[place + 1 :]
        full = table.points[table.find(np.array([(*kept, rank) for rank in there]))]
        found.append(float(full @ left[there - 1]) / int(left.sum()))
    return found


def _single_cribs(tables: dict[int, Ranked], dealt: int, others: int, role: int, rng: np.random.Generator) -> Floats:
    """What a crib is worth on average with each rank thrown into it, in a role: 14 numbers, the first for no rank."""
    packs = rng.permuted(np.tile(np.arange(52), (_DEALS, 1)), axis=1) // 4 + 1
    roles = [PONE] * others if role == DEALER else [DEALER] + [PONE] * (others - 1)
    given = []
    for seat, theirs in enumerate(roles):
        table = tables[dealt]
        given.append(table.thrown[theirs][table.find(packs[:, seat * dealt : (seat + 1) * dealt])])
    rest = np.column_stack((*given, packs[:, others * dealt]))
    found = np.zeros(14)
    for rank in range(1, 14):
        possible = rest[(rest == rank).sum(axis=1) < 4]
        table = tables[possible.shape[1] + 1]
        rows = np.column_stack((possible, np.full(len(possible), rank)))
        found[rank] = table.points[table.find(rows)].mean()
    return found


def make() -> None:
    """Compute everything and write the file."""
    tables = {size: ranked(size) for size in (5, 6)}
    singles(tables)
    cribs = crib_kinds()
    pairs = fixed_point(cribs.sum(axis=0, dtype=np.int64), hand_values())
    stored: dict[str, NDArray[Any]] = {"pairs": pairs.astype(np.uint8), "cribs": cribs.astype(np.uint8)}
    for size, table in tables.items():
        stored |= {
            f"sums_{size}": table.sums,
            f"kinds_{size}": table.kinds.astype(np.uint8),
            f"thrown_{size}": table.thrown.astype(np.uint8),
        }
    store("discards.npz", stored)
