"""The rating of a person: what `game.strategy.strength` says by the games that count, stored game by game.

A game counts if it was played to its end with bots alone, without a hint or a warning that was followed.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model

from game.engine.play import Over
from game.models import Help, Rating
from game.strategy.levels import Level
from game.strategy.strength import Strength

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

LATEST = 50
"""The most games of a curve."""

ENOUGH = 10
"""From so many games on a strength is shown. Before that it may be off by most of the scale."""


def add(learner: int, game: int, over: Over, place: int, levels: Mapping[int, Level]) -> None:
    """Add a game that a learner has finished, if it counts. To be called in a transaction."""
    rules = over.table.rules
    if len(levels) < rules.seats - 1 or Help.taken(game, place):
        return
    people = get_user_model().objects.select_for_update()
    list(people.filter(pk=learner).values_list("pk"))  # on its own: a query sees what stood when it began to wait
    row = Rating.objects.filter(learner=learner).first() or Rating(learner_id=learner)
    now = strength_of(row).after(rules, over.table.scores, place, levels)
    _put(row, now, row.games + 1, row.curve)


def join(kept: Rating, other: Rating) -> None:
    """Add to a rating that of the same person under another name, whose games come last in the curve."""
    now = strength_of(kept).joined(strength_of(other))
    _put(kept, now, kept.games + other.games, [*kept.curve, *other.curve[:-1]])


def _put(row: Rating, now: Strength, games: int, before: list[list[int]]) -> None:
    row.strength, row.error, row.games = now.mean, now.error, games
    row.curve = [*before, [round(now.mean), round(now.error)]][-LATEST:]
    row.save()


def strength_of(row: Rating | None) -> Strength:
    """Return the strength that a rating holds; None is somebody unknown."""
    return Strength(row.strength, row.error) if row and row.games else Strength()


def matched(learner: "Learner | None") -> Level:
    """Return the level with which a learner's games are the most even today."""
    return strength_of(Rating.objects.filter(learner=learner).first() if learner else None).nearest
