"""All drills by their slug, in the order in which they are offered. A new drill is one line here."""

from typing import TYPE_CHECKING

from django.db.models import Q

from trainer.drills.base import AnyDrill
from trainer.drills.choose.page import CHOOSE
from trainer.drills.count.page import COUNT
from trainer.drills.cut.page import CUT
from trainer.drills.discard.page import DISCARD
from trainer.drills.find.page import FIND
from trainer.drills.go.page import GO
from trainer.drills.itemise.page import ITEMISE
from trainer.drills.modes import Mode
from trainer.drills.move.page import MOVE
from trainer.drills.muggins.page import MUGGINS
from trainer.drills.options import DrillOption
from trainer.drills.peg.page import PEG
from trainer.drills.rules.page import RULES
from trainer.drills.settings import Settings
from trainer.drills.tap.page import TAP

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_DRILLS: tuple[AnyDrill, ...] = (COUNT, ITEMISE, FIND, TAP, CUT, MUGGINS, PEG, CHOOSE, DISCARD, GO, MOVE, RULES)

DRILLS: dict[str, AnyDrill] = {drill.slug: drill for drill in _DRILLS}

RENAMED: dict[str, str] = {drill.former_slug: drill.slug for drill in _DRILLS if drill.former_slug}
"""Earlier slugs of drills, and their slugs now."""

FIRST = next(iter(DRILLS))
"""The drill to begin with."""

(OF_THE_DAY,) = (slug for slug, drill in DRILLS.items() if drill.of_the_day)
"""The drill of the daily run and of the exam."""

EXAM = Settings(OF_THE_DAY, Mode.EXAM)
"""The settings of every exam."""

UNTOLD = Q(settings=str(EXAM), ended_at=None)
"""Picks the runs of whose answers nothing may be said yet: `Settings.is_untold`, for the database."""


def drill_name(slug: str) -> "StrOrPromise":
    """Return the name of a drill. A drill that only an earlier version had is shown as its slug."""
    return DRILLS[slug].name if slug in DRILLS else slug


def option_of(slug: str, name: str) -> DrillOption:
    """Return an option of a drill. One that only an earlier version offered has no values."""
    return DRILLS[slug].option(name) if slug in DRILLS else DrillOption(name, name)
