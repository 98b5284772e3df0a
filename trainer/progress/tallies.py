"""What is added up as answers come in: one write an answer, whatever has been answered before."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Any

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from trainer.drills.questions import Marking
from trainer.drills.skills import asked, blame
from trainer.models import EVER, Attempt, Learner, Tally

ALL = "all"
DRILL, SORT, SKILL = "drill:", "sort:", "skill:"
"""How facets begin."""

LEFT_LYING = 600.0
"""Seconds after which a question was left lying; the time says nothing then."""
_SHORTEST = 0.1
"""Seconds; less is taken for as much, for nobody answers in no time."""
ALPHA = 0.2
"""How much of the smoothed accuracy and time is the latest answer's. UX.md, Recall and progress."""

Rates = dict[str, Any]
"""What is known of a learner when they answer, as a run keeps it: {"skills": {skill: [times, misses]}, "pace": {drill:
smoothed logarithm of seconds}}."""


def rates(learner: Learner) -> Rates:
    """What has been added up about the learner's skills and speed. One query."""
    wanted = Q(facet__startswith=SKILL) | Q(facet__startswith=DRILL)
    rows = Tally.objects.filter(wanted, learner=learner, day=EVER)
    skills: dict[str, list[float]] = {}
    paces: dict[str, float] = {}
    for facet, times, misses, timed, pace in rows.values_list("facet", "times", "misses", "timed", "pace"):
        kind, name = facet.split(":", 1)
        if kind == "skill":
            skills[name] = [times, misses]
        elif timed:
            paces[name] = pace
    return {"skills": skills, "pace": paces}


def add(attempt: Attempt, marking: Marking, rates: Rates) -> Rates:
    """Add a rated answer to the day's tallies and to those of all days, in one query.

    Returns the rates brought up to date; those given stay as they are.
    """
    sums = summed(attempt, marking, rates)
    sums.add()
    return sums.rates


@dataclass(frozen=True, slots=True)
class Sums:
    """What an answer adds to the tallies, worked out before the database is locked for writing, and the rates then."""

    statement: str
    values: list[Any]
    rates: Rates

    def add(self) -> None:
        """Add it, in one query."""
        with connection.cursor() as cursor:
            cursor.execute(self.statement, self.values)


def summed(attempt: Attempt, marking: Marking, rates: Rates, *, timed: bool = True) -> Sums:
    """What a rated answer adds to the day's tallies and to those of all days; its time too where it is `timed`."""
    found = list(facets(attempt, marking, rates))
    found.sort()  # so that two answers at once wait for each other's rows in the same order
    seconds = (attempt.answered_at - attempt.asked_at).total_seconds()
    timed = timed and seconds < LEFT_LYING
    seconds = max(seconds, _SHORTEST) if timed else 0.0
    pace = log(seconds) if timed else 0.0
    day, ever = map(connection.ops.adapt_datefield_value, (timezone.localdate(attempt.answered_at), EVER))
    values: list[Any] = [attempt.learner_id, int(timed), seconds, pace, day, ever]
    for facet, times, misses in found:
        values += (facet, times, misses, 1 - misses / times)
    return Sums(_statement(len(found)), values, up_to_date(rates, attempt.drill, found, pace if timed else None))


def facets(attempt: Attempt, marking: Marking, rates: Rates) -> Iterator[tuple[str, int, float]]:
    """Everything that the answer concerns: how often it was asked for, and how often it was missed."""
    wrong = float(not marking.right)
    yield ALL, 1, wrong
    yield DRILL + attempt.drill, 1, wrong
    if attempt.sort:
        yield f"{SORT}{attempt.drill}:{attempt.sort}", 1, wrong
    if not attempt.answer:  # it did not come in time: what was seen, nobody knows
        return
    demands = marking.demands
    blamed = blame(demands, marking.off, marking.missed, rates.get("skills", {}))
    if blamed is not None:
        for skill, times in asked(demands).items():
            yield SKILL + skill, times, blamed[skill]


@lru_cache
def _statement(facets: int) -> str:
    """The statement that adds so many facets, on the day and for ever.

    The first answer sets what is smoothed, and each later one moves it, inside the database: nothing has to be read.
    """
    rows = ", ".join(["(%s, %s, %s, %s)"] * facets)
    # Columns of VALUES are called so on both databases; "WHERE true" keeps SQLite from reading ON as part of a join.
    return f"""
        INSERT INTO trainer_tally (learner_id, timed, seconds, pace, day, facet, times, misses, level)
        SELECT answer.column1, answer.column2, answer.column3, answer.column4,
               days.column1, facets.column1, facets.column2, facets.column3, facets.column4
        FROM (VALUES (%s, %s, %s, %s)) AS answer, (VALUES (%s), (%s)) AS days, (VALUES {rows}) AS facets
        WHERE true
        ORDER BY 5, 6
        ON CONFLICT (learner_id, day, facet) DO UPDATE SET
            times = trainer_tally.times + excluded.times,
            misses = trainer_tally.misses + excluded.misses,
            timed = trainer_tally.timed + excluded.timed,
            seconds = trainer_tally.seconds + excluded.seconds,
            level = trainer_tally.level + {ALPHA} * (excluded.level - trainer_tally.level),
            pace = CASE WHEN excluded.timed = 0 THEN trainer_tally.pace
                        WHEN trainer_tally.timed = 0 THEN excluded.pace
                        ELSE trainer_tally.pace + {ALPHA} * (excluded.pace - trainer_tally.pace) END
    """  # noqa: S608 -- nothing of it comes from outside


def up_to_date(rates: Rates, drill: str, found: Iterable[tuple[str, int, float]], pace: float | None) -> Rates:
    """The rates after an answer that concerned these facets and took so much, a logarithm of seconds or None."""
    skills, paces = dict(rates.get("skills", {})), dict(rates.get("pace", {}))
    for facet, times, misses in found:
        if facet.startswith(SKILL):
            skill = facet.removeprefix(SKILL)
            before = skills.get(skill, (0, 0.0))
            skills[skill] = [before[0] + times, before[1] + misses]
    if pace is not None:
        paces[drill] = paces[drill] + ALPHA * (pace - paces[drill]) if drill in paces else pace
    return {"skills": skills, "pace": paces}
