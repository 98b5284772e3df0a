"""Limits on guesses and on what may be had only so often: wrong passwords, log-ins, sign-ups, public names.

After some wrong passwords in a row every further try has to wait, twice as long each time. They are counted for the
name and the address together, so that nobody locks others out. For the address alone, and for the name alone from
everywhere, the limits are higher. A browser that has logged in with the name before is counted by itself, whatever
others do.

Tries are counted in the database, for all processes, under keyed digests that do not say who tried. A try is counted
before its password is checked, so that tries at the same moment get no further than tries one after another, and a try
that has to wait costs no hashing, which takes 100 MiB. There are at most as many hashes at a time as workers, and as
many workers as cores.
"""

from datetime import timedelta
from enum import StrEnum
from math import ceil
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Value, When
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from game import budget
from game.budget import WORK_AT_ADDRESS, WORK_OF_ONE, Allowance
from game.models import Spending
from game.visitors import address_of, network_of
from trainer.models import Learner, Throttle
from trainer.names import key as key_of
from trainer.people import known_browsers, security_log
from trainer.people.security_log import Event


class TryKind(StrEnum):
    """What wrong passwords are counted for, each a name and something else."""

    NAME_AT_ADDRESS = "name at address"
    NAME_IN_BROWSER = "name in browser"


FREE = 5
"""Tries that need not wait."""

LONGEST = timedelta(minutes=15)
FORGOTTEN = timedelta(days=1)
"""After so long without a wrong try the count begins anew."""

WRONG_FOR_NAME = Allowance("wrong passwords for a name", most=60, back=120)
"""From everywhere, 90 in any hour. One address comes to 4 in an hour, and so can never use it up."""

WRONG_AT_ADDRESS = Allowance("wrong passwords at an address", most=30, back=300)
"""For whatever names. A class at once, then 12 an hour. A whole school may share one address, and there somebody
mistypes every day: what was wrong some hours ago keeps nobody waiting."""

PASSWORDS_AT_ADDRESS = Allowance("passwords at an address", most=90, back=20)
"""Right ones too: each takes 0.3 s and 100 MiB to check. Three classes at once, then 180 an hour."""

RECOVERIES = Allowance("links of recovery, asked for at an address", most=10, back=300)

MAILS = Allowance("links of recovery, sent to an e-mail address", most=3, back=3600)
"""One comes back in an hour, for which a link is good: who asks for others' links leaves them one that works."""

LOG_INS = Allowance("log-ins to a name", most=20, back=180)
"""Right passwords for a name."""

SIGN_UPS = Allowance("sign-ups at an address", most=60, back=300)
"""Two classes at once, then 12 an hour."""

NAMES_TAKEN = Allowance("names that are taken, at an address", most=60, back=60)
"""Each answer tells that somebody has the name. In a class that signs up many want the same."""

WRONG_CODES = Allowance("wrong join codes at an address", most=100, back=10)
"""Few enough for codes of which there are 850 thousand million, and more than one pupil uses up for a whole school."""

PUBLIC_NAMES = Allowance("public names of a learner", most=5, back=4 * 60 * 60)
PUBLIC_NAMES_AT_ADDRESS = Allowance("public names at an address", most=60, back=60)

_AT_ADDRESS = (
    WRONG_AT_ADDRESS,
    PASSWORDS_AT_ADDRESS,
    SIGN_UPS,
    NAMES_TAKEN,
    WRONG_CODES,
    PUBLIC_NAMES_AT_ADDRESS,
    WORK_AT_ADDRESS,
    RECOVERIES,
    MAILS,
)
"""What is counted for an address of the network, or an e-mail address."""

Try = tuple[TryKind, str] | tuple[Allowance, str]
"""What is counted, and for whom: a name, an address or a learner; for a kind a name and something else in the next
line."""

_DOUBLINGS = ceil(LONGEST.total_seconds()).bit_length()


class _Waiting(Exception):
    """This try comes too early."""


# -------------------------------------------------------------------------------------------------------- counting


def take(*tries: Try) -> int:
    """Count the tries, or none where one has to wait. Returns the seconds to wait, 0 when the try may be made."""
    try:
        with transaction.atomic():
            for each in tries:
                _count(each)
    except _Waiting:
        return max(1, waits(*tries))
    return 0


def waits(*tries: Try) -> int:
    """Return the seconds until the next try may be made, rounded up; 0 when it may be made now."""
    keys = [stored_key(each) for each in tries if isinstance(each[0], TryKind)]
    purses = [(each[0], each[1]) for each in tries if isinstance(each[0], Allowance)]
    now = timezone.now()
    rows = Throttle.objects.filter(key__in=keys)
    ends = (row.failed_at + _wait(row.failures) for row in rows)
    longest = max((ceil((end - now).total_seconds()) for end in ends if end > now), default=0)
    return max(longest, budget.wait(*purses, cost=1.0))


def forgive(*tries: Try) -> None:
    """Forget all tries, because one was right."""
    keys = [stored_key(each) for each in tries]
    Throttle.objects.filter(key__in=keys).delete()
    Spending.objects.filter(key__in=keys).delete()


def give_back(*tries: Try) -> None:
    """Take back one counted try of each that has an allowance, because it was no guess, or came to nothing."""
    budget.give_back(*((each[0], each[1]) for each in tries if isinstance(each[0], Allowance)))


def stored_key(counted: Try) -> str:
    """Return the digest under which a try is stored; that of two things consists of theirs."""
    kind, whose = counted
    if isinstance(kind, Allowance):
        return budget.stored_key((kind, whose))
    name, _line, other = whose.rpartition("\n")
    return f"{_half(kind, name)}:{_half(kind, other)}"


def _half(kind: TryKind, whose: str) -> str:
    return salted_hmac("trainer.throttle", f"{kind}:{whose}", algorithm="sha256").hexdigest()[:31]


def _wait(failures: int) -> timedelta:
    """Return how long the next try has to wait after so many failures."""
    over = failures - FREE
    if over < 0:
        return timedelta(0)
    return min(LONGEST, timedelta(seconds=2 ** min(over, _DOUBLINGS)))


def _count(counted: Try) -> None:
    """Count a try in one statement, or two for the first. Raises _Waiting."""
    kind, whose = counted
    if isinstance(kind, Allowance):
        if budget.take((kind, whose)):
            raise _Waiting
        return
    key = stored_key(counted)
    if _counted(key):
        return
    _row, first = Throttle.objects.get_or_create(key=key, defaults={"failures": 1, "failed_at": timezone.now()})
    if not first and not _counted(key):  # the row was there, or another process made it at this moment
        raise _Waiting


def _counted(key: str) -> bool:
    now = timezone.now()
    may = Q(failures__lt=FREE) | Q(failed_at__lte=now - LONGEST)
    for over in range(_DOUBLINGS):
        may |= Q(failures=FREE + over, failed_at__lte=now - _wait(FREE + over))
    failures = Case(When(failed_at__lt=now - FORGOTTEN, then=Value(1)), default=F("failures") + 1)
    return bool(Throttle.objects.filter(may, key=key).update(failures=failures, failed_at=now))


# ------------------------------------------------------------------------------------------------------- passwords


def guesses(request: HttpRequest | None, name: str) -> tuple[Try, ...]:
    """Return what a wrong password is counted for."""
    key = key_of(name)
    number = known_browsers.number_of(request, name) if request else None
    if number:
        return ((TryKind.NAME_IN_BROWSER, f"{key}\n{number}"),)
    address = address_of(request) if request else ""
    pair = (TryKind.NAME_AT_ADDRESS, f"{key}\n{address}")
    by_name = (pair, (WRONG_FOR_NAME, key))
    return by_name if request is None else ((WRONG_AT_ADDRESS, address), *by_name)


def log_ins(request: HttpRequest | None, name: str) -> tuple[Try, ...]:
    """Return what the check of a password is counted for, even if it is right."""
    own = (LOG_INS, key_of(name))
    known = request is None or known_browsers.number_of(request, name)
    return (own,) if request is None or known else (own, (PASSWORDS_AT_ADDRESS, address_of(request)))


class ThrottledBackend(ModelBackend):
    """Django's check of name and password, no more often than the throttle allows, in the admin too."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **fields: Any
    ) -> Learner | None:
        """Return the learner. A wrong or early try raises PermissionDenied, so that no other backend is asked."""
        name = username or fields.get(Learner.USERNAME_FIELD)
        if not name or password is None:
            return None
        tries, checks = guesses(request, name), log_ins(request, name)
        if take(*tries, *checks):
            security_log.record(Event.MADE_TO_WAIT, request, _named(name), limit="passwords")
            raise PermissionDenied
        learner = super().authenticate(request, username=name, password=password)
        if not isinstance(learner, Learner):
            give_back(checks[0])
            security_log.record(Event.WRONG_PASSWORD, request, _named(name))
            raise PermissionDenied
        forgive(*(each for each in tries if isinstance(each[0], TryKind)))
        give_back(*tries)
        return learner

    def get_user(self, user_id: int) -> Learner | None:
        """Return the learner of a session, with the habits that pages ask for, in one query."""
        learner = Learner.objects.select_related("habits").filter(pk=user_id).first()
        return learner if learner and self.user_can_authenticate(learner) else None


def _named(name: str) -> Learner | None:
    return Learner.objects.filter(name_key=key_of(name)).first()


# -------------------------------------------------------------------------------------- what may be had only so often


def public_names(request: HttpRequest, learner: Learner, name: str | None) -> tuple[Try, ...]:
    """Return what the choice of a public name is counted for: nothing if the learner has it, or gives one up."""
    if name in {None, learner.public_name}:
        return ()
    return (PUBLIC_NAMES, f"learner {learner.pk}"), (PUBLIC_NAMES_AT_ADDRESS, address_of(request))


def had_too_often(request: HttpRequest, learner: Learner | None, *tries: Try) -> int:
    """Count the tries, and log if they come too early. Returns the seconds to wait, 0 if the thing may be had."""
    if seconds := take(*tries):
        kind = tries[0][0]
        limit = kind.name if isinstance(kind, Allowance) else kind.value
        security_log.record(Event.MADE_TO_WAIT, request, learner, limit=limit)
    return seconds


# -------------------------------------------------------------------------------------------- what the operator does

Counts = tuple[QuerySet[Throttle], QuerySet[Spending]]
"""Rows in which something is counted."""


def counts_of_name(name: str) -> Counts:
    """Return what is counted for a name, at whatever address, and for its learner."""
    key, learner = key_of(name), _named(name)
    rows = Q()
    for kind in TryKind:
        rows |= Q(key__startswith=f"{_half(kind, key)}:")
    purses = [(WRONG_FOR_NAME, key), (LOG_INS, key)]
    if learner:
        purses += [(each, f"learner {learner.pk}") for each in (PUBLIC_NAMES, WORK_OF_ONE)]
    return Throttle.objects.filter(rows), Spending.objects.filter(key__in=map(budget.stored_key, purses))


def counts_of_address(address: str) -> Counts:
    """Return what is counted for an address, for whatever name, or for an e-mail address."""
    place = network_of(address.strip().casefold())
    rows = Q(key__endswith=f":{_half(TryKind.NAME_AT_ADDRESS, place)}")
    purses = [(WORK_OF_ONE, f"stranger {place}"), *((each, place) for each in _AT_ADDRESS)]
    return Throttle.objects.filter(rows), Spending.objects.filter(key__in=map(budget.stored_key, purses))


def forgive_wrong_passwords(name: str) -> None:
    """Forget the wrong passwords for a name, from wherever they came."""
    counts_of_name(name)[0].delete()
    forgive((WRONG_FOR_NAME, key_of(name)))


def forget(*counts: Counts) -> int:
    """Forget what is counted. Returns how many counts there were."""
    return sum(rows.delete()[0] for both in counts for rows in both)
