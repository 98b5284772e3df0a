"""Template tags for decisions of games: the drill that practises such spots, and the star that brings one back."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse

from game.after.review import Decision
from game.engine.play import State
from game.models import Game
from trainer.drills.registry import DRILLS
from trainer.progress import stars, words
from trainer.progress.words import StarLabel

register = template.Library()


@register.simple_tag
def practice_of(decision: Decision, state: State) -> str:
    """Return the address at which spots like the one in which this was decided are practised, "" if there is none."""
    settings = ((slug, drill.spots_like(decision, state)) for slug, drill in DRILLS.items())
    addresses = (f"{reverse('start', args=[slug])}?{urlencode(found)}" for slug, found in settings if found is not None)
    return next(addresses, "")


@register.simple_tag(takes_context=True)
def star_of(context: dict[str, Any], game: Game, number: int) -> StarLabel | None:
    """Return the star of what the visitor decided in an action of a game, None if it was not theirs.

    Of two decisions it is that of one that can shine.
    """
    learner = context["request"].visitor.existing_learner()
    found = [words.star_of(decision) for decision in stars.decided(learner, game, number)] if learner else []
    return min(found, key=lambda star: bool(star.obstacle), default=None)
