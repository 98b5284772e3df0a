"""What every test may use: static files without gathering them, and a browser."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils.formats import reset_format_cache
from hypothesis import settings as hypothesis
from playwright.sync_api import Browser, sync_playwright

from tests.words import speak
from trainer.lessons import search

QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


# A slow machine is no counterexample; and what fails in CI has to fail again for whoever looks into it.
hypothesis.register_profile("house", deadline=None, derandomize="CI" in os.environ)
hypothesis.load_profile("house")


@pytest.fixture(scope="session", autouse=True)
def _static_files_as_they_lie() -> Iterator[None]:
    """Address static files by their own names: those with a hash exist only once `serve` has gathered them."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        yield


@pytest.fixture
def pseudo_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak a language in which every marked message stands between marks."""
    _forget_languages()
    with monkeypatch.context() as patch:
        speak(patch)
        yield
    _forget_languages()


def _forget_languages() -> None:
    """Forget what is kept of a language: it may be this one by its name only."""
    reset_format_cache()
    search._places.cache_clear()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, for tests that use the site as a person does; with CI set its absence is a failure."""
    program = shutil.which("chromium")
    if program is None:
        sentence = "There is no chromium on this machine; the tests in a browser need it."
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread, for which Django would refuse to touch the database here,
        # though nothing of the tests runs inside that loop.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        yield browser
        browser.close()
