"""`manage.py serve`: prepare the site and serve it."""

import errno
import ipaddress
import os
import socket
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.wsgi import get_wsgi_application
from django.db import DatabaseError, connection, connections, transaction
from django.http.request import validate_host
from django.utils.translation import gettext as _

from crib_site import running

_LONGEST_REQUEST = 60
"""Seconds."""

_MIGRATING = 0x63726962
"""The number of the lock in PostgreSQL that servers take before they migrate; it spells “crib”."""


class Command(BaseCommand):
    """Bring the database and the static files up to date, then serve the site until Ctrl-C or SIGTERM."""

    help = _("Prepares the site and serves it.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address to listen on and the number of processes."""
        parser.add_argument("--host", default="127.0.0.1", help=_("The address or name to listen on."))
        parser.add_argument("--port", default=8000, type=int, help=_("The port to listen on."))
        parser.add_argument("--workers", default=_cores(), type=int, help=_("How many processes serve."))

    def handle(self, *, host: str, port: int, workers: int, **_options: Any) -> None:
        """Check everything before the first request. Raise CommandError with one sentence for an error."""
        if find_spec("fcntl") is None:
            raise CommandError(
                _("The server runs on Unix only; on Windows set CRIB_DEBUG=1 and use manage.py runserver.")
            )
        if workers < 1:
            raise CommandError(_("The site needs at least one worker, not %(workers)d.") % {"workers": workers})
        os.umask(0o077)  # only the site's own user may read its files
        address = _free_address(host, port)
        _allow(host)
        _hold_data_folder()
        waiting = _("Another server is preparing %(folder)s; this one waits for it.") % {"folder": settings.DATA}
        with running.one_at_a_time(settings.DATA, lambda: self._warn(waiting)):
            _prepare_database()
            _gather_static_files()
        if not (settings.HTTPS or _is_this_machine(host)):
            self._warn(
                _(
                    "Others can reach the site, and read along, since it does not speak HTTPS itself: "
                    "on an open network put a proxy before it, as crib_site/deploy/README.md says."
                )
            )
        sentence = _open_sentence(host, port)
        # A connection must not be shared with the workers, which are forked.
        connections.close_all()
        _run(address, workers, lambda: self._say(sentence))

    def _warn(self, sentence: str) -> None:
        """Print a sentence on standard error."""
        self.stderr.write(sentence)
        self.stderr.flush()

    def _say(self, sentence: str) -> None:
        """Print a sentence and flush it, so that a pipe gets it at once."""
        self.stdout.write(sentence)
        self.stdout.flush()


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _free_address(host: str, port: int) -> str:
    """Return the numeric "address:port" to listen on. Raise CommandError if it is not free."""
    if not 1 <= port <= 65535:
        raise CommandError(_("A port is a number from 1 to 65535, not %(port)d.") % {"port": port})
    try:
        family, kind, protocol, _name, place = socket.getaddrinfo(
            host or "?", port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise CommandError(_("There is no host “%(host)s”.") % {"host": host}) from error
    try:
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        raise CommandError(_refusal(error) % {"host": host, "port": port, "reason": error.strerror}) from error
    return f"{_bracketed(str(place[0]))}:{port}"


def _refusal(error: OSError) -> str:
    """Return why the address cannot be used, as a sentence with placeholders."""
    match error.errno:
        case errno.EADDRINUSE:
            return _("Port %(port)d of %(host)s is in use by another program; choose another with --port.")
        case errno.EACCES:
            return _("Port %(port)d needs the rights of an administrator; choose one above 1023 with --port.")
        case errno.EADDRNOTAVAIL:
            return _("This machine does not have the address “%(host)s”.")
        case _other:
            return _("The site cannot listen on port %(port)d of %(host)s (%(reason)s).")


def _bracketed(host: str) -> str:
    """Return the host as it is written in a URL, with IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _is_wildcard(host: str) -> bool:
    """Return whether the host means every address of this machine."""
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_unspecified
    return False


def _is_this_machine(host: str) -> bool:
    """Return whether only this machine reaches what listens on the host."""
    with suppress(ValueError):
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    return host == "localhost"


def _own_addresses(wildcard: str) -> Iterator[str]:
    """Yield the addresses at which other machines reach this one. 0.0.0.0 listens on IPv4 only, :: on both."""
    routes = [(socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")]
    for family, elsewhere in routes if ":" in wildcard else routes[:1]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))  # looks up the route; a datagram socket sends nothing here
            yield _bracketed(str(probe.getsockname()[0]))


def _allow(host: str) -> None:
    """Add the host that the site listens on to ALLOWED_HOSTS, unless CRIB_HOSTS is set.

    A wildcard means this machine's own names and addresses, never every name: an unchecked Host header would let
    another site's name point here.
    """
    if os.environ.get("CRIB_HOSTS"):
        return
    if _is_wildcard(host):
        name = socket.gethostname()
        settings.ALLOWED_HOSTS += [name, f"{name}.local", *_own_addresses(host)]
    else:
        settings.ALLOWED_HOSTS.append(_bracketed(host))


def _open_sentence(host: str, port: int) -> str:
    """Return the sentence that says where the site is open."""
    hosts = ["localhost", *_own_addresses(host)] if _is_wildcard(host) else [_bracketed(host)]
    addresses = [f"http://{host}:{port}/" for host in hosts if validate_host(host, settings.ALLOWED_HOSTS)]
    if settings.HTTPS or not addresses:
        return _("The cribbage trainer waits for its proxy at %(host)s:%(port)d; Ctrl-C stops it.") % {
            "host": _bracketed(host),
            "port": port,
        }
    return _("The cribbage trainer is open at %(addresses)s – Ctrl-C stops it.") % {"addresses": "  ".join(addresses)}


def _hold_data_folder() -> None:
    """Keep a restore away while the site runs. Raise CommandError while one is at work."""
    try:
        held = running.hold(settings.DATA)
    except OSError as error:
        sentence = _("The folder %(folder)s cannot be written (%(reason)s).")
        raise CommandError(sentence % {"folder": settings.DATA, "reason": error.strerror}) from error
    if not held:
        sentence = _("A backup is being restored into %(folder)s; start the site when that is done.")
        raise CommandError(sentence % {"folder": settings.DATA})


def _prepare_database() -> None:
    """Migrate the database. Raise CommandError if it cannot be written."""
    try:
        with transaction.atomic():  # on SQLite this takes the lock for writing
            connection.ensure_connection()
        if connection.vendor == "postgresql":
            _wait_for_other_machines()
        call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        reason = str(error).strip().partition("\n")[0]
        if connection.vendor == "sqlite":
            sentence = _("The database %(name)s cannot be written (%(reason)s).")
        else:
            sentence = _("The PostgreSQL database “%(name)s” cannot be used (%(reason)s).")
        raise CommandError(sentence % {"name": connection.settings_dict["NAME"], "reason": reason}) from error


def _wait_for_other_machines() -> None:
    """Wait until no other server migrates the PostgreSQL database, and keep others waiting until it is disconnected."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [_MIGRATING])


def _gather_static_files() -> None:
    """Collect the static files into the folder from which the workers serve them."""
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
    except OSError as error:
        raise CommandError(
            _("The static files cannot be gathered in %(folder)s (%(reason)s).")
            % {"folder": settings.STATIC_ROOT, "reason": error.strerror}
        ) from error


def _run(address: str, workers: int, when_ready: Callable[[], None]) -> None:
    """Serve until a signal ends the process. A worker has one thread: with SQLite more threads are slower.

    One that works on a request for too long is replaced.
    """
    from gunicorn.app.base import BaseApplication  # needs fcntl

    class Server(BaseApplication):  # type: ignore[misc]
        """Gunicorn without a configuration file."""

        def load_config(self) -> None:
            """Set what differs from gunicorn's defaults."""
            self.cfg.set("bind", address)
            self.cfg.set("workers", workers)
            self.cfg.set("worker_class", "crib_site.worker.Worker")
            self.cfg.set("logger_class", "crib_site.worker.Log")
            self.cfg.set("loglevel", "error")
            self.cfg.set("timeout", _LONGEST_REQUEST)
            self.cfg.set("control_socket_disable", True)
            self.cfg.set("when_ready", lambda _arbiter: when_ready())

        def load(self) -> WSGIHandler:
            """Return the WSGI application; each worker calls this."""
            return get_wsgi_application()

    Server().run()
