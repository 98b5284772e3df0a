"""What becomes of a table when somebody is away or leaves: a bot plays on, it ends, or it is given up after two days.

Nothing happens by itself while somebody is away; the others choose, and whoever comes back takes the seat back.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from game import referee
from game.engine.play import Call, Claim, Discard, Discarding, Pass, Play
from game.models import Match, Party, Seat
from game.referee import Course, Stale, Wait
from game.together import presence, tables
from game.together.presence import Standing
from game.together.tables import FILLING, Fault, TableRefused

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

ABANDONED = timedelta(hours=48)
"""After so long without an action a table is closed, after the days for a move where there are some."""

_CHOSEN = (Discard, Play, Claim, Call, Pass)
"""What nobody does but the person themselves: the table cuts and says go for them, and their time runs out."""


def let_bot_play(key: str, learner: "Learner", place: int) -> None:
    """Let a bot play on for somebody who is away. Raises TableRefused where they are back or have acted.

    Where another has asked for it just before, nothing is left to do.
    """
    with tables.locked(match__key=key) as party:
        seats = _playing(party, learner)
        seat = next((seat for seat in seats if seat.place == place and seat.learner_id), None)
        if seat is None:
            raise TableRefused(Fault.MOVED)
        if seat.stand_in:
            return
        if seat not in presence.absent(seats, Standing.of(party), timezone.now()):
            raise TableRefused(Fault.BACK)
        tables.reseat(party, seat, FILLING)
    _go_on(key)


def take_back(key: str, learner: "Learner") -> None:
    """Let somebody play themselves again. Raises TableRefused."""
    with tables.locked(match__key=key) as party:
        seats = _playing(party, learner)
        seat = tables.seat_of(seats, learner)
        if seat and seat.stand_in:
            tables.reseat(party, seat, "")


def leave(key: str, learner: "Learner") -> None:
    """Let a bot play on for somebody who leaves; where nobody is left, the table closes. Raises TableRefused."""
    with tables.locked(match__key=key) as party:
        seats = _playing(party, learner)
        seat = tables.seat_of(seats, learner)
        if seat is None or seat.stand_in:
            return
        tables.reseat(party, seat, FILLING)
        if not any(other.learner_id and not other.stand_in for other in seats):
            tables.close(party, Party.End.ENDED)
            return
    _go_on(key)


def _go_on(key: str) -> None:
    """Let a bot that has just sat down discard: others may still choose, and would wait for it in vain."""
    course = referee.at_table(key)
    if isinstance(course.state, Discarding) and referee.waits(course) is Wait.NOT:
        with suppress(Stale):
            referee.advance(course)


def end(key: str, learner: "Learner") -> None:
    """Close a table that somebody has left, or at which somebody is away. Raises TableRefused where all are here."""
    with tables.locked(match__key=key) as party:
        if party.closed:
            return
        seats = _playing(party, learner)
        if not may_end(party, seats, learner, timezone.now()):
            raise TableRefused(Fault.BACK)
        tables.close(party, Party.End.ENDED)


def agree_to_end(key: str, learner: "Learner") -> None:
    """Offer to end a game without a winner, or say yes to that: the last yes closes the table. Raises TableRefused."""
    with tables.locked(match__key=key) as party:
        if party.closed:
            return
        seats = _playing(party, learner)
        own, course = tables.seat_of(seats, learner), referee.at_table(key)
        if own is None or own.stand_in or len(course.people) < 2:
            raise TableRefused(Fault.MOVED)
        offers = {own.place: course.number, **ends_offered(course)}
        if all(place in offers for place in course.people):
            tables.close(party, Party.End.ENDED)
        else:
            endings = [(course.game.number, number, place) for place, number in offers.items()]
            tables.change(party, endings=endings)


def ends_offered(course: Course) -> dict[int, int]:
    """Return who offers to end a game without a winner, by seat, and since which action.

    That holds in the deal, and until another plays on whose page can have told it: what is on its way at the same
    moment declines nothing, nor does what the table does for somebody.
    """
    kept = course.party.endings if course.party else ()
    here = (course.game.number, course.log.deal_start)
    offers = {place: number for game, number, place in kept if (game, number) >= here and place in course.people}
    seen = range(min(offers.values(), default=course.number) + 1, course.number)
    others = course.people.keys() - offers.keys()
    done = (course.log.action(number) for number in seen)
    return {} if any(isinstance(action, _CHOSEN) and action.seat in others for action in done) else offers


def may_end(party: Party, seats: list[Seat], learner: "Learner", now: datetime) -> bool:
    """Return whether somebody may end the game: another is away, has left, or lets a bot play."""
    others = [seat for seat in seats if seat.learner_id != learner.pk and not seat.level]
    is_left = any(seat.stand_in or not seat.learner_id for seat in others)
    return is_left or bool(presence.absent(others, Standing.of(party), now))


def is_abandoned(party: Party, now: datetime) -> bool:
    """Return whether nothing has happened at an open table for so long that it is given up."""
    last = party.changed_at + ABANDONED + timedelta(days=party.days or 0)
    return not party.closed and not party.match.over and now >= last


def give_up_abandoned(party: Party) -> bool:
    """Close a table if it is abandoned. Returns whether it was."""
    if not is_abandoned(party, timezone.now()):
        return False
    with tables.locked(pk=party.pk) as now:
        if is_abandoned(now, timezone.now()):
            tables.close(now, Party.End.ABANDONED)
    return True


def _playing(party: Party, learner: "Learner") -> list[Seat]:
    """Return the seats of a game in play. Raises TableRefused where it is not, or has no seat for the learner."""
    if party.closed:
        raise TableRefused(Fault.CLOSED)
    seats = tables.seats_of(party)
    if party.begun_at is None or Match.objects.filter(pk=party.match_id, over=True).exists():
        raise TableRefused(Fault.MOVED)
    if tables.seat_of(seats, learner) is None:
        raise TableRefused(Fault.MOVED)
    return seats
