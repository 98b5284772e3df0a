"""Writing a table where the game reads it."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.strategy.stored import FOLDER


def store(name: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write the arrays by their names to a file of `game/strategy/tables`."""
    np.savez_compressed(FOLDER / name, allow_pickle=False, **arrays)
