"""Invitations: an address with a secret. Opening it takes no seat, a button does."""

from typing import TYPE_CHECKING

from django.utils import timezone

from game.models import Party, Seat
from game.together import people, presence, tables
from game.together.tables import FILLING, Fault, TableRefused

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner


def of_address(invitation: str) -> tuple[Party, list[Seat]]:
    """Return the table of an invitation, with its seats. Raises Party.DoesNotExist."""
    party = Party.objects.select_related("match__owner").get(invitation=invitation)
    return party, tables.seats_of(party)


def refusal(party: Party, seats: list[Seat], learner: "Learner | None") -> Fault | None:
    """Return why somebody cannot take a seat, None if they can."""
    if party.closed:
        return Fault.CLOSED
    if learner and (fault := people.blocks(learner, [seat.learner_id for seat in seats if seat.learner_id])):
        return fault
    if not tables.free(seats):
        return Fault.FULL
    return Fault.BEGUN if party.begun_at else None


def take_seat(invitation: str, learner: "Learner", place: int | None) -> Party:
    """Let somebody sit down, in the first free seat if no `place` is asked for; the game begins with the last of them.

    Who sits there already stays where they are. Raises TableRefused and Party.DoesNotExist.
    """
    with tables.locked(invitation=invitation) as party:
        seats = tables.seats_of(party)
        if tables.seat_of(seats, learner):
            return party
        if fault := refusal(party, seats, learner):
            raise TableRefused(fault)
        free = tables.free(seats)
        seat = next((seat for seat in free if place in (None, seat.place)), None)
        if seat is None:
            raise TableRefused(Fault.TAKEN)
        seat.learner, seat.here_until = learner, presence.until(timezone.now())
        seat.save(update_fields=["learner", "here_until"])
        if len(free) == 1:
            tables.begin(party, seats)
        else:
            tables.change(party)
        return party


def start(key: str, host: "Learner") -> None:
    """Begin with bots in the seats that are still free. Raises TableRefused."""
    with tables.locked(match__key=key, match__owner=host) as party:
        _see_waiting(party)
        seats = tables.seats_of(party)
        for seat in tables.free(seats):
            seat.level = FILLING
            seat.save(update_fields=["level"])
        tables.begin(party, seats)


def give_up(key: str, learner: "Learner") -> None:
    """Give up a seat before the game begins; where the host does, the invitation is cancelled. Raises TableRefused."""
    with tables.locked(match__key=key) as party:
        _see_waiting(party)
        if party.match.owner_id == learner.pk:
            tables.close(party, Party.End.CANCELLED)
        elif Seat.objects.filter(match=party.match, learner=learner).update(learner=None, here_until=None):
            tables.change(party)


def _see_waiting(party: Party) -> None:
    if party.closed:
        raise TableRefused(Fault.CLOSED)
    if party.begun_at:
        raise TableRefused(Fault.BEGUN)
