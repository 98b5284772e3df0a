"""How strong a person plays, by the results of games against bots.

The method is the model of Plackett and Luce as openskill has it, with bots as players whose strength is known: levels
win against each other in even steps (BOTS.md), so a novice has 100 and the expert 600.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from openskill.models import PlackettLuce, PlackettLuceRating

from game.engine.rules import STANDARD, Rules
from game.strategy.levels import Level

STRENGTHS = {level: 100.0 * number for number, level in enumerate(Level, 1)}
"""The strength of each level."""

_WEAKEST, _STRONGEST = 0.0, 700.0
"""The bounds of strength: beyond them bots measure nothing."""

CHANCE = 175.0
"""How far chance moves each side in a game to 121: so far that a level wins 40 games in 100 against the next."""

_LEARNS = 10.0
"""The standard error that each game adds, because people get better."""

_SHORTEST = 31
_SURE = 1e-3


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong somebody plays, and the standard error of that; without games what may be thought of anybody."""

    mean: float = STRENGTHS[Level.CASUAL]
    error: float = 250.0

    @property
    def margin(self) -> float:
        """Return how far it may be off, in 19 cases of 20."""
        return 1.96 * self.error

    @property
    def nearest(self) -> Level:
        """Return the level with which games are the most even."""
        return min(Level, key=lambda level: abs(STRENGTHS[level] - self.mean))

    def after(self, rules: Rules, scores: Sequence[int], place: int, levels: Mapping[int, Level]) -> "Strength":
        """Return the strength after a game from a seat, with bots in all the others.

        Chance counts for more in a shorter game.
        """
        chance = CHANCE * sqrt(STANDARD.target / max(*scores, _SHORTEST))
        model = PlackettLuce(beta=chance, gamma=_whole, tau=_LEARNS)
        sides: list[list[PlackettLuceRating]] = [[] for _ in range(rules.sides)]
        for seat in range(rules.seats):
            mean, error = (STRENGTHS[levels[seat]], _SURE) if seat in levels else (self.mean, self.error)
            sides[rules.side_of(seat)].append(model.rating(mu=mean, sigma=error, name=str(seat)))
        rated = model.rate(sides, scores=[float(score) for score in scores])
        own = next(player for player in rated[rules.side_of(place)] if player.name == str(place))
        return Strength(_bounded(own.mu), own.sigma)

    def joined(self, other: "Strength") -> "Strength":
        """Return the strength by these games and by other games of the same person."""
        usual, own, others = (Strength().error ** -2, self.error**-2, other.error**-2)
        known = max(own + others - usual, usual)
        mean = (self.mean * own + other.mean * others - Strength().mean * usual) / known
        return Strength(_bounded(mean), known**-0.5)


def _whole(*_of: object) -> float:
    """Let a game narrow the error by all that it tells."""
    return 1.0


def _bounded(mean: float) -> float:
    return min(max(mean, _WEAKEST), _STRONGEST)
