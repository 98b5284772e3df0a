"""Template filters for the pages of a game."""

from django import template

from game.table.words import Names

register = template.Library()


@register.simple_tag
def name_at(names: Names, seat: int) -> str:
    """Return the name of a seat."""
    return names[seat]
