"""The questions of the check at the end of a chapter: what its learner missed there, and a mix of its lessons."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from itertools import chain, zip_longest
from random import Random

from django.db.models import BooleanField, ExpressionWrapper, Q
from django.utils import timezone

from game.engine.cards import CardError
from trainer.drills.modes import Mode
from trainer.drills.questions import UnreadableQuestion
from trainer.drills.registry import DRILLS, UNTOLD
from trainer.lessons.lesson import Chapter, Exercise, Lesson
from trainer.lessons.progress import settings_of
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt, Learner, Run

LENGTH = Mode.CHAPTER.traits.length or 0
"""The number of questions in a chapter's check."""

_SEARCH = 10
"""How often other cards are looked for: a rare shape is not found every time."""
_LATEST = 100
"""The most misses that are looked at, the latest ones."""
_PRACTISED, _LATELY = LENGTH // 2, timedelta(days=30)
"""The most of them that come from drills, and how long ago the run began in which one was missed."""


def missed(learner: Learner, chapter: Chapter) -> list[Exercise]:
    """Return what the learner missed, or got right with a hint only: in the lessons and checks of a chapter, and then
    of late in the drills that practise them, but for an exam that goes on.

    The latest comes first, but one question of each kind before the second of any. One query.
    """
    lessons = syllabus().of_chapter(chapter)
    names = [str(settings_of(lesson.slug, mode)) for lesson in lessons for mode in (Mode.LESSON, Mode.CHECK)]
    taught = Q(settings__in=[*names, str(settings_of(chapter.reading, Mode.CHAPTER))])
    practised = Q()
    for drill in {lesson.drill for lesson in lessons}:
        practised |= Q(settings__startswith=f"{drill} ")
    practised &= Q(asked_at__gte=timezone.now() - _LATELY)
    runs = Run.objects.filter(taught | practised, learner=learner).exclude(UNTOLD)
    found = Attempt.objects.filter(Q(right=False) | Q(hinted=True), run__in=runs, rated=True)
    in_lesson = ExpressionWrapper(Q(run__settings__startswith="lesson "), BooleanField())
    rows = found.annotate(in_lesson=in_lesson).order_by("-in_lesson", "-answered_at")
    latest = list(rows.values_list("in_lesson", "drill", "sort", "question")[:_LATEST])
    of_lessons, of_drills = (_varied(row[1:] for row in latest if row[0] == each) for each in (True, False))
    return [*of_lessons, *of_drills[:_PRACTISED]]


def _varied(found: Iterable[tuple[str, str, str]]) -> list[Exercise]:
    """Return questions, each once, in turns of one of each kind."""
    turns: Counter[tuple[str, str]] = Counter()
    ranked = []
    for drill, sort, question in dict.fromkeys(found):
        ranked.append((turns[drill, sort], Exercise(drill, question)))
        turns[drill, sort] += 1
    return [exercise for _turn, exercise in sorted(ranked, key=lambda each: each[0])]


def questions(chapter: Chapter, misses: Sequence[Exercise], rng: Random) -> list[Exercise]:
    """Return the questions of a check: like the first of these misses, then like those of the chapter's lessons.

    Each has other cards than its model, if there are others that ask the same.
    """
    asked: dict[tuple[str, str], Exercise] = {}
    for model in chain(misses, _mix(syllabus().of_chapter(chapter), rng)):
        if len(asked) == LENGTH:
            break
        with suppress(UnreadableQuestion, CardError, KeyError):  # what an earlier version asked
            other = _other(model, rng)
            drill = DRILLS[model.drill]
            asked.setdefault((model.drill, drill.canonical(drill.read(other.question))), other)
    drawn = list(asked.values())
    rng.shuffle(drawn)
    return drawn


def _other(model: Exercise, rng: Random) -> Exercise:
    """Return a question that asks the same of other cards, or the same question if none is found."""
    drill = DRILLS[model.drill]
    question = drill.read(model.question)
    siblings = (str(drill.sibling(question, rng)) for _ in range(_SEARCH))
    return replace(model, question=next((text for text in siblings if text != str(question)), str(question)))


def _mix(lessons: Sequence[Lesson], rng: Random) -> Iterator[Exercise]:
    """Yield the questions of the lessons' checks at random, one of each lesson before the second of any."""
    checks = [rng.sample(lesson.check, len(lesson.check)) for lesson in rng.sample(lessons, len(lessons))]
    return (exercise for turn in zip_longest(*checks) for exercise in turn if exercise)
