"""The page on privacy says what is true: each cookie, how long what is kept, whom to ask."""

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from crib_site.version import VERSION
from tests.trainer.drills.samples import HAND, asked
from tests.words import assert_all_marked
from trainer.models import Learner, Session
from trainer.people import sessions
from trainer.views.privacy import cookies

PASSWORD = "fifteen two and a pair"

pytestmark = pytest.mark.django_db


def text_of(client: Client) -> str:
    """Return the page, its spaces made one."""
    return " ".join(client.get(reverse("privacy")).text.split())


def test_every_page_leads_to_it_and_names_the_version(client: Client) -> None:
    for path in ("/", "/games/", "/account/", "/privacy/", "/nowhere/"):
        page = client.get(path)
        foot = page.text.partition("<footer")[2]
        assert '<a href="/privacy/">Privacy</a>' in foot
        assert f"Version {VERSION}" in foot
        assert VERSION not in str(page.headers), "whoever looks for old versions has to look at a page"


def test_looking_at_it_leaves_nothing_behind(client: Client) -> None:
    client.get(reverse("privacy"))
    assert not client.cookies
    assert not Learner.objects.exists()


def test_a_desk_folds_nothing(client: Client) -> None:
    page = client.get(reverse("privacy")).text
    folds = re.findall('<details class="fold" id="[a-z-]+" data-desk', page)
    assert len(folds) == page.partition("<main")[2].partition("</main>")[0].count("<details") == 6
    assert "js/desk" in page


def test_it_names_every_cookie(client: Client) -> None:
    """All that a guest gets who answers, takes an account, changes something, logs out and in again."""
    got: set[str] = set()
    account = {"name": "Ann", "password": PASSWORD, "again": PASSWORD}
    for path, post in (
        (asked(HAND), {"number": 0, "claim": 3, "answer": 1}),
        (reverse("signup"), account),
        (reverse("email"), {"email": "ann@example.org", "current": PASSWORD}),
        (reverse("logout"), {}),
        (reverse("login"), {"username": "Ann", "password": PASSWORD}),
        (reverse("login"), {"username": "Ann", "password": "wrong"}),
    ):
        client.get(path)
        client.post(path, post)
        got |= set(client.cookies)
    assert len(got) >= 3
    named = {cookie.name for cookie in cookies()}
    assert got <= named
    page = text_of(client)
    assert all(f"<code>{name}</code>" in page for name in named)


def test_of_a_browser_the_times_that_it_names_are_kept_and_no_more(client: Client) -> None:
    client.post(asked(HAND), {"number": 0, "claim": 3, "answer": 1})
    kept = sessions.as_exported(Session.objects.get())
    assert [name for name, value in kept.items() if "T" in str(value)] == ["began", "used"]
    assert "the times of your first visit and of the first on the last day you came" in text_of(client)


def test_how_long(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    page = text_of(client)
    assert "deleted 400 days after the last visit" in page
    assert "until 30 days after the last visit" in page
    call_command("clear-guests", "--dry-run", "--json")
    assert '"days": 400' in capsys.readouterr().out, "as long as the command has it"


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        ("ann@example.org", '<a href="mailto:ann@example.org">ann@example.org</a>'),
        ("https://example.org/us", '<a href="https://example.org/us">https://example.org/us</a>'),
        ("", "Ask whoever gave you its address"),
    ],
)
def test_whom_to_ask(client: Client, settings: Any, contact: str, told: str) -> None:
    settings.CONTACT = contact
    assert told in text_of(client)


@pytest.mark.usefixtures("pseudo_language")
def test_its_words(client: Client) -> None:
    assert_all_marked(client.get(reverse("privacy")).text)
