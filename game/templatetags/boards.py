"""The score board in templates."""

from django import template

from game.boards import BoardStanding, Design, draw
from game.lanes import lanes as lanes_of

register = template.Library()


@register.inclusion_tag("parts/board.html")
def board(design: str, standing: BoardStanding) -> dict[str, object]:
    """Return the context of a board. It is hidden from screen readers, because the scores are written beside it."""
    return {"drawing": draw(Design(design), standing)}


@register.inclusion_tag("parts/board.html#key")
def peg_key(side: int) -> dict[str, object]:
    """Return the context of a side's small peg, beside its name. It is hidden from screen readers."""
    return {"side": side}


@register.inclusion_tag("parts/board.html#lanes")
def lanes(standing: BoardStanding, own: int, lead: str = "") -> dict[str, object]:
    """Return the context of the lanes that a side plays in, and of who leads. The drawing is hidden from screen
    readers, like the board."""
    return {"lanes": lanes_of(standing, own), "lead": lead}
