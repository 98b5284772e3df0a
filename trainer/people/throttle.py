"""Throttling of guesses: after some wrong passwords in a row every further try has to wait, twice as long each time.

Tries are counted in the database, for all processes, by name and by address, under keyed digests that do not say who
tried. A try is counted before its password is checked, so that tries at the same moment get no further than tries one
after another, and a try that has to wait costs no hashing, which takes 100 MiB.
"""

from datetime import timedelta
from enum import StrEnum
from math import ceil
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from game.visitors import address_of
from trainer.models import Learner, Throttle
from trainer.names import key as key_of


class TryKind(StrEnum):
    """What tries are counted for."""

    NAME = "name"
    ADDRESS = "address"
    TAKEN = "taken"
    RECOVERY = "recovery"
    MAIL = "mail"
    CODE = "code"


Try = tuple[TryKind, str]
"""What is counted, and for whom: a name or an address."""

FREE = {
    TryKind.NAME: 5,
    TryKind.ADDRESS: 20,
    TryKind.TAKEN: 10,
    TryKind.RECOVERY: 10,
    TryKind.MAIL: 3,
    TryKind.CODE: 20,
}
"""Tries that need not wait. A whole class may share one address."""

LONGEST = timedelta(minutes=15)
FORGOTTEN = timedelta(days=1)
"""After so long without a wrong try the count begins anew."""

_DOUBLINGS = ceil(LONGEST.total_seconds()).bit_length()


class _Waiting(Exception):
    """This try comes too early."""


def take(*tries: Try) -> int:
    """Count the tries, or none where one has to wait. Returns the seconds to wait, 0 when the try may be made."""
    try:
        with transaction.atomic():
            for kind, whose in tries:
                _count(kind, stored_key(kind, whose))
    except _Waiting:
        return max(1, waits(*tries))
    return 0


def waits(*tries: Try) -> int:
    """Return the seconds until the next try may be made, rounded up; 0 when it may be made now."""
    kinds = {stored_key(kind, whose): kind for kind, whose in tries}
    now = timezone.now()
    ends = (row.failed_at + _wait(kinds[row.key], row.failures) for row in Throttle.objects.filter(key__in=kinds))
    return max((ceil((end - now).total_seconds()) for end in ends if end > now), default=0)


def forgive(*tries: Try) -> None:
    """Forget all tries, because one was right."""
    Throttle.objects.filter(key__in=[stored_key(kind, whose) for kind, whose in tries]).delete()


def give_back(*tries: Try) -> None:
    """Take back one counted try of each, because it was no guess. Earlier ones stay counted."""
    keys = [stored_key(kind, whose) for kind, whose in tries]
    Throttle.objects.filter(key__in=keys, failures__gt=0).update(failures=F("failures") - 1)


def guesses(request: HttpRequest | None, name: str) -> tuple[Try, ...]:
    """Return what a try of a password is counted for: the name, and the address if there is a request."""
    whose = (TryKind.NAME, key_of(name))
    return (whose,) if request is None else ((TryKind.ADDRESS, address_of(request)), whose)


class ThrottledBackend(ModelBackend):
    """Django's check of name and password, no more often than the throttle allows, in the admin too."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **fields: Any
    ) -> Learner | None:
        """Return the learner. A wrong or early try raises PermissionDenied, so that no other backend is asked."""
        name = username or fields.get(Learner.USERNAME_FIELD)
        if not name or password is None:
            return None
        tries = guesses(request, name)
        if take(*tries):
            raise PermissionDenied
        learner = super().authenticate(request, username=name, password=password)
        if not isinstance(learner, Learner):
            raise PermissionDenied
        forgive(*(each for each in tries if each[0] is TryKind.NAME))
        give_back(*(each for each in tries if each[0] is TryKind.ADDRESS))
        return learner


def stored_key(kind: TryKind, whose: str) -> str:
    return salted_hmac("trainer.throttle", f"{kind}:{whose}", algorithm="sha256").hexdigest()


def _wait(kind: TryKind, failures: int) -> timedelta:
    """Return how long the next try has to wait after so many failures."""
    over = failures - FREE[kind]
    if over < 0:
        return timedelta(0)
    return min(LONGEST, timedelta(seconds=2 ** min(over, _DOUBLINGS)))


def _count(kind: TryKind, key: str) -> None:
    """Count a try in one statement, or two for the first. Raises _Waiting."""
    if _counted(kind, key):
        return
    _row, first = Throttle.objects.get_or_create(key=key, defaults={"failures": 1, "failed_at": timezone.now()})
    if not first and not _counted(kind, key):  # the row was there, or another process made it at this moment
        raise _Waiting


def _counted(kind: TryKind, key: str) -> bool:
    now = timezone.now()
    free = FREE[kind]
    may = Q(failures__lt=free) | Q(failed_at__lte=now - LONGEST)
    for over in range(_DOUBLINGS):
        may |= Q(failures=free + over, failed_at__lte=now - _wait(kind, free + over))
    failures = Case(When(failed_at__lt=now - FORGOTTEN, then=Value(1)), default=F("failures") + 1)
    return bool(Throttle.objects.filter(may, key=key).update(failures=failures, failed_at=now))
