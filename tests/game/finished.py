"""Games that are over, the same in every test, however often they are played."""

import pytest

from game import referee
from game.engine.play import Over, waited_for
from game.engine.rules import Rules
from game.models import Pace
from game.referee import Course
from game.strategy.levels import Level
from tests.chance import seed
from tests.game.tables import begin, choose
from trainer.models import Learner


def finished(learner: Learner, rules: Rules, chance: str) -> Course:
    """Play a game to its end, the person by a beginner: another one for every `chance`."""
    with pytest.MonkeyPatch.context() as patch:
        seed(patch, chance)
        course = referee.load(begin(learner, rules, Pace.INSTANT, Level.CLUB).key)
        while not isinstance(course.state, Over):
            seat = course.seat_of(learner)
            if seat is not None and seat in waited_for(course.state):
                course = referee.act(course, choose(course, seat, Level.BEGINNER), Pace.INSTANT)
            else:
                course = referee.advance(course, Pace.INSTANT)
    return referee.load(course.match.key)
