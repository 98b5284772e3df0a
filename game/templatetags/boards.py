"""The score board in templates."""

from dataclasses import replace
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from game.boards import BoardStanding, Design, draw
from game.lanes import lanes as lanes_of

register = template.Library()


@register.inclusion_tag("parts/board.html")
def board(design: str, standing: BoardStanding) -> dict[str, object]:
    """Return the context of a board. It is hidden from screen readers, because the scores are written beside it."""
    drawing, none = draw(Design(design), standing), (0,) * len(standing.scores)
    begun = replace(standing, scores=none, previous=none, moves=none, match=none if standing.match else ())
    return {"drawing": drawing, "ground": _ground(drawing.design, begun)}


@lru_cache(maxsize=256)
def _ground(design: Design, begun: BoardStanding) -> SafeString:
    """Return the wood, holes, lines and numbers of a board, which stay the same while a game is played."""
    return render_to_string("parts/board.html#ground", {"drawing": draw(design, begun)})


@register.inclusion_tag("parts/board.html#key")
def peg_key(side: int) -> dict[str, object]:
    """Return the context of a side's small peg, beside its name. It is hidden from screen readers."""
    return {"side": side}


@register.inclusion_tag("parts/board.html#lanes")
def lanes(standing: BoardStanding, own: int, lead: str = "") -> dict[str, object]:
    """Return the context of the lanes that a side plays in, and of who leads. The drawing is hidden from screen
    readers, like the board."""
    return {"lanes": lanes_of(standing, own), "lead": lead}
