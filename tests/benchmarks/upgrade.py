"""Print what an upgrade costs: `python -m tests.benchmarks.upgrade [ANSWERS] [--since COMMIT]`.

The code of a commit, from this repository, makes a database with so many answers, 100,000 unless told otherwise, and
with games played to their end: SQLite, or a new one on the PostgreSQL server that DATABASE_URL names. Then today's
`manage.py migrate` brings it up to date. Each row of each table has to be there with what it had, in the tables and
columns that there still are. Ends with status 1 otherwise.
"""

import argparse
import os
import sqlite3
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.benchmarks.output import say, say_figure
from tests.server import ROOT, Database, empty_database, environment

_SINCE = "9149791"
"""The last commit before the site had backups."""

_MOVED = {"django_session": "trainer_session"}
"""Tables whose rows are in another by now."""

_ALTERED = {("django_session", "expire_date")}
"""Columns that an upgrade may change: accounts' sessions end sooner."""

_FILL = """
import sys
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from tests.benchmarks import scale, table
call_command("migrate", verbosity=0)
(getattr(scale, "fill", None) or scale._fill)(500, int(sys.argv[1]))
settings.ALLOWED_HOSTS = ["testserver"]
plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
from importlib import import_module
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from trainer.models import Learner
for learner in Learner.objects.all():
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(learner.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = learner.get_session_auth_hash()
    session.create()
for seats, sides in table.TABLES:
    list(table.play(seats, sides, "instant", counting=False))
"""


def main() -> None:
    """Make the old database, upgrade it, and compare."""
    parser = argparse.ArgumentParser(description="Print what an upgrade costs.")
    parser.add_argument("answers", nargs="?", type=int, default=100_000, help="at least 500; by default 100,000")
    parser.add_argument("--since", default=_SINCE, help="the commit whose code makes the database")
    arguments = parser.parse_args()
    url = os.environ.get("DATABASE_URL", "")
    with TemporaryDirectory() as made, empty_database(Path(made) / "data", url) as database:
        extra = {"DATABASE_URL": database.url} if database.url else {}
        settings = environment(database.data, **extra, DJANGO_SETTINGS_MODULE="crib_site.settings")
        code = _code_of(arguments.since, Path(made) / "code")
        subprocess.run([sys.executable, "-c", _FILL, str(arguments.answers)], cwd=code, env=settings, check=True)
        with closing(_connected(database)) as opened:
            before = dict(_tables(opened))
            _remember(opened, before, Path(made) / "before.sqlite3")
        begun = time.perf_counter()
        subprocess.run([sys.executable, "manage.py", "migrate", "--no-input"], cwd=ROOT, env=settings, check=True)
        say_figure("upgrade", time.perf_counter() - begun, "s")
        with closing(_connected(database)) as opened:
            lost = sum(_compared(opened, before, Path(made) / "before.sqlite3"))
    say(f"{lost} rows lost or changed")
    sys.exit(bool(lost))


def _code_of(commit: str, folder: Path) -> Path:
    """Unpack the code of a commit."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _connected(database: Database) -> Any:
    """Return a connection of sqlite3 or of psycopg, used alike."""
    if database.url:
        import psycopg

        return psycopg.connect(database.url, autocommit=True)
    return sqlite3.connect(database.data / "crib.sqlite3", isolation_level=None)


def _tables(opened: Any) -> Iterator[tuple[str, set[str]]]:
    """Yield each table with its columns."""
    if isinstance(opened, sqlite3.Connection):
        query = (
            "SELECT m.name, c.name FROM main.sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
        )
    else:
        query = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    columns: dict[str, set[str]] = {}
    for table, column in opened.execute(query).fetchall():
        columns.setdefault(table, set()).add(column)
    yield from columns.items()


def _remember(opened: Any, tables: dict[str, set[str]], file: Path) -> None:
    """Copy the old tables: into a file for SQLite, into a schema for PostgreSQL."""
    if isinstance(opened, sqlite3.Connection):
        opened.execute("VACUUM INTO ?", (str(file),))
        return
    opened.execute("CREATE SCHEMA before")
    for table in tables:
        opened.execute(f'CREATE TABLE before."{table}" AS TABLE public."{table}"')


def _compared(opened: Any, before: dict[str, set[str]], file: Path) -> Iterator[int]:
    """Print the tables that there were, and yield how many rows of each are gone or not as they were."""
    today = "public"
    if isinstance(opened, sqlite3.Connection):
        today = "main"
        opened.execute("ATTACH ? AS before", (str(file),))
    after = dict(_tables(opened))
    for table, columns in sorted(before.items()):
        if table.startswith("sqlite_"):
            continue
        now = _MOVED.get(table, table)
        [(rows,)] = opened.execute(f'SELECT count(*) FROM before."{table}"').fetchall()
        if now not in after:
            say(f"{table}: {rows:,} rows, and the table is no more")
            continue
        gone = sorted(columns - after[now])
        same = sorted(column for column in columns & after[now] if (table, column) not in _ALTERED)
        kept = ", ".join(f'"{column}"' for column in same)
        missing = f'SELECT {kept} FROM before."{table}" EXCEPT SELECT {kept} FROM {today}."{now}"'
        [(lost,)] = opened.execute(f"SELECT count(*) FROM ({missing}) AS missing").fetchall()
        if rows:
            say(f"{table}: {rows:,} rows, {lost} lost{', without ' + ', '.join(gone) if gone else ''}")
        yield lost


if __name__ == "__main__":
    main()
