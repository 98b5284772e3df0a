"""What the tests of people at one table share: people with clients, tables that have begun, and things done at once."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Barrier
from time import sleep
from typing import Any

from django.db import connection, connections
from django.test import Client
from django.urls import reverse

from game import referee
from game.engine.play import waited_for
from game.engine.rules import Rules
from game.models import Pace, Party, Seat
from game.referee import Course, Wait
from game.strategy.levels import Level
from game.together import invitations, tables
from game.together.tables import PartySetup
from tests.game.tables import choose, say, typed
from trainer.models import Learner

HTMX = {"HX-Request": "true"}


@dataclass
class Person:
    """Somebody with a browser."""

    learner: Learner
    client: Client

    def get(self, name: str, *args: object, fragment: bool = False, **query: Any) -> Any:
        """A page."""
        return self.client.get(reverse(name, args=args), query, headers=HTMX if fragment else {})

    def post(self, name: str, *args: object, **fields: Any) -> Any:
        """A form that is sent, and what it leads to."""
        return self.client.post(reverse(name, args=args), fields, follow=True)

    def do(self, party: Party, what: str) -> Any:
        """Something done at a table besides playing."""
        return self.post("at_table", party.match.key, do=what)


def person(name: str | None = None, *, public: str = "") -> Person:
    """Somebody new, a guest unless named; `public` is the name that others see, where it is another."""
    learner = Learner.objects.create_user(name, public_name=public or name) if name else Learner.objects.create_guest()
    client = Client()
    client.force_login(learner)
    return Person(learner, client)


def waiting(host: Person, rules: Rules = Rules(), *bots: Level, **agreed: Any) -> Party:  # noqa: B008
    """A table that waits; the last seats are those of bots."""
    people = rules.seats - 1 - len(bots)
    return tables.make(host.learner, PartySetup(rules=rules, levels=(*(None,) * people, *bots), **agreed))


def begun(people: list[Person], rules: Rules = Rules(), *bots: Level, **agreed: Any) -> Party:  # noqa: B008
    """A table whose game has begun."""
    party = waiting(people[0], rules, *bots, **agreed)
    for other in people[1:]:
        invitations.take_seat(party.invitation, other.learner, None)
    return fresh(party)


def fresh(party: Party) -> Party:
    """The table as it is stored now."""
    return Party.objects.select_related("match").get(pk=party.pk)


def seat(party: Party, place: int) -> Seat:
    """A seat as it is stored now."""
    return Seat.objects.get(match=party.match, place=place)


def step(course: Course) -> Course:
    """The game after one more action, by whoever is to act."""
    pace = course.pace(Pace.NORMAL)
    if referee.waits(course, pace) is not Wait.PERSON:
        return referee.advance(course, pace)
    place = next(place for place in waited_for(course.state) if place in course.people)
    return referee.act(course, choose(course, place), pace)


def through(party: Party) -> Iterator[Course]:
    """A match of people, played to its end step by step."""
    course = referee.load(party.match.key)
    while True:
        yield course
        if referee.waits(course, course.pace(Pace.NORMAL)) is Wait.OVER:
            return
        course = step(course)


def until(party: Party, state: type[object], *places: int) -> Course:
    """The game once it waits for these people, and for them only, in a state of this kind."""
    for course in through(party):
        wanted = not places or set(waited_for(course.state)) == set(places)
        if isinstance(course.state, state) and wanted and referee.waits(course) is Wait.PERSON:
            return course
    raise AssertionError(state)


def play(who: Person, course: Course, place: int) -> Any:
    """What a person in a seat chooses and sends."""
    return say(who.client, course, typed(choose(course, place)))


@contextmanager
def _closing() -> Iterator[None]:
    try:
        yield
    finally:
        connections.close_all()


def at_once(*deeds: Callable[[], Any], lags: Sequence[float] = ()) -> list[Any]:
    """Do several things at the same moment, each in a thread with its own connection. Returns what came of each.

    With `lags` each waits so many seconds more.
    """
    start = Barrier(len(deeds), timeout=30)

    def done(deed: Callable[[], Any], lag: float) -> Any:
        with _closing():
            connection.ensure_connection()
            start.wait()
            sleep(lag)
            return deed()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(done, deeds, lags or [0] * len(deeds)))
