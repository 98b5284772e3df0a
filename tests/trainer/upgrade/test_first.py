"""Answers from before there were runs count in progress, and the migration that adds them costs only their learners.

`first.json` was made by `make_first.py`: two guests answered with the first version, the second went on after that.
"""

import json
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test.utils import CaptureQueriesContext

from tests.trainer.progress import tallied
from tests.trainer.upgrade.loading import Rows, load
from trainer.drills.registry import DRILLS
from trainer.models import EVER, Attempt, Learner, Tally
from trainer.progress import tallies, verdicts

DATABASE: Rows = json.loads((Path(__file__).parent / "first.json").read_text())
BEFORE = [("trainer", "0001_initial"), ("game", "0001_initial")]

pytestmark = [pytest.mark.django_db, pytest.mark.full("a migration that is out does not change")]


@pytest.fixture(scope="module", autouse=True)
def _upgraded(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:  # noqa: ARG001 -- is needed
    """Load the old database, and migrate it."""
    with django_db_blocker.unblock():
        executor = MigrationExecutor(connection)
        executor.migrate(BEFORE)
        with transaction.atomic():  # in any order
            load(executor.loader.project_state(BEFORE).apps, DATABASE)
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
        yield
        call_command("flush", verbosity=0, interactive=False)


MIGRATION = import_module("trainer.migrations.0013_recall_once")


def tally_again() -> None:
    """Run the step of the migration by itself."""
    MIGRATION.tally(apps, None)


def kept() -> list[Any]:
    """Return all tallies."""
    return list(Tally.objects.order_by("learner", "day", "facet").values_list("learner", "day", "facet", "times"))


def test_they_had_no_tallies() -> None:
    without_run = Counter(row["fields"]["learner"] for row in DATABASE if row["fields"].get("run", 0) is None)
    tallied = {
        row["fields"]["learner"]: row["fields"]["times"]
        for row in DATABASE
        if row["model"] == "trainer.tally" and (row["fields"]["facet"], row["fields"]["day"]) == ("all", str(EVER))
    }
    assert (dict(without_run), tallied) == ({1: 6, 2: 2}, {2: 2})


def test_every_answer_is_in_them_once() -> None:
    for learner in Learner.objects.all():
        answers = learner.attempts.filter(rated=True)
        for day in (EVER, None):
            rows = Tally.objects.filter(learner=learner, facet="all")
            rows = rows.filter(day=EVER) if day else rows.exclude(day=EVER)
            assert sum(row.times for row in rows) == answers.count() > 0
            assert sum(row.misses for row in rows) == answers.filter(right=False).count() > 0


def test_they_are_as_if_each_had_been_added_when_it_came() -> None:
    for number in (1, 2):
        rates: tallies.LearnerRates = {}
        again = Learner.objects.create_guest()
        for attempt in Attempt.objects.filter(learner=number).order_by("answered_at"):
            attempt.learner = again
            drill = DRILLS[attempt.drill]
            rates = tallied.add(attempt, drill.mark(drill.read(attempt.question), attempt.answer), rates)
        columns = ("day", "facet", *Tally.SUMS, "level", "pace")
        want = list(Tally.objects.filter(learner=again).order_by("day", "facet").values_list(*columns))
        found = list(Tally.objects.filter(learner=number).order_by("day", "facet").values_list(*columns))
        assert [row[:3] for row in found] == [row[:3] for row in want]
        for one, other in zip(found, want, strict=True):
            assert one[3:] == pytest.approx(other[3:])


def test_progress_shows_their_skills() -> None:
    facets = {record.facet for record in verdicts.records(Learner.objects.get(pk=1), None, ["skill:", "sort:"])}
    assert {"sort:count:fifteens", "skill:run"} <= facets, facets


def test_twice_is_as_once() -> None:
    before = kept()
    tally_again()
    assert kept() == before


def test_a_question_that_is_no_longer_read_keeps_its_place() -> None:
    Attempt.objects.filter(learner=2).update(drill="gone")
    tally_again()
    assert Tally.objects.get(learner=2, day=EVER, facet="drill:gone").times == 4
    assert not Tally.objects.filter(learner=2, facet__startswith="skill:").exists()


def test_an_answer_that_is_no_longer_read_keeps_its_place() -> None:
    times = Tally.objects.get(learner=2, day=EVER, facet="all").times
    Attempt.objects.filter(learner=2).update(answer="a dozen")
    tally_again()
    assert Tally.objects.get(learner=2, day=EVER, facet="all").times == times
    assert not Tally.objects.filter(learner=2, facet__startswith="skill:").exists()


@pytest.mark.parametrize(
    ("settings", "timed"),
    [
        ("count calm", True),
        ("count sprint 180 kind=crib", True),
        ("lesson lesson of=runs", False),
        ("lesson check of=runs", True),
        ("count calm flash=3", False),
    ],
)
def test_times_mean_something_but_in_lessons_and_from_memory(settings: str, timed: bool) -> None:
    assert MIGRATION.is_timed(settings) is timed


def test_others_cost_nothing() -> None:
    """A learner whose answers all belong to runs is not looked at, however many there are."""
    Attempt.objects.filter(run=None).delete()
    Learner.objects.bulk_create(Learner(password="!") for _ in range(50))
    with CaptureQueriesContext(connection) as queries:
        tally_again()
    assert len(queries) == 1
