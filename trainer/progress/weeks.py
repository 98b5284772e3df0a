"""This week against the week before, like with like: each kind of question is compared with the same kind. Pure.

Kinds are weighed alike in both weeks, so that who practises harder things does not seem to get worse. How surely
something has changed depends on how many errors there were: 20 % fewer are seen in 85 of 100 learners where a week has
150 to 250 of them, and no test sees them so surely where it has less.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, exp, sqrt

from trainer.progress.verdicts import Period

LIKELY_CHANGE, CLEAR_CHANGE = 1.36, 2.4
"""From how many standard deviations a change is told as likely, as one learner in eleven is told who has not changed,
and as clear, as one in 120 is."""
TELLING = 20
"""The least answers of a week that are compared with those of another."""
_FORESEEN = 200
"""Of how many more answers at most it is told that they would tell a change."""
_LEAST_SPREAD = 0.04
"""The least variance of the logarithm of seconds, so that a few equal times are not taken as certain."""

Kinds = Iterable[tuple[Period, Period]]
"""Of each kind of question the sums of the week before and of this week."""


@dataclass(frozen=True, slots=True)
class WeekFigures:
    """The share of right answers of a week, and the usual seconds; None where nothing was answered or timed."""

    accuracy: float | None
    usual: float | None


@dataclass(frozen=True, slots=True)
class WeekComparison:
    """Two weeks: their figures, and how far this week is `surer` and `faster`, in standard deviations.

    `faster` is None where no times of the same kinds are known. `answers` is how many are compared of each week.
    """

    before: WeekFigures
    now: WeekFigures
    surer: float
    faster: float | None
    answers: tuple[int, int]

    @property
    def awaited(self) -> int | None:
        """About how many more answers like those of this week would tell a change in right ones; None where one is told
        already, or where so few would not."""
        before, now = self.answers
        rest = (1 / before + 1 / now) * (self.surer / LIKELY_CHANGE) ** 2 - 1 / before
        more = ceil(1 / rest) - now if rest > 0 else _FORESEEN + 1
        return more if 0 < more <= _FORESEEN else None


def compare_weeks(kinds: Kinds) -> WeekComparison | None:
    """Return how this week compares with the week before, None if one of them has too few answers of the same kinds."""
    both = _of_both_weeks(kinds)
    answers = shared_answers(both)
    if min(answers) < TELLING:
        return None
    before, now = (_figures(both, week) for week in (0, 1))
    return WeekComparison(before, now, _surer(both), _faster(both), answers)


def shared_answers(kinds: Kinds) -> tuple[int, int]:
    """Return how many answers of the week before, and of this week, are of kinds that both weeks have."""
    both = _of_both_weeks(kinds)
    return sum(before.times for before, _ in both), sum(now.times for _, now in both)


def _of_both_weeks(kinds: Kinds) -> list[tuple[Period, Period]]:
    return [(before, now) for before, now in kinds if before.times and now.times]


def _figures(both: list[tuple[Period, Period]], week: int) -> WeekFigures:
    return WeekFigures(
        _mean((_weight(one.times, two.times), (one, two)[week].accuracy) for one, two in both),
        _exp(_mean((_weight(one.timed, two.timed), (one, two)[week].log_mean) for one, two in both)),
    )


def _weight(before: int, now: int) -> float:
    """Return how much a kind counts: little where one of the weeks has few."""
    return before * now / (before + now) if before and now else 0.0


def _mean(weighed: Iterator[tuple[float, float | None]]) -> float | None:
    pairs = [(weight, value) for weight, value in weighed if weight and value is not None]
    whole = sum(weight for weight, _ in pairs)
    return sum(weight * value for weight, value in pairs) / whole if whole else None


def _exp(value: float | None) -> float | None:
    return None if value is None else exp(value)


def _surer(both: list[tuple[Period, Period]]) -> float:
    """Return by how many standard deviations fewer answers are wrong than if nothing had changed (Mantel, Haenszel)."""
    fewer = variance = 0.0
    for before, now in both:
        times, misses = before.times + now.times, before.misses + now.misses
        fewer += now.times * misses / times - now.misses
        variance += before.times * now.times * misses * (times - misses) / (times**2 * (times - 1))
    return fewer / sqrt(variance) if variance > 0 else 0.0


def _faster(both: list[tuple[Period, Period]]) -> float | None:
    """Return by how many standard deviations the logarithm of seconds is smaller, None if no kind has both times."""
    quicker = variance = 0.0
    for before, now in both:
        if before.log_mean is None or now.log_mean is None:
            continue
        weight, number = _weight(before.timed, now.timed), before.timed + now.timed
        spread = max((before.spread + now.spread) / max(number - 2, 1), _LEAST_SPREAD)
        quicker += weight * (before.log_mean - now.log_mean)
        variance += weight * spread  # of a difference of means, weighed: 1 / weight
    return quicker / sqrt(variance) if variance > 0 else None
