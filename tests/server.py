"""The site in processes of its own, started with `manage.py serve`, and the database that it writes, seen from outside.

For tests and benchmarks that need the whole server. Nothing here needs Django.
"""

import os
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def environment(data: Path, **extra: str) -> dict[str, str]:
    """A clean environment in which the site keeps everything in `data`."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("CRIB_", "DATABASE_URL", "DJANGO_"))
    }
    return {**kept, "CRIB_DATA": str(data), **extra}


def free_port() -> int:
    """A port that nobody uses, of those that no system gives away by itself: nobody gets it before the server does."""
    for port in Random().sample(range(20_000, 32_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("a hundred ports in use")


class Database:
    """Where the site keeps everything, looked at from outside."""

    def __init__(self, data: Path, url: str = "") -> None:
        self.data, self.url = data, url

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query gives, by a connection that is closed again: the next kill is to leave nobody connected."""
        if self.url:
            import psycopg

            with psycopg.connect(self.url) as asking:
                return asking.execute(query.encode()).fetchall()
        with closing(sqlite3.connect(self.data / "crib.sqlite3")) as opened:
            return opened.execute(query).fetchall()

    def column(self, query: str) -> list[Any]:
        """The values of a query that gives one a row."""
        return [value for (value,) in self.rows(query)]


@contextmanager
def empty_database(data: Path, url: str = "") -> Iterator[Database]:
    """An empty database: SQLite in a folder, or a new one on the PostgreSQL server of a URL, dropped at the end."""
    if not url:
        yield Database(data)
        return
    import psycopg

    name = f"crib_{os.urandom(4).hex()}"  # `secrets` gives every test the same each time
    with psycopg.connect(url, autocommit=True) as server:
        try:
            server.execute(f"CREATE DATABASE {name}".encode())
            yield Database(data, re.sub(r"^(\w+://[^/]*/)[^?]*", rf"\g<1>{name}", url))
        finally:
            server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())


class Site:
    """The site, started with `manage.py serve` in a process group of its own, each time on another port."""

    def __init__(
        self, database: Database, workers: int | None = 1, *, errors: Path | None = None, **extra: str
    ) -> None:
        """Settings are given as `extra`; None workers are as many as `serve` starts by itself.

        What the server writes on standard error goes into the file `errors`, or where this process writes its own.
        """
        settings = {"DATABASE_URL": database.url, **extra} if database.url else extra
        self.environment = environment(database.data, **settings)
        self.errors = errors
        self.arguments = [] if workers is None else ["--workers", str(workers)]

    def begin(self) -> None:
        """Start it, and wait until it says that it is open."""
        self.port = free_port()
        # What the checks find is tested elsewhere; to read all lessons in all languages is half of a start.
        command = [sys.executable, "manage.py", "serve", "--skip-checks", "--port", str(self.port), *self.arguments]
        with self.errors.open("ab") if self.errors else nullcontext() as errors:
            self.server = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
            )
        assert self.server.stdout is not None
        ready, _, _ = select.select([self.server.stdout], [], [], 60)
        assert ready
        assert str(self.port).encode() in self.server.stdout.readline()

    def end(self) -> None:
        """Kill all of it, and see it dead."""
        with suppress(ProcessLookupError):
            os.killpg(self.server.pid, signal.SIGKILL)
        self.server.wait(30)
        assert self.server.stdout is not None
        self.server.stdout.close()

    def complaints(self) -> list[str]:
        """What the server wrote into `errors` but the lines of what goes as it should."""
        lines = self.errors.read_text(encoding="utf-8").splitlines() if self.errors else []
        return [line for line in lines if " INFO " not in line]

    def workers(self) -> list[int]:
        """The processes that serve, children of the one that was started."""
        told = subprocess.check_output(["ps", "-A", "-o", "pid=", "-o", "ppid="], text=True)
        pairs = (map(int, line.split()) for line in told.splitlines())
        return [process for process, parent in pairs if parent == self.server.pid]


@contextmanager
def running(site: Site) -> Iterator[Site]:
    """The site at work, gone at the end."""
    try:
        site.begin()
        yield site
    finally:
        site.end()


def cpu_seconds(sessions: Sequence[int]) -> list[float]:
    """The CPU seconds that the processes of each session have used, those that have ended too. Works on Linux only."""
    used = dict.fromkeys(sessions, 0)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            values = stat.read_text().rpartition(")")[2].split()
            if int(values[3]) in used:
                own = values[11:15] if int(stat.parent.name) == int(values[3]) else values[11:13]
                used[int(values[3])] += sum(map(int, own))
    return [ticks / os.sysconf("SC_CLK_TCK") for ticks in used.values()]
