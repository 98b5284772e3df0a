"""A goal of one's own: how far it is reached today, on the home page and on progress."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from tests.game.tables import sit
from tests.trainer.people.test_preferences import PLAIN
from tests.words import assert_all_marked
from trainer.models import Learner, Tally
from trainer.people.preferences import Goal
from trainer.progress.goals import GoalToday, goal_today
from trainer.progress.tallies import ALL
from trainer.progress.verdicts import Period, answered_days

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TODAY = NOON.date()


@pytest.fixture
def learner(client: Client, monkeypatch: pytest.MonkeyPatch) -> Learner:
    """Somebody in front of the browser, on a day of November."""
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    return sit(client)


def wants(learner: Learner, goal: Goal) -> None:
    """Set the goal of a learner."""
    learner.preferences = {"goal": goal.value}
    learner.save()


def answered(learner: Learner, times: int, seconds: float) -> None:
    """So many answers today, and the seconds that they took."""
    Tally.objects.create(learner=learner, day=TODAY, facet=ALL, times=times, timed=times, seconds=seconds)


@pytest.mark.parametrize(
    ("goal", "times", "seconds", "told"),
    [
        (Goal.ANSWERS_20, 0, 0.0, GoalToday(0, "Your goal: 0 of 20 answers")),
        (Goal.ANSWERS_20, 12, 90.0, GoalToday(60, "Your goal: 12 of 20 answers")),
        (Goal.ANSWERS_20, 20, 90.0, GoalToday(100, "Goal reached: 20 answers")),
        (Goal.ANSWERS_10, 31, 90.0, GoalToday(100, "Goal reached: 31 answers")),
        (Goal.MINUTES_10, 40, 299.0, GoalToday(40, "Your goal: 4 of 10 minutes")),
        (Goal.MINUTES_5, 40, 301.0, GoalToday(100, "Goal reached: 5 minutes")),
    ],
)
def test_how_far_it_is_reached(learner: Learner, goal: Goal, times: int, seconds: float, told: GoalToday) -> None:
    wants(learner, goal)
    days = [Period(TODAY, times, seconds=seconds)] if times else []
    assert goal_today(learner, days, TODAY) == told


def test_nobody_has_a_goal_who_chose_none(client: Client, learner: Learner) -> None:
    answered(learner, 12, 90)
    assert goal_today(learner, answered_days(learner, TODAY), TODAY) is None
    assert "goal" not in client.get("/").text
    assert "Set a goal of your own" in client.get("/progress/").text


def test_it_is_chosen_shown_as_a_ring_and_in_words_and_switched_off(client: Client, learner: Learner) -> None:
    answered(learner, 12, 90)
    chosen = {**PLAIN, "goal": "20"}
    client.post("/account/preferences/", chosen)
    for address in ("/", "/progress/"):
        page = client.get(address).text
        assert "Your goal: 12 of 20 answers" in page
        assert re.search(r'<circle class="chart-line"[^>]* stroke-dasharray="60 100"', page)
    client.post("/account/preferences/", {**chosen, "goal": "none"})
    for address in ("/", "/progress/"):
        assert "Your goal: " not in client.get(address).text


def test_a_day_without_answers_has_an_empty_ring(client: Client, learner: Learner) -> None:
    wants(learner, Goal.ANSWERS_10)
    Tally.objects.create(learner=learner, day=TODAY.replace(day=18), facet=ALL, times=4)
    Tally.objects.create(learner=learner, day=TODAY.replace(day=18), facet="drill:count", times=4)
    page = client.get("/progress/").text
    assert "Your goal: 0 of 10 answers" in page
    assert "stroke-dasharray" not in page.partition('class="week"')[2].partition("</ol>")[0]


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("goal", Goal)
@pytest.mark.parametrize("times", [1, 60])
def test_every_word_is_marked_for_translation(client: Client, learner: Learner, goal: Goal, times: int) -> None:
    wants(learner, goal)
    answered(learner, times, times * 60)
    for address in ("/", "/progress/", "/account/preferences/"):
        assert_all_marked(client.get(address).text)
