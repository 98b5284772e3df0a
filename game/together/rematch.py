"""Another game with the same people: it begins when all of them have said yes."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from game.models import Match, Party, Seat, new_secret
from game.together import people, presence, tables
from game.together.tables import Fault, TableRefused

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

OFFER = timedelta(minutes=30)
"""How long an offer holds."""


def agree(key: str, learner: "Learner") -> Match | None:
    """Say yes to another game. Returns the match once all have, None before that. Raises TableRefused."""
    with tables.locked(match__key=key) as party:
        if party.following_id:
            return Match.objects.get(pk=party.following_id)
        seats = tables.seats_of(party)
        own, now = tables.seat_of(seats, learner), timezone.now()
        if own is None or party.closed or not party.match.over:
            raise TableRefused(Fault.MOVED)
        wanted = [seat for seat in seats if seat.learner_id and (not seat.stand_in or seat == own)]
        if fault := people.blocks(learner, [seat.learner_id for seat in wanted if seat.learner_id]):
            raise TableRefused(fault)
        offers = {**current(party, now), str(own.place): now.isoformat()}
        if not all(str(seat.place) in offers for seat in wanted):
            tables.change(party, offers=offers)
            return None
        following = _made(party, seats, wanted)
        tables.change(party, offers=offers, following=following)
        return following


def current(party: Party, now: datetime) -> dict[str, str]:
    """Return the offers that still hold, by seat."""
    return {place: since for place, since in party.offers.items() if now - datetime.fromisoformat(since) < OFFER}


def _made(party: Party, seats: list[Seat], wanted: list[Seat]) -> Match:
    """Begin the same game anew. Bots take the seats of those who have left; who looked on is taken along."""
    before, here = party.match, presence.until(timezone.now())
    match = Match.objects.create(owner_id=wanted[0].learner_id or before.owner_id, rules=before.rules, summary={})
    following = Party.objects.create(
        match=match,
        watch=new_secret() if party.watch else None,
        pace=party.pace,
        helps=party.helps,
        phrases=party.phrases,
        listed=party.listed,
        days=party.days,
    )
    Seat.objects.bulk_create(_seat(match, seat, here, plays=seat in wanted) for seat in seats)
    tables.begin(following, tables.seats_of(following))
    return match


def _seat(match: Match, seat: Seat, here: datetime, *, plays: bool) -> Seat:
    """Return the same seat at another match, with a bot for somebody who does not play."""
    if plays:
        return Seat(match=match, place=seat.place, learner_id=seat.learner_id, here_until=here)
    return Seat(match=match, place=seat.place, level=seat.level or seat.stand_in or tables.FILLING)
