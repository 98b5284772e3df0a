"""A final score past the target is told as the target everywhere: what is left over is worth nothing."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from game import referee
from game.after import review as after_review
from game.after import review_page
from game.engine.play import Over
from game.engine.rules import Rules
from game.engine.view import see
from game.models import Match, Result
from game.referee import Course
from game.table import scene, words
from tests.game.finished import finished
from tests.game.tables import say, sit

pytestmark = [pytest.mark.django_db, pytest.mark.once("what follows from a game that was loaded")]


@pytest.fixture
def course(client: Client) -> Course:
    """A game to 31 that was won with more points than that by the other side."""
    learner = sit(client)
    games = (finished(learner, Rules(target=31), str(chance)) for chance in range(100))
    found = next(game for game in games if game.state.table.scores[1] > 31)
    Match.objects.exclude(pk=found.match.pk).delete()
    return found


def own_score(course: Course) -> int:
    """What the side has that lost."""
    return course.state.table.scores[0]


@pytest.mark.parametrize(("score", "told"), [(0, 0), (60, 60), (61, 61), (63, 61), (90, 61)])
def test_what_goes_past_the_target_is_not_told(score: int, told: int) -> None:
    assert Rules(target=61).told(score) == told


def test_the_end_is_told_with_the_target(course: Course) -> None:
    assert isinstance(course.state, Over)
    names = scene.names_of(course.seats, 0)
    assert words.result(course.state, names).endswith(f", 31 to {own_score(course)}.")
    assert [side.score for side in scene.sides(see(course.state, 0), names)] == [own_score(course), 31]


def test_the_table_says_it_when_asked(client: Client, course: Course) -> None:
    told = say(client, course, "S").content.decode()
    assert re.search(r": 31\. The game is to 31", told)


def test_the_list_of_games_says_it(client: Client, course: Course) -> None:
    page = client.get(reverse("games")).content.decode()
    assert re.findall(r" won (\d+)–(\d+)<", page) == [("31", str(own_score(course)))]


@pytest.mark.parametrize("shared", [False, True])
def test_the_review_says_it(client: Client, course: Course, shared: bool) -> None:
    referee.share(course.match, shared=True)
    address = reverse("shared", args=[course.match.share]) if shared else reverse("review", args=[course.match.key, 1])
    assert f", 31 to {own_score(course)}." in client.get(address).content.decode()


def test_the_end_of_the_curve_says_it(course: Course) -> None:
    review = after_review.step(course, 0, seconds=60)
    while not after_review.is_done(review, course):
        review = after_review.step(course, 0, seconds=60)
    page = review_page.page(course, review, review_page.helps_of(course, review), None, 0)
    assert page.stages.rows[-1].scores == (own_score(course), 31)


def test_results_add_up_the_scores_that_are_told(client: Client) -> None:
    learner = sit(client)
    ends = [finished(learner, Rules(target=31), str(chance)).state.table.scores for chance in range(6)]
    result = Result.objects.get()
    assert (result.points_for, result.points_against) == tuple(
        sum(min(score, 31) for score in scores) for scores in zip(*ends, strict=True)
    )


def test_the_record_keeps_what_was_scored(course: Course) -> None:
    assert referee.load(course.match.key).match.summary["scores"] == list(course.state.table.scores)
    assert max(course.match.summary["scores"]) > 31
