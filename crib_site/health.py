"""Probes for whatever watches the site: `/livez` says that a worker answers, `/readyz` that it can work.

Both are answered before anything else looks at the request: they need no known host, no HTTPS and no session.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from django.conf import settings
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse

ALIVE = "/livez"
READY = "/readyz"
SECONDS = 1.5
"""How long `/readyz` waits for the database and the disk."""


def probes(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that answers the probes."""
    readiness = _Readiness()

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info == ALIVE:
            return _answer([])
        if request.path_info == READY:
            return _answer(readiness.faults())
        return respond(request)

    return middleware


def _answer(faults: list[str]) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return JsonResponse({"ok": not faults, "faults": faults}, status=503 if faults else 200, headers=headers)


class _Readiness:
    """Whether the site can work, found out in a thread: a database or a disk that hangs cannot be interrupted."""

    def __init__(self) -> None:
        self._thread = Thread()
        self._migrated = False

    def faults(self) -> list[str]:
        """Return what fails: "database", "migrations", "folder"; or "timeout" if that took too long to find out."""
        if self._thread.is_alive():  # the last look still hangs
            return ["timeout"]
        found: SimpleQueue[list[str]] = SimpleQueue()
        self._thread = Thread(target=lambda: found.put([*self._database_faults(), *_folder_faults()]), daemon=True)
        self._thread.start()
        try:
            return found.get(timeout=SECONDS)
        except Empty:
            return ["timeout"]

    def _database_faults(self) -> list[str]:
        """Look at the database by a connection of this thread's own."""
        try:
            if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
                return ["database"]  # which connecting would create
            with transaction.atomic(), connection.cursor() as cursor:  # on SQLite this takes the lock for writing
                cursor.execute("SELECT 1")
            if not self._migrated:
                executor = MigrationExecutor(connection)
                self._migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError:
            return ["database"]
        else:
            return [] if self._migrated else ["migrations"]
        finally:
            connections.close_all()


def _folder_faults() -> list[str]:
    """Write a byte to the data folder."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA, buffering=0) as file:
            file.write(b".")
    except OSError:
        return ["folder"]
    return []
