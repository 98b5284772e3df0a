"""Every word at the table is marked for translation: under a pseudo-language no bare letters remain."""

from dataclasses import replace
from itertools import cycle
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from game import referee
from game.after.review import decisions
from game.engine.play import Discarding, Pegging
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.view import Phase, see
from game.models import Habits
from game.referee import Wait
from game.strategy.bots import situation_of
from game.strategy.discards import choices
from game.table import words
from game.table.typed import Unclear
from tests.full import PROOF, few
from tests.game.after.games import CALLED, finished, reviewed
from tests.game.tables import begin, choose, named, play_out, say, sit, typed
from tests.words import CLOSE, OPEN, assert_all_marked

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pseudo_language")]

RULES = (
    Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED, match_points=3),
    Rules(seats=4, sides=2, target=61, counting=Counted.ALL, muggins=Muggins.MISSED_AND_EXCESS, play_clock=90),
    Rules(seats=3, sides=3, target=31, deals=1),
)


@pytest.mark.parametrize("rules", few(RULES, RULES[0]), ids=lambda rules: f"{rules.seats}-{rules.counting}")
def test_a_whole_game(client: Client, rules: Rules) -> None:
    """Fragments with announcements at every step; questions, hints and refusals at every third, pages now and then."""
    rules = rules if PROOF.full else replace(rules, deals=2)
    match = begin(sit(client), rules)
    course = referee.load(match.key)
    url = reverse("table", args=[match.key])
    asked, often = cycle((*"CBFVWSTRH?", "go", "4711", "77")), cycle((True, PROOF.full, PROOF.full))
    while referee.waits(course) is not Wait.OVER:
        if next(often):
            assert_all_marked(say(client, course, next(asked)).content.decode())
            course = referee.load(match.key)
        if course.number % 10 == 0:
            assert_all_marked(client.get(url).content.decode())
        text = typed(choose(course)) if referee.waits(course) is Wait.PERSON else "next"
        assert_all_marked(say(client, course, text).content.decode())
        course = referee.load(match.key)
    assert_all_marked(client.get(url).content.decode())
    assert_all_marked(client.get(reverse("seals", args=[match.key])).content.decode())
    assert_all_marked(client.get(reverse("games")).content.decode())
    assert_all_marked(client.get(reverse("luck")).content.decode())
    assert_all_marked(client.get(reverse("review", args=[match.key, 1])).content.decode())


@pytest.mark.parametrize("rules", few([CALLED, *RULES[1:]], CALLED), ids=named)
def test_a_whole_review(client: Client, rules: Rules) -> None:
    course = finished(sit(client), rules if PROOF.full else replace(rules, target=31))
    kept = reviewed(course)
    address = reverse("review", args=[course.match.key, 1])
    pages = [{}, *({"decision": each.number} for each in decisions(kept)[:: 1 if PROOF.full else 2])]
    assert len(pages) > 1
    for page in pages:
        assert_all_marked(client.get(address, page).content.decode())


@pytest.mark.parametrize("name", ["new", "games", "open", "fair", "luck"])
def test_a_page(client: Client, name: str) -> None:
    """For somebody the site does not know, and with a bad form."""
    assert_all_marked(client.get(reverse(name)).content.decode())
    if name in {"new", "open", "fair"}:
        assert_all_marked(client.post(reverse(name), {}).content.decode())


def test_a_warning(client: Client) -> None:
    """And the way to take it back."""
    learner = sit(client)
    Habits.objects.create(learner=learner, warnings=True)
    for _ in range(20):
        match = begin(learner, Rules())
        course = next(course for course in play_out(match) if isinstance(course.state, Discarding))
        view = see(course.state, 0)
        worst = choices(view.hand, situation_of(view), Random(1))[-1]
        html = say(client, course, " ".join(map(str, worst.away))).content.decode()
        if "take-back" in html:
            assert_all_marked(html)
            return
    pytest.fail("no discard worth a warning")


def test_every_code_has_words() -> None:
    """Nothing that can happen is without a sentence, and none is bare."""
    assert set(words.UNCLEAR) == set(Unclear)
    assert set(words.HELP) == set(Phase)
    told = [*map(str, words.UNCLEAR.values()), *map(str, words.HELP.values()), *map(str, words.BOT_NAMES)]
    told += [str(sentence) for row in (*words.WON, words.WON_BY_A_POINT) for sentence in row]
    assert [sentence for sentence in told if OPEN not in sentence] == []


def test_the_unit_of_a_clock(client: Client) -> None:
    match = begin(sit(client), Rules(target=61, play_clock=90))
    course = referee.load(match.key)
    while not (isinstance(course.state, Pegging) and referee.waits(course) is Wait.PERSON):
        say(client, course, typed(choose(course)) if referee.waits(course) is Wait.PERSON else "next")
        course = referee.load(match.key)
    html = client.get(reverse("table", args=[match.key])).content.decode()
    assert f" s{CLOSE}</span></p>" in html
    assert_all_marked(html)
