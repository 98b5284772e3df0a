"""The habits in the play are what experts do, and can be learned again."""

import numpy as np
import pytest

from game.strategy.habits import Habits, habits
from tests.tables.habits import Choices, choices_of, foreseen, learned


@pytest.fixture(scope="module")
def choices() -> Choices:
    """Choices in deals from which nothing was learned."""
    return choices_of(16, 30_000_000)


def evenly(choices: Choices) -> float:
    """What is foreseen by a player who takes all cards as equally likely."""
    return float(-np.log(np.diff(choices.firsts)).mean())


def test_the_table_foresees_what_experts_play(choices: Choices) -> None:
    assert foreseen(habits(), choices) > -0.5
    assert evenly(choices) < -0.9


def test_choices_teach_what_is_played_in_them(choices: Choices) -> None:
    known = Habits.of(learned(choices, width=8, rounds=20))
    assert evenly(choices) + 0.2 < foreseen(known, choices) <= 0
