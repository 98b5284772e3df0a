"""What the tallies say of a learner: accuracy and speed by skill and class, and which are weak beyond chance."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from math import copysign, exp, log, sqrt

from django.db.models import Count, Q, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone

from trainer.drills.registry import DRILLS, FIRST
from trainer.drills.skills import CAUSES
from trainer.models import EVER, Learner, Recall, Tally
from trainer.progress.tallies import SKILL, SORT, day_of

WINDOWS: tuple[int | None, ...] = (1, 7, 30, 90, None)
"""Lengths of the windows in days, today included; None is all days."""
RECENT_DAYS = 30
"""The window in days on which advice is based."""
MIN_TIMES = 5
"""How often a skill must be asked for before it gets a verdict. With 6, only 96 of 100 learners who count 60 hands of
the usual mix would have one for his nob."""
MIN_MISSES = MIN_RIGHTS = 3
"""Misses required for the verdict weak, of late and in the window, and right answers required for strong."""
MAX_LISTED = 8
"""The most skills and classes that are listed as weak."""

_CLEAR = {SKILL: 2.8, SORT: 3.8}
"""How far the late rate of misses must lie above the learner's average for the verdict weak, in standard deviations.
About thirty facets are tested after every answer, and a learner without a weakness should see none. The threshold of
classes is higher, because some are harder than others for everybody."""
_SURE = {SKILL: 2.2, SORT: 3.3}
"""How far the rate in the window must lie below the average for the verdict strong, in standard deviations."""
_LEAST_EFFECT, _LEAST_RATIO = 0.05, 1.5
"""By how much, and how many times, a weak rate is at least above the average: less is not worth a word."""
_GATE_RATIO = 1.2
"""What was missed at less than this many times the average rate in the latest answers is no longer weak."""

_MIN_AVERAGED = 0.5
"""Counts with fewer misses are not in the average: what is never missed would make everything else look weak."""

_PRIOR = (1.0, 20.0)
"""The prior of the average rate: misses and times."""


class SkillVerdict(StrEnum):
    """The verdict on a skill or a class of questions."""

    WEAK = "weak"
    STRONG = "strong"
    AVERAGE = "average"
    NOT_YET = "not-yet"


@dataclass(frozen=True, slots=True)
class Record:
    """The sums of a facet in a window: times asked for, misses, timed answers and their seconds.

    The late counts and `level`, the smoothed accuracy, are those of all days; so is `pace`, the smoothed seconds, None
    if no answer was timed.
    """

    facet: str
    times: int
    misses: float
    late_times: float = 0.0
    late_misses: float = 0.0
    level: float = 0.0
    timed: int = 0
    seconds: float = 0.0
    pace: float | None = None

    @property
    def accuracy(self) -> float:
        """Return the share of right answers, from 0 to 1."""
        return 1 - self.misses / self.times

    @property
    def lately(self) -> float:
        """Return the share of right answers of late, from 0 to 1."""
        return 1 - self.late_misses / self.late_times if self.late_times else self.accuracy

    @property
    def mean(self) -> float | None:
        """Return the mean seconds an answer, or None if none was timed."""
        return self.seconds / self.timed if self.timed else None

    @property
    def name(self) -> str:
        """Return the skill, the class or the drill: the facet without its prefix."""
        return self.facet.rpartition(":")[2]

    @property
    def drill(self) -> str:
        """Return the drill of a class."""
        return self.facet.split(":")[1]


@dataclass(frozen=True, slots=True)
class JudgedRecord:
    """A record and its verdict; `deviation` is how far its late rate of misses lies above the `average` of the others,
    in standard deviations."""

    record: Record
    verdict: SkillVerdict
    deviation: float
    average: float


# ------------------------------------------------------------------------------------------------------ verdicts


def judge(records: Iterable[Record]) -> list[JudgedRecord]:
    """Compare each record with the average of the others of its family, and return them, the weakest first.

    What is weak is told by late counts, so that a weakness that is cured leaves, and what is strong by the window.
    """
    families: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        families[family(record.facet)].append(record)
    found = []
    for of_family in families.values():
        windows = _compared([(record.times, record.misses) for record in of_family])
        lates = _compared([(record.late_times, record.late_misses) for record in of_family])
        for record, window, late in zip(of_family, windows, lates, strict=True):
            found.append(JudgedRecord(record, _verdict(record, window, late), late.deviation, late.average))
    return sorted(found, key=lambda judged: -judged.deviation)


@dataclass(frozen=True, slots=True)
class _Counts:
    """How often a facet was asked for and missed, and the average rate of misses of the others of its family."""

    times: float
    misses: float
    average: float

    @property
    def deviation(self) -> float:
        """How far the misses lie above the average (negative: below): the signed root of the likelihood ratio."""
        expected = self.times * self.average
        ratio = _weight(self.misses, expected) + _weight(self.times - self.misses, self.times - expected)
        return copysign(sqrt(max(2 * ratio, 0.0)), self.misses - expected)

    @property
    def is_far_above(self) -> bool:
        """Whether the rate of misses lies so far above the average that it matters."""
        rate = self.misses / self.times if self.times else 0.0
        return rate >= max(self.average + _LEAST_EFFECT, self.average * _LEAST_RATIO)


def _compared(counts: Sequence[tuple[float, float]]) -> list[_Counts]:
    """Return the counts of a family, times and misses, each with the average of the others."""
    missed = [each for each in counts if each[1] >= _MIN_AVERAGED]
    times, misses = sum(each[0] for each in missed), sum(each[1] for each in missed)
    found = []
    for each in counts:
        own = each if each[1] >= _MIN_AVERAGED else (0, 0)
        average = (misses - own[1] + _PRIOR[0]) / (times - own[0] + _PRIOR[1])
        found.append(_Counts(*each, average))
    return found


_MIXED = {f"{SORT}{slug}:{sort.code}" for slug, drill in DRILLS.items() for sort in drill.sorts if sort.mixed}
"""Facets of sorts that ask for several things at once, which are never weak: what was missed in them is a skill."""

_DRILL_OF = {skill: slug for slug, drill in DRILLS.items() for skill in drill.skills}


def family(facet: str) -> str:
    """Return the group that a facet is compared in: classes of a drill, known errors, or skills of a drill."""
    if facet.startswith(SORT):
        return facet.rpartition(":")[0]
    skill = facet.removeprefix(SKILL)
    return "causes" if skill in CAUSES else drill_of(skill)


def drill_of(skill: str) -> str:
    """Return the drill that defines a skill, or the first drill for a skill that no longer exists."""
    return _DRILL_OF.get(skill, FIRST)


def weaknesses(judged: Iterable[JudgedRecord]) -> list[JudgedRecord]:
    """Return the weak records: skills, which are more specific, before classes; the weakest first."""
    found = [one for one in judged if one.verdict is SkillVerdict.WEAK]
    return sorted(found, key=lambda one: one.record.facet.startswith(SORT))[:MAX_LISTED]


def _verdict(record: Record, window: _Counts, late: _Counts) -> SkillVerdict:
    if record.times < MIN_TIMES:
        return SkillVerdict.NOT_YET
    kind = SORT if record.facet.startswith(SORT) else SKILL
    missed = min(round(late.misses), round(record.misses))
    if missed >= MIN_MISSES and late.deviation >= _CLEAR[kind] and late.is_far_above:
        if record.facet not in _MIXED and record.level < 1 - _GATE_RATIO * late.average:
            return SkillVerdict.WEAK
    elif round(record.times - record.misses) >= MIN_RIGHTS and window.deviation <= -_SURE[kind]:
        return SkillVerdict.STRONG
    return SkillVerdict.AVERAGE


def _weight(found: float, expected: float) -> float:
    return found * log(found / expected) if found > 0 else 0.0


# --------------------------------------------------------------------------------------------------------- reads


def first_day(days: int | None, today: date) -> date | None:
    """Return the first day of a window; None for all days."""
    return None if days is None else today - timedelta(days=days - 1)


def records(learner: Learner, days: int | None, kinds: Sequence[str]) -> list[Record]:
    """Return the records of all facets with one of these prefixes in a window. One query, grouped in the database."""
    since = first_day(days, day_of(timezone.now()))
    wanted = Q()
    for kind in kinds:
        wanted |= Q(facet__startswith=kind)
    ever = Q(day=EVER)
    inside = ever if since is None else Q(day__gte=since)
    rows = (
        Tally.objects.filter(wanted, inside | ever, learner=learner)
        .values("facet")
        .annotate(
            n=Sum("times", filter=inside),
            missed=Sum("misses", filter=inside),
            with_time=Sum("timed", filter=inside),
            took=Sum("seconds", filter=inside),
            late_n=Sum("late_times", filter=ever, default=0.0),
            late_missed=Sum("late_misses", filter=ever, default=0.0),
            smooth=Sum("level", filter=ever),
            fast=Sum("pace", filter=ever),
            ever_timed=Sum("timed", filter=ever),
        )
        .filter(n__gt=0)
        .order_by("facet")
    )
    return [
        Record(
            row["facet"], row["n"], row["missed"], row["late_n"], row["late_missed"], row["smooth"],
            row["with_time"], row["took"], exp(row["fast"]) if row["ever_timed"] else None,
        )
        for row in rows
    ]  # fmt: skip


def weak_sorts(learner: Learner, drill: str) -> tuple[str, ...]:
    """Return the classes of a drill's questions that are weak, or that practise a weak skill. One query."""
    judged = judge(records(learner, RECENT_DAYS, [f"{SORT}{drill}:", SKILL]))
    found: list[str] = []
    for one in weaknesses(judged):
        if one.record.facet.startswith(SORT):
            found.append(one.record.name)
        elif drill in DRILLS:
            found += DRILLS[drill].sorts_of_skill.get(one.record.name, ())
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Period:
    """The sums of a facet over a day, or over the week or month that begins with it."""

    day: date
    times: int = 0
    misses: float = 0.0
    timed: int = 0
    seconds: float = 0.0

    @property
    def accuracy(self) -> float | None:
        """Return the share of right answers, from 0 to 1, or None without answers."""
        return 1 - self.misses / self.times if self.times else None

    @property
    def mean(self) -> float | None:
        """Return the mean seconds an answer, or None if none was timed."""
        return self.seconds / self.timed if self.timed else None


_SUMS = ("times", "misses", "timed", "seconds")


def daily_periods(learner: Learner, since: date, facets: Sequence[str]) -> dict[str, list[Period]]:
    """Return the days since `since` that have answers, for each facet, the earliest first. One query."""
    rows = Tally.objects.filter(learner=learner, day__gte=since, facet__in=facets).order_by("day")
    found: dict[str, list[Period]] = {facet: [] for facet in facets}
    for facet, *sums in rows.values_list("facet", "day", *_SUMS):
        found[facet].append(Period(*sums))
    return found


def monthly_periods(learner: Learner, facet: str, most: int) -> list[Period]:
    """Return the latest `most` months in which the facet has answers, the earliest first. One query."""
    rows = (
        Tally.objects.filter(learner=learner, day__gt=EVER, facet=facet)
        .values(month=TruncMonth("day"))
        .annotate(**{f"all_{name}": Sum(name) for name in _SUMS})
        .order_by("-month")
        .values_list("month", *(f"all_{name}" for name in _SUMS))
    )
    return [Period(*row) for row in rows[:most]][::-1]


def grouped(days: Sequence[Period], first: date, today: date, each: int) -> list[Period]:
    """Group days into periods of `each` days from `first` to today; periods without answers are included."""
    found = []
    while first <= today:
        last = first + timedelta(days=each - 1)
        part = [day for day in days if first <= day.day <= last]
        sums = [sum(getattr(day, name) for day in part) for name in _SUMS]
        found.append(Period(first, *sums))
        first = last + timedelta(days=1)
    return found


def waiting_by_skill(learner: Learner) -> dict[str, int]:
    """Return how many questions are in recall, by the skill or kind of scoring item that was missed. One query."""
    rows = Recall.objects.filter(learner=learner, retired=False).values("cause").annotate(n=Count("pk")).order_by()
    found: dict[str, int] = defaultdict(int)
    for cause, number in rows.values_list("cause", "n"):
        head, *kinds = cause.split(" ")
        for kind in [head, *(kind.partition(":")[0] for kind in kinds)]:
            found[kind] += number
    return found
