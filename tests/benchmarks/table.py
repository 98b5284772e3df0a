"""Print what an action at the table costs: `python -m tests.benchmarks.table [SHARE]`.

Whole games against experts are played through Django's test client on a temporary database: SQLite, or PostgreSQL where
DATABASE_URL says so. The figures are how many queries a POST takes at most, how long it takes, and what takes so long.
A SHARE such as 0.2 plays so much of the games.
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from statistics import fmean, median, quantiles
from time import perf_counter
from typing import Any
from unittest.mock import patch

from tests.benchmarks.output import say
from tests.benchmarks.site import temporary_site

GAMES = 10
TABLES = ((2, 2), (3, 3), (4, 2), (6, 3))
"""Seats and sides."""

PARTS = ("load", "bots", "write", "scene", "render")
"""Reading and replaying the log; what bots think; the transaction; what the page shows; its template. The rest is the
session, the person, the rules and Django itself."""

COLUMNS = ("posts", "queries", "median", "95 %", "mean", *PARTS, "rest")


@dataclass(frozen=True, slots=True)
class Post:
    """One POST: the deal of its game, the queries (0: not counted), and milliseconds in all and by part."""

    deal: int
    queries: int
    taken: float
    parts: dict[str, float]


class Timers:
    """Milliseconds spent in parts of the work, since they were last set to nothing."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(PARTS, 0.0)

    def reset(self) -> None:
        """Set all to nothing."""
        self.spent = dict.fromkeys(PARTS, 0.0)

    def timed(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same work with its time added to its part."""

        def working(*arguments: Any, **options: Any) -> Any:
            begun = perf_counter()
            try:
                return work(*arguments, **options)
            finally:
                self.spent[part] += (perf_counter() - begun) * 1e3

        return working

    @contextmanager
    def running(self) -> Iterator[None]:
        """Time the parts of what is done meanwhile."""
        from game import referee
        from game.table import scene
        from game.views import table

        places: tuple[tuple[Any, str], ...] = (
            (referee, "at_table"),
            (referee, "bot_act"),
            (referee.Draft, "written"),
            (scene, "scene"),
            (table, "render_to_string"),
        )
        with ExitStack() as patches:
            for part, (place, name) in zip(PARTS, places, strict=True):
                patches.enter_context(patch.object(place, name, self.timed(part, getattr(place, name))))
            yield


def play(seats: int, sides: int, pace: str, counting: bool) -> Iterator[Post]:
    """Play a game against experts and yield every POST of it: with its queries counted, or its time taken."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from game import referee
    from game.engine.rules import Rules
    from game.models import Habits, Pace
    from game.strategy.levels import Level
    from tests.game.tables import begin, choose, say, sit, typed

    client = Client()
    learner = sit(client)
    Habits.objects.create(learner=learner, pace=pace)
    course = referee.load(begin(learner, Rules(seats=seats, sides=sides), Pace(pace), Level.EXPERT).key)
    timers = Timers()
    while (wait := referee.waits(course, pace)) is not referee.Wait.OVER:
        text = typed(choose(course)) if wait is referee.Wait.PERSON else "next"
        with ExitStack() as watching:
            queries = watching.enter_context(CaptureQueriesContext(connection)) if counting else ()
            watching.enter_context(timers.running())
            timers.reset()
            begun = perf_counter()
            say(client, course, text)
            taken = (perf_counter() - begun) * 1e3
        yield Post(course.state.table.deal, len(queries), taken, timers.spent)
        course = referee.load(course.match.key)


def line(name: str, *cells: str) -> None:
    """Print a row of figures."""
    say(f"{name:<20}{''.join(f'{cell:>9}' for cell in cells)}")


def summarise(name: str, posts: list[Post], queries: str = "") -> None:
    """Print what the POSTs took. The parts are means, and add up to the mean."""
    taken = [post.taken for post in posts]
    parts = [fmean(post.parts[part] for post in posts) for part in PARTS]
    times = (median(taken), quantiles(taken, n=20)[-1], fmean(taken), *parts, fmean(taken) - sum(parts))
    line(name, str(len(posts)), queries, *(f"{time:.1f}" for time in times))


def table(seats: int, sides: int, pace: str, games: int) -> None:
    """Print one table at one pace: all its POSTs, those of the first deals, and those of the last."""
    most = max(post.queries for post in play(seats, sides, pace, counting=True))  # fills what is worked out once, too
    played = [list(play(seats, sides, pace, counting=False)) for _ in range(games)]
    summarise(f"{seats} seats, {pace}", [post for game in played for post in game], str(most))
    summarise("  first deal", [post for game in played for post in game if post.deal <= 1])
    summarise("  last deal", [post for game in played for post in game if post.deal == game[-1].deal])


def main() -> None:
    """Print a table of the figures."""
    parser = argparse.ArgumentParser(description="Print what an action at the table costs.")
    parser.add_argument("share", nargs="?", type=float, default=1.0, help="how much of the games, such as 0.2")
    share = parser.parse_args().share
    say("POSTs of a person at the table, in milliseconds (asked: at most 14 queries, the last of a game)")
    line("", *COLUMNS)
    with temporary_site():
        for seats, sides in TABLES:
            for pace in ("normal", "instant"):
                table(seats, sides, pace, max(round(GAMES * share), 1))


if __name__ == "__main__":
    main()
