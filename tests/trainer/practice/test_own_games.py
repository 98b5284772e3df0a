"""Hands from one's own games of this week, to be counted once more."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from game import referee
from game.after import losses
from game.engine.play import Claim, Counting
from game.engine.rules import Counted, CribFlush, Muggins, Notice, Rules
from game.engine.scoring import total
from game.models import Action, JudgedDecision, Match, Origin, Pace
from game.referee import Course
from game.strategy.levels import Level
from tests.game.finished import finished, reviewed
from tests.game.tables import begin, sit
from tests.words import assert_all_marked
from trainer.drills.count.question import CountQuestion
from trainer.drills.discard.page import DISCARD
from trainer.models import Learner, Recall, Run
from trainer.practice import own_games
from trainer.practice.own_games import OwnHands

pytestmark = pytest.mark.django_db

SHORT = Rules(target=61)
COUNTED = Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)
PAGE = "/own-hands/"


@pytest.fixture
def learner(client: Client) -> Learner:
    """Somebody in front of the browser."""
    return sit(client)


def counted(course: Course) -> list[tuple[str, int, int]]:
    """What was claimed in a game: the hand or crib as a question, the seat, and how far the claim was off."""
    return [
        (str(CountQuestion(tuple(sorted(state.cards)), state.starter, state.is_crib)), state.owner, off)
        for state, action in zip(course.states, course.actions, strict=False)
        if isinstance(state, Counting) and isinstance(action, Claim)
        for off in [action.points - total(state.truth)]
    ]


def asked(learner: Learner) -> list[str]:
    """The hands and cribs of the week to be counted, in order."""
    return [each.text for each in to_count(learner).asked]


def to_count(learner: Learner) -> OwnHands:
    """The hands and cribs of the week to be counted."""
    return own_games.of_week(learner, timezone.now())[0]


def to_discard(learner: Learner) -> OwnHands:
    """The hands of the week to be discarded from."""
    return own_games.of_week(learner, timezone.now())[1]


def test_own_hands_and_cribs_come_with_what_was_miscounted_first(learner: Learner) -> None:
    course = finished(learner, COUNTED, "2")
    seat, claims = course.seat_of(learner), counted(course)
    misses = sorted((claim for claim in claims if claim[2]), key=lambda claim: -abs(claim[2]))
    own_misses = [text for text, owner, _off in misses if owner == seat]
    misses_of_others = [text for text, owner, _off in misses if owner != seat]
    rights = [text for text, owner, off in claims if not off and owner == seat]
    assert own_misses
    assert rights
    assert asked(learner) == own_misses + misses_of_others + rights
    assert to_count(learner).wrong == len(own_misses + misses_of_others)


def test_where_the_table_counts_nobody_is_praised_for_it(client: Client, learner: Learner) -> None:
    finished(learner, SHORT, "2")
    page = client.get(PAGE).text
    assert 'id="hands-title"' in page
    assert "miscounted" not in page


def test_where_the_table_counts_there_are_the_own_hands(learner: Learner) -> None:
    course = finished(learner, SHORT, "0")
    seat = course.seat_of(learner)
    own = [state for state in course.states if isinstance(state, Counting) and not state.done and state.owner == seat]
    assert (len(asked(learner)), to_count(learner).wrong) == (len(own), 0)


def test_hands_are_discarded_from_again_and_what_gave_up_most_comes_first(client: Client, learner: Learner) -> None:
    course = finished(learner, SHORT, "1")
    losses.keep(course, reviewed(course, 0.0, 0.5, 2.5, 1.2))
    decisions = JudgedDecision.objects.filter(kind="discard")
    best = [each.text for each in to_discard(learner).asked]
    assert len(best) == decisions.count()
    lost = {decision.held: decision.points for decision in decisions}
    given_up = [lost[" ".join(map(str, DISCARD.read(text).hand))] for text in best]
    assert given_up == sorted(given_up, reverse=True)
    assert to_discard(learner).wrong == sum(points > 0 for points in given_up) > 0
    page = client.get(PAGE).text
    assert re.findall(r'class="button button-large button-wide( button-plain)?"[^>]*value="(\w+)"', page) == [
        ("", "count"),
        (" button-plain", "discard"),
    ]
    client.post(PAGE, {"drill": "discard"})
    assert (Run.objects.get().settings, Run.objects.get().asked) == ("discard games", best[0])


def test_games_that_go_on_are_never_looked_into(client: Client, learner: Learner) -> None:
    course = referee.load(begin(learner, SHORT, Pace.INSTANT, Level.CLUB).key)
    shown = finished(learner, SHORT, "0")
    Action.objects.filter(game=shown.game, number__gte=shown.number - 1).delete()
    Match.objects.update(over=False, summary={})
    assert course.match.over is False
    assert asked(learner) == []
    assert "There are no hands yet" in client.get(PAGE).text
    assert client.post(PAGE, {"drill": "count"}).status_code == 200
    assert not Run.objects.exists()


@pytest.mark.parametrize("days", [6, 8])
def test_only_games_of_the_last_seven_days(learner: Learner, days: int) -> None:
    finished(learner, SHORT, "0")
    then = timezone.now() - timedelta(days=days)
    Action.objects.update(at=then)
    Match.objects.update(played_at=then)
    assert bool(asked(learner)) == (days < 7)


def test_a_game_that_is_played_again_and_one_of_others_are_left_out(learner: Learner) -> None:
    finished(Learner.objects.create_guest(), SHORT, "0")
    assert asked(learner) == []
    finished(learner, SHORT, "1")
    assert asked(learner)
    Match.objects.update(origin=Origin.AGAIN)
    assert asked(learner) == []


def test_no_crib_whose_flush_counts_otherwise(learner: Learner) -> None:
    finished(learner, Rules(target=61, crib_flush=CribFlush.LIKE_A_HAND), "0")
    assert asked(learner)
    assert not [text for text in asked(learner) if text.startswith("crib")]


def test_a_run_asks_them_and_a_miss_comes_back(client: Client, learner: Learner) -> None:
    finished(learner, COUNTED, "2")
    hands = asked(learner)
    assert f"{len(hands)} hands to count" in client.get(PAGE).text
    assert client.post(PAGE, {"drill": "x"}).status_code == 200
    address = client.post(PAGE, {"drill": "count"}).headers["Location"]
    run = Run.objects.get()
    assert (run.settings, run.asked, len(run.question_queue)) == ("count games", hands[0], min(len(hands), 20) - 1)
    client.post(address, {"number": 0, "claim": 29, "answer": "1"})
    assert Recall.objects.get(learner=learner).question == hands[0]
    client.post(address, {"end": "1"})
    summary = client.get(f"{address}summary/").text
    assert "From your games" in summary
    assert "Replay my miss" in summary
    assert "How each one went" not in summary


def test_what_was_asked_this_week_comes_last(client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_games, "MOST", 3)
    finished(learner, COUNTED, "2")
    hands, runs = to_count(learner), []
    for _ in range(2):
        address = client.post(PAGE, {"drill": "count"}).headers["Location"]
        asked_now = [Run.objects.latest("pk").asked]
        for number in range(3):
            client.post(address, {"number": number, "claim": 29, "answer": "1"})
            client.post(address, {"number": number + 1, "next": "1"})
            asked_now.append(Run.objects.latest("pk").asked)
        runs.append(asked_now[:3])
    texts = [each.text for each in hands.asked]
    assert runs == [texts[:3], texts[3:6]]
    order = [each.text for each in own_games.to_ask(learner, hands, timezone.now())]
    assert order == (texts[6:] + texts[:6])[:3]
    week_after = timezone.now() + timedelta(days=8)
    assert [each.text for each in own_games.to_ask(learner, hands, week_after)] == texts[:3]


def test_where_the_score_is_shown_is_said(client: Client, learner: Learner) -> None:
    said = "A discard shows the score only near the end of a game"
    assert said not in client.get(PAGE).text
    finished(learner, SHORT, "0")
    assert said in client.get(PAGE).text


def test_a_stranger_reads_why_there_are_none(client: Client) -> None:
    page = client.get(PAGE).text
    assert "You have finished no game in the last 7 days" in page
    assert client.post(PAGE).status_code == 200
    assert not Learner.objects.exists()


def test_it_is_offered_where_one_practises_and_looks_at_decisions(client: Client, learner: Learner) -> None:
    losses.keep(course := finished(learner, SHORT, "0"), reviewed(course, 0.0, 0.5))
    for address in ("/drills/", "/drills/count/", "/decisions/", "/games/"):
        assert f'href="{PAGE}"' in client.get(address).text
    assert f'href="{PAGE}"' not in client.get("/drills/peg/").text


@pytest.mark.usefixtures("pseudo_language")
def test_every_word_is_marked_for_translation(client: Client, learner: Learner) -> None:
    assert_all_marked(client.get(PAGE).text)
    for rules in (SHORT, COUNTED):
        finished(learner, rules, "2")
        assert_all_marked(client.get(PAGE).text)
    address: Any = client.post(PAGE, {"drill": "count"}).headers["Location"]
    assert_all_marked(client.get(address).text)
    client.post(address, {"number": 0, "claim": 29, "answer": "1"})
    assert_all_marked(client.get(address).text)
    assert_all_marked(client.get(f"{address}summary/").text)
