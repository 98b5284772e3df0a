"""The levels of bots as data: what each looks at, how exactly it judges, and how well it counts.

The strength of the levels is measured with `manage.py tournament`. How they play is in `bots.py`.
"""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How well a bot plays."""

    BEGINNER = "beginner"
    CASUAL = "casual"
    CLUB = "club"
    EXPERT = "expert"


class LooksAt(StrEnum):
    """What a player looks at when discarding."""

    HELD = "held"
    HAND = "hand"
    CRIB = "crib"
    ALL = "all"


class Plays(StrEnum):
    """How a player chooses a card in the play."""

    POINTS = "points"
    REPLIES = "replies"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Skill:
    """The skill of a level.

    `away_slip` and `play_slip` are standard deviations, in points, of its errors of judgement in the discard and the
    play. `miscounts` and `notices` are rates: of its own counts that are wrong, and of others' wrong claims that it
    sees.
    """

    looks_at: LooksAt
    away_slip: float
    plays: Plays
    play_slip: float
    miscounts: float
    notices: float


SKILLS = {
    Level.BEGINNER: Skill(LooksAt.HELD, 1.55, Plays.POINTS, 1.35, 0.20, 0.2),
    Level.CASUAL: Skill(LooksAt.HAND, 0.8, Plays.POINTS, 0.6, 0.10, 0.5),
    Level.CLUB: Skill(LooksAt.CRIB, 0.3, Plays.REPLIES, 0.3, 0.03, 0.85),
    Level.EXPERT: Skill(LooksAt.ALL, 0.0, Plays.SEARCH, 0.0, 0.0, 1.0),
}
