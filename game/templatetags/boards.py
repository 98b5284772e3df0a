"""The score board in templates."""

from typing import Any

from django import template

from game.boards import BoardStanding, Design, draw

register = template.Library()


@register.inclusion_tag("parts/board.html")
def board(design: str, standing: BoardStanding) -> dict[str, Any]:
    """The board of the design of this name as the game stands: for the eye only, the scores stand beside it."""
    return {"drawing": draw(Design(design), standing)}


@register.inclusion_tag("parts/board.html#key")
def peg_key(side: int) -> dict[str, Any]:
    """A side's peg, small, to stand beside its name: for the eye only."""
    return {"side": side}
