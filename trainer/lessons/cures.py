"""Finds the lessons for what went wrong in an answer."""

from collections.abc import Iterator

from game.strategy.causes import Cause
from trainer.drills.questions import Marking
from trainer.lessons.lesson import Lesson
from trainer.lessons.syllabus import syllabus

_MOST = 2
"""Lessons that are suggested at most."""


def cures(marking: Marking) -> tuple[Lesson, ...]:
    """Return the lessons for the skills missed and the errors made, most likely first; () for a right answer."""
    if marking.right:
        return ()
    cure = syllabus().cure
    found = dict.fromkeys(cure[code].slug for code in _codes(marking) if code in cure)
    return tuple(syllabus().by_slug[slug] for slug in list(found)[:_MOST])


def _codes(marking: Marking) -> Iterator[str]:
    """Yield the skills that were missed, if known, and the errors that explain the answer."""
    yield from marking.missed or ()
    for cause in marking.causes:
        if cause.startswith(f"{Cause.MISSED} "):
            yield from _skills_of(cause, marking)
        yield cause


def _skills_of(cause: str, marking: Marking) -> Iterator[str]:
    """Yield the skills behind "missed fifteen:2 pair", for the items that were in the hand."""
    for part in cause.split(" ")[1:]:
        kind = part.partition(":")[0]
        yield from (demand.skill for demand in marking.demands if demand.skill.partition("-")[0] == kind)
