"""Costly pages are limited by the work they took, for a learner and for an address; counts by the same rule."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.db import connections
from django.db.models import F
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from game import budget
from game.budget import WORK_AT_ADDRESS, WORK_OF_ONE, Allowance, costly, spend, take, wait
from game.models import Spending
from game.visitors import VisitorRequest
from tests.game.tables import sit
from trainer.models import Learner
from trainer.people.visitors import Visitor

FEW = Allowance("few", most=3, back=60)
PURSE = (FEW, "anna")


@pytest.fixture(autouse=True)
def _waiting_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock of waiting stand: on a slow machine a second is over before the next request."""
    at = timezone.now()
    monkeypatch.setattr(budget, "timezone", SimpleNamespace(now=lambda: at))


def later(seconds: float) -> None:
    """Let time go by."""
    Spending.objects.update(whole_at=F("whole_at") - timedelta(seconds=seconds))


@pytest.mark.django_db
class TestPurses:
    """The rule: so much at once, and it comes back at a steady pace."""

    def test_so_many_at_once(self) -> None:
        assert [take(PURSE) for _number in range(5)] == [0, 0, 0, 60, 60]

    def test_it_comes_back_one_by_one(self) -> None:
        assert [take(PURSE) for _number in range(4)] == [0, 0, 0, 60]
        later(59)
        assert take(PURSE) == 1
        later(1)
        assert [take(PURSE), take(PURSE)] == [0, 60]

    def test_no_more_comes_back_than_was_spent(self) -> None:
        take(PURSE)
        later(100_000)
        assert [take(PURSE) for _number in range(4)] == [0, 0, 0, 60]

    def test_where_one_is_empty_nothing_is_spent_from_the_other(self) -> None:
        other = (FEW, "bert")
        spend(3, PURSE)
        assert take(other, PURSE) == 60
        assert wait(other, cost=3) == 0

    def test_work_may_cost_more_than_there_is_and_is_paid_back(self) -> None:
        spend(5, PURSE)
        assert wait(PURSE) == 120

    def test_giving_back(self) -> None:
        spend(3, PURSE)
        budget.give_back(PURSE)
        assert [take(PURSE), take(PURSE)] == [0, 60]

    def test_filled_up(self) -> None:
        spend(30, PURSE)
        assert budget.refill(PURSE) == 1
        assert wait(PURSE) == 0

    def test_nobody_reads_whose_it_is(self) -> None:
        spend(1, PURSE)
        assert "anna" not in Spending.objects.get().key

    def test_what_is_whole_again_is_cleared(self) -> None:
        spend(1, PURSE)
        later(60)
        spend(1, (FEW, "bert"))
        call_command("clear-guests", verbosity=0)
        assert Spending.objects.get().key == budget.stored_key((FEW, "bert"))


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_no_more_are_let_through() -> None:
    """The count and the decision are one statement."""
    start = Barrier(8)

    def one(_number: int) -> int:
        try:
            start.wait()
            return take(PURSE)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(one, range(8)))
    assert waits.count(0) == FEW.most


class Work:
    """The processor's clock, which goes on only when somebody works."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def do(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """The clock of the processor, in the test's hand."""
    clock = Work()
    monkeypatch.setattr(budget, "thread_time", clock)
    return clock


@pytest.fixture
def ask(work: Work, rf: RequestFactory) -> Callable[..., int]:
    """Ask for a page that costs so much, from an address, as a learner or as a stranger. Returns the status."""

    @costly("GET")
    def page(_request: VisitorRequest, seconds: float) -> HttpResponse:
        work.do(seconds)
        return HttpResponse()

    def asking(seconds: float, address: str = "192.0.2.1", learner: Learner | None = None, method: str = "get") -> int:
        request = getattr(rf, method)("/", REMOTE_ADDR=address)
        request.user = learner
        request.visitor = Visitor(request)
        request.htmx = False
        return page(request, seconds).status_code

    return asking


@pytest.mark.django_db
class TestWork:
    """Work is paid by who asked for it, and from where."""

    def test_the_seventh_costly_request_of_a_learner_waits(self, ask: Callable[..., int]) -> None:
        anna = Learner.objects.create_guest()
        said = [ask(4.97, learner=anna) for _number in range(7)]
        assert said == [200] * 5 + [429] * 2

    def test_another_learner_at_the_same_address_does_not(self, ask: Callable[..., int]) -> None:
        anna, bert = Learner.objects.create_guest(), Learner.objects.create_guest()
        ask(WORK_OF_ONE.most + 1, learner=anna)
        assert [ask(1, learner=anna), ask(1, learner=bert), ask(1)] == [429, 200, 200]

    def test_strangers_at_an_address_share_theirs(self, ask: Callable[..., int]) -> None:
        ask(WORK_OF_ONE.most + 1)
        assert [ask(1), ask(1, address="192.0.2.2")] == [429, 200]

    def test_new_guests_without_end_are_stopped_by_the_address(self, ask: Callable[..., int]) -> None:
        said = [ask(5, learner=Learner.objects.create_guest()) for _number in range(30)]
        assert said.count(200) == WORK_AT_ADDRESS.most / 5 + 1

    def test_a_class_reviews_a_game_each(self, ask: Callable[..., int]) -> None:
        everybody = [Learner.objects.create_guest() for _number in range(30)]
        assert {ask(0.5, learner=learner) for _step in range(6) for learner in everybody} == {200}

    def test_cheap_requests_write_nothing(self, ask: Callable[..., int]) -> None:
        assert ask(0.01) == 200
        assert not Spending.objects.exists()

    def test_other_methods_are_not_limited(self, ask: Callable[..., int]) -> None:
        ask(WORK_OF_ONE.most + 1)
        assert [ask(0), ask(0, method="head")] == [429, 200]

    def test_it_is_work_again_after_the_wait(self, ask: Callable[..., int]) -> None:
        ask(WORK_OF_ONE.most + 2)
        later(9)
        assert ask(0) == 429
        later(1)
        assert ask(0) == 200

    def test_what_is_streamed_is_paid_too(self, work: Work, rf: RequestFactory) -> None:
        def pieces() -> Iterator[str]:
            for _number in range(3):
                work.do(1)
                yield "x"

        request = rf.get("/")
        request.user = None  # type: ignore[assignment]
        request.visitor, request.htmx = Visitor(request), False  # type: ignore[attr-defined]
        response = costly()(lambda _request: StreamingHttpResponse(pieces()))(request)
        assert isinstance(response, StreamingHttpResponse)
        assert response.getvalue() == b"xxx"
        assert wait((WORK_OF_ONE, "stranger 127.0.0.1"), cost=WORK_OF_ONE.most) == 3 * WORK_OF_ONE.back

    def test_what_fails_is_paid_too(self, work: Work, rf: RequestFactory) -> None:
        def fail(_request: VisitorRequest) -> HttpResponse:
            work.do(2)
            raise Http404

        request = rf.get("/")
        request.user, request.visitor = None, Visitor(request)  # type: ignore[assignment, attr-defined]
        with pytest.raises(Http404):
            costly()(fail)(request)
        assert wait((WORK_OF_ONE, "stranger 127.0.0.1"), cost=WORK_OF_ONE.most) == 2 * WORK_OF_ONE.back


COSTLY = [
    ("post", "fair", []),
    ("post", "open", []),
    ("get", "ask_play", []),
    ("get", "ask_discard", []),
    ("get", "export", []),
    ("get", "attempts_csv", []),
    ("get", "shared", ["x"]),
    ("get", "shared_record", ["x"]),
    ("get", "review", ["x", 1]),
    ("post", "grade", ["x", 1]),
    ("post", "again", ["x", 1, 1]),
    ("get", "record", ["x"]),
    ("get", "seals", ["x"]),
]
"""Pages that cost much: each is refused before it does anything, even before it looks for the game."""


@pytest.mark.django_db
class TestPages:
    """What somebody sees who has to wait."""

    @pytest.fixture
    def spent(self, client: Client) -> Client:
        """The browser of a learner who has used up theirs."""
        spend(WORK_OF_ONE.most + 6.5, (WORK_OF_ONE, f"learner {sit(client).pk}"))
        return client

    @pytest.mark.parametrize(("method", "name", "args"), COSTLY)
    def test_costly_pages_are_limited(self, spent: Client, method: str, name: str, args: list[object]) -> None:
        response = getattr(spent, method)(reverse(name, args=args))
        assert response.status_code == 429
        assert response["Retry-After"] == "33"
        assert "Please wait 33 seconds, then try again." in response.text
        assert "<h1>" in response.text

    def test_the_forms_themselves_still_open(self, spent: Client) -> None:
        assert [spent.get(reverse(name)).status_code for name in ("fair", "open")] == [200, 200]

    def test_htmx_gets_the_sentence_alone(self, spent: Client) -> None:
        response = spent.post(reverse("grade", args=["x", 1]), headers={"HX-Request": "true"})
        assert (response.status_code, response["Content-Type"]) == (429, "text/plain; charset=utf-8")
        assert response.text.startswith("That was a lot of work")
