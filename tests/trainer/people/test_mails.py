"""Mails that tell of changes in an account."""

import re
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected
from threading import Thread
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.words import assert_all_marked
from trainer.models import Learner

pytestmark = pytest.mark.django_db

PASSWORD = "fifteen two and a pair"
OTHER = "his heels are two points"

CHANGES: dict[str, dict[str, str]] = {
    "password": {"current": PASSWORD, "password": OTHER, "again": OTHER},
    "email": {"current": PASSWORD, "email": "new@example.org"},
    "names": {"current": PASSWORD, "name": "Annika", "public_name": ""},
    "delete": {"current": PASSWORD},
}
"""What is sent to each page that changes an account."""

LOST, ACCOUNT = "http://testserver/account/recovery/", "http://testserver/account/"
LINKS = {"password": [LOST], "email": [ACCOUNT], "names": [LOST], "delete": []}
"""What a mail leads to. Another address may be a stranger's, who would get the mail for a lost password."""


@pytest.fixture(autouse=True)
def _mail(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MAIL = True
    monkeypatch.setattr(Thread, "start", Thread.run)  # the mail is there when the answer is


@pytest.fixture(autouse=True)
def anna(client: Client) -> Learner:
    """Somebody with an account and an address, who is logged in."""
    learner = Learner.objects.create_user("Anna", PASSWORD, email="anna@example.org")
    client.force_login(learner)
    return learner


def sent() -> list[tuple[list[str], str]]:
    """Return to whom mails went, and what they say."""
    return [(message.to, str(message.body)) for message in mail.outbox]


@pytest.mark.parametrize(
    ("page", "to", "sentence"),
    [
        ("password", ["anna@example.org"], "The password of your account at testserver was changed"),
        ("email", ["anna@example.org", "new@example.org"], "The e-mail address of your account at testserver was"),
        ("names", ["anna@example.org"], "The name you log in with at testserver was changed. It is now: Annika"),
        ("delete", ["anna@example.org"], "Your account at testserver was deleted"),
    ],
)
def test_a_change_is_told(client: Client, page: str, to: list[str], sentence: str) -> None:
    key = str(client.session.session_key)
    assert client.post(reverse(page), CHANGES[page]).status_code == 302
    assert [address for addresses, _text in sent() for address in addresses] == to
    for _addresses, text in sent():
        assert "Hello, Anna." in text
        assert sentence in text
        assert re.search(r"This was on .+ at .+ \(.+\)\.", text)
        assert "If it was not you" in text
        assert all(secret not in text for secret in (PASSWORD, OTHER, key, str(client.session.session_key)))
        assert re.findall(r"https?://\S+", text) == LINKS[page]


@pytest.mark.parametrize(("contact", "end"), [("", "the site."), ("us@example.org", "the site: us@example.org")])
def test_whom_to_ask(client: Client, settings: Any, contact: str, end: str) -> None:
    settings.CONTACT = contact
    client.post(reverse("names"), CHANGES["names"])
    assert f"If you need help, ask whoever runs {end}" in sent()[0][1]


@pytest.mark.parametrize("page", CHANGES)
def test_what_is_refused_is_not_told(client: Client, page: str) -> None:
    client.post(reverse(page), {**CHANGES[page], "current": "something else"})
    assert mail.outbox == []


@pytest.mark.parametrize("page", CHANGES)
def test_without_an_address_nobody_is_told(client: Client, page: str) -> None:
    Learner.objects.update(email="")
    client.post(reverse(page), CHANGES[page])
    assert [message.to for message in mail.outbox] == ([["new@example.org"]] if page == "email" else [])


@pytest.mark.parametrize("page", CHANGES)
def test_a_site_without_mail_sends_none(client: Client, page: str, settings: Any) -> None:
    settings.MAIL = False
    assert client.post(reverse(page), CHANGES[page]).status_code == 302
    assert mail.outbox == []


def test_an_address_that_goes_is_told_so(client: Client) -> None:
    client.post(reverse("email"), {"current": PASSWORD, "email": ""})
    assert [message.to for message in mail.outbox] == [["anna@example.org"]]


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("email", {"current": PASSWORD, "email": "anna@example.org"}),
        ("names", {"current": "", "name": "Anna", "public_name": "Fox"}),
    ],
)
def test_what_is_as_it_was_is_not_told(client: Client, page: str, said: dict[str, str]) -> None:
    assert client.post(reverse(page), said).status_code == 302
    assert mail.outbox == []


def test_another_password_by_the_link_is_told(client: Client) -> None:
    client.logout()
    client.post(reverse("recovery"), {"email": "anna@example.org"})
    link = re.search(r"http://testserver(/\S+)", sent()[0][1])
    assert link
    page = client.get(link[1], follow=True).redirect_chain[-1][0]
    client.post(page, {"new_password1": OTHER, "new_password2": OTHER})
    assert "The password of your account at testserver was changed" in sent()[1][1]


def test_a_mail_server_that_fails_hinders_no_change(
    client: Client, anna: Learner, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_message: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    assert client.post(reverse("names"), CHANGES["names"]).status_code == 302
    anna.refresh_from_db()
    assert anna.name == "Annika"
    assert "was not sent" in caplog.text


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("page", CHANGES)
def test_all_words_are_marked(client: Client, page: str) -> None:
    client.post(reverse(page), CHANGES[page])
    for message in mail.outbox:
        body = str(message.body)
        for known in (LOST, ACCOUNT, "testserver", "Annika", "Anna", "(UTC)", "UTC"):
            body = body.replace(known, "")
        assert_all_marked(body)
        assert_all_marked(f"{message.subject} {body}")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (SMTPRecipientsRefused({"anna@example.org": (550, b"no anna@example.org here")}), "SMTPRecipientsRefused 550"),
        (SMTPDataError(554, b"anna@example.org is over quota"), "SMTPDataError 554"),
        (SMTPServerDisconnected("please run connect() first"), "SMTPServerDisconnected"),
        (ConnectionRefusedError(111, "Connection refused"), "ConnectionRefusedError Connection refused"),
    ],
)
def test_the_log_says_why_one_was_not_sent_and_not_to_whom(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: OSError, told: str
) -> None:
    def fail(_message: object) -> None:
        raise error

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    client.post(reverse("password"), CHANGES["password"])
    assert f"A mail was not sent ({told})." in caplog.text
    assert "anna@" not in caplog.text
