"""The boxes of the itemising drill."""

from typing import Any

from django import template
from django.template import Context

from trainer.drills.itemise import page as itemise_page

register = template.Library()


@register.inclusion_tag("trainer/drills/itemise.html#boxes", takes_context=True)
def item_boxes(context: Context, typed: str, error: str) -> dict[str, Any]:
    """A box for each kind of item, with what was `typed` put back; the first that is wrong has the focus."""
    return {"boxes": itemise_page.boxes(typed, faulty=bool(error)), "error": error, "focus": context["focus"]}
