"""Whether a run counts where it was meant to: on its day, or in the class for which it was set."""

from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from trainer.practice import daily
from trainer.practice.state import Sitting


class NotCounted(StrEnum):
    """Why a run does not count for its day or its class."""

    DAY_OVER = "day-over"
    DAY_TRIED = "day-tried"
    UNCOUNTED = "uncounted"
    TOO_LATE = "too-late"
    SET_OVER = "set-over"
    SET_NO_MORE = "set-no-more"


def not_counted(sitting: Sitting, now: datetime) -> NotCounted | None:
    """Return why a run, begun or not, does not count; None if it does, or belongs to neither day nor class."""
    if sitting.settings == daily.SETTINGS:
        return _not_counted_on_its_day(sitting, now)
    if sitting.is_kept or sitting.set_until is None:
        return None
    return NotCounted.SET_OVER if sitting.set_until <= now else None


def _not_counted_on_its_day(sitting: Sitting, now: datetime) -> NotCounted | None:
    if sitting.day is None:
        return NotCounted.UNCOUNTED
    if not sitting.is_kept:
        return NotCounted.DAY_OVER if sitting.day != daily.today(now) else None
    return NotCounted.TOO_LATE if (sitting.standing.ended_at or now) >= daily.closes_at(sitting.day) else None


def is_bound(sitting: Sitting) -> bool:
    """Return whether a run about to begin is the counted one of a day, or an assignment."""
    return sitting.day is not None or sitting.assignment_id is not None


def unbound(sitting: Sitting) -> Sitting:
    """Return the run as plain practice, if its day has its counted try already or its assignment is gone."""
    return replace(sitting, day=None, assignment_id=None, set_until=None)
