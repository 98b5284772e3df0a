"""Makes `series.npz`: where each series of cards leads with each rank, and what the card pegs.

Series with the same count that peg the same with whatever comes are one.
"""

import numpy as np

from game.strategy.ranks import Ints
from tests.reference.positions import START, Series
from tests.tables.files import store


def every() -> list[Series]:
    """Every series in which no rank comes five times in a row, the highest count first."""
    found, waiting = {START}, [START]
    while waiting:
        series = waiting.pop()
        for _, (_, after) in moves(series):
            if after not in found:
                found.add(after)
                waiting.append(after)
    return sorted(found, key=lambda series: (-series.count, series.tail, series.same))


def moves(series: Series) -> list[tuple[int, tuple[int, Series]]]:
    """Each rank that fits, with what it pegs and the series after it."""
    steps = [(rank, series.follow(rank)) for rank in range(1, 14) if series.same < 4 or series.tail[-1:] != (rank,)]
    return [(rank, step) for rank, step in steps if step]


Steps = tuple[tuple[int, int, int], ...]
"""The rank, what it pegs and the number of the series after it."""


def table() -> dict[str, Ints]:
    """`after` and `pegs` by series and rank, and `counts` by series."""
    numbers: dict[Series, int] = {START: 0}
    rows: dict[tuple[int, Steps], int] = {}
    for series in every():  # START comes last
        steps = tuple((rank, pegs, numbers[after]) for rank, (pegs, after) in moves(series))
        number = 0 if series is START else len(rows) + 1
        numbers[series] = rows.setdefault((series.count, steps), number)
    after = np.full((len(rows), 14), -1)
    pegs, counts = np.zeros_like(after), np.zeros(len(rows), dtype=np.int64)
    for (count, steps), number in rows.items():
        counts[number] = count
        for rank, points, following in steps:
            after[number, rank], pegs[number, rank] = following, points
    return {"after": after, "pegs": pegs, "counts": counts}


def make() -> None:
    """Compute everything and write the file."""
    small = {"after": np.int16, "pegs": np.int8, "counts": np.int8}
    store("series.npz", {name: array.astype(small[name]) for name, array in table().items()})
