"""What the review of a game shows of a decision that games themselves do not know: its star, and exercises like it."""

from typing import Any

from django import template

from game.after.review_page import Spot
from game.models import Game
from trainer.practice.addresses import of_spots_like
from trainer.progress import stars, words
from trainer.progress.words import StarLabel

register = template.Library()


@register.simple_tag(takes_context=True)
def star_in_review(context: dict[str, Any], game: Game, number: int) -> StarLabel | None:
    """Return the star of what the visitor decided in an action of a game, None if it was not theirs."""
    learner = context["request"].visitor.existing_learner()
    decision = stars.decided(learner, game, number) if learner else None
    return words.star_label(decision) if decision else None


@register.simple_tag
def practice_of(spot: Spot) -> str:
    """Return the address that starts a drill with spots like the one in which this was decided, "" if none does."""
    return spot.asked_of(of_spots_like)
