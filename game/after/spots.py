"""Where spots of games can be practised. Games know no exercises: what builds on them adds its finder as it starts."""

from collections.abc import Callable

from game.after.review import Decision
from game.engine.play import State

FINDERS: list[Callable[[Decision, State], str]] = []
"""Functions that return the address of exercises like the spot in which this was decided, "" if they know none."""


def practice_address(decision: Decision, state: State) -> str:
    """Return the address at which spots like the one in which this was decided are practised, "" if there is none."""
    return next(filter(None, (find(decision, state) for find in FINDERS)), "")
