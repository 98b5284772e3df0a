"""What the review of a game shows of a decision that games themselves do not know: its star, and exercises like it."""

from dataclasses import replace
from typing import Any

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from game.after.review_page import ShownDecision
from game.models import Game
from trainer.practice.addresses import Practice, of_spots_like
from trainer.progress import stars, words
from trainer.progress.words import StarLabel

register = template.Library()


@register.simple_tag(takes_context=True)
def star_in_review(context: dict[str, Any], game: Game, number: int) -> StarLabel | None:
    """Return the star of what the visitor decided in an action of a game, None if it was not theirs."""
    learner = context["request"].visitor.existing_learner()
    decision = stars.decided(learner, game, number) if learner else None
    return words.star_label(decision) if decision else None


@register.simple_tag(takes_context=True)
def practice_of(context: dict[str, Any], chosen: ShownDecision, seat: int) -> Practice | None:
    """Return the drill with spots like the one in which a seat, from 1, decided this, None if there is none. Its
    address names the decision, so that the drill can lead back to it."""
    found = chosen.spot.asked_of(of_spots_like)
    if found is None:
        return None
    name, match = ("shared_game", context["token"]) if context["shared"] else ("review", context["key"])
    decision = {"seat": seat, "decision": chosen.number, "deal": chosen.deal}
    review = f"{reverse(name, args=[match, context['number']])}?{urlencode(decision)}"
    return replace(found, url=f"{found.url}&{urlencode({'review': review})}")
