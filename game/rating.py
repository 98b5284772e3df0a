"""The rating of a person: what `game.strategy.strength` says by the games that count, stored game by game.

A game counts if it was played to its end with bots alone, without a hint or a warning.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db.models import Exists

from game.engine.play import Over
from game.models import Help, Rating
from game.strategy.levels import Level
from game.strategy.strength import Strength

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

LATEST = 50
"""The most games of a curve."""


def add(learner: int, game: int, over: Over, place: int, levels: Mapping[int, Level]) -> None:
    """Add a game that a learner has finished, if it counts. To be called in a transaction."""
    rules = over.table.rules
    if len(levels) < rules.seats - 1:
        return
    people = get_user_model().objects.select_for_update(of=("self",)).select_related("rating")
    person = people.annotate(helped=Exists(Help.objects.filter(game=game, seat=place))).get(pk=learner)
    if not person.helped:
        row = getattr(person, "rating", None) or Rating(learner=person)
        _put(row, strength_of(row).after(rules, over.table.scores, place, levels), 1)


def join(kept: Rating, other: Rating) -> None:
    """Add to a rating that of the same person under another name."""
    _put(kept, strength_of(kept).joined(strength_of(other)), other.games)


def _put(row: Rating, now: Strength, games: int) -> None:
    row.strength, row.error, row.games = now.mean, now.error, row.games + games
    row.curve = [*row.curve, [round(now.mean), round(now.error)]][-LATEST:]
    row.save()


def strength_of(row: Rating | None) -> Strength:
    """Return the strength that a rating holds; None is somebody unknown."""
    return Strength(row.strength, row.error) if row and row.games else Strength()


def matched(learner: "Learner | None") -> Level:
    """Return the level with which a learner's games are the most even today."""
    return strength_of(Rating.objects.filter(learner=learner).first() if learner else None).nearest
