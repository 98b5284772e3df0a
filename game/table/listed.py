"""A match in a list of matches: who played, how it stands, and where it leads."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from game.engine.record import read_rules
from game.engine.rules import OWN, Rules, preset_of
from game.models import Match, Origin, Party
from game.table import games_words as words
from game.table.scene import names_of
from game.table.words import Names
from game.words.rules import preset_name, summary


@dataclass(frozen=True, slots=True)
class Row:
    """A game in a list. `turn` tells that people wait for the reader, `runs` that a game with people goes on."""

    match: Match
    url: str
    title: str
    rules: Rules
    agreed: str
    where: str
    result: str
    won: bool
    turn: bool
    runs: bool
    since: str


def row(match: Match, learner: int, now: datetime, party: Party | None = None) -> Row:
    """Return a match as a list of a learner's shows it; with a `party` it is one between people."""
    rules, seats, stands = read_rules(match.rules), list(match.seats.all()), match.summary
    own = next((seat.place for seat in seats if seat.learner_id == learner), None)
    names = names_of(seats, own)
    first = 0 if own is None else rules.side_of(own)
    sides = [(first + step) % rules.sides for step in range(rules.sides)]
    waits, closed = bool(party and not party.begun_at), bool(party and party.closed)
    told = match.over and not closed and not (match.origin == Origin.RECORD and stands["winner"] is None)
    return Row(
        match=match,
        url=_url(match, party),
        title=_title(match, rules, names, party),
        rules=rules,
        agreed=summary(rules) if preset_of(rules) == OWN else preset_name(preset_of(rules)),
        where=_where(match, rules, party, sides),
        result="" if waits else (words.result if told else words.stand)(rules, stands, names, sides),
        won=told and own is not None and stands["winner"] == first and match.origin != Origin.AGAIN,
        turn=bool(party and own in party.awaits and not match.over),
        runs=bool(party and party.begun_at and not match.over),
        since=words.since(match.played_at, now),
    )


def _title(match: Match, rules: Rules, names: Names, party: Party | None) -> str:
    if party and not party.begun_at:
        return words.not_begun() if party.closed else words.waiting()
    return words.title(rules, names, [seat.level for seat in match.seats.all()], match.origin)


def _url(match: Match, party: Party | None) -> str:
    if party and not party.begun_at:
        return reverse("room", args=[match.key])
    if match.over and not (party and party.closed):
        return reverse("review", args=[match.key, match.summary["game"]])
    return reverse("table", args=[match.key])


def _where(match: Match, rules: Rules, party: Party | None, sides: list[int]) -> str:
    if party and not party.begun_at:
        return ""
    return words.unfinished() if party and party.closed else words.where(rules, match.summary, match.over, sides)
