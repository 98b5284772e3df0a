"""Print what people see while something fails: `python -m tests.benchmarks.faults [FAULT ...]`.

Each fault gets a new site with two workers. One person answers a question while it lasts, and again afterwards; others
ask for pages all the time. A row says what the first person was told, how the others were served, and what came of the
answer. It ends with status 1 if an answer is lost or kept twice, if the site does not come back by itself, or if others
are not served where they could be. The faults `disk` and `postgres` need root on Linux.
"""

import argparse
import html
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread

from tests.benchmarks.output import say
from tests.benchmarks.senders import Answerer, proxy_headers
from tests.server import Database, Site, free_port, running
from tests.visitor import Visitor

_SHIFTED = Path(__file__).parent / "shifted"
_SLOW, _MANY = 50, 500
"""Connections that send half a request, or one byte after the other, or do not read what they asked for."""
_LOCKED = 60
_ASKED, _ASKED_FOR = 10, 20
"""Requests of others at the least, unless they take more than so many seconds."""
_LARGE = 521 * 1024 * 1024


@dataclass
class Others:
    """People who have nothing to do with the fault, and ask for pages as long as it lasts."""

    site: Site
    statuses: Counter[str] = field(default_factory=Counter)
    slowest: float = 0
    over: Event = field(default_factory=Event)

    def __enter__(self) -> "Others":
        """Begin to ask."""
        self.thread = Thread(target=self._ask)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop asking, but not before some have asked."""
        until = time.monotonic() + _ASKED_FOR
        while self.statuses.total() < _ASKED and time.monotonic() < until:
            time.sleep(0.1)
        self.over.set()
        self.thread.join()

    def _ask(self) -> None:
        rng = Random(2)
        while not self.over.wait(0.1):
            begun = time.perf_counter()
            try:
                visitor = Visitor(self.site, **proxy_headers(rng))
                status = str(visitor.hear(visitor.send("GET", rng.choice(("/", "/lessons/", "/drills/")))).status)
            except (OSError, HTTPException) as error:
                status = type(error).__name__
            self.statuses[status] += 1
            self.slowest = max(self.slowest, time.perf_counter() - begun)

    @property
    def served(self) -> bool:
        """Whether everybody got a page, within five seconds."""
        return set(self.statuses) == {"200"} and self.slowest < 5

    def __str__(self) -> str:
        """How many got what, and the longest time."""
        counts = ", ".join(f"{times} x {status}" for status, times in self.statuses.items())
        return f"{counts or 'nobody asked'}; slowest {self.slowest:.2f} s"


@dataclass
class Row:
    """What became of one fault."""

    fault: str
    seen: str
    others: str
    after: str
    good: bool


class Person(Answerer):
    """Somebody who answers while something fails."""

    def told(self) -> str:
        """Send the answer, and return what the site says: the status, and the sentences of the page."""
        begun = time.perf_counter()
        try:
            response = self.visitor.hear(self.send())
        except (OSError, HTTPException) as error:
            return f"{type(error).__name__} after {time.perf_counter() - begun:.1f} s"
        return f"{response.status} after {time.perf_counter() - begun:.1f} s: {_sentences(response.text)}"

    def afterwards(self, told: str) -> tuple[str, bool]:
        """Send the answer again once all is well: what is kept of it, and whether that is right."""
        early = self.kept() - self.before
        self.visitor.hear(self.send())
        kept = self.kept() - self.before
        acknowledged = told.startswith("302")
        return f"kept {kept} time{'s' * (kept != 1)}", kept == 1 and early >= acknowledged


def _sentences(page: str) -> str:
    """What a page says: its heading and the paragraph below."""
    found = re.findall(r"<(?:h1|p)[^>]*>(.*?)</(?:h1|p)>", page[page.find("<h1") :], re.DOTALL)[:2]
    text = " ".join(re.sub(r"<[^>]+>", "", part) for part in found) or page[:120]
    return html.unescape(" ".join(text.split()))


@contextmanager
def _site(data: Path, url: str = "", **extra: str) -> Iterator[tuple[Site, Person]]:
    """A site, somebody before a question, and one answer that went well."""
    data.mkdir(exist_ok=True)
    database = Database(data, url)
    with tempfile.TemporaryDirectory() as logs:
        site = Site(database, 2, errors=Path(logs) / "errors", CRIB_HTTPS="1", **extra)
        with running(site):
            person = Person(site, database, Random())
            person.post()
            person.prepare()
            yield site, person


def _row(fault: str, person: Person, told: str, others: Others) -> Row:
    after, good = person.afterwards(told)
    return Row(fault, told, str(others), after, good and others.served and not told.startswith("500"))


def disk(folder: Path) -> Iterator[Row]:
    """The disk is full."""
    small = folder / "disk"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", str(small)], check=True)
    try:
        with _site(small) as (site, person):
            with (small / "filler").open("wb", buffering=0) as filler, suppress(OSError):
                while filler.write(bytes(4096)):
                    pass
            with Others(site) as others:
                told = person.told()
                time.sleep(2)
            (small / "filler").unlink()
            yield _row("disk full", person, told, others)
    finally:
        subprocess.run(["umount", "-l", str(small)], check=True)


def locked(folder: Path) -> Iterator[Row]:
    """Another program keeps the database locked for a minute."""
    with _site(folder) as (site, person), closing(sqlite3.connect(folder / "crib.sqlite3")) as other:
        other.execute("BEGIN EXCLUSIVE")
        until = time.monotonic() + _LOCKED
        with Others(site) as others:
            told = person.told()
            time.sleep(max(0.0, until - time.monotonic()))
        other.rollback()
        yield _row(f"database locked for {_LOCKED} s", person, told, others)


@contextmanager
def _cluster(folder: Path) -> Iterator[tuple[str, Callable[..., object]]]:
    """A PostgreSQL server of its own: the URL of its database, and what controls it."""
    folder.mkdir()
    shutil.chown(folder, "postgres")
    for above in folder.parents[:-2]:
        above.chmod(0o755)
    port = free_port()

    def run(*command: str) -> object:
        return subprocess.run(
            ["runuser", "-u", "postgres", "--", *command], check=True, stdout=subprocess.DEVNULL, cwd=folder
        )

    def control(*what: str) -> object:
        options = f"-p {port} -c unix_socket_directories={folder}"
        return run("pg_ctl", "-w", "-D", f"{folder}/data", "-l", f"{folder}/log", "-o", options, *what)

    run("initdb", "-A", "trust", "-D", f"{folder}/data")
    control("start")
    try:
        yield f"postgres://postgres@127.0.0.1:{port}/postgres", control
    finally:
        with suppress(subprocess.CalledProcessError):
            control("stop", "-m", "immediate")


def postgres(folder: Path) -> Iterator[Row]:
    """PostgreSQL goes and comes back."""
    with _cluster(folder / "cluster") as (url, control), _site(folder / "site", url) as (site, person):
        control("stop", "-m", "immediate")
        with Others(site) as others:
            told = person.told()
            time.sleep(2)
        control("start")
        yield _row("PostgreSQL gone, then back", person, told, others)


def clock(folder: Path) -> Iterator[Row]:
    """The clock of the machine is set an hour back, and then an hour forth."""
    offset = folder / "offset"
    offset.write_text("0")
    with _site(folder / "site", PYTHONPATH=str(_SHIFTED), CRIB_CLOCK=str(offset)) as (site, person):
        for text, fault in (("-3600", "clock an hour back"), ("3600", "clock an hour forth"), ("0", "clock right")):
            offset.write_text(text)
            with Others(site) as others:
                told = person.told()
            after, good = person.afterwards(told)
            negative = person.database.column("SELECT count(*) FROM trainer_attempt WHERE answered_at < asked_at")
            yield Row(fault, told, str(others), f"{after}, negative times: {negative[0]}", good and negative == [0])
            person.prepare()


def starts(folder: Path) -> Iterator[Row]:
    """Two servers start at once on an empty folder."""
    sites = [Site(Database(folder), 1, errors=folder / f"errors{number}", CRIB_HTTPS="1") for number in range(2)]
    problems: list[str] = []

    def begin(site: Site) -> None:
        try:
            site.begin()
        except AssertionError:
            problems.append("one did not start")

    threads = [Thread(target=begin, args=(site,)) for site in sites]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        told = "; ".join(problems or ["both are open"])
        person = None if problems else Person(sites[0], Database(folder), Random())
        if person is None:
            told += f": {''.join((folder / f'errors{number}').read_text() for number in range(2)).strip()}"
            yield Row("two servers start at once", told, "", "", False)
            return
        person.prepare()
        with Others(sites[1]) as others:
            answer = person.told()
        row = _row("two servers start at once", person, answer, others)
        row.seen = f"{told}, and an answer: {row.seen}"
        yield row
    finally:
        for site in sites:
            site.end()


def _half(site: Site) -> bytes:
    return f"POST /account/login/ HTTP/1.1\r\nHost: localhost:{site.port}\r\nContent-Length: 100\r\n\r\nname=".encode()


def half_sent(folder: Path) -> Iterator[Row]:
    """Many connections send half of a request, and then nothing."""
    with _site(folder) as (site, person):
        for number in (_SLOW, _MANY):
            for fault, part in (("in the body", _half(site)), ("in the headers", _half(site)[:40])):
                with _connections(site, number, part), Others(site) as others:
                    told = person.told()
                    time.sleep(10)
                yield _row(f"{number} half-sent requests, {fault}", person, told, others)
                person.prepare()


def not_reading(folder: Path) -> Iterator[Row]:
    """Many connections ask for a page, and read nothing of it."""
    with _site(folder) as (site, person):
        headers = "".join(f"{name}: {value}\r\n" for name, value in proxy_headers(Random()).items())
        for number in (_SLOW, _MANY):
            with _connections(site, number, f"GET / HTTP/1.1\r\n{headers}\r\n".encode()), Others(site) as others:
                told = person.told()
                time.sleep(10)
            yield _row(f"{number} clients that do not read", person, told, others)
            person.prepare()


@contextmanager
def _connections(site: Site, number: int, part: bytes = b"") -> Iterator[list[socket.socket]]:
    """Connections that each have sent that part of a request; they read at most a kilobyte ahead."""
    with ExitStack() as stack:
        connections = []
        for _ in range(number):
            connection = stack.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            connection.connect(("127.0.0.1", site.port))
            connection.sendall(part)
            connections.append(connection)
        yield connections


def dripping(folder: Path) -> Iterator[Row]:
    """Many connections send their requests one byte after the other."""
    with _site(folder) as (site, person), _connections(site, _SLOW) as connections:
        over = Event()

        def drip() -> None:
            for byte in _half(site) + b"x" * 1000:
                for connection in connections:
                    with suppress(OSError):
                        connection.sendall(bytes([byte]))
                if over.wait(0.1):
                    return

        thread = Thread(target=drip)
        thread.start()
        with Others(site) as others:
            told = person.told()
            time.sleep(20)
        over.set()
        thread.join()
        yield _row(f"{_SLOW} dripping requests", person, told, others)


def bodies(folder: Path) -> Iterator[Row]:
    """A body that is far too long, with its length said and in chunks."""
    with _site(folder) as (site, person):
        for fault, chunked in ((f"a body of {_LARGE // 2**20} MB", False), ("the same in chunks", True)):
            begun, free = time.perf_counter(), shutil.disk_usage(tempfile.gettempdir()).free
            least = [free]
            with Others(site) as others:
                said = _send_large(site, chunked, least)
            kept = (free - least[0]) // 2**20
            seen = f"{said} after {time.perf_counter() - begun:.1f} s, at most {kept} MB on disk"
            refused = said[:3] in {"400", "411", "413", "501"} or "connection closed" in said
            answer = person.told()
            yield Row(fault, seen, str(others), f"an answer: {answer[:3]}", refused and others.served and kept < 100)
            person.prepare()


def _send_large(site: Site, chunked: bool, least: list[int]) -> str:
    """Send it as long as the site takes it; what it says. Note the least room on disk meanwhile."""
    asking = HTTPConnection("127.0.0.1", site.port, timeout=60)
    asking.putrequest("POST", "/account/login/", skip_host=True)
    for name, value in proxy_headers(Random()).items():
        asking.putheader(name, value)
    token = "t" * 32  # anybody can think one up; without any the form is refused before its body is read
    asking.putheader("Cookie", f"csrftoken={token}; __Host-csrftoken={token}")
    asking.putheader("Content-Type", "multipart/form-data; boundary=x")
    asking.putheader(*(("Transfer-Encoding", "chunked") if chunked else ("Content-Length", str(_LARGE))))
    with closing(asking):
        asking.endheaders()
        block = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'.ljust(2**20, b"x")
        with suppress(OSError):
            for _ in range(_LARGE // len(block)):
                asking.send(b"%x\r\n%s\r\n" % (len(block), block) if chunked else block)
                least[0] = min(least[0], shutil.disk_usage(tempfile.gettempdir()).free)
        try:
            response = asking.getresponse()
            return f"{response.status}: {_sentences(response.read().decode())}"
        except (OSError, HTTPException) as error:
            return f"connection closed ({type(error).__name__})"


FAULTS: dict[str, Callable[[Path], Iterator[Row]]] = {
    "disk": disk,
    "locked": locked,
    "postgres": postgres,
    "clock": clock,
    "starts": starts,
    "half_sent": half_sent,
    "dripping": dripping,
    "not_reading": not_reading,
    "bodies": bodies,
}


def main() -> None:
    """Let each fault happen, and print its rows."""
    parser = argparse.ArgumentParser(description="Print what people see while something fails.")
    parser.add_argument("faults", nargs="*", metavar="FAULT", help=f"some of {', '.join(FAULTS)}; all by default")
    bad = 0
    for name in parser.parse_args().faults or FAULTS:
        with tempfile.TemporaryDirectory() as folder:
            for row in FAULTS[name](Path(folder)):
                bad += not row.good
                say(f"{'ok ' if row.good else 'BAD'} {row.fault}")
                say(f"      seen: {row.seen}\n    others: {row.others}\n     after: {row.after}")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
