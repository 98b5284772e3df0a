"""People at one table over HTTP, each with a browser without scripts, for tests and benchmarks of the whole server."""

import re
from dataclasses import dataclass, field
from random import Random

from tests.game.moves import Move, moved
from tests.server import Database
from tests.visitor import Fields, Response, Visitor

SHORT: Fields = [
    ("preset", "own"),
    ("target", "own"),
    ("target_own", "31"),
    ("counting", "auto"),
    ("muggins", "off"),
    ("notice", "automatic"),
    ("crib_flush", "with-starter"),
    ("length", "game"),
    ("pace", "normal"),
    ("phrases", "on"),
]
"""A short game that the table counts."""

COUNTED: Fields = [*SHORT, ("target_own", "121"), ("counting", "all"), ("muggins", "missed"), ("notice", "called")]
"""A game counted by its people, with called muggins. Where they count at random, it is long."""


@dataclass
class Guest:
    """Somebody at a table, and the page that they see."""

    visitor: Visitor
    rng: Random
    table: str = ""
    page: str = field(default="", repr=False)

    def look(self) -> str:
        """Look at the table. Returns its page."""
        self.page = self.visitor.get(self.table)
        return self.page

    @property
    def move(self) -> str:
        """The number of the move that the page shows."""
        return str(re.findall(r'name="number" value="(\d+\.\d+)"', self.page)[0])

    @property
    def news(self) -> str:
        """Where the page asks for news."""
        return str(re.findall(r'id="news-from" hidden data-url="([^"]+)"', self.page)[0])

    @property
    def is_over(self) -> bool:
        """Whether the page shows the end of the match."""
        return 'data-wait="over"' in self.page

    @property
    def may_act(self) -> bool:
        """Whether there is something to do on the page."""
        return not self.is_over and (" data-mine" in self.page or 'id="go-on"' in self.page)

    def has_news(self) -> bool:
        """Ask whether the table has changed since the page."""
        status = self.visitor.hear(self.visitor.send("GET", self.news)).status
        assert status in {200, 204}, status
        return status == 200

    def every(self, passed: float) -> float:
        """After how many seconds the page asks again that was made so many seconds ago, 0 for never."""
        [(age, steps)] = re.findall(r'data-age="(\d+)" data-steps="([^"]+)"', self.page)
        pairs = [tuple(map(int, step.split(":"))) for step in steps.split()]
        return max((since, every) for since, every in pairs if since <= int(age) + passed)[1] / 1000

    def look_for_news(self) -> None:
        """Fetch the page's fragment, as a browser does when there is news."""
        fresh = "&fresh" if 'name="fresh"' in self.page else ""
        asking = self.visitor.send("GET", f"{self.table}?since={self.move}{fresh}", fragment=True)
        self.page = self.visitor.hear(asking).text

    def act(self) -> None:
        """Do something that the page offers, as a browser does with scripts."""
        self.page = self.visitor.post(self.table, self.choose().fields, fragment=True).text

    def choose(self) -> Move:
        """Choose something that the page offers."""
        return moved(self.page, self.rng)

    def send(self, move: Move) -> Response:
        """Send what was chosen, and wait for the answer."""
        return self.visitor.post(self.table, move.fields, move.fragment)


def sit_down(visitors: list[Visitor], rng: Random, fields: Fields = SHORT) -> list[Guest]:
    """Let the first of some visitors make a table, and the others take its seats. Returns them at the table."""
    host, *others = visitors
    host.get("/games/people/new/")
    made = host.post("/games/people/new/", [("seats", str(len(visitors))), *fields])
    assert made.status == 302, made.text
    [invitation] = re.findall(r"/games/join/[\w-]+/", host.get(made.location))[:1]
    for other in others:
        other.get(invitation)
        taken = other.post(invitation, [])
        assert taken.status == 302, taken.text
    guests = [Guest(visitor, rng, taken.location) for visitor in visitors]
    for guest in guests:
        guest.look()
    return guests


def log_of(database: Database) -> list[tuple[int, str]]:
    """All that was done in the only game: the number of each action, and its text."""
    return database.rows("SELECT number, text FROM game_action ORDER BY number, id")
