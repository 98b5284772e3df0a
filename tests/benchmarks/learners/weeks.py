"""Whether a learner who makes fewer errors than the week before is told so, and one who does not is not."""

from datetime import date
from functools import lru_cache
from math import log, sqrt
from random import Random
from statistics import NormalDist, mean

from trainer.drills.count import question as count_question
from trainer.drills.hands import MIX
from trainer.drills.questions import Wish
from trainer.progress.verdicts import Period
from trainer.progress.weeks import LIKELY_CHANGE, compare_weeks

FEWER = 0.2
"""How many fewer errors the learner makes who gets better."""
WRONG = (0.1, 0.2, 0.3)
ANSWERS = (400, 800, 1600, 2400)
"""Answers of each week."""
FALSELY, SEEN = 0.1, 0.85
"""How often a change may be told falsely, and in how many learners a true one should be seen."""
_DAY = date(2026, 3, 2)
_POSED = 2000


@lru_cache
def _hands() -> list[tuple[str, float]]:
    """Return the class of hands of the mix, and how many times as often as the average they are miscounted."""
    rng = Random("weeks")
    posed = [count_question.pose(rng, Wish()) for _ in range(_POSED)]
    usual = mean(map(count_question.hardness, posed))
    return [(count_question.mark(hand, "").sort, count_question.hardness(hand) / usual) for hand in posed]


def _week(rng: Random, hands: list[tuple[str, float]], answers: int, wrong: float) -> dict[str, Period]:
    sums = {str(kind): [0, 0, 0.0, 0.0] for kind in MIX}
    for sort, harder in rng.choices(hands, k=answers):
        seconds = log(5 + 2 * harder) + rng.gauss(0, 0.4)
        week = sums[sort]
        sums[sort] = [week[0] + 1, week[1] + (rng.random() < wrong * harder), week[2] + seconds, week[3] + seconds**2]
    return {
        kind: Period(_DAY, int(n), missed, int(n), logs, squares) for kind, (n, missed, logs, squares) in sums.items()
    }


def told_better(answers: int, wrong: float, fewer: float, seeds: range) -> float:
    """Return the share of learners who are told that they are probably or clearly right more often."""
    hands, told = _hands(), 0
    for seed in seeds:
        rng = Random(f"{seed} {answers} {wrong} {fewer}")
        before, now = (_week(rng, hands, answers, rate) for rate in (wrong, wrong * (1 - fewer)))
        found = compare_weeks([(before[kind], now[kind]) for kind in before])
        told += found is not None and found.surer >= LIKELY_CHANGE
    return told / len(seeds)


def best_power(answers: int, wrong: float) -> float:
    """Return in what share of learners the best test sees fewer errors if it tells `FALSELY` of those who make as many
    as before.

    It knows how hard each hand is, and has to estimate nothing but how often the learner errs: the logarithm of the
    ratio of two such rates has a variance of the sum of the reciprocals of what each week tells of its own.
    """
    weeks = [[rate * harder for _, harder in _hands()] for rate in (wrong, wrong * (1 - FEWER))]
    variance = sum(1 / (answers * mean(chance / (1 - chance) for chance in week)) for week in weeks)
    normal = NormalDist()
    return normal.cdf(-log(1 - FEWER) / sqrt(variance) - normal.inv_cdf(1 - FALSELY))


def least_answers(wrong: float) -> int:
    """Return how many answers a week the best test needs to see fewer errors in `SEEN` of the learners."""
    return next(number for number in range(10, 100_000, 10) if best_power(number, wrong) >= SEEN)


def told_shares(job: tuple[int, float, range]) -> tuple[float, float]:
    """Return the shares who are told of fewer errors, of learners who make fewer, and of those who do not."""
    answers, wrong, seeds = job
    return told_better(answers, wrong, FEWER, seeds), told_better(answers, wrong, 0.0, seeds)
