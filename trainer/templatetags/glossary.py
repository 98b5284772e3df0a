"""A word of the glossary that opens where it is read."""

from django import template
from django.utils.translation import get_language

from trainer import glossary

register = template.Library()


@register.inclusion_tag("parts/word.html")
def word_card(slug: str) -> dict[str, glossary.Word]:
    """Return the context of the card that explains a word, which a button on the page opens."""
    return {"word": glossary.words(get_language() or glossary.SOURCE)[slug]}
