"""The score board in templates."""

from django import template

from game.boards import BoardStanding, Design, draw
from game.strip import strip as strip_of

register = template.Library()


@register.inclusion_tag("parts/board.html")
def board(design: str, standing: BoardStanding) -> dict[str, object]:
    """Return the context of a board. It is hidden from screen readers, because the scores are written beside it."""
    return {"drawing": draw(Design(design), standing)}


@register.inclusion_tag("parts/board.html#key")
def peg_key(side: int) -> dict[str, object]:
    """Return the context of a side's small peg, beside its name. It is hidden from screen readers."""
    return {"side": side}


@register.inclusion_tag("parts/board.html#strip")
def strip(standing: BoardStanding, own: int) -> dict[str, object]:
    """Return the context of the strip that a side plays in. It is hidden from screen readers, like the board."""
    return {"strip": strip_of(standing, own)}
