"""The rules of a run: clocks, combos, and when it is over. Pure functions; the time is an argument.

Source: RULES.md, Clocks, for the half that is lost when a hand's clock runs out.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from trainer.drills.modes import Mode
from trainer.drills.questions import Marking
from trainer.drills.settings import Settings

COMBO = {3: 5, 7: 6, 12: 8, 18: 10}
"""Right answers in a row, and the seconds they give in a sprint."""
PENALTY = 10
"""Seconds that a wrong answer costs in a sprint."""
SKIPS = 1
"""Questions that may be skipped in a streak."""
PAUSES = 3
"""How often a sprint may be paused. Each pause passes over a question, which one could go on counting meanwhile."""
AHEAD = timedelta(seconds=8)
"""How far ahead the start of a race lies: longer than a page in front that waits for it is silent."""
SLOW = 1.5
"""A question that took more than this many times the run's mean is slow."""


@dataclass(frozen=True, slots=True)
class RunStanding:
    """The state of a run. `extra` and `paused` are seconds; a run that is over has `ended_at`.

    `spent` are the seconds on the questions, without the time in which answers were explained, and without the first
    one, unless the run waits for the learner to begin it.
    """

    number: int = 0
    right: int = 0
    score: float = 0.0
    combo: int = 0
    best_combo: int = 0
    extra: int = 0
    skips: int = 0
    paused: float = 0.0
    spent: float = 0.0
    begun_at: datetime | None = None
    paused_at: datetime | None = None
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer with what its score depends on: `late` is after a hand's clock ran out, `hinted` after a hint.

    `seconds` is the time on the question.
    """

    marking: Marking
    late: bool = False
    hinted: bool = False
    seconds: float = 0.0


def ends_at(settings: Settings, standing: RunStanding) -> datetime | None:
    """Return when a sprint's time is up; None while its clock is stopped, or if it has none."""
    if settings.mode is not Mode.SPRINT or not settings.seconds or not standing.begun_at or standing.paused_at:
        return None
    return standing.begun_at + timedelta(seconds=settings.seconds + standing.extra + standing.paused)


def due_at(settings: Settings, standing: RunStanding, asked_at: datetime) -> datetime | None:
    """Return when the time for a question asked at `asked_at` is up; None if it has no limit."""
    if settings.mode is Mode.CLOCK and settings.seconds:
        return asked_at + timedelta(seconds=settings.seconds)
    return ends_at(settings, standing)


def seconds_left(settings: Settings, standing: RunStanding, now: datetime) -> float | None:
    """Return the seconds on a sprint's clock, also while it is stopped; None if it has none. Never below 0."""
    if settings.mode is not Mode.SPRINT or not settings.seconds:
        return None
    at = standing.paused_at or now
    gone = (at - standing.begun_at).total_seconds() - standing.paused if standing.begun_at else 0.0
    return max(settings.seconds + standing.extra - gone, 0.0)


def answered(settings: Settings, standing: RunStanding, given: GivenAnswer, at: datetime) -> RunStanding:
    """Return the standing after an answer."""
    marking = given.marking
    right = marking.right and not given.late
    counts = right and not (given.hinted and settings.mode.traits.compared)
    combo = standing.combo + 1 if counts else 0
    after = replace(
        standing,
        number=standing.number + 1,
        right=standing.right + counts,
        score=standing.score + (_score(settings.mode, marking, given.late) if counts or not right else 0.0),
        combo=combo,
        best_combo=max(standing.best_combo, combo),
        spent=standing.spent + (given.seconds if standing.number or settings.waits else 0.0),
        begun_at=standing.begun_at or at,
    )
    if settings.mode is Mode.SPRINT:
        after = replace(after, extra=after.extra + clock_moved(after, right))
    if _is_over(settings, after, right, at):
        return replace(after, ended_at=at)
    return after


def clock_moved(standing: RunStanding, right: bool) -> int:
    """Return the seconds that an answer added to a sprint's clock (< 0: took). `standing` is that after the answer."""
    return COMBO.get(standing.combo, 0) if right else -PENALTY


def _score(mode: Mode, marking: Marking, late: bool) -> float:
    if mode is Mode.ROUND:
        return -marking.lost
    if mode is not Mode.CLOCK:
        return float(marking.right)
    if late:
        return float(marking.worth - marking.worth // 2)
    return max(marking.worth - marking.lost, 0.0) if marking.off <= 0 else float(marking.worth)


def _is_over(settings: Settings, standing: RunStanding, right: bool, at: datetime) -> bool:
    if settings.mode is Mode.STREAK:
        return not right
    if end := ends_at(settings, standing):  # what a wrong answer costs may be all the time that was left
        return end <= at
    if settings.mode.traits.repeats_misses:  # what is still to be asked decides
        return False
    length = settings.mode.traits.length
    return length is not None and standing.number >= length


def at(settings: Settings, standing: RunStanding, now: datetime) -> RunStanding:
    """Return the standing at `now`: a sprint whose time is up ended when it ran out."""
    end = ends_at(settings, standing)
    if standing.ended_at or end is None or now < end:
        return standing
    return replace(standing, ended_at=end)


def ended(standing: RunStanding, now: datetime) -> RunStanding:
    """Return the standing after the learner ends the run."""
    return standing if standing.ended_at else replace(standing, ended_at=now, paused_at=None)


def may_pause(settings: Settings, standing: RunStanding) -> bool:
    """Return whether a run can be paused: a sprint that goes on, and was not paused too often."""
    stopped = standing.paused_at or standing.ended_at
    return settings.mode is Mode.SPRINT and not stopped and standing.skips < PAUSES


def paused(standing: RunStanding, now: datetime) -> RunStanding:
    """Return the standing after a pause begins, which stops the clock."""
    if standing.paused_at or standing.ended_at:
        return standing
    return replace(standing, paused_at=now, skips=standing.skips + 1)


def resumed(standing: RunStanding, now: datetime) -> RunStanding:
    """Return the standing after a pause ends."""
    if not standing.paused_at:
        return standing
    away = max((now - standing.paused_at).total_seconds(), 0.0) if standing.begun_at else 0.0
    return replace(standing, paused_at=None, paused=standing.paused + away)


def skipped(standing: RunStanding) -> RunStanding:
    """Return the standing after a question of a streak is skipped. Raises ValueError if no skip is left."""
    if standing.skips >= SKIPS:
        raise ValueError("no skip is left")
    return replace(standing, skips=standing.skips + 1)
