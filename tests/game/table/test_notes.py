"""The words of the game that the table explains to whoever meets them for the first time."""

import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from game import fairness, referee
from game.engine.cards import PACK
from game.engine.play import Discarding
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.models import Habits, Match
from game.referee import Course, Wait
from game.table import notes
from tests.game.tables import begin, choose, played, say, sit, typed
from trainer import glossary
from trainer.models import Learner

pytestmark = pytest.mark.django_db

CALLED = Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)


@pytest.fixture
def learner(client: Client) -> Learner:
    """Return whoever sits before the client, with settings as after their first choice of a game."""
    learner = sit(client)
    Habits.objects.create(learner=learner)
    return learner


def to_discard(match: Match) -> Course:
    """Return the course of a match as soon as the first cards are to be discarded."""
    course = referee.load(match.key)
    while not (isinstance(course.state, Discarding) and referee.waits(course) is Wait.PERSON):
        course = played(course)
    return course


def test_a_word_is_explained_until_the_reader_has_acted(client: Client, learner: Learner) -> None:
    course = to_discard(begin(learner, Rules()))
    url = reverse("table", args=[course.match.key])
    page = client.get(url).text
    assert '<button type="button" class="to-word" popovertarget="word-crib">crib</button> is an extra hand' in page
    assert re.search(r'id="word-crib" popover.*?The hand made of what everybody discarded', page, re.DOTALL)
    say(client, course, "?", met="crib")
    assert "word-crib" in client.get(url).text, "a question is no act"
    say(client, course, typed(choose(course)), met="crib", sure="1")
    assert Habits.objects.get().met == ["crib"]
    assert "word-crib" not in client.get(reverse("table", args=[to_discard(begin(learner, Rules())).match.key])).text


def test_each_is_told_once(client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    packs = Random(1)
    monkeypatch.setattr(fairness, "shuffle", lambda: (tuple(packs.sample(PACK, len(PACK))), "0" * 32))
    course = referee.load(begin(learner, CALLED).key)
    seen: list[str] = []
    while referee.waits(course) is not Wait.OVER:
        page = client.get(reverse("table", args=[course.match.key])).text
        told = re.findall(r'popovertarget="word-([\w-]+)"', page.partition('id="act"')[0])
        seen += [slug for slug in told if slug not in seen[-1:]]
        text = typed(choose(course)) if referee.waits(course) is Wait.PERSON else "next"
        say(client, course, text, sure="1", met=told)
        course = referee.load(course.match.key)
    assert len(seen) == len(set(seen))
    assert {"crib", "play", "muggins"} <= set(seen) <= set(notes.ALL)


def test_every_word_is_in_the_glossary() -> None:
    assert set(notes.ALL) <= set(glossary.words("en"))
