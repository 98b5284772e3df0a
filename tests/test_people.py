"""People at one table, and the whole server: two copies of it on one database, killed, and started again.

What is acknowledged is kept and what is sent twice is done once; nobody loses their seat, and everybody sees the same.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPException
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from tests.full import few
from tests.game.moves import is_stale
from tests.game.together.visitors import COUNTED, Guest, log_of, sit_down
from tests.proxies import HOST, SecureVisitor, proxy
from tests.server import Database, Site, empty_database, running
from tests.visitor import Visitor

pytestmark = pytest.mark.database

MOST = 500
"""More moves than a short game takes."""


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """An empty database of its own, since the server is another process than a test's transaction."""
    with empty_database(tmp_path, os.environ.get("DATABASE_URL", "")) as found:
        yield found


def play_on(guests: list[Guest], database: Database) -> bool:
    """Let somebody act who may, from the page they have, and see that the others hear of it and see it.

    Returns whether anybody could.
    """
    guest = next((guest for guest in guests if guest.may_act), None)
    if guest is None:
        return False
    before = log_of(database)
    response = guest.send(guest.choose())
    assert response.status in {200, 302}
    assert not is_stale(response)
    after = log_of(database)
    assert after[: len(before)] == before
    assert len(after) > len(before)
    for other in guests:
        assert other.has_news(), "the page is from before"
        other.look()
    assert len({other.move for other in guests}) == 1
    return True


# ---------------------------------------------------------------------------------------------------- two copies


class Balanced:
    """Copies of the site, one after the other for each connection, as a proxy shares them out."""

    def __init__(self, sites: list[Site]) -> None:
        """Begin with the first."""
        self._sites = cycle(sites)

    @property
    def port(self) -> int:
        """The port of the next copy."""
        return next(self._sites).port


@pytest.mark.parametrize("front", few(["each their own", "in turn", "nginx", "caddy"], "each their own"))
def test_moves_through_one_copy_of_the_site_are_seen_through_the_other(
    database: Database, tmp_path: Path, front: str
) -> None:
    """Each of two people comes through a copy of their own, or every request goes to the next, or where a proxy sends
    it."""
    if not database.url:
        pytest.skip("Several copies of the site need PostgreSQL.")
    secure = front in {"nginx", "caddy"}
    settings = {"CRIB_HTTPS": "1", "CRIB_HOSTS": HOST} if secure else {}
    settings["CRIB_SECRET_KEY"] = "k" * 50
    folders = [Database(tmp_path / name, database.url) for name in ("one", "other")]
    with ExitStack() as stack:
        copies = [
            stack.enter_context(running(Site(folder, 1, errors=tmp_path / "errors", **settings))) for folder in folders
        ]
        visitors: list[Visitor]
        match front:
            case "each their own":
                visitors = [Visitor(copy) for copy in copies]
            case "in turn":
                visitors = [Visitor(Balanced(copies)) for _ in range(2)]
            case _:
                try:
                    found = stack.enter_context(proxy(front, tmp_path, [copy.port for copy in copies]))
                except FileNotFoundError as missing:
                    pytest.skip(f"{missing} is not installed.")
                visitors = [SecureVisitor(found, Host=HOST, Referer=f"https://{HOST}/") for _ in range(2)]
        guests = sit_down(visitors, Random(17))
        moves = sum(play_on(guests, database) for _ in range(MOST))
    assert all(guest.is_over for guest in guests)
    assert moves > 20


# -------------------------------------------------------------------------------------------- killed and started


def end_outright(site: Site) -> None:
    """Kill the whole site, and start it again."""
    site.end()
    site.begin()


def end_in_peace(site: Site) -> None:
    """Stop the site as a service manager does, and start it again."""
    site.server.send_signal(signal.SIGTERM)
    site.server.wait(120)
    site.end()
    site.begin()


def kill_worker(site: Site) -> None:
    """Kill the worker, which its master replaces."""
    [worker] = site.workers()
    os.kill(worker, signal.SIGKILL)


def sent_into(end: Callable[[Site], None], site: Site, guest: Guest, database: Database) -> None:
    """Send a move, end the site meanwhile, and send the same form again, which does it only if it is not done yet."""
    before, move, answered = log_of(database), guest.choose(), False
    asking = guest.visitor.send("POST", guest.table, move.fields, move.fragment)
    end(site)
    with suppress(OSError, HTTPException):
        answered = guest.visitor.hear(asking).status in {200, 302}
    first = log_of(database)
    assert first[: len(before)] == before
    assert len(first) > len(before) or not answered
    response = guest.send(move)
    assert response.status in {200, 302}
    again = log_of(database)
    assert again[: len(first)] == first
    assert len(again) > len(before)
    assert again == first or len(first) == len(before), "it is not done twice"


QUICK = (kill_worker, end_outright)
ENDS = (*QUICK, end_in_peace) * 7


@pytest.mark.parametrize(("ends", "after"), few([(QUICK, 3), (ENDS, 50)], (QUICK, 3)))
def test_a_site_that_ends_in_the_middle_of_a_game_of_people_loses_and_doubles_nothing(
    database: Database, ends: Sequence[Callable[[Site], None]], after: int
) -> None:
    with running(Site(database)) as site:
        guests = sit_down([Visitor(site) for _ in range(2)], Random(17), COUNTED)
        for end in ends:
            for _ in range(2):
                play_on(guests, database)
            guest = next(guest for guest in guests if guest.may_act)
            sent_into(end, site, guest, database)
            assert [number for number, _text in log_of(database)] == list(range(len(log_of(database)))), "each once"
            for other in guests:
                assert other.has_news(), "an address from before the end is good after it"
                other.look()
            assert len({other.move for other in guests}) == 1
        moves = sum(play_on(guests, database) for _ in range(after))
    assert moves == after
