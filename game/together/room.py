"""The page where people wait until the seats of a table are taken."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from game.engine.record import read_rules
from game.engine.rules import Rules
from game.models import Party, Seat
from game.strategy.levels import Level
from game.table.scene import names_of
from game.together import news, words
from game.together.news import News
from game.words import rules as rules_words
from game.words.terms import level_name

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a table that waits: who has it, "" for nobody, and what else is to be said of it."""

    place: int
    number: int
    name: str
    level: str
    side: int
    own: bool


@dataclass(frozen=True, slots=True)
class Room:
    """A table that waits: its seats, the rules, and where to ask for news. `host` is a name, "" of who has none."""

    key: str
    rules: str
    helps: bool
    days: str
    chairs: tuple[Chair, ...]
    sides: bool
    hosts: bool
    host: str
    closed: str
    news: News | None


def room(party: Party, seats: list[Seat], learner: "Learner | None", now: datetime) -> Room:
    """Return what somebody is shown of a table before its game."""
    rules = read_rules(party.match.rules)
    own = next((seat.place for seat in seats if learner and seat.learner_id == learner.pk), None)
    return Room(
        key=party.match.key,
        rules=rules_words.summary(rules),
        helps=party.helps,
        days=words.days_told(party.days),
        chairs=tuple(_chairs(rules, seats, own)),
        sides=rules.sides < rules.seats,
        hosts=learner is not None and party.match.owner_id == learner.pk,
        host=names_of(seats, own)[_hosts_place(party, seats)] if party.match.owner.public_name else "",
        closed=words.closed(party),
        news=None if own is None else news.source(party, seats, own, now),
    )


def _hosts_place(party: Party, seats: list[Seat]) -> int:
    return next((seat.place for seat in seats if seat.learner_id == party.match.owner_id), 0)


def _chairs(rules: Rules, seats: list[Seat], own: int | None) -> list[Chair]:
    names = names_of(seats, own)
    return [
        Chair(
            place=seat.place,
            number=seat.place + 1,
            name=names[seat.place] if seat.learner_id or seat.level else "",
            level=level_name(Level(seat.level)) if seat.level else "",
            side=rules.side_of(seat.place),
            own=seat.place == own,
        )
        for seat in seats
    ]
