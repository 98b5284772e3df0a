"""Killed in the middle of a move: no accepted action is lost, none is doubled.

The real site is played over HTTP with the forms of its pages, and killed with SIGKILL at random moments. What it kept
is read from the database by a connection of the test's own.
"""

import json
import os
import re
import select
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlencode

import pytest

from game.engine.play import Counting, Dealing, NextGame, Over, Pegging, State, apply, start
from game.engine.record import read_action, read_rules
from tests.full import few
from tests.test_site import ROOT, environment, free_port

EVERY = 5
"""Every fifth time the whole site is killed and started anew; at the others its worker, which its master replaces. With
one worker nobody else has the database open, so that for the database both are the same; a start takes longer."""

BETWEEN = 0.3
"""How often a move is killed: a game and the beginning of the next take 50 kills."""

BEYOND = 1.5
"""The latest moment to kill, in times that a move takes here: one in three should be answered by then."""

Fields = list[tuple[str, str]]
Line = tuple[int, int, str]
"""A line of the log: the game's number in the match, the action's number in the game, and the action's text."""


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

    def log(self) -> list[Line]:
        """All that was done in all games of the only match."""
        return self.rows(
            "SELECT game.number, action.number, action.text FROM game_action action"
            " JOIN game_game game ON game.id = action.game_id ORDER BY game.number, action.number, action.id"
        )

    def column(self, query: str) -> list[Any]:
        """The values of a query that gives one a row."""
        return [value for (value,) in self.rows(query)]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """An empty database of its own, since the server is another process than a test's transaction."""
    url = os.environ.get("DATABASE_URL", "")
    if not url:
        yield Database(tmp_path)
        return
    import psycopg

    name = f"crib_crash_{os.urandom(4).hex()}"  # `secrets` gives every test the same each time
    with psycopg.connect(url, autocommit=True) as server:
        try:
            server.execute(f"CREATE DATABASE {name}".encode())
            yield Database(tmp_path, re.sub(r"^(\w+://[^/]*/)[^?]*", rf"\g<1>{name}", url))
        finally:
            server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())


# --------------------------------------------------------------------------------------------------------- the site


class Site:
    """The site, started with `manage.py serve` in a process group of its own, each time on another port."""

    def __init__(self, database: Database) -> None:
        extra = {"DATABASE_URL": database.url} if database.url else {}
        self.environment = environment(database.data, **extra)

    def begin(self) -> None:
        """Start it, and wait until it says that it is open."""
        self.port = free_port()
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port), "--workers", "1"]
        self.server = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, start_new_session=True
        )
        assert self.server.stdout is not None
        ready, _, _ = select.select([self.server.stdout], [], [], 60)
        assert ready
        assert str(self.port).encode() in self.server.stdout.readline()

    def end(self) -> None:
        """Kill all of it, and see it dead."""
        if self.server.poll() is None:
            os.killpg(self.server.pid, signal.SIGKILL)
        self.server.wait(30)
        assert self.server.stdout is not None
        self.server.stdout.close()

    def workers(self) -> list[int]:
        """The processes that serve, children of the one that was started."""
        told = subprocess.check_output(["ps", "-A", "-o", "pid=", "-o", "ppid="], text=True)
        pairs = (map(int, line.split()) for line in told.splitlines())
        return [process for process, parent in pairs if parent == self.server.pid]


@contextmanager
def serving(database: Database) -> Iterator[Site]:
    """The site at work, gone at the end."""
    site = Site(database)
    try:
        site.begin()
        yield site
    finally:
        site.end()


@dataclass(frozen=True)
class Response:
    """What the site answered."""

    status: int
    text: str
    location: str

    @property
    def stale(self) -> bool:
        """Whether it is the table as it stands, with a sentence that says why nothing was done."""
        return self.status == 200 and "The table had moved on already" in self.text


class Visitor:
    """Somebody before a browser without JavaScript, or with it: keeps cookies, and sends the forms of pages."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookies: dict[str, str] = {}

    def send(self, method: str, path: str, fields: Fields | None = None, fragment: bool = False) -> HTTPConnection:
        """Send a request, and do not wait for the answer."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode([*fields, ("csrfmiddlewaretoken", self.cookies["csrftoken"])])
        if fragment:
            headers["HX-Request"] = "true"
        asking = HTTPConnection("127.0.0.1", self.site.port, timeout=60)
        asking.request(method, path, body, headers)
        return asking

    def hear(self, asking: HTTPConnection) -> Response:
        """The whole answer. Raises OSError or HTTPException when it does not come or breaks off."""
        with closing(asking):
            answer = asking.getresponse()
            text = answer.read().decode()
            for header in answer.headers.get_all("Set-Cookie", []):
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
            return Response(answer.status, text, answer.headers.get("Location", ""))

    def get(self, path: str) -> str:
        """A page."""
        response = self.hear(self.send("GET", path))
        assert response.status == 200, response
        return response.text

    def post(self, path: str, fields: Fields, fragment: bool = False) -> Response:
        """Send a form."""
        return self.hear(self.send("POST", path, fields, fragment))


# --------------------------------------------------------------------------------------------------------- the moves


@dataclass(frozen=True)
class Move:
    """A form, sent as a page or as a fragment, and the action that it stands for; None where others act."""

    number: int
    fields: Fields
    text: str | None
    fragment: bool


def moved(page: str, rng: Random) -> Move:
    """Something at random that the page lets its player do."""
    place, number = re.findall(r'name="number" value="(\d+\.(\d+))"', page)[0]
    fields, text = _chosen(page, rng)
    return Move(int(number), [("number", place), *fields], text, rng.random() < 0.5)


def _chosen(page: str, rng: Random) -> tuple[Fields, str | None]:
    if 'id="go-on"' in page:
        return [("say", "next")], None
    if cut := re.search(r'id="place"[^>]* min="(\d+)" max="(\d+)"', page):
        place = rng.randint(int(cut[1]), int(cut[2]))
        return [("say", str(place))], f"1 cuts {place - 1}"
    if away := re.search(r'id="discard" data-away="(\d)"', page):
        cards = rng.sample(re.findall(r'id="card-(\w+)"', page), int(away[1]))
        return [("say", card) for card in cards], f"1 discards {' '.join(cards)}"
    if 'id="call"' in page or 'id="claim"' in page:
        return _counted(page, rng)
    assert 'data-phase="pegging"' in page
    playable = re.findall(r'id="card-(\w+)"(?![^>]*aria-disabled)', page)
    if not playable:
        return [("say", "go")], "1 says go"
    card = rng.choice(playable)
    return [("say", card)], f"1 plays {card}"


def _counted(page: str, rng: Random) -> tuple[Fields, str]:
    """Any number will do: a wrong count is wrong, not illegal."""
    points = rng.randrange(13)
    if 'id="claim"' in page:
        return [("say", str(points))], f"1 claims {points}"
    if rng.random() < 0.5:
        return [("say", "pass")], "1 passes"
    return [("points", str(points))], f"1 calls {points}"


# ---------------------------------------------------------------------------------------------------------- the test


@dataclass
class Crashes:
    """A match that is played while the site is killed, and all that the log was known to hold."""

    site: Site
    database: Database
    rng: Random
    log: list[Line] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.visitor = Visitor(self.site)
        self.visitor.get("/games/new/")
        begun = self.visitor.post("/games/new/", [("preset", "tournament"), ("level", "casual")])
        assert begun.status == 302
        self.url = begun.location
        self.log = self.database.log()

    def page(self) -> str:
        """The table. It never waits for what should have been done in one piece with what was done."""
        page = self.visitor.get(self.url)
        wait = re.findall(r'data-wait="(\w+)"', page)
        assert wait in (["person"], ["press"], ["pause"]), wait
        return page

    def choose(self) -> Move:
        """The next move, at a pace that may change with a deal: how much one request writes hangs on it."""
        page = self.page()
        if 'data-phase="dealing"' in page:
            pace = self.rng.choice(("normal", "fast", "instant"))
            assert self.visitor.post(f"{self.url}habits/", [("pace", pace)]).status == 302
            page = self.page()
        return moved(page, self.rng)

    def is_done(self, move: Move, log: list[Line]) -> bool:
        """Whether the log has grown by the move. What it held it still holds, and whatever is new begins with it."""
        assert log[: len(self.log)] == self.log
        if len(log) == len(self.log):
            return False
        game, number, text = log[len(self.log)]
        assert number == (move.number if game == self.log[-1][0] else 0)
        assert move.text in {text, None}
        return True

    def move(self) -> None:
        """Make a move that nobody disturbs."""
        move = self.choose()
        begun = perf_counter()
        response = self.visitor.post(self.url, move.fields, move.fragment)
        self.taken.append(perf_counter() - begun)
        assert response.status == (200 if move.fragment else 302)
        log = self.database.log()
        assert self.is_done(move, log)
        self.log = log

    def crash(self, moment: float, outright: bool) -> None:
        """Kill the site in the middle of a move, so many seconds after it was sent; then send the same form again.

        It was done if its answer had come. If it was done the form is stale now, and if it was not it is done now.
        """
        move = self.choose()
        answered = self._interrupted(move, moment, outright)
        self.page()
        log = self.database.log()
        done = self.is_done(move, log)
        assert done or not answered
        self.check_time()
        self.outcomes["answered" if answered else "done" if done else "not done"] += 1
        response = self.visitor.post(self.url, move.fields, move.fragment)
        after = self.database.log()
        assert self.is_done(move, after)
        if done:
            assert response.stale
            assert after == log
        elif not self.database.url:  # PostgreSQL may carry out a commit of the dead after the page was looked at
            assert not response.stale
        self.log = after

    def _interrupted(self, move: Move, moment: float, outright: bool) -> bool:
        """Whether the answer came all the same."""
        workers = self.site.workers()
        assert len(workers) == 1
        asking = self.visitor.send("POST", self.url, move.fields, move.fragment)
        sleep(moment)
        if outright:
            self.site.end()
        else:
            os.kill(workers[0], signal.SIGKILL)
        answered = False
        with suppress(OSError, HTTPException):
            response = self.visitor.hear(asking)
            assert response.status == (200 if move.fragment else 302)
            assert not response.stale
            answered = True
        if outright:
            self.site.begin()
        return answered

    def check_time(self) -> None:
        """The match and its log, written in one transaction, were last written at one time."""
        query = "SELECT played_at = (SELECT max(at) FROM game_action) FROM game_match"
        assert self.database.column(query) == [True]

    def deals(self) -> int:
        """How many deals were played to their end, by the log."""
        [text] = self.database.column("SELECT rules FROM game_match")
        before: State = start(read_rules(text))
        deals = 0
        for place, (game, _number, text) in enumerate(self.log):
            if place and game != self.log[place - 1][0]:
                before = apply(before, NextGame())
            after = apply(before, read_action(text))
            deals += isinstance(before, Counting | Pegging) and isinstance(after, Dealing | Over)
            before = after
        return deals

    def check(self) -> None:
        """The log is whole and legal from the first line to the last, and the accounts say what it says."""
        [text] = self.database.column("SELECT rules FROM game_match")
        state: State = start(read_rules(text))
        games = 0
        for place, (game, number, text) in enumerate(self.log):
            if place and game != self.log[place - 1][0]:
                assert (game, number) == (self.log[place - 1][0] + 1, 0)
                state = apply(state, NextGame())
            else:
                assert number == (place and self.log[place - 1][1] + 1)
            state = apply(state, read_action(text))
            games += isinstance(state, Over)
        [summary] = self.database.column("SELECT summary FROM game_match")
        summary = json.loads(summary) if isinstance(summary, str) else summary
        assert (summary["game"], summary["deal"]) == (self.log[-1][0], state.table.deal)
        assert tuple(summary["scores"]) == state.table.scores
        assert self.database.column("SELECT games FROM game_result") == [games]
        own = "SELECT hands FROM game_luck WHERE people AND learner_id IS NOT NULL"
        assert self.database.column(own) == [self.deals()]


@pytest.mark.database
@pytest.mark.parametrize("kills", few([8, 50], 8))
def test_killed_in_the_middle_of_a_move_the_site_loses_and_doubles_nothing(database: Database, kills: int) -> None:
    """Before, in and after the transaction: at random moves, at moments spread over the time that a move takes."""
    rng = Random(31)
    moments = [BEYOND * step / kills for step in range(kills)]
    rng.shuffle(moments)
    with serving(database) as site:
        match = Crashes(site, database, rng)
        for _ in range(5):
            match.move()
        for kill, moment in enumerate(moments):
            while rng.random() > BETWEEN:
                match.move()
            match.crash(moment * median(match.taken[-20:]), outright=kill % EVERY == 0)
        while not match.deals():
            match.move()
        match.check()
    # Otherwise the moments were none.
    assert match.outcomes["not done"]
    assert match.outcomes["answered"] + match.outcomes["done"]
