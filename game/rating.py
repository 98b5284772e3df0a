"""How strong a person plays, by the results of their games against bots.

The method is the model of Plackett and Luce as openskill has it, with bots as players whose strength is known: levels
win against each other in even steps (BOTS.md), so a novice has 100 and the expert 600. A game counts if it was played
to its end with bots alone, without a hint or a warning.
"""

from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce, PlackettLuceRating

from game.engine.play import Over
from game.engine.rules import STANDARD
from game.models import Help, Rating
from game.strategy.levels import Level

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

STRENGTHS = {level: 100.0 * number for number, level in enumerate(Level, 1)}
"""The strength of each level."""

USUAL, UNSURE = STRENGTHS[Level.CASUAL], 250.0
"""The strength of somebody of whom nothing is known, and its standard error."""

WEAKEST, STRONGEST = 0.0, 700.0
"""The bounds of strength: beyond them bots measure nothing."""

LATEST = 50
"""The most games of a curve."""

_CHANCE = 165.0
"""How far chance moves each side in a game to 121: so far that a level wins 40 games in 100 against the next."""

_LEARNS = 10.0
"""The standard error that each game adds, because people get better."""

_SHORTEST = 31


def rated(strength: float, error: float, over: Over, place: int, levels: Mapping[int, Level]) -> tuple[float, float]:
    """Return the strength and standard error of the person in a seat after a game with bots in all the others.

    Chance counts for more in a shorter game.
    """
    rules, scores = over.table.rules, over.table.scores
    chance = _CHANCE * sqrt(STANDARD.target / max(*scores, _SHORTEST))
    model = PlackettLuce(beta=chance, gamma=_whole, tau=_LEARNS)
    sides: list[list[PlackettLuceRating]] = [[] for _ in range(rules.sides)]
    for seat in range(rules.seats):
        mu, sigma = (strength, error) if seat == place else (STRENGTHS[levels[seat]], 1.0)
        sides[rules.side_of(seat)].append(model.rating(mu=mu, sigma=sigma, name=str(seat)))
    after = model.rate(sides, scores=[float(score) for score in scores])
    own = next(one for one in after[rules.side_of(place)] if one.name == str(place))
    return min(max(own.mu, WEAKEST), STRONGEST), own.sigma


def _whole(*_of: object) -> float:
    """Let a game narrow the error by all that it tells."""
    return 1.0


def add(learner: int, game: int, over: Over, place: int, levels: Mapping[int, Level]) -> None:
    """Add a game that a learner has finished, if it counts. To be called in a transaction."""
    if len(levels) < over.table.rules.seats - 1 or Help.objects.filter(game=game, seat=place).exists():
        return
    unknown = {"strength": USUAL, "error": UNSURE}
    row, _ = Rating.objects.select_for_update().get_or_create(learner_id=learner, defaults=unknown)
    row.strength, row.error = rated(row.strength, row.error, over, place, levels)
    row.games += 1
    row.curve = [*row.curve, [round(row.strength), round(row.error)]][-LATEST:]
    row.save()


def unite(one: Rating, other: Rating) -> None:
    """Add to one person's rating what another's says of the same person."""
    usual, first, second = (error**-2 for error in (UNSURE, one.error, other.error))
    weight = max(first + second - usual, usual)
    strength = (one.strength * first + other.strength * second - USUAL * usual) / weight
    one.strength, one.error = min(max(strength, WEAKEST), STRONGEST), weight**-0.5
    one.games += other.games
    one.curve = [*one.curve, [round(one.strength), round(one.error)]][-LATEST:]


def margin(error: float) -> int:
    """Return how far a strength with this standard error may be off, in 19 cases of 20."""
    return round(1.96 * error)


def nearest(rating: Rating | None) -> Level:
    """Return the level whose games with this person are the most even."""
    strength = rating.strength if rating else USUAL
    return min(Level, key=lambda level: abs(STRENGTHS[level] - strength))


def nearest_to(learner: "Learner | None") -> Level:
    """Return the level whose games with a learner are the most even, the usual one for somebody unknown."""
    return nearest(Rating.objects.filter(learner=learner).first() if learner else None)
