"""Limits on how much of something may be had in a time: seconds of work on costly pages, sign-ups, public names.

An allowance is a leaky bucket. So much may be spent at once, and what is spent comes back at a steady pace. A row holds
one time, at which all will be back, under a keyed digest that does not say whose it is.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from math import ceil
from time import thread_time
from typing import TYPE_CHECKING, Any, cast

from django.db import transaction
from django.db.models import Case, DateTimeField, F, Value, When
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext_lazy

from game.models import Spending
from game.visitors import VisitorRequest, address_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much may be spent at once, and the seconds after which one of it is back."""

    name: str
    most: float
    back: float


Purse = tuple[Allowance, str]
"""An allowance, and whose it is."""

WORK_OF_ONE = Allowance("work of one", most=20, back=5)
"""Seconds of work for one learner: the review of a six-seat game takes 9. Strangers at an address share one."""

WORK_AT_ADDRESS = Allowance("work at an address", most=90, back=5)
"""Seconds of work for an address: thirty learners who review a game each, at the same moment, take 90."""

_CHEAP = 0.05
"""Seconds of work that are not worth a write."""

_MUCH_WORK = (
    ngettext_lazy(
        "That was a lot of work for the site in a short time. Please wait %(seconds)s second, then try again.",
        "That was a lot of work for the site in a short time. Please wait %(seconds)s seconds, then try again.",
        "seconds",
    ),
    ngettext_lazy(
        "That was a lot of work for the site in a short time. Please wait %(minutes)s minute, then try again.",
        "That was a lot of work for the site in a short time. Please wait %(minutes)s minutes, then try again.",
        "minutes",
    ),
)


# ------------------------------------------------------------------------------------------------------- purses


def wait(*purses: Purse, cost: float = 0.0) -> int:
    """Return the seconds until all purses have so much left, rounded up; 0 when they have it now. Takes one query."""
    allowances = {stored_key(purse): purse[0] for purse in purses}
    now = timezone.now()
    rows = Spending.objects.filter(key__in=allowances)
    ends = (row.whole_at - _room(allowances[row.key], cost) for row in rows)
    return max((ceil((end - now).total_seconds()) for end in ends if end > now), default=0)


def spend(amount: float, *purses: Purse) -> None:
    """Spend from all purses what was used, even if it is more than they have."""
    with transaction.atomic():
        for purse in purses:
            _spent(purse, amount)


def take(*purses: Purse) -> int:
    """Spend one from each purse, or nothing if one of them is empty. Returns the seconds to wait, 0 if it was spent."""
    try:
        with transaction.atomic():
            for purse in purses:
                if not _spent(purse, 1.0, within=True):
                    raise _Empty
    except _Empty:
        return max(1, wait(*purses, cost=1.0))
    return 0


def give_back(*purses: Purse) -> None:
    """Put one back into each purse."""
    for purse in purses:
        earlier = F("whole_at") - timedelta(seconds=purse[0].back)
        Spending.objects.filter(key=stored_key(purse)).update(whole_at=earlier)


def refill(*purses: Purse) -> int:
    """Fill purses up. Returns how many of them were in use."""
    return Spending.objects.filter(key__in=map(stored_key, purses)).delete()[0]


def stored_key(purse: Purse) -> str:
    """Return the digest under which a purse is stored."""
    allowance, whose = purse
    return salted_hmac("game.budget", f"{allowance.name}:{whose}", algorithm="sha256").hexdigest()


class _Empty(Exception):
    """There is not enough in a purse."""


def _room(allowance: Allowance, cost: float) -> timedelta:
    return timedelta(seconds=(allowance.most - cost) * allowance.back)


def _spent(purse: Purse, amount: float, *, within: bool = False) -> bool:
    """Spend, in one statement or in two for the first time. Returns False where `within` forbids it."""
    if _updated(purse, amount, within=within):
        return True
    whole_at = timezone.now() + timedelta(seconds=amount * purse[0].back)
    _row, first = Spending.objects.get_or_create(key=stored_key(purse), defaults={"whole_at": whole_at})
    return first or _updated(purse, amount, within=within)


def _updated(purse: Purse, amount: float, *, within: bool) -> bool:
    now, more = timezone.now(), timedelta(seconds=amount * purse[0].back)
    rows = Spending.objects.filter(key=stored_key(purse))
    if within:
        rows = rows.filter(whole_at__lte=now + _room(purse[0], amount))
    later = Case(
        When(whole_at__lt=now, then=Value(now + more)), default=F("whole_at") + more, output_field=DateTimeField()
    )
    return bool(rows.update(whole_at=later))


# -------------------------------------------------------------------------------------------------- costly pages


def costly(*methods: str) -> Callable[[View], View]:
    """Declare a view costly for requests of these methods, or of all: who used much work lately has to wait.

    Work is the time of the processor in this thread. What a request costs is known at its end, so that those which run
    at the same moment are all let through.
    """

    def declare(view: View) -> View:
        @wraps(view)
        def limited(request: VisitorRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if methods and request.method not in methods:
                return view(request, *args, **kwargs)
            purses = work_of(request)
            if seconds := wait(*purses):
                request.visitor.note_wait()
                return _refusal(request, seconds)
            with _charged(*purses):
                response = view(request, *args, **kwargs)
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = _charging(cast("Iterator[bytes]", response.streaming_content), *purses)
            return response

        return limited

    return declare


def work_of(request: VisitorRequest) -> tuple[Purse, ...]:
    """Return the purses from which the work for a request is paid."""
    learner, address = request.visitor.existing_learner(), address_of(request)
    one = f"learner {learner.pk}" if learner else f"stranger {address}"
    return (WORK_OF_ONE, one), (WORK_AT_ADDRESS, address)


@contextmanager
def _charged(*purses: Purse) -> Iterator[None]:
    began = thread_time()
    try:
        yield
    finally:
        if (work := thread_time() - began) >= _CHEAP:
            spend(work, *purses)


def _charging(pieces: Iterator[bytes], *purses: Purse) -> Iterator[bytes]:
    with _charged(*purses):
        yield from pieces


def _refusal(request: VisitorRequest, seconds: int) -> HttpResponse:
    """Say how long to wait: with a page, or to htmx with the sentence alone, which `trouble.js` shows."""
    sentence = how_long_to_wait(seconds, *_MUCH_WORK)
    headers = {"Retry-After": str(seconds)}
    if request.htmx and not request.htmx.history_restore_request:
        kind = "text/plain; charset=utf-8"
        return HttpResponse(sentence, content_type=kind, status=HTTPStatus.TOO_MANY_REQUESTS, headers=headers)
    page = render(request, "429.html", {"sentence": sentence}, status=HTTPStatus.TOO_MANY_REQUESTS)
    page["Retry-After"] = headers["Retry-After"]
    return page


def how_long_to_wait(seconds: int, in_seconds: "StrOrPromise", in_minutes: "StrOrPromise") -> str:
    """Return the sentence that says how long to wait: the one for seconds below a minute, else the one for minutes."""
    return in_seconds % {"seconds": seconds} if seconds < 60 else in_minutes % {"minutes": -(-seconds // 60)}
