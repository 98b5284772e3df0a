"""Games that are over, the same in every test, however often they are played."""

from itertools import cycle
from typing import Any

import pytest

from game import referee
from game.after.review import DecisionKind
from game.engine.play import Action, Claim, Counting, Discard, Over, Play, State, waited_for
from game.engine.rules import Rules
from game.models import Pace, Review
from game.referee import Course
from game.strategy.levels import Level
from game.strategy.review import grade_of_loss, is_decision
from tests.chance import seed
from tests.game.tables import begin, choose
from trainer.models import Learner


def finished(learner: Learner, rules: Rules, chance: str) -> Course:
    """Play a game to its end, the person by a beginner: another one for every `chance`."""
    with pytest.MonkeyPatch.context() as patch:
        seed(patch, f"{rules} {chance}")
        course = referee.load(begin(learner, rules, Pace.INSTANT, Level.CLUB).key)
        while not isinstance(course.state, Over):
            seat = course.seat_of(learner)
            if seat is not None and seat in waited_for(course.state):
                course = referee.act(course, choose(course, seat, Level.BEGINNER), Pace.INSTANT)
            else:
                course = referee.advance(course, Pace.INSTANT)
    return referee.load(course.match.key)


def reviewed(course: Course, *losses: float) -> Review:
    """Write a finished review of the person's seat, without judging: the discards and cards lose these points in turn.

    Each point costs two hundredths of the chance to win.
    """
    seat, log, points = next(iter(course.people)), course.log, cycle(losses or (0.0,))
    decisions = []
    for number in range(len(log)):
        state, action = log.state(number), log.action(number)
        if action.seat == seat and isinstance(action, Discard | Play | Claim) and is_decision(state, action):
            decisions.append(_decision(state, action, number, next(points)))
    return Review.objects.create(
        game=course.game, seat=seat, upto=course.number, asked=len(decisions), decisions=decisions
    )


def _decision(state: State, action: Action, number: int, points: float) -> dict[str, Any]:
    kinds = {Discard: DecisionKind.DISCARD, Play: DecisionKind.PLAY, Claim: DecisionKind.HAND}
    kind, win = kinds[type(action)], round(0.02 * points, 4)
    if isinstance(state, Counting) and state.is_crib:
        kind = DecisionKind.CRIB
    return {
        "number": number,
        "deal": state.table.deal,
        "kind": kind.value,
        "action": str(action),
        "best": str(action),
        "grade": grade_of_loss(points, win).value,
        "points": points,
        "win": win,
        "faults": [],
        "ranked": [],
    }
