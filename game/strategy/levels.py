"""The levels of bots as data: what each looks at, how much it overlooks, and how well it counts.

The strength of the levels is measured by `python -m tests.benchmarks.ladder`. How they play is in `bots.py`.
"""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How well a bot plays, the weakest first."""

    NOVICE = "novice"
    BEGINNER = "beginner"
    CASUAL = "casual"
    CLUB = "club"
    STRONG = "strong"
    EXPERT = "expert"


class LooksAt(StrEnum):
    """What a player looks at when discarding."""

    HELD = "held"
    HAND = "hand"
    CRIB = "crib"
    PLAY = "play"
    ALL = "all"


class Plays(StrEnum):
    """How a player chooses a card in the play."""

    POINTS = "points"
    REPLIES = "replies"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Skill:
    """The skill of a level.

    `overlooks` says how often scores go unseen in the discard and the play, see `eyes.py`. Who looks at all or searches
    overlooks nothing there. `miscounts` and `notices` are rates: of its own counts that are wrong, and of others' wrong
    claims that it sees.
    """

    looks_at: LooksAt
    plays: Plays
    overlooks: float
    miscounts: float
    notices: float


SKILLS = {
    Level.NOVICE: Skill(LooksAt.HELD, Plays.POINTS, 0.9, 0.25, 0.1),
    Level.BEGINNER: Skill(LooksAt.HELD, Plays.POINTS, 0.55, 0.18, 0.25),
    Level.CASUAL: Skill(LooksAt.HAND, Plays.POINTS, 0.33, 0.1, 0.5),
    Level.CLUB: Skill(LooksAt.CRIB, Plays.REPLIES, 0.3, 0.05, 0.75),
    Level.STRONG: Skill(LooksAt.PLAY, Plays.REPLIES, 0.02, 0.02, 0.9),
    Level.EXPERT: Skill(LooksAt.ALL, Plays.SEARCH, 0.0, 0.0, 1.0),
}

WINS = {Level.NOVICE: 40, Level.BEGINNER: 40, Level.CASUAL: 38, Level.CLUB: 42, Level.STRONG: 43}
"""About how many of 100 games each level wins against the next."""
