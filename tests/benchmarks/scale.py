"""Print what pages cost as data grow: `python -m tests.benchmarks.scale [ATTEMPTS] [--cpu]`.

On a temporary database (SQLite, or PostgreSQL where DATABASE_URL says so) there are first 1,000 attempts of 5 learners,
then ATTEMPTS, a million unless told otherwise, of 500. Each learner's are spread over the same 90 days. A learner of
average history asks for every page, in turns with a page that reads nothing, whose time says how busy the machine was.
The figures are the times, their ratio, the ratio of the times relative to that page, and the number of queries.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from typing import Any

from tests.benchmarks.output import say
from tests.benchmarks.site import temporary_site

_FEW, _LEARNERS_OF_FEW, _LEARNERS = 1000, 5, 500
_IN_RUN = 20
_DAYS = 90
_TIMES = 120
PAGES = ("home", "drill", "answer", "summary", "progress")


# --------------------------------------------------------------------------------------------------------- data


def _practised(learner: Any, attempts: int) -> None:
    """Let a learner answer so often, in runs, through the last 90 days; a quarter of it wrong."""
    from trainer.drills.modes import Mode
    from trainer.drills.settings import Settings
    from trainer.practice import service
    from trainer.practice.addresses import about_to_begin, start_url

    rng, now = Random(attempts), datetime.now(UTC)
    sitting = None
    for number in range(attempts):
        at = now - timedelta(days=_DAYS * (1 - number / attempts)) - timedelta(minutes=5)
        if sitting is None or sitting.number >= _IN_RUN:
            if sitting:
                service.end(sitting, at)
            sitting = about_to_begin(start_url(Settings("count", Mode.SPRINT, 180)).split("/")[2])
            without_end = replace(sitting.standing, extra=10**7)
            sitting = service.owned(replace(sitting, standing=without_end), learner)
        sitting = replace(sitting, asked_at=at - timedelta(seconds=rng.uniform(4, 12)))
        points = sum(score.points for score in sitting.asked.question.scores)
        claim = str(points if rng.random() < 0.75 else points + rng.choice((-2, 1, 2)) % 29)
        sitting = service.answer(sitting, claim, at)[0]
    if sitting:
        service.end(sitting, now - timedelta(minutes=4))


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


def fill(learners: int, attempts: int) -> Any:
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
                self.run, {"number": self.answered, "claim": 26}, headers={"HX-Request": "true"}
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


def _measured(learner: Any, clock: Callable[[], float]) -> dict[str, tuple[float, float, int]]:
    """By page: milliseconds, the same relative to a page that reads nothing, and queries."""
    visitor = _Visitor(learner)
    visitor.begin()
    times: dict[str, list[float]] = {page: [] for page in ("bare", *PAGES)}
    for _ in range(_TIMES):
        for page, taken in times.items():
            began = clock()
            visitor.ask(page)
            taken.append((clock() - began) * 1000)
    bare = median(times["bare"])
    return {
        page: (median(times[page]), median(times[page]) / bare, _queries(lambda page=page: visitor.ask(page)))  # type: ignore[misc]
        for page in PAGES
    }


def main() -> None:
    """Print what the pages cost with few and with many attempts."""
    parser = argparse.ArgumentParser(description="Print what pages cost as data grow.")
    parser.add_argument("attempts", nargs="?", type=int, default=1_000_000, help="at least 500; by default a million")
    parser.add_argument("--cpu", action="store_true", help="measure the time of this process, not that on the clock")
    arguments = parser.parse_args()
    clock = time.process_time if arguments.cpu else time.perf_counter
    with temporary_site():
        few = _measured(fill(_LEARNERS_OF_FEW, _FEW), clock)
        began = time.perf_counter()
        grown = _measured(fill(_LEARNERS, arguments.attempts), clock)
        from django.db import connection

        from trainer.models import Attempt, Tally

        rows = f"{Attempt.objects.count():,} attempts, {Tally.objects.count():,} tallies"
        say(f"{connection.vendor}: {rows} (filled and measured in {time.perf_counter() - began:.0f} s)")
    say(f"{'page':10}{'few ms':>8}{'many ms':>9}{'ratio':>7}{'of bare':>9}{'queries':>9}")
    for page in PAGES:
        (before, ratio_before, queries), (after, ratio_after, queries_after) = few[page], grown[page]
        counts = f"{queries}" if queries == queries_after else f"{queries} -> {queries_after}"
        say(f"{page:10}{before:8.1f}{after:9.1f}{after / before:7.2f}{ratio_after / ratio_before:9.2f}{counts:>9}")


if __name__ == "__main__":
    main()
