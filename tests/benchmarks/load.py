"""Print how the site serves a crowd: `python -m tests.benchmarks.load [--minutes 5] [--learners 200] [--proxy nginx]`.

The site runs as `manage.py serve` starts it, on SQLite, behind a proxy with its file of `crib_site/deploy`; with
`--postgres URL --copies 2` two copies of it share a new database of that PostgreSQL server. The learners practise, take
lessons, play, look at their progress and sign up, each at a pace of their own and from an address of their own. It ends
with status 1 if anything was answered otherwise than it should be, or if an answer that was acknowledged is not in the
database.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from threading import Event, Thread
from typing import Any

from tests.benchmarks.output import say
from tests.benchmarks.senders import proxy_headers
from tests.proxies import HOST, Proxy, SecureVisitor, proxy
from tests.server import Database, Site, cpu_seconds, empty_database, running
from tests.visitor import Address, Visitor

_SLOWEST = 10


def main() -> None:
    """Let the learners learn, and print what they saw."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory() as data, empty_database(Path(data) / "1", arguments.postgres) as database:
        (folder := Path(data) / "proxy").mkdir()
        prepare(data)
        from tests.benchmarks.students import Measurements

        seen = Measurements()
        with open_site(database, arguments, folder) as (address, sessions):
            before, own, begun = cpu_seconds(sessions), time.process_time(), time.perf_counter()
            _learn(address, arguments, seen)
            taken = time.perf_counter() - begun
            used = [late - early for early, late in zip(before, cpu_seconds(sessions), strict=True)]
            own = time.process_time() - own
        _report(seen, taken)
        names = [*(f"copy {number + 1}" for number in range(arguments.copies)), "proxy"]
        figures = [*zip(names, used, strict=False), ("the learners themselves", own)]
        say("CPU seconds: " + ", ".join(f"{name} {figure:.1f}" for name, figure in figures))
        lost = _lost(database, seen)
    sys.exit(bool(seen.errors or lost))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Print how the site serves a crowd.")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--learners", type=int, default=200)
    parser.add_argument("--think", type=float, default=4, help="seconds on average between two requests of a learner")
    parser.add_argument("--proxy", choices=["nginx", "caddy", "none"], default="nginx")
    parser.add_argument("--postgres", default="", help="a database of a PostgreSQL server where one can be created")
    parser.add_argument("--copies", type=int, default=1, help="of the site; more than one need PostgreSQL and a proxy")
    arguments = parser.parse_args()
    if arguments.copies > 1 and (not arguments.postgres or arguments.proxy == "none"):
        parser.error("several copies need PostgreSQL and a proxy")
    return arguments


def prepare(data: str) -> None:
    """Set Django up: the drills say what is right. No database is used here."""
    os.environ["CRIB_DATA"], os.environ["DJANGO_SETTINGS_MODULE"] = f"{data}/own", "crib_site.settings"
    import django

    django.setup()


@contextmanager
def open_site(database: Database, arguments: argparse.Namespace, folder: Path) -> Iterator[tuple[Address, list[int]]]:
    """Start the copies and the proxy: where learners find the site, and the session of each process.

    In the end print what the copies complained of.
    """
    settings = {"CRIB_SECRET_KEY": "k" * 50, "CRIB_HTTPS": "1", "CRIB_HOSTS": HOST}
    with ExitStack() as stack:
        copies = []
        for number in range(arguments.copies):
            copy = Database(database.data.with_name(str(number + 1)), database.url)
            copies.append(stack.enter_context(running(Site(copy, None, errors=folder / f"errors{number}", **settings))))
        sessions = [copy.server.pid for copy in copies]
        if arguments.proxy == "none":
            yield copies[0], sessions
        else:
            found = stack.enter_context(proxy(arguments.proxy, folder, [copy.port for copy in copies]))
            yield found, [*sessions, found.session]
        for line in [line for copy in copies for line in copy.complaints()]:
            say(f"the site wrote: {line}")


def visitor_at(address: Address, number: int) -> Visitor:
    """Somebody at an address of their own, by HTTPS or, without a proxy, as if there were one."""
    if isinstance(address, Proxy):
        return SecureVisitor(address, f"127.1.{number // 250}.{number % 250 + 1}", Host=HOST, Origin=f"https://{HOST}")
    return Visitor(address, **proxy_headers(Random(number)))


def _learn(address: Address, arguments: argparse.Namespace, seen: Any) -> None:
    """Let all learners learn at once, for so many minutes."""
    from tests.benchmarks.students import Learner

    done, threads = Event(), []
    for number in range(arguments.learners):
        rng = Random(number)
        name = f"Learner {number}" if rng.random() < 0.5 else ""
        visitor = visitor_at(address, number)
        learner = Learner(visitor, rng, seen, done, arguments.think, fragment=rng.random() < 0.8, name=name)
        threads.append(Thread(target=learner.learn))
    for thread in threads:
        thread.start()
    done.wait(arguments.minutes * 60)
    done.set()
    for thread in threads:
        thread.join()


def _report(seen: Any, taken: float) -> None:
    """Print requests, errors by kind, percentiles, and the slowest kinds of request."""
    kinds: dict[str, list[float]] = defaultdict(list)
    for what, seconds in seen.times:
        kinds[what].append(seconds)
    pages = [seconds for what, seconds in seen.times if what != "static file"]
    say(f"{len(pages)} requests in {taken:.0f} s ({len(pages) / taken:.1f} a second), {percentiles(pages)}")
    say(f"and {len(kinds['static file'])} static files; errors: {len(seen.errors)}")
    for error, times in Counter(seen.errors).most_common():
        say(f"  {times} x {error}")
    slowest = sorted(kinds, key=lambda what: _cut(kinds[what])[94], reverse=True)[:_SLOWEST]
    for what in slowest:
        say(f"  {what:<36}{len(kinds[what]):6}  {percentiles(kinds[what])}")


def _cut(times: Sequence[float]) -> list[float]:
    return quantiles(times, n=100, method="inclusive") if len(times) > 1 else [times[0]] * 99


def percentiles(times: Sequence[float]) -> str:
    cut = _cut(times)
    figures = (("p50", cut[49]), ("p95", cut[94]), ("p99", cut[98]), ("most", max(times)))
    return ", ".join(f"{name} {seconds * 1000:.0f} ms" for name, seconds in figures)


def _lost(database: Database, seen: Any) -> int:
    """Print what was acknowledged and what is kept. Returns how many are lost."""
    rows = {
        "answers": (seen.answered, "SELECT count(*) FROM trainer_attempt"),
        "moves": (seen.played, "SELECT count(*) FROM game_action WHERE text LIKE '1 %'"),
        "accounts": (seen.signed_up, "SELECT count(*) FROM trainer_learner WHERE name IS NOT NULL"),
    }
    lost = 0
    for what, (acknowledged, query) in rows.items():
        [kept] = database.column(query)
        say(f"{what}: {acknowledged} acknowledged, {kept} kept")
        lost += max(0, acknowledged - kept)
    return lost


if __name__ == "__main__":
    main()
