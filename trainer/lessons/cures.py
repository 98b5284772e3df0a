"""Finds the lessons for what went wrong in an answer."""

from collections.abc import Iterator

from game.strategy.causes import OF_THE_WHOLE, Cause
from trainer.drills.questions import Marking
from trainer.lessons.lesson import Lesson
from trainer.lessons.syllabus import syllabus

_MOST = 2
"""Lessons that are suggested at most."""

_LIKE: dict[str, str] = {Cause.DOUBLE_RUN_ALONE: Cause.DOUBLE_RUN_ONCE}
"""An error that is not practised by itself, and what the same lesson cures."""

_WHOLE_COUNT = "aloud"
"""The lesson about the whole of a count: its order, and the total so far."""


def cures(marking: Marking) -> tuple[Lesson, ...]:
    """Return the lessons for the skills missed and the errors made, most likely first; () for a right answer."""
    if marking.right:
        return ()
    cure, by_slug = syllabus().cure, syllabus().by_slug
    whole = by_slug.get(_WHOLE_COUNT)
    lessons = (whole if code in OF_THE_WHOLE else cure.get(code) for code in _codes(marking))
    found = dict.fromkeys(lesson.slug for lesson in lessons if lesson)
    return tuple(by_slug[slug] for slug in list(found)[:_MOST])


def _codes(marking: Marking) -> Iterator[str]:
    """Yield the skills that were missed, if known, and the errors that explain the answer."""
    yield from marking.missed or ()
    for cause in marking.causes:
        if cause.startswith(f"{Cause.MISSED} "):
            yield from _skills_of(cause, marking)
        yield _LIKE.get(cause, cause)


def _skills_of(cause: str, marking: Marking) -> Iterator[str]:
    """Yield the skills behind "missed fifteen:2 pair", for the items that were in the hand."""
    for part in cause.split(" ")[1:]:
        kind = part.partition(":")[0]
        yield from (demand.skill for demand in marking.demands if demand.skill.partition("-")[0] == kind)
