"""What the tests of the table share: people in front of a browser, games begun, and somebody who plays them."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from django.test import Client
from django.urls import reverse

from game import referee
from game.engine.cards import PACK, Card
from game.engine.play import (
    Action,
    Call,
    Claim,
    Counting,
    Cut,
    Cutting,
    CuttingForDeal,
    Discard,
    Discarding,
    Go,
    Pass,
    Pegging,
    Play,
    waited_for,
)
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.view import see
from game.models import Match, Pace
from game.referee import Course, Wait
from game.setup import Setup
from game.strategy.bots import act
from game.strategy.levels import Level
from game.words.terms import card_name
from trainer.models import Learner

TABLES = (
    Rules(),
    Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED),
    Rules(seats=3, sides=3, target=61, counting=Counted.ALL, muggins=Muggins.MISSED_AND_EXCESS),
    Rules(seats=4, sides=2, target=61, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED),
    Rules(seats=4, sides=4, target=31, deals=1),
    Rules(seats=5, sides=5, target=61, counting=Counted.SHOW),
    Rules(seats=6, sides=6, target=31),
    Rules(seats=6, sides=3, target=61, counting=Counted.SHOW, count_clock=90, play_clock=90),
    Rules(seats=6, sides=2, target=61),
)
"""Tables of every number of seats and sides, among them every way to count."""


def named(rules: Rules) -> str:
    """What a test at such a table is called."""
    return f"{rules.seats}-{rules.sides}-{rules.counting}"


def sit(client: Client, learner: Learner | None = None) -> Learner:
    """Let the client's session know a learner."""
    learner = learner or Learner.objects.create_guest()
    client.force_login(learner)
    return learner


def begin(learner: Learner, rules: Rules, pace: Pace = Pace.NORMAL, level: Level = Level.CASUAL) -> Match:
    """Begin a game against bots of one level."""
    return referee.begin(learner, Setup(rules=rules, levels=(level,) * (rules.seats - 1), pace=pace))


def choose(course: Course, seat: int = 0, level: Level = Level.CASUAL) -> Action:
    """What somebody in the seat might do now."""
    return act(see(course.state, seat), level, Random(course.number))


def typed(action: Action) -> str:
    """What a person types to do that."""
    match action:
        case Cut(_, place):
            return str(place + 1)
        case Discard(_, cards):
            return " ".join(map(str, cards))
        case Play(_, card, claim):
            return str(card) if claim is None else f"{card} {claim}"
        case Go():
            return "go"
        case Claim(_, points) | Call(_, points):
            return str(points)
        case Pass():
            return "pass"
        case _:
            raise ValueError(action)


def played(course: Course, pace: Pace = Pace.NORMAL) -> Course:
    """The game after one more action, by whoever is to act."""
    if referee.waits(course, pace) is Wait.PERSON:
        people = [seat.place for seat in course.seats if seat.learner_id and seat.place in waited_for(course.state)]
        return referee.act(course, choose(course, people[0]), pace)
    return referee.advance(course, pace)


def play_out(match: Match, pace: Pace = Pace.NORMAL) -> Iterator[Course]:
    """Play a match to its end, step by step."""
    course = referee.load(match.key)
    yield course
    while referee.waits(course, pace) is not Wait.OVER:
        course = played(course, pace)
        yield course


def say(client: Client, course: Course, text: str, **extra: Any) -> Any:
    """Post what is said at the table."""
    url = reverse("table", args=[course.match.key])
    return client.post(url, {"number": course.move, "say": text, **extra}, headers={"HX-Request": "true"})


# -------------------------------------------------------------------------------------------------------- secrets

_NAMES = {card_name(card): card for card in PACK}
_NAMED = re.compile("|".join(map(re.escape, sorted(_NAMES, key=len, reverse=True))))
_WRITTEN = re.compile(r"\b(?:[A2-9TJQK]|10)[CDHS]\b")
_MARK = re.compile(r"<text[^>]*>[^<]*</text>")
"""A mark on the board: “2S” is a line there."""
_DRAWN = re.compile(r'class="card card-([CDHS])[^>]*><span class="card-rank">([^<]+)<')


def cards_told(response: Any, *known: str) -> set[Card]:
    """Every card that a response names, writes or draws anywhere, headers too; `known` are words that are no cards."""
    text = response.content.decode() + "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    for word in known:
        text = text.replace(word, "")
    return cards_in(text)


def cards_in(page: str) -> set[Card]:
    """Every card that a page names, writes or draws anywhere."""
    text = _MARK.sub("", page).replace("\N{NO-BREAK SPACE}", " ")
    named = {_NAMES[name] for name in _NAMED.findall(text)}
    written = {Card.parse(code) for code in _WRITTEN.findall(text)}
    drawn = {Card.parse(rank + suit) for suit, rank in _DRAWN.findall(text)}
    return named | written | drawn


def hidden(course: Course, seat: int) -> set[Card]:
    """The cards that lie closed to a seat, by the rules of the game and not by its view; once it is over, none."""
    state = course.state
    shown = _cut_for_deal(course) if state.table.deal == 1 else set()
    match state:
        case CuttingForDeal(pack=pack):
            return set(pack) - shown
        case Discarding(holding=holding) | Cutting(holding=holding):
            pass
        case Pegging(holding=holding, starter=starter, plays=plays):
            shown |= {starter, *(play.card for play in plays)}
        case Counting(holding=holding, starter=starter, plays=plays) if not state.done:
            order = state.table.rules.round_from(state.table.pone)
            shown |= {starter, *(play.card for play in plays), *(set(holding.crib) if state.is_crib else set())}
            shown |= {card for owner in order[: state.counted + 1] for card in holding.hands[owner]}
        case _:
            return set()
    return set(PACK) - shown - {*holding.hands[seat], *holding.away[seat]}


def _cut_for_deal(course: Course) -> set[Card]:
    """The cards that were cut for the deal, which everybody has seen."""
    return {
        state.pack[action.place]
        for state, action in zip(course.states, course.actions, strict=False)
        if isinstance(state, CuttingForDeal) and isinstance(action, Cut)
    }
