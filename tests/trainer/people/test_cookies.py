"""Cookies, and what a browser may keep of pages: nothing that shows what is a person's."""

from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse

from tests.addresses import addresses_of
from tests.test_site import setting
from tests.trainer.people.test_merging import attempt_of
from trainer.models import Learner, Session

pytestmark = pytest.mark.django_db

SESSION, TOKEN = "__Host-sessionid", "__Host-csrftoken"


@pytest.fixture
def https(settings: Any) -> None:
    """Name cookies as with CRIB_HTTPS, and make them secure."""
    settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME = SESSION, TOKEN
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


def former(learner: Learner) -> Client:
    """Return a browser whose cookies have the names from before."""
    before, client = Client(), Client(enforce_csrf_checks=True)
    before.force_login(learner)
    client.cookies["sessionid"] = str(before.session.session_key)
    client.cookies["csrftoken"] = "a" * 32
    return client


def who(client: Client) -> Any:
    """Return whom the session knows, or None."""
    user = client.get(reverse("account"), secure=True).wsgi_request.user
    return user if isinstance(user, Learner) else None


class TestNames:
    """Names that browsers take from this host over HTTPS only."""

    def test_they_are_those_of_https(self, tmp_path: Any) -> None:
        for name, prefixed in (("SESSION_COOKIE_NAME", SESSION), ("CSRF_COOKIE_NAME", TOKEN)):
            assert setting(tmp_path, name, CRIB_HTTPS="1") == prefixed
        assert setting(tmp_path, "SESSION_COOKIE_SECURE", CRIB_HTTPS="1") is True

    @pytest.mark.usefixtures("https")
    def test_nothing_of_them_is_for_others(self, client: Client) -> None:
        client.get(reverse("login"), secure=True)
        client.post(reverse("new"), {"preset": "quick", "level": "club"}, secure=True)
        for name in (SESSION, TOKEN):
            cookie = client.cookies[name]
            assert (cookie["path"], cookie["domain"], cookie["samesite"]) == ("/", "", "Lax"), name
            assert (cookie["secure"], cookie["httponly"]) == (True, True), name

    def test_without_https_they_are_out_of_reach_of_scripts_too(self, client: Client) -> None:
        client.get(reverse("login"))
        client.post(reverse("new"), {"preset": "quick", "level": "club"})
        for name in ("sessionid", "csrftoken"):
            assert (client.cookies[name]["httponly"], client.cookies[name]["samesite"]) == (True, "Lax")


@pytest.mark.usefixtures("https")
class TestFormerNames:
    """A browser that was here before keeps its session."""

    def test_a_guest_loses_nothing(self) -> None:
        guest = Learner.objects.create_guest()
        attempt_of(guest)
        client = former(guest)
        response = client.get("/", secure=True)
        assert response.wsgi_request.user == guest
        assert {name for name, cookie in response.cookies.items() if cookie["max-age"] == 0} == {
            "sessionid",
            "csrftoken",
        }
        moved = response.cookies[SESSION]
        assert (moved["secure"], moved["httponly"], moved["path"], moved["domain"]) == (True, True, "/", "")
        for name in ("sessionid", "csrftoken"):
            del client.cookies[name]
        assert who(client) == guest
        assert Session.objects.count() == 1

    def test_a_form_that_was_open_is_taken(self) -> None:
        guest = Learner.objects.create_guest()
        client = former(guest)
        said = {"public_name": "Fox", "csrfmiddlewaretoken": "a" * 32}
        response = client.post(reverse("names"), said, secure=True, headers={"referer": "https://testserver/"})
        assert response.status_code == 302
        guest.refresh_from_db()
        assert guest.public_name == "Fox"
        assert client.cookies[TOKEN].value == "a" * 32

    def test_two_requests_at_once_are_one_session(self) -> None:
        client = former(Learner.objects.create_guest())
        twin = Client()
        twin.cookies["sessionid"] = client.cookies["sessionid"].value
        assert who(client) == who(twin) is not None
        assert client.cookies[SESSION].value == twin.cookies[SESSION].value

    def test_the_present_name_comes_first(self) -> None:
        guest, other = Learner.objects.create_guest(), Learner.objects.create_guest()
        client = former(other)
        client.force_login(guest)
        response = client.get("/", secure=True)
        assert response.wsgi_request.user == guest
        assert response.cookies["sessionid"]["max-age"] == 0
        assert SESSION not in response.cookies

    def test_logging_out_ends_it_under_both_names(self) -> None:
        client = former(Learner.objects.create_user("Anna"))
        said = {"csrfmiddlewaretoken": "a" * 32}
        client.post(reverse("logout"), said, secure=True, headers={"referer": "https://testserver/"})
        assert not Session.objects.filter(owner__isnull=False).exists()
        assert who(client) is None

    def test_one_that_has_ended_is_not_kept(self) -> None:
        client = former(Learner.objects.create_guest())
        Session.objects.all().delete()
        assert client.get("/", secure=True).cookies[SESSION]["max-age"] == 0
        assert who(client) is None


class TestNoStore:
    """What shows a person's data is kept by no browser and no proxy."""

    @pytest.fixture
    def addresses(self, client: Client) -> dict[str, str]:
        """Log in as somebody who has done things. Return all addresses by name, of what is there."""
        anna = Learner.objects.create_user("Anna", "fifteen two and a pair", public_name="Fox")
        client.force_login(anna)
        return addresses_of(anna)

    @pytest.mark.once("what headers say")
    def test_every_page_of_a_person(self, client: Client, addresses: dict[str, str]) -> None:
        shown, kept = set(), {}
        for name, address in addresses.items():
            response = client.get(address)
            if SESSION_KEY in response.wsgi_request.session:
                shown |= {name} if response.status_code == 200 else set()
                cache = response.headers.get("Cache-Control", "")
                if not {"no-store", "private"} <= set(cache.split(", ")):
                    kept[name] = cache
        assert kept.keys() == {"manifest"}  # the same for all
        assert {"home", "drills", "run", "classroom", "table", "progress", "account", "export", "lesson"} <= shown

    @pytest.mark.parametrize("name", ["home", "drills", "account", "login", "signup", "glossary", "mix"])
    def test_pages_before_somebody_logs_in(self, client: Client, name: str) -> None:
        assert "no-store" in client.get(reverse(name)).headers["Cache-Control"]

    def test_what_says_itself_how_long_may_be_kept_so_long(self, client: Client) -> None:
        assert client.get(reverse("manifest")).headers["Cache-Control"] == "public, max-age=86400"
