"""Two models of how people learn to count, and what sixty days of practice under a policy do for them.

A simulation says what a policy feeds a learner, and not how people learn: it compares policies, nothing else.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import prod
from random import Random
from typing import Protocol

from django.http import QueryDict

from tests.benchmarks.learners.drawn import DRAWN
from tests.trainer.progress.kept import Kept
from trainer.drills.count import question as count_question
from trainer.drills.count.page import COUNT
from trainer.drills.count.question import CountQuestion
from trainer.drills.questions import Demand, Wish
from trainer.drills.skills import CAUSES, Rates, practised
from trainer.practice import dealing
from trainer.practice.forms import RunForm
from trainer.progress import advice

SECONDS_A_DAY = 900
"""How long a learner practises each day."""
DAYS = (14, 30, 60)
"""The days on which learners are measured."""
_FEEDBACK = 3.0
_BASE, _EACH, _UNSURE = 2.5, 0.8, 2.0
"""Seconds of an answer: for any hand, for each thing in it, and for what is known no better than at first."""
_FLOOR = 0.005
"""How often what is known perfectly is missed."""
_RUN = 20
"""Questions after which a learner looks for advice again."""
_MEASURED = 150
_FOUR = 4
_SURELY = 1e9
"""Times of a rate that is certain."""
_LONGEST_HALF = 60.0
"""The longest half-life, in days."""


class Knowing(Protocol):
    """How well a learner knows skills."""

    def chance(self, skill: str, now: float) -> float:
        """Return how probably a skill is missed on a day, which may have a fraction."""

    def unsure(self, skill: str, now: float) -> float:
        """Return how much of what was missed at first is still missed, from 0 to 1."""


class Memory(Knowing, Protocol):
    """How a learner remembers skills."""

    def practise(self, skill: str, now: float, *, missed: bool) -> None:
        """Note that the skill was asked for; feedback follows."""

    def best(self, skill: str) -> float:
        """Return how probably a skill is missed at least, whatever was practised, a day after the last practice."""


class HalfLife:
    """What is known is forgotten by a half-life, which grows with each practice, more where it was almost forgotten."""

    def __init__(self, start: Mapping[str, float]) -> None:
        """Take how probably each skill is missed at first."""
        self._start = start
        self._half: dict[str, float] = {}
        self._last: dict[str, float] = {}

    def chance(self, skill: str, now: float) -> float:
        """Return how probably it is missed."""
        start = self._start[skill]
        if skill not in self._last:
            return start
        forgotten = 1 - 0.5 ** ((now - self._last[skill]) / self._half[skill])
        return float(_FLOOR + (start - _FLOOR) * forgotten)

    def unsure(self, skill: str, now: float) -> float:
        """Return how much is forgotten."""
        return self.chance(skill, now) / self._start[skill]

    def practise(self, skill: str, now: float, *, missed: bool) -> None:
        """Lengthen the half-life."""
        growth = 1 + (0.12 if missed else 0.04) * (0.02 + self.unsure(skill, now))
        self._half[skill] = min(self._half.get(skill, 0.05) * growth, _LONGEST_HALF)
        self._last[skill] = now

    def best(self, skill: str) -> float:
        """Return how probably it is missed if its half-life is the longest."""
        rested = 1 - SECONDS_A_DAY / 86400
        return float(_FLOOR + (self._start[skill] - _FLOOR) * (1 - 0.5 ** (rested / _LONGEST_HALF)))


class Activation:
    """Each practice leaves a trace that fades with the root of its age; the sum of all makes a miss less probable."""

    def __init__(self, start: Mapping[str, float]) -> None:
        """Take how probably each skill is missed at first."""
        self._start = start
        self._traces: dict[str, Counter[int]] = defaultdict(Counter)

    def chance(self, skill: str, now: float) -> float:
        """Return how probably it is missed."""
        start = self._start[skill]
        active = sum(number / (now - day + 0.2) ** 0.5 for day, number in self._traces[skill].items())
        return float(_FLOOR + (start - _FLOOR) / (1 + active / 150))

    def unsure(self, skill: str, now: float) -> float:
        """Return how little is active."""
        return self.chance(skill, now) / self._start[skill]

    def practise(self, skill: str, now: float, *, missed: bool) -> None:
        """Leave a trace, a deeper one where feedback told something."""
        self._traces[skill][int(now)] += 4 if missed else 1

    def best(self, _skill: str) -> float:
        """Return how probably it is missed after practice without end."""
        return _FLOOR


MODELS: dict[str, Callable[[Mapping[str, float]], Memory]] = {"half-life": HalfLife, "activation": Activation}


def at_first(seed: int) -> dict[str, float]:
    """Return how probably a learner misses each skill before any practice."""
    rng = Random(f"{seed}/memory")
    return {skill: _at_first(skill, rng) for skill in COUNT.skills}


def _at_first(skill: str, rng: Random) -> float:
    usual = 0.03 if skill in CAUSES else 0.07
    return float(min(max(usual * rng.lognormvariate(0, 1), 2 * _FLOOR), 0.8))


class Best:
    """The memory of somebody who knows everything as well as a model allows."""

    def __init__(self, memory: Memory) -> None:
        """Take the model with what is known at first."""
        self._memory = memory

    def chance(self, skill: str, _now: float) -> float:
        """Return how probably it is missed."""
        return self._memory.best(skill)

    def unsure(self, skill: str, now: float) -> float:
        """Return how much is missed of what was missed at first."""
        return self.chance(skill, now) / self._memory.chance(skill, 0)


@lru_cache(100_000)
def _demands(question: CountQuestion) -> tuple[Demand, ...]:
    return count_question.demands(question)


def _by_skill(question: CountQuestion) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for demand in _demands(question):
        found[demand.skill].append(demand.off)
    return found


def _units(question: CountQuestion) -> list[str]:
    """Return what may be missed, each time it may be; an error that a hand invites is made at most once."""
    return [skill for skill, offs in _by_skill(question).items() for _ in (offs[:1] if skill in CAUSES else offs)]


def _seconds(question: CountQuestion, memory: Knowing, now: float) -> float:
    return _BASE + sum(_EACH + _UNSURE * memory.unsure(skill, now) for skill in _units(question) if skill not in CAUSES)


def skill_at(memory: Knowing, now: float, hands: Sequence[CountQuestion]) -> float:
    """Return the right counts a minute in these hands."""
    right = sum(prod(1 - memory.chance(skill, now) for skill in _units(hand)) for hand in hands)
    return 60 * right / sum(_seconds(hand, memory, now) for hand in hands)


def hardest(rng: Random) -> CountQuestion:
    """Deal the hardest of four hands of the mix."""
    return max((DRAWN.pose(rng, Wish()) for _ in range(_FOUR)), key=count_question.hardness)


def _known(rng: Random, memory: Memory, now: float, rates: Rates) -> CountQuestion:
    """Deal the hand that the site would ask if it knew how probably everything is missed now."""
    true = {skill: (_SURELY, _SURELY * memory.chance(skill, now), practised(skill, rates)) for skill in COUNT.skills}
    drawn = [DRAWN.pose(rng, Wish()) for _ in range(COUNT.choices)]
    return max(drawn, key=lambda hand: dealing.teaches(dealing.skills_of(DRAWN, hand), true))


def _dealt(policy: str, rng: Random, kept: Kept, wish: Wish) -> CountQuestion:
    """Return the hand that a policy asks next."""
    if policy == HARDEST:
        return hardest(rng)
    rates = kept.rates.get("skills", {}) if policy in {PERSONAL, BUTTON} else None
    question: CountQuestion = dealing.pose(DRAWN, rng, wish, rates)
    return question


PLAIN, HARDEST, BUTTON, PERSONAL, KNOWN = "plain", "hardest of four", "the button", "personal", "all known"
POLICIES = (PLAIN, HARDEST, BUTTON, PERSONAL, KNOWN)
"""The published mix; the hardest of four hands of it; what the button behind the first advice asks; what calm practice
asks; and what that would ask if it knew the learner's memory."""


def advised(kept: Kept) -> Wish:
    """Return the wish of the button behind the first advice."""
    for one in kept.weak():
        form = RunForm("count", QueryDict(advice.drill_url(one.record.facet).partition("?")[2]))
        if form.is_valid():
            return Wish(form.settings().options)
    return Wish()


@lru_cache(1)
def _measured() -> list[CountQuestion]:
    rng = Random("fixed")
    return [count_question.pose(rng, Wish()) for _ in range(_MEASURED)]


def learned(model: str, policy: str, seed: int) -> list[float]:
    """Return the right counts a minute of a learner after each of `DAYS` of practice, and before it at first."""
    memory, rng, kept = MODELS[model](at_first(seed)), Random(f"{seed}/{policy}"), Kept()
    found, number, wish = [skill_at(memory, 0, _measured())], 0, Wish()
    for day in range(max(DAYS)):
        spent = 0.0
        while spent < SECONDS_A_DAY:
            now = day + spent / 86400
            if policy == BUTTON and number % _RUN == 0:
                wish = advised(kept)
            if policy == KNOWN:
                question = _known(rng, memory, now, kept.rates.get("skills", {}))
            else:
                question = _dealt(policy, rng, kept, wish)
            spent += _answer(question, memory, now, rng, kept) + _FEEDBACK
            number += 1
        if day + 1 in DAYS:
            found.append(skill_at(memory, day + 1.0, _measured()))
    return found


def most(model: str, seed: int) -> float:
    """Return the right counts a minute that no practice can exceed."""
    return skill_at(Best(MODELS[model](at_first(seed))), 0, _measured())


def _answer(question: CountQuestion, memory: Memory, now: float, rng: Random, kept: Kept) -> float:
    """Answer a question, learn from it, and return the seconds it took."""
    seconds, off = _seconds(question, memory, now), 0
    missed: Counter[str] = Counter()
    for skill, offs in _by_skill(question).items():
        for one in [rng.choice(offs)] if skill in CAUSES else offs:
            if rng.random() < memory.chance(skill, now):
                off, missed[skill] = off + one, missed[skill] + 1
    for skill in _units(question):
        memory.practise(skill, now, missed=missed[skill] > 0)
        missed[skill] -= 1
    claim = str(max(sum(score.points for score in question.scores) + off, 0))
    kept.add("count", count_question.mark(question, claim), claim)
    return seconds


def learned_as(job: tuple[str, str, int]) -> list[float]:
    """Return `learned` of a model, a policy and a seed."""
    return learned(*job)
