"""Print what is lost when the server is killed: `python -m tests.benchmarks.kills [--moments 500]`.

At each moment two people have posted a form: an answer in a run, a card at a table, or a sign-up. Within the time that
such a post takes, one worker, both workers or the master is killed with SIGKILL. When it was the master, the rest of
its group follows, as with a service manager, and it is started again. Then each form is sent a second time, as somebody
does who saw no answer. What was acknowledged has to be in the database, and nothing may be there twice: otherwise the
program ends with status 1. The database is SQLite, or a new one on the PostgreSQL server of DATABASE_URL.
"""

import argparse
import os
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median

from tests.benchmarks.output import say
from tests.benchmarks.senders import Answerer, Newcomer, Player, Sender
from tests.server import Database, Site, empty_database, running

_WORKERS = 2
_MASTER = 10
"""Every tenth time the master is killed: a start takes seconds."""


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
        with running(Site(found, _WORKERS, errors=Path(data) / "errors", CRIB_HTTPS="1")) as site:
            senders = [kind(site, found, rng) for kind in (Answerer, Player, Newcomer)]
            for sender in [each for each in senders for _ in range(5)]:
                sender.post()
            turns = cycle([(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)])
            while kills.total() - kills[""] < moments:
                one, other = next(turns)
                kills[_interrupt(site, (senders[one], senders[other]), kills.total() + 1, rng)] += 1
        added_up = _is_added_up(found)
        told = [line for line in site.complaints() if "SIGKILL" not in line]
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
