"""People who post forms to a server that may fail meanwhile; what became of each form is looked up in the database."""

import re
import time
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from random import Random
from statistics import median

from tests.game.moves import moved
from tests.server import Database, Site
from tests.visitor import Fields, Response, Visitor

_BEYOND = 1.3
"""The latest moment, in times that a post takes: some posts should be answered by then."""
_STAYS = 25
"""How many forms somebody sends before somebody else comes, from another address: nobody is to meet a limit."""
_WAIT = 30
"""Seconds in which a server that failed has to answer again."""
_PASSWORD = "fifteen two and a pair is four"


class Unanswered(Exception):
    """The site does not answer any more."""


def proxy_headers(rng: Random) -> dict[str, str]:
    """What a proxy that speaks HTTPS would add for somebody at an address that nobody else has."""
    address = ".".join(str(rng.randrange(1, 255)) for _ in range(3))
    host = {"Host": "localhost", "Origin": "https://localhost"}
    return {**host, "X-Forwarded-Proto": "https", "X-Forwarded-For": f"10.{address}"}


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
        self.visitor = Visitor(self.site, **proxy_headers(self.rng))
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
