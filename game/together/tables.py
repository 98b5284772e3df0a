"""Tables of people: making one, its seats, and changing it one request at a time.

Everything that people do to a table besides playing happens under the lock of its row. An action of the game counts up
the same row, so that of an action and a change of the table one is first and the other is told.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from game import referee
from game.engine.play import waited_for
from game.engine.record import rules_text
from game.engine.rules import Rules
from game.models import Match, Pace, Party, Seat, new_secret
from game.strategy.levels import Level
from game.together import presence

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

MOST_OPEN = 12
"""The most tables of one host that wait for people."""

FILLING = Level.CASUAL
"""The level of a bot that takes a free seat, or plays on for somebody."""

_KEPT = 12
"""How many changes of the seating are kept."""


class Fault(StrEnum):
    """Why something cannot be done at a table, or with a challenge."""

    MOVED = "moved"
    FULL = "full"
    TAKEN = "taken"
    BEGUN = "begun"
    CLOSED = "closed"
    BLOCKED = "blocked"
    BLOCKING = "blocking"
    TOO_MANY = "too-many"
    BACK = "is-back"
    SAID_MUCH = "said-much"
    SHARED = "shared"
    WITHDRAWN = "withdrawn"
    LEFT = "left"
    TRIED = "tried"
    MANY_TRIED = "many-tried"
    BLOCKED_BY_MAKER = "blocked-by-maker"
    BLOCKING_MAKER = "blocking-maker"


class TableRefused(Exception):
    """Something a table does not allow; `fault` says why. Nothing was done."""

    def __init__(self, fault: Fault) -> None:
        """Keep why."""
        super().__init__(fault)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class PartySetup:
    """A table to make. The host sits in the first seat; `levels` are those of the other seats, None for a person."""

    rules: Rules
    levels: tuple[Level | None, ...]
    pace: Pace = Pace.NORMAL
    helps: bool = False
    phrases: bool = True
    listed: bool = True
    days: int | None = None


def make(host: "Learner", setup: PartySetup) -> Party:
    """Make a table that waits for its people. Raises TableRefused where the host has too many of them."""
    waiting = Party.objects.filter(match__owner=host, begun_at=None, closed="")
    if waiting.count() >= MOST_OPEN:
        raise TableRefused(Fault.TOO_MANY)
    match = Match(owner=host, rules=rules_text(setup.rules), summary=referee.summary_before(setup.rules))
    seats = [Seat(match=match, place=0, learner=host, here_until=presence.until(timezone.now()))]
    seats += [Seat(match=match, place=place, level=level or "") for place, level in enumerate(setup.levels, 1)]
    party = Party(
        match=match,
        pace=setup.pace,
        helps=setup.helps,
        phrases=setup.phrases,
        listed=setup.listed,
        days=setup.days,
    )
    with transaction.atomic():
        match.save()
        Seat.objects.bulk_create(seats)
        party.save()
    return party


@contextmanager
def locked(**which: Any) -> Iterator[Party]:
    """Lock the table of a match until the end of the block, which is one transaction. Raises Party.DoesNotExist."""
    with transaction.atomic():
        pk = Party.objects.values_list("pk", flat=True).get(**which)
        Party.objects.select_for_update().get(pk=pk)
        yield Party.objects.select_related("match").get(pk=pk)


def seats_of(party: Party) -> list[Seat]:
    """Return the seats of a table, in order."""
    seats = list(Seat.objects.filter(match=party.match_id).select_related("learner"))
    for seat in seats:
        seat.match = party.match
    return seats


def free(seats: list[Seat]) -> list[Seat]:
    """Return the seats that nobody has taken, of a table that has not begun."""
    return [seat for seat in seats if not seat.learner_id and not seat.level]


def seat_of(seats: list[Seat], learner: "Learner | None") -> Seat | None:
    """Return a learner's seat, or None."""
    return next((seat for seat in seats if learner and seat.learner_id == learner.pk), None)


def change(party: Party, **values: Any) -> None:
    """Write values of a table that is locked, and let all pages that show it know."""
    for name, value in {**values, "version": party.version + 1}.items():
        setattr(party, name, value)
    party.save(update_fields=[*values, "version"])


def begin(party: Party, seats: list[Seat]) -> None:
    """Begin the game of a table that is locked."""
    now = timezone.now()
    change(party, begun_at=now, changed_at=now)
    referee.begin_party(party, seats)


def reseat(party: Party, seat: Seat, stand_in: str) -> None:
    """Let a bot of a level play in a seat of a table that is locked, or with "" the person themselves again."""
    seat.stand_in = stand_in
    seat.save(update_fields=["stand_in"])
    course = referee.at_table(party.match.key)
    playing = {other.place for other in seats_of(party) if other.learner_id and not other.stand_in}
    awaits = [place for place in waited_for(course.state) if place in playing]
    seatings = [*party.seatings, (course.game.number, course.number, seat.place, bool(stand_in))][-_KEPT:]
    change(
        party,
        seating=party.seating + 1,
        seatings=seatings,
        endings=[],  # an offer was made to those who played then
        awaits=awaits,
        changed_at=timezone.now(),
    )


def close(party: Party, end: Party.End) -> None:
    """Close a table that is locked, without a result for anybody."""
    change(party, closed=end)
    match = Match.objects.get(pk=party.match_id)
    Match.objects.filter(pk=match.pk).update(over=True, summary={**match.summary, "unfinished": True})


def let_watch(key: str, *, allowed: bool) -> None:
    """Give a table an address by which others look on, or take it away."""
    with locked(match__key=key) as party:
        if bool(party.watch) != allowed:
            change(party, watch=new_secret() if allowed else None)
