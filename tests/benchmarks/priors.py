"""Learn from the mix how often each cause of a wrong count occurs: `python -m tests.benchmarks.priors [--learn]`.

Hands of the published mix are miscounted in each way that they invite, by the learners of `tests.benchmarks.causes`;
scores are overlooked more often than other errors are made. Better priors are those with which the true cause is named
first more often, of all claims and of the claims of each cause, while no cause is named much more rarely. They are
sought in one half of the hands and tried on the other. What is printed as learned is to be written, rounded, into
`game.strategy.causes`.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import mean
from typing import cast
from unittest.mock import patch

from game.engine.scoring import Kind
from game.strategy import causes
from game.strategy.causes import Cause, Likely
from tests.benchmarks.causes import MISSING, NAMED, all_items
from tests.benchmarks.output import say
from trainer.drills.count import question as count_question
from trainer.drills.questions import Wish

HANDS = 2500
"""Hands of each half."""
OVERLOOKED, ERRED = 0.07, 0.03
"""How often each score is overlooked, and each other error made where a hand invites it: those of the learners of
`tests.benchmarks.learners.memory`."""
SURELY, LOSS = 0.97, 0.02
"""A cause may be named first less often by so much, but not less often than this."""
_NOTHING = 1e-4
STEPS = (0.3, 0.5, 0.7, 0.85, 1.2, 1.5, 2.0, 3.0)


@dataclass(frozen=True)
class Priors:
    """How often each error is made where a hand invites it, and each kind of score overlooked."""

    often: dict[Cause, float]
    overlooked: dict[Kind, float]


@dataclass(frozen=True)
class Claims:
    """The wrong claims for a hand: how often each is made for which reason, and the causes that explain it."""

    made: tuple[tuple[str, int, float], ...]
    causes: dict[int, tuple[Likely, ...]]
    number: Counter[Kind]


def claims(seed: str, number: int) -> list[Claims]:
    """Return the claims for so many hands."""
    rng = Random(seed)
    return [_claims(count_question.pose(rng, Wish())) for _ in range(number)]


def _claims(question: count_question.CountQuestion) -> Claims:
    truth = sum(score.points for score in question.scores)
    made: list[tuple[str, int, float]] = []
    for cause, off_by in NAMED.items():
        offs = sorted(off for off in off_by(question) if off and truth + off >= 0)
        made += [(cause, off, ERRED / len(offs)) for off in offs]
    there = Counter(all_items(question))
    made += [(f"{Cause.MISSED} {kind}", -points, OVERLOOKED * times) for (kind, points), times in there.items()]
    explained = {
        off: causes.likely_causes(question.hand, question.starter, question.crib, question.scores, truth + off)
        for _, off, _ in made
    }
    return Claims(tuple(made), explained, Counter(score.kind for score in question.scores))


def present() -> Priors:
    """Return the frequencies that are used now."""
    return Priors({cause: causes.often(cause) for cause in NAMED}, dict(causes.OVERLOOKED))


def _told(hand: Claims) -> dict[int, str]:
    """Return what is named first by how far a claim is off, "" for nothing."""
    return {
        off: max(likely, key=partial(causes.chance, number=hand.number)).code if likely else ""
        for off, likely in hand.causes.items()
    }


def first(found: Sequence[Claims], priors: Priors) -> tuple[float, dict[str, float]]:
    """Return the share of all claims whose true cause is named first, and the same of each cause."""
    right: dict[str, float] = defaultdict(float)
    whole: dict[str, float] = defaultdict(float)
    with patch.dict(causes.OFTEN, priors.often), patch.dict(causes.OVERLOOKED, priors.overlooked):
        for hand in found:
            told = _told(hand)
            for code, off, share in hand.made:
                whole[code] += share
                right[code] += share * (told[off] == code)
    return sum(right.values()) / sum(whole.values()), {code: right[code] / whole[code] for code in whole}


def learned(found: Sequence[Claims]) -> Priors:
    """Return better priors: each is changed for as long as that helps."""
    priors = present()
    least = {code: min(share, SURELY) - LOSS for code, share in first(found, priors)[1].items()}
    best, before = _worth(found, priors, least), 0.0
    while best > before:
        before = best
        for changed in (priors.often, priors.overlooked):
            best = _changed(cast("dict[str, float]", changed), lambda: _worth(found, priors, least), best)
    return priors


def _changed(some: dict[str, float], worth: Callable[[], float], best: float) -> float:
    """Change each of some priors to what is worth most, and return how much that is."""
    for cause, start in list(some.items()):
        tried = {}
        for step in STEPS:
            some[cause] = start * step
            tried[worth()] = some[cause]
        better = max(tried) > best + _NOTHING
        some[cause] = tried[max(tried)] if better else start
        best = max(tried) if better else best
    return best


def _worth(found: Sequence[Claims], priors: Priors, least: dict[str, float]) -> float:
    of_all, by_code = first(found, priors)
    losses = sum(max(least[code] - share, 0.0) for code, share in by_code.items())
    return of_all + mean(by_code.values()) - 5 * losses


def main() -> None:
    """Print how often the true cause is named first, with the frequencies used now and with those learned."""
    parser = argparse.ArgumentParser(description="Learn how often each cause of a wrong count occurs.")
    parser.add_argument("--seed", default="mix", help="what the hands are drawn from")
    parser.add_argument("--learn", action="store_true", help="learn; otherwise only try those that are used now")
    chosen = parser.parse_args()
    alike = Priors(dict.fromkeys(NAMED, causes.USUALLY), dict.fromkeys(MISSING, causes.USUALLY))
    tried = {"all alike": alike, "used now": present()}
    if chosen.learn:
        tried["learned"] = learned(claims(f"{chosen.seed} learned", HANDS))
        say(str(tried["learned"]))
    other = claims(f"{chosen.seed} tried", HANDS)
    for name, priors in tried.items():
        of_all, by_code = first(other, priors)
        say(f"{name:<10} true cause first: {of_all:.1%} of all claims, {mean(by_code.values()):.1%} of a "
            "cause's on average")  # fmt: skip
        say("  " + ", ".join(f"{code} {share:.0%}" for code, share in by_code.items() if share < 1))


if __name__ == "__main__":
    main()
