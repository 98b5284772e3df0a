"""What is found in learners who err in one way, in learners who err evenly, and in learners who are cured."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from random import Random
from statistics import median
from typing import Any

from tests.benchmarks.learners.drawn import DRAWN
from tests.benchmarks.learners.misconceptions import (
    MISCONCEPTIONS,
    SLIP,
    Misconception,
    mark,
    slipping,
    wrong_now_and_then,
)
from tests.benchmarks.learners.shares import wish_of
from tests.trainer.progress.kept import Kept
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS
from trainer.practice import dealing

LONGEST = 500
"""The most answers of a learner."""
CURED_AT = 250
"""After how many answers a learner is cured."""
_POSED, _PRECISELY = 4000, 1e-5
"""How many questions tell what is in the mix, and how precisely it is worked out how often a learner errs."""
WATCHED = 200
"""How many answers a cured learner is watched."""

Answerer = Callable[[Any, Random], str]


def practice(
    drill: str, answer: Answerer, rng: Random, kept: Kept, wish: Wish | None = None, *, personal: bool = False
) -> Iterator[list[str]]:
    """Yield what is told to be weak after each answer to the drill's plain mix, or to what calm practice asks."""
    posing = DRAWN if personal and drill == DRAWN.slug else DRILLS[drill]
    while True:
        question = dealing.pose(posing, rng, wish or Wish(), kept.rates.get("skills") if personal else None)
        answered = answer(question, rng)
        kept.add(drill, mark(drill, question, answered), answered)
        yield [one.record.facet for one in kept.weak()]


def named_after(one: Misconception, seed: int, *, personal: bool) -> int | None:
    """Return after how many answers the misconception is named first, None if never."""
    weak = practice(one.drill, one.answer, Random(seed), Kept(), personal=personal)
    for number in range(1, LONGEST + 1):
        if (told := next(weak)) and told[0] in one.named:
            return number
    return None


@lru_cache
def _scores_in_mix(drill: str) -> Counter[int]:
    """Return how many of the questions of a drill's mix have so many scores."""
    rng = Random(f"{drill} mix")
    return Counter(len(DRILLS[drill].pose(rng, Wish()).scores) for _ in range(_POSED))


@dataclass(frozen=True)
class Even:
    """A learner without a weakness: how they err, and the share of wrong answers."""

    drill: str
    name: str
    answer: Callable[[Any, Random, float], str]
    wrong: float

    @cached_property
    def chance(self) -> float:
        """How often they err where they can, so that of the plain mix this share is wrong."""
        if self.answer is wrong_now_and_then:
            return self.wrong
        number = _scores_in_mix(self.drill)
        low, high = 0.0, 1.0
        while high - low > _PRECISELY:
            tried = (low + high) / 2
            wrong = sum(times * (1 - (1 - tried) ** there) for there, times in number.items()) / _POSED
            low, high = (tried, high) if wrong < self.wrong else (low, tried)
        return low

    def named(self, seed: int, *, personal: bool) -> tuple[int | None, float]:
        """Return after how many answers something is named, None if nothing is, and the share of wrong answers."""
        wrong, first = 0, None
        rng, kept = Random(seed), Kept()
        answer = partial(self.answer, **{"slip" if self.answer is slipping else "wrong": self.chance})
        weak = practice(self.drill, answer, rng, kept, personal=personal)
        for number in range(1, LONGEST + 1):
            if next(weak) and first is None:
                first = number
        wrong = round(kept.sums["all"].misses)
        return first, wrong / LONGEST


SHARES = (0.02, 0.05, 0.08, 0.15)
"""The shares of wrong answers of learners without a weakness."""

EVEN = tuple(
    Even(drill, name, answer, share)
    for drill, name, answer in (
        ("count", "overlooks items", slipping),
        ("count", "wrong hands", wrong_now_and_then),
        ("peg", "overlooks scores", slipping),
        ("peg", "wrong cards", wrong_now_and_then),
    )
    for share in SHARES
)


SLOWER, MANY = 2.5, 6
"""How many times as long a slow learner takes for hands of so many items."""


def _seconds(question: Any, rng: Random, slower: float) -> float:
    """Return how long a hand takes: something for any hand and for each item, more where it is one of many items."""
    items = len(question.scores)
    return (2.5 + 0.9 * items) * rng.lognormvariate(0, 0.3) * (slower if items >= MANY else 1)


def slow_named_after(seed: int, slower: float = SLOWER) -> int | None:
    """Return after how many answers a learner who is slow at hands of many items is told so, None if never. Anything
    that is told to be slow counts for somebody who is not (`slower` is 1)."""
    rng, kept = Random(f"slow {seed}"), Kept()
    for number in range(1, LONGEST + 1):
        question = dealing.pose(DRILLS["count"], rng, Wish(), kept.rates.get("skills"))
        answered = slipping(question, rng, SLIP)
        kept.add("count", mark("count", question, answered), answered, _seconds(question, rng, slower))
        slow = [one.record.facet for one in kept.weak() if one.slowness]
        if slow and (slower == 1 or "load:count:many-items" in slow):
            return number
    return None


def slow_named(job: tuple[int, float]) -> int | None:
    """Return `slow_named_after` of a seed."""
    return slow_named_after(*job)


def cured_after(one: Misconception, seed: int, after: Wish, *, personal: bool) -> tuple[int | None, bool]:
    """Return how many answers to questions of a wish after the cure take the misconception off the list, None if it was
    not on it, and whether it still is on it at the end."""
    rng, kept = Random(seed), Kept()
    before = practice(one.drill, one.answer, rng, kept, personal=personal)
    told = [next(before) for _ in range(CURED_AT)][-1]
    if not one.named & set(told):
        return None, False
    cured = practice(
        one.drill, lambda question, rng: slipping(question, rng, SLIP), rng, kept, after, personal=personal
    )
    listed = [bool(one.named & set(next(cured))) for _ in range(WATCHED)]
    return (listed.index(False) + 1 if False in listed else WATCHED), listed[-1]


def named_after_all(job: tuple[int, range, bool]) -> list[int | None]:
    """Return `named_after` of a misconception, by its place, for some seeds."""
    place, seeds, personal = job
    return [named_after(MISCONCEPTIONS[place], seed, personal=personal) for seed in seeds]


def even_named(job: tuple[int, range, bool]) -> list[tuple[int | None, float]]:
    """Return `Even.named` of an even learner, by their place, for some seeds."""
    place, seeds, personal = job
    return [EVEN[place].named(seed, personal=personal) for seed in seeds]


def cured_after_all(job: tuple[int, range, bool]) -> list[list[tuple[int | None, bool]]]:
    """Return `cured_after` of a misconception for some seeds, with the plain mix and behind the button."""
    place, seeds, personal = job
    one = MISCONCEPTIONS[place]
    _drill, button = wish_of(one.drill, one.skill)
    return [[cured_after(one, seed, after, personal=personal) for seed in seeds] for after in (Wish(), button)]


def middle(numbers: Sequence[int | None]) -> float:
    """Return the median; None counts as more than all."""
    return median(LONGEST + 1 if number is None else number for number in numbers)
