"""A goal of one's own, so many answers or minutes a day: how far it is reached today, as a ring and in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import ngettext

from trainer.models import Learner
from trainer.people.preferences import Goal, Preferences
from trainer.progress import words
from trainer.progress.verdicts import Period


@dataclass(frozen=True, slots=True)
class GoalToday:
    """How far the goal is reached today: in hundredths, at most all of them, and in words."""

    share: int
    words: str


def week(learner: Learner, days: Iterable[Period], today: date) -> dict[str, object]:
    """Return the context of the last seven days, today the last, with the answers given on each and how much of the
    learner's goal that is; and of the goal today, None if they have none. `days` are those that have answers."""
    goal, by_day = Preferences.of(learner).goal, {day.day: day for day in days}
    last = [by_day.get(each) or Period(each) for each in (today - timedelta(days=ago) for ago in reversed(range(7)))]
    return {
        "week": [words.week_day(day.times, day.day, _share(goal, day)) for day in last],
        "goal": GoalToday(_share(goal, last[-1]), _words(goal, _done(goal, last[-1]))) if goal.number else None,
    }


def _done(goal: Goal, day: Period) -> int:
    return int(day.seconds // 60) if goal.in_minutes else day.times


def _share(goal: Goal, day: Period) -> int:
    return min(100 * _done(goal, day) // goal.number, 100) if goal.number else 0


def _words(goal: Goal, done: int) -> str:
    figures = {"done": done, "goal": goal.number}
    if done >= goal.number:
        if goal.in_minutes:
            return (
                ngettext(
                    "Goal reached: %(done)s minute",
                    "Goal reached: %(done)s minutes",
                    done,
                )
                % figures
            )
        return ngettext("Goal reached: %(done)s answer", "Goal reached: %(done)s answers", done) % figures
    if goal.in_minutes:
        return (
            ngettext(
                "Your goal: %(done)s of %(goal)s minute",
                "Your goal: %(done)s of %(goal)s minutes",
                goal.number,
            )
            % figures
        )
    return (
        ngettext("Your goal: %(done)s of %(goal)s answer", "Your goal: %(done)s of %(goal)s answers", goal.number)
        % figures
    )
