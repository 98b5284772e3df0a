"""`manage.py backup FILE`: keep what the site cannot make again in one file, while the site runs."""

import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _

from crib_site import backups, running
from crib_site.version import VERSION


class Command(BaseCommand):
    """Write a backup. Exit status: 0 done, 1 it failed, 2 the file cannot be used."""

    help = _("Writes the database, the secret key and the version into one file, while the site runs.")
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the name of the file."""
        parser.add_argument("file", type=Path, help=_("a new file; compressed if its name ends in .gz or .tgz"))

    def handle(self, *, file: Path, **_options: Any) -> None:
        """Write the file whole, or not at all. Raise CommandError with one sentence for an error."""
        file = file.absolute()
        if file.exists():
            raise CommandError(_("%(file)s exists already; choose a new name.") % {"file": file}, returncode=2)
        if not file.parent.is_dir():
            raise CommandError(_("There is no folder %(folder)s.") % {"folder": file.parent}, returncode=2)
        try:
            _write(file)
        except OSError as error:
            words = {"file": file, "reason": error.strerror or error}
            raise CommandError(_("%(file)s cannot be written (%(reason)s).") % words) from error
        except (backups.BadDatabase, DatabaseError) as error:
            words = {"name": connection.settings_dict["NAME"], "reason": str(error).strip().partition("\n")[0]}
            raise CommandError(_("The database %(name)s cannot be backed up (%(reason)s).") % words) from error
        words = {"file": file, "size": filesizeformat(file.stat().st_size)}
        if connection.vendor == "sqlite":
            self.stdout.write(_("%(file)s has the database and the secret key (%(size)s).") % words)
        else:
            self.stdout.write(
                _("%(file)s has the secret key, but not the PostgreSQL database. Back that up with:") % words
            )
            self.stdout.write(f"    {_dump_command(file)}")


def _write(file: Path) -> None:
    """Gather everything in a folder beside the file, and pack it."""
    with TemporaryDirectory(dir=file.parent, prefix=".backup-") as made:
        folder = Path(made)
        made_at = timezone.now().isoformat(timespec="seconds")
        if connection.vendor == "sqlite":
            backups.copy_database(Path(connection.settings_dict["NAME"]), folder / running.DATABASE)
        (folder / running.KEY).write_text(settings.SECRET_KEY, encoding="utf-8")
        # After the copy: if somebody migrates meanwhile, the backup is taken for newer than it is, and never for older.
        applied = MigrationRecorder(connection).applied_migrations()
        migrations = sorted(f"{app}.{name}" for app, name in applied)
        backups.pack(folder, file, made_at=made_at, version=VERSION, migrations=migrations)


def _dump_command(file: Path) -> str:
    """Return the command that dumps the PostgreSQL database beside the file. It asks for the password."""
    database = connection.settings_dict
    options = {"host": database["HOST"], "port": database["PORT"], "username": database["USER"]}
    given = [f"--{name}={value}" for name, value in options.items() if value]
    return shlex.join(["pg_dump", "--format=custom", f"--file={file}.dump", *given, database["NAME"]])
