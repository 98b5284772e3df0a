"""The exam: twenty hands that are together as hard as those of any other exam, without help, and a grade at the end.

The time of every hand counts, from when it is shown to when it is answered. The server's clock runs on while the
learner is away: who leaves loses no answer, but wins no time.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from trainer.drills.modes import Mode
from trainer.drills.registry import EXAM
from trainer.models import Learner, Run
from trainer.practice import service
from trainer.practice.state import Sitting

HANDS = Mode.EXAM.traits.length or 0
"""Number of hands in an exam."""
PICTURE = "9S 6D 5C"
"""The cards of its small picture."""
SHOWN = 50
"""The most of a learner's exams that are shown, the latest."""


class ExamGrade(StrEnum):
    """The grades, the best first."""

    MASTER = "master"
    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


@dataclass(frozen=True, slots=True)
class PassMark:
    """What a grade asks for: at least so many right counts, in at most so many seconds a hand on average."""

    grade: ExamGrade
    right: int
    seconds: int


MARKS = (
    PassMark(ExamGrade.MASTER, 20, 7),
    PassMark(ExamGrade.GOLD, 19, 12),
    PassMark(ExamGrade.SILVER, 18, 20),
    PassMark(ExamGrade.BRONZE, 16, 40),
)
"""The pass marks, the best first. Champions take about 7 seconds a count."""


@dataclass(frozen=True, slots=True)
class ExamResult:
    """A finished exam: right counts of `HANDS`, and seconds a hand on average, in tenths, as they are told."""

    key: str
    right: int
    seconds: float
    ended_at: datetime

    @property
    def mark(self) -> PassMark | None:
        """The best pass mark that it reaches, None if it reaches none."""
        return next((mark for mark in MARKS if self.right >= mark.right and self.seconds <= mark.seconds), None)

    @property
    def next_mark(self) -> PassMark | None:
        """The pass mark of the next better grade, None for the best."""
        better = MARKS[: MARKS.index(self.mark)] if self.mark else MARKS
        return better[-1] if better else None


def result_of(sitting: Sitting) -> ExamResult | None:
    """Return the result of an exam, None if the run is none, or was not finished."""
    standing = sitting.standing
    if sitting.settings != EXAM or standing.ended_at is None or standing.number < HANDS:
        return None
    return ExamResult(sitting.key, standing.right, round(standing.spent / HANDS, 1), standing.ended_at)


@dataclass(frozen=True, slots=True)
class Exams:
    """A learner's latest exams, the latest first, and one that was left, None if there is none."""

    results: tuple[ExamResult, ...] = ()
    left: Sitting | None = None

    @property
    def best(self) -> ExamResult | None:
        """The best of them: by grade, then by right counts and time."""
        return min(self.results, key=_rank, default=None)


def _rank(result: ExamResult) -> tuple[int, int, float]:
    grade = MARKS.index(result.mark) if result.mark else len(MARKS)
    return grade, -result.right, result.seconds


def exams_of(learner: Learner, now: datetime) -> Exams:
    """Return a learner's exams. One query, and more where one that was left ends."""
    runs = Run.objects.filter(learner=learner, settings=str(EXAM)).order_by("-asked_at")[:SHOWN]
    sittings = [service.end_if_left(Sitting.of(run, learner), now) for run in runs]
    results = tuple(result for sitting in sittings if (result := result_of(sitting)))
    return Exams(results, next((sitting for sitting in sittings if not sitting.is_over), None))
