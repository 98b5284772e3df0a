"""Nobody can tell what another holds: other closed cards make no other page, fragment, header or size."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from game import fairness, referee
from game.engine.cards import Card
from game.engine.play import Cutting, Discarding, IllegalAction, Pegging, waited_for
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.view import View
from game.models import Match, Snapshot
from game.referee import Course
from game.table import words
from tests.game.tables import hidden
from tests.game.together.seated import HTMX, begun, person, through

pytestmark = [pytest.mark.django_db, pytest.mark.once("what pages keep silent about")]

_BY_CHANCE = re.compile(
    rb'name="csrfmiddlewaretoken" value="[^"]+"|csrftoken=[^;]+|since/[^"]+|data-age="\d+"|(?<=X-Request-ID: )\w+'
    rb"|Expires: .*"
)
"""What is another in every answer, and where a page asks for news, which has the time in it."""


_QUESTIONS = "CBFVSTR"
_CODE = re.compile(r"\b[A2-9TJQK][CDHS]\b")


def closed(course: Course) -> set[Card]:
    """The cards of the deal that no page of the first seat shows, and that are free to change places."""
    state = course.state
    if not isinstance(state, Discarding | Cutting | Pegging):
        return set()
    return hidden(course, 0)


def permuted(course: Course, cards: set[Card], rng: Random) -> dict[int, str]:
    """The texts of the actions since the pack was shuffled, by number, with the closed cards in other places."""
    order = sorted(cards)
    shuffled = rng.sample(order, len(order))
    other = dict(zip(map(str, order), map(str, shuffled), strict=True))
    lines = course.game.actions.filter(number__gte=course.log.shuffles()[-1]).values_list("number", "text")
    return {number: _CODE.sub(lambda code: other.get(code[0], code[0]), text) for number, text in lines}


def _loaded(key: str) -> Course | None:
    try:
        return referee.load(key)
    except IllegalAction:  # somebody said go who could now play
        return None


@contextmanager
def elsewhere(course: Course, rng: Random) -> Iterator[Course | None]:
    """The game while its closed cards lie elsewhere; None where the rules do not allow that."""
    lines = course.game.actions
    before = dict(lines.values_list("number", "text"))
    for number, text in permuted(course, closed(course), rng).items():
        lines.filter(number=number).update(text=text)
    Snapshot.objects.filter(game=course.game, number__gt=course.log.deal_start).delete()
    yield _loaded(course.match.key)
    for number, text in before.items():
        lines.filter(number=number).update(text=text)


def whole(response: Any) -> bytes:
    """An answer with its headers, without what is another every time."""
    headers = [f"{name}: {value}".encode() for name, value in sorted(response.items())]
    return _BY_CHANCE.sub(b"*", b"\n".join([response.content, *headers]))


def answers(course: Course, client: Client) -> list[bytes]:
    """All that somebody in the first seat is answered: pages, a fragment, questions; with headers and size."""
    table = reverse("table", args=[course.match.key])
    responses: list[Any] = [
        client.get(table),
        client.get(table, headers=HTMX),
        client.get(reverse("seals", args=[course.match.key])),
        client.get(reverse("people")),
        *(client.post(table, {"ask": letter}, headers=HTMX) for letter in _QUESTIONS[course.number % 3 :: 3]),
    ]
    return [whole(response) for response in responses]


def difference(one: bytes, other: bytes) -> str:
    """Where two answers begin to differ, "" where they do not."""
    place = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    if place is None:
        return "" if len(one) == len(other) else "one is longer"
    around = slice(max(place - 80, 0), place + 80)
    return f"{one[around]!r} is not {other[around]!r}"


RULES = [
    Rules(target=31),
    Rules(seats=3, sides=3, target=31, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED),
]


def public(course: Course) -> list[object]:
    """What everybody has seen of the deal: a change that makes another of it is no change of closed cards only."""
    states = course.log.of_deal(course.number - 1)
    seen = [(type(state), state.table.ledger, waited_for(state)) for state in states]
    return [*seen, [len(state.held(seat)) for state in states if isinstance(state, Pegging) for seat in range(2)]]


def moments(course: Iterator[Course]) -> Iterator[Course]:
    """Some moments of a game at which cards lie closed, in every part of a deal."""
    kept = (one for one in course if closed(one))
    return islice((one for number, one in enumerate(kept) if number % 3 == 0), 7)


def differences(rules: Rules) -> Iterator[str]:
    """Where the answers to the first seat differ for other closed cards, moment by moment; "" where they do not."""
    people = [person() for _ in range(rules.seats)]
    for course in moments(through(begun(people, rules))):
        told = answers(course, people[0].client)
        with elsewhere(course, Random(course.number)) as other:
            if other and other.state != course.state and public(other) == public(course):
                yield "".join(map(difference, told, answers(other, people[0].client)))


@pytest.fixture(autouse=True)
def _same_fingerprints(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fingerprint of a pack is there to be another for every pack."""
    monkeypatch.setattr(fairness, "fingerprint", lambda _pack, _nonce: "f" * 64)


@pytest.mark.parametrize("rules", RULES, ids=["two", "three"])
def test_other_closed_cards_make_no_difference(rules: Rules) -> None:
    found = list(differences(rules))
    assert set(found) == {""}
    assert len(found) > 3


def test_this_test_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single letter that depends on another's hand is found."""
    asked = words.asked

    def telling(view: View, names: words.Names) -> str:
        [course] = [referee.at_table(match.key) for match in Match.objects.all()]
        state = course.state
        held = state.holding.hands[1] if isinstance(state, Discarding) else ()
        return asked(view, names) + "." * sum(card.rank % 2 for card in held)

    monkeypatch.setattr(words, "asked", telling)
    assert any(islice(differences(RULES[0]), 2))
