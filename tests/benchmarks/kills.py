"""Print what is lost when the server is killed: `python -m tests.benchmarks.kills [--moments 500]`.

At each moment two people have posted a form: an answer in a run, a card at a table, or a sign-up. Within the time that
such a post takes, one worker, both workers or the master is killed with SIGKILL. When it was the master, the rest of
its group follows, as with a service manager, and it is started again. Then each form is sent a second time, as somebody
does who saw no answer. What was acknowledged has to be in the database, and nothing may be there twice: otherwise the
program ends with status 1. The database is SQLite, or a new one on the PostgreSQL server of DATABASE_URL.
"""

import argparse
import os
import re
import select
import signal
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median

from tests.benchmarks.output import say
from tests.game.moves import moved
from tests.server import Database, Site, empty_database, running
from tests.visitor import Fields, Response, Visitor

_WORKERS = 2
_MASTER = 10
"""Every tenth time the master is killed: a start takes seconds."""
_BEYOND = 1.3
"""The latest moment to kill, in times that a post takes: some posts should be answered by then."""
_STAYS = 25
"""How many forms somebody sends before somebody else comes, from another address: nobody is to meet a limit."""
_WAIT = 30
"""Seconds in which a server that was killed has to answer again."""
_PASSWORD = "fifteen two and a pair is four"


class Unanswered(Exception):
    """The site does not answer any more."""


class Sender(ABC):
    """People who post forms of one kind, one after the other. Each form adds one row."""

    name: str
    rows: str
    """The query for how many rows all forms of this kind have added."""

    def __init__(self, site: Site, database: Database, rng: Random) -> None:
        self.site, self.database, self.rng = site, database, rng
        self.taken: list[float] = []
        self.outcomes: Counter[str] = Counter()
        self.sent = 0
        self.path, self.fields = "", Fields()
        self.arrive()

    def arrive(self) -> None:
        """Let somebody new come, as through a proxy that speaks HTTPS."""
        address = ".".join(str(self.rng.randrange(1, 255)) for _ in range(3))
        host = {"Host": "localhost", "Origin": "https://localhost"}
        proxy = {"X-Forwarded-Proto": "https", "X-Forwarded-For": f"10.{address}"}
        self.visitor = Visitor(self.site, **host, **proxy)
        self.begin()

    @abstractmethod
    def begin(self) -> None:
        """Come to where the first form is."""

    @abstractmethod
    def fill_in(self) -> None:
        """Come to the next form, and fill it in."""

    def ask(self, path: str) -> Response:
        """A page, asked for until the server is back. Raises Unanswered if it does not come back."""
        until = time.monotonic() + _WAIT
        while time.monotonic() < until:
            with suppress(OSError, HTTPException):
                return self.visitor.hear(self.visitor.send("GET", path))
            time.sleep(0.02)
        raise Unanswered(path)

    def prepare(self) -> None:
        """Fill in a form and count what there is before it is sent."""
        self.sent += 1
        if self.sent % _STAYS == 0:
            self.arrive()
        self.fill_in()
        self.before = self.kept()

    def kept(self) -> int:
        """How many rows all forms of this kind have added."""
        return int(self.database.column(self.rows)[0])

    def send(self) -> HTTPConnection:
        """Send the form."""
        return self.visitor.send("POST", self.path, self.fields)

    def is_answered(self, asking: HTTPConnection) -> bool:
        """Whether the form was acknowledged: the browser is sent on."""
        with suppress(OSError, HTTPException):
            return self.visitor.hear(asking).status == 302
        return False

    def post(self) -> None:
        """Post without a kill, to know how long that takes. Raises Unanswered."""
        self.prepare()
        begun = time.perf_counter()
        if not self.is_answered(self.send()):
            raise Unanswered(self.path)
        self.taken.append(time.perf_counter() - begun)

    def moment(self) -> float:
        """A moment within the time that a post takes here, in seconds after it was sent."""
        return self.rng.uniform(0, _BEYOND * median(self.taken))

    def judge(self, answered: bool) -> None:
        """Note what became of a form, which is sent once more."""
        done = self.kept() > self.before
        self.outcomes["answered" if answered else "done, not answered" if done else "not done"] += 1
        self.outcomes["lost"] += answered and not done
        self.ask("/")
        self.visitor.hear(self.send())
        self.outcomes["doubled"] += max(0, self.kept() - self.before - 1)
        self.outcomes["lost"] += self.kept() == self.before


class Answerer(Sender):
    """People who answer in a run, each its first question too, with which the run and the guest are made."""

    name = "answers"
    rows = "SELECT count(*) FROM trainer_attempt"

    def begin(self) -> None:
        """Open a new run."""
        self.path = self.ask("/drills/count/start/").location

    def fill_in(self) -> None:
        """Go on to a question that is not answered yet."""
        response = self.ask(self.path)
        if response.location.startswith("/runs/") and "summary" not in response.location:
            self.path = response.location
            response = self.ask(self.path)
        if response.status == 302:
            self.begin()
            response = self.ask(self.path)
        [number] = re.findall(r'name="number" value="(\d+)"', response.text)[:1]
        if 'id="next"' in response.text:
            self.visitor.post(self.path, [("number", number), ("next", "1")])
            return self.fill_in()
        self.fields = [("number", number), ("claim", str(self.rng.randrange(30))), ("answer", "1")]
        return None


class Player(Sender):
    """People who play at a table of two."""

    name = "cards at a table"
    rows = "SELECT count(*) FROM game_action WHERE text LIKE '1 %'"

    def begin(self) -> None:
        """Begin a game."""
        self.ask("/games/new/")
        self.path = self.visitor.post("/games/new/", [("preset", "tournament"), ("level", "casual")]).location

    def fill_in(self) -> None:
        """Choose what to do next, once the others have done what they do."""
        move = moved(self.ask(self.path).text, self.rng)
        while move.text is None:
            self.visitor.post(self.path, move.fields)
            move = moved(self.ask(self.path).text, self.rng)
        self.fields = move.fields


class Newcomer(Sender):
    """People who sign up."""

    name = "sign-ups"
    rows = "SELECT count(*) FROM trainer_learner WHERE name IS NOT NULL"
    path = "/account/signup/"

    def begin(self) -> None:
        """Open the form."""
        self.path = "/account/signup/"
        self.ask(self.path)

    def fill_in(self) -> None:
        """Choose a name, as somebody new."""
        self.arrive()
        self.fields = [("name", f"Anna {self.sent}"), ("password", _PASSWORD), ("again", _PASSWORD)]


def _kill(site: Site, moment: int, rng: Random) -> str:
    """Kill the master, a worker or all workers, and return which."""
    if moment % _MASTER == 0:
        os.kill(site.server.pid, signal.SIGKILL)
        return "master"
    workers = site.workers()
    victims = workers if rng.random() < 0.5 else [rng.choice(workers)]
    for worker in victims:
        os.kill(worker, signal.SIGKILL)
    return "both workers" if len(victims) > 1 else "a worker"


def _is_answering(asking: HTTPConnection) -> bool:
    """Whether an answer has begun to come."""
    return asking.sock is None or bool(select.select([asking.sock], [], [], 0)[0])


def _interrupt(site: Site, senders: Sequence[Sender], moment: int, rng: Random) -> str:
    """Send a form each, kill within the time of the first, and judge. Return what was killed, if in time."""
    for sender in senders:
        sender.prepare()
    asking = [sender.send() for sender in senders]
    time.sleep(senders[0].moment())
    in_flight = not all(map(_is_answering, asking))
    killed = _kill(site, moment, rng)
    if killed == "master":
        site.end()
    answered = [sender.is_answered(asked) for sender, asked in zip(senders, asking, strict=True)]
    if killed == "master":
        site.begin()
    for sender, is_answered in zip(senders, answered, strict=True):
        sender.judge(is_answered)
    return killed if in_flight else ""


def _is_added_up(database: Database) -> bool:
    """Whether each learner's totals are those of the answers: an answer that is added up twice is doubled too."""
    counted = database.rows("SELECT learner_id, count(*) FROM trainer_attempt GROUP BY learner_id ORDER BY learner_id")
    query = "SELECT learner_id, times FROM trainer_tally WHERE facet = 'all' AND day = '0001-01-01' ORDER BY learner_id"
    return counted == database.rows(query)


def main() -> None:
    """Kill at so many moments, and print what became of the forms."""
    parser = argparse.ArgumentParser(description="Print what is lost when the server is killed.")
    parser.add_argument("--moments", type=int, default=500)
    moments, rng, kills = parser.parse_args().moments, Random(), Counter[str]()
    with tempfile.TemporaryDirectory() as data, empty_database(Path(data), os.environ.get("DATABASE_URL", "")) as found:
        errors = Path(data) / "errors"
        with running(Site(found, _WORKERS, errors=errors, CRIB_HTTPS="1")) as site:
            senders = [kind(site, found, rng) for kind in (Answerer, Player, Newcomer)]
            for sender in [each for each in senders for _ in range(5)]:
                sender.post()
            turns = cycle([(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)])
            while kills.total() - kills[""] < moments:
                one, other = next(turns)
                kills[_interrupt(site, (senders[one], senders[other]), kills.total() + 1, rng)] += 1
        added_up = _is_added_up(found)
        told = [line for line in errors.read_text().splitlines() if "SIGKILL" not in line]
    late = kills.pop("", 0)
    say(f"killed at {kills.total()} moments with a post in flight: {dict(kills)}; {late} more came after the answers")
    for sender in senders:
        say(f"{sender.name} ({median(sender.taken) * 1000:.0f} ms undisturbed): {dict(sender.outcomes)}")
    say("\n".join(["the server wrote:", *told]) if told else "the server wrote of nothing but the kills")
    say(f"answers are added up {'once' if added_up else 'WRONGLY'}")
    bad = sum(sender.outcomes["lost"] + sender.outcomes["doubled"] for sender in senders)
    say(f"lost or doubled: {bad}")
    sys.exit(bool(bad or not added_up))


if __name__ == "__main__":
    main()
