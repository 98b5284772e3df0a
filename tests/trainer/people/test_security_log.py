"""The security log of accounts: what is done to one leaves a line, and nothing secret is in it."""

from typing import Any

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from trainer.models import Learner
from trainer.people import sessions

pytestmark = pytest.mark.django_db

PASSWORD = "fifteen two and a pair"
OTHER = "his heels are two points"


@pytest.fixture
def anna() -> Learner:
    """Somebody with an account."""
    return Learner.objects.create_user("Anna", PASSWORD, email="anna@example.org")


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    """Return a function that returns what is in the log since it was called last: the events and their facts."""
    caplog.set_level("INFO", "crib.security")

    def read() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [getattr(record, "facts", {}) for record in caplog.records]
        assert PASSWORD not in caplog.text
        assert OTHER not in caplog.text
        caplog.clear()
        return [facts for facts in found if facts]

    return read


def logged_in(anna: Learner, lines: Any) -> Client:
    """Return a browser in which Anna has logged in."""
    client = Client()
    client.force_login(anna)
    lines()
    return client


def test_signing_up_and_logging_in_and_out(client: Client, lines: Any) -> None:
    client.post(reverse("signup"), {"name": "Bert", "password": PASSWORD, "again": PASSWORD})
    key = Learner.objects.get().pk
    client.post(reverse("logout"))
    client.post(reverse("login"), {"username": "Bert", "password": PASSWORD})
    assert lines() == [
        {"event": event, "learner": key, "address": "127.0.0.1"}
        for event in ("signed_up", "logged_in", "logged_out", "logged_in")
    ]


def test_logging_in_to_the_admin(client: Client, lines: Any) -> None:
    root = Learner.objects.create_superuser("Root", PASSWORD)
    client.post("/admin/login/", {"username": "Root", "password": PASSWORD})
    assert lines() == [{"event": "logged_in", "learner": root.pk, "address": "127.0.0.1"}]


@pytest.mark.parametrize(
    ("page", "said", "events"),
    [
        ("password", {"password": OTHER, "again": OTHER}, ["password_changed"]),
        ("email", {"email": ""}, ["email_changed"]),
        ("names", {"name": "Annika", "public_name": ""}, ["name_changed"]),
        ("names", {"name": "Anna", "public_name": "Fox"}, ["public_name_changed"]),
        ("daily", {"public_name": "Fox"}, ["public_name_changed"]),
        ("delete", {}, ["deleted", "logged_out"]),
        ("names", {"name": "Anna", "public_name": ""}, []),
        ("email", {"email": "anna@example.org"}, []),
    ],
)
def test_changes(anna: Learner, lines: Any, page: str, said: dict[str, str], events: list[str]) -> None:
    client, key = logged_in(anna, lines), anna.pk
    assert client.post(reverse(page), {"current": PASSWORD, **said}).status_code == 302
    assert [(facts["event"], facts["learner"]) for facts in lines()] == [(event, key) for event in events]


def test_ending_sessions(anna: Learner, lines: Any) -> None:
    here = logged_in(anna, lines)
    others = [logged_in(anna, lines) for _ in range(3)]
    one = reverse("end_one", args=[sessions.public_id(anna, str(others[0].session.session_key))])
    for page in (one, one, reverse("everywhere"), reverse("everywhere")):
        here.post(page, {"current": PASSWORD})
    assert [(facts["event"], facts["sessions"]) for facts in lines()] == [("sessions_ended", 1), ("sessions_ended", 2)]


def test_an_export(anna: Learner, lines: Any) -> None:
    logged_in(anna, lines).get(reverse("export"))
    assert [(facts["event"], facts["learner"]) for facts in lines()] == [("exported", anna.pk)]


def test_another_password_by_a_link(anna: Learner, client: Client, lines: Any, settings: Any) -> None:
    settings.MAIL = True
    client.post(reverse("recovery"), {"email": "nobody@example.org"})
    link = reverse(
        "reset", args=[urlsafe_base64_encode(force_bytes(anna.pk)), default_token_generator.make_token(anna)]
    )
    page = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(page, {"new_password1": OTHER, "new_password2": OTHER})
    asked, done = lines()
    assert (asked["event"], asked.get("learner")) == ("reset_asked", None)
    assert (done["event"], done["learner"]) == ("reset_done", anna.pk)
