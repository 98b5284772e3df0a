"""Which skills an answer tests, and how often each was probably missed in it.

Of many answers only a number is known: a count is two points short, and three fifteens and a pair are worth two each.
What is known of the learner says which of them it probably was.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import comb

from game.strategy.causes import Cause
from trainer.drills.questions import Demand

CAUSES = frozenset(map(str, Cause))
"""The skills that are known errors: not to have made them is the skill."""

_ITEM = (1.0, 16.0)
"""The prior of a skill: misses and times. It matters less with every answer."""
_CAUSE = (0.3, 16.0)
"""The prior of a known error, which is rarer than overlooking something."""
_LIKELIER = (2.0, 16.0)
"""The prior of errors that look like overlooking one run of two or one pair of three, and explain it better."""
_BEFORE: dict[str, tuple[float, float]] = {Cause.DOUBLE_RUN_ONCE: _LIKELIER, Cause.PAIR_ROYAL_AS_FOUR: _LIKELIER}

Rates = Mapping[str, Sequence[float]]
"""How often each skill was asked for of late, how often it was missed then, and how often it was asked for ever; the
last may be left out."""

_Outcome = tuple[float, int, float]
"""What may have happened: how far the answer is off by it, how many misses it is, and how probable it was before."""


def asked(demands: Iterable[Demand]) -> dict[str, int]:
    """Return how often each skill is asked for: once for each demand, but only once for a known error."""
    counted = Counter(demand.skill for demand in demands)
    return {skill: 1 if skill in CAUSES else times for skill, times in counted.items()}


def blame(demands: Sequence[Demand], off: int, missed: Sequence[str] | None, rates: Rates) -> dict[str, float] | None:
    """Return the expected misses of each skill that was asked for, 0.0 included, or None where nothing is known.

    This is exact where `missed` is known. From `off` alone, the claim less the truth, items are taken as overlooked
    independently of each other, with the probabilities in `rates`, and a known error happens in at most one of its
    ways. Demands that do not change the number get no blame, and an `off` that nothing explains returns None.
    """
    if missed is not None:
        told = Counter(missed)
        return {skill: float(min(told[skill], times)) for skill, times in asked(demands).items()}
    found = _posterior(_groups(demands, rates), off)
    return None if found is None else {skill: found.get(skill, 0.0) for skill in asked(demands)}


def _groups(demands: Sequence[Demand], rates: Rates) -> list[tuple[str, list[_Outcome]]]:
    """Return the demands that stand or fall together, with everything that may have happened to them."""
    ways: dict[str, list[int]] = defaultdict(list)
    items: Counter[Demand] = Counter()
    for demand in demands:
        if demand.skill in CAUSES:
            ways[demand.skill].append(demand.off)
        elif demand.off:
            items[demand] += 1
    found = [
        (demand.skill, _overlooked(demand.off, number, chance_of(demand.skill, rates)))
        for demand, number in sorted(items.items(), key=lambda item: (item[0].skill, item[0].off))
    ]
    for cause, offs in ways.items():
        chance = chance_of(cause, rates)
        each = chance / len(offs)
        found.append((cause, [(0, 0, 1 - chance), *((off, 1, each) for off in offs)]))
    return found


def chance_of(skill: str, rates: Rates) -> float:
    """Return how probably a skill is missed: never 0 and never 1."""
    before = _BEFORE.get(skill, _CAUSE) if skill in CAUSES else _ITEM
    times, misses, *_ = rates.get(skill, (0, 0))
    return (misses + before[0]) / (times + before[1])


def practised(skill: str, rates: Rates) -> float:
    """Return how often a skill was asked for ever."""
    _, _, times = (*rates.get(skill, ()), 0, 0, 0)[:3]
    return times


def _overlooked(off: int, number: int, chance: float) -> list[_Outcome]:
    """Return how many of so many equal things may have been overlooked."""
    return [
        (off * misses, misses, comb(number, misses) * chance**misses * (1 - chance) ** (number - misses))
        for misses in range(number + 1)
    ]


def _posterior(groups: list[tuple[str, list[_Outcome]]], off: int) -> dict[str, float] | None:
    """Return expected misses, given that everything adds up to `off`: a forward and a backward pass over the sums."""
    reached: list[dict[float, float]] = [{0: 1.0}]
    for _, outcomes in groups:
        sums: dict[float, float] = {}
        for before, weight in reached[-1].items():
            for change, _, chance in outcomes:
                after = before + change
                sums[after] = sums.get(after, 0.0) + weight * chance
        reached.append(sums)
    whole = reached[-1].get(off, 0.0)
    if not whole:
        return None
    found: dict[str, float] = {}
    leading: dict[float, float] = {off: 1.0}
    for (skill, outcomes), befores in zip(reversed(groups), reversed(reached[:-1]), strict=True):
        expected, earlier = 0.0, {}
        for before, weight in befores.items():
            ahead = 0.0
            for change, misses, chance in outcomes:
                rest = leading.get(before + change)
                if rest is not None:
                    way = chance * rest
                    ahead += way
                    expected += weight * way * misses
            if ahead:
                earlier[before] = ahead
        found[skill] = found.get(skill, 0.0) + expected / whole
        leading = earlier
    return found
