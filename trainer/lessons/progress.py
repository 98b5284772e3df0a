"""The lessons that a learner takes: how far they are, their checks, and the stars. The only writer of readings.

Three stars for a lesson without a miss, two with one hint or miss, one for every other that is done, which is to say:
whose check was passed. A step that was passed over is like a miss: what was not done is not known. Nothing is kept of a
lesson before its first answer.
"""

from datetime import datetime

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, Greatest

from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.lessons.lesson import CHECKED, PASSING, Exercise, Lesson
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt, Learner, Reading, Run, Stage

STARS = 3
"""The most there are."""


def settings_of(lesson: str, mode: Mode) -> Settings:
    """The settings of the runs of a lesson: its steps, and its checks."""
    return Settings("lesson", mode, None, {"of": lesson})


def of(learner: Learner, lesson: str) -> Reading | None:
    """The learner's reading of a lesson, with its runs. One query."""
    return Reading.objects.filter(learner=learner, lesson=lesson).select_related("steps", "check_run").first()


def asking(learner: Learner, lesson: str, exercise: Exercise) -> tuple[Run | None, bool]:
    """The learner's way through a lesson, and whether they have answered this on it. One query."""
    answer = Attempt.objects.filter(run=OuterRef("steps"), drill=exercise.drill, question=exercise.question)
    readings = Reading.objects.filter(learner=learner, lesson=lesson, steps__isnull=False)
    reading = readings.select_related("steps").annotate(answered=Exists(answer)).first()
    return (reading.steps, reading.answered) if reading else (None, False)


def place(reading: Reading, lesson: Lesson) -> int:
    """The screen to go on with, from 1: after the latest answer, or where a question waits for one."""
    place = lesson.place_of(reading.steps.drill, reading.steps.asked) if reading.steps else None
    return 1 if place is None or reading.steps is None else place + (reading.steps.stage == Stage.SHOWN)


def all_of(learner: Learner) -> dict[str, Reading]:
    """All readings of a learner, by lesson. One query."""
    return {reading.lesson: reading for reading in Reading.objects.filter(learner=learner)}


def is_passed(settings: Settings, number: int, right: int) -> bool:
    """Whether a run is a check that has just had its five answers, and enough of them right."""
    return settings.mode is Mode.CHECK and number == CHECKED and right >= PASSING


def passed(check: int, learner: Learner, lesson: str, now: datetime) -> None:
    """Keep what it means for its lesson that this check is passed; once or oftener. One statement."""
    whole = syllabus().by_slug.get(lesson)
    runs = [str(settings_of(lesson, mode)) for mode in (Mode.LESSON, Mode.CHECK)]
    slips = Attempt.objects.filter(
        Q(right=False) | Q(hinted=True),
        Q(run=check) | Q(answered_at__gte=OuterRef("begun_at")),
        # By the runs and not by the learner, whose answers may be many.
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


def begun(learner: Learner, lesson: str, run: int, now: datetime) -> bool:
    """Keep that this run is the learner's way through the lesson; False where there is one. In a transaction only."""
    reading = taken_up(learner, lesson, now)
    if reading.steps_id is not None:
        return False
    reading.steps_id = run
    reading.save(update_fields=["steps"])
    return True


def taken_up(learner: Learner, lesson: str, now: datetime) -> Reading:
    """The learner's reading of a lesson, locked until the transaction ends; one that begins now where there is none."""
    return Reading.objects.select_for_update().get_or_create(
        learner=learner, lesson=lesson, defaults={"begun_at": now}
    )[0]


def checked(reading: Reading, run: int) -> None:
    """Keep that this check was begun."""
    reading.check_run_id = run
    reading.checks += 1
    reading.save(update_fields=["check_run", "checks"])


def anew(reading: Reading, now: datetime) -> None:
    """Take the lesson from its beginning; the stars stay, those of a check too that was left after its last answer."""
    check = reading.check_run
    if check and is_passed(settings_of(reading.lesson, Mode.CHECK), check.number, check.right):
        passed(check.pk, check.learner, reading.lesson, now)
    Reading.objects.filter(pk=reading.pk).update(begun_at=now, steps=None, check_run=None)


def right_in(check: Run) -> int:
    """How many of a check's five were right; the answers after them are to those that were missed. One query."""
    return check.attempts.filter(number__lt=CHECKED, right=True).count()
