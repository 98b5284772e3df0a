"""A backup: one tar file, compressed if its name ends in gz, of what cannot be made again.

It holds `backup.json` (what it is, with the checksums of the others), the secret key, and the SQLite database if the
site has one. Its members have fixed names and are read as streams, so a foreign archive can write nowhere else.
"""

import gzip
import hashlib
import json
import shutil
import sqlite3
import tarfile
import zlib
from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.utils.translation import gettext as _

from crib_site.running import DATABASE, KEY, sync

_CONTENTS = "backup.json"
_FORMAT = 1
_LONGEST = 1_000_000
"""The most bytes of backup.json that are read."""
_QUICK = 1
"""How hard gzip works: the file is 12 % larger than with its default, in a quarter of the time."""


class BadBackup(Exception):
    """A file cannot be restored; the text is the sentence that says why."""


class BadDatabase(Exception):
    """A database cannot be copied; the text is SQLite's reason."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup says of itself."""

    made_at: str
    """The time in UTC, in ISO format."""
    version: str
    """The version of the code that made it."""
    migrations: tuple[str, ...]
    """The migrations that its database has, as "app.name"."""
    checksums: dict[str, str]
    """The SHA-256 of each file in it, by name."""


def copy_database(source: Path, target: Path) -> None:
    """Copy an SQLite database as it is at this moment, while others write to it, and check the copy.

    VACUUM reads in one transaction. The stepwise backup of SQLite begins anew with every write of another process and
    so never ends on a busy site. Raise BadDatabase, or OSError.
    """
    try:
        with closing(sqlite3.connect(f"file:{quote(str(source))}?mode=rw", uri=True, timeout=20)) as opened:
            opened.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        raise BadDatabase(str(error)) from error
    check_database(target)


def check_database(path: Path) -> None:
    """Raise BadDatabase if the file is no sound SQLite database."""
    try:
        with closing(sqlite3.connect(path)) as opened:
            [(verdict, *_rest), *_more] = opened.execute("PRAGMA integrity_check").fetchall()
    except sqlite3.Error as error:
        raise BadDatabase(str(error)) from error
    if verdict != "ok":
        raise BadDatabase(str(verdict).partition("\n")[0])


def pack(folder: Path, file: Path, *, made_at: str, version: str, migrations: Iterable[str]) -> None:
    """Put the key and the database in a folder, which is beside the file, into a backup. Raise OSError.

    The file appears under its name when it is whole. Only its owner may read it.
    """
    names = [name for name in (KEY, DATABASE) if (folder / name).exists()]
    checksums = {name: _checksum(folder / name) for name in names}
    contents = Contents(made_at, version, tuple(migrations), checksums)
    (folder / _CONTENTS).write_text(json.dumps({"format": _FORMAT, **asdict(contents)}, indent=1), encoding="utf-8")
    draft = folder / "draft"
    draft.touch(mode=0o600)
    with _new_archive(draft, compressed=file.suffix in {".gz", ".tgz"}) as archive:
        for name in (_CONTENTS, *names):
            archive.add(folder / name, name)
    sync(draft)
    draft.rename(file)
    sync(file.parent)


def unpack(file: Path, folder: Path) -> Contents:
    """Write the key and the database of a backup into a folder, and check them. Raise BadBackup or OSError."""
    damaged = _("%(file)s is not a backup of this site, or it is damaged (%(reason)s).")
    try:
        with tarfile.open(file) as archive:
            found = {member.name: _unpacked(archive, member, folder) for member in archive}
        contents = _read_contents(folder / _CONTENTS)
        if KEY not in found or {_CONTENTS, *contents.checksums} != found.keys():
            raise BadBackup(_("a file is missing or was added"))
        if any(found[name] != checksum for name, checksum in contents.checksums.items()):
            raise BadBackup(_("a checksum does not agree"))
        if DATABASE in found:
            check_database(folder / DATABASE)
    except (BadBackup, BadDatabase, tarfile.TarError, gzip.BadGzipFile, EOFError, zlib.error) as error:
        reason = " ".join(str(error).split())  # tarfile names all that it tried, line by line
        raise BadBackup(damaged % {"file": file, "reason": reason}) from error
    (folder / _CONTENTS).unlink()
    return contents


def _new_archive(path: Path, *, compressed: bool) -> tarfile.TarFile:
    return tarfile.open(path, "w:gz", compresslevel=_QUICK) if compressed else tarfile.open(path, "w")


def _checksum(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _unpacked(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> str:
    """Write one member into the folder, on the disk. Return its checksum. Raise BadBackup if it has no place there."""
    stream = archive.extractfile(member) if member.isreg() else None
    path = folder / member.name
    if stream is None or member.name not in {_CONTENTS, KEY, DATABASE} or path.exists():
        raise BadBackup(_("a file is missing or was added"))
    if member.name != DATABASE and member.size > _LONGEST:
        raise BadBackup(_("a file is too long"))
    path.touch(mode=0o600)
    with path.open("wb") as target:
        shutil.copyfileobj(stream, target)
    sync(path)
    return _checksum(path)


def _read_contents(path: Path) -> Contents:
    """Read what a backup says of itself. Raise BadBackup."""
    try:
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if told["format"] != _FORMAT:
            raise BadBackup(_("its format is of a newer version of this code"))
        checksums = {str(name): str(checksum) for name, checksum in told["checksums"].items()}
        return Contents(str(told["made_at"]), str(told["version"]), tuple(map(str, told["migrations"])), checksums)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadBackup(_("it does not say what it is")) from error
