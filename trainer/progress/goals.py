"""A goal of one's own, so many answers or minutes a day: how far it is reached today, as a ring and in words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.translation import ngettext

from trainer.models import Learner
from trainer.people.preferences import Goal, Preferences
from trainer.progress.verdicts import Period


@dataclass(frozen=True, slots=True)
class GoalToday:
    """How far the goal is reached today: in hundredths, at most all of them, and in words."""

    share: int
    words: str


def goal_today(learner: Learner, days: Iterable[Period], today: date) -> GoalToday | None:
    """Return how far a learner's goal is reached, None if they have none. `days` are those that have answers."""
    goal = Preferences.of(learner).goal
    if goal is Goal.NONE:
        return None
    day = next((day for day in days if day.day == today), Period(today))
    done = int(day.seconds // 60) if goal.in_minutes else day.times
    return GoalToday(min(100 * done // goal.number, 100), _words(goal, done))


def _words(goal: Goal, done: int) -> str:
    words = {"done": done, "goal": goal.number}
    if done >= goal.number:
        if goal.in_minutes:
            return (
                ngettext(
                    "Goal reached: %(done)s minute",
                    "Goal reached: %(done)s minutes",
                    done,
                )
                % words
            )
        return ngettext("Goal reached: %(done)s answer", "Goal reached: %(done)s answers", done) % words
    if goal.in_minutes:
        return (
            ngettext(
                "Your goal: %(done)s of %(goal)s minute",
                "Your goal: %(done)s of %(goal)s minutes",
                goal.number,
            )
            % words
        )
    return (
        ngettext("Your goal: %(done)s of %(goal)s answer", "Your goal: %(done)s of %(goal)s answers", goal.number)
        % words
    )
