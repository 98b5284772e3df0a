"""Tallies of a learner's answers by day and facet, updated with one query an answer.

A facet is "all", "drill:<drill>", "sort:<drill>:<class>" or "skill:<skill>".
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from math import log
from typing import TypedDict

from django.db import connection
from django.db.models import Q

from trainer.drills.questions import Marking
from trainer.drills.skills import asked, blame
from trainer.models import EVER, Attempt, Learner, Tally

ALL = "all"
DRILL, SORT, SKILL = "drill:", "sort:", "skill:"
"""Prefixes of facets."""
ABANDONED_AFTER = 600.0
"""Seconds after which a question counts as abandoned: its time is not recorded."""
_MIN_SECONDS = 0.1
"""Lower limit of an answer's recorded seconds, so that their logarithm is finite."""
HALF_LIFE = 16
"""After how many more times that a facet is asked for an answer counts for half in its late counts."""
GATE = 0.3
"""Weight of the latest answer in the smoothed accuracy."""
ALPHA = 0.2
"""Weight of the latest answer in the smoothed pace."""


class LearnerRates(TypedDict, total=False):
    """A learner's rates of misses and speed, as a run stores them in JSON.

    `skills` has the late [times, misses] by skill; `pace` has the smoothed natural logarithm of seconds by drill.
    """

    skills: dict[str, list[float]]
    pace: dict[str, float]


def rates(learner: Learner) -> LearnerRates:
    """Return the learner's rates from the tallies of all days. One query."""
    wanted = Q(facet__startswith=SKILL) | Q(facet__startswith=DRILL)
    rows = Tally.objects.filter(wanted, learner=learner, day=EVER)
    skills: dict[str, list[float]] = {}
    paces: dict[str, float] = {}
    for facet, times, misses, timed, pace in rows.values_list("facet", "late_times", "late_misses", "timed", "pace"):
        kind, name = facet.split(":", 1)
        if kind == "skill":
            skills[name] = [times, misses]
        elif timed:
            paces[name] = pace
    return {"skills": skills, "pace": paces}


def add(attempt: Attempt, marking: Marking, rates: LearnerRates) -> LearnerRates:
    """Add a rated answer to the tallies of its day and of all days, and return the updated rates. One query.

    `rates` is not changed.
    """
    update = tally_update(attempt, marking, rates)
    update.add()
    return update.rates


def day_of(moment: datetime) -> date:
    """Return the day whose tallies hold the answers of a moment. It is the day in UTC, in whatever zone a person is."""
    return moment.astimezone(UTC).date()


@dataclass(frozen=True, slots=True)
class TallyUpdate:
    """The query that adds an answer to the tallies, prepared before the database is locked, and the updated rates."""

    statement: str
    values: list[str | float | None]
    rates: LearnerRates

    def add(self) -> None:
        """Run the query."""
        with connection.cursor() as cursor:
            cursor.execute(self.statement, self.values)


def tally_update(attempt: Attempt, marking: Marking, rates: LearnerRates, *, timed: bool = True) -> TallyUpdate:
    """Return the update that adds a rated answer to the tallies of its day and of all days.

    Its time is recorded if it is `timed` and the question was not abandoned.
    """
    found = list(facets(attempt, marking, rates))
    found.sort()  # concurrent answers lock the rows in the same order, which prevents deadlocks
    seconds = (attempt.answered_at - attempt.asked_at).total_seconds()
    timed = timed and seconds < ABANDONED_AFTER
    seconds = max(seconds, _MIN_SECONDS) if timed else 0.0
    pace = log(seconds) if timed else 0.0
    day, ever = map(connection.ops.adapt_datefield_value, (day_of(attempt.answered_at), EVER))
    values: list[str | float | None] = [attempt.learner_id, int(timed), seconds, pace, day, ever]
    for facet, times, misses in found:
        values += (facet, times, misses, 1 - misses / times)
    return TallyUpdate(
        _statement(len(found)), values, updated_rates(rates, attempt.drill, found, pace if timed else None)
    )


def facets(attempt: Attempt, marking: Marking, rates: LearnerRates) -> Iterator[tuple[str, int, float]]:
    """Yield each facet of an answer with how often it was asked for and how often it was missed.

    An answer that was right after a hint shows neither that its class nor that its skills are known.
    """
    wrong = float(not marking.right)
    yield ALL, 1, wrong
    yield DRILL + attempt.drill, 1, wrong
    if attempt.hinted and marking.right:
        return
    if attempt.sort:
        yield f"{SORT}{attempt.drill}:{attempt.sort}", 1, wrong
    if not attempt.answer:  # time ran out: which skills were missed is unknown
        return
    times: Counter[str] = Counter()
    misses: dict[str, float] = defaultdict(float)
    for part in marking.parts:
        blamed = blame(part.demands, part.off, part.missed, rates.get("skills", {}))
        if blamed is not None:
            times.update(asked(part.demands))
            for skill, missed in blamed.items():
                misses[skill] += missed
    for skill in times:
        yield SKILL + skill, times[skill], misses[skill]


@lru_cache
def _statement(facets: int) -> str:
    """Return the SQL that adds this many facets to the tallies of a day and of all days.

    The first answer sets the smoothed values and each later one updates them in the database, so nothing is read first.
    """
    rows = ", ".join(["(%s, %s, %s, %s)"] * facets)
    # Both databases name the columns of VALUES column1, column2, ...; "WHERE true" keeps SQLite from reading ON as
    # part of a join.
    return f"""
        INSERT INTO trainer_tally (
            learner_id, timed, seconds, pace, day, facet, times, misses, late_times, late_misses, level
        )
        SELECT answer.column1, answer.column2, answer.column3, answer.column4, days.column1, facets.column1,
               facets.column2, facets.column3, facets.column2, facets.column3, facets.column4
        FROM (VALUES (%s, %s, %s, %s)) AS answer, (VALUES (%s), (%s)) AS days, (VALUES {rows}) AS facets
        WHERE true
        ORDER BY 5, 6
        ON CONFLICT (learner_id, day, facet) DO UPDATE SET
            times = trainer_tally.times + excluded.times,
            misses = trainer_tally.misses + excluded.misses,
            late_times = trainer_tally.late_times * power(0.5, excluded.times / {HALF_LIFE}.0) + excluded.late_times,
            late_misses = trainer_tally.late_misses * power(0.5, excluded.times / {HALF_LIFE}.0) + excluded.late_misses,
            timed = trainer_tally.timed + excluded.timed,
            seconds = trainer_tally.seconds + excluded.seconds,
            level = trainer_tally.level + {GATE} * (excluded.level - trainer_tally.level),
            pace = CASE WHEN excluded.timed = 0 THEN trainer_tally.pace
                        WHEN trainer_tally.timed = 0 THEN excluded.pace
                        ELSE trainer_tally.pace + {ALPHA} * (excluded.pace - trainer_tally.pace) END
    """  # noqa: S608 -- no part of it is user input


def decay(times: float) -> float:
    """Return the share of late counts that is left after a facet was asked for so many times more."""
    return float(0.5 ** (times / HALF_LIFE))


def updated_rates(
    rates: LearnerRates, drill: str, found: Iterable[tuple[str, int, float]], pace: float | None
) -> LearnerRates:
    """Return the rates after an answer to a drill that had these facets.

    `pace` is the natural logarithm of its seconds, or None if it was not timed.
    """
    skills, paces = dict(rates.get("skills", {})), dict(rates.get("pace", {}))
    for facet, times, misses in found:
        if facet.startswith(SKILL):
            skill = facet.removeprefix(SKILL)
            before, kept = skills.get(skill, (0.0, 0.0)), decay(times)
            skills[skill] = [before[0] * kept + times, before[1] * kept + misses]
    if pace is not None:
        paces[drill] = paces[drill] + ALPHA * (pace - paces[drill]) if drill in paces else pace
    return {"skills": skills, "pace": paces}
