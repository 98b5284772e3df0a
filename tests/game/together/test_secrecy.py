"""Nobody can tell what another holds: other closed cards make no other page, fragment, header or size, and no other
work for an answer."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from game import budget, fairness, referee
from game.engine.cards import Card
from game.engine.play import (
    Counting,
    Cutting,
    CuttingForDeal,
    Discarding,
    IllegalAction,
    Pegging,
    apply,
    waited_for,
)
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.view import View
from game.models import Match, Party, Seat, Snapshot
from game.referee import Course
from game.table import words
from tests.full import PROOF, few
from tests.game.tables import choose, hidden, say, typed
from tests.game.together.seated import HTMX, Person, begun, fresh, person, through

pytestmark = [pytest.mark.django_db, pytest.mark.once("what pages keep silent about")]

_BY_CHANCE = re.compile(
    rb'name="csrfmiddlewaretoken" value="[^"]+"|csrftoken=[^;]+|data-age="\d+"|(?<=X-Request-ID: )\w+|Expires: .*'
)
"""What is another in every answer, and what has the time in it."""
_VALUE = re.compile(r"'[^']*'|\b\d+(\.\d+)?\b|(?<=SAVEPOINT )\S+")
"""A value in a query, or the name of a savepoint."""

_QUESTIONS = "CBFVSTR"
_CODE = re.compile(r"\b[A2-9TJQK][CDHS]\b")

PHASES = (CuttingForDeal, Discarding, Cutting, Pegging, Counting)
"""The phases in which cards lie closed."""
TRIES = 8
"""How often the closed cards are shuffled until they lie so as the rules allow."""

Answer = tuple[bytes, list[str]]
"""An answer with its headers, and the queries that were done for it."""
Closed = Callable[[Course], set[Card]]
Ask = Callable[[Course], list[Answer]]


def closed_to_first(course: Course) -> set[Card]:
    """The cards that lie closed to the first seat."""
    return hidden(course, 0)


def closed_to_all(course: Course) -> set[Card]:
    """The cards that lie closed to somebody at the table, and so to whoever looks on."""
    return set().union(*(hidden(course, seat) for seat in range(course.rules.seats)))


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
def elsewhere(course: Course, closed: set[Card], rng: Random) -> Iterator[Course | None]:
    """The game while its closed cards lie elsewhere; None where the rules do not allow that."""
    lines = course.game.actions
    before = dict(lines.values_list("number", "text"))
    for number, text in permuted(course, closed, rng).items():
        lines.filter(number=number).update(text=text)
    Snapshot.objects.filter(game=course.game, number__gt=course.log.deal_start).delete()
    yield _loaded(course.match.key)
    for number, text in before.items():
        lines.filter(number=number).update(text=text)


def answered(ask: Callable[[], Any]) -> Answer:
    """An answer, without what is another every time, and the shapes of the queries that were done for it, in order."""
    with CaptureQueriesContext(connection) as queries:
        response = ask()
    headers = [f"{name}: {value}".encode() for name, value in sorted(response.items())]
    lines = [str(response.status_code).encode(), response.content, *headers]
    return _BY_CHANCE.sub(b"*", b"\n".join(lines)), [_VALUE.sub("?", query["sql"]) for query in queries]


def page_and_news(client: Client, url: str) -> list[Answer]:
    """What a page answers: as a whole, as a fragment, and when it asks for news."""
    pages = [answered(partial(client.get, url)), answered(partial(client.get, url, headers=HTMX))]
    [since] = re.findall(rb'id="news-from" hidden data-url="([^"]+)"', pages[0][0])
    return [*pages, answered(partial(Client().get, since.decode()))]


def undone(deed: Callable[[], Any]) -> Any:
    """What is answered to a deed, after which everything is as it was."""
    with transaction.atomic():
        response = deed()
        transaction.set_rollback(True)
    return response


def told_to_first(client: Client) -> Ask:
    """Return how to ask for all that somebody in the first seat is answered: pages, fragments, news, questions, what
    they do, and what they try."""

    def ask(course: Course) -> list[Answer]:
        key = course.match.key
        pages = [reverse(name, args=[key]) for name in ("table", "seals", "record")]
        pages += [reverse("review", args=[key, course.game.number]), reverse("people"), reverse("games")]
        deeds = [*_QUESTIONS[course.number % 3 :: 3], "go", "next", *_own(course)]
        return [
            *page_and_news(client, pages[0]),
            *(answered(partial(client.get, page)) for page in pages[1:]),
            *(answered(partial(undone, partial(say, client, course, deed))) for deed in deeds),
        ]

    return ask


def _own(course: Course) -> list[str]:
    """What the first seat does next, if that turns no card that lies closed."""
    state = course.state
    if 0 not in waited_for(state) or not isinstance(state, Discarding | Pegging):
        return []
    action = choose(course, 0)
    after = apply(state, action)
    return [typed(action)] if type(after) is type(state) else []


def told_to_lookers_on(watch: str) -> Ask:
    """Return how to ask for all that somebody is answered who looks on."""
    return lambda _course: page_and_news(Client(), reverse("watch", args=[watch]))


def difference(one: Answer, other: Answer) -> str:
    """Where two answers begin to differ, or the work for them; "" where they do not."""
    if one[1] != other[1]:
        return (
            f"other queries: {[query for query in one[1] if query not in other[1]]}, of {len(one[1])}, {len(other[1])}"
        )
    place = next((at for at, pair in enumerate(zip(one[0], other[0], strict=False)) if pair[0] != pair[1]), None)
    if place is None:
        return "" if len(one[0]) == len(other[0]) else "one is longer"
    around = slice(max(place - 80, 0), place + 80)
    return f"{one[0][around]!r} is not {other[0][around]!r}"


RULES = [
    Rules(target=31),
    Rules(seats=3, sides=3, target=31, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED),
    Rules(seats=4, sides=2, target=31, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED),
]


def public(course: Course) -> list[object]:
    """What everybody has seen of the deal: a change that makes another of it is no change of closed cards only."""
    states = course.log.of_deal(course.number - 1)
    seen = [(type(state), state.table.ledger, waited_for(state)) for state in states]
    seats = range(course.rules.seats)
    return [*seen, [len(state.held(seat)) for state in states if isinstance(state, Pegging) for seat in seats]]


def table_of(rules: Rules) -> tuple[Party, Person]:
    """A table in play at which everybody stays here however long a test takes, and who sits in the first seat."""
    people = [person() for _ in range(rules.seats)]
    party = begun(people, rules)
    Seat.objects.filter(match=party.match).update(here_until=timezone.now() + timedelta(days=1))
    return party, people[0]


def differences(party: Party, closed: Closed, ask: Ask) -> Iterator[tuple[type, str]]:
    """Where answers differ for other closed cards, moment by moment, each with its phase; "" where they do not."""
    found, of_each = Counter[type](), 3 if PROOF.full else 1
    for course in through(party):
        phase, cards = type(course.state), closed(course)
        if phase not in PHASES or found[phase] == of_each or len(cards) < 2:
            continue
        if not found:
            ask(course)  # fills caches
        told = ask(course)
        for chance in range(TRIES):
            differing = None
            with elsewhere(course, cards, Random(f"{course.number} {chance}")) as other:
                if other and other.state != course.state and public(other) == public(course):
                    found[phase] += 1
                    differing = "".join(map(difference, told, ask(course)))
            if differing is not None:
                yield phase, differing
                break
        if len(found) == len(PHASES) and set(found.values()) == {of_each}:
            return


@pytest.fixture(autouse=True)
def _nothing_but_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but cards makes a difference: the fingerprint of a pack is there to be another for every pack, time
    stands still, and no page takes so much work that it is written down, which a busy machine would decide."""
    now = timezone.now()
    monkeypatch.setattr(fairness, "fingerprint", lambda _pack, _nonce: "f" * 64)
    monkeypatch.setattr(timezone, "now", lambda: now)
    monkeypatch.setattr(budget, "thread_time", lambda: 0.0)


@pytest.mark.parametrize("rules", few(RULES, RULES[0], RULES[2]), ids=["two", "three", "four"])
def test_other_closed_cards_make_no_difference(rules: Rules) -> None:
    party, first = table_of(rules)
    found = list(differences(party, closed_to_first, told_to_first(first.client)))
    assert [told for _phase, told in found if told] == []
    assert {phase for phase, _told in found} == set(PHASES)


def test_whoever_looks_on_can_tell_no_card_that_lies_closed_to_anybody() -> None:
    party, first = table_of(RULES[0])
    first.do(party, "watch")
    watch = fresh(party).watch
    assert watch
    found = list(differences(party, closed_to_all, told_to_lookers_on(watch)))
    assert [told for _phase, told in found if told] == []
    assert {phase for phase, _told in found} == set(PHASES)


def test_this_test_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single letter that depends on another's hand is found, and so is a single query."""
    asked = words.asked

    def secret() -> int:
        [course] = [referee.at_table(match.key) for match in Match.objects.all()]
        state = course.state
        return sum(card.rank for card in state.holding.hands[1]) if isinstance(state, Discarding) else 0

    def telling(view: View, names: words.Names) -> str:
        return asked(view, names) + "." * secret()

    def working(view: View, names: words.Names) -> str:
        for _ in range(secret()):
            Match.objects.exists()
        return asked(view, names)

    party, first = table_of(RULES[0])
    page = reverse("table", args=[party.match.key])
    for tells in (telling, working):
        monkeypatch.setattr(words, "asked", tells)
        found = differences(party, closed_to_first, lambda _course: page_and_news(first.client, page))
        assert any(told for _phase, told in islice(found, 4))
