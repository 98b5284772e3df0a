"""The probes: whether the process answers, and whether the site can work."""

import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from django.db import OperationalError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from tests.test_site import setting


@pytest.fixture
def https(settings: Any, tmp_path: Path) -> None:
    """A site that redirects to HTTPS and answers to one name only."""
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_REDIRECT_EXEMPT = setting(tmp_path, "SECURE_REDIRECT_EXEMPT", CRIB_HTTPS="1")
    settings.ALLOWED_HOSTS = ["crib.example.org"]
    settings.DATA = tmp_path


@pytest.mark.usefixtures("https")
def test_a_process_is_alive_without_a_database_and_under_any_name() -> None:
    """Without the mark of the database, a test that asks it fails."""
    response = Client().get("/livez", headers={"host": "10.0.0.7:8000"})
    assert (response.status_code, response.json()) == (200, {"ok": True, "faults": []})
    assert response.headers["Cache-Control"] == "no-store"
    assert not response.cookies


@pytest.mark.usefixtures("https", "transactional_db")
class TestReadiness:
    """`/readyz`"""

    def faults(self) -> list[str]:
        """What it says, by a process that has just started."""
        response = Client().get("/readyz", headers={"host": "10.0.0.7:8000"})
        told = response.json()
        assert response.status_code == (503 if told["faults"] else 200)
        assert told["ok"] is not bool(told["faults"])
        return list(told["faults"])

    def test_a_site_that_can_work(self) -> None:
        assert self.faults() == []

    def test_a_migration_that_is_pending_until_it_is_made(self) -> None:
        applied = MigrationRecorder.Migration.objects.filter(app="sessions").latest("pk")
        MigrationRecorder(connection).record_unapplied("sessions", applied.name)
        client = Client()
        try:
            assert client.get("/readyz").json()["faults"] == ["migrations"]
        finally:
            MigrationRecorder(connection).record_applied("sessions", applied.name)
        assert client.get("/readyz").json()["faults"] == []

    def test_a_folder_that_cannot_be_written(self, settings: Any, tmp_path: Path) -> None:
        settings.DATA = tmp_path / "gone"
        assert self.faults() == ["folder"]

    def test_a_database_that_is_gone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_arguments: object) -> None:
            raise OperationalError

        with monkeypatch.context() as patch:
            patch.setattr(type(connections["default"]), "get_new_connection", refuse)
            assert self.faults() == ["database"]

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no lock on all of it.")
    def test_a_database_that_is_locked_is_told_within_two_seconds(self) -> None:
        with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began = monotonic()
            client = Client()
            assert client.get("/readyz").json()["faults"] == ["timeout"]
            assert client.get("/readyz").json()["faults"] == ["timeout"], "without a second thread"
            assert monotonic() - began < 2
            other.execute("ROLLBACK")
        while client.get("/readyz").json()["faults"]:  # until the first look is over
            assert monotonic() - began < 30
