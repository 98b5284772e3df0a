"""What the tests of challenges share: games that are over, challenges made of them, and people who play them."""

import re
from collections.abc import Iterator
from typing import Any

from game import referee
from game.engine.play import Over, waited_for
from game.engine.rules import Rules
from game.models import Challenge, ChallengeTry, Match, Pace
from game.referee import Course
from game.strategy.levels import Level
from game.together import challenges
from tests.game.finished import finished
from tests.game.tables import choose
from tests.game.together.seated import Person

QUICK = Rules(target=31)
"""A short game."""

USUAL = Rules(target=61)
"""One of several deals."""


def made(maker: Person, rules: Rules = QUICK, chance: str = "challenge") -> Challenge:
    """A challenge, of a game that its maker has played against a bot."""
    return challenges.make(finished(maker.learner, rules, chance), maker.learner)


def begun(challenge: Challenge, who: Person) -> Match:
    """A try that somebody has begun."""
    return challenges.begin(challenge.token, who.learner, Pace.INSTANT)


def through(match: Match, level: Level = Level.BEGINNER) -> Iterator[Course]:
    """A try, played to its end step by step."""
    course = referee.load(match.key)
    yield course
    while not isinstance(course.state, Over):
        people = [place for place in course.people if place in waited_for(course.state)]
        if people:
            course = referee.act(course, choose(course, people[0], level), Pace.INSTANT)
        else:
            course = referee.advance(course, Pace.INSTANT)
        yield course


def played(challenge: Challenge, who: Person, level: Level = Level.BEGINNER) -> Course:
    """Somebody's game, played to its end."""
    *_, last = through(begun(challenge, who), level)
    return last


def try_of(challenge: Challenge, who: Person) -> ChallengeTry:
    """Somebody's try as it is stored now."""
    return ChallengeTry.objects.get(challenge=challenge, learner=who.learner)


_BY_CHANCE = re.compile(
    rb'name="csrfmiddlewaretoken" value="[^"]+"|csrftoken=[^;]+|data-age="\d+"|(?<=X-Request-ID: )\w+|Expires: .*'
)
"""What is another in every answer."""


def whole(response: Any) -> bytes:
    """An answer with its headers, without what is another every time."""
    headers = [f"{name}: {value}".encode() for name, value in sorted(response.items())]
    return _BY_CHANCE.sub(b"*", b"\n".join([response.content, *headers]))


def difference(one: bytes, other: bytes) -> str:
    """Where two answers begin to differ, "" where they do not."""
    place = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    if place is None:
        return "" if len(one) == len(other) else "one is longer"
    around = slice(max(place - 80, 0), place + 80)
    return f"{one[around]!r} is not {other[around]!r}"
