"""How often questions ask for a skill: in the plain mix, and behind the button that practises it."""

from random import Random

from django.http import QueryDict

from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS
from trainer.practice import dealing
from trainer.practice.forms import RunForm
from trainer.progress import advice

POSED, POSED_SLOWLY = 400, 60
"""Questions that are drawn for a share, and in drills whose questions take long to make."""
SLOW = {"choose", "discard", "go", "cut"}


def wish_of(drill: str, skill: str) -> tuple[str, Wish]:
    """Return the drill and the wish of the run behind the button that practises a skill."""
    address = advice.drill_url(f"skill:{skill}")
    drill, query = advice.practice_of(f"skill:{skill}"), address.partition("?")[2]
    form = RunForm(drill, QueryDict(query))
    if not form.is_valid():
        raise AssertionError(form.errors)
    return drill, Wish(form.settings().options)


def share(drill: str, skill: str, wish: Wish, number: int) -> float:
    """Return the share of a drill's questions that ask for a skill."""
    rng = Random(f"{drill} {skill}")
    by = DRILLS[drill]
    return sum(skill in dealing.skills_of(by, dealing.pose(by, rng, wish)) for _ in range(number)) / number


def shares_of(drill: str) -> list[tuple[str, str, float, float]]:
    """Return the shares of each skill of a drill: the skill, what practises it, in the mix, and behind the button."""
    found = []
    for skill in DRILLS[drill].skills:
        by, wish = wish_of(drill, skill)
        number = POSED_SLOWLY if {drill, by} & SLOW else POSED
        found.append((skill, by, share(drill, skill, Wish(), number), share(by, skill, wish, number)))
    return found
