"""What the site answers where no view does, whatever server runs it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError, connection
from django.test import Client

from crib_site import refusals
from crib_site.refusals import MOST_BYTES, Trouble
from tests.trainer.drills.samples import asked
from trainer.models import Attempt


class Unreadable:
    """A body that must not be read."""

    def read(self, *_size: int) -> bytes:
        """Fail."""
        raise AssertionError("the body was read")

    readline = read


@pytest.mark.parametrize(
    ("headers", "status", "words"),
    [
        ({"CONTENT_LENGTH": str(MOST_BYTES + 1)}, 413, "at most one megabyte"),
        ({"CONTENT_LENGTH": "9" * 5000}, 413, "at most one megabyte"),
        ({"CONTENT_LENGTH": "many"}, 400, "could not read"),
        ({"CONTENT_LENGTH": "-1"}, 400, "could not read"),
        ({"HTTP_TRANSFER_ENCODING": "chunked"}, 411, "Content-Length"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/games/open/", "/admin/login/", "/static/x", "/nowhere"])
def test_a_body_that_is_too_large_or_without_a_length(
    client: Client, path: str, headers: dict[str, str], status: int, words: str
) -> None:
    environ: Any = {**headers, "wsgi.input": Unreadable()}
    response = client.generic("POST", path, **environ)
    assert response.status_code == status
    assert words in response.text


@pytest.mark.django_db
def test_a_file_of_the_largest_size_is_kept_in_memory_only(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("a file was made")

    monkeypatch.setattr("tempfile.NamedTemporaryFile", refuse)
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    monkeypatch.setattr("django.core.files.uploadedfile.TemporaryUploadedFile.__init__", refuse)
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n' + b"5" * (MOST_BYTES - 100)
    body += b"\r\n--x--\r\n"
    response = client.post("/games/open/", body, content_type="multipart/form-data; boundary=x")
    assert response.status_code == 200
    assert 'role="alert"' in response.text


def full(folder: Path) -> None:
    """Write more than a database may hold."""
    with closing(sqlite3.connect(folder / "full")) as opened:
        opened.execute("PRAGMA max_page_count = 2")
        opened.execute("CREATE TABLE first (text)")
        opened.execute("CREATE TABLE second (text)")


def busy(folder: Path) -> None:
    """Write what another writes."""
    with (
        closing(sqlite3.connect(folder / "busy")) as one,
        closing(sqlite3.connect(folder / "busy", timeout=0)) as other,
    ):
        one.execute("BEGIN EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")


def away(folder: Path) -> None:
    """Open what is not there."""
    sqlite3.connect(folder / "nowhere" / "database")


def none(folder: Path) -> None:
    """Open what is no database."""
    (folder / "letter").write_text("no database " * 99)
    with closing(sqlite3.connect(folder / "letter")) as opened:
        opened.execute("SELECT * FROM anything")


def unmigrated(folder: Path) -> None:
    """Ask for a table that is not there."""
    with closing(sqlite3.connect(folder / "empty")) as opened:
        opened.execute("SELECT * FROM anything")


@pytest.mark.parametrize(
    ("work", "trouble"),
    [(full, Trouble.FULL), (busy, Trouble.BUSY), (away, Trouble.AWAY), (none, Trouble.AWAY), (unmigrated, None)],
)
def test_what_is_wrong_with_sqlite(tmp_path: Path, work: Callable[[Path], None], trouble: Trouble | None) -> None:
    with pytest.raises(sqlite3.Error) as raised:
        work(tmp_path)
    error = OperationalError()
    error.__cause__ = raised.value
    assert refusals.trouble_of(error) is trouble


@pytest.mark.parametrize(
    ("kind", "state", "trouble"),
    [
        (OperationalError, None, Trouble.AWAY),  # no connection, so no answer with a state
        (InterfaceError, None, Trouble.AWAY),
        (OperationalError, "57P01", Trouble.AWAY),
        (OperationalError, "53100", Trouble.FULL),
        (OperationalError, "53300", Trouble.BUSY),
        (OperationalError, "55P03", Trouble.BUSY),
        (OperationalError, "40P01", Trouble.BUSY),
        (DatabaseError, "42P01", None),
        (IntegrityError, "23505", None),
    ],
)
def test_what_is_wrong_with_postgresql(kind: type[Exception], state: str | None, trouble: Trouble | None) -> None:
    psycopg = pytest.importorskip("psycopg")
    cause = psycopg.Error()
    cause.sqlstate = state
    error = kind()
    error.__cause__ = cause
    assert refusals.trouble_of(error) is trouble


def test_other_errors_are_not_the_database_s() -> None:
    assert refusals.trouble_of(OSError(28, "No space left on device")) is None
    assert refusals.trouble_of(None) is None


@contextmanager
def locked() -> Iterator[None]:
    """Another program writes to the database and does not end, and this one waits for a tenth of a second only."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
            connection.ensure_connection()
            connection.connection.execute("PRAGMA busy_timeout = 100")
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
        return
    import psycopg

    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 100")
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("LOCK TABLE trainer_learner IN EXCLUSIVE MODE")
        yield
        other.rollback()


@pytest.mark.usefixtures("transactional_db")
def test_while_the_database_is_locked_an_answer_is_refused_in_words_and_not_kept() -> None:
    client = Client(raise_request_exception=False)
    address = asked()
    with locked():
        response = client.post(address, {"claim": "12"})
        by_htmx = client.post(address, {"claim": "12"}, headers={"HX-Request": "true"})
        assert client.get(address).status_code == 200, "reading goes on"
    assert (response.status_code, by_htmx.status_code) == (503, 503)
    assert int(response.headers["Retry-After"]) > 0
    for answer in (response, by_htmx):
        assert "The site is busy. What you sent was not kept: wait a moment, then send it again." in answer.text
    assert by_htmx.headers["Content-Type"].startswith("text/plain")
    assert not Attempt.objects.exists()
    assert client.post(address, {"claim": "12"}).status_code == 302
    assert Attempt.objects.get().answer == "12"
