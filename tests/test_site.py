"""The site around the pages: settings from the environment, the server, who learns here."""

import json
import os
import select
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.core.management.base import CommandError, SystemCheckError
from django.db import IntegrityError
from django.db.utils import ConnectionHandler
from django.test import Client
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from crib_site import settings as site
from crib_site.static_files import Storage
from tests.server import ROOT, Site, empty_database, environment, free_port, running
from trainer.models import Learner


def manage(data: Path, *arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py to its end."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment(data, **extra), capture_output=True, text=True, timeout=60, check=False
    )


def setting(data: Path, name: str, **extra: str) -> Any:
    """The value that a setting has in that environment."""
    program = f"import json; from crib_site import settings; print(json.dumps(settings.{name}, default=str))"
    command = [sys.executable, "-c", program]
    return json.loads(subprocess.check_output(command, cwd=ROOT, env=environment(data, **extra), text=True))


def is_one_sentence(result: subprocess.CompletedProcess[str], *parts: str) -> bool:
    """Whether the command failed with one line on standard error that holds all the parts."""
    lines = result.stderr.splitlines()
    return result.returncode == 1 and len(lines) == 1 and all(part in lines[0] for part in parts)


class TestSecretKey:
    """The secret key is made once, and only the site can read it."""

    def test_it_is_made_on_the_first_start_and_kept(self, tmp_path: Path) -> None:
        first = setting(tmp_path / "new", "SECRET_KEY")
        assert len(first) >= 50
        assert setting(tmp_path / "new", "SECRET_KEY") == first
        assert setting(tmp_path / "other", "SECRET_KEY") != first

    def test_only_its_owner_can_read_it(self, tmp_path: Path) -> None:
        setting(tmp_path / "new", "SECRET_KEY")
        assert stat.S_IMODE((tmp_path / "new" / "secret_key").stat().st_mode) == 0o600
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700

    def test_processes_that_start_at_once_share_one(self, tmp_path: Path) -> None:
        command = [sys.executable, "-c", "from crib_site.settings import SECRET_KEY; print(SECRET_KEY)"]
        starts = [
            subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path), stdout=subprocess.PIPE) for _ in range(6)
        ]
        keys = {start.communicate()[0].strip() for start in starts}
        assert keys == {(tmp_path / "secret_key").read_bytes()}
        assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]

    def test_who_comes_second_takes_the_key_of_the_first(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        link = os.link

        def late(source: str, target: Path) -> None:
            target.write_text("the key of the first")
            link(source, target)

        monkeypatch.setattr(os, "link", late)
        assert site.kept_secret_key(tmp_path / "secret_key") == "the key of the first"

    def test_a_given_key_is_used_and_not_kept(self, tmp_path: Path) -> None:
        assert setting(tmp_path, "SECRET_KEY", CRIB_SECRET_KEY="given") == "given"
        assert list(tmp_path.iterdir()) == []

    def test_former_ones_can_be_given(self, tmp_path: Path) -> None:
        assert setting(tmp_path, "SECRET_KEY_FALLBACKS") == []
        former = setting(tmp_path, "SECRET_KEY_FALLBACKS", CRIB_FORMER_SECRET_KEYS="one, another,")
        assert former == ["one", "another"]

    def test_an_empty_key_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "secret_key").touch()
        assert is_one_sentence(manage(tmp_path, "check"), "secret_key is empty")

    def test_a_key_that_is_no_text_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "secret_key").write_bytes(b"\xff\x00")
        with pytest.raises(ImproperlyConfigured, match="secret_key is not text"):
            site.kept_secret_key(tmp_path / "secret_key")


class TestSettings:
    """What the environment says, and what is said of an environment that makes no sense."""

    def test_a_data_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        result = manage(tmp_path / "file" / "data", "check")
        assert is_one_sentence(result, str(tmp_path / "file" / "data"), "CRIB_DATA")

    def test_a_data_folder_that_cannot_be_written(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_arguments: object, **_options: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("tempfile.NamedTemporaryFile", refuse)
        with pytest.raises(ImproperlyConfigured, match=r"cannot be kept in .*secret_key \(Permission denied\)"):
            site.kept_secret_key(tmp_path / "secret_key")

    def test_production_is_the_default(self, tmp_path: Path) -> None:
        assert setting(tmp_path, "DEBUG") is False
        assert setting(tmp_path, "DEBUG", CRIB_DEBUG="1") is True

    def test_a_switch_is_0_or_1(self, tmp_path: Path) -> None:
        assert is_one_sentence(manage(tmp_path, "check", CRIB_HTTPS="yes"), "CRIB_HTTPS", "“yes”")

    @pytest.mark.parametrize("port", ["x", "-1", "0", "²", "65536", "9" * 5000])
    def test_a_port_of_mail_is_one_that_there_is(self, monkeypatch: pytest.MonkeyPatch, port: str) -> None:
        monkeypatch.setenv("CRIB_MAIL_PORT", port)
        with pytest.raises(ImproperlyConfigured, match="must be a number from 1 to 65535, not “" + port):
            site.mail_port()

    @pytest.mark.parametrize("told", ["", "ann@example.org", "https://example.org/imprint", " ann@example.org "])
    def test_whom_to_ask(self, monkeypatch: pytest.MonkeyPatch, told: str) -> None:
        monkeypatch.setenv("CRIB_CONTACT", told)
        assert site.contact() == told.strip()

    @pytest.mark.parametrize(
        "told", ["Ann", "javascript://example.org/%0aalert(1)", "https://", "ann@", "a@b\nc@d.org"]
    )
    def test_whom_to_ask_is_an_address(self, monkeypatch: pytest.MonkeyPatch, told: str) -> None:
        monkeypatch.setenv("CRIB_CONTACT", told)
        with pytest.raises(ImproperlyConfigured, match="must be an e-mail address or the URL of a page, not “"):
            site.contact()

    def test_hosts(self, tmp_path: Path) -> None:
        assert setting(tmp_path, "ALLOWED_HOSTS") == ["localhost", "127.0.0.1", "[::1]"]
        hosts = "crib.example.org, .example.net"
        assert setting(tmp_path, "ALLOWED_HOSTS", CRIB_HOSTS=hosts) == ["crib.example.org", ".example.net"]
        assert setting(tmp_path, "CSRF_TRUSTED_ORIGINS", CRIB_HOSTS=hosts, CRIB_HTTPS="1") == [
            "https://crib.example.org",
            "https://*.example.net",
        ]

    def test_hosts_that_are_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CRIB_HOSTS", " , ")
        with pytest.raises(ImproperlyConfigured, match="CRIB_HOSTS must name a host"):
            site.hosts()

    def test_a_language_that_the_site_has_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert site.language() == "en"
        monkeypatch.setenv("CRIB_LANGUAGE", "tlh")
        with pytest.raises(ImproperlyConfigured, match="CRIB_LANGUAGE must be one of en"):
            site.language()

    def test_a_format_of_the_log_that_there_is_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CRIB_LOG", "xml")
        with pytest.raises(ImproperlyConfigured, match="CRIB_LOG must be “text” or “json”, not “xml”"):
            site.log_format()

    @pytest.mark.parametrize(
        "url",
        ["nonsense", "mysql://u:secret@host/name", "postgres://u:secret@host:port/name", "postgres://u:secret@host"],
    )
    def test_a_database_url_that_makes_no_sense(self, tmp_path: Path, url: str) -> None:
        result = manage(tmp_path, "check", DATABASE_URL=url)
        assert is_one_sentence(result, "DATABASE_URL must look like postgres://")
        assert "secret" not in result.stderr

    def test_a_database_url_without_the_packages_for_it(self, tmp_path: Path) -> None:
        (tmp_path / "dj_database_url.py").write_text("raise ImportError\n")
        result = manage(tmp_path, "check", DATABASE_URL="postgres://host/name", PYTHONPATH=str(tmp_path))
        assert is_one_sentence(result, "pip install --require-hashes -r crib_site/deploy/postgres.lock")

    def test_postgresql_keeps_its_connections(self, tmp_path: Path) -> None:
        database = setting(tmp_path, "DATABASES", DATABASE_URL="postgres://me:secret@host:5433/crib")["default"]
        assert (database["ENGINE"], database["HOST"], database["PORT"]) == (
            "django.db.backends.postgresql",
            "host",
            5433,
        )
        assert database["CONN_MAX_AGE"] is None
        assert database["CONN_HEALTH_CHECKS"] is True

    @pytest.mark.django_db
    def test_sqlite_logs_ahead_and_waits_for_the_disk(self, tmp_path: Path) -> None:
        database = site.sqlite(tmp_path)
        with closing(ConnectionHandler({"default": database})["default"]) as opened, opened.cursor() as cursor:
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
        assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"

    def test_nothing_is_left_to_say_for_a_deployment_with_https(self, tmp_path: Path, settings: Any) -> None:
        check = ("check", "--deploy", "--fail-level", "WARNING")
        assert manage(tmp_path, *check, CRIB_HTTPS="1").returncode == 0
        settings.SECURE_HSTS_SECONDS = 0
        with pytest.raises(SystemCheckError, match="SECURE_HSTS_SECONDS"):
            call_command(*check)

    @pytest.mark.django_db
    def test_pages_allow_only_what_comes_from_the_site(self, client: Client) -> None:
        headers = client.get("/admin/login/").headers
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy == {
            "default-src": "'self'",
            "img-src": "'self' data:",
            "manifest-src": "'self'",
            "base-uri": "'self'",
            "form-action": "'self'",
            "frame-ancestors": "'none'",
            "object-src": "'none'",
        }
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@contextmanager
def serving(data: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server at work, and the line that it printed when it was ready."""
    command = [sys.executable, "manage.py", "serve", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment(data), stdout=pipe, stderr=pipe, text=True) as server:
        try:
            assert server.stdout is not None
            ready, _, _ = select.select([server.stdout], [], [], 60)
            yield server, server.stdout.readline() if ready else ""
        finally:
            server.terminate()


def get(port: int, path: str, host: str = "localhost", **headers: str) -> HTTPResponse:
    """Ask this machine's port for a page in the name of a host."""
    asking = HTTPConnection("127.0.0.1", port, timeout=30)
    asking.request("GET", path, headers={"Host": f"{host}:{port}", **headers})
    response = asking.getresponse()
    response.read()
    asking.close()
    return response


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for servers that need no empty one: only the first has to make the database and the static files."""
    return tmp_path_factory.mktemp("served")


class TestServe:
    """`manage.py serve`: one command to an open site, one sentence when that cannot be."""

    def test_it_serves_until_it_is_told_to_end_and_tells_systemd(
        self, served: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        port = free_port()
        systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        systemd.bind("\0" + str(tmp_path))
        systemd.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{tmp_path}")
        with systemd, serving(served, "--port", str(port), "--workers", "2") as (server, line):
            assert f"http://127.0.0.1:{port}/" in line
            assert systemd.recv(1000).startswith(b"READY=1\n")
            assert get(port, "/admin/login/").status == 200
            assert get(port, "/admin/login/", host="elsewhere.example").status == 400
            assert get(port, "/x/admin/login/", SCRIPT_NAME="/x", PATH_INFO="/admin/login/").status == 404
            names = json.loads((served / "static" / "staticfiles.json").read_text())["paths"]
            styles = get(port, f"/static/{names['admin/css/base.css']}")
            assert (styles.status, "immutable" in styles.headers["Cache-Control"]) == (200, True)
            server.send_signal(signal.SIGTERM)
            assert server.communicate(timeout=30)[1] == ""
            assert server.returncode == 0

    @pytest.mark.database
    def test_two_that_start_at_once_on_an_empty_folder_both_serve(self, tmp_path: Path) -> None:
        with empty_database(tmp_path, os.environ.get("DATABASE_URL", "")) as database:
            sites = [Site(database), Site(database)]
            with ThreadPoolExecutor() as pool, ExitStack() as stack:
                for started in [pool.submit(stack.enter_context, running(site)) for site in sites]:
                    started.result()
                assert [get(site.port, "/admin/login/").status for site in sites] == [200, 200]

    @pytest.mark.full("another test serves, and the names are those of the settings")
    def test_on_every_address_it_answers_to_this_machine_s_names_only_until_it_is_interrupted(
        self, served: Path
    ) -> None:
        port = free_port()
        with serving(served, "--host", "0.0.0.0", "--port", str(port), "--workers", "1") as (server, line):
            assert f"http://localhost:{port}/" in line
            assert get(port, "/admin/login/", host=socket.gethostname()).status == 200
            assert get(port, "/admin/login/", host="elsewhere.example").status == 400
            server.send_signal(signal.SIGINT)
            assert "put a proxy before it" in server.communicate(timeout=30)[1]
            assert server.returncode == 0

    def test_a_busy_port(self, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = str(listener.getsockname()[1])
            assert is_one_sentence(manage(tmp_path, "serve", "--port", port), port, "in use")
        assert not (tmp_path / "crib.sqlite3").exists(), "the port comes before the work"

    @pytest.mark.parametrize(
        ("arguments", "part"),
        [
            (["--port", "0"], "from 1 to 65535"),
            (["--port", "65536"], "from 1 to 65535"),
            (["--workers", "0"], "at least one worker"),
            (["--host", "nowhere.invalid"], "no host “nowhere.invalid”"),
            (["--host", "192.0.2.1"], "does not have the address “192.0.2.1”"),
        ],
    )
    def test_arguments_that_make_no_sense(self, arguments: list[str], part: str) -> None:
        mask = os.umask(0o077)
        try:
            with pytest.raises(CommandError, match=part):
                call_command("serve", *arguments)
        finally:
            os.umask(mask)

    @pytest.mark.skipif(os.geteuid() == 0, reason="Every port is open to root.")
    def test_a_privileged_port(self, tmp_path: Path) -> None:
        assert is_one_sentence(manage(tmp_path, "serve", "--port", "1"), "rights of an administrator")

    def test_a_database_that_cannot_be_opened(self, tmp_path: Path) -> None:
        (tmp_path / "crib.sqlite3").mkdir()
        result = manage(tmp_path, "serve", "--port", str(free_port()))
        assert is_one_sentence(result, str(tmp_path / "crib.sqlite3"), "unable to open")

    def test_a_database_that_is_none(self, tmp_path: Path) -> None:
        (tmp_path / "crib.sqlite3").write_text("This is a letter, not a database. " * 99)
        result = manage(tmp_path, "serve", "--port", str(free_port()))
        assert is_one_sentence(result, str(tmp_path / "crib.sqlite3"), "not a database")

    @pytest.mark.skipif(os.geteuid() == 0, reason="No file is read-only to root.")
    def test_a_database_that_is_read_only(self, tmp_path: Path) -> None:
        assert manage(tmp_path, "migrate").returncode == 0
        (tmp_path / "crib.sqlite3").chmod(0o400)
        result = manage(tmp_path, "serve", "--port", str(free_port()))
        assert is_one_sentence(result, str(tmp_path / "crib.sqlite3"), "readonly")

    @pytest.mark.full("a rare fault")
    def test_static_files_that_cannot_be_gathered(self, tmp_path: Path) -> None:
        (tmp_path / "static").touch()
        result = manage(tmp_path, "serve", "--port", str(free_port()))
        assert is_one_sentence(result, "static files cannot be gathered", str(tmp_path / "static"))

    def test_a_postgresql_that_does_not_answer(self, tmp_path: Path) -> None:
        url = f"postgres://me:secret@127.0.0.1:{free_port()}/crib"
        result = manage(tmp_path, "serve", "--port", str(free_port()), DATABASE_URL=url)
        assert is_one_sentence(result, "PostgreSQL database “crib”", "refused")
        assert "secret" not in result.stderr


def test_a_static_file_is_replaced_whole_and_never_gone_while_another_server_reads_the_folder(tmp_path: Path) -> None:
    storage = Storage(location=tmp_path / "static")
    for text in ("old", "new"):
        storage.delete("css/one.css")
        assert storage.save("css/one.css", ContentFile(text)) == "css/one.css"
        storage.delete("css/one.css")
        assert (tmp_path / "static/css/one.css").read_text() == text
    assert [path.name for path in tmp_path.rglob("*")] == ["static", "css", "one.css"]


def test_guests_of_a_database_that_was_never_made_are_not_cleared(tmp_path: Path) -> None:
    assert is_one_sentence(manage(tmp_path, "clear-guests"), "The database cannot be used (no such table", "serve")


@pytest.mark.django_db
class TestLearner:
    """Who learns here: people with a name, and guests."""

    def test_guests_are_many_and_have_no_name(self) -> None:
        one, other = Learner.objects.create_guest(), Learner.objects.create_guest()
        assert one != other
        assert (one.name, str(one), one.has_usable_password()) == (None, "guest", False)

    def test_a_name_is_taken_in_any_case(self) -> None:
        anna = Learner.objects.create_user("Anna", "pegging out")
        assert (anna.name, str(anna)) == ("Anna", "Anna")
        with pytest.raises(IntegrityError):
            Learner.objects.create_user("anna")

    def test_a_learner_logs_in_by_name_in_any_case(self, settings: Any) -> None:
        settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
        anna = Learner.objects.create_user("Anna", "pegging out")
        assert anna.password.startswith("argon2")
        assert authenticate(username="anna", password="pegging out") == anna
        assert authenticate(username="Anna", password="pegging in") is None

    def test_the_admin_shows_learners_and_makes_them(self, client: Client) -> None:
        client.force_login(Learner.objects.create_superuser("Root"))
        guest = Learner.objects.create_guest()
        assert "guest" in client.get("/admin/trainer/learner/").text
        assert client.get(f"/admin/trainer/learner/{guest.pk}/change/").status_code == 200
        new = {"name": "Bob", "usable_password": "true", "password1": "fifteen two now", "password2": "fifteen two now"}
        assert client.post("/admin/trainer/learner/add/", new).status_code == 302
        assert Learner.objects.get(name="Bob").check_password("fifteen two now")


def test_a_browser_finds_nothing_that_the_policy_forbids(browser: Browser, live_server: LiveServer) -> None:
    """Also that the test's own thread may use the database while the browser is open."""
    Learner.objects.create_superuser("Root", "pegging out")
    complaints: list[str] = []
    page = browser.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Name").fill("root")
    page.get_by_label("Password").fill("pegging out")
    page.get_by_role("button").last.click()
    page.get_by_role("link", name="Learners").wait_for()
    page.close()
    assert [text for text in complaints if "Content Security Policy" in text] == []
