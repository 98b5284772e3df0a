"""The classes of hands in words, shared by the drills about a count."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from trainer.drills.hands import CRIBS, FOUR_FLUSHED_CRIBS, HandClass

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

CLASS_NAMES: dict[HandClass, "StrOrPromise"] = {
    HandClass.NOTHING: gettext_lazy("Nothing"),
    HandClass.FIFTEENS: gettext_lazy("Fifteens and pairs"),
    HandClass.RUN: gettext_lazy("A run"),
    HandClass.DOUBLE_RUN: gettext_lazy("A double run"),
    HandClass.PAIR_ROYAL: gettext_lazy("A pair royal"),
    HandClass.FLUSH: gettext_lazy("A flush"),
    HandClass.NOBS: gettext_lazy("His nob"),
    HandClass.SEVERAL: gettext_lazy("Several at once"),
}
CLASS_EXPLANATIONS: dict[HandClass, "StrOrPromise"] = {
    HandClass.NOTHING: gettext_lazy("Not a single point: the hand players call “nineteen”."),
    HandClass.FIFTEENS: gettext_lazy("Fifteens or pairs, or both, and nothing else."),
    HandClass.RUN: gettext_lazy("A run of three, four or five, with whatever fifteens and pairs come along."),
    HandClass.DOUBLE_RUN: gettext_lazy("A run with a pair in it, or a triple or double-double run."),
    HandClass.PAIR_ROYAL: gettext_lazy("Three or four of a kind, and no run."),
    HandClass.FLUSH: gettext_lazy("All the cards of the hand in one suit; in the crib the starter too."),
    HandClass.NOBS: gettext_lazy("The jack of the starter’s suit, beside fifteens and pairs."),
    HandClass.SEVERAL: gettext_lazy("Two or more of these at once, such as a double run with his nob."),
}


def share_of_cribs() -> str:
    """Return the sentences that say how many of the questions are cribs, and how many of these look like a flush."""
    said = _(
        "Of a hundred questions, %(share)s are cribs, and are marked as cribs. %(flushes)s of these have four cards of"
        " one suit, and a starter of another: no flush."
    )
    return said % {"share": CRIBS, "flushes": FOUR_FLUSHED_CRIBS}
