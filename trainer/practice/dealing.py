"""Which question of a drill is asked: one that asks for a skill, or the one that has most to teach this learner.

Pure. All of them are drawn from the drill's published mix; what is compared between people is not chosen here.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from trainer.drills.base import AnyDrill
from trainer.drills.options import SKILL
from trainer.drills.questions import Wish
from trainer.drills.skills import Rates, asked, chance_of, practised

SOUGHT = 0.75
"""The share of questions for which one is sought that asks for the chosen skill; the others keep the eye open."""
LEARNED = 15
"""After how often a thing was asked for once more teaches half as much of it as at first."""
KNOWN = 60
"""How many things these questions ask for a learner must have been asked for of late before one is chosen."""


def pose(drill: AnyDrill, rng: Random, wish: Wish, rates: Rates | None = None) -> Any:
    """Return a question: where a skill is chosen mostly one that asks for it; with `rates` the most useful one."""
    skill = wish.chosen(SKILL.name)
    if skill and rng.random() < SOUGHT:
        return _asking(drill, rng, wish, skill)
    if not rates or drill.choices == 1:
        return drill.pose(rng, wish)
    posed = [drill.pose(rng, wish) for _ in range(drill.choices)]
    asking = [skills_of(drill, question) for question in posed]
    if sum(rates[skill][0] for skill in set().union(*asking) if skill in rates) < KNOWN:
        return posed[0]
    worth = [teaches(skills, rates) for skills in asking]
    return posed[worth.index(max(worth))]


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


def teaches(skills: Mapping[str, int], rates: Rates) -> float:
    """Return how much a question that asks for these skills so often has to teach a learner with these rates: the more,
    the likelier they miss what it asks for and the less they have practised that."""
    return sum(times * chance_of(skill, rates) / (LEARNED + practised(skill, rates)) for skill, times in skills.items())
