"""The exam in words: grades, pass marks, results, and what is wanting for the next grade."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from game.words.terms import decimal
from trainer.practice.exam import HANDS, ExamGrade, ExamResult, PassMark
from trainer.practice.summary_words import past_day, seconds

_GRADES: Mapping[ExamGrade, Promise] = {
    ExamGrade.MASTER: pgettext_lazy("grade of an exam", "Master"),
    ExamGrade.GOLD: pgettext_lazy("grade of an exam", "Gold"),
    ExamGrade.SILVER: pgettext_lazy("grade of an exam", "Silver"),
    ExamGrade.BRONZE: pgettext_lazy("grade of an exam", "Bronze"),
}
_NONE = gettext_lazy("No grade")


def grade_name(mark: PassMark | None) -> str:
    """Return the name of the grade of a pass mark, or that it is none."""
    return str(_GRADES[mark.grade] if mark else _NONE)


def right_of_all(right: int) -> str:
    """Return how many of the hands were right."""
    return _("%(right)s of %(all)s") % {"right": right, "all": HANDS}


def answered(number: int) -> str:
    """Return how far an exam has come that was left."""
    return ngettext(
        "You have left an exam: %(n)s of %(all)s hands is answered.",
        "You have left an exam: %(n)s of %(all)s hands are answered.",
        number,
    ) % {"n": number, "all": HANDS}


def mark_row(mark: PassMark) -> tuple[str, str, int, str]:
    """Return a pass mark as a row of the table: its grade and the name of that, its right counts, and its time."""
    return mark.grade, grade_name(mark), mark.right, _("%(n)s s") % {"n": mark.seconds}


def pace(spent: float, number: int) -> str:
    """Return how many hands are answered, and their seconds on average; before the first answer what is not said."""
    if not number:
        return _("No hints. You see how it went at the end.")
    words = {"time": seconds(spent / number), "n": number}
    return ngettext("So far %(n)s hand, %(time)s.", "So far %(n)s hands, %(time)s each.", number) % words


@dataclass(frozen=True, slots=True)
class ResultRow:
    """An exam in the list of a learner's exams."""

    key: str
    grade: str
    passed: bool
    figures: str
    day: str


def result_row(result: ExamResult, now: datetime) -> ResultRow:
    """Return an exam as it stands in the list."""
    time = date_format(localtime(result.ended_at), "TIME_FORMAT")
    day = _("%(day)s, %(time)s") % {"day": past_day(result.ended_at, now), "time": time}
    return ResultRow(result.key, grade_name(result.mark), result.mark is not None, figures(result), day)


def figures(result: ExamResult) -> str:
    """Return the accuracy and the speed of an exam: "18 of 20 right, 9.4 s a hand"."""
    words = {"right": right_of_all(result.right), "time": seconds(result.seconds)}
    return _("%(right)s right, %(time)s a hand") % words


def best(result: ExamResult) -> str:
    """Return the best exam so far in one line: "Your best: Bronze, 17 of 20"."""
    return _("Your best: %(grade)s, %(right)s") % {
        "grade": grade_name(result.mark),
        "right": right_of_all(result.right),
    }


def asked_for(mark: PassMark) -> str:
    """Return what a grade asks for, in a sentence."""
    words = {"grade": grade_name(mark), "right": right_of_all(mark.right), "n": mark.seconds}
    return _("%(grade)s asks for %(right)s right, in at most %(n)s seconds a hand.") % words


def wanting(result: ExamResult) -> str:
    """Return what is wanting for the next better grade; "" for the best."""
    mark = result.next_mark
    if mark is None:
        return _("There is no better grade.")
    words: dict[str, object] = {"grade": grade_name(mark)}
    right = max(mark.right - result.right, 0)
    slow = max(result.seconds - mark.seconds, 0.0)
    words["time"] = decimal(slow, 1)
    words["n"] = right
    if not slow:
        return ngettext("For %(grade)s: %(n)s more right.", "For %(grade)s: %(n)s more right.", right) % words
    if not right:
        return _("For %(grade)s: %(time)s s a hand less.") % words
    both = ngettext(
        "For %(grade)s: %(n)s more right, and %(time)s s a hand less.",
        "For %(grade)s: %(n)s more right, and %(time)s s a hand less.",
        right,
    )
    return both % words
