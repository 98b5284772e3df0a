"""Print what people who wait at tables cost the others: `python -m tests.benchmarks.waiting [--players 130]`.

Some learners use the whole site for so many seconds: alone, then beside so many people who play at tables of two, then
alone again. Each of these people has a page that asks for news as often as the site says, fetches its fragment when
there are any, and lets some seconds pass before a move. Printed are the times of the learners' pages, the cores that
the site used, how many questions were answered without and with news, and how long it took from a press until the page
of the other person showed it. The site runs as `manage.py serve` starts it; see `load` for the options. It ends with
status 1 if anything was answered otherwise than it should be.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from statistics import median, quantiles
from threading import Event, Thread
from typing import Any

from tests.benchmarks.load import open_site, percentiles, prepare, visitor_at
from tests.benchmarks.output import say
from tests.game.together.visitors import COUNTED, Guest, sit_down
from tests.server import cpu_seconds, empty_database
from tests.visitor import Address

_THINK = (5, 20)
"""Between how many seconds a person takes for a move."""


@dataclass
class _Seen:
    """What the people at tables saw."""

    answers: Counter[str] = field(default_factory=Counter)
    delays: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


@dataclass
class _Seat:
    """Somebody at a table of two, beside somebody else."""

    guest: Guest
    seen: _Seen
    done: Event
    others: "list[_Seat]" = field(default_factory=list)
    pressed: float = 0

    def play(self) -> None:
        """Ask, look and act until all is done."""
        self._settle()
        while not self.done.is_set():
            now = time.monotonic()
            try:
                if now >= self.acts:
                    self._act()
                elif now >= self.asks:
                    self._ask()
            except (OSError, HTTPException, AssertionError, LookupError) as error:
                self.seen.errors[repr(error)[:80]] += 1
                self._look()
            self.done.wait(max(0, min(self.acts, self.asks) - time.monotonic()))

    def _settle(self) -> None:
        """Plan when to ask and when to act, by the page as it is now."""
        self.since = now = time.monotonic()
        wait = self.guest.rng.uniform(*_THINK)
        self.acts = now + wait if self.guest.may_act else float("inf")
        self._plan()

    def _plan(self) -> None:
        now = time.monotonic()
        every = self.guest.every(now - self.since)
        self.asks = now + every if every else float("inf")

    def _ask(self) -> None:
        """Ask for news, and look if there are any."""
        has_news = self.guest.has_news()
        self.seen.answers["200" if has_news else "204"] += 1
        if not has_news:
            self._plan()
            return
        before = self.guest.move
        self._look()
        if self.guest.move != before:
            self.seen.delays.append(time.monotonic() - max(other.pressed for other in self.others))

    def _look(self) -> None:
        self.guest.look_for_news()
        self.seen.answers["fragment"] += 1
        self._settle()

    def _act(self) -> None:
        self.pressed = time.monotonic()
        self.guest.act()
        self.seen.answers["move"] += 1
        self._settle()


def main() -> None:
    """Let learners learn before, while and after people play, and print what they saw."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as data, empty_database(Path(data) / "1", arguments.postgres) as database:
        (folder := Path(data) / "proxy").mkdir()
        prepare(data)
        with open_site(database, arguments, folder) as (address, sessions):
            errors = _measure(address, sessions, arguments)
    sys.exit(bool(errors))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Print what people who wait at tables cost the others.")
    parser.add_argument("--players", type=int, default=130)
    parser.add_argument("--learners", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60, help="of each of the three parts")
    parser.add_argument("--think", type=float, default=4, help="seconds on average between two requests of a learner")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--proxy", choices=["nginx", "caddy", "none"], default="none")
    parser.add_argument("--postgres", default="", help="a database of a PostgreSQL server where one can be created")
    parser.add_argument("--copies", type=int, default=1, help="of the site; more than one need PostgreSQL and a proxy")
    return parser.parse_args()


def _measure(address: Address, sessions: list[int], arguments: argparse.Namespace) -> int:
    """Measure the three parts. Returns how many requests failed."""
    say(f"seed {arguments.seed}, {arguments.learners} learners, {arguments.seconds:.0f} s each part")
    seen = _Seen()
    errors = _part("before", address, sessions, arguments)
    guests = _seated(address, arguments)
    with _playing(guests, seen):
        errors += _part(f"beside {2 * len(guests)} at tables", address, sessions, arguments)
    errors += _part("after", address, sessions, arguments)
    _report(seen)
    return errors + seen.errors.total()


def _seated(address: Address, arguments: argparse.Namespace) -> list[list[Guest]]:
    """Let all the people sit down, two at each table."""
    tables = []
    for number in range(arguments.players // 2):
        visitors = [visitor_at(address, 1000 + 2 * number + place) for place in range(2)]
        tables.append(sit_down(visitors, Random(f"{arguments.seed}/{number}"), COUNTED))
    return tables


@contextmanager
def _playing(tables: Iterable[list[Guest]], seen: _Seen) -> Iterator[None]:
    """Let people play at their tables until the end of the block."""
    done, threads = Event(), []
    for table in tables:
        seats = [_Seat(guest, seen, done) for guest in table]
        for seat in seats:
            seat.others = [other for other in seats if other is not seat]
            threads.append(Thread(target=seat.play))
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


def _part(name: str, address: Address, sessions: list[int], arguments: argparse.Namespace) -> int:
    """Let the learners learn, and print their times. Returns how many of their requests failed."""
    from tests.benchmarks.students import Learner, Measurements

    seen, done = Measurements(), Event()
    threads = []
    for number in range(arguments.learners):
        rng, visitor = Random(f"{arguments.seed}/{number}"), visitor_at(address, number)
        learner: Any = Learner(visitor, rng, seen, done, arguments.think, fragment=True, name="")
        threads.append(Thread(target=learner.learn))
    before, begun = cpu_seconds(sessions), time.monotonic()
    for thread in threads:
        thread.start()
    done.wait(arguments.seconds)
    done.set()
    for thread in threads:
        thread.join()
    taken = time.monotonic() - begun
    used = sum(late - early for early, late in zip(before, cpu_seconds(sessions), strict=True))
    pages = [seconds for what, seconds in seen.times if what != "static file"]
    say(f"{name}: {len(pages)} pages of learners, {percentiles(pages)}; the site used {used / taken:.2f} cores")
    for error, times in Counter(seen.errors).most_common():
        say(f"  {times} x {error}")
    return len(seen.errors)


def _report(seen: _Seen) -> None:
    """Print what the people at tables saw."""
    say("people at tables: " + ", ".join(f"{times} x {what}" for what, times in sorted(seen.answers.items())))
    for error, times in seen.errors.most_common():
        say(f"  {times} x {error}")
    if len(seen.delays) > 1:
        late = quantiles(seen.delays, n=100, method="inclusive")[94]
        figures = f"median {median(seen.delays):.2f} s, 95 % {late:.2f} s"
        say(f"from a press to the other’s page, {len(seen.delays)} times: {figures}")


if __name__ == "__main__":
    main()
