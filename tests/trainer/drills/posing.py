"""Questions as runs ask for them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from trainer.drills.questions import QuestionSource, Wish


def posed(drill: QuestionSource[Any, Any], number: int, **options: str) -> list[Any]:
    """Questions as a run of these options asks them."""
    return [drill.pose(Random(seed), Wish(options)) for seed in range(number)]


def wishes(seed: int, number: int) -> Iterator[tuple[Random, Wish]]:
    """Wishes for questions of all kinds."""
    rng = Random(seed)
    for _ in range(number):
        rise = rng.choice((None, rng.random()))
        yield rng, Wish({"size": rng.choice("45"), "kind": rng.choice(("both", "crib"))}, rise)
