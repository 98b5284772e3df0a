"""Whoever errs in one way is told so: each learner of tests.causes_figures, in hands where nothing else explains it."""

from random import Random

import pytest

from game.strategy.causes import Cause
from tests.benchmarks.causes import HANDS, MISSING, NAMED, Figure, figures, table
from tests.full import PROOF

NUMBER = HANDS if PROOF.full else 20


@pytest.fixture(scope="module")
def learned() -> dict[str, Figure]:
    """Miscounted hands of every learner. `pytest -s` shows the table."""
    found = figures(Random(2), NUMBER)
    print(f"\n{table(found)}")  # noqa: T201
    return found


def test_there_is_a_learner_of_every_cause() -> None:
    assert set(NAMED) == set(Cause) - {Cause.MISSED}


@pytest.mark.parametrize("code", [*NAMED, *(f"missed {kind}" for kind in MISSING)])
def test_a_learner_who_errs_in_one_way_gets_it_named_first(learned: dict[str, Figure], code: str) -> None:
    figure = learned[code]
    assert figure.hands == NUMBER
    assert figure.first >= 0.95 * NUMBER, figure.failed
