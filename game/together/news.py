"""News of a table for the pages that show it: what they show is named by a mark, and they ask whether it still holds.

The answer costs one query, because the address of the question carries the seat, signed. How often to ask depends on
how long nothing has happened.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.signing import Signer
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from game.models import Party, Seat
from game.together import presence
from game.together.presence import Presence, Standing

_SIGNER = Signer(salt="game.together.news")

OFFERS = timedelta(minutes=30)
"""How long after the end of a match its pages ask for offers of another."""

_EXPECTED = ((0, 1000), (10, 2000), (60, 5000), (600, 30_000))
"""How often a page asks while others act, in milliseconds, by the seconds since the last change."""
_OWN_TURN = ((0, 5000), (600, 30_000))
_OVER = ((0, 2000), (60, 5000), (600, 30_000), (int(OFFERS.total_seconds()), 0))
_CLOSED = ((0, 0),)

_COMES_AND_GOES = {Presence.HERE, Presence.ELSEWHERE, Presence.AWAY}


@dataclass(frozen=True, slots=True)
class News:
    """Where a page asks for news, how old the last change is in seconds, and how often to ask from which age on."""

    url: str
    age: int
    steps: str


def mark(seats: list[Seat], standing: Standing, place: int | None, now: datetime) -> str:
    """Return the name of what the page of a seat shows: it changes with all that the others do, and with who is here;
    but nobody who is to act themselves is disturbed by who comes and goes."""
    found = [presence.of(seat, standing, now) for seat in seats]
    if place in standing.awaits:
        found = [Presence.HERE if one in _COMES_AND_GOES else one for one in found]
    return f"{standing.version}-{''.join(found)}"


def source(party: Party, seats: list[Seat], place: int | None, now: datetime, *, over: bool = False) -> News:
    """Return where the page of a seat, or with None that of somebody who looks on, asks for news."""
    standing = Standing.of(party)
    token = _SIGNER.sign(f"{party.pk}.{'' if place is None else place}").replace(":", ".")
    url = reverse("since", args=[party.match.key, mark(seats, standing, place, now), token])
    steps = _steps(standing, place, over=over)
    age = max(int((now - party.changed_at).total_seconds()), 0)
    return News(url, age, " ".join(f"{since}:{every}" for since, every in steps))


def _steps(standing: Standing, place: int | None, *, over: bool) -> tuple[tuple[int, int], ...]:
    if standing.closed:
        return _CLOSED
    if over:
        return _OVER
    return _OWN_TURN if list(standing.awaits) == [place] else _EXPECTED


def is_news(shown: str, token: str) -> bool:
    """Return whether a table is no longer as the mark says, and note that the reader is here. Raises BadSignature."""
    signed, _dot, signature = token.rpartition(".")
    match, _dot, seat_of = _SIGNER.unsign(f"{signed}:{signature}").partition(".")
    place, found = int(seat_of) if seat_of else None, _seats(int(match))
    if not found:
        return True
    now, standing = timezone.now(), _standing(found[0])
    for seat in found:
        if place == seat.place:
            presence.note(seat, now, _every(standing, seat.place, now))
    return mark(found, standing, place, now) != shown


def _every(standing: Standing, place: int, now: datetime) -> timedelta:
    """Return after how long the page of a seat asks again."""
    age = (now - standing.changed_at).total_seconds()
    steps = _steps(standing, place, over=False)
    return timedelta(milliseconds=next(every for since, every in reversed(steps) if age >= since or not since))


def _seats(match: int) -> list[Seat]:
    """Return the seats of a match, each with how its table stands, in one query."""
    fields = ("version", "changed_at", "awaits", "days", "closed")
    told = {f"party_{field}": F(f"match__party__{field}") for field in fields}
    rows = Seat.objects.filter(match=match, match__party__isnull=False).annotate(**told)
    return list(rows.only("place", "learner", "stand_in", "here_until", "match"))


def _standing(seat: Seat) -> Standing:
    read = vars(seat)
    return Standing(
        version=read["party_version"],
        changed_at=read["party_changed_at"],
        awaits=read["party_awaits"],
        days=read["party_days"],
        closed=read["party_closed"],
    )
