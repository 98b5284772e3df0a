"""What pages cost as data grows: `python -m tests.scale_benchmark [ATTEMPTS]`, by default 1,000,000 of 500 learners.

On a temporary database, SQLite or, where DATABASE_URL says so, a new one on that PostgreSQL. First there are 1,000
attempts of 5 learners, then a million of 500; each learner's are spread over the same 90 days. Every page is asked for
by a learner of average history, in turns with a page that reads nothing, whose time says how busy the machine was:
what is printed is the time for each relative to that, the ratio of the two, and the number of queries.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import django

_FEW, _LEARNERS_OF_FEW, _LEARNERS = 1000, 5, 500
_IN_RUN = 20
_DAYS = 90
_TIMES = 120
PAGES = ("home", "drill", "answer", "summary", "progress")


# --------------------------------------------------------------------------------------------------------- data


def _practised(learner: Any, attempts: int) -> None:
    """Let a learner answer so often, in runs, through the last 90 days; a quarter of it wrong."""
    from trainer.drills.count import question as count_question
    from trainer.drills.modes import Mode
    from trainer.drills.settings import Settings
    from trainer.models import Run
    from trainer.practice import service

    rng, now = Random(attempts), datetime.now(UTC)
    run = None
    for number in range(attempts):
        at = now - timedelta(days=_DAYS * (1 - number / attempts)) - timedelta(minutes=5)
        if run is None or run.number >= _IN_RUN:
            if run:
                service.end(run, at)
            run = Run(learner=learner, settings=str(Settings("count", Mode.SPRINT, 180)), seed=number, drill="count")
            run.rates = run.rates or {}
            run.asked, run.asked_at = service.drawn(run), at
            run.save()
        run.begun_at = run.begun_at or at
        run.asked_at = at - timedelta(seconds=rng.uniform(4, 12))
        run.extra = 10**7  # its clock is no matter here
        points = count_question.mark(count_question.read(run.asked), "").points
        service.answer(run, str(points if rng.random() < 0.75 else points + rng.choice((-2, 1, 2)) % 29), at)
    if run:
        run.extra = 0
        service.end(run, now - timedelta(minutes=4))


def _copied(model: Any, source: int, learners: list[int]) -> None:
    """Give everybody the rows of one learner, in one statement: keys and runs by numbers of their own."""
    from django.db import connection

    columns = [field.column for field in model._meta.concrete_fields if not field.primary_key]
    owner = {"key": "CAST(item.id AS text) || '.' || CAST(learner.id AS text)", "learner_id": "learner.id"}
    owner["run_id"], owner["recalled_id"] = "copy.id", "NULL"
    join = ""
    if "run_id" in columns:
        join = "JOIN trainer_run copy ON copy.key = CAST(item.run_id AS text) || '.' || CAST(learner.id AS text)"
    chosen = ", ".join(owner.get(column, f"item.{column}") for column in columns)
    quoted = ", ".join(f'"{column}"' for column in columns)
    first, last = min(learners), max(learners)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({quoted}) SELECT {chosen} FROM {model._meta.db_table} item "
            f"JOIN trainer_learner learner ON learner.id BETWEEN {first} AND {last} {join} "
            f"WHERE item.learner_id = {source}"
        )


def _fill(learners: int, attempts: int) -> Any:
    """Make so many learners, with so many attempts in all; the first of them."""
    from django.db import connection

    from trainer.models import Attempt, Learner, Recall, Run, Tally

    first = Learner.objects.create_user(name=f"first {learners}")
    _practised(first, attempts // learners)
    others = [Learner.objects.create_guest().pk for _ in range(learners - 1)]
    for model in (Run, Attempt, Tally, Recall):
        _copied(model, first.pk, others)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return first


# -------------------------------------------------------------------------------------------------------- pages


class _Visitor:
    """A learner at the pages."""

    def __init__(self, learner: Any) -> None:
        from django.test import Client

        from trainer.models import Run

        self.client = Client()
        self.client.force_login(learner)
        self.learner = learner
        finished = Run.objects.filter(learner=learner, ended_at__isnull=False).latest("asked_at")
        self.summary = f"/runs/{finished.key}/summary/"
        self.run = ""

    def begin(self) -> None:
        """Begin a run to be answered."""
        begun = self.client.get("/drills/count/start/?mode=sprint&seconds=0").headers["Location"]
        self.client.post(begun, {"number": 0, "claim": 4})
        self.run = self.client.get(begun).headers["Location"]
        self.answered = 1

    def ask(self, page: str) -> None:
        """Ask for a page, or answer."""
        if page == "answer":
            response = self.client.post(
                self.run, {"number": self.answered, "claim": 31}, headers={"HX-Request": "true"}
            )
            self.answered += 1
        else:
            where = {
                "home": "/",
                "drill": self.run,
                "summary": self.summary,
                "progress": "/progress/",
                "bare": "/hands/",
            }
            response = self.client.get(where[page])
        if response.status_code != 200:
            raise RuntimeError(f"{page}: {response.status_code}")


def _queries(work: Callable[[], None]) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        work()
    return sum(not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")) for query in captured)


def _measured(learner: Any) -> dict[str, tuple[float, float, int]]:
    """By page: milliseconds, the same relative to a page that reads nothing, and queries."""
    visitor = _Visitor(learner)
    visitor.begin()
    times: dict[str, list[float]] = {page: [] for page in ("bare", *PAGES)}
    for _ in range(_TIMES):
        for page, taken in times.items():
            began = time.process_time() if "cpu" in sys.argv else time.perf_counter()
            visitor.ask(page)
            taken.append(((time.process_time() if "cpu" in sys.argv else time.perf_counter()) - began) * 1000)
    bare = median(times["bare"])
    return {
        page: (median(times[page]), median(times[page]) / bare, _queries(lambda page=page: visitor.ask(page)))  # type: ignore[misc]
        for page in PAGES
    }


@contextmanager
def _database() -> Iterator[None]:
    with TemporaryDirectory() as data, patch.dict(os.environ, {"CRIB_DATA": data}):
        os.environ["DJANGO_SETTINGS_MODULE"] = "crib_site.settings"
        from django.conf import settings

        plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
        settings.ALLOWED_HOSTS = ["testserver"]
        django.setup()
        from django.db import connection

        connection.creation.create_test_db(verbosity=0)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def main() -> None:
    """Print what the pages cost with few and with many attempts."""
    many = next((int(word) for word in sys.argv[1:] if word.isdecimal()), 1_000_000)
    with _database():
        few = _measured(_fill(_LEARNERS_OF_FEW, _FEW))
        began = time.perf_counter()
        grown = _measured(_fill(_LEARNERS, many))
        from django.db import connection

        from trainer.models import Attempt, Tally

        rows = f"{Attempt.objects.count():,} attempts, {Tally.objects.count():,} tallies"
        sys.stdout.write(f"{connection.vendor}: {rows} (filled and measured in {time.perf_counter() - began:.0f} s)\n")
    sys.stdout.write(f"{'page':10}{'few ms':>8}{'many ms':>9}{'ratio':>7}{'of bare':>9}{'queries':>9}\n")
    for page in PAGES:
        (before, ratio_before, queries), (after, ratio_after, queries_after) = few[page], grown[page]
        told = f"{queries}" if queries == queries_after else f"{queries} -> {queries_after}"
        sys.stdout.write(
            f"{page:10}{before:8.1f}{after:9.1f}{after / before:7.2f}{ratio_after / ratio_before:9.2f}{told:>9}\n"
        )


if __name__ == "__main__":
    main()
