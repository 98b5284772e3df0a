"""What tactics of the play gain or cost on average with two players, by name.

Computed once from deals that experts play. `tables/measuring.py` says what each name compares. Points are counted to
the end of the deal, own minus the other's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from game.strategy.stored import FOLDER


@dataclass(frozen=True, slots=True)
class Figure:
    """An average in points, its standard error, and the number of cases."""

    mean: float
    error: float
    cases: int


@cache
def _stored() -> Mapping[str, Figure]:
    with np.load(FOLDER / "tactics.npz") as stored:
        rows = {name: stored[name].tolist() for name in stored.files}
    return {name: Figure(mean, error, int(cases)) for name, (mean, error, cases) in rows.items()}


def names() -> tuple[str, ...]:
    """Return all names, in the order in which they were measured."""
    return tuple(_stored())


def figure(name: str) -> Figure:
    """Return a figure by its name. Raises LookupError."""
    if name not in _stored():
        raise LookupError(f"no figure of the play is called {name!r}; there are {', '.join(sorted(names()))}")
    return _stored()[name]
