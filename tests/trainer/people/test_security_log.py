"""The security log: what is done to accounts and classes, and what is refused, leaves a line with nothing secret."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from game import budget
from trainer.classes import classrooms
from trainer.models import Classroom, Learner
from trainer.people import sessions, throttle

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


class TestRefusals:
    """What was refused, to whom and where from, and nothing of what was typed."""

    @pytest.fixture(autouse=True)
    def typed(self, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
        """Check that no password, code or token is anywhere in a line, of whichever field it was typed into."""
        yield
        for record in caplog.get_records("call"):
            line = f"{record.getMessage()} {vars(record)}"
            assert not [secret for secret in (PASSWORD, OTHER, "ABCDEFGH", "tokentoken") if secret in line]

    def test_a_wrong_password_for_an_account(self, anna: Learner, client: Client, lines: Any) -> None:
        client.post(reverse("login"), {"username": "ANNA", "password": OTHER})
        assert lines() == [{"event": "wrong_password", "learner": anna.pk, "address": "127.0.0.1"}]

    def test_a_password_in_the_field_of_the_name(self, client: Client, lines: Any) -> None:
        client.post(reverse("login"), {"username": PASSWORD, "password": OTHER})
        client.post("/admin/login/", {"username": PASSWORD, "password": OTHER})
        assert lines() == 2 * [{"event": "wrong_password", "address": "127.0.0.1"}]

    def test_a_wrong_one_from_inside(self, anna: Learner, lines: Any) -> None:
        logged_in(anna, lines).post(reverse("delete"), {"current": OTHER})
        assert [(facts["event"], facts["learner"]) for facts in lines()] == [("wrong_password", anna.pk)]

    def test_one_that_comes_too_early(self, anna: Learner, client: Client, lines: Any) -> None:
        budget.spend(throttle.LOG_INS.most, (throttle.LOG_INS, "anna"))
        client.post(reverse("login"), {"username": "Anna", "password": PASSWORD})
        waits = {"event": "made_to_wait", "limit": "passwords", "learner": anna.pk, "address": "127.0.0.1"}
        assert lines() == [waits]

    def test_work(self, anna: Learner, lines: Any) -> None:
        client = logged_in(anna, lines)
        budget.spend(budget.WORK_OF_ONE.most + 1, (budget.WORK_OF_ONE, f"learner {anna.pk}"))
        client.get(reverse("export"))
        waits = {"event": "made_to_wait", "limit": "work", "learner": anna.pk, "address": "127.0.0.1"}
        assert lines() == [waits]

    def test_other_things_that_were_had_too_often(self, client: Client, lines: Any) -> None:
        for limit in (throttle.SIGN_UPS, throttle.WRONG_CODES):
            budget.spend(limit.most, (limit, "127.0.0.1"))
        client.post(reverse("signup"), {"name": "Bert", "password": PASSWORD, "again": PASSWORD})
        client.get(reverse("join_code", args=["ABCDEFGH"]))
        assert [facts.get("limit") for facts in lines()] == [
            "sign-ups at an address",
            "wrong join codes at an address",
        ]

    def test_a_form_without_its_token(self, anna: Learner, lines: Any) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(anna)
        lines()
        client.post(reverse("names"), {"name": PASSWORD, "csrfmiddlewaretoken": "tokentoken"})
        assert lines() == [{"event": "form_refused", "learner": anna.pk, "address": "127.0.0.1"}]


def test_what_organisers_do(anna: Learner, lines: Any) -> None:
    client = logged_in(anna, lines)
    client.post(reverse("classes"), {"name": "Tuesdays"})
    classroom = Classroom.objects.get()
    member = classrooms.join(classroom, Learner.objects.create_guest(), "Bert", shares=False)
    page = reverse("classroom", args=[classroom.key])
    client.post(reverse("set_run", args=[classroom.key, "count"]), {"mode": "calm", "until": "2099-01-01"})
    until = timezone.now().date() + timedelta(days=7)
    client.post(reverse("set_run", args=[classroom.key, "count"]), {"until": until.isoformat(), "mode": "calm"})
    assignment = classroom.assignments.get().pk
    for said in (
        {"act": "rename", "name": "Wednesdays"},
        {"act": "rename", "name": ""},
        {"act": "code"},
        {"act": "remove", "member": member.pk},
        {"act": "remove", "member": member.pk},
        {"act": "take-back", "assignment": assignment},
        {"act": "close"},
        {"act": "close", "sure": "1"},
    ):
        client.post(page, said)
    common = {"event": "class_changed", "classroom": classroom.pk, "learner": anna.pk, "address": "127.0.0.1"}
    assert lines() == [
        {**common, "act": "made"},
        {**common, "act": "run_set", "assignment": assignment},
        {**common, "act": "renamed"},
        {**common, "act": "code_renewed"},
        {**common, "act": "member_removed", "member": member.learner_id},
        {**common, "act": "run_taken_back", "assignment": assignment},
        {**common, "act": "closed"},
    ]
