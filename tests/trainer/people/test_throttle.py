"""Guessing is slowed down, by name and by address, in all processes at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import PermissionDenied
from django.db import connections
from django.db.models import F
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from game.visitors import address_of
from trainer.models import Learner, Throttle
from trainer.people import throttle
from trainer.people.throttle import FORGOTTEN, FREE, LONGEST, TryKind

NAME = (TryKind.NAME, "anna")


@pytest.fixture(autouse=True)
def _waiting_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock of waiting stand: on a slow machine a second is over before the next try."""
    at = timezone.now()
    monkeypatch.setattr(throttle, "timezone", SimpleNamespace(now=lambda: at))


def later(**time: Any) -> None:
    """Let time go by."""
    Throttle.objects.update(failed_at=F("failed_at") - timedelta(**time))


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
        assert [throttle.take(NAME) for _number in range(FREE[TryKind.NAME])] == [0] * FREE[TryKind.NAME]
        assert throttle.take(NAME) == 1

    def test_the_wait_doubles(self) -> None:
        fail(FREE[TryKind.NAME], NAME)
        waits = []
        for _number in range(12):
            waits.append(throttle.waits(NAME))
            fail(1, NAME)
        assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]

    def test_it_is_over_when_it_is_over(self) -> None:
        fail(FREE[TryKind.NAME] + 3, NAME)
        later(seconds=7)
        assert throttle.take(NAME) == 1
        later(seconds=1)
        assert throttle.take(NAME) == 0
        assert throttle.waits(NAME) == 16

    def test_a_try_that_waits_is_not_counted(self) -> None:
        fail(FREE[TryKind.NAME] + 2, NAME)
        before = Throttle.objects.get().failures
        for _number in range(5):
            assert throttle.take(NAME)
        assert Throttle.objects.get().failures == before

    def test_where_one_has_to_wait_the_other_is_not_counted(self) -> None:
        address = (TryKind.ADDRESS, "192.0.2.1")
        fail(FREE[TryKind.NAME], NAME)
        assert throttle.take(address, NAME) == 1
        assert throttle.waits(address) == 0
        assert Throttle.objects.count() == 1

    def test_all_is_forgotten_after_a_day(self) -> None:
        fail(FREE[TryKind.NAME] + 9, NAME)
        later(seconds=FORGOTTEN.total_seconds() + 1)
        assert throttle.take(NAME) == 0
        assert Throttle.objects.get().failures == 1

    def test_a_right_one_forgives(self) -> None:
        fail(FREE[TryKind.NAME] + 9, NAME)
        throttle.forgive(NAME)
        assert throttle.waits(NAME) == 0

    def test_giving_back_takes_one_off(self) -> None:
        fail(2, NAME)
        throttle.give_back(NAME)
        assert Throttle.objects.get().failures == 1

    def test_names_addresses_and_kinds_are_apart(self) -> None:
        fail(FREE[TryKind.NAME] + 5, NAME)
        assert throttle.take((TryKind.NAME, "bert")) == 0
        assert throttle.take((TryKind.ADDRESS, "anna")) == 0

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
    assert waits.count(0) == FREE[TryKind.NAME]
    assert Throttle.objects.get().failures == FREE[TryKind.NAME]


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


@pytest.mark.django_db
class TestPasswords:
    """What is checked, and what not any more."""

    @pytest.fixture(autouse=True)
    def anna(self) -> Learner:
        return Learner.objects.create(name="Anna", password="kept")

    def test_while_one_waits_no_password_is_looked_at(self, checks: list[str]) -> None:
        for number in range(FREE[TryKind.NAME] + 3):
            assert authenticate(username="Anna", password=str(number)) is None
        assert len(checks) == FREE[TryKind.NAME]
        assert authenticate(username="Anna", password="right") is None
        later(seconds=1)
        assert authenticate(username="anna", password="right") is not None
        assert not Throttle.objects.exists()

    def test_a_name_nobody_has_waits_and_costs_the_same(self, checks: list[str]) -> None:
        for number in range(FREE[TryKind.NAME] + 3):
            assert authenticate(username="Nobody", password=str(number)) is None
        assert len(checks) == FREE[TryKind.NAME]

    def test_the_same_name_in_other_letters_is_the_same(self, checks: list[str]) -> None:
        for name in ("Anna", "ANNA", " anna ", "Ａnna", "anna", "Anna"):
            authenticate(username=name, password="wrong")
        assert len(checks) == FREE[TryKind.NAME]

    def test_many_names_from_one_address_wait(self, checks: list[str], rf: RequestFactory) -> None:
        for number in range(FREE[TryKind.ADDRESS] + 3):
            authenticate(rf.post("/"), username=f"name{number}", password="wrong")
        assert len(checks) == FREE[TryKind.ADDRESS]
        assert authenticate(rf.post("/", REMOTE_ADDR="192.0.2.9"), username="Anna", password="right")

    def test_a_right_one_does_not_wash_the_address(self, checks: list[str], rf: RequestFactory) -> None:
        for number in range(FREE[TryKind.ADDRESS]):
            authenticate(rf.post("/"), username="Anna", password="right")
            authenticate(rf.post("/"), username=f"name{number}", password="wrong")
        assert checks.count("wrong") == FREE[TryKind.ADDRESS]
        assert authenticate(rf.post("/"), username="Anna", password="right") is None

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
            for _number in range(FREE[TryKind.NAME] + 1)
        ]
        assert {response.status_code for response in said} == {200}
        assert len(checks) == 2 * FREE[TryKind.NAME]
        waiting = "There were several wrong passwords. Please wait 1 second, then try again."
        told = [waiting in response.text for response in said]
        assert told == 2 * ([False] * (FREE[TryKind.NAME] - 1) + [True, True])

    def test_a_name_that_is_there_is_told_no_other_way(self, client: Client, checks: list[str]) -> None:
        pages = [client.post(reverse("login"), {"username": name, "password": "x"}).text for name in ("Anna", "Bert")]
        plain = [page.replace("Anna", "").replace("Bert", "") for page in pages]
        assert len(checks) == 2
        assert without_token(plain[0]) == without_token(plain[1])


def without_token(html: str) -> str:
    """A page without what is drawn anew each time."""
    return "".join(line for line in html.splitlines() if "csrfmiddlewaretoken" not in line)
