"""What people can say at a table: eight fixed phrases, so that nobody can be insulted."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import pgettext_lazy

from game.models import Party
from game.together import tables
from game.together.tables import Fault, TableRefused

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

PHRASES = {
    "hello": pgettext_lazy("phrase", "hello"),
    "luck": pgettext_lazy("phrase", "good luck"),
    "played": pgettext_lazy("phrase", "well played"),
    "moment": pgettext_lazy("phrase", "one moment"),
    "sorry": pgettext_lazy("phrase", "sorry"),
    "thanks": pgettext_lazy("phrase", "thanks"),
    "game": pgettext_lazy("phrase", "good game"),
    "again": pgettext_lazy("phrase", "again?"),
}

HEARD = timedelta(seconds=45)
"""How long a phrase stands beside the name of who said it."""

_MOST, _WITHIN = 3, timedelta(seconds=20)
"""How many phrases somebody may say in a time."""

_KEPT = 12

_JUST = timedelta(seconds=10)
"""How long a phrase is news for somebody who hears the page."""


def say(key: str, learner: "Learner", phrase: str) -> None:
    """Say a phrase. Raises TableRefused for one who says much, and where phrases are off."""
    now = timezone.now()
    with tables.locked(match__key=key) as party:
        seat = tables.seat_of(tables.seats_of(party), learner)
        if seat is None or party.closed or not party.phrases or phrase not in PHRASES:
            raise TableRefused(Fault.MOVED)
        if sum(place == seat.place and _age(at, now) < _WITHIN for place, _phrase, at in party.said) >= _MOST:
            raise TableRefused(Fault.SAID_MUCH)
        tables.change(party, said=[*party.said, (seat.place, phrase, now.isoformat())][-_KEPT:])


def heard(party: Party, now: datetime) -> dict[int, str]:
    """Return what each seat has said lately, in words."""
    return {place: str(PHRASES[phrase]) for place, phrase, at in party.said if _age(at, now) < HEARD}


def just_said(party: Party, own: int | None, now: datetime) -> tuple[int, str] | None:
    """Return the last phrase of somebody else, if it was said just now: the seat, and the words."""
    others = [(place, phrase) for place, phrase, at in party.said if place != own and _age(at, now) < _JUST]
    return (others[-1][0], str(PHRASES[others[-1][1]])) if others else None


def _age(at: str, now: datetime) -> timedelta:
    return now - datetime.fromisoformat(at)
