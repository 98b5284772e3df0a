"""The kinds of run, one object each: what it is called, and everything in which it differs from the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy, pgettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Mode(StrEnum):
    """The kinds of run, as texts and addresses name them."""

    CALM = "calm"
    SPRINT = "sprint"
    STREAK = "streak"
    CLOCK = "clock"
    ROUND = "round"
    DAILY = "daily"
    EXAM = "exam"
    GAMES = "games"
    REPLAY = "replay"
    RECALL = "recall"
    LESSON = "lesson"
    CHECK = "check"
    CHAPTER = "chapter"

    @property
    def traits(self) -> "ModeTraits":
        """Everything in which this kind of run differs from the others."""
        return MODES[self]


@dataclass(frozen=True, slots=True)
class ClockChoice:
    """The seconds of a kind of run that has a clock: those offered, all that are allowed, and the usual ones."""

    offered: tuple[int, ...]
    allowed: range
    usual: int
    label: "StrOrPromise"
    error: "StrOrPromise"
    may_be_off: bool = False


@dataclass(frozen=True, slots=True)
class ModeTraits:
    """A kind of run.

    `length`: how many questions it has, where that is fixed.
    `clock`: the seconds that can be chosen, where it has a clock.
    `offered`: whether it is chosen in a drill's form and can be begun again by its settings; the others begin where
    they belong.
    `compared`: whether results compare, so that a right answer after a hint counts for nothing.
    `compares_runs`: whether one run can be measured by another; those that cannot have questions of their own.
    `queued`: whether it goes through a queue of questions instead of drawing them.
    `returns_misses`: whether what is missed comes back by itself, so that there is nothing to replay.
    `repeats_misses`: whether what is missed is asked again at its end: once, or without a `length` until it is right.
    `passing`: how many right answers pass it, where it can be passed.
    `rises`: whether questions become harder.
    `goes_on`: whether the next question comes with the verdict, instead of after it.
    `of_lesson`: whether it belongs to a lesson or a chapter.
    `personal`: whether of several questions the one is asked that has most to teach this learner.
    `even`: whether its questions are together as hard as those of any other such run.
    `unaided`: whether no hint is given while it lasts, and no link to a question, by which somebody else could help.
    `silent`: whether nothing is said of an answer before the run is over.
    `in_points`: whether its result is points, instead of how many answers were right.
    """

    code: Mode
    name: "StrOrPromise"
    explanation: "StrOrPromise"
    brief: "StrOrPromise" = ""
    length: int | None = None
    clock: ClockChoice | None = None
    offered: bool = False
    compared: bool = False
    compares_runs: bool = True
    queued: bool = False
    returns_misses: bool = False
    repeats_misses: bool = False
    passing: int | None = None
    rises: bool = False
    goes_on: bool = False
    of_lesson: bool = False
    personal: bool = False
    even: bool = False
    unaided: bool = False
    silent: bool = False
    in_points: bool = False


_SPRINT_CLOCK = ClockChoice(
    offered=(30, 60, 120, 180, 300, 600, 900, 1800),
    allowed=range(30, 1801),
    usual=180,
    label=gettext_lazy("Length of the sprint"),
    error=gettext_lazy("A sprint takes from 30 to 1800 seconds, or has no clock."),
    may_be_off=True,
)
_QUESTION_CLOCK = ClockChoice(
    offered=(15, 20, 30, 45, 60, 90),
    allowed=range(15, 91),
    usual=30,
    label=gettext_lazy("Time for each question"),
    error=gettext_lazy("Each question has from 15 to 90 seconds."),
)

MODES: Mapping[Mode, ModeTraits] = {
    traits.code: traits
    for traits in (
        ModeTraits(
            Mode.CALM,
            pgettext_lazy("run", "Calm"),
            gettext_lazy("No clock and no end: stop when you like."),
            gettext_lazy("No clock and no end."),
            offered=True,
            personal=True,
        ),
        ModeTraits(
            Mode.SPRINT,
            pgettext_lazy("run", "Sprint"),
            gettext_lazy(
                "As many as you can before time is up. A miss costs 10 seconds; right answers in a row win some back."
            ),
            gettext_lazy("As many as you can in time."),
            clock=_SPRINT_CLOCK,
            offered=True,
            compared=True,
            rises=True,
            goes_on=True,
        ),
        ModeTraits(
            Mode.STREAK,
            pgettext_lazy("run", "Streak"),
            gettext_lazy("No clock. It gets harder, you may skip one question, and the first miss ends it."),
            gettext_lazy("Until your first miss."),
            offered=True,
            compared=True,
            rises=True,
        ),
        ModeTraits(
            Mode.CLOCK,
            pgettext_lazy("run", "Against the clock"),
            gettext_lazy("Seconds for each question: when they run out, half of its points are lost."),
            gettext_lazy("A time for each question."),
            clock=_QUESTION_CLOCK,
            offered=True,
            compared=True,
            in_points=True,
        ),
        ModeTraits(
            Mode.ROUND,
            pgettext_lazy("run", "Round"),
            gettext_lazy("Ten deals, and how many points you gave up in all."),
            gettext_lazy("Ten deals, one result."),
            length=10,
            offered=True,
            in_points=True,
        ),
        ModeTraits(
            Mode.DAILY,
            pgettext_lazy("run", "Daily run"),
            gettext_lazy("The same twenty hands for everybody today."),
            length=20,
            compared=True,
            even=True,
            unaided=True,
        ),
        ModeTraits(
            Mode.EXAM,
            pgettext_lazy("run", "Exam"),
            gettext_lazy("Twenty hands without help, and a grade at the end."),
            length=20,
            compared=True,
            goes_on=True,
            even=True,
            unaided=True,
            silent=True,
        ),
        ModeTraits(
            Mode.GAMES,
            pgettext_lazy("run", "From your games"),
            gettext_lazy("Hands and cribs of the games you finished in the last seven days."),
            compares_runs=False,
            queued=True,
        ),
        ModeTraits(
            Mode.REPLAY,
            pgettext_lazy("run", "Replay"),
            gettext_lazy("What you missed, once more, until it is right."),
            compares_runs=False,
            queued=True,
            repeats_misses=True,
        ),
        ModeTraits(
            Mode.RECALL,
            pgettext_lazy("run", "Recall"),
            gettext_lazy("What you missed before, just when you are about to forget it."),
            compares_runs=False,
            queued=True,
            returns_misses=True,
        ),
        ModeTraits(
            Mode.LESSON,
            pgettext_lazy("run", "Lesson"),
            gettext_lazy("The questions along the way in a lesson."),
            compares_runs=False,
            returns_misses=True,
            of_lesson=True,
        ),
        ModeTraits(
            Mode.CHECK,
            pgettext_lazy("run", "Check"),
            gettext_lazy("Five questions at the end of a lesson; four right pass."),
            length=5,
            compares_runs=False,
            queued=True,
            returns_misses=True,
            repeats_misses=True,
            passing=4,
            of_lesson=True,
        ),
        ModeTraits(
            Mode.CHAPTER,
            pgettext_lazy("run", "Chapter check"),
            gettext_lazy("Ten questions at the end of a chapter; eight right pass."),
            length=10,
            compares_runs=False,
            queued=True,
            returns_misses=True,
            repeats_misses=True,
            passing=8,
            of_lesson=True,
        ),
    )
}
