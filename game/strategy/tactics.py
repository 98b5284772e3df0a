"""Figures of the play: what its tactics gain or cost on average at a table of two, by name.

Computed once from deals that experts play; what each name compares is said in `tables/measuring.py`. Points are to the
end of the deal, own less the other's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from game.strategy.stored import FOLDER


@dataclass(frozen=True, slots=True)
class Figure:
    """An average in points, its standard error, and how many cases it is the average of."""

    mean: float
    error: float
    cases: int


@cache
def _stored() -> Mapping[str, Figure]:
    with np.load(FOLDER / "tactics.npz") as stored:
        rows = {name: stored[name].tolist() for name in stored.files}
    return {name: Figure(mean, error, int(cases)) for name, (mean, error, cases) in rows.items()}


def names() -> tuple[str, ...]:
    """Every figure there is, in the order in which they were measured."""
    return tuple(_stored())


def figure(name: str) -> Figure:
    """A figure by its name. Raises LookupError."""
    if name not in _stored():
        raise LookupError(f"no figure of the play is called {name!r}; there are {', '.join(sorted(names()))}")
    return _stored()[name]
