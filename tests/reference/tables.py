"""What the reference player knows of the play and of the parts of a deal: the tables as they were."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from game.strategy.ranks import Floats
from game.strategy.stored import Parts, play_features

_FOLDER = Path(__file__).parent


@cache
def parts(seats: int, sides: int) -> Parts:
    """The parts of a deal at a table with these seats and sides."""
    with np.load(_FOLDER / "parts.npz") as stored:
        cells = stored[f"{seats}_{sides}"].astype(np.float64)
    rows = [row[: int(row.nonzero()[0][-1]) + 1] / row.sum() for row in cells]
    rounds = [tuple(rows[first : first + seats]) for first in range(0, len(rows) - 1, seats)]
    *cards, play, hands = rounds
    return Parts(np.array([12 / 13, 0.0, 1 / 13]), tuple(cards), play, hands, rows[-1])


@cache
def _play() -> dict[str, Floats]:
    with np.load(_FOLDER / "play.npz") as stored:
        return {name: stored[name].astype(np.float64) for name in stored.files}


def play_estimate(seats: int, sides: int, place: int, rows: Sequence[Sequence[int]]) -> Floats:
    """What hands of these ranks were thought to peg for their side, minus the average of the other sides."""
    found: Floats = play_features(rows) @ _play()[f"{seats}_{sides}"][place] + average_play(seats, sides, place)
    return found


def average_play(seats: int, sides: int, place: int) -> float:
    """What the side of a place pegs on average, minus the average of the other sides."""
    pegged = [float(chances @ np.arange(len(chances))) for chances in parts(seats, sides).play]
    by_side = [sum(pegged[side::sides]) for side in range(sides)]
    own = by_side.pop(place % sides)
    return own - sum(by_side) / len(by_side)
