"""Print what a backup and a restore cost: `python -m tests.benchmarks.backup [ANSWERS] [--kills N]`.

A site on SQLite with ANSWERS, 100,000 unless told otherwise, is backed up while eight people answer. The backup is
restored into an empty folder, where every answer has to be that was acknowledged before the backup began. Then it is
restored over another site, N times, and killed each time, at moments spread around the end of a restore: the folder
has to hold the one site or the other, whole. Ends with status 1 if anything is lost.
"""

import argparse
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

from tests.benchmarks.output import say, say_figure
from tests.server import ROOT, Database, Site, environment, running
from tests.visitor import Visitor

_CLIENTS = 8
_WARM = 5.0
"""Seconds of answers before the backup begins, whose rate is compared."""

Answer = tuple[str, int]
"""The key of a run, and the number of the answer in it."""


def main() -> None:
    """Measure, and check that nothing is lost."""
    parser = argparse.ArgumentParser(description="Print what a backup and a restore cost.")
    parser.add_argument("answers", nargs="?", type=int, default=100_000, help="at least 500; by default 100,000")
    parser.add_argument("--kills", type=int, default=30, help="of a restore")
    arguments = parser.parse_args()
    with TemporaryDirectory() as made:
        folder = Path(made)
        _fill(folder / "site", arguments.answers)
        say_figure("database", (folder / "site" / "crib.sqlite3").stat().st_size / 1e6, "MB")
        lost = _backed_up(folder)
        lost += _killed(folder, arguments.kills)
    sys.exit(bool(lost))


def _manage(data: Path, *arguments: str) -> float:
    """Run a command of manage.py, and return how many seconds it took."""
    begun = time.perf_counter()
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, cwd=ROOT, env=environment(data), check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def _fill(data: Path, answers: int) -> None:
    """Make a site with so many answers. Django, in this process, knows this site only."""
    os.environ["CRIB_DATA"], os.environ["DJANGO_SETTINGS_MODULE"] = str(data), "crib_site.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    from tests.benchmarks.scale import fill

    call_command("migrate", verbosity=0)
    fill(500, answers)
    connections.close_all()


# ----------------------------------------------------------------------------------------------------------- backup


def _practise(site: Site, answered: list[Answer], done: Event) -> None:
    """Answer one question after another, and note each answer that the site acknowledged."""
    from tests.benchmarks.students import number_of, run_of

    visitor = Visitor(site)
    page = visitor.hear(visitor.send("GET", visitor.hear(visitor.send("GET", "/drills/count/start/")).location)).text
    while not done.is_set():
        run, [(_name, number)] = run_of(page), number_of(page)
        page = visitor.post(run, [("number", number), ("claim", "8"), ("answer", "1")], fragment=True).text
        if 'id="verdict"' not in page:
            raise RuntimeError(page[:500])
        run = run_of(page)  # the first answer makes the run
        answered.append((run.split("/")[2], int(number)))
        page = visitor.post(run, [*number_of(page), ("next", "1")], fragment=True).text


def _backed_up(folder: Path) -> int:
    """Back up a busy site, restore it elsewhere, and return how many acknowledged answers are lost."""
    answered: list[Answer] = []
    done = Event()
    with running(Site(Database(folder / "site"), workers=None)) as site:
        people = [Thread(target=_practise, args=(site, answered, done)) for _ in range(_CLIENTS)]
        for each in people:
            each.start()
        time.sleep(_WARM)
        before = set(answered)
        taken = _manage(folder / "site", "backup", str(folder / "crib.tar.gz"))
        meanwhile = len(answered) - len(before)
        done.set()
        for each in people:
            each.join()
    say_figure("backup, compressed, while eight people answer", taken, "s")
    say_figure("its size", (folder / "crib.tar.gz").stat().st_size / 1e6, "MB")
    say_figure("answers a second before it", len(before) / _WARM, "")
    say_figure("answers a second during it", meanwhile / taken, "")
    say_figure("backup, plain, of the idle site", _manage(folder / "site", "backup", str(folder / "crib.tar")), "s")
    say_figure("restore, compressed", _manage(folder / "restored", "restore", str(folder / "crib.tar.gz")), "s")
    kept = set(
        _rows(
            folder / "restored", "SELECT r.key, a.number FROM trainer_attempt a JOIN trainer_run r ON r.id = a.run_id"
        )
    )
    lost = len(before - kept)
    say(f"{len(before):,} answers acknowledged before the backup began, {lost} of them lost")
    return lost


def _rows(data: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(data / "crib.sqlite3")) as opened:
        return opened.execute(query).fetchall()


# ------------------------------------------------------------------------------------------------------------ kills


def _whole(data: Path) -> tuple[bytes, int]:
    """The key and the number of answers of a site whose database is sound."""
    if _rows(data, "PRAGMA integrity_check") != [("ok",)]:
        raise RuntimeError("the database is damaged")
    [(answers,)] = _rows(data, "SELECT count(*) FROM trainer_attempt")
    return (data / "secret_key").read_bytes(), int(answers)


def _killed(folder: Path, kills: int) -> int:
    """Kill a restore over another site so often. Return how often the folder held neither site, whole."""
    other, data = folder / "other", folder / "data"
    _manage(other, "migrate", "--verbosity=0")
    shutil.copytree(other, data)
    restore = [sys.executable, "manage.py", "restore", str(folder / "crib.tar")]
    took = _manage(data, *restore[2:])
    sites = {_whole(other): "old", _whole(data): "new"}
    found = dict.fromkeys(["old", "new", "neither"], 0)
    for kill in range(kills):
        shutil.rmtree(data)
        shutil.copytree(other, data)
        with subprocess.Popen(restore, cwd=ROOT, env=environment(data), stdout=subprocess.DEVNULL) as restoring:
            time.sleep(took * (0.4 + kill / kills))
            restoring.kill()
        subprocess.run([sys.executable, "-c", "import crib_site.settings"], cwd=ROOT, env=environment(data), check=True)
        found[sites.get(_whole(data), "neither")] += 1
    say(
        f"{kills} restores killed: left the old site {found['old']}, the new {found['new']}, neither {found['neither']}"
    )
    return found["neither"]


if __name__ == "__main__":
    main()
