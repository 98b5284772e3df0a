"""Sessions: how long they last, who sees them, and how one is ended from elsewhere."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.trainer.people.test_merging import attempt_of
from trainer.models import Learner, Session
from trainer.people import sessions

pytestmark = pytest.mark.django_db

PASSWORD = "fifteen two and a pair"
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SAFARI = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15"


@pytest.fixture
def anna() -> Learner:
    """Somebody with an account."""
    return Learner.objects.create_user("Anna", PASSWORD)


def browser(agent: str = "", learner: Learner | None = None) -> Client:
    """Return a browser, in which the learner has logged in on the site's page."""
    client = Client(headers={"user-agent": agent})
    if learner:
        client.post(reverse("login"), {"username": learner.name, "password": PASSWORD})
    return client


def who(client: Client) -> Any:
    """Return whom the session knows, or None."""
    user = client.get(reverse("account")).wsgi_request.user
    return user if isinstance(user, Learner) else None


def days_left(client: Client) -> int:
    """Return for how many days the session of a browser is kept."""
    ends = Session.objects.get(pk=client.session.session_key).expire_date
    return round((ends - timezone.now()) / timedelta(days=1))


def age(client: Client, days: int) -> None:
    """Make the session of a browser as if it had last been used some days ago."""
    session = client.session
    session["last_day"] = (timezone.now().date() - timedelta(days=days)).isoformat()
    session.save()
    Session.objects.filter(pk=session.session_key).update(
        expire_date=timezone.now() + timedelta(seconds=session.get_expiry_age(), days=-days)
    )


def links(client: Client) -> list[str]:
    """Return the addresses at which other sessions are ended."""
    return re.findall(r'href="(/account/sessions/[^"]+)"', client.get(reverse("account")).text)


class TestAge:
    """How long a session lasts."""

    def test_an_account_s_ends_30_days_after_the_last_visit(self, anna: Learner) -> None:
        client = browser(learner=anna)
        assert days_left(client) == 30
        assert client.cookies["sessionid"]["max-age"] == 30 * 24 * 3600
        age(client, 29)
        assert who(client) == anna
        assert days_left(client) == 30
        age(client, 31)
        assert who(client) is None

    def test_a_guest_s_lasts_as_long_as_a_browser_keeps_its_cookie(self) -> None:
        client = Client()
        client.post(reverse("new"), {"preset": "quick", "level": "club"})
        guest = who(client)
        assert guest is not None
        assert days_left(client) == 400
        age(client, 399)
        assert who(client) == guest
        assert days_left(client) == 400

    def test_signing_up_makes_it_an_account_s(self) -> None:
        client = Client()
        guest = Learner.objects.create_guest()
        client.force_login(guest)
        assert days_left(client) == 400
        client.post(reverse("signup"), {"name": "Bert", "password": PASSWORD, "again": PASSWORD})
        assert who(client) == guest
        assert days_left(client) == 30
        assert Session.objects.count() == 1

    def test_looking_is_a_visit(self, anna: Learner) -> None:
        client = browser(learner=anna)
        age(client, 10)
        Learner.objects.update(active_on=date(2020, 1, 1))
        assert client.get("/").cookies["sessionid"]["max-age"] == 30 * 24 * 3600
        assert days_left(client) == 30
        assert Learner.objects.get().active_on == timezone.now().date()
        assert "sessionid" not in client.get("/").cookies

    def test_a_page_is_shown_where_nothing_can_be_written(self, anna: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
        client = browser(learner=anna)
        age(client, 10)

        def fail(_store: sessions.SessionStore, **_options: bool) -> None:
            raise OperationalError

        with monkeypatch.context() as patch:
            patch.setattr(sessions.SessionStore, "save", fail)
            assert who(client) == anna
            assert days_left(client) == 20
        assert who(client) == anna
        assert days_left(client) == 30

    def test_a_request_costs_no_more_queries_on_the_same_day(self, anna: Learner) -> None:
        client = browser(learner=anna)
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("glossary"))
        assert [query["sql"].split()[0] for query in captured] == ["SELECT", "SELECT"]


class TestOwner:
    """Whose a session is."""

    def test_it_is_written_with_it(self, anna: Learner) -> None:
        client = browser(learner=anna)
        assert Session.objects.get(pk=client.session.session_key).owner == anna
        client.post(reverse("logout"))
        assert not Session.objects.exists()

    def test_one_in_which_nobody_is_logged_in_has_none(self) -> None:
        store = sessions.SessionStore()
        store["anything"] = 1
        store.create()
        assert Session.objects.get().owner is None

    def test_one_whose_owner_was_deleted_meanwhile_can_be_saved(self) -> None:
        store = sessions.SessionStore()
        store[SESSION_KEY] = "999999"
        store.create()
        client = Client()
        client.cookies["sessionid"] = str(store.session_key)
        assert who(client) is None
        assert client.get("/").status_code == 200

    def test_all_end_when_their_owner_is_deleted(self, anna: Learner) -> None:
        here, there = browser(learner=anna), browser(learner=anna)
        here.post(reverse("delete"), {"current": PASSWORD})
        assert not Session.objects.exists()
        assert who(there) is None

    def test_another_password_ends_all_others(self, anna: Learner) -> None:
        here, _there = browser(learner=anna), browser(learner=anna)
        new = {"current": PASSWORD, "password": "his heels are two points", "again": "his heels are two points"}
        here.post(reverse("password"), new)
        assert [row.pk for row in Session.objects.all()] == [here.session.session_key]


class TestList:
    """The sessions as their owner sees them."""

    def test_each_says_what_it_is_and_this_one_comes_first(self, anna: Learner) -> None:
        here, there = browser(FIREFOX, anna), browser(SAFARI, anna)
        session = there.session
        session["began"], session["used"] = "2026-11-01T20:00:00+00:00", "2026-11-20T20:00:00+00:00"
        session.save()
        page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", here.get(reverse("account")).text))
        parts = page.partition("Logged in on 2 devices")[2].partition("Log out everywhere else")[0]
        assert parts.index("Firefox on Android") < parts.index("This device.") < parts.index("Safari on Mac")
        assert "Safari on Mac Logged in on Nov. 1, 2026. Last used on Nov. 20, 2026. Log out there" in parts
        assert parts.count("Log out there") == 1
        here.cookies["zone"] = "Asia/Tokyo"  # where it was the next day already
        assert "Logged in on Nov. 2, 2026." in re.sub(r"\s+", " ", here.get(reverse("account")).text)

    def test_no_key_is_on_the_page(self, anna: Learner) -> None:
        clients = [browser(FIREFOX, anna), browser(SAFARI, anna)]
        page = clients[0].get(reverse("account")).text
        assert not [client for client in clients if str(client.session.session_key) in page]

    def test_one_alone_has_no_others_to_end(self, anna: Learner) -> None:
        assert reverse("everywhere") not in browser(learner=anna).get(reverse("account")).text

    def test_what_an_older_password_began_is_left_out(self, anna: Learner) -> None:
        here, _there = browser(learner=anna), browser(learner=anna)
        anna.set_password("his nob is one point")  # as in the admin
        anna.save()
        assert who(here) is None
        assert links(browser_after(anna)) == []

    def test_a_session_from_before_all_this_says_what_it_knows(self, anna: Learner) -> None:
        here, there = browser(learner=anna), browser(learner=anna)
        session = there.session
        for name in ("began", "last_day", "device"):
            del session[name]
        session.save()
        assert "A browser" in here.get(reverse("account")).text

    def test_the_number_of_queries_is_the_same_for_many(self, anna: Learner) -> None:
        here = browser(learner=anna)
        counted = []
        for number in (0, 5):
            for _one in range(number):
                Client().force_login(anna)
            with CaptureQueriesContext(connection) as captured:
                here.get(reverse("account"))
            counted.append(len(captured))
        assert counted[0] == counted[1]


def browser_after(learner: Learner) -> Client:
    """Return a browser in which somebody logs in after another password was set."""
    client = Client()
    client.post(reverse("login"), {"username": learner.name, "password": "his nob is one point"})
    return client


class TestEnd:
    """Log out from elsewhere."""

    def test_one_ends_and_the_others_stay(self, anna: Learner) -> None:
        here, there, third = browser(learner=anna), browser(FIREFOX, anna), browser(SAFARI, anna)
        [link] = [link for link in links(here) if "Firefox on Android" in here.get(link).text]
        assert who(there) == anna  # looking at the question ends nothing
        done = here.post(link, {"current": PASSWORD}, follow=True)
        assert "That device is logged out." in done.text
        assert [who(client) for client in (here, there, third)] == [anna, None, anna]

    def test_a_second_click_is_no_fault(self, anna: Learner) -> None:
        here, _there = browser(learner=anna), browser(learner=anna)
        [link] = links(here)
        for _click in range(2):
            response = here.post(link, {"current": PASSWORD}, follow=True)
            assert response.status_code == 200
            assert "That device is logged out." in response.text
        assert here.get(link).headers["Location"] == reverse("account")

    def test_it_wants_the_password(self, anna: Learner) -> None:
        here, there = browser(learner=anna), browser(learner=anna)
        [link] = links(here)
        assert "This is not your password." in here.post(link, {"current": "his nob"}).text
        assert "Type a password." in here.post(link).text
        assert who(there) == anna

    def test_another_person_s_is_not_found(self, anna: Learner) -> None:
        bert = Learner.objects.create_user("Bert", PASSWORD)
        annas, _other, berts = browser(learner=anna), browser(learner=anna), browser(learner=bert)
        [link] = links(annas)
        assert berts.get(link).status_code == 404
        assert berts.post(link, {"current": PASSWORD}).status_code == 404
        assert len(links(annas)) == 1

    @pytest.mark.parametrize("which", ["0" * 40, "x", "ä" * 40, "a" * 5000])
    def test_what_is_no_session_is_not_found(self, anna: Learner, which: str) -> None:
        assert browser(learner=anna).post(reverse("end_one", args=[which])).status_code == 404

    def test_this_one_is_ended_by_logging_out(self, anna: Learner) -> None:
        client = browser(learner=anna)
        own = sessions.public_id(anna, str(client.session.session_key))
        sent = client.post(reverse("end_one", args=[own]), {"current": PASSWORD})
        assert sent.headers["Location"] == reverse("account")
        assert who(client) == anna

    def test_who_is_not_logged_in_logs_in_first(self, client: Client) -> None:
        guest = Learner.objects.create_guest()
        attempt_of(guest)
        for browser_of in (client, Client()):
            page = reverse("end_one", args=["0" * 40])
            assert browser_of.get(page).headers["Location"] == f"{reverse('login')}?next={page}"
            browser_of.force_login(guest)
            assert browser_of.post(page).headers["Location"].startswith(reverse("login"))

    def test_all_others_end(self, anna: Learner) -> None:
        here, others = browser(learner=anna), [browser(learner=anna) for _ in range(3)]
        bert = Learner.objects.create_user("Bert", PASSWORD)
        berts = browser(learner=bert)
        here.post(reverse("everywhere"), {"current": PASSWORD})
        assert [who(client) for client in (here, *others, berts)] == [anna, None, None, None, bert]


@pytest.mark.parametrize("key", [r'"\000abcdefghijk"', "x" * 5000, "../../etc/passwd", "é" * 32])
def test_a_cookie_that_holds_no_key_is_taken_back(key: str) -> None:
    client = Client(raise_request_exception=False, headers={"cookie": f"sessionid={key}"})
    response = client.get(reverse("account"))
    assert response.status_code == 200
    assert response.cookies["sessionid"]["max-age"] == 0


class TestAnotherKey:
    """The secret key is another one, and the one before is named as a former key."""

    @pytest.fixture
    def guest(self) -> Client:
        """A guest who has a session of the key before."""
        client = Client()
        client.force_login(Learner.objects.create_guest())
        return client

    @staticmethod
    def change_key(settings: Any, former: list[str] | None = None) -> None:
        before = settings.SECRET_KEY
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [before] if former is None else former

    @staticmethod
    def served_anew(client: Client) -> Client:
        """Return the browser before a site that has started again."""
        anew = Client()
        anew.cookies["sessionid"] = client.cookies["sessionid"].value
        return anew

    def test_a_guest_stays_even_by_two_requests_at_once(self, guest: Client, settings: Any) -> None:
        before = who(guest)
        self.change_key(settings)
        first, second = self.served_anew(guest), self.served_anew(guest)
        assert who(first) == who(second) == before
        assert Session.objects.count() == 1

    def test_who_came_by_needs_the_former_key_no_more(self, guest: Client, settings: Any) -> None:
        before = who(guest)
        self.change_key(settings)
        assert who(self.served_anew(guest)) == before
        self.change_key(settings, [])
        assert who(self.served_anew(guest)) == before

    def test_without_it_the_session_has_ended(self, guest: Client, settings: Any) -> None:
        self.change_key(settings, [])
        assert who(self.served_anew(guest)) is None

    def test_the_list_has_sessions_of_both_keys(self, anna: Learner, settings: Any) -> None:
        browser(FIREFOX, anna)
        self.change_key(settings)
        page = browser(SAFARI, anna).get(reverse("account")).content.decode()
        assert "Firefox" in page
        assert "Safari" in page
