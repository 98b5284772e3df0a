"""How questions are drawn: shared by the drills. Pure."""

from collections.abc import Callable
from typing import TypeVar

_Posed = TypeVar("_Posed")

_TRIED = 3
"""Questions among which a run that rises takes the easiest, the middle or the hardest."""


def risen(rise: float | None, pose: Callable[[], _Posed], hardness: Callable[[_Posed], float]) -> _Posed:
    """Return what is posed, where a run rises an easy one of several at first and a hard one in the end.

    See `Wish.rise`.
    """
    if rise is None:
        return pose()
    some = sorted((pose() for _ in range(_TRIED)), key=hardness)
    return some[min(int(rise * _TRIED), _TRIED - 1)]
