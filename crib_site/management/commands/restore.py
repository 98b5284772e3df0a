"""`manage.py restore FILE`: put a backup into the data folder, and keep what was there."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from crib_site import backups, running
from crib_site.version import VERSION


class Command(BaseCommand):
    """Restore a backup. Exit status: 0 done, 1 it failed and nothing was changed, 2 the file cannot be used."""

    help = _("Puts a backup into CRIB_DATA, and keeps what was there. No server may run.")
    requires_system_checks = ()  # they may be what has to be mended

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of the file."""
        parser.add_argument("file", type=Path, help=_("a file that manage.py backup wrote"))

    def handle(self, *, file: Path, **_options: Any) -> None:
        """Restore all of the file, or nothing. Raise CommandError with one sentence for an error."""
        if not file.is_file():
            raise CommandError(_("There is no file %(file)s.") % {"file": file}, returncode=2)
        words: dict[str, object] = {"file": file, "folder": settings.DATA}
        try:
            with running.alone(settings.DATA) as free:
                if not free:
                    raise CommandError(_("A server runs on %(folder)s; stop it first.") % words)
                contents, kept = _restore(file)
        except backups.BadBackup as error:
            raise CommandError(str(error), returncode=2) from error
        except OSError as error:
            words["reason"] = error.strerror or error
            raise CommandError(_("%(file)s cannot be restored into %(folder)s (%(reason)s).") % words) from error
        self._tell(contents, kept)

    def _tell(self, contents: backups.Contents, kept: Path) -> None:
        words = {"at": contents.made_at, "version": contents.version, "folder": kept}
        self.stdout.write(_("Restored: the backup of %(at)s, made by version %(version)s.") % words)
        self.stdout.write(_("What was here before is kept in %(folder)s.") % words)
        given = os.environ.get("CRIB_SECRET_KEY")
        if given and _kept_key() not in {given, *settings.SECRET_KEY_FALLBACKS}:
            self.stdout.write(
                _(
                    "CRIB_SECRET_KEY is not the key of the backup, so nobody would stay logged in; run "
                    "without it, or put the key of the backup into CRIB_FORMER_SECRET_KEYS."
                )
            )
        if connection.vendor == "sqlite":
            self.stdout.write(_("Next: manage.py serve brings the database up to date and opens the site."))
        else:
            self.stdout.write(
                _("Next: restore the PostgreSQL database with pg_restore; then manage.py serve brings it up to date.")
            )


def _kept_key() -> str:
    """Return the secret key that is in the data folder now."""
    return (settings.DATA / running.KEY).read_text(encoding="utf-8").strip()


def _restore(file: Path) -> tuple[backups.Contents, Path]:
    """Unpack and check the backup in the data folder, then move it into place. Return where the old files are."""
    draft = settings.DATA / "restoring"
    shutil.rmtree(draft, ignore_errors=True)  # an earlier restore was killed
    draft.mkdir(mode=0o700)
    try:
        contents = backups.unpack(file, draft)
        _check_database_kind((draft / running.DATABASE).exists())
        _check_migrations(contents)
        _check_unused(settings.DATA / running.DATABASE)
        return contents, running.replace(settings.DATA, draft)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _check_database_kind(has_sqlite: bool) -> None:
    """Raise BadBackup if the backup has a database and the site has it elsewhere, or the other way round."""
    if has_sqlite and connection.vendor != "sqlite":
        raise backups.BadBackup(_("The backup has an SQLite database; take DATABASE_URL away to restore it."))
    if not has_sqlite and connection.vendor == "sqlite":
        raise backups.BadBackup(_("The backup is of a site with PostgreSQL; set DATABASE_URL to restore its key."))


def _check_migrations(contents: backups.Contents) -> None:
    """Raise BadBackup if the database has migrations that this code does not know."""
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    unknown = [name for name in contents.migrations if name not in known]
    if unknown:
        words = {"newer": contents.version, "version": VERSION, "migration": unknown[0]}
        raise backups.BadBackup(
            _(
                "The backup is of newer code (version %(newer)s, with the migration %(migration)s) "
                "than this (version %(version)s); install the newer code first."
            )
            % words
        )


def _check_unused(database: Path) -> None:
    """Raise CommandError if another program has the old database open. Its log is merged into it.

    Leaving WAL needs the database alone. A database that is damaged, or missing, may be replaced.
    """
    if not database.exists():
        return
    try:
        with closing(sqlite3.connect(database, timeout=0)) as opened:
            opened.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            sentence = _("Another program uses the database %(name)s; stop it first.")
            raise CommandError(sentence % {"name": database}) from error
