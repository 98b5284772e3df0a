"""Discards in words: the kinds of points in a hand and a crib, and signed numbers."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from game.engine.scoring import Kind
from game.words import terms

KINDS: dict[Kind, Promise] = {
    Kind.FIFTEEN: gettext_lazy("fifteens"),
    Kind.RUN: gettext_lazy("runs"),
    Kind.PAIR: gettext_lazy("pairs"),
    Kind.FLUSH: pgettext_lazy("kind of points", "flush"),
    Kind.NOBS: pgettext_lazy("kind of points", "nobs"),
}
"""The names of the kinds of points, in the order in which they are counted."""


def signed(points: float) -> str:
    """Return hundredths of points as a number with its sign: "+1.42", "−0.30"."""
    return terms.signed(points, 2)
