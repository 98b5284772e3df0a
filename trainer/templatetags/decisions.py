"""The star of a decision in the review of its game, which games themselves do not know."""

from typing import Any

from django import template

from game.models import Game
from trainer.progress import stars, words
from trainer.progress.words import StarLabel

register = template.Library()


@register.simple_tag(takes_context=True)
def star_in_review(context: dict[str, Any], game: Game, number: int) -> StarLabel | None:
    """Return the star of what the visitor decided in an action of a game, None if it was not theirs."""
    learner = context["request"].visitor.existing_learner()
    decision = stars.decided(learner, game, number) if learner else None
    return words.star_label(decision) if decision else None
