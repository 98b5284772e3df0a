"""Sentences about classes: why somebody cannot join, and how members did in a run that was set."""

from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.models import Challenge
from trainer.classes.classrooms import CLASSES, MEMBERS, SET, ClassFault, Outcome
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.practice.words import given_up


def fault(fault: ClassFault) -> str:
    """Return why something is refused."""
    match fault:
        case ClassFault.NO_SUCH_CODE:
            return _("No class has this code. Look again: it has neither 0 nor O, and no 1, I or L.")
        case ClassFault.FULL:
            return _("This class is full: it has %(most)s members.") % {"most": MEMBERS}
        case ClassFault.NAME_TAKEN:
            return _("Somebody in this class has that name already. Choose another.")
        case ClassFault.OWN_CLASS:
            return _("You organise this class, so you cannot be a member of it too.")
        case ClassFault.TOO_MANY_CLASSES:
            return _("You organise %(most)s classes: close one before you start another.") % {"most": CLASSES}
        case ClassFault.TOO_MANY_SET:
            return _("%(most)s runs are open in this class: cancel one before you set another.") % {"most": SET}
        case ClassFault.TOO_MANY_CHALLENGES:
            return _("%(most)s games are set for this class: take one back before you set another.") % {"most": SET}
        case _:
            assert_never(fault)


def best(settings: Settings, outcome: Outcome) -> str:
    """Return the best of somebody's tries: right answers, points, or the points that a round gave up."""
    if settings.mode is Mode.ROUND:
        return given_up(outcome.best)
    number = round(outcome.best)
    if settings.mode is Mode.CLOCK:
        return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}
    return ngettext("%(n)s right", "%(n)s right", number) % {"n": number}


def tries(number: int) -> str:
    """Return the number of tries."""
    return ngettext("%(n)s try", "%(n)s tries", number) % {"n": number}


def challenge_stage(challenge: Challenge, over: bool | None) -> str:
    """Return how far a reader is with a challenge: `over` is whether they have finished it, None before they begin.

    That is "" where they can begin.
    """
    if over is not None:
        return pgettext("challenge", "played") if over else _("not finished")
    return "" if challenge.is_open else _("withdrawn")
