"""Constants shared by the drills about a decision at a table."""

TARGET = 121
"""The points that win the game, unless the question names another target."""

POINT = 0.02
"""The chance to win that a point is worth early in a game. Losses near the end are converted into such points."""
