"""Who is at the table: here is whose page has asked for news lately, away is who has not for a minute.

With days for a move nobody has to be here: away is who has let their days pass.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import DatabaseError

from game.models import Party, Seat

HERE = timedelta(seconds=20)
"""How long after a page has asked its reader counts as here."""

WRITTEN = timedelta(seconds=15)
"""How long what was written of it is good enough."""

AWAY = timedelta(seconds=60)
"""How long somebody must not have asked before the others may choose what to do."""

USUAL = timedelta(seconds=2)
"""How often a page asks, where nothing else is known."""


class Presence(StrEnum):
    """How somebody is at the table. With AWAY the game waits for them, and the others may choose."""

    NOBODY = "0"
    HERE = "1"
    ELSEWHERE = "2"
    AWAY = "3"
    STAND_IN = "4"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a table stands: its version, when it last changed, whom it awaits, and the days for a move."""

    version: int
    changed_at: datetime
    awaits: Collection[int]
    days: int | None
    closed: str

    @classmethod
    def of(cls, party: Party) -> "Standing":
        """Return how a table stands."""
        return cls(party.version, party.changed_at, party.awaits, party.days, party.closed)


def until(now: datetime, every: timedelta = USUAL) -> datetime:
    """Return until when somebody is here whose page has just asked, and asks again after `every`."""
    return now + HERE + every


def note(seat: Seat, now: datetime, every: timedelta = USUAL) -> None:
    """Write that the person of a seat is here, unless that was written lately.

    Whoever only looks needs no database that can be written.
    """
    known = seat.here_until
    if known is None or now >= known - every - HERE + WRITTEN:
        seat.here_until = until(now, every)
        with suppress(DatabaseError):
            Seat.objects.filter(pk=seat.pk).update(here_until=seat.here_until)


def of(seat: Seat, standing: Standing, now: datetime) -> Presence:
    """Return how the person of a seat is at the table."""
    if not seat.learner_id:
        return Presence.NOBODY
    if seat.stand_in:
        return Presence.STAND_IN
    if _is_absent(seat, standing, now):
        return Presence.AWAY
    return Presence.HERE if seat.here_until and now <= seat.here_until else Presence.ELSEWHERE


def _is_absent(seat: Seat, standing: Standing, now: datetime) -> bool:
    """Return whether the others may choose what to do without the person for whom the game waits."""
    if seat.place not in standing.awaits or standing.closed:
        return False
    if standing.days:
        return now >= standing.changed_at + timedelta(days=standing.days)
    return seat.here_until is None or now >= seat.here_until + AWAY - HERE


def absent(seats: Sequence[Seat], standing: Standing, now: datetime) -> list[Seat]:
    """Return the seats of those who are away while the game waits for them."""
    return [seat for seat in seats if of(seat, standing, now) is Presence.AWAY]
