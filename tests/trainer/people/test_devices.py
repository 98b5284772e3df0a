"""Browsers and systems, from what browsers say of themselves."""

import pytest

from tests.words import assert_all_marked
from trainer.people import devices

MOZILLA = "Mozilla/5.0"
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        (f"{MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (f"{MOZILLA} (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/140.0.0.0 Safari/537.36", "Chrome on Windows"),
        (f"{MOZILLA} (Windows NT 10.0) {WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        (f"{MOZILLA} (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/140.0 Safari/537.36", "Chrome on ChromeOS"),
        (
            f"{MOZILLA} (Linux; Android 10; K) {WEBKIT} SamsungBrowser/28 Chrome/130 Mobile",
            "Samsung Internet on Android",
        ),
        (f"{MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Chrome/140 Safari/537.36 OPR/120", "Opera on Mac"),
        (f"{MOZILLA} (iPhone; CPU iPhone OS 18_6 like Mac OS X) {WEBKIT} Version/26 Safari/604.1", "Safari on iPhone"),
        (f"{MOZILLA} (iPad; CPU OS 18_6 like Mac OS X) {WEBKIT} CriOS/140 Mobile Safari/604.1", "Chrome on iPad"),
        (f"{MOZILLA} (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko", "A browser on Windows"),
        ("Firefox/140.0", "Firefox"),
        ("curl/8.14", "A browser"),
        ("<script>", "A browser"),
        ("", "A browser"),
    ],
)
def test_it_is_said_coarsely(user_agent: str, words: str) -> None:
    assert devices.in_words(devices.kind_of(user_agent)) == words


def test_a_session_of_which_nothing_is_kept() -> None:
    assert devices.in_words("") == "A browser"


@pytest.mark.usefixtures("pseudo_language")
def test_all_words_are_marked() -> None:
    assert_all_marked(" ".join(devices.in_words(kind) for kind in ("1/2", "/2", "/", "")))
