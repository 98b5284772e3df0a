"""`manage.py backup` and `restore`: everything in one file, whole or not at all, and back again."""

import io
import json
import sqlite3
import stat
import tarfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from crib_site import backups, running
from crib_site.version import VERSION
from tests.test_site import setting

MADE = {"made_at": "2026-11-22T14:00:00+00:00", "version": "0.1.0"}


class Killed(BaseException):
    """The process was killed here."""


def database(path: Path, word: str) -> Path:
    """A database in WAL mode that holds a word."""
    with closing(sqlite3.connect(path)) as opened:
        opened.executescript("PRAGMA journal_mode=WAL; CREATE TABLE words (word)")
        opened.execute("INSERT INTO words VALUES (?)", (word,))
        opened.commit()
    return path


def word_in(path: Path) -> str:
    """The word that a database holds."""
    with closing(sqlite3.connect(path)) as opened:
        return str(opened.execute("SELECT word FROM words").fetchone()[0])


def data_folder(path: Path, word: str) -> Path:
    """A data folder whose database and key hold a word."""
    path.mkdir(mode=0o700)
    database(path / "crib.sqlite3", word)
    (path / "secret_key").write_text(f"key of {word}")
    return path


def holds(folder: Path) -> tuple[str, str]:
    """What the database and the key of a folder hold."""
    return word_in(folder / "crib.sqlite3"), (folder / "secret_key").read_text()


def backup_of(word: str, file: Path, migrations: tuple[str, ...] = ()) -> Path:
    """A backup of a folder whose database and key hold a word."""
    folder = data_folder(file.parent / f"packed into {file.name}", word)
    backups.copy_database(folder / "crib.sqlite3", folder / "copy")
    (folder / "copy").replace(folder / "crib.sqlite3")
    backups.pack(folder, file, migrations=migrations, **MADE)
    return file


@pytest.fixture
def data(tmp_path: Path, settings: Any) -> Path:
    """The data folder of a site on SQLite, which holds the word "old"."""
    folder = data_folder(tmp_path / "data", "old")
    settings.DATA = folder
    return folder


@pytest.fixture
def _sqlite() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("The database is not in the data folder.")


# ------------------------------------------------------------------------------------------------------------ backup


@pytest.mark.django_db
@pytest.mark.usefixtures("_sqlite")
@pytest.mark.parametrize("name", ["crib.tar", "crib.tar.gz"])
def test_a_backup_is_one_file_that_only_its_owner_reads(tmp_path: Path, settings: Any, name: str, capsys: Any) -> None:
    file = tmp_path / name
    call_command("backup", str(file))
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert str(file) in capsys.readouterr().out
    with tarfile.open(file, "r:gz" if name.endswith("gz") else "r:") as archive:
        assert archive.getnames() == ["backup.json", "secret_key", "crib.sqlite3"]
    folder = tmp_path / "unpacked"
    folder.mkdir()
    contents = backups.unpack(file, folder)
    assert contents.version == VERSION
    assert "trainer.0001_initial" in contents.migrations
    assert (folder / "secret_key").read_text() == settings.SECRET_KEY
    backups.check_database(folder / "crib.sqlite3")


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'postgresql'")
def test_with_postgresql_a_backup_has_the_key_and_names_the_command_for_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    for name, value in {"PASSWORD": "fifteen two", "HOST": "db", "PORT": 5433, "USER": "me"}.items():
        monkeypatch.setitem(connection.settings_dict, name, value)
    call_command("backup", str(tmp_path / "a b.tar"))
    told = capsys.readouterr().out
    assert f"pg_dump --format=custom '--file={tmp_path}/a b.tar.dump' --host=db --port=5433 --username=me " in told
    assert "fifteen" not in told
    with tarfile.open(tmp_path / "a b.tar") as archive:
        assert archive.getnames() == ["backup.json", "secret_key"]


def test_a_copy_is_whole_while_another_connection_writes(tmp_path: Path) -> None:
    source = database(tmp_path / "source", "kept")
    with closing(sqlite3.connect(source)) as writer:
        writer.execute("INSERT INTO words VALUES ('not yet')")  # and no commit
        backups.copy_database(source, tmp_path / "copy")
        writer.commit()
    with closing(sqlite3.connect(tmp_path / "copy")) as opened:
        assert opened.execute("SELECT word FROM words").fetchall() == [("kept",)]


def test_a_damaged_database_is_not_backed_up(tmp_path: Path) -> None:
    source = database(tmp_path / "source", "x" * 100_000)
    raw = bytearray(source.read_bytes())
    raw[5000:] = bytes(len(raw) - 5000)
    source.write_bytes(raw)
    with pytest.raises(backups.BadDatabase):
        backups.copy_database(source, tmp_path / "copy")


@pytest.mark.django_db
@pytest.mark.usefixtures("_sqlite")
class TestRefusedBackup:
    """One sentence, a status, and no file."""

    @staticmethod
    def refusal(file: Path) -> CommandError:
        """The error of a backup to a file."""
        with pytest.raises(CommandError) as raised:
            call_command("backup", str(file))
        return raised.value

    def test_no_file_is_overwritten(self, tmp_path: Path) -> None:
        file = tmp_path / "crib.tar"
        file.write_text("the backup of yesterday")
        error = self.refusal(file)
        assert (error.returncode, "exists already" in str(error)) == (2, True)
        assert file.read_text() == "the backup of yesterday"

    def test_a_folder_that_is_missing(self, tmp_path: Path) -> None:
        error = self.refusal(tmp_path / "none" / "crib.tar")
        assert (error.returncode, str(error)) == (2, f"There is no folder {tmp_path}/none.")

    def test_a_disk_that_is_full(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(_path: Path) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(backups, "sync", full)
        error = self.refusal(tmp_path / "crib.tar")
        assert (error.returncode, "No space left" in str(error)) == (1, True)
        assert list(tmp_path.iterdir()) == []

    def test_a_database_that_was_never_made(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(connection.settings_dict, "NAME", tmp_path / "crib.sqlite3")
        error = self.refusal(tmp_path / "crib.tar")
        assert (error.returncode, "unable to open" in str(error)) == (1, True)
        assert list(tmp_path.iterdir()) == []


# ----------------------------------------------------------------------------------------------------------- restore


@pytest.mark.usefixtures("_sqlite")
class TestRestore:
    """The backup is in place, the old is aside; or nothing has changed."""

    def test_it_takes_the_place_of_what_was_there(self, data: Path, tmp_path: Path, capsys: Any) -> None:
        call_command("restore", str(backup_of("new", tmp_path / "crib.tar.gz")))
        assert holds(data) == ("new", "key of new")
        [aside] = data.glob("before-restore-*")
        assert holds(aside) == ("old", "key of old")
        assert {path.name for path in data.iterdir()} == {"crib.sqlite3", "secret_key", "lock", aside.name}
        assert stat.S_IMODE((data / "crib.sqlite3").stat().st_mode) == 0o600
        told = capsys.readouterr().out
        assert all(part in told for part in (MADE["made_at"], str(aside), "manage.py serve"))

    def test_it_replaces_a_damaged_database_with_its_log(self, data: Path, tmp_path: Path) -> None:
        (data / "crib.sqlite3").write_bytes(b"nothing of a database" * 500)
        (data / "crib.sqlite3-wal").write_bytes(b"nothing of a log")
        call_command("restore", str(backup_of("new", tmp_path / "crib.tar")))
        assert holds(data) == ("new", "key of new")
        assert not (data / "crib.sqlite3-wal").exists()

    def test_what_a_killed_restore_left_half_unpacked_is_cleared(self, data: Path, tmp_path: Path) -> None:
        (data / "restoring").mkdir()
        (data / "restoring" / "crib.sqlite3").write_text("half")
        call_command("restore", str(backup_of("new", tmp_path / "crib.tar")))
        assert not (data / "restoring").exists()

    def test_another_key_in_the_environment_is_told(
        self, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, settings: Any
    ) -> None:
        monkeypatch.setenv("CRIB_SECRET_KEY", "key of new")
        call_command("restore", str(backup_of("new", tmp_path / "crib.tar")))
        assert "CRIB_SECRET_KEY" not in capsys.readouterr().out
        monkeypatch.setenv("CRIB_SECRET_KEY", "another")
        call_command("restore", str(tmp_path / "crib.tar"))
        assert "CRIB_SECRET_KEY is not the key of the backup" in capsys.readouterr().out
        settings.SECRET_KEY_FALLBACKS = ["key of new"]
        call_command("restore", str(tmp_path / "crib.tar"))
        assert "CRIB_SECRET_KEY" not in capsys.readouterr().out
        assert len(list(data.glob("before-restore-*"))) == 3


def test_with_postgresql_a_restore_puts_back_the_key(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    folder = data_folder(tmp_path / "postgres", "new")
    (folder / "crib.sqlite3").unlink()
    backups.pack(folder, tmp_path / "crib.tar", migrations=(), **MADE)
    call_command("restore", str(tmp_path / "crib.tar"))
    assert holds(data) == ("old", "key of new")
    assert "pg_restore" in capsys.readouterr().out


def moves(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed_after: int) -> int:
    """Replace the data folder's contents, killed after so many renames. Returns how many were made."""
    restored = data_folder(data / "restoring", "new")
    backups.copy_database(restored / "crib.sqlite3", tmp_path / "copy")
    (tmp_path / "copy").replace(restored / "crib.sqlite3")
    made = 0

    def rename(path: Path, target: Path) -> None:
        nonlocal made
        if made == killed_after:
            raise Killed
        made += 1
        path.replace(target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", rename)
        try:
            running.replace(data, restored)
        except Killed:
            assert made == killed_after
    return made


@pytest.mark.parametrize("killed_after", range(6))
def test_killed_between_any_two_moves_it_is_as_it_was_or_finished_by_who_comes_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed_after: int
) -> None:
    data = data_folder(tmp_path / "data", "old")
    (data / "crib.sqlite3-wal").touch()
    made = moves(data, tmp_path, monkeypatch, killed_after)
    assert made == killed_after, "the whole is as many moves as there are cases"
    if killed_after == 0:
        running.finish_restore(data)
        assert holds(data) == ("old", "key of old")
        return
    assert running.hold(data) == (killed_after == 6)
    running.finish_restore(data)
    assert holds(data) == ("new", "key of new")
    [aside] = data.glob("before-restore-*")
    assert holds(aside) == ("old", "key of old")
    assert not list(data.glob("restored-*"))


def test_every_command_finishes_a_killed_restore_before_it_reads_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = data_folder(tmp_path / "data", "old")
    moves(data, tmp_path, monkeypatch, killed_after=2)
    assert setting(data, "SECRET_KEY") == "key of new"
    assert holds(data) == ("new", "key of new")


@pytest.mark.usefixtures("_sqlite")
class TestRefusedRestore:
    """One sentence, a status, and the folder as it was."""

    @staticmethod
    def refusal(data: Path, file: Path) -> CommandError:
        """The error of a restore from a file, which changes nothing."""
        with pytest.raises(CommandError) as raised:
            call_command("restore", str(file))
        assert holds(data) == ("old", "key of old")
        assert {path.name for path in data.iterdir()} <= {
            *("crib.sqlite3", "crib.sqlite3-shm", "crib.sqlite3-wal", "secret_key", "lock")
        }
        return raised.value

    def test_a_file_that_is_missing(self, data: Path, tmp_path: Path) -> None:
        assert self.refusal(data, tmp_path / "none.tar").returncode == 2

    def test_a_server_that_runs(self, data: Path, tmp_path: Path) -> None:
        file = backup_of("new", tmp_path / "crib.tar")
        with running.alone(data):
            error = self.refusal(data, file)
        assert (error.returncode, f"A server runs on {data}" in str(error)) == (1, True)

    def test_a_database_that_is_in_use(self, data: Path, tmp_path: Path) -> None:
        file = backup_of("new", tmp_path / "crib.tar")
        with closing(sqlite3.connect(data / "crib.sqlite3")) as shell:
            shell.execute("SELECT * FROM words").fetchall()
            error = self.refusal(data, file)
        assert (error.returncode, "Another program uses the database" in str(error)) == (1, True)

    def test_newer_code(self, data: Path, tmp_path: Path) -> None:
        migrations = ("game.0001_initial", "trainer.9999_to_come")
        error = self.refusal(data, backup_of("new", tmp_path / "crib.tar", migrations))
        assert error.returncode == 2
        assert "of newer code (version 0.1.0, with the migration trainer.9999_to_come)" in str(error)

    def test_a_site_with_postgresql(self, data: Path, tmp_path: Path) -> None:
        folder = data_folder(tmp_path / "postgres", "new")
        (folder / "crib.sqlite3").unlink()
        backups.pack(folder, tmp_path / "crib.tar", migrations=(), **MADE)
        assert "set DATABASE_URL" in str(self.refusal(data, tmp_path / "crib.tar"))

    def test_another_database_than_the_site_has(
        self, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connection, "vendor", "postgresql")
        assert "take DATABASE_URL away" in str(self.refusal(data, backup_of("new", tmp_path / "crib.tar")))

    @pytest.mark.parametrize("name", ["crib.tar", "crib.tar.gz"])
    @pytest.mark.parametrize("part", [0, 0.01, 0.5, 0.9])
    def test_a_file_that_breaks_off(self, data: Path, tmp_path: Path, name: str, part: float) -> None:
        file = backup_of("new" * 50_000, tmp_path / name)
        raw = file.read_bytes()
        file.write_bytes(raw[: int(len(raw) * part)])
        error = self.refusal(data, file)
        assert (error.returncode, "is not a backup of this site, or it is damaged" in str(error)) == (2, True)

    @pytest.mark.parametrize("name", ["crib.tar", "crib.tar.gz"])
    def test_a_file_with_other_bytes(self, data: Path, tmp_path: Path, name: str) -> None:
        file = backup_of("new" * 50_000, tmp_path / name)
        raw = bytearray(file.read_bytes())
        # Of compressed bytes several: single bits between two blocks mean nothing.
        first = raw.find(b"newnew") if name.endswith("tar") else len(raw) // 3
        raw[first : first + 8] = bytes(byte ^ 255 for byte in raw[first : first + 8])
        file.write_bytes(raw)
        assert "it is damaged" in str(self.refusal(data, file))

    @pytest.mark.parametrize(
        "change",
        [
            lambda members: members.pop("backup.json"),
            lambda members: members.pop("secret_key"),
            lambda members: members.pop("crib.sqlite3"),
            lambda members: members.update({"../outside": b"x"}),
            lambda members: members.update({"/tmp/outside": b"x"}),
            lambda members: members.update({"static/page.html": b"x"}),
            lambda members: members.update({"backup.json": b"[]"}),
            lambda members: members.update({"backup.json": b"{}"}),
            lambda members: members.update({"backup.json": b"\xff"}),
            lambda members: members.update({"backup.json": json.dumps({"format": 2}).encode()}),
            lambda members: members.update({"secret_key": b"x" * 1_000_001}),
            lambda members: members.update({"crib.sqlite3": b"no database"}),
        ],
    )
    def test_an_archive_of_something_else(self, data: Path, tmp_path: Path, change: Callable[[Any], object]) -> None:
        with tarfile.open(backup_of("new", tmp_path / "made.tar")) as made:
            members = {member.name: made.extractfile(member).read() for member in made}  # type: ignore[union-attr]
        change(members)
        with tarfile.open(tmp_path / "crib.tar", "w") as archive:
            for name, content in members.items():
                told = tarfile.TarInfo(name)
                told.size = len(content)
                archive.addfile(told, io.BytesIO(content))
        assert "is not a backup of this site" in str(self.refusal(data, tmp_path / "crib.tar"))
        assert not (tmp_path / "outside").exists()

    def test_what_is_no_archive_is_refused_in_one_line(self, data: Path, tmp_path: Path) -> None:
        (tmp_path / "crib.tar").write_text("no archive")
        refused = str(self.refusal(data, tmp_path / "crib.tar"))
        assert "is not a backup of this site" in refused
        assert "\n" not in refused.strip()

    def test_a_link_out_of_the_folder(self, data: Path, tmp_path: Path) -> None:
        with tarfile.open(tmp_path / "crib.tar", "w") as archive:
            link = tarfile.TarInfo("secret_key")
            link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
            archive.addfile(link)
        assert "is not a backup of this site" in str(self.refusal(data, tmp_path / "crib.tar"))
