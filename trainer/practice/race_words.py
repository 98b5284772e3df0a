"""Races in words: why something cannot be done, and how somebody did."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from trainer.drills.settings import Settings
from trainer.models import Race
from trainer.practice.races import MOST, MOST_OPEN, Place, RaceFault, is_deserted
from trainer.practice.rules import PENALTY
from trainer.practice.words import breaking_after_commas, length_in_words, settings_in_words

FAULTS: dict[RaceFault, Promise] = {
    RaceFault.STARTED: gettext_lazy("This race has already started."),
    RaceFault.NOT_STARTED: gettext_lazy("The race has not started yet."),
    RaceFault.TOO_FEW: gettext_lazy("A race needs at least two who are ready."),
    RaceFault.CLOSED: gettext_lazy("This race is closed: nobody new can come in."),
    RaceFault.LEFT: gettext_lazy("Whoever hosts this race has left the site: it will not start."),
    RaceFault.BLOCKED: gettext_lazy("Whoever hosts this race does not want to play with you."),
    RaceFault.BLOCKING: gettext_lazy("You have blocked whoever hosts this race."),
}

_MINUTE = 60


def fault(fault: RaceFault) -> str:
    """Return why something is refused."""
    if fault is RaceFault.FULL:
        return _("This race is full: it has %(most)s people.") % {"most": MOST}
    if fault is RaceFault.TOO_MANY:
        return _("You have %(most)s races that nobody has run yet. Start or close one first.") % {"most": MOST_OPEN}
    return str(FAULTS[fault])


def length(seconds: int) -> str:
    """Return a length of time in few letters: "30 s", "2 min"."""
    return length_in_words(seconds) if seconds >= _MINUTE else _("%(n)s s") % {"n": seconds}


def result(place: Place) -> str:
    """Return how somebody did, or why nothing is told of it yet."""
    if not place.over:
        return _("still running") if place.begun else _("not begun yet")
    right, missed = place.racer.right, place.racer.number - place.racer.right
    if not missed:
        return ngettext("%(n)s right", "%(n)s right", right) % {"n": right}
    told = ngettext("%(right)s right, %(n)s wrong", "%(right)s right, %(n)s wrong", missed)
    return breaking_after_commas(told % {"right": right, "n": missed})


def running(settings: Settings, to_beat: tuple[str, int] | None) -> str:
    """Return what a run of a race is called while it runs: by its settings, and once somebody's right answers are
    `to_beat`, by these."""
    if to_beat is None:
        return _("Race · %(run)s") % {"run": settings_in_words(settings)}
    name, right = to_beat
    told = ngettext("%(n)s right", "%(n)s right", right) % {"n": right}
    return _("Race · %(run)s") % {"run": _("%(name)s: %(score)s") % {"name": name, "score": told}}


def penalty() -> str:
    """Return what a wrong answer costs."""
    return ngettext("Each wrong answer costs %(n)s second.", "Each wrong answer costs %(n)s seconds.", PENALTY) % {
        "n": PENALTY
    }


def nobody_right(*, final: bool) -> str:
    """Return that no answer was right of all who have run; `final` tells that nobody else comes."""
    return _("Nobody has a right answer") if final else _("Nobody has a right answer yet")


def winner(others: Sequence[str], by: int, *, own: bool, final: bool) -> str:
    """Return who has won, by the names of `others` in the first place, or who is ahead where somebody may still come.

    `own` tells that the reader is there too, and `final` that nobody else comes. `by` are the right answers that the
    next has fewer, 0 where misses decide or nobody is next.
    """
    if len(others) + own > 1:
        shared = _("You share the first place with %(names)s") if own else _("%(names)s share the first place")
        return shared % {"names": get_text_list(list(others), _("and"))}
    if not by and final:
        told = _("You win") if own else _("%(name)s wins")
    elif not by:
        told = _("You are ahead") if own else _("%(name)s is ahead")
    elif final and own:
        told = ngettext("You win by %(n)s right answer", "You win by %(n)s right answers", by)
    elif final:
        told = ngettext("%(name)s wins by %(n)s right answer", "%(name)s wins by %(n)s right answers", by)
    elif own:
        told = ngettext("You are ahead by %(n)s right answer", "You are ahead by %(n)s right answers", by)
    else:
        told = ngettext("%(name)s is ahead by %(n)s right answer", "%(name)s is ahead by %(n)s right answers", by)
    return told % {"name": "".join(others), "n": by}


def stage(race: Race, running: int) -> str:
    """Return how far a race is, of which `running` are the people who are still to finish."""
    if not race.together:
        return _("closed") if race.closed else _("whenever you like")
    if race.started_at:
        return _("started") if running else _("finished")
    return _("closed") if race.closed or is_deserted(race) else _("waits for its start")
