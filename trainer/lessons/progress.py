"""A learner's progress through lessons and chapters: steps, checks and stars. The only module that writes `Reading`.

A lesson is done when its check is passed. It earns three stars without a miss, two with one miss or hint, and one
otherwise; a skipped step counts as a miss. Nothing is stored before the first answer. The check of a chapter is kept in
the same way, under `Chapter.reading`; its stars depend on the check that is passed alone.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, Greatest

from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.lessons.lesson import Chapter, Exercise, Lesson
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt, Learner, Reading, Run, Stage

STARS = 3
"""The most stars of a lesson."""


def settings_of(lesson: str, mode: Mode) -> Settings:
    """Return the settings of the runs of a lesson, or of a chapter under the name of its reading.

    `mode` is LESSON for a lesson's steps, CHECK for its checks, and CHAPTER for those of a chapter.
    """
    return Settings("lesson", mode, None, {"of": lesson})


def reading_of(learner: Learner, lesson: str) -> Reading | None:
    """Return the learner's reading of a lesson, with its runs, or None. One query."""
    return Reading.objects.filter(learner=learner, lesson=lesson).select_related("steps", "check_run").first()


def readings_around(learner: Learner, chapter: Chapter) -> dict[str, Reading]:
    """Return the readings of a chapter's lessons, and that of the chapter itself, with their runs. One query."""
    names = [each.slug for each in syllabus().of_chapter(chapter)]
    found = Reading.objects.filter(learner=learner, lesson__in=[*names, chapter.reading])
    return {reading.lesson: reading for reading in found.select_related("steps", "check_run")}


def is_due(chapter: Chapter, readings: Mapping[str, Reading]) -> bool:
    """Return whether all lessons of a chapter are done, and its check is not passed."""
    check, finished = readings.get(chapter.reading), done(readings)
    return all(each.slug in finished for each in syllabus().of_chapter(chapter)) and not (check and check.done_at)


def steps_and_answered(learner: Learner, lesson: str, exercise: Exercise) -> tuple[Run | None, bool]:
    """Return the run of the learner's steps, or None, and whether it has an answer to the exercise. One query."""
    answer = Attempt.objects.filter(run=OuterRef("steps"), drill=exercise.drill, question=exercise.question)
    readings = Reading.objects.filter(learner=learner, lesson=lesson, steps__isnull=False)
    reading = readings.select_related("steps").annotate(answered=Exists(answer)).first()
    return (reading.steps, reading.answered) if reading else (None, False)


def place(reading: Reading, lesson: Lesson) -> int:
    """Return the screen to continue with, from 1: the one with an open question, or the one after the latest answer."""
    place = lesson.place_of(reading.steps.drill, reading.steps.asked) if reading.steps else None
    return 1 if place is None or reading.steps is None else place + (reading.steps.stage == Stage.SHOWN)


def readings_of(learner: Learner) -> dict[str, Reading]:
    """Return all readings of a learner by lesson, those of chapters too. One query."""
    return {reading.lesson: reading for reading in Reading.objects.filter(learner=learner)}


def drills_begun(readings: Collection[str]) -> set[str]:
    """Return the drills that practise the lessons with these slugs."""
    return {lesson.drill for lesson in syllabus().lessons if lesson.slug in readings}


def done(readings: Mapping[str, Reading]) -> set[str]:
    """Return the lessons that are done."""
    return {slug for slug, reading in readings.items() if reading.done_at and slug in syllabus().by_slug}


def next_lesson(readings: Mapping[str, Reading]) -> Lesson | None:
    """Return the first lesson that is not done; None after the last."""
    finished = done(readings)
    return next((lesson for lesson in syllabus().lessons if lesson.slug not in finished), None)


def is_passed(settings: Settings, number: int, right: int) -> bool:
    """Return whether a run is a check that has just had its last first answer, with enough of them right."""
    traits = settings.mode.traits
    return traits.passing is not None and number == traits.length and right >= traits.passing


def record_pass(check: int, learner: Learner, settings: Settings, now: datetime) -> None:
    """Mark the lesson or the chapter as done and award its stars after this check is passed. One query.

    Repeating it is safe.
    """
    lesson, of_chapter = settings.options["of"], settings.mode is Mode.CHAPTER
    whole = syllabus().by_slug.get(lesson)
    runs = [str(settings_of(lesson, mode)) for mode in (Mode.LESSON, settings.mode)]
    slips = Attempt.objects.filter(
        Q(right=False) | Q(hinted=True),
        Q(run=check) if of_chapter else Q(run=check) | Q(answered_at__gte=OuterRef("begun_at")),
        # Filtered by run, because a learner can have very many answers.
        run__in=Run.objects.filter(learner=learner, settings__in=runs),
        rated=True,
    )
    slipped = slips.order_by().values("learner").annotate(times=Count("pk")).values("times")
    answered = Run.objects.filter(pk=OuterRef("steps")).values("number")
    passed_over = Value(len(whole.exercises) if whole else 0) - Coalesce(Subquery(answered), 0)
    stars = Value(STARS) - Coalesce(Subquery(slipped), 0) - Greatest(passed_over, Value(0))
    Reading.objects.filter(learner=learner, lesson=lesson).update(
        stars=Greatest(F("stars"), stars, Value(1)), done_at=Coalesce(F("done_at"), Value(now))
    )


def record_begin(learner: Learner, lesson: str, run: int, now: datetime) -> bool:
    """Make a run the learner's steps through the lesson; return False if there is one already.

    It must be called in a transaction.
    """
    reading = lock_reading(learner, lesson, now)
    if reading.steps_id is not None:
        return False
    reading.steps_id = run
    reading.save(update_fields=["steps"])
    return True


def lock_reading(learner: Learner, lesson: str, now: datetime) -> Reading:
    """Return the learner's reading of a lesson, created if necessary, and locked until the transaction ends."""
    return Reading.objects.select_for_update().get_or_create(
        learner=learner, lesson=lesson, defaults={"begun_at": now}
    )[0]


def record_check(reading: Reading, run: int) -> None:
    """Make a run the current check of a reading."""
    reading.check_run_id = run
    reading.checks += 1
    reading.save(update_fields=["check_run", "checks"])


def restart(reading: Reading, now: datetime) -> None:
    """Start the lesson over. Its stars stay; a check that was passed but not closed is recorded first."""
    check = reading.check_run
    settings = settings_of(reading.lesson, Mode.CHECK)
    if check and is_passed(settings, check.number, check.right):
        record_pass(check.pk, check.learner, settings, now)
    Reading.objects.filter(pk=reading.pk).update(begun_at=now, steps=None, check_run=None)


def right_answers(check: Run, mode: Mode) -> int:
    """Return how many first answers of a check were right, without the repeats of missed questions. One query."""
    return check.attempts.filter(number__lt=mode.traits.length, right=True).count()
