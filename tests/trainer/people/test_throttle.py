"""Guessing is slowed down, by name and by address, in all processes at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.db import connections
from django.db.models import F
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from game import budget
from game.models import Spending
from game.visitors import address_of
from trainer.models import Learner, Throttle
from trainer.people import accounts, known_browsers, throttle
from trainer.people.throttle import FORGOTTEN, FREE, LONGEST, TryKind

SOME = FREE
AT_ADDRESS = int(throttle.WRONG_AT_ADDRESS.most)
NAME = (TryKind.NAME_AT_ADDRESS, "anna\n192.0.2.1")


@pytest.fixture(autouse=True)
def _waiting_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock of waiting stand: on a slow machine a second is over before the next try."""
    at = timezone.now()
    for module in (throttle, budget):
        monkeypatch.setattr(module, "timezone", SimpleNamespace(now=lambda: at))


def later(**time: Any) -> None:
    """Let time go by."""
    Throttle.objects.update(failed_at=F("failed_at") - timedelta(**time))
    Spending.objects.update(whole_at=F("whole_at") - timedelta(**time))


def fail(tries: int, *whose: throttle.Try) -> None:
    """Fail so often, waiting each time as long as one has to."""
    for _number in range(tries):
        later(seconds=LONGEST.total_seconds())
        assert throttle.take(*whose) == 0


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were looked at; a name nobody has costs as much."""
    looked: list[str] = []

    def check(self: Learner, password: str) -> bool:  # noqa: ARG001
        looked.append(password)
        return password == "right"

    monkeypatch.setattr(Learner, "check_password", check)
    monkeypatch.setattr(Learner, "set_password", lambda self, password: looked.append(password))  # noqa: ARG005
    return looked


@pytest.mark.django_db
class TestWaiting:
    """The rule: some tries are free, then the wait doubles, up to a quarter of an hour."""

    def test_the_first_ones_need_not_wait(self) -> None:
        assert [throttle.take(NAME) for _number in range(SOME)] == [0] * SOME
        assert throttle.take(NAME) == 1

    def test_the_wait_doubles(self) -> None:
        fail(SOME, NAME)
        waits = []
        for _number in range(12):
            waits.append(throttle.waits(NAME))
            fail(1, NAME)
        assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]

    def test_it_is_over_when_it_is_over(self) -> None:
        fail(SOME + 3, NAME)
        later(seconds=7)
        assert throttle.take(NAME) == 1
        later(seconds=1)
        assert throttle.take(NAME) == 0
        assert throttle.waits(NAME) == 16

    def test_a_try_that_waits_is_not_counted(self) -> None:
        fail(SOME + 2, NAME)
        before = Throttle.objects.get().failures
        for _number in range(5):
            assert throttle.take(NAME)
        assert Throttle.objects.get().failures == before

    def test_where_one_has_to_wait_the_other_is_not_counted(self) -> None:
        address = (throttle.WRONG_AT_ADDRESS, "192.0.2.1")
        fail(SOME, NAME)
        assert throttle.take(address, NAME) == 1
        assert not Spending.objects.exists()

    def test_all_is_forgotten_after_a_day(self) -> None:
        fail(SOME + 9, NAME)
        later(seconds=FORGOTTEN.total_seconds() + 1)
        assert throttle.take(NAME) == 0
        assert Throttle.objects.get().failures == 1

    def test_a_right_one_forgives(self) -> None:
        fail(SOME + 9, NAME)
        throttle.forgive(NAME)
        assert throttle.waits(NAME) == 0

    def test_names_addresses_and_kinds_are_apart(self) -> None:
        fail(SOME + 5, NAME)
        assert throttle.take((TryKind.NAME_AT_ADDRESS, "bert\n192.0.2.1")) == 0
        assert throttle.take((TryKind.NAME_IN_BROWSER, "anna\n192.0.2.1")) == 0

    def test_nobody_reads_who_tried(self) -> None:
        throttle.take(NAME)
        assert "anna" not in Throttle.objects.get().key


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_no_more_are_let_through() -> None:
    """The count and the decision are one statement."""
    start = Barrier(8)

    def take(_number: int) -> int:
        try:
            start.wait()
            return throttle.take(NAME)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(take, range(8)))
    assert waits.count(0) == SOME
    assert Throttle.objects.get().failures == SOME


class TestAddress:
    """Where a request comes from."""

    @pytest.fixture
    def address(self, rf: RequestFactory) -> Callable[..., str]:
        def read(remote: str, forwarded: str | None = None) -> str:
            headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
            return address_of(rf.get("/", headers=headers, REMOTE_ADDR=remote))

        return read

    def test_without_a_proxy_nobody_says_where_they_come_from(self, address: Callable[..., str]) -> None:
        assert address("192.0.2.1", "198.51.100.7") == "192.0.2.1"

    def test_behind_a_proxy_its_word_is_the_last(self, address: Callable[..., str], settings: Any) -> None:
        settings.HTTPS = True
        assert address("127.0.0.1", "10.9.9.9, 198.51.100.7") == "198.51.100.7"
        assert address("192.0.2.1") == "192.0.2.1"

    @pytest.mark.parametrize(
        ("remote", "same"),
        [
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("", ""),
            ("unix:", "unix:"),
        ],
    )
    def test_a_customers_network_is_one(self, address: Callable[..., str], remote: str, same: str) -> None:
        assert address(remote) == same


@pytest.fixture
def anna() -> Learner:
    """Somebody whose password is looked at by `checks` only."""
    return Learner.objects.create(name="Anna", password="kept")


@pytest.mark.django_db
@pytest.mark.usefixtures("anna")
class TestPasswords:
    """What is checked, and what not any more."""

    def test_while_one_waits_no_password_is_looked_at(self, checks: list[str]) -> None:
        for number in range(SOME + 3):
            assert authenticate(username="Anna", password=str(number)) is None
        assert len(checks) == SOME
        assert authenticate(username="Anna", password="right") is None
        later(seconds=1)
        assert authenticate(username="anna", password="right") is not None
        assert not Throttle.objects.exists()

    def test_a_name_nobody_has_waits_and_costs_the_same(self, checks: list[str]) -> None:
        for number in range(SOME + 3):
            assert authenticate(username="Nobody", password=str(number)) is None
        assert len(checks) == SOME

    def test_the_same_name_in_other_letters_is_the_same(self, checks: list[str]) -> None:
        for name in ("Anna", "ANNA", " anna ", "Ａnna", "anna", "Anna"):
            authenticate(username=name, password="wrong")
        assert len(checks) == SOME

    def test_many_names_from_one_address_wait(self, checks: list[str], rf: RequestFactory) -> None:
        for number in range(AT_ADDRESS + 3):
            authenticate(rf.post("/"), username=f"name{number}", password="wrong")
        assert len(checks) == AT_ADDRESS
        assert authenticate(rf.post("/", REMOTE_ADDR="192.0.2.9"), username="Anna", password="right")

    def test_a_right_one_does_not_wash_the_address(self, checks: list[str], rf: RequestFactory) -> None:
        for number in range(AT_ADDRESS):
            authenticate(rf.post("/"), username="Anna", password="right")
            authenticate(rf.post("/"), username=f"name{number}", password="wrong")
        assert checks.count("wrong") == AT_ADDRESS
        assert authenticate(rf.post("/"), username="Anna", password="right") is None

    @pytest.mark.full("a month of attempts")
    def test_who_mistypes_every_day_keeps_no_school_waiting(self, checks: list[str], rf: RequestFactory) -> None:
        for day in range(2 * AT_ADDRESS):
            authenticate(rf.post("/"), username=f"name{day}", password="wrong")
            later(hours=12)
            assert authenticate(rf.post("/"), username="Anna", password="right")
            assert authenticate(rf.post("/"), username="Anna", password="right")
            later(hours=12)
        assert checks.count("wrong") == 2 * AT_ADDRESS

    def test_no_other_backend_is_asked_after_a_refusal(self, checks: list[str]) -> None:
        with pytest.raises(PermissionDenied):
            throttle.ThrottledBackend().authenticate(None, "Anna", "wrong")
        authenticate(username="Anna", password="wrong")
        assert checks == ["wrong", "wrong"]

    @pytest.mark.parametrize("page", ["login", "admin:login"])
    def test_the_page_says_how_long(self, client: Client, checks: list[str], page: str) -> None:
        said = [
            client.post(reverse(page), {"username": name, "password": "wrong"})
            for name in ["Anna", "Nobody"]
            for _number in range(SOME + 1)
        ]
        assert {response.status_code for response in said} == {200}
        assert len(checks) == 2 * SOME
        waiting = "Too many wrong passwords. Please wait 1 second, then try again."
        told = [waiting in response.text for response in said]
        assert told == 2 * ([False] * (SOME - 1) + [True, True])

    def test_a_name_that_is_there_is_told_no_other_way(self, client: Client, checks: list[str]) -> None:
        pages = [client.post(reverse("login"), {"username": name, "password": "x"}).text for name in ("Anna", "Bert")]
        plain = [page.replace("Anna", "").replace("Bert", "") for page in pages]
        assert len(checks) == 2
        assert without_token(plain[0]) == without_token(plain[1])


def without_token(html: str) -> str:
    """A page without what is drawn anew each time."""
    return "".join(line for line in html.splitlines() if "csrfmiddlewaretoken" not in line)


def from_address(number: int) -> str:
    """One of 65,000 addresses."""
    return f"10.0.{number // 250}.{number % 250 + 1}"


def let_in(client: Client, address: str = "192.0.2.9", password: str = "right", name: str = "Anna") -> bool:
    """Try to log in. Returns whether the password was right and was looked at; logs out again."""
    form = {"username": name, "password": password}
    done = client.post(reverse("login"), form, REMOTE_ADDR=address).status_code == 302
    if done:
        client.post(reverse("logout"))
    return done


def guess(address: str, name: str = "Anna") -> None:
    """Try a wrong password from an address."""
    assert authenticate(RequestFactory().post("/", REMOTE_ADDR=address), username=name, password="wrong") is None


@pytest.mark.django_db
@pytest.mark.usefixtures("checks", "anna")
class TestLockOut:
    """Nobody keeps others from logging in."""

    @pytest.fixture
    def known(self) -> Client:
        """A browser that has logged in to Anna's account before."""
        browser = Client()
        assert let_in(browser)
        return browser

    def used_up(self) -> None:
        """Let there have been as many guesses as there may be."""
        budget.spend(throttle.WRONG_FOR_NAME.most, (throttle.WRONG_FOR_NAME, "anna"))

    def test_one_address_locks_out_itself_alone(self) -> None:
        for _number in range(SOME + 3):
            guess(from_address(1))
        assert not let_in(Client(), from_address(1))
        assert let_in(Client(), from_address(2))

    @pytest.mark.full("a day of attempts")
    def test_nor_in_a_day_of_trying(self) -> None:
        for _number in range(4 * 24 + 20):  # the first twenty in a quarter of an hour, then four in an hour
            guess(from_address(1))
            later(seconds=LONGEST.total_seconds())
        assert let_in(Client(), from_address(2))

    def test_many_addresses_together_get_so_far(self, checks: list[str]) -> None:
        for number in range(int(throttle.WRONG_FOR_NAME.most) + 3):
            guess(from_address(number))
        assert checks.count("wrong") == throttle.WRONG_FOR_NAME.most
        assert not let_in(Client())

    def test_a_browser_that_was_here_before_gets_in_all_the_same(self, known: Client) -> None:
        self.used_up()
        assert not let_in(Client())
        assert let_in(known)

    def test_even_beside_somebody_who_guesses(self, known: Client) -> None:
        for number in range(AT_ADDRESS + 1):
            guess("192.0.2.9", f"name{number % 9}")
        assert not let_in(Client())
        assert let_in(known)

    def test_but_it_may_not_guess_more_than_others(self, known: Client, checks: list[str]) -> None:
        for _number in range(SOME + 3):
            let_in(known, password="wrong")
        assert checks.count("wrong") == SOME
        assert not let_in(known)
        assert let_in(Client())

    def test_it_is_known_to_no_other_account(self, known: Client, checks: list[str]) -> None:
        for _number in range(SOME + 3):
            let_in(known, password="wrong", name="Bert")
        assert checks.count("wrong") == SOME
        assert let_in(known)

    def test_what_it_keeps(self, known: Client) -> None:
        cookie = known.cookies[known_browsers.COOKIE]
        assert cookie["httponly"]
        assert (cookie["samesite"], cookie["path"], cookie["domain"]) == ("Lax", "/", "")
        assert "anna" not in cookie.value.casefold()

    def test_what_it_keeps_cannot_be_made(self) -> None:
        self.used_up()
        stranger = Client()
        stranger.cookies[known_browsers.COOKIE] = signing.dumps(["1", "2"], salt="something else")
        assert not let_in(stranger)

    def test_it_knows_several(self, known: Client) -> None:
        Learner.objects.create(name="Bert", password="kept")
        assert let_in(known, name="Bert")
        self.used_up()
        assert let_in(known)

    def test_a_new_account_is_known_at_once(self, client: Client) -> None:
        form = {"name": "Cora", "password": "correct horse staple", "again": "correct horse staple"}
        client.post(reverse("signup"), form)
        assert known_browsers.COOKIE in client.cookies

    def test_a_guest_is_not(self, client: Client) -> None:
        client.post(reverse("new"), {"preset": "quick", "level": "club"})
        assert Learner.objects.filter(name=None).exists()
        assert known_browsers.COOKIE not in client.cookies


@pytest.mark.django_db
@pytest.mark.usefixtures("checks", "anna")
class TestRightOnes:
    """A right password costs as much to check as a wrong one."""

    def test_the_same_account_only_so_often(self, client: Client, checks: list[str]) -> None:
        budget.spend(throttle.LOG_INS.most - 2, (throttle.LOG_INS, "anna"))
        assert [let_in(client) for _number in range(4)] == [True, True, False, False]
        assert len(checks) == 2
        page = client.post(reverse("login"), {"username": "Anna", "password": "right"})
        assert "This was tried too often from here. Please wait 3 minutes, then try again." in page.text

    def test_wrong_ones_do_not_use_them_up(self) -> None:
        for number in range(int(throttle.LOG_INS.most)):
            guess(from_address(number))
        assert let_in(Client())

    def test_a_class_behind_one_address_logs_in(self) -> None:
        Learner.objects.bulk_create(
            Learner(name=f"Pupil {n}", name_key=f"pupil {n}", password="kept") for n in range(30)
        )
        assert all(let_in(Client(), name=f"Pupil {n}", address="192.0.2.1") for n in range(30))

    def test_many_accounts_from_one_address_wait(self, checks: list[str]) -> None:
        budget.spend(throttle.PASSWORDS_AT_ADDRESS.most - 1, (throttle.PASSWORDS_AT_ADDRESS, "192.0.2.9"))
        said = [let_in(Client()), let_in(Client()), let_in(Client(), "192.0.2.8")]
        assert (said, len(checks)) == ([True, False, True], 2)


def sign_up(name: str, address: str = "192.0.2.1") -> Any:
    """Create an account from an address, in a browser of its own."""
    form = {"name": name, "password": "correct horse staple", "again": "correct horse staple"}
    return Client().post(reverse("signup"), form, REMOTE_ADDR=address)


@pytest.mark.django_db
class TestNewNames:
    """Accounts and public names are not had without end."""

    def test_a_class_behind_one_address_signs_up(self) -> None:
        assert {sign_up(f"Pupil {n}").status_code for n in range(30)} == {302}

    def test_who_finds_a_name_taken_uses_up_no_sign_up(self) -> None:
        sign_up("Anna")
        budget.spend(throttle.SIGN_UPS.most - 2, (throttle.SIGN_UPS, "192.0.2.1"))
        for _number in range(5):
            assert "This name is taken." in sign_up("Anna").text
        assert sign_up("Bert").status_code == 302

    def test_nor_a_name_that_is_changed(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        anna = Learner.objects.create(name="Anna", password="kept")
        client.force_login(anna)
        free = accounts.rename

        def taken(*_arguments: object) -> None:
            raise accounts.NameTaken

        monkeypatch.setattr(accounts, "rename", taken)
        for _number in range(int(throttle.PUBLIC_NAMES.most) + 1):
            said = client.post(reverse("names"), {"name": "Anna", "public_name": "Fox"})
            assert "Please wait" not in said.text
        monkeypatch.setattr(accounts, "rename", free)
        assert client.post(reverse("names"), {"name": "Anna", "public_name": "Fox"}).status_code == 302

    def test_accounts_without_end(self) -> None:
        budget.spend(throttle.SIGN_UPS.most, (throttle.SIGN_UPS, "192.0.2.1"))
        refused = sign_up("Anna")
        assert "This was tried too often from here. Please wait 5 minutes, then try again." in refused.text
        assert not Learner.objects.exists()
        assert sign_up("Anna", "192.0.2.2").status_code == 302

    @pytest.mark.parametrize("page", ["names", "daily"])
    def test_public_names_without_end(self, client: Client, page: str) -> None:
        anna = Learner.objects.create(name="Anna", password="kept")
        client.force_login(anna)
        for number in range(int(throttle.PUBLIC_NAMES.most) + 1):
            said = client.post(reverse(page), {"name": "Anna", "public_name": f"A {number}"})
        anna.refresh_from_db()
        assert "This was tried too often from here. Please wait 240 minutes" in said.text
        assert anna.public_name == f"A {number - 1}"
        client.post(reverse(page), {"name": "Anna", "public_name": ""})
        anna.refresh_from_db()
        assert anna.public_name is None


@pytest.mark.django_db
@pytest.mark.usefixtures("checks", "anna")
class TestForgiving:
    """Whoever runs the site lets people in again who have to wait."""

    def test_a_name(self) -> None:
        for number in range(int(throttle.WRONG_FOR_NAME.most) + SOME):
            guess(from_address(number // SOME))
        assert not let_in(Client(), from_address(0))
        call_command("forgive", "ANNA")
        assert let_in(Client(), from_address(0))

    def test_an_address(self, capsys: pytest.CaptureFixture[str]) -> None:
        for number in range(AT_ADDRESS + 1):
            guess("2001:db8::1", f"name{number}")
        budget.spend(500, (budget.WORK_AT_ADDRESS, "2001:db8::/64"))
        assert not let_in(Client(), "2001:db8::1")
        call_command("forgive", "2001:db8::7")
        assert "Forgiven" in capsys.readouterr().out
        assert let_in(Client(), "2001:db8::1")

    def test_nothing_of_others(self) -> None:
        for _number in range(SOME):
            guess(from_address(1))
        call_command("forgive", "Bert")
        call_command("forgive", from_address(2))
        assert not let_in(Client(), from_address(1))

    def test_nothing_to_forgive(self, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("forgive", "Bert")
        assert "Nothing is counted for “Bert”." in capsys.readouterr().out
