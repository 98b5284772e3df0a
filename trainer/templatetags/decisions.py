"""The star of a decision in the review of its game, which games themselves do not know."""

from typing import Any

from django import template

from game.models import Game
from trainer.progress import stars, words
from trainer.progress.words import StarLabel

register = template.Library()


@register.simple_tag(takes_context=True)
def star_in_review(context: dict[str, Any], game: Game, number: int) -> StarLabel | None:
    """Return the star of what the visitor decided in an action of a game, None if it was not theirs.

    Of two decisions it is that of one that can shine.
    """
    learner = context["request"].visitor.existing_learner()
    found = [words.star_label(decision) for decision in stars.decided(learner, game, number)] if learner else []
    return min(found, key=lambda star: bool(star.obstacle), default=None)
