"""Makes `parts.npz`: how the points of a deal are distributed by its parts, from games of experts among themselves."""

from multiprocessing import Pool

import numpy as np

from game.engine.rules import SIDES, Rules
from game.strategy.levels import Level
from game.strategy.ranks import Ints
from game.strategy.stored import store
from game.strategy.tournament import FULL_DEALS, Part, Played, Seated, play_game

_TARGET = 999
"""So far away that no deal is cut off by the end, and none played for it."""

_MOST = 61


def count(rules: Rules, played: list[Played]) -> Ints:
    """How often each part gave so many points: rows as `Parts` has them, cards by round, play, hands, crib."""
    seats, hand = rules.seats, rules.plan.hand
    found = np.zeros(((hand + 2) * seats + 1, _MOST), dtype=np.int64)
    for deal in (deal for game in played for deal in game.deals):
        rows = [0] * len(found)
        for (_, place, part, number), points in deal.items():
            if part is Part.PEGGING:
                rows[(number - 1) * seats + place] += points
                rows[hand * seats + place] += points
            elif part is Part.HAND:
                rows[(hand + 1) * seats + place] += points
            elif part is Part.CRIB:
                rows[-1] += points
        found[np.arange(len(found)), rows] += 1
    return found


def measure(rules: Rules, games: int, level: Level = Level.EXPERT) -> Ints:
    """Play the first deals of so many games and count."""
    agreed = Rules(seats=rules.seats, sides=rules.sides, target=_TARGET)
    levels = (level,) * rules.seats
    seated = [Seated(agreed, levels, seed, seed % rules.seats, deals=FULL_DEALS) for seed in range(games)]
    with Pool() as pool:
        return count(rules, pool.map(play_game, seated, chunksize=4))


def make(games: int = 1500) -> None:
    """Compute everything and write the file."""
    stored = {
        f"{seats}_{sides}": measure(Rules(seats=seats, sides=sides), games).astype(np.uint32)
        for seats, ways in SIDES.items()
        for sides in ways
    }
    store("parts.npz", stored)
