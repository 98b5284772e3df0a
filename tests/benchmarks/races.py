"""Print what comes of things that people do at the same moment.

`python -m tests.benchmarks.races [NAME ...] [--moments 200]` runs each race of `tests/game/together/races.py`, or those
that are named, so many times, in two threads; the one or the other is late by a random part of `--spread` milliseconds.
A moment with more than one outcome, or one that is not told to both, is printed, and the program ends with status 1.
The database is SQLite, or a new one on the PostgreSQL that DATABASE_URL names.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from tests.benchmarks.output import say
from tests.benchmarks.site import temporary_site


def main() -> None:
    """Run every race, and print who was first how often."""
    parser = argparse.ArgumentParser(description="Print what comes of things that people do at the same moment.")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--moments", type=int, default=200)
    parser.add_argument("--spread", type=float, default=40, help="the most milliseconds by which somebody is late")
    parser.add_argument("--seed", type=int, default=1, help="of the lags")
    arguments = parser.parse_args()
    with temporary_site():
        from django.db import connection

        from tests.game.together.races import RACES

        say(f"{connection.vendor}, {arguments.moments} moments each, seed {arguments.seed}")
        bad = sum(_report(race, RACES[race], arguments) for race in arguments.names or RACES)
    say(f"moments with another outcome: {bad}")
    sys.exit(bool(bad))


def _report(name: str, race: Callable[[Sequence[float]], str], arguments: argparse.Namespace) -> int:
    """Run a race, and print its outcomes. Returns how many moments had an outcome that they may not have."""
    rng, seen, began = Random(f"{arguments.seed}/{name}"), Counter[str](), time.perf_counter()
    for moment in range(arguments.moments):
        late = rng.uniform(0, arguments.spread / 1000)
        lags = [(late, 0.0), (0.0, late)][moment % 2]
        try:
            seen[race(lags)] += 1
        except Exception:
            seen["BAD"] += 1
            say(f"{name} with lags of {lags}:\n{traceback.format_exc()}")
    told = ", ".join(f"{outcome} {times}" for outcome, times in sorted(seen.items()))
    say(f"{name:16}{told:40}{time.perf_counter() - began:6.0f} s")
    return seen["BAD"]


if __name__ == "__main__":
    main()
