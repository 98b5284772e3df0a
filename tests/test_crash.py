"""Killed in the middle of a move: no accepted action is lost, none is doubled.

The real site is played over HTTP with the forms of its pages, and killed with SIGKILL at random moments. What it kept
is read from the database by a connection of the test's own.
"""

import json
import os
import re
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, sleep

import pytest

from game.engine.play import Counting, Dealing, NextGame, Over, Pegging, State, apply, start
from game.engine.record import read_action, read_rules
from tests.full import few
from tests.game.moves import Move, is_stale, moved
from tests.server import Database, Site, empty_database, running
from tests.visitor import Visitor

EVERY = 5
"""Every fifth time the whole site is killed and started anew; at the others its worker, which its master replaces. With
one worker nobody else has the database open, so that for the database both are the same; a start takes longer."""

BETWEEN = 0.3
"""How often a move is killed: a game and the beginning of the next take 50 kills."""

BEYOND = 1.5
"""The latest moment to kill, in times that a move takes here: one in three should be answered by then."""

TRIES = 50
"""How many kills at one moment bring what was to come of it, however slow the machine."""
MOVES = 500
"""More moves than a deal takes."""

Line = tuple[int, int, str]
"""A line of the log: the game's number in the match, the action's number in the game, and the action's text."""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """An empty database of its own, since the server is another process than a test's transaction."""
    with empty_database(tmp_path, os.environ.get("DATABASE_URL", "")) as found:
        yield found


def all_actions(database: Database) -> list[Line]:
    """All that was done in all games of the only match."""
    return database.rows(
        "SELECT game.number, action.number, action.text FROM game_action action"
        " JOIN game_game game ON game.id = action.game_id ORDER BY game.number, action.number, action.id"
    )


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
        self.log = all_actions(self.database)

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
        log = all_actions(self.database)
        assert self.is_done(move, log)
        self.log = log

    def crash(self, moment: float, outright: bool) -> None:
        """Kill the site in the middle of a move, so many seconds after it was sent; then send the same form again.

        It was done if its answer had come. If it was done the form is stale now, and if it was not it is done now.
        """
        move = self.choose()
        answered = self._interrupted(move, moment, outright)
        self.page()
        log = all_actions(self.database)
        done = self.is_done(move, log)
        assert done or not answered
        self.check_time()
        self.outcomes["answered" if answered else "done" if done else "not done"] += 1
        response = self.visitor.post(self.url, move.fields, move.fragment)
        after = all_actions(self.database)
        assert self.is_done(move, after)
        if done:
            assert is_stale(response)
            assert after == log
        elif not self.database.url:  # PostgreSQL may carry out a commit of the dead after the page was looked at
            assert not is_stale(response)
        self.log = after

    def kill_until(self, moment: float, *wanted: str) -> None:
        """Kill at this moment until one of these outcomes has been seen, as it must be before long."""
        for _ in range(TRIES):
            if any(self.outcomes[outcome] for outcome in wanted):
                return
            self.crash(moment, outright=False)
        raise AssertionError(wanted)

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
            assert not is_stale(response)
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

    def snapshots(self) -> list[int]:
        """The numbers of the actions before which the game is stored."""
        return self.database.column("SELECT number FROM game_snapshot ORDER BY game_id, number")

    def check(self) -> None:
        """The log is whole and legal from the first line to the last; the accounts say what it says, and each deal but
        the first has the snapshot with which it began."""
        [text] = self.database.column("SELECT rules FROM game_match")
        state: State = start(read_rules(text))
        games, begun = 0, list[int]()
        for place, (game, number, text) in enumerate(self.log):
            if isinstance(state, Dealing) and state.table.deal > 1:
                begun.append(number)
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
        assert self.snapshots() == begun
        own = "SELECT hands FROM game_luck WHERE people AND learner_id IS NOT NULL"
        assert self.database.column(own) == [self.deals()]


@pytest.mark.database
@pytest.mark.parametrize("kills", few([8, 50], 8))
def test_killed_in_the_middle_of_a_move_the_site_loses_and_doubles_nothing(database: Database, kills: int) -> None:
    """Before, in and after the transaction: at random moves, at moments spread over the time that a move takes."""
    rng = Random(31)
    moments = [BEYOND * step / kills for step in range(kills)]
    rng.shuffle(moments)
    with running(Site(database)) as site:
        match = Crashes(site, database, rng)
        for _ in range(5):
            match.move()
        for kill, moment in enumerate(moments):
            while rng.random() > BETWEEN:
                match.move()
            match.crash(moment * median(match.taken[-20:]), outright=kill % EVERY == 0)
        # Where the machine was quicker or slower than before, moments were none.
        match.kill_until(0, "not done")
        match.kill_until(2 * BEYOND * max(match.taken), "answered", "done")
        for _ in range(MOVES):
            if match.snapshots():
                break
            match.move()
        assert match.snapshots()
        match.check()
