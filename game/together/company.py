"""What the page of a table shows of its people, beside the game: news, who is away, phrases, and what can be chosen."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse

from game.models import Party, Seat
from game.referee import Course
from game.table.scene import MOST_SAID, names_of
from game.together import life, news, phrases, presence, rematch, words
from game.together.news import News
from game.together.presence import Presence, Standing

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner


@dataclass(frozen=True, slots=True)
class Person:
    """Another person at the table, by seat and name."""

    place: int
    name: str


@dataclass(frozen=True, slots=True)
class Company:
    """What the page of a seat shows of the people. With `seat` None it is the page of somebody who looks on.

    `message` comes before what the game says. `away` are those for whom a bot can be asked to play on, `ends` tells
    whether the reader is asked to end the game without a winner, `may_offer_end` whether they can ask that, `may_end`
    whether the game can be ended at once, `stood_in` whether a bot plays for the reader, and `over` that the match is
    over. `elsewhere` are the seats of people who are not at the page, `bots` those in which a bot plays for somebody.
    `said` holds by seat what people have said, `says` what another has said just now, in a sentence. `wants` tells
    that the reader has offered another game, `following` is the address of the one that came of it.
    """

    key: str
    seat: int | None
    news: News
    message: str
    closed: bool
    over: bool
    stood_in: bool
    away: tuple[Person, ...]
    ends: bool
    may_offer_end: bool
    may_end: bool
    others: tuple[Person, ...]
    elsewhere: tuple[int, ...]
    bots: tuple[int, ...]
    said: dict[int, str]
    says: str
    phrases: tuple[tuple[str, str], ...]
    watch: str
    wants: bool
    following: str

    @property
    def own_said(self) -> str:
        """Return what the reader has said lately, "" for nothing."""
        return "" if self.seat is None else self.said.get(self.seat, "")

    @property
    def looking_on(self) -> str:
        """Return at whom the reader looks on, "" for somebody at the table."""
        return words.looking_on([person.name for person in self.others]) if self.seat is None and self.others else ""

    @property
    def message_is_long(self) -> bool:
        """Return whether the message may take more than the two lines that it has on a small phone."""
        return len(self.message) > MOST_SAID


def company(course: Course, party: Party, seat: int | None, learner: "Learner | None", now: datetime) -> Company:
    """Return what a page shows of the people at a table."""
    ends = life.ends_offered(course) if not course.match.over else {}
    seats, names, standing = list(course.seats), names_of(course.seats, seat), Standing.of(party)
    own = None if seat is None else seats[seat]
    over = course.match.over and not party.closed
    there = {one.place: presence.of(one, standing, now) for one in seats}
    away = [one for one in seats if there[one.place] is Presence.AWAY and one != own] if not over else []
    offers = [int(place) for place in rematch.current(party, now)] if over else []
    others = tuple(Person(one.place, names[one.place]) for one in seats if one.learner_id and one != own)
    of_others = (
        words.offered(offers, seat, names),
        words.away(away, names, party.days),
        words.ends_offered(ends, seat, names),
    )
    return Company(
        key=course.match.key,
        seat=seat,
        news=news.source(party, seats, seat, now, over=over),
        message=_message(party, own, of_others),
        closed=bool(party.closed),
        over=over,
        stood_in=bool(own and own.stand_in) and not party.closed and not over,
        away=tuple(Person(one.place, names[one.place]) for one in away) if own else (),
        ends=bool(ends) and seat in course.people and seat not in ends,
        may_offer_end=len(course.people) > 1 and seat in course.people and not over and not ends,
        may_end=_may_end(party, seats, learner, now) if own and not over else False,
        others=others,
        elsewhere=tuple(place for place, how in there.items() if how in {Presence.ELSEWHERE, Presence.AWAY}),
        bots=tuple(place for place, how in there.items() if how is Presence.STAND_IN),
        said=phrases.heard(party, now),
        says=words.says(phrases.just_said(party, seat, now), names),
        phrases=tuple((code, str(text)) for code, text in phrases.PHRASES.items()) if party.phrases else (),
        watch=reverse("watch", args=[party.watch]) if party.watch else "",
        wants=seat in offers,
        following=_following(party, seat),
    )


def _may_end(party: Party, seats: list[Seat], learner: "Learner | None", now: datetime) -> bool:
    return learner is not None and not party.closed and life.may_end(party, seats, learner, now)


def _following(party: Party, seat: int | None) -> str:
    """Return the address of the next match, "" before there is one."""
    if not party.following:
        return ""
    if seat is not None:
        return reverse("table", args=[party.following.key])
    watch = party.following.party.watch
    return reverse("watch", args=[watch]) if watch else ""


def _message(party: Party, own: Seat | None, of_others: Iterable[str]) -> str:
    """Return what is said of the people before what the game says, "" for nothing: the first of what others do."""
    if party.closed:
        return words.closed(party)
    if own and own.stand_in:
        return words.stood_in()
    return next(filter(None, of_others), "") if own else ""
