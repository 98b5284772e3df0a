"""The migration of a database from before runs had one column for each meaning keeps everything.

`database.json` was made by `make.py` with the code of that version.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session as FormerSession
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game.after.review import DecisionKind
from game.models import Game, Review
from tests.test_site import manage
from tests.trainer.upgrade.loading import Rows, load
from trainer.models import EVER, Attempt, Learner, Reading, Recall, Run, Session, Tally
from trainer.practice.state import AskedQuestion, Sitting

DATABASE: Rows = json.loads((Path(__file__).parent / "database.json").read_text())
BEFORE = [("trainer", "0001_initial"), ("game", "0001_initial")]
FIRST_BACKEND, SECOND_BACKEND = "trainer.throttle.ThrottledBackend", "django.contrib.auth.backends.ModelBackend"

pytestmark = pytest.mark.django_db


def rows(model: str) -> list[dict[str, Any]]:
    """Return the rows of a model before the migration, each with its number."""
    return [{"pk": row["pk"], **row["fields"]} for row in DATABASE if row["model"] == model]


RUNS = rows("trainer.run")


def renamed(kept: Any) -> Any:
    """Return a stored text with the drill's present name; the word occurred nowhere else."""
    return json.loads(json.dumps(kept).replace("layaway", "discard"))


def kept_session(learner: Any, backend: str) -> str:
    """Return the key of a session as it was stored."""
    session = SessionStore()
    hashed = Learner(password=learner.password).get_session_auth_hash()
    session.update({SESSION_KEY: str(learner.pk), BACKEND_SESSION_KEY: backend, HASH_SESSION_KEY: hashed})
    session.create()
    return str(session.session_key)


@pytest.fixture(scope="module")
def backup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the name of the backup that is made of the old database before it is migrated."""
    return tmp_path_factory.mktemp("backup") / "old.tar"


@pytest.fixture(scope="module", autouse=True)
def sessions(django_db_setup: None, django_db_blocker: Any, backup: Path) -> Iterator[dict[str, str]]:  # noqa: ARG001 -- is needed
    """Migrate the old database. Return the keys of its sessions by owner."""
    with django_db_blocker.unblock():
        yield _upgraded(backup)
        call_command("flush", verbosity=0, interactive=False)


def _upgraded(backup: Path) -> dict[str, str]:
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    old = executor.loader.project_state(BEFORE).apps
    with transaction.atomic():  # in any order
        load(old, DATABASE)
    game = old.get_model("game.Game").objects.order_by("pk")[0]
    lost = {"points": 2.0, "win": 0.03, "grade": "blunder", "faults": []}
    decisions = [{"kind": kind, "number": place, **lost} for place, kind in enumerate(("lay_away", "play", "hand"))]
    old.get_model("game.Review").objects.create(game=game, seat=0, decisions=decisions)
    guest, account = sorted(old.get_model("trainer.Learner").objects.all(), key=lambda learner: bool(learner.name))
    found = {
        "guest": kept_session(guest, FIRST_BACKEND),
        "account": kept_session(account, SECOND_BACKEND),
        "expired": kept_session(account, FIRST_BACKEND),
        "broken": "b" * 32,
    }
    FormerSession.objects.filter(pk=found["expired"]).update(expire_date=timezone.now() - timedelta(days=1))
    in_a_year = timezone.now() + timedelta(days=365)
    FormerSession.objects.create(pk=found["broken"], session_data="broken", expire_date=in_a_year)
    call_command("backup", str(backup))
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    return found


def browser_of(session: str) -> Client:
    """Return a browser with this session."""
    client = Client()
    client.cookies["sessionid"] = session
    return client


def before(**wanted: Any) -> dict[str, Any]:
    """Return the only run before the migration with these settings."""
    [found] = [run for run in RUNS if all(run[name] == value for name, value in wanted.items())]
    return found


def test_a_database_that_is_older_is_refused() -> None:
    migration = import_module("trainer.migrations.0002_one_meaning")
    assert migration.Migration.operations[0].code is migration.refuse_older
    migration.refuse_older(apps, connection.schema_editor())
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE trainer_learner RENAME COLUMN name_key TO not_yet")
    with pytest.raises(CommandError, match=r"too old .* commit 787471c"):
        migration.refuse_older(apps, connection.schema_editor())


def test_every_row_is_there() -> None:
    counts = Counter(row["model"] for row in DATABASE)
    assert {model: apps.get_model(model).objects.count() for model in counts} == counts


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="The backup has no PostgreSQL database.")
@pytest.mark.full("its migrations, and to restore a backup, are tried on every change")
def test_a_backup_of_the_old_database_is_restored_and_then_upgraded(backup: Path, tmp_path: Path) -> None:
    assert manage(tmp_path, "restore", str(backup)).returncode == 0
    assert manage(tmp_path, "migrate").returncode == 0
    with closing(sqlite3.connect(tmp_path / "crib.sqlite3")) as upgraded:
        for model in {row["model"] for row in DATABASE}:
            table = apps.get_model(model)._meta.db_table
            [(count,)] = upgraded.execute(f"SELECT count(*) FROM {table}").fetchall()
            assert count == len(rows(model)), model


def test_what_did_not_change_its_meaning_is_as_it_was() -> None:
    gone = {"pk", "found", "queue", "known"}
    for was in RUNS:
        run = Run.objects.get(pk=was["pk"])
        for name in set(was) - gone:
            field: Any = Run._meta.get_field(name)
            value = renamed(was[name]) if field.is_relation else field.to_python(renamed(was[name]))
            assert field.value_from_object(run) == value, name


def test_the_daily_runs_know_the_time_on_their_hands() -> None:
    for run in Run.objects.all():
        times = run.attempts.filter(number__gt=0).values_list("asked_at", "answered_at")
        spent = sum((answered - asked for asked, answered in times), timedelta()).total_seconds()
        assert run.spent == pytest.approx(spent if run.day else 0)
    assert Run.objects.filter(spent__gt=0).exists()


@pytest.mark.parametrize(
    ("model", "column"),
    [
        ("trainer.attempt", "drill"),
        ("trainer.recall", "drill"),
        ("trainer.recall", "cause"),
        ("trainer.tally", "facet"),
        ("trainer.tally", "times"),
        ("trainer.assignment", "settings"),
    ],
)
def test_the_discard_drill_has_its_name_everywhere(model: str, column: str) -> None:
    kept = dict(apps.get_model(model).objects.values_list("pk", column))
    assert kept == {row["pk"]: renamed(row[column]) for row in rows(model)}


def test_reviews_are_graded_by_the_chance_to_win() -> None:
    [review] = Review.objects.all()
    assert {decision["grade"] for decision in review.decisions} == {"mistake"}


def test_reviews_call_it_discard() -> None:
    [review] = Review.objects.all()
    assert [decision["kind"] for decision in review.decisions] == [
        DecisionKind.DISCARD,
        DecisionKind.PLAY,
        DecisionKind.HAND,
    ]


def test_the_steps_of_an_answer_and_the_finds_of_a_hunt_are_told_apart() -> None:
    steps, hunts = 0, 0
    for was in RUNS:
        run = Run.objects.get(pk=was["pk"])
        if "find=on" not in was["settings"]:
            assert (run.answer_steps, run.hunt_finds) == (was["found"], [])
            steps += bool(was["found"])
        else:
            assert (run.answer_steps, run.hunt_finds) == ([], was["found"] if was["stage"] != "ask" else [])
            hunts += bool(run.hunt_finds)
    assert steps
    assert hunts


def test_what_is_still_to_be_asked() -> None:
    replay, recall = before(settings="count replay"), before(settings="recall recall")
    assert Run.objects.get(pk=replay["pk"]).question_queue == [["count", text] for text in replay["queue"]]
    run = Run.objects.get(pk=recall["pk"])
    assert (run.recall_queue, run.question_queue) == (recall["queue"], [])
    assert run.recall_queue
    check = before(settings="lesson check of=what-to-keep")
    sitting = Sitting.of(Run.objects.get(pk=check["pk"]))
    assert [f"{asked.drill} {asked.text}" for asked in sitting.question_queue] == renamed(check["queue"])
    assert all(asked.question for asked in sitting.question_queue)


def test_what_was_known_of_the_item_that_is_asked() -> None:
    was = before(settings="recall recall")
    sitting = Sitting.of(Run.objects.get(pk=was["pk"]))
    assert sitting.recalled
    assert sitting.recalled.pk == was["recalled"]
    assert sitting.recalled.card == was["known"]["card"]
    assert sitting.recalled.due_at == datetime.fromisoformat(was["known"]["due_at"])
    assert (sitting.recalled.turns, sitting.recalled.rights) == (was["known"]["turns"], was["known"]["rights"])


def test_questions_left_in_a_lesson_wait_there() -> None:
    was = before(settings="lesson lesson of=what-to-keep")
    sitting = Sitting.of(Run.objects.get(pk=was["pk"]))
    left = {f"{each.asked.drill} {each.asked.text}": [list(each.steps), each.hinted] for each in sitting.set_aside}
    assert left == renamed(was["known"])
    assert left


def test_a_session_still_knows_its_learner(sessions: dict[str, str]) -> None:
    for name in ("guest", "account"):
        page = browser_of(sessions[name]).get("/runs/")
        assert page.context["rows"], name
    named = Learner.objects.get(name="Ann")
    assert browser_of(sessions["account"]).get("/account/").context["user"] == named


def test_sessions_move_with_their_owners_and_ends(sessions: dict[str, str]) -> None:
    owners = {row.pk: str(row) for row in Session.objects.filter(pk__in=sessions.values())}
    assert owners == {sessions["guest"]: "guest", sessions["account"]: "Ann", sessions["broken"]: "nobody"}
    assert not FormerSession.objects.exists()
    in_days = {
        name: round((Session.objects.get(pk=sessions[name]).expire_date - timezone.now()) / timedelta(days=1))
        for name in ("guest", "account", "broken")
    }
    assert in_days == {"guest": 400, "account": 30, "broken": 365}


def test_a_session_that_cannot_be_read_moves_as_it_is(sessions: dict[str, str]) -> None:
    """With the key that it was signed with, it could be read again."""
    assert Session.objects.get(pk=sessions["broken"]).session_data == "broken"


def test_sessions_move_back_if_the_site_goes_back() -> None:
    migration = import_module("trainer.migrations.0006_owned_sessions")
    with transaction.atomic():
        moved = dict(Session.objects.values_list("pk", "session_data"))
        migration.move_back(apps, connection.schema_editor())
        assert dict(FormerSession.objects.values_list("pk", "session_data")) == moved
        transaction.set_rollback(True)


def test_every_run_opens_and_its_summary_does(sessions: dict[str, str]) -> None:
    for run in Run.objects.select_related("learner"):
        client = browser_of(sessions["account" if run.learner.name else "guest"])
        for page in (reverse("run", args=[run.key]), reverse("summary", args=[run.key])):
            assert client.get(page, follow=True).status_code == 200, (run.settings, page)
        for number in range(run.number):
            assert client.get(reverse("attempt", args=[run.key, number])).status_code == 200


def test_runs_go_on(sessions: dict[str, str]) -> None:
    """A run that was waiting for an answer accepts one, and a run that was showing one goes on."""
    tried: Counter[str] = Counter()
    for run in Run.objects.exclude(stage="over").select_related("learner"):
        client = browser_of(sessions["account" if run.learner.name else "guest"])
        if run.paused_at or " lesson " in run.settings:
            continue
        command = {"ask": "hint", "hunt": "show", "shown": "next"}[run.stage]
        if run.day and run.stage == "ask":
            command = "answer"  # there are no hints
        client.post(reverse("run", args=[run.key]), {"number": run.number, "claim": "1", command: "1"})
        after = Run.objects.get(pk=run.pk)
        assert after.deeds > run.deeds or (after.ended_at and not run.ended_at), run.settings
        tried[run.stage] += 1
    assert min(tried[stage] for stage in ("ask", "hunt", "shown")) >= 1
    assert tried.total() >= 20


def test_a_recalled_item_is_reviewed(sessions: dict[str, str]) -> None:
    run = Run.objects.get(settings="recall recall")
    assert run.recalled_id
    item = Recall.objects.get(pk=run.recalled_id)
    answered = AskedQuestion(run.drill, run.asked)
    claim = sum(score.points for score in answered.question.scores)
    address = reverse("run", args=[run.key])
    client = browser_of(sessions["guest"])
    client.post(address, {"number": run.number, "claim": claim, "answer": "1"})
    after = Recall.objects.get(pk=item.pk)
    assert (after.turns, after.rights) == (item.turns + 1, item.rights + 1)
    Recall.objects.filter(pk__in=run.recall_queue).update(due_at=timezone.now() - timedelta(minutes=1))
    client.post(address, {"number": run.number + 1, "next": "1"})
    assert Run.objects.get(pk=run.pk).recalled_id == run.recall_queue[0]


def test_a_lesson_goes_on_where_it_was_left(sessions: dict[str, str]) -> None:
    client = browser_of(sessions["guest"])
    for reading in Reading.objects.all():
        assert client.get(f"/lessons/{reading.lesson}/").status_code == 200
        assert reading.check_run
        assert client.get(reverse("run", args=[reading.check_run.key])).status_code == 200


def test_what_was_done_is_all_told(sessions: dict[str, str]) -> None:
    for name in ("guest", "account"):
        client = browser_of(sessions[name])
        for page in ("/progress/", "/runs/", "/recall/", "/classes/", "/daily/", "/games/", "/decisions/", "/lessons/"):
            assert client.get(page).status_code == 200, page
    assert Attempt.objects.count() == len(rows("trainer.attempt"))
    assert Tally.objects.filter(facet="all").count() == 4


def test_late_counts_begin_as_if_misses_had_come_evenly() -> None:
    kept = 0.5 ** (1 / 16)
    for tally in Tally.objects.filter(day=EVER):
        assert tally.late_times == pytest.approx(sum(kept**number for number in range(tally.times)))
        assert tally.late_misses == pytest.approx(tally.late_times * tally.misses / tally.times)


def test_a_game_is_read_with_the_words_of_its_log(sessions: dict[str, str]) -> None:
    game = Game.objects.get()
    log = [action.text for action in game.actions.all()]
    assert log == [row["text"] for row in rows("game.action")]
    assert any("lays away" in text for text in log)
    table = reverse("table", args=[game.match.key])
    assert browser_of(sessions["guest"]).get(table).status_code == 200
