"""Accounts: a guest takes a name, comes back, brings along what they did, and may go for good."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date, datetime, timedelta
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from game import budget
from game.engine.rules import Rules
from game.models import Habits, Help, Match, Review, Spending
from tests.full import few
from tests.game.tables import begin
from tests.trainer.people.test_merging import MAKERS, attempt_of, classroom_of, related, run_of
from tests.words import assert_all_marked
from trainer import names
from trainer.models import EVER, Attempt, Learner, Membership, Race, Session, Tally, Throttle
from trainer.people import accounts, throttle
from trainer.people.throttle import FREE, MAILS, NAMES_TAKEN, RECOVERIES

pytestmark = pytest.mark.django_db

PASSWORD = "fifteen two and a pair"
OTHER = "his heels are two points"


@pytest.fixture(autouse=True)
def _waiting_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock of waiting stand: on a slow machine a second is over before the next try."""
    at = timezone.now()
    monkeypatch.setattr(throttle, "timezone", SimpleNamespace(now=lambda: at))


@pytest.fixture
def anna() -> Learner:
    """Somebody with an account."""
    return Learner.objects.create_user("Anna", PASSWORD, email="anna@example.org")


@pytest.fixture
def guest(client: Client) -> Learner:
    """Who sits in front of the browser, without a name, with an answer of theirs."""
    learner = Learner.objects.create_guest()
    client.force_login(learner)
    attempt_of(learner)
    return learner


def sign_up(client: Client, **said: str) -> Any:
    """Send the form."""
    form = {"name": "Bert", "password": PASSWORD, "again": PASSWORD, **said}
    return client.post(reverse("signup"), form, follow=True)


def log_in(client: Client, name: str = "Anna", password: str = PASSWORD, **said: str) -> Any:
    """Send the form."""
    return client.post(reverse("login"), {"username": name, "password": password, **said})


def who(client: Client) -> Learner | None:
    """Whom the session knows."""
    user = client.get(reverse("account")).wsgi_request.user
    return user if isinstance(user, Learner) else None


class TestSignUp:
    """A name and a password."""

    def test_a_guests_own_row_gets_the_name(self, client: Client, guest: Learner) -> None:
        response = sign_up(client)
        assert "Welcome, Bert." in response.text
        guest.refresh_from_db()
        assert guest.name == "Bert"
        assert guest.check_password(PASSWORD)
        assert guest.attempts.count() == 1
        assert Learner.objects.count() == 1
        assert who(client) == guest

    def test_an_address_is_asked_for_only_where_the_site_sends_mails(self, client: Client, settings: Any) -> None:
        assert 'name="email"' not in client.get(reverse("signup")).text
        sign_up(client, email="bert@example.org")
        assert Learner.objects.get().email == ""
        settings.MAIL = True
        assert 'name="email"' in Client().get(reverse("signup")).text
        sign_up(Client(), name="Carl", email="carl@example.org")
        assert Learner.objects.get(name="Carl").email == "carl@example.org"

    def test_nobody_becomes_somebody(self, client: Client) -> None:
        sign_up(client)
        assert who(client) == Learner.objects.get(name="Bert")

    @pytest.mark.usefixtures("guest")
    def test_the_session_has_another_key_then(self, client: Client) -> None:
        before = client.session.session_key
        sign_up(client)
        assert client.session.session_key != before
        assert not Session.objects.filter(pk=before).exists()

    def test_who_has_a_name_is_sent_to_the_account(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)
        for page in ("signup", "login"):
            assert client.get(reverse(page)).headers["Location"] == reverse("account")
        assert sign_up(client).redirect_chain == [(reverse("account"), 302)]
        assert Learner.objects.count() == 1

    @pytest.mark.parametrize("name", ["Anna", "anna", " ANNA ", "Ａｎｎａ"])
    @pytest.mark.usefixtures("anna")
    def test_a_taken_name_is_said_to_be(self, client: Client, guest: Learner, name: str) -> None:
        response = sign_up(client, name=name)
        assert response.status_code == 200
        assert "This name is taken." in response.text
        assert PASSWORD not in response.text
        guest.refresh_from_db()
        assert guest.name is None
        assert who(client) == guest

    def test_no_browser_cuts_a_password_off_or_hinders_pasting_it(self, client: Client) -> None:
        boxes = re.findall(r'<input type="password"[^>]*>', client.get(reverse("signup")).text)
        assert len(boxes) == 2
        for box in boxes:
            assert 'autocomplete="new-password"' in box
            assert "maxlength" not in box
            assert "onpaste" not in box

    @pytest.mark.usefixtures("anna")
    def test_names_are_not_tried_out_one_after_another(self, client: Client) -> None:
        budget.spend(NAMES_TAKEN.most - 1, (NAMES_TAKEN, "127.0.0.1"))
        said = [sign_up(client, name="Anna").text for _number in range(2)]
        assert "Please wait" in said[-1]
        assert "name is taken" not in said[-1]
        assert "name is taken" in said[-2]
        assert "Please wait" in sign_up(client, name="Free").text
        assert not Learner.objects.filter(name="Free").exists()
        assert "Welcome" in sign_up(Client(REMOTE_ADDR="192.0.2.2"), name="Free").text

    @pytest.mark.usefixtures("anna")
    def test_a_class_behind_one_address_may_sign_up(self) -> None:
        for number in range(30):
            assert "Welcome" in sign_up(Client(), name=f"Pupil {number}").text

    @pytest.mark.parametrize(
        ("field", "typed", "sentence"),
        [
            ("name", "", "Type a name."),
            ("name", "   ", "Type a name."),
            ("name", "B", "A name has at least 2 characters."),
            ("name", "B" * 41, "A name has at most 40 characters."),
            ("name", "<b>", "A name can have letters, digits"),
            ("name", "..", "A name needs a letter or a digit."),
            ("name", "Be\x00rt", "A name can have letters, digits"),
            ("password", "", "Type a password."),
            ("password", "short", "at least 12 characters"),
            ("password", "eleven sign", "at least 12 characters"),
            ("password", "123456789012", "a series or a repetition"),
            ("password", "cribbage1234", "guessers try first"),
            ("password", "telechargement", "too common"),
            ("password", "bert bert bert", "too similar to the name"),
            ("password", "ab cdef" * 19, "A password has at most 128 characters."),
            ("again", "something else", "The two passwords are not the same."),
            ("email", "nonsense", "This is not an e-mail address"),
        ],
    )
    def test_what_is_wrong_is_said(self, client: Client, field: str, typed: str, sentence: str, settings: Any) -> None:
        settings.MAIL = True
        said = {"name": "bert bert bert"} if typed == "bert bert bert" else {}
        response = sign_up(client, **{**said, field: typed})
        assert response.status_code == 200
        assert sentence in response.text
        assert 'role="alert"' in response.text
        assert 'aria-invalid="true"' in response.text
        assert not Learner.objects.exists()

    def test_a_race_for_a_name_has_one_winner(self, client: Client, guest: Learner, rf: Any) -> None:
        request = rf.post("/")
        request.user, request.session = guest, client.session
        Learner.objects.create_user("Bert", OTHER)
        with pytest.raises(accounts.NameTaken):
            accounts.sign_up(request, "bert", PASSWORD)
        assert (guest.name, guest.has_usable_password()) == (None, False)


class TestNames:
    """What may be a name."""

    @pytest.mark.parametrize(
        "name", ["Jo", "Anna-Lena_2.", "Óscar", "Ωμέγα", "Мария", "美咲", "अनिता", "ليلى", "O.K.", "7 of 9"]
    )
    def test_any_script(self, name: str) -> None:
        assert list(names.faults(names.tidy(name))) == []

    @pytest.mark.parametrize("sign", ["\u2003", "\u00a0", "\u3000", "\u202f"])
    def test_every_space_is_a_plain_one(self, sign: str) -> None:
        assert names.tidy(f" {sign}An{sign}{sign}na{sign}") == "An na"

    @pytest.mark.parametrize(
        "sign", ["\u200b", "\u3164", "\u115f", "\u2800", "\u202e", "\u00ad", "\ufe0f", "\t", "\n", "@", "<", "♠", "👍"]
    )
    def test_nothing_unseen_or_strange(self, sign: str) -> None:
        assert list(names.faults(names.tidy(f"An{sign}na"))) == [names.NameFault.SIGNS]


class TestNamesInAnyCase:
    """Names that differ only in the case of their letters are one name, of any script and on every database."""

    ONE: ClassVar = [("Änne", "ÄNNE"), ("änne", "Änne"), ("Straße", "STRASSE"), ("Ωmega", "ωMEGA"), ("Жук", "жук")]

    @pytest.mark.parametrize(("name", "other"), ONE)
    def test_it_is_taken(self, client: Client, name: str, other: str) -> None:
        Learner.objects.create_user(name)
        assert "This name is taken." in sign_up(client, name=other).text
        assert Learner.objects.count() == 1

    @pytest.mark.parametrize(("name", "other"), ONE)
    def test_one_logs_in_by_it(self, client: Client, name: str, other: str) -> None:
        learner = Learner.objects.create_user(name, PASSWORD)
        log_in(client, name=other)
        assert who(client) == learner

    @pytest.mark.parametrize(("name", "other"), ONE)
    def test_its_wrong_passwords_are_counted_together(self, name: str, other: str) -> None:
        for spelt in (name, other):
            throttle.take(*throttle.guesses(None, spelt))
        assert Throttle.objects.get().failures == 2

    @pytest.mark.parametrize(("name", "other"), ONE)
    def test_a_public_one_can_be_that_of_several(self, client: Client, name: str, other: str) -> None:
        Learner.objects.create_user("Bert", public_name=name)
        client.force_login(Learner.objects.create_user("Cora"))
        client.post(reverse("daily"), {"public_name": other})
        assert Learner.objects.filter(public_key=names.key(name)).count() == 2

    def test_ones_own_may_be_spelt_otherwise(self, client: Client) -> None:
        learner = Learner.objects.create_user("änne", PASSWORD, public_name="öl")
        client.force_login(learner)
        client.post(reverse("names"), {"name": "Änne", "public_name": "Öl", "current": PASSWORD})
        learner.refresh_from_db()
        assert (learner.name, learner.public_name) == ("Änne", "Öl")
        learner.name = "Else"
        learner.save(update_fields=["name"])
        assert Learner.objects.get_by_natural_key("ELSE") == learner
        with pytest.raises(Learner.DoesNotExist):
            Learner.objects.get_by_natural_key("Änne")

    @pytest.mark.usefixtures("guest")
    @pytest.mark.parametrize("name", [None, ""])
    def test_a_guest_has_none(self, name: str | None) -> None:
        with pytest.raises(Learner.DoesNotExist):
            Learner.objects.get_by_natural_key(name)

    def test_the_admin_says_so(self, client: Client) -> None:
        Learner.objects.create_user("Änne")
        client.force_login(Learner.objects.create_superuser("Chief"))
        said = {"name": "ÄNNE", "usable_password": "false"}
        assert "This name is taken." in client.post(reverse("admin:trainer_learner_add"), said).text
        assert Learner.objects.count() == 2


class TestNamesBefore:
    """Names that were two people's before they were compared in any case stay so: of one of them the key has a number
    added."""

    @pytest.fixture
    def people(self) -> list[Learner]:
        """Learners before; whose name came later has no key of their own."""
        named = [("Straße", None), (None, "Fox"), ("Bert", "Straße"), ("STRASSE", "STRASSE"), (None, None)]
        made = []
        for name, public_name in named:
            learner = Learner(password=make_password(PASSWORD))
            learner.save()
            later = f"/{learner.pk}" if name == "STRASSE" else ""
            keys = {"name_key": name and names.key(name) + later}
            Learner.objects.filter(pk=learner.pk).update(name=name, public_name=public_name, **keys)
            made.append(Learner.objects.get(pk=learner.pk))
        return made

    def test_nobody_loses_their_name(self, people: list[Learner], client: Client) -> None:
        for name, place in (("Straße", 0), ("strasse", 0), ("STRASSE", 3), ("BERT", 2)):
            client.logout()
            log_in(client, name=name)
            assert who(client) == people[place], name
        for each in people:
            each.save()
        assert "This name is taken" in sign_up(Client(), name="sTRASSE").text
        people[0].delete()
        log_in(client := Client(), name="STRASSE")
        assert who(client) == people[3]

    @pytest.mark.django_db
    def test_a_public_name_of_two_is_found_by_one_key(self) -> None:
        first, second = (Learner.objects.create(public_name=name) for name in ("Fox", "FOX"))
        Learner.objects.filter(pk=second.pk).update(public_key=f"fox/{second.pk}")
        import_module("trainer.migrations.0018_plain_public_keys").make_plain(apps, None)
        assert set(Learner.objects.filter(public_key="fox")) == {first, second}


class TestLogIn:
    """Back from elsewhere."""

    def test_a_guests_doings_are_joined(self, client: Client, guest: Learner, anna: Learner) -> None:
        attempt_of(anna)
        response = log_in(client)
        assert response.url == reverse("account")
        text = client.get(response.url).text
        assert "Welcome back, Anna." in text
        assert "What you did here as a guest is now in your account." in text
        assert anna.attempts.count() == 2
        assert not Learner.objects.filter(pk=guest.pk).exists()
        assert who(client) == anna

    @pytest.mark.usefixtures("anna")
    def test_without_a_guest_nothing_is_joined(self, client: Client) -> None:
        text = client.get(log_in(client, "anna").url).text
        assert "Welcome back, Anna." in text
        assert "as a guest" not in text

    @pytest.mark.usefixtures("guest", "anna")
    def test_the_session_has_another_key_then(self, client: Client) -> None:
        before = client.session.session_key
        log_in(client)
        assert client.session.session_key != before
        assert not Session.objects.filter(pk=before).exists()

    @pytest.mark.parametrize(("name", "password"), [("Anna", OTHER), ("Nobody", PASSWORD), ("", ""), ("Anna", "")])
    @pytest.mark.usefixtures("anna")
    def test_a_wrong_one_changes_nothing(self, client: Client, guest: Learner, name: str, password: str) -> None:
        response = log_in(client, name, password)
        assert response.status_code == 200
        assert 'role="alert"' in response.text
        assert who(client) == guest
        assert guest.attempts.count() == 1

    @pytest.mark.usefixtures("client", "guest")
    def test_a_guest_has_no_way_in_by_name(self) -> None:
        assert log_in(Client(), "", "x").status_code == 200
        assert log_in(Client(), "None", "x").status_code == 200

    def test_who_may_not_is_told_no_more(self, client: Client, anna: Learner) -> None:
        wrong = log_in(client, password=OTHER).text
        anna.is_active = False
        anna.save()
        sentence = "The name or the password is wrong."
        assert sentence in wrong
        assert sentence in log_in(client).text

    @pytest.mark.parametrize(
        ("onward", "goes"),
        [
            ("/games/", "/games/"),
            ("/lessons/?q=é\n", "/lessons/?q=%C3%A9%0A"),
            ("https://example.org/", None),
            ("//example.org", None),
            ("javascript:1", None),
            ("games", None),
            ("run", None),
            ("x", None),
            ("x/", None),
            ("\x00", None),
            ("/" * 9999, None),
        ],
    )
    @pytest.mark.usefixtures("anna")
    def test_it_goes_on_where_one_wanted_to_go(self, client: Client, onward: str, goes: str | None) -> None:
        assert log_in(client, next=onward).url == (goes or reverse("account"))

    def test_a_second_click_is_no_fault(self, client: Client, guest: Learner, anna: Learner, rf: Any) -> None:
        request = rf.post("/")
        request.session, request.user = client.session, guest
        Learner.objects.filter(pk=guest.pk).delete()
        assert accounts.log_in(request, anna) is False
        assert request.user == anna

    def test_log_out(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)
        assert client.get(reverse("logout")).status_code == 405
        text = client.post(reverse("logout"), follow=True).text
        assert "You are logged out." in text
        assert "You have no account" not in text
        assert who(client) is None

    def test_a_guest_is_not_logged_out(self, client: Client, guest: Learner) -> None:
        client.post(reverse("logout"))
        assert who(client) == guest


class TestRemember:
    """A day's first deed."""

    def test_the_day_is_kept_once(self, client: Client, rf: Any, django_assert_num_queries: Any) -> None:
        learner = Learner.objects.create_user("anna of yesterday")
        request = rf.get("/")
        request.session, request.user = client.session, learner
        with django_assert_num_queries(1):
            accounts.remember(request, learner)
        learner.refresh_from_db()
        assert learner.active_on == timezone.now().date()
        with django_assert_num_queries(0):
            accounts.remember(request, learner)


class TestChanges:
    """Other names, another password, another address."""

    @pytest.fixture(autouse=True)
    def _in(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)

    def test_names(self, client: Client, anna: Learner) -> None:
        said = {"name": "Annika", "public_name": "Fox", "current": PASSWORD}
        assert "Your names are saved." in client.post(reverse("names"), said, follow=True).text
        anna.refresh_from_db()
        assert (anna.name, anna.public_name) == ("Annika", "Fox")
        client.post(reverse("names"), {"name": "Annika", "public_name": ""})
        anna.refresh_from_db()
        assert anna.public_name is None

    @pytest.mark.parametrize(("current", "sentence"), [("", "Type a password."), (OTHER, "This is not your password.")])
    def test_another_name_to_log_in_with_wants_the_password(
        self, client: Client, anna: Learner, current: str, sentence: str
    ) -> None:
        said = {"name": "Annika", "public_name": "Fox", "current": current}
        assert sentence in client.post(reverse("names"), said).text
        anna.refresh_from_db()
        assert (anna.name, anna.public_name) == ("Anna", None)

    def test_without_a_name_to_log_in_with_the_answer_opens_its_fold(self, client: Client) -> None:
        page = client.get(reverse("names")).text
        assert '<details class="fold">' in page
        assert " required" not in page.partition('<details class="fold">')[2].partition("</details>")[0]
        for said in ({"name": "", "public_name": ""}, {"name": "Annika", "public_name": "", "current": ""}):
            assert '<details class="fold" open>' in client.post(reverse("names"), said).text

    def test_a_public_name_does_not(self, client: Client, anna: Learner) -> None:
        client.post(reverse("names"), {"name": "Anna", "public_name": "Fox"})
        anna.refresh_from_db()
        assert anna.public_name == "Fox"
        assert not throttle.counts_of_name("anna")[0].exists()

    def test_without_a_password_none_is_asked_for(self, client: Client) -> None:
        bert = Learner.objects.create_user("Bert")
        client.force_login(bert)
        assert 'type="password"' not in client.get(reverse("names")).text
        client.post(reverse("names"), {"name": "Berta", "public_name": ""})
        bert.refresh_from_db()
        assert bert.name == "Berta"

    def test_other_peoples_names(self, client: Client, anna: Learner) -> None:
        Learner.objects.create_user("Bert")
        said = {"name": "BERT", "public_name": "", "current": PASSWORD}
        response = client.post(reverse("names"), said)
        assert response.status_code == 200
        assert "This name is taken" in response.text
        anna.refresh_from_db()
        assert (anna.name, anna.public_name) == ("Anna", None)

    @pytest.mark.parametrize("public_name", ["F", "F" * 25, "<b>x"])
    def test_a_public_name_is_a_name(self, client: Client, public_name: str) -> None:
        response = client.post(reverse("names"), {"name": "Anna", "public_name": public_name})
        assert "A name " in response.text
        assert response.status_code == 200

    def test_a_guest_has_a_public_name_only(self, guest: Learner, client: Client) -> None:
        assert 'name="name"' not in client.get(reverse("names")).text
        client.post(reverse("names"), {"name": "Bert", "public_name": "Fox"})
        guest.refresh_from_db()
        assert (guest.name, guest.public_name) == (None, "Fox")

    @pytest.mark.usefixtures("guest")
    def test_a_guest_is_told_of_a_race_for_it(self, client: Client, monkeypatch: Any) -> None:
        def taken(*_names: Any) -> None:
            raise accounts.NameTaken

        monkeypatch.setattr(accounts, "rename", taken)
        assert "This name is taken" in client.post(reverse("names"), {"public_name": "Fox"}).text

    def test_the_password(self, client: Client, anna: Learner) -> None:
        elsewhere = Client()
        elsewhere.force_login(anna)
        said = {"current": PASSWORD, "password": OTHER, "again": OTHER}
        labels = re.findall(r'<label for="id_\w+">([^<]+)', client.get(reverse("password")).text)
        assert labels == ["Current password", "New password", "The new password again"]
        assert "Your password is changed" in client.post(reverse("password"), said, follow=True).text
        assert who(client) == anna
        assert who(elsewhere) is None
        assert log_in(Client(), password=OTHER).status_code == 302

    @pytest.mark.parametrize(
        ("said", "sentence"),
        [
            ({"current": OTHER}, "This is not your password."),
            ({"current": ""}, "Type a password."),
            ({"password": "short", "again": "short"}, "at least 12"),
            ({"again": "else"}, "not the same"),
        ],
    )
    def test_a_password_that_is_not_changed(
        self, client: Client, anna: Learner, said: dict[str, str], sentence: str
    ) -> None:
        form = {"current": PASSWORD, "password": OTHER, "again": OTHER, **said}
        response = client.post(reverse("password"), form)
        assert response.status_code == 200
        assert sentence in response.text
        anna.refresh_from_db()
        assert anna.check_password(PASSWORD)

    @pytest.mark.parametrize("page", ["names", "password", "email", "everywhere", "delete"])
    def test_the_password_is_not_guessed_from_inside(self, client: Client, page: str, anna: Learner) -> None:
        form = {"name": "Annika", "password": OTHER, "again": OTHER, "email": "", "current": "wrong"}
        said = [client.post(reverse(page), form).text for _number in range(FREE + 1)]
        assert "Please wait 1 second" in said[-1]
        assert "Please wait" in client.post(reverse(page), {**form, "current": PASSWORD}).text
        assert Learner.objects.filter(pk=anna.pk).exists()

    def test_everywhere(self, client: Client, anna: Learner) -> None:
        elsewhere = Client()
        elsewhere.force_login(anna)
        assert "This is not" in client.post(reverse("everywhere"), {"current": OTHER}).text
        assert who(elsewhere) == anna
        assert "logged out" in client.post(reverse("everywhere"), {"current": PASSWORD}, follow=True).text
        assert (who(client), who(elsewhere)) == (anna, None)
        assert log_in(elsewhere).status_code == 302

    def test_a_password_from_before_stays_valid(self) -> None:
        for number, password in enumerate(("cribbage", "pegging out " * 80)):
            Learner.objects.create_user(f"Bert {number}", password)
            assert log_in(Client(), f"Bert {number}", password).status_code == 302

    def test_everywhere_without_a_password(self, client: Client) -> None:
        bert = Learner.objects.create_user("Bert")
        elsewhere = Client()
        for browser in (client, elsewhere):
            browser.force_login(bert)
        client.post(reverse("everywhere"))
        assert (who(client), who(elsewhere)) == (bert, None)

    def test_the_address(self, client: Client, anna: Learner) -> None:
        wrong = client.post(reverse("email"), {"email": "new@example.org", "current": OTHER})
        assert "This is not your password." in wrong.text
        anna.refresh_from_db()
        assert anna.email == "anna@example.org"
        for email in ("new@example.org", ""):
            client.post(reverse("email"), {"email": email, "current": PASSWORD})
            anna.refresh_from_db()
            assert anna.email == email

    def test_where_the_site_sends_no_mails_an_address_can_only_go(self, client: Client, anna: Learner) -> None:
        assert "Empty the box to delete it." in client.get(reverse("email")).text
        client.post(reverse("email"), {"email": "", "current": PASSWORD})
        anna.refresh_from_db()
        assert anna.email == ""
        assert client.get(reverse("email")).headers["Location"] == reverse("account")
        assert reverse("email") not in client.get(reverse("account")).text

    def test_no_address_is_longer_than_its_column(self, client: Client, anna: Learner) -> None:
        email = f"new@{'.'.join(['b' * 60] * 4)}.{'c' * 20}.org"
        page = client.post(reverse("email"), {"email": email, "current": PASSWORD}).text
        assert "at most 254" in page
        anna.refresh_from_db()
        assert anna.email == "anna@example.org"

    @pytest.mark.parametrize("page", ["email", "password", "everywhere"])
    @pytest.mark.usefixtures("guest")
    def test_who_has_no_account_logs_in_first(self, client: Client, page: str) -> None:
        for browser in (client, Client()):
            assert browser.get(reverse(page)).headers["Location"] == f"{reverse('login')}?next={reverse(page)}"


class TestRecovery:
    """A link by e-mail, and nobody learns whose address is known."""

    @pytest.fixture(autouse=True)
    def _mail(self, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.MAIL = True
        monkeypatch.setattr(Thread, "start", Thread.run)  # the mail is there when the answer is

    def ask(self, client: Client, email: str = "anna@example.org") -> Any:
        """Ask for the link."""
        return client.post(reverse("recovery"), {"email": email}, follow=True)

    def link(self) -> str:
        """The link in the last mail that has one."""
        text = "".join(str(message.body) for message in mail.outbox)
        *_others, last = re.finditer(r"http://testserver(/account/recovery/\S+/\S+/)", text)
        return last[1]

    def test_the_whole_way(self, client: Client, anna: Learner) -> None:
        elsewhere = Client()
        elsewhere.force_login(anna)
        throttle.take(*throttle.guesses(None, "anna"))
        self.ask(client, "ANNA@example.org")
        message = mail.outbox[0]
        assert message.to == ["anna@example.org"]
        assert "Hello, Anna." in message.body
        assert "ask whoever runs the site." in message.body
        page = client.get(self.link(), follow=True)
        assert "For Anna." in page.text
        address = page.redirect_chain[-1][0]
        said = {"new_password1": OTHER, "new_password2": "else"}
        assert "The two passwords are not the same." in client.post(address, said).text
        assert "at least 12" in client.post(address, {"new_password1": "x", "new_password2": "x"}).text
        done = client.post(address, {"new_password1": OTHER, "new_password2": OTHER}, follow=True)
        assert "Your new password is saved." in done.text
        assert who(elsewhere) is None
        assert not throttle.counts_of_name("anna")[0].exists()
        assert "used already" in client.get(self.link(), follow=True).text
        assert log_in(client, password=OTHER).status_code == 302

    @pytest.mark.usefixtures("anna")
    def test_the_answer_is_the_same_for_all(self, client: Client) -> None:
        known, unknown = self.ask(client), self.ask(client, "nobody@example.org")
        assert known.redirect_chain == unknown.redirect_chain == [(reverse("recovery_sent"), 302)]
        assert known.text == unknown.text
        assert len(mail.outbox) == 1

    @pytest.mark.usefixtures("anna")
    def test_nobody_is_flooded(self, client: Client) -> None:
        answers = {self.ask(client).text for _number in range(int(MAILS.most) + 3)}
        assert len(mail.outbox) == MAILS.most
        assert len(answers) == 1

    @pytest.mark.usefixtures("anna")
    @pytest.mark.full("a day of attempts")
    def test_nor_by_one_who_has_the_patience(self, client: Client) -> None:
        for _number in range(4 * 24):
            self.ask(client)
            for model, field in ((Throttle, "failed_at"), (Spending, "whole_at")):
                model.objects.update(**{field: F(field) - timedelta(minutes=15)})
        assert len(mail.outbox) <= MAILS.most + 24, "in a day"

    def test_addresses_are_not_tried_out_one_after_another(self, client: Client) -> None:
        for number in range(int(RECOVERIES.most)):
            client.post(reverse("recovery"), {"email": f"n{number}@example.org"})
        assert "Please wait 5 minutes" in client.post(reverse("recovery"), {"email": "anna@example.org"}).text

    @pytest.mark.usefixtures("anna")
    def test_nobody_waits_for_the_mail_server(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.undo()
        answered, sent = Event(), Event()

        def send(_message: Any) -> None:
            if answered.wait(30):
                sent.set()

        monkeypatch.setattr("django.core.mail.EmailMessage.send", send)
        with override_settings(MAIL=True):
            client.post(reverse("recovery"), {"email": "anna@example.org"})
        assert not sent.is_set()
        answered.set()
        assert sent.wait(30)

    @pytest.mark.usefixtures("anna")
    def test_a_mail_server_that_fails_is_told_to_who_runs_the_site(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(_message: Any) -> None:
            raise ConnectionRefusedError

        monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
        assert self.ask(client).status_code == 200
        assert "was not sent" in caplog.text

    @pytest.mark.usefixtures("anna")
    def test_an_old_link(self, client: Client, monkeypatch: Any) -> None:
        self.ask(client)
        monkeypatch.setattr(
            "django.contrib.auth.tokens.PasswordResetTokenGenerator._now",
            lambda _self: datetime.now() + timedelta(hours=1, minutes=1),  # noqa: DTZ005
        )
        assert "more than an hour old" in client.get(self.link(), follow=True).text

    @pytest.mark.parametrize("uid", ["MQ", "x", "ÿ"])
    def test_a_link_that_is_none(self, client: Client, uid: str) -> None:
        assert "more than an hour old" in client.get(reverse("reset", args=[uid, "abc-def"]), follow=True).text

    def test_an_address_that_is_none(self, client: Client) -> None:
        assert "This is not an e-mail address" in self.ask(client, "nonsense").text

    @pytest.mark.usefixtures("anna")
    def test_where_it_is_not_set_up_the_site_says_so(self, client: Client, settings: Any) -> None:
        settings.MAIL = False
        sentence = "This site sends no e-mails"
        assert sentence in client.get(reverse("recovery")).text
        assert sentence in self.ask(client).text
        assert mail.outbox == []


def settings_with(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """The settings of mail, as a new process has them."""
    names = "MAIL EMAIL_HOST EMAIL_PORT EMAIL_USE_TLS EMAIL_USE_SSL EMAIL_HOST_USER DEFAULT_FROM_EMAIL"
    code = f"from crib_site import settings; print(*[getattr(settings, name) for name in {names.split()}])"
    environment = {"PATH": os.environ["PATH"], "CRIB_DATA": str(folder), **variables}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)


class TestMailSettings:
    """The mail server, from the environment."""

    @pytest.mark.parametrize(
        ("variables", "read"),
        [
            ({}, "False localhost 587 True False  cribbage@localhost"),
            ({"CRIB_MAIL_HOST": "mx.test"}, "True mx.test 587 True False  cribbage@mx.test"),
            (
                {
                    "CRIB_MAIL_HOST": "mx.test",
                    "CRIB_MAIL_PORT": "465",
                    "CRIB_MAIL_USER": "u",
                    "CRIB_MAIL_FROM": "a@b.c",
                },
                "True mx.test 465 False True u a@b.c",
            ),
            (
                {"CRIB_MAIL_HOST": "mx.test", "CRIB_MAIL_PORT": "25", "CRIB_MAIL_PLAIN": "1"},
                "True mx.test 25 False False  cribbage@mx.test",
            ),
        ],
    )
    def test_they_are_read(self, tmp_path: Path, variables: dict[str, str], read: str) -> None:
        assert settings_with(tmp_path, **variables).stdout.strip() == read

    @pytest.mark.parametrize(("name", "value"), [("CRIB_MAIL_PORT", "smtp"), ("CRIB_MAIL_PLAIN", "yes")])
    def test_what_is_none_is_said(self, tmp_path: Path, name: str, value: str) -> None:
        error = settings_with(tmp_path, **{name: value}).stderr.splitlines()[-1]
        assert name in error
        assert f"“{value}”" in error


class TestExport:
    """Everything of the person, and nothing of anybody else."""

    def export(self, client: Client) -> dict[str, Any]:
        """The file, read."""
        response: Any = client.get(reverse("export"))
        assert "attachment" in response["Content-Disposition"]
        read: dict[str, Any] = json.loads(b"".join(response.streaming_content))
        return read

    def test_every_relation_is_in_it(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)
        for make in MAKERS.values():
            make(anna)
        other = Learner.objects.create_guest()
        attempt_of(other), run_of(other)
        read = self.export(client)
        assert set(read) == {"learner", *(model.__name__ for model, _field in related())}
        assert {name: len(rows) for name, rows in read.items() if name != "learner"} == dict.fromkeys(
            set(read) - {"learner"}, 1
        ) | {"Session": 2}  # the client's own too
        assert read["learner"]["name"] == "Anna"
        assert read["Attempt"][0]["question"] == "q"
        assert read["Membership"][0]["class"] == "Tuesday"

    def test_it_holds_no_secrets(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)
        classroom = classroom_of(anna)
        Membership.objects.create(classroom=classroom, learner=Learner.objects.create_guest(), called="Somebody Else")
        run_of(anna), begin(anna, Rules())
        text = json.dumps(self.export(client))
        assert anna.password not in text
        assert str(client.session.session_key) not in text
        assert "Somebody Else" not in text
        assert Match.objects.get().seed not in text
        assert '"seed"' not in text

    def test_a_game_that_is_played_tells_no_cards(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)
        match = begin(anna, Rules())
        assert "shuffle" in json.dumps(list(match.games.get().actions.values_list("text", flat=True)))
        assert self.export(client)["Match"][0]["games"] == []
        Match.objects.update(over=True)
        actions = self.export(client)["Match"][0]["games"][0]["actions"]
        assert [action["number"] for action in actions] == list(range(len(actions)))

    def test_a_game_has_its_helps_and_reviews(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)
        game = begin(anna, Rules()).games.get()
        Help.objects.create(game=game, number=3, seat=0, kind=Help.Kind.HINT)
        Review.objects.create(game=game, seat=0, upto=4, decisions=[{"number": 3}], deals=[1])
        Match.objects.update(over=True)
        (read,) = self.export(client)["Match"][0]["games"]
        assert read["helps"] == [{"number": 3, "seat": 0, "kind": "hint"}]
        assert read["reviews"] == [{"seat": 0, "upto": 4, "decisions": [{"number": 3}], "deals": [1]}]
        assert [action["nonce"] for action in read["actions"]] == list(game.actions.values_list("nonce", flat=True))

    @pytest.mark.usefixtures("guest")
    def test_a_guest_has_one_too(self, client: Client) -> None:
        assert len(self.export(client)["Attempt"]) == 1

    def test_nobody_has_none(self, client: Client) -> None:
        assert client.get(reverse("export")).headers["Location"] == reverse("account")


class TestDeletion:
    """One confirmation, and nothing is left."""

    def test_everything_goes(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)
        for make in MAKERS.values():
            make(anna)
        response = client.get(reverse("delete"))
        assert "The class you organise ends for all its members." in response.text
        assert "Your 1 game or match, with its reviews." in response.text
        assert "The classes of others that you are in, without you." in response.text
        told = ("What is deleted", "This cannot be undone", "Keep it all", "Delete it all")
        parts = [response.text.index(each) for each in told]
        assert parts == sorted(parts), "what is lost stands above the buttons, and who keeps all goes first"
        response = client.post(reverse("delete"), {"current": PASSWORD}, follow=True)
        assert "Nothing of yours is kept any more." in response.text
        assert not Learner.objects.filter(name="Anna").exists()
        left = {model.__name__: model.objects.filter(**{field: anna.pk}).count() for model, field in MAKERS}
        assert left == dict.fromkeys(left, 0)
        assert who(client) is None

    def test_not_without_the_password(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)
        for current in ("", OTHER):
            assert client.post(reverse("delete"), {"current": current}).status_code == 200
        assert who(client) == anna

    @pytest.mark.usefixtures("guest")
    def test_a_guest_has_no_password_to_say(self, client: Client) -> None:
        assert 'type="password"' not in client.get(reverse("delete")).text
        client.post(reverse("delete"))
        assert not Learner.objects.exists()
        assert not Attempt.objects.exists()

    def test_looking_deletes_nothing(self, client: Client, guest: Learner) -> None:
        client.get(reverse("delete"))
        assert who(client) == guest

    def test_nobody_has_nothing_to_delete(self, client: Client) -> None:
        for answer in (client.get(reverse("delete")), client.post(reverse("delete"))):
            assert answer.headers["Location"] == reverse("account")


class TestAccountPage:
    """Who one is here."""

    def test_nobody(self, client: Client) -> None:
        assert "<h1>Account</h1>" in client.get(reverse("account")).text
        assert not Learner.objects.exists()

    @pytest.mark.usefixtures("guest")
    def test_a_guest(self, client: Client) -> None:
        text = client.get(reverse("account")).text
        assert "You are a guest" in text
        assert reverse("password") not in text

    def test_its_queries_do_not_grow(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)
        counted = []
        for number in range(2):
            for turn in range(number * 20):
                run_of(anna), attempt_of(anna, number=turn)
            with CaptureQueriesContext(connection) as captured:
                client.get(reverse("account"))
            counted.append(len(captured))
        assert counted[0] == counted[1] <= 7

    def test_it_counts_from_the_tally(self, client: Client, anna: Learner) -> None:
        client.force_login(anna)
        Tally.objects.create(learner=anna, day=EVER, facet="all", times=4321)
        assert ">Answers</dt><dd>4321</dd>" in client.get(reverse("account")).text


NOW = timezone.now()
LONG_AGO = NOW - timedelta(days=500)


class TestClearGuests:
    """Old idle guests, and nobody else."""

    def guest(self, **facts: Any) -> Learner:
        """A guest of long ago."""
        return Learner.objects.create(**{"created_at": LONG_AGO, "password": "!", **facts})

    def cleared(self, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
        """What the command says it did."""
        call_command("clear-guests", "--json", *options)
        said: dict[str, Any] = json.loads(capsys.readouterr().out)
        return said

    def test_idle_guests_go(self, capsys: pytest.CaptureFixture[str]) -> None:
        for facts in ({}, {"active_on": LONG_AGO.date()}, {"active_on": date(2020, 1, 1)}):
            attempt_of(self.guest(**facts), answered_at=LONG_AGO)
        assert self.cleared(capsys)["guests"] == 3
        assert not Learner.objects.exists()
        assert not Attempt.objects.exists()

    def test_others_stay(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.guest(name="Anna")
        self.guest(created_at=NOW)
        self.guest(active_on=NOW.date())
        classroom_of(self.guest())
        Match.objects.create(owner=self.guest(), rules="")
        run_of(self.guest(), asked_at=NOW)
        client = Client()
        client.force_login(self.guest())  # whose browser came just now
        Learner.objects.filter(pk=client.session["_auth_user_id"]).update(active_on=None)
        kept = Learner.objects.count()
        assert self.cleared(capsys)["guests"] == 0
        assert Learner.objects.count() == kept

    def test_an_old_session_keeps_nobody(self, capsys: pytest.CaptureFixture[str]) -> None:
        client = Client()
        client.force_login(self.guest())
        Session.objects.update(expire_date=NOW + timedelta(days=1))  # written 399 days ago
        Learner.objects.update(active_on=None)
        assert self.cleared(capsys, "--days", "300")["guests"] == 1

    def test_what_has_run_out_goes_too(self, capsys: pytest.CaptureFixture[str]) -> None:
        Session.objects.create(session_key="old", session_data="", expire_date=LONG_AGO)
        Session.objects.create(session_key="new", session_data="", expire_date=NOW + timedelta(days=9))
        Throttle.objects.create(key="old", failures=9, failed_at=LONG_AGO)
        Throttle.objects.create(key="new", failures=9)
        said = self.cleared(capsys)
        assert said == {
            "days": 400,
            "dry_run": False,
            "guests": 0,
            "races": 0,
            "sessions": 1,
            "throttles": 1,
            "spendings": 0,
        }
        assert [session.pk for session in Session.objects.all()] == ["new"]
        assert [row.key for row in Throttle.objects.all()] == ["new"]

    def test_races_go_once_all_their_people_have_left(self, capsys: pytest.CaptureFixture[str], anna: Learner) -> None:
        hosts = [self.guest(), self.guest(), self.guest(created_at=NOW)]
        races = [Race.objects.create(host=host, settings="count sprint 60", seed=1) for host in hosts]
        for race, racer in zip(races, (hosts[0], anna, hosts[0]), strict=True):
            race.racers.create(learner=racer)
        assert self.cleared(capsys)["guests"] == 2
        assert list(Race.objects.order_by("pk")) == races[1:]
        anna.delete()
        assert self.cleared(capsys)["races"] == 1
        assert list(Race.objects.all()) == races[2:]

    def test_a_dry_run_deletes_nothing(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.guest()
        Session.objects.create(session_key="old", session_data="", expire_date=LONG_AGO)
        assert self.cleared(capsys, "--dry-run")["guests"] == 1
        assert (Learner.objects.count(), Session.objects.count()) == (1, 1)
        call_command("clear-guests", "--dry-run")
        assert "Would be deleted: 1 guest." in capsys.readouterr().out
        call_command("clear-guests")
        assert "Deleted: 1 guest." in capsys.readouterr().out

    def test_more_than_a_batch(self, capsys: pytest.CaptureFixture[str]) -> None:
        Learner.objects.bulk_create(Learner(created_at=LONG_AGO) for _number in range(230))
        assert self.cleared(capsys)["guests"] == 230
        assert not Learner.objects.exists()

    @pytest.mark.parametrize("days", ["0", "-3", "9999999", "٤٠٠"])
    def test_days_that_are_none(self, days: str) -> None:
        with pytest.raises(CommandError):
            call_command("clear-guests", "--days", days)


PAGES = ["account", "signup", "login", "names", "email", "password", "everywhere", "recovery", "recovery_sent"]
PAGES += ["preferences", "delete", "deleted"]


@pytest.mark.usefixtures("pseudo_language")
class TestWords:
    """Every word is a translator's."""

    @pytest.mark.parametrize("mailing", few([False, True], True))
    @pytest.mark.parametrize("page", PAGES)
    def test_a_page(self, client: Client, page: str, mailing: bool, settings: Any) -> None:
        settings.MAIL = mailing
        browsers = [client, Client(), Client()]
        browsers[1].force_login(Learner.objects.create_guest())
        named = Learner.objects.create_user("2", PASSWORD, email="2", public_name="3")
        classroom_of(named), Habits.objects.create(learner=named)
        browsers[2].force_login(named)
        for browser in browsers:
            assert_all_marked(browser.get(reverse(page), follow=True).text)
            if page not in {"recovery_sent", "deleted", "account", "delete"}:
                assert_all_marked(browser.post(reverse(page), follow=True).text)

    @pytest.mark.usefixtures("anna")
    def test_all_faults(self, client: Client) -> None:
        for name in ("", "1", "1" * 50, "?!", ".."):
            assert_all_marked(sign_up(client, name=name, password="1", again="2", email="3").text)
        for _number in range(FREE + 1):
            assert_all_marked(log_in(client, "1", "2").text)
        Throttle.objects.update(failures=15)
        assert_all_marked(log_in(client, "1", "2").text)
        for spent in (0, NAMES_TAKEN.most, 1):
            budget.spend(spent, (NAMES_TAKEN, "127.0.0.1"))
            assert_all_marked(sign_up(client, name="anna").text.replace("anna", ""))

    def test_the_link(self, client: Client, make_link: Callable[[], str]) -> None:
        assert_all_marked(client.get(make_link(), follow=True).text)
        assert_all_marked(client.get(reverse("reset", args=["MQ", "1-2"]), follow=True).text)

    @pytest.fixture
    def make_link(self) -> Callable[[], str]:
        from django.contrib.auth.tokens import default_token_generator
        from django.utils.encoding import force_bytes
        from django.utils.http import urlsafe_base64_encode

        def make() -> str:
            learner = Learner.objects.create_user("7", PASSWORD)
            uid = urlsafe_base64_encode(force_bytes(learner.pk))
            return reverse("reset", args=[uid, default_token_generator.make_token(learner)])

        return make


@pytest.mark.parametrize(
    ("page", "field"), [("signup", "name"), ("names", "public_name"), ("daily", "public_name"), ("join", "called")]
)
def test_a_name_of_a_million_characters_is_refused_before_any_work_on_it(
    client: Client, monkeypatch: pytest.MonkeyPatch, page: str, field: str
) -> None:
    if page != "signup":
        client.force_login(Learner.objects.create_user("Olga", PASSWORD))
    lengths = [0]
    tidy = names.tidy

    def measured(text: str) -> str:
        lengths.append(len(text))
        return tidy(text)

    monkeypatch.setattr(names, "tidy", measured)
    response = client.post(reverse(page), {"name": "Olga", "code": "A", field: "\ufdfa" * 300_000})
    assert "A name has at most" in response.text
    assert max(lengths) < 1000
