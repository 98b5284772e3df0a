"""Things that people do at the same moment, in threads with connections of their own: one outcome, told to both.

`python -m tests.benchmarks.races` does each of them 200 times.
"""

import pytest

from game.engine.rules import Rules
from game.models import Seat
from tests.game.together.races import RACES
from tests.game.together.seated import at_once, person, waiting

pytestmark = pytest.mark.django_db(transaction=True)

LATE = ((0, 0), (0, 0.005), (0.005, 0))
"""By how many seconds the one and the other is late: at once, and each first."""


@pytest.mark.parametrize("race", RACES)
def test_of_two_things_at_once_there_is_one_outcome_and_both_are_told(race: str) -> None:
    for lags in LATE:
        RACES[race](lags)


def test_one_who_presses_twice_has_one_seat() -> None:
    ann, ben = person("Ann"), person("Ben")
    party = waiting(ann, Rules(seats=3, sides=3))
    at_once(*(lambda: ben.post("sit_down", party.invitation) for _ in range(2)))
    assert Seat.objects.filter(match=party.match, learner=ben.learner).count() == 1
