"""A goal of one's own: how far it is reached today, on the home page and on progress."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.game.tables import sit
from tests.trainer.people.test_preferences import PLAIN
from tests.words import assert_all_marked
from trainer.models import Learner, Tally
from trainer.people.preferences import Goal
from trainer.progress.goals import GoalToday, week
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
    learner.preferences = {"goal": str(goal)}
    learner.save()


def answered(learner: Learner, times: int, seconds: float) -> None:
    """So many answers today, and the seconds that they took."""
    Tally.objects.create(learner=learner, day=TODAY, facet=ALL, times=times, timed=times, seconds=seconds)


@pytest.mark.parametrize(
    ("goal", "times", "seconds", "told"),
    [
        (Goal(20), 0, 0.0, GoalToday(0, "Your goal: 0 of 20 answers")),
        (Goal(20), 12, 90.0, GoalToday(60, "Your goal: 12 of 20 answers")),
        (Goal(20), 20, 90.0, GoalToday(100, "Goal reached: 20 answers")),
        (Goal(10), 31, 90.0, GoalToday(100, "Goal reached: 31 answers")),
        (Goal(10, in_minutes=True), 40, 299.0, GoalToday(40, "Your goal: 4 of 10 minutes")),
        (Goal(5, in_minutes=True), 40, 301.0, GoalToday(100, "Goal reached: 5 minutes")),
    ],
)
def test_how_far_it_is_reached(learner: Learner, goal: Goal, times: int, seconds: float, told: GoalToday) -> None:
    wants(learner, goal)
    days = [Period(TODAY, times, seconds=seconds)] if times else []
    assert week(learner, days, TODAY)["goal"] == told


def test_nobody_has_a_goal_who_chose_none(client: Client, learner: Learner) -> None:
    answered(learner, 12, 90)
    assert week(learner, answered_days(learner, TODAY), TODAY)["goal"] is None
    assert "goal" not in client.get("/").text
    assert "stroke-dasharray" not in client.get("/progress/").text.partition('class="week"')[2].partition("</ol>")[0]
    assert "Set a goal of your own" in client.get("/progress/").text


def test_it_is_chosen_shown_as_a_ring_and_in_words_and_switched_off(client: Client, learner: Learner) -> None:
    answered(learner, 12, 90)
    assert client.post("/progress/goal/", {"number": "20", "unit": "answers"}).headers["Location"] == "/progress/"
    for address in ("/", "/progress/"):
        page = client.get(address).text
        assert "Your goal: 12 of 20 answers" in page
        assert re.search(r'<circle class="chart-line"[^>]* stroke-dasharray="60 100"', page)
    client.post("/account/preferences/", PLAIN)
    assert "Your goal: 12 of 20 answers" in client.get("/progress/").text, "other preferences leave it alone"
    client.post("/progress/goal/", {"none": "1", "number": "20", "unit": "answers"})
    for address in ("/", "/progress/"):
        assert "Your goal: " not in client.get(address).text


@pytest.mark.parametrize(
    ("number", "unit", "said"),
    [
        ("35", "answers", "Your goal: 0 of 35 answers"),
        (" 1 ", "answers", "Your goal: 0 of 1 answer"),
        ("500", "answers", "Your goal: 0 of 500 answers"),
        ("12", "minutes", "Your goal: 0 of 12 minutes"),
        ("240", "minutes", "Your goal: 0 of 240 minutes"),
    ],
)
def test_any_number_within_bounds_can_be_a_goal(
    client: Client, learner: Learner, number: str, unit: str, said: str
) -> None:
    Tally.objects.create(learner=learner, day=TODAY.replace(day=18), facet=ALL, times=4)
    assert said in client.post("/progress/goal/", {"number": number, "unit": unit}, follow=True).text


@pytest.mark.parametrize(
    ("number", "unit", "said"),
    [
        ("", "answers", "Type a number."),
        ("0", "answers", "A goal is a whole number of answers from 1 to 500."),
        ("501", "answers", "A goal is a whole number of answers from 1 to 500."),
        ("-5", "answers", "A goal is a whole number of answers from 1 to 500."),
        ("2.5", "answers", "A goal is a whole number of answers from 1 to 500."),
        ("20 min", "answers", "A goal is a whole number of answers from 1 to 500."),
        ("²", "minutes", "A goal is a whole number of minutes from 1 to 240."),
        ("9" * 5000, "minutes", "A goal is a whole number of minutes from 1 to 240."),
        ("241", "minutes", "A goal is a whole number of minutes from 1 to 240."),
        ("20", "games", "Choose one of these."),
    ],
)
def test_what_cannot_be_a_goal_is_refused_in_a_sentence_and_changes_nothing(
    client: Client, learner: Learner, number: str, unit: str, said: str
) -> None:
    wants(learner, Goal(30))
    answered(learner, 12, 90)
    page = client.post("/progress/goal/", {"number": number, "unit": unit}).text
    form = page.partition('<details id="goal" open>')[2].partition("</details>")[0]
    assert said in form
    assert "Your goal: 12 of 30 answers" in page
    learner.refresh_from_db()
    assert learner.preferences == {"goal": "30"}


def test_every_day_of_the_week_has_its_share_of_the_goal(learner: Learner) -> None:
    wants(learner, Goal(10))
    shown = week(learner, [Period(TODAY, 3), Period(TODAY - timedelta(days=2), 10)], TODAY)["week"]
    assert isinstance(shown, list)
    assert [(day.answers, day.share) for day in shown] == [(0, 0)] * 4 + [(10, 100), (0, 0), (3, 30)]
    assert [day.words for day in shown][4:] == [
        "Nov. 18, 2026: 10 answers, goal reached",
        "Nov. 19, 2026: 0 answers",
        "Nov. 20, 2026: 3 answers",
    ]


@pytest.mark.parametrize("stored", ["none", "", None, 20, "0", "501", "241 min", "20 hours", ["20"]])
def test_what_is_stored_and_no_goal_is_none(stored: object) -> None:
    assert Goal.read(stored) == (Goal(20) if stored == 20 else Goal())


@pytest.mark.parametrize("goal", [Goal(), Goal(35), Goal(12, in_minutes=True)])
def test_a_goal_is_read_as_it_is_stored(goal: Goal) -> None:
    assert Goal.read(str(goal)) == goal


def test_a_day_without_answers_has_an_empty_ring_and_every_other_its_own(client: Client, learner: Learner) -> None:
    wants(learner, Goal(10))
    Tally.objects.create(learner=learner, day=TODAY.replace(day=18), facet=ALL, times=4)
    Tally.objects.create(learner=learner, day=TODAY.replace(day=18), facet="drill:count", times=4)
    page = client.get("/progress/").text
    assert "Your goal: 0 of 10 answers" in page
    assert re.findall(r'stroke-dasharray="(\d+)', page.partition('class="week"')[2].partition("</ol>")[0]) == ["40"]


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("goal", [Goal(), Goal(20), Goal(10, in_minutes=True)])
@pytest.mark.parametrize("times", [1, 60])
def test_every_word_is_marked_for_translation(client: Client, learner: Learner, goal: Goal, times: int) -> None:
    wants(learner, goal)
    answered(learner, times, times * 60)
    for address in ("/", "/progress/", "/account/preferences/"):
        assert_all_marked(client.get(address).text)
    assert_all_marked(client.post("/progress/goal/", {"number": "0", "unit": "minutes"}).text)
