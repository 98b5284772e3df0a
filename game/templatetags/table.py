"""Small things that the pages of a game say."""

from django import template

from game.table.words import Names

register = template.Library()


@register.simple_tag
def name_at(names: Names, seat: int) -> str:
    """What a seat is called."""
    return names[seat]
