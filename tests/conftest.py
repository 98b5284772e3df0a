"""Options and fixtures for all tests: the full test run, a fast database, unhashed static files, and a browser."""

import gc
import mimetypes
import os
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management.color import Style
from django.db import connection
from django.db.models.signals import post_migrate
from django.http import Http404, HttpResponse
from django.test import override_settings
from django.utils import translation
from django.utils.formats import reset_format_cache
from hypothesis import settings as hypothesis
from playwright.sync_api import Browser, sync_playwright

from game.templatetags.cards import card_names
from game.words import typed
from tests.chance import seed
from tests.chromium import chromium
from tests.full import PROOF
from tests.words import speak
from trainer.lessons import search
from trainer.practice import state

QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    # Half of a short test would be the start of a process for its page.
    "--renderer-process-limit=1",
    "--in-process-gpu",
]
DATABASE = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that includes the tests marked `full`."""
    parser.addoption("--full", action="store_true", help="the whole proof, as before a release")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Start a worker more than there are processors: whoever waits for a browser or a server leaves one idle."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else 1 + (os.cpu_count() or 1)


def pytest_configure(config: pytest.Config) -> None:
    """Register the profiles of Hypothesis.

    By default it tries the same examples every time; with `--full` it tries new ones, and more of them. There is no
    deadline, so that a slow machine does not fail a test.
    """
    hypothesis.register_profile("change", deadline=None, derandomize=True)
    hypothesis.register_profile("full", deadline=None, max_examples=300, print_blob=True)
    PROOF.full = config.getoption("full")
    hypothesis.load_profile("full" if PROOF.full else "change")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that use the database or a browser, and deselect those marked `full` unless `--full` is given.

    What a page says follows from the rows that were read. Tests of that alone are marked `once`; whatever tests how
    rows are written, found, counted, sorted, locked or refused is not.
    """
    for item in items:
        needs = set(getattr(item, "fixturenames", ()))
        if "browser" in needs:
            item.add_marker("browser")
        # Tests that start the site in a separate process, on the database of DATABASE_URL, are marked in their files.
        if item.get_closest_marker("django_db") or needs & DATABASE:
            item.add_marker("database")
        if "pseudo_language" in needs:
            item.add_marker(pytest.mark.once("every word is marked for translation"))
    if not PROOF.full:
        left_out = [item for item in items if item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what lives until the end anyway, and look for garbage less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


@pytest.fixture(autouse=True)
def _spoken() -> Iterator[None]:
    """Leave no language to the next test: what answers a request leaves that of its page behind."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest) -> None:
    """Make database writes fast: without permissions, which no test needs, and without waiting for the disk.

    Permissions would be created again after every test in a browser.
    """
    request.getfixturevalue("django_db_modify_db_settings_parallel_suffix")
    assert post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    if connection.vendor == "sqlite":
        options = connection.settings_dict["OPTIONS"]
        options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")
    pytest.MonkeyPatch().setattr(connection.ops, "sql_flush", _deletions)


def _deletions(_style: Style, tables: Iterable[str], **_options: bool) -> list[str]:
    """Return the statements that empty the tables after a test in a browser. Types of content stay: Django would write
    them anew each time. PostgreSQL's TRUNCATE would make a new file for every table, which takes a second."""
    post_migrate.disconnect(create_contenttypes)
    return [f'DELETE FROM "{table}"' for table in tables if table != "django_content_type"]


@pytest.fixture(scope="session", autouse=True)
def _settings_of_tests() -> Iterator[None]:
    """Serve static files without hashes in their names, as only `serve` collects those, and hash passwords fast.

    Questions depend on the secret key: with one of its own every machine would ask others.
    """
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    storages = {**settings.STORAGES, "staticfiles": plain}
    with override_settings(STORAGES=storages, PASSWORD_HASHERS=hashers, SECRET_KEY="tests"):
        yield


@pytest.fixture(autouse=True)
def _certain_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed all randomness with the test's name, so that a failure can be repeated.

    A run's questions also depend on its learner's primary key. PostgreSQL never gives one twice, so it is left out.
    """
    seed(monkeypatch, request.node.nodeid)
    seed_of = state.seed_of
    monkeypatch.setattr(state, "seed_of", lambda text, key=None: seed_of(text.partition(" ")[0], key))


@pytest.fixture
def pseudo_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Activate a language that puts marks around every marked message."""
    _forget_languages()
    with monkeypatch.context() as patch:
        speak(patch)
        yield
    _forget_languages()


def _forget_languages() -> None:
    """Clear the caches of translations: the language may have been cached under the same name."""
    reset_format_cache()
    for known in (search.entries, typed.spelt, card_names):
        known.cache_clear()


def _static_file(path: str) -> HttpResponse:
    """Return a static file from memory, with headers that let a browser cache it; a page has a dozen of them."""
    content, kind = _read(path)
    return HttpResponse(content, kind, headers={"Cache-Control": "max-age=3600"})


@cache
def _read(path: str) -> tuple[bytes, str]:
    found = finders.find(path.removeprefix(settings.STATIC_URL))
    if not found:
        raise Http404(path)
    return Path(found).read_bytes(), mimetypes.guess_type(path)[0] or "application/octet-stream"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Yield Chromium, for tests that use the site as a person does. If CI is set, a missing browser is a failure."""
    program = chromium()
    if program is None:
        sentence = "There is no chromium on this machine; the tests in a browser need it."
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright runs an event loop in this thread, in which Django would refuse to use the database,
        # although no test runs inside that loop.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        patch.setattr(StaticFilesHandler, "serve", lambda _handler, request: _static_file(request.path))
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()
