"""Words shared by the drills about a decision at a table."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from game.words.terms import decimal


def chance(part: float) -> str:
    """Format a chance between 0 and 1 as a percentage: "54.3%"."""
    return pgettext("a chance", "%(n)s%%") % {"n": decimal(100 * part, 1)}


def scores_aloud(scores: Sequence[tuple[str, int]], target: int) -> str:
    """Return names with their scores, and the target; "" where there are none."""
    if not scores:
        return ""
    listed = _(", ").join(_("%(name)s %(score)s") % {"name": name, "score": score} for name, score in scores)
    return _("The scores: %(scores)s. The game is to %(target)s.") % {"scores": listed, "target": target}
