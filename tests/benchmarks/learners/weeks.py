"""Whether a learner who makes fewer errors than the week before is told so, and one who does not is not."""

from datetime import date
from math import log
from random import Random

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
_DAY = date(2026, 3, 2)
_POSED = 2000


def _hands() -> list[tuple[str, float]]:
    """Return the class of hands of the mix, and how many times as often as the average they are miscounted."""
    rng = Random("weeks")
    posed = [count_question.pose(rng, Wish()) for _ in range(_POSED)]
    mean = sum(map(count_question.hardness, posed)) / _POSED
    return [(count_question.mark(hand, "").sort, count_question.hardness(hand) / mean) for hand in posed]


def _week(rng: Random, hands: list[tuple[str, float]], answers: int, wrong: float) -> dict[str, Period]:
    sums = {str(kind): [0, 0, 0.0, 0.0] for kind in MIX}
    for sort, harder in rng.choices(hands, k=answers):
        seconds = log(5 + 2 * harder) + rng.gauss(0, 0.4)
        week = sums[sort]
        sums[sort] = [week[0] + 1, week[1] + (rng.random() < wrong * harder), week[2] + seconds, week[3] + seconds**2]
    return {
        kind: Period(_DAY, int(n), missed, int(n), logs, squares) for kind, (n, missed, logs, squares) in sums.items()
    }


def told_better(answers: int, wrong: float, fewer: float, seeds: int) -> float:
    """Return the share of learners who are told that they are probably or clearly right more often."""
    hands, told = _hands(), 0
    for seed in range(seeds):
        rng = Random(f"{seed} {answers} {wrong} {fewer}")
        before, now = (_week(rng, hands, answers, rate) for rate in (wrong, wrong * (1 - fewer)))
        found = compare_weeks([(before[kind], now[kind]) for kind in before])
        told += found is not None and found.surer >= LIKELY_CHANGE
    return told / seeds
