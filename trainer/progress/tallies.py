"""Tallies of a learner's answers by day and facet, updated with one query an answer; those of an exam at its end.

A facet is "all", "drill:<drill>", "sort:<drill>:<class>", "load:<drill>:<how much there is>" or "skill:<skill>"; and
for answers that can be compared with those of another week "mix:<drill>:<class>" or "own:<drill>:<class>".
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from math import exp, log
from typing import TypedDict

from django.db import connection
from django.db.models import Q

from trainer.drills.questions import Marking
from trainer.drills.skills import asked, blame, practised
from trainer.models import EVER, Attempt, Learner, Tally

ALL = "all"
DRILL, SORT, LOAD, SKILL = "drill:", "sort:", "load:", "skill:"
MIX, OWN = "mix:", "own:"
"""Prefixes of facets. Questions of the published mix, and those that were chosen among several of it for the learner,
are apart from each other and from all others, so that like is compared with like."""
AWAY_AFTER, AWAY_TIMES, AWAY_LEAST = 180.0, 6.0, 60.0
"""Seconds after which the learner must have been away, so that the time is not recorded: where it is known how long
they usually take for such a question, this many times as long, but at least a minute."""
KNOWN_TIMES = 5
"""Timed answers to a class of questions after which it is known how long a learner usually takes for them."""
_MIN_SECONDS = 0.1
"""Lower limit of an answer's recorded seconds, so that their logarithm is finite."""
HALF_LIFE = 16
"""After how many more times that a facet is asked for an answer counts for half in its late counts."""
GATE = 0.3
"""Weight of the latest answer in the smoothed accuracy."""
ALPHA, FARTHEST = 0.15, 0.5
"""Weight of the latest answer in the smoothed pace, and how far its logarithm counts as lying from it at most: so it is
near the median, and one long pause hardly moves it."""


class LearnerRates(TypedDict, total=False):
    """A learner's rates of misses and speed, as a run stores them in JSON.

    `skills` has by skill the late times and misses, and the times ever; `paces` has by class of questions, such as
    "count:run", how many answers were timed and the smoothed natural logarithm of their seconds.
    """

    skills: dict[str, list[float]]
    paces: dict[str, list[float]]


def rates(learner: Learner) -> LearnerRates:
    """Return the learner's rates from the tallies of all days. One query."""
    wanted = Q(facet__startswith=SKILL) | Q(facet__startswith=SORT)
    rows = Tally.objects.filter(wanted, learner=learner, day=EVER)
    skills: dict[str, list[float]] = {}
    paces: dict[str, list[float]] = {}
    columns = ("facet", "late_times", "late_misses", "times", "timed", "pace")
    for facet, late, misses, times, timed, pace in rows.values_list(*columns):
        kind, name = facet.split(":", 1)
        if kind == "skill":
            skills[name] = [late, misses, times]
        elif timed:
            paces[name] = [timed, pace]
    return {"skills": skills, "paces": paces}


def usual_seconds(rates: LearnerRates, drill: str, sort: str) -> float | None:
    """Return the seconds that a learner usually takes for a class of questions, None if that is not known yet."""
    timed, pace = rates.get("paces", {}).get(f"{drill}:{sort}", (0, 0.0))
    return exp(pace) if timed >= KNOWN_TIMES else None


def is_timed(attempt: Attempt, rates: LearnerRates) -> bool:
    """Return whether the time of an answer tells how fast the learner is: not if it is so long that they were away."""
    usual = usual_seconds(rates, attempt.drill, attempt.sort)
    seconds = (attempt.answered_at - attempt.asked_at).total_seconds()
    return seconds < (AWAY_AFTER if usual is None else max(AWAY_TIMES * usual, AWAY_LEAST))


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


def tally_update(
    attempt: Attempt, marking: Marking, rates: LearnerRates, *, timed: bool = True, stream: str = ""
) -> TallyUpdate:
    """Return the update that adds a rated answer to the tallies of its day and of all days.

    Its time is among those that tell how fast the learner is if it is `timed`; time spent it is always, at most
    `AWAY_AFTER`. `stream` is `MIX` or `OWN` where the answer can be compared with those of another week.
    """
    found = list(facets(attempt, marking, rates, stream))
    found.sort()  # concurrent answers lock the rows in the same order, which prevents deadlocks
    seconds = max((attempt.answered_at - attempt.asked_at).total_seconds(), _MIN_SECONDS)
    pace = log(seconds) if timed else 0.0
    day, ever = map(connection.ops.adapt_datefield_value, (day_of(attempt.answered_at), EVER))
    values: list[str | float | None] = [attempt.learner_id, int(timed), min(seconds, AWAY_AFTER)]
    values += [pace, pace * pace, day, ever]
    for facet, times, misses in found:
        values += (facet, times, misses, 1 - misses / times)
    return TallyUpdate(_statement(len(found)), values, updated_rates(rates, found, pace if timed else None))


def facets(
    attempt: Attempt, marking: Marking, rates: LearnerRates, stream: str = ""
) -> Iterator[tuple[str, int, float]]:
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
        if stream:
            yield f"{stream}{attempt.drill}:{attempt.sort}", 1, wrong
    if marking.load:
        yield f"{LOAD}{attempt.drill}:{marking.load}", 1, wrong
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
            learner_id, timed, seconds, pace, logs, squares, day, facet, times, misses, late_times, late_misses, level
        )
        SELECT answer.column1, answer.column2, answer.column3, answer.column4, answer.column4, answer.column5,
               days.column1, facets.column1, facets.column2, facets.column3, facets.column2, facets.column3,
               facets.column4
        FROM (VALUES (%s, %s, %s, %s, %s)) AS answer, (VALUES (%s), (%s)) AS days, (VALUES {rows}) AS facets
        WHERE true
        ORDER BY 7, 8
        ON CONFLICT (learner_id, day, facet) DO UPDATE SET
            times = trainer_tally.times + excluded.times,
            misses = trainer_tally.misses + excluded.misses,
            late_times = trainer_tally.late_times * power(0.5, excluded.times / {HALF_LIFE}.0) + excluded.late_times,
            late_misses = trainer_tally.late_misses * power(0.5, excluded.times / {HALF_LIFE}.0) + excluded.late_misses,
            timed = trainer_tally.timed + excluded.timed,
            seconds = trainer_tally.seconds + excluded.seconds,
            logs = trainer_tally.logs + excluded.logs,
            squares = trainer_tally.squares + excluded.squares,
            level = trainer_tally.level + {GATE} * (excluded.level - trainer_tally.level),
            pace = CASE WHEN excluded.timed = 0 THEN trainer_tally.pace
                        WHEN trainer_tally.timed = 0 THEN excluded.pace
                        ELSE trainer_tally.pace
                            + CASE WHEN 1.0 / (trainer_tally.timed + 1) > {ALPHA} THEN 1.0 / (trainer_tally.timed + 1)
                                   ELSE {ALPHA} END
                            * CASE WHEN excluded.pace - trainer_tally.pace > {FARTHEST} THEN {FARTHEST}
                                   WHEN excluded.pace - trainer_tally.pace < -{FARTHEST} THEN -{FARTHEST}
                                   ELSE excluded.pace - trainer_tally.pace END
                        END
    """  # noqa: S608 -- no part of it is user input


def decay(times: float) -> float:
    """Return the share of late counts that is left after a facet was asked for so many times more."""
    return float(0.5 ** (times / HALF_LIFE))


def moved(pace: float, timed: int, latest: float) -> float:
    """Return a smoothed pace after one more time; `timed` is how many there were before, and all are logarithms."""
    if not timed:
        return latest
    return pace + max(ALPHA, 1 / (timed + 1)) * min(max(latest - pace, -FARTHEST), FARTHEST)


def updated_rates(rates: LearnerRates, found: Iterable[tuple[str, int, float]], pace: float | None) -> LearnerRates:
    """Return the rates after an answer that had these facets.

    `pace` is the natural logarithm of its seconds, or None if it was not timed.
    """
    skills, paces = dict(rates.get("skills", {})), dict(rates.get("paces", {}))
    for facet, times, misses in found:
        if facet.startswith(SKILL):
            skill = facet.removeprefix(SKILL)
            before, kept = skills.get(skill, (0.0, 0.0)), decay(times)
            ever = practised(skill, skills) + times
            skills[skill] = [before[0] * kept + times, before[1] * kept + misses, ever]
        elif facet.startswith(SORT) and pace is not None:
            timed, before_it = paces.get(facet.removeprefix(SORT), (0, 0.0))
            paces[facet.removeprefix(SORT)] = [timed + 1, moved(before_it, int(timed), pace)]
    return {"skills": skills, "paces": paces}
