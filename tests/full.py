"""The whole proof, which takes too long for every change: `pytest --full`."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass
class Proof:
    """How much is proved: what every change has to pass, or all there is."""

    full: bool = False


PROOF = Proof()


def few(values: Iterable[Any], *chosen: Any) -> list[Any]:
    """All the values of a parameter, or of several as tuples: the chosen for every change, the others by --full."""
    whole = list(values)
    assert all(value in whole for value in chosen), chosen
    return [_case(value, value in chosen) for value in whole]


def some(values: Iterable[Any], *chosen: Any) -> list[Any]:
    """What one test goes through: the chosen for every change, all the values with --full."""
    whole = list(values)
    assert all(value in whole for value in chosen), chosen
    return whole if PROOF.full else list(chosen)


def _case(value: Any, always: bool) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values) if always else pytest.param(*values, marks=pytest.mark.full("the rest of many"))
