"""What the tallies say of a learner: accuracy and speed by skill and class, and what is weak or slow beyond chance."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from math import copysign, exp, log, log10, sqrt

from django.db.models import BooleanField, ExpressionWrapper, Q, Sum
from django.db.models.functions import TruncMonth
from django.utils import timezone

from trainer.drills.registry import DRILLS, FIRST
from trainer.drills.skills import CAUSES
from trainer.models import EVER, Learner, Tally
from trainer.progress.tallies import ALL, ALPHA, DRILL, LOAD, MIX, OWN, SKILL, SORT, day_of

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
_LOOKS, _FIRST_LOOKS = 1.0, 30
"""By how much more, for each ten times as often that a thing was asked for: who looks again and again will at some time
see something. So often it may be asked for before that."""
_MISSES_MUCH, _MISSES_LITTLE = {SKILL: 12.0, SORT: 7.0}, 0.05
"""By how much more, times the average above the other: who misses much misses everything now and then."""
_SURE = {SKILL: 2.2, SORT: 3.3}
"""How far the rate in the window must lie below the average for the verdict strong, in standard deviations."""
_LEAST_EFFECT, _LEAST_RATIO = 0.05, 1.5
"""By how much, and how many times, a weak rate is at least above the average: less is not worth a word."""
_GATE_RATIO, _GATE_FALL = 1.2, 3.0
"""What was missed at less than this many times the average rate in the latest answers is no longer weak; nor is what
was missed a third as often then as of late, so that it takes few right answers to see that a rare weakness is cured."""

SLOW_RATIO = 1.6
"""How many times as long as their pace in other questions suggests a learner takes for what they are slow at."""
_CLEARLY_SLOW, _MIN_TIMED = 3.0, 8
"""How far that must lie above chance, in standard deviations, and the least number of timed answers."""
_SPREAD, _MISFIT = 0.4, 0.1
"""The usual standard deviation of the logarithm of seconds, and how far targets are from fitting everybody."""
_SURELY = 0.9
"""The share of right answers of late with which a target is reached, if the time is surely below it."""

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
    """The sums of a facet in a window: times asked for, misses, timed answers and the logarithms of their seconds.

    The late counts and `level`, the smoothed accuracy, are those of all days; so is `pace`, near the median of the
    latest seconds, None if no answer was timed.
    """

    facet: str
    times: int
    misses: float
    late_times: float = 0.0
    late_misses: float = 0.0
    level: float = 0.0
    timed: int = 0
    logs: float = 0.0
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
    def usual(self) -> float | None:
        """Return the usual seconds an answer, or None if none was timed."""
        return exp(self.logs / self.timed) if self.timed else None

    @property
    def steady(self) -> float | None:
        """Return the lower of the pace and the usual seconds: a few slow answers, first or last, do not move both."""
        return min(self.pace, self.usual or self.pace) if self.pace else self.usual

    @property
    def target(self) -> float | None:
        """Return the seconds in which an answer of this class, or with so much to see, is good. None: there is none."""
        return _TARGETS.get(self.facet)

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
    in standard deviations.

    `slowness` is how many times as long it takes as the pace in other questions suggests, where that is too long; 0 if
    it is not, and for what is weak: to be right comes first. `reached` tells that it is answered within its target, and
    surely.
    """

    record: Record
    verdict: SkillVerdict
    deviation: float
    average: float
    slowness: float = 0.0
    reached: bool = False


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
        slow = _slow(of_family)
        for record, window, late in zip(of_family, windows, lates, strict=True):
            verdict = _verdict(record, window, late)
            slowness = 0.0 if verdict is SkillVerdict.WEAK else slow.get(record.facet, 0.0)
            found.append(JudgedRecord(record, verdict, late.deviation, late.average, slowness, _reached(record)))
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
    def rate(self) -> float:
        """The rate of misses."""
        return self.misses / self.times if self.times else 0.0

    @property
    def is_far_above(self) -> bool:
        """Whether the rate of misses lies so far above the average that it matters."""
        return self.rate >= max(self.average + _LEAST_EFFECT, self.average * _LEAST_RATIO)


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


QUICK = 3.0
"""Seconds up to which no answer is slow, where its class has no target."""


def unhurried(drill: str, sort: str) -> float:
    """Return the seconds up to which an answer of a class is not called slow, however fast the learner usually is."""
    return _TARGETS.get(f"{SORT}{drill}:{sort}", QUICK)


_TARGETS = {
    f"{kind}{slug}:{each.code}": each.target
    for slug, drill in DRILLS.items()
    for kind, some in ((SORT, drill.sorts), (LOAD, drill.loads))
    for each in some
    if each.target
}
"""The target of each facet that has one, in seconds."""


def _slow(of_family: Sequence[Record]) -> dict[str, float]:
    """Return what a learner takes too long for: how many times as long as their pace in the others suggests.

    Paces are measured by the targets, which say how much longer one thing takes than another. What is cured leaves: the
    pace is that of the latest answers. What is answered within its target is never slow, however fast the others are.
    """
    timed = [
        (
            record.facet,
            record.timed,
            log(record.steady / record.target),
            record.logs / record.timed - log(record.target),
        )
        for record in of_family
        if record.timed and record.pace and record.steady and record.target
    ]
    found = {}
    for facet, number, late, _ in timed:
        others = [(each[1], each[3]) for each in timed if each[0] != facet]
        whole = sum(times for times, _ in others)
        if min(number, whole) < _MIN_TIMED or late <= 0:
            continue
        above = late - sum(times * mean for times, mean in others) / whole
        lates = min(ALPHA / (2 - ALPHA) + 1 / number, 1)
        error = sqrt(_SPREAD**2 * (lates + 1 / whole) + _MISFIT**2)
        if above >= log(SLOW_RATIO) and above >= _CLEARLY_SLOW * error:
            found[facet] = exp(above)
    return found


def _reached(record: Record) -> bool:
    if record.target is None or record.pace is None or record.timed < _MIN_TIMED or record.late_times < _MIN_TIMED:
        return False
    surely = log(record.pace) + _SPREAD * sqrt(ALPHA / (2 - ALPHA)) <= log(record.target)
    return surely and record.lately >= _SURELY


_MIXED = {f"{SORT}{slug}:{sort.code}" for slug, drill in DRILLS.items() for sort in drill.sorts if sort.mixed}
"""Facets of sorts that ask for several things at once, which are never weak: what was missed in them is a skill."""

_DRILL_OF = {skill: slug for slug, drill in DRILLS.items() for skill in drill.skills}


def family(facet: str) -> str:
    """Return the group that a facet is compared in: classes of a drill, known errors, or skills of a drill."""
    if facet.startswith((SORT, LOAD)):
        return facet.rpartition(":")[0]
    skill = facet.removeprefix(SKILL)
    return "causes" if skill in CAUSES else drill_of(skill)


def drill_of(skill: str) -> str:
    """Return the drill that defines a skill, or the first drill for a skill that no longer exists."""
    return _DRILL_OF.get(skill, FIRST)


def weaknesses(judged: Iterable[JudgedRecord]) -> list[JudgedRecord]:
    """Return the weak records: skills, which are more specific, before classes, the weakest first; and then what is
    answered right, but slowly."""
    found = list(judged)
    weak = [one for one in found if one.verdict is SkillVerdict.WEAK]
    weak.sort(key=lambda one: one.record.facet.startswith(SORT))
    slow = [one for one in found if one.slowness]
    slow.sort(key=lambda one: (not one.record.facet.startswith(LOAD), -one.slowness))
    return [*weak, *slow][:MAX_LISTED]


def _verdict(record: Record, window: _Counts, late: _Counts) -> SkillVerdict:
    if record.times < MIN_TIMES:
        return SkillVerdict.NOT_YET
    if record.facet.startswith(LOAD):  # with more to see there is more to miss, for everybody
        return SkillVerdict.AVERAGE
    kind = SORT if record.facet.startswith(SORT) else SKILL
    missed = min(round(late.misses), round(record.misses))
    looked = _LOOKS * log10(max(record.times / _FIRST_LOOKS, 1))
    clear = _CLEAR[kind] + looked + _MISSES_MUCH[kind] * max(late.average - _MISSES_LITTLE, 0)
    if missed >= MIN_MISSES and late.deviation >= clear and late.is_far_above:
        if record.facet not in _MIXED and 1 - record.level > max(_GATE_RATIO * late.average, late.rate / _GATE_FALL):
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
            took=Sum("logs", filter=inside),
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
    for one in weaknesses(one for one in judged if one.verdict is SkillVerdict.WEAK):
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
    logs: float = 0.0
    squares: float = 0.0
    seconds: float = 0.0

    @property
    def accuracy(self) -> float | None:
        """Return the share of right answers, from 0 to 1, or None without answers."""
        return 1 - self.misses / self.times if self.times else None

    @property
    def log_mean(self) -> float | None:
        """Return the mean logarithm of seconds, or None if no answer was timed."""
        return self.logs / self.timed if self.timed else None

    @property
    def usual(self) -> float | None:
        """Return the usual seconds an answer, or None if none was timed."""
        return None if self.log_mean is None else exp(self.log_mean)

    @property
    def spread(self) -> float:
        """Return the sum of the squared deviations of the logarithms from their mean."""
        return max(self.squares - self.logs**2 / self.timed, 0.0) if self.timed else 0.0


_SUMS = ("times", "misses", "timed", "logs", "squares", "seconds")


def answered_days(learner: Learner, since: date) -> list[Period]:
    """Return the days since `since` that have answers. One query."""
    rows = Tally.objects.filter(learner=learner, day__gte=since, facet=ALL)
    return [Period(*sums) for sums in rows.values_list("day", *_SUMS)]


@dataclass(frozen=True, slots=True)
class Days:
    """The days that have answers, the earliest first: of `all` drills, and of the questions of one that compare; of all
    its questions on the days before there were any that do.

    `kinds` has two weeks of each kind of question that compares, of all drills: the sums of the week before, and of the
    last seven days.
    """

    all: list[Period]
    drill: list[Period]
    kinds: dict[str, tuple[Period, Period]]


def days_of(learner: Learner, since: date, today: date, drill: str) -> Days:
    """Return the days since `since`. One query."""
    facets: dict[str, list[Period]] = {ALL: [], DRILL + drill: []}
    kinds: dict[str, list[Period]] = defaultdict(list)
    before = today - timedelta(days=13)
    compared = Q(facet__startswith=MIX) | Q(facet__startswith=OWN)
    wanted = Q(facet__in=facets) | compared & Q(day__gte=before)
    wanted |= Q(facet__startswith=f"{MIX}{drill}:") | Q(facet__startswith=f"{OWN}{drill}:")
    rows = Tally.objects.filter(wanted, learner=learner, day__gte=since).order_by("day")
    for facet, *sums in rows.values_list("facet", "day", *_SUMS):
        (facets[facet] if facet in facets else kinds[facet]).append(Period(*sums))
    of_drill = [each for facet, days in kinds.items() if facet.split(":")[1] == drill for each in days]
    of_drill.sort(key=lambda each: each.day)
    earlier = [day for day in facets[DRILL + drill] if not of_drill or day.day < of_drill[0].day]
    return Days(
        facets[ALL],
        [*earlier, *of_drill],
        {facet: _two_weeks(days, before, today) for facet, days in kinds.items()},
    )


def _two_weeks(days: Sequence[Period], first: date, today: date) -> tuple[Period, Period]:
    before, now = grouped(days, first, today, 7)
    return before, now


def monthly_periods(learner: Learner, drill: str, since: date) -> list[Period]:
    """Return the months since `since` in which a drill has answers that compare, the earliest first; of all its answers
    in the months before there were any that do. One query, of so many days at most."""
    compared = Q(facet__startswith=f"{MIX}{drill}:") | Q(facet__startswith=f"{OWN}{drill}:")
    rows = (
        Tally.objects.filter(compared | Q(facet=DRILL + drill), learner=learner, day__gte=since)
        .values(month=TruncMonth("day"), whole=ExpressionWrapper(Q(facet=DRILL + drill), BooleanField()))
        .annotate(**{f"all_{name}": Sum(name) for name in _SUMS})
        .order_by("-month")
        .values_list("whole", "month", *(f"all_{name}" for name in _SUMS))
    )
    whole, parts = ([Period(*row[1:]) for row in rows if row[0] == each] for each in (True, False))
    earlier = [month for month in whole if not parts or month.day < parts[-1].day]
    return [*parts, *earlier][::-1]


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
