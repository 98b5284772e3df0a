"""Which question of a drill is asked: one that asks for a skill, or the one this learner most likely gets wrong.

Pure. All of them are drawn from the drill's published mix; what is compared between people is not chosen here.
"""

from math import prod
from random import Random
from typing import Any

from trainer.drills.base import AnyDrill
from trainer.drills.options import SKILL
from trainer.drills.questions import Wish
from trainer.drills.skills import Rates, asked, chance_of

SOUGHT = 0.75
"""The share of questions for which one is sought that asks for the chosen skill; the others keep the eye open."""
CHOICES = 4
"""Among how many questions of the mix the one is asked that the learner most likely gets wrong."""
KNOWN = 60
"""How many things these questions ask for a learner must have been asked for of late before one is chosen."""


def pose(drill: AnyDrill, rng: Random, wish: Wish, rates: Rates | None = None) -> Any:
    """Return a question: where a skill is chosen mostly one that asks for it; with `rates` the most useful one."""
    if skill := wish.chosen(SKILL.name):
        return _asking(drill, rng, wish, skill) if rng.random() < SOUGHT else drill.pose(rng, wish)
    if not rates or not drill.posed_quickly:
        return drill.pose(rng, wish)
    posed = [drill.pose(rng, wish) for _ in range(CHOICES)]
    skills = {skill for question in posed for skill in skills_of(drill, question)}
    if sum(rates[skill][0] for skill in skills if skill in rates) < KNOWN:
        return posed[0]
    return max(posed, key=lambda question: miss(drill, question, rates))


def _asking(drill: AnyDrill, rng: Random, wish: Wish, skill: str) -> Any:
    """Return a question that asks for the skill, or the last one where none of those that were tried does."""
    options = {**wish.options, **drill.options_of_skill(skill)}
    narrowed = Wish(options, wish.rise, wish.weak)
    for _ in range(drill.tries):
        question = drill.pose(rng, narrowed)
        if asks_for(drill, question, skill):
            break
    return question


def asks_for(drill: AnyDrill, question: Any, skill: str) -> bool:
    """Return whether a question asks for a skill, or has so much to see."""
    marking = drill.mark(question, "")
    return marking.load == skill or any(skill in asked(part.demands) for part in marking.parts)


def skills_of(drill: AnyDrill, question: Any) -> dict[str, int]:
    """Return how often a question asks for each skill."""
    found: dict[str, int] = {}
    for part in drill.mark(question, "").parts:
        for skill, times in asked(part.demands).items():
            found[skill] = found.get(skill, 0) + times
    return found


def miss(drill: AnyDrill, question: Any, rates: Rates) -> float:
    """Return how probably a learner with these rates misses something that a question asks for."""
    return 1 - prod((1 - chance_of(skill, rates)) ** times for skill, times in skills_of(drill, question).items())
