"""Makes `parts.npz`: how the points of a deal are distributed by its parts, from games of experts among themselves."""

from multiprocessing import Pool

import numpy as np

from game.engine.rules import SIDES, Rules
from game.strategy.levels import Level
from game.strategy.ranks import Ints
from game.strategy.tournament import FULL_DEALS, DealPart, PlayedGame, Seated, play_game
from tests.tables.files import store

GAMES = {2: 5000, 3: 240, 4: 160, 5: 120, 6: 80}
"""How many games are played at a table of so many seats; of each the first deals count."""

_FAR = 999
"""A target for larger tables at which no early deal is cut off by the end; two players hardly get to 121 in them."""

_FIRST = 1_000_003
"""The seed of the first game; the others follow."""

_MOST = 61


def count(rules: Rules, played: list[PlayedGame]) -> Ints:
    """How often each part gave so many points: rows as `Parts` has them, cards by round, play, hands, crib."""
    seats, hand = rules.seats, rules.plan.hand
    found = np.zeros(((hand + 2) * seats + 1, _MOST), dtype=np.int64)
    for deal in (deal for game in played for deal in game.deals):
        rows = [0] * len(found)
        for (_, place, part, number), points in deal.items():
            if part is DealPart.PEGGING:
                rows[(number - 1) * seats + place] += points
                rows[hand * seats + place] += points
            elif part is DealPart.HAND:
                rows[(hand + 1) * seats + place] += points
            elif part is DealPart.CRIB:
                rows[-1] += points
        found[np.arange(len(found)), rows] += 1
    return found


def measure(seats: int, sides: int, games: int, level: Level = Level.EXPERT) -> Ints:
    """Play the first deals of so many games and count."""
    rules = Rules(seats=seats, sides=sides, target=121 if seats == 2 else _FAR)
    levels = (level,) * seats
    seated = [Seated(rules, levels, _FIRST + number, number % seats, deals=FULL_DEALS) for number in range(games)]
    with Pool() as pool:
        return count(rules, pool.map(play_game, seated, chunksize=4))


def make() -> None:
    """Compute everything and write the file."""
    stored = {
        f"{seats}_{sides}": measure(seats, sides, GAMES[seats]).astype(np.uint32)
        for seats, ways in SIDES.items()
        for sides in ways
    }
    store("parts.npz", stored)
