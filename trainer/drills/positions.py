"""What the drills about a decision at a table share: constants, and the grade of what is given up."""

from game.strategy.review import Grade, grade_of_loss

TARGET = 121
"""The points that win the game, unless the question names another target."""

POINT = 0.02
"""The chance to win that a point is worth early in a game. Losses near the end are converted into such points."""


def grade_given_up(less: float, *, by_win: bool) -> Grade:
    """Return the grade of a choice that gives up points on average or, `by_win`, so much of the chance to win."""
    return grade_of_loss(0.0, less) if by_win else grade_of_loss(round(less, 2), None)
