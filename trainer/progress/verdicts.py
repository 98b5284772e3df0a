"""What the tallies say of a learner: how surely and how fast each kind of thing is done, where it is weak beyond
chance.

Source: UX.md, Recall and progress.
"""

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
from trainer.progress.tallies import SKILL, SORT

WINDOWS: tuple[int | None, ...] = (1, 7, 30, 90, None)
"""Days that are looked at together, today among them; None: all."""
LATELY = 30
"""Days that say what to practise next."""
ENOUGH = 5
"""Times that a thing was asked for, before anything is said of it. UX.md has 6: but of 100 learners who
count 60 hands of the usual mix only 96 meet his nob six times."""
MISSES = RIGHTS = 3
"""Misses without which nothing is weak, and right answers without which nothing is strong."""
TELLING = 20
"""Answers without which nothing is said of weaknesses."""
MOST = 8
"""Things that are listed as weak."""

_BEYOND_CHANCE = {SKILL: 2.2, SORT: 3.3}
"""How far a rate of misses must lie from the learner's average for a verdict, in standard deviations. Some thirty
things are looked at after every answer, and a learner without a weakness should be told of none. Of classes more is
asked: some are harder than others for everybody."""

_MISSED = 0.5
"""Misses under which a thing takes no part in the average: what nobody gets wrong would make all else look weak."""

_SUPPOSED = (1.0, 20.0)
"""What is thought of the average before anything is known: so many misses in so many times."""


class Verdict(StrEnum):
    """What can be said of a thing."""

    WEAK = "weak"
    STRONG = "strong"
    AVERAGE = "average"
    NOT_YET = "not-yet"


@dataclass(frozen=True, slots=True)
class Record:
    """How often a thing was asked for in a window and how often it was missed, with the seconds of the answers that
    were timed. `level` is the smoothed accuracy of all days, and `pace` the smoothed seconds, None where no answer was
    timed."""

    facet: str
    times: int
    misses: float
    level: float = 0.0
    timed: int = 0
    seconds: float = 0.0
    pace: float | None = None

    @property
    def accuracy(self) -> float:
        """The part that was right."""
        return 1 - self.misses / self.times

    @property
    def mean(self) -> float | None:
        """Seconds an answer."""
        return self.seconds / self.timed if self.timed else None

    @property
    def name(self) -> str:
        """The skill, the class or the drill, without what kind of facet it is."""
        return self.facet.rpartition(":")[2]

    @property
    def drill(self) -> str:
        """The drill of a class."""
        return self.facet.split(":")[1]


@dataclass(frozen=True, slots=True)
class Judged:
    """A record, and what can be said of it; `beyond` is how far it lies above the learner's average rate of misses."""

    record: Record
    verdict: Verdict
    beyond: float


# ------------------------------------------------------------------------------------------------------ verdicts


def judge(records: Iterable[Record]) -> list[Judged]:
    """Each record against the average of all others of its family; the weakest first."""
    families: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        families[family(record.facet)].append(record)
    found = []
    for of_family in families.values():
        missed = [record for record in of_family if record.misses >= _MISSED]
        times, misses = sum(record.times for record in missed), sum(record.misses for record in missed)
        for record in of_family:
            own = (record.times, record.misses) if record.misses >= _MISSED else (0, 0)
            rate = (misses - own[1] + _SUPPOSED[0]) / (times - own[0] + _SUPPOSED[1])
            beyond = _beyond(record, rate)
            found.append(Judged(record, _verdict(record, rate, beyond), beyond))
    return sorted(found, key=lambda judged: -judged.beyond)


_DRILL_OF = {skill: slug for slug, drill in DRILLS.items() for skill in drill.skills}


def family(facet: str) -> str:
    """What a facet is compared with: classes of its drill, known errors, items of the count, or skills of its drill."""
    if facet.startswith(SORT):
        return facet.rpartition(":")[0]
    skill = facet.removeprefix(SKILL)
    return "causes" if skill in CAUSES else drill_of(skill)


def drill_of(skill: str) -> str:
    """The drill that a skill is of, whichever drills ask for it too; one that is gone counts as the first drill's."""
    return _DRILL_OF.get(skill, FIRST)


def weak(judged: Iterable[Judged]) -> list[Judged]:
    """What is weak, the weakest first: skills before classes, for they say what it is and a class only where."""
    found = [one for one in judged if one.verdict is Verdict.WEAK]
    return sorted(found, key=lambda one: one.record.facet.startswith(SORT))[:MOST]


def _verdict(record: Record, rate: float, beyond: float) -> Verdict:
    if record.times < ENOUGH:
        return Verdict.NOT_YET
    chance = _BEYOND_CHANCE[SORT if record.facet.startswith(SORT) else SKILL]
    if round(record.misses) >= MISSES and beyond >= chance and record.level < 1 - rate:
        return Verdict.WEAK
    if round(record.times - record.misses) >= RIGHTS and beyond <= -chance:
        return Verdict.STRONG
    return Verdict.AVERAGE


def _beyond(record: Record, rate: float) -> float:
    """How far the misses lie above (or, < 0, below) what the rate gives: the signed root of the likelihood ratio."""
    rights = record.times - record.misses
    ratio = _weight(record.misses, record.times * rate) + _weight(rights, record.times * (1 - rate))
    return copysign(sqrt(max(2 * ratio, 0.0)), record.misses - record.times * rate)


def _weight(found: float, expected: float) -> float:
    return found * log(found / expected) if found > 0 else 0.0


# --------------------------------------------------------------------------------------------------------- reads


def first_day(days: int | None, today: date) -> date | None:
    """The first day of a window; None: all."""
    return None if days is None else today - timedelta(days=days - 1)


def records(learner: Learner, days: int | None, kinds: Sequence[str]) -> list[Record]:
    """The records of all facets that begin so, in a window. One query, grouped in the database."""
    since = first_day(days, timezone.localdate())
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
            smooth=Sum("level", filter=ever),
            fast=Sum("pace", filter=ever),
            ever_timed=Sum("timed", filter=ever),
        )
        .filter(n__gt=0)
        .order_by("facet")
    )
    return [
        Record(
            row["facet"], row["n"], row["missed"], row["smooth"], row["with_time"], row["took"],
            exp(row["fast"]) if row["ever_timed"] else None,
        )
        for row in rows
    ]  # fmt: skip


def weak_sorts(learner: Learner, drill: str) -> tuple[str, ...]:
    """The classes of a drill's questions at which the learner is weak, or that have what they miss. One query."""
    judged = judge(records(learner, LATELY, [f"{SORT}{drill}:", SKILL]))
    found: list[str] = []
    for one in weak(judged):
        if one.record.facet.startswith(SORT):
            found.append(one.record.name)
        elif drill in DRILLS:
            found += DRILLS[drill].sorts_of_skill.get(one.record.name, ())
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Stretch:
    """The answers of a day, or of the week or month that begins with it."""

    day: date
    times: int = 0
    misses: float = 0.0
    timed: int = 0
    seconds: float = 0.0

    @property
    def accuracy(self) -> float | None:
        """The part that was right; None without answers."""
        return 1 - self.misses / self.times if self.times else None

    @property
    def mean(self) -> float | None:
        """Seconds an answer; None where none was timed."""
        return self.seconds / self.timed if self.timed else None


_SUMS = ("times", "misses", "timed", "seconds")


def daily(learner: Learner, since: date, facets: Sequence[str]) -> dict[str, list[Stretch]]:
    """The answers of each facet day by day, the first first; days without are left out. One query."""
    rows = Tally.objects.filter(learner=learner, day__gte=since, facet__in=facets).order_by("day")
    found: dict[str, list[Stretch]] = {facet: [] for facet in facets}
    for facet, *told in rows.values_list("facet", "day", *_SUMS):
        found[facet].append(Stretch(*told))
    return found


def monthly(learner: Learner, facet: str, most: int) -> list[Stretch]:
    """The answers of a facet in the latest so many months that have some, the first first. One query."""
    rows = (
        Tally.objects.filter(learner=learner, day__gt=EVER, facet=facet)
        .values(month=TruncMonth("day"))
        .annotate(**{f"all_{name}": Sum(name) for name in _SUMS})
        .order_by("-month")
        .values_list("month", *(f"all_{name}" for name in _SUMS))
    )
    return [Stretch(*told) for told in rows[:most]][::-1]


def together(days: Sequence[Stretch], first: date, today: date, each: int) -> list[Stretch]:
    """Days put together so many at a time, from the first to today, with those in which nothing was done."""
    found = []
    while first <= today:
        last = first + timedelta(days=each - 1)
        part = [day for day in days if first <= day.day <= last]
        sums = [sum(getattr(day, name) for day in part) for name in _SUMS]
        found.append(Stretch(first, *sums))
        first = last + timedelta(days=1)
    return found


def waiting(learner: Learner) -> dict[str, int]:
    """How many questions are waiting to come back for each skill, or kind of item, that was missed. One query."""
    rows = Recall.objects.filter(learner=learner, retired=False).values("cause").annotate(n=Count("pk")).order_by()
    found: dict[str, int] = defaultdict(int)
    for cause, number in rows.values_list("cause", "n"):
        head, *kinds = cause.split(" ")
        for kind in [head, *(kind.partition(":")[0] for kind in kinds)]:
            found[kind] += number
    return found
