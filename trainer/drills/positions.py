"""What the drills about a decision at a table share: constants, scores near the end of a game, and the grade of what is
given up."""

from collections.abc import Sequence
from random import Random

from game.engine.rules import Rules
from game.strategy.prospects import chance
from game.strategy.review import Grade, grade_of_loss

TARGET = 121
"""The points that win the game, unless the question names another target."""

_OPEN = 0.1
"""The least chance to win, and the least not to, of a seat that is asked near the end of a game between two. With more
seats the first is twice this by the number of seats."""


def scores_near_end(rng: Random, seats: int, dealer: int, among: Sequence[int]) -> tuple[int, ...]:
    """Return scores of a game, the first seat's own, that is still open for it: it may win, and may fail to."""
    rules = Rules(seats=seats, sides=seats)
    while True:
        scores = tuple(rng.choice(among) for _ in range(seats))
        if 2 * _OPEN / seats <= chance(rules, scores, dealer, 0) <= 1 - _OPEN:
            return scores


def grade_given_up(less: float, *, by_win: bool) -> Grade:
    """Return the grade of a choice that gives up points on average or, `by_win`, so much of the chance to win."""
    return grade_of_loss(0.0, less) if by_win else grade_of_loss(round(less, 2), None)
