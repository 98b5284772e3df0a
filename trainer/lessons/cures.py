"""The lesson that cures what went wrong in an answer."""

from collections.abc import Iterator

from game.strategy.causes import Cause
from trainer.drills.questions import Marking
from trainer.lessons.syllabus import Lesson, syllabus

_MOST = 2
"""Lessons that are named; more would be none."""


def cures(marking: Marking) -> tuple[Lesson, ...]:
    """The lessons for what was missed or mistaken, the likeliest first; () for an answer without a fault."""
    if marking.right:
        return ()
    cure = syllabus().cure
    found = dict.fromkeys(cure[code].slug for code in _codes(marking) if code in cure)
    return tuple(syllabus().by_slug[slug] for slug in list(found)[:_MOST])


def _codes(marking: Marking) -> Iterator[str]:
    """The skills that were missed, as far as that is known, and the errors that fit."""
    yield from marking.missed or ()
    for cause in marking.causes:
        if cause.startswith(f"{Cause.MISSED} "):
            yield from _skills_of(cause, marking)
        yield cause


def _skills_of(cause: str, marking: Marking) -> Iterator[str]:
    """The skills behind "missed fifteen:2 pair": of the fifteens those that were there to be seen."""
    for part in cause.split(" ")[1:]:
        kind = part.partition(":")[0]
        yield from (demand.skill for demand in marking.demands if demand.skill.partition("-")[0] == kind)
