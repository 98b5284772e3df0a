"""Who is learning: a guest is made when there is something to keep, and nothing is asked of them.

A guest who wants to come back from elsewhere takes a name and a password, and stays the same learner; one who logs in
brings along what they did.
"""

from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.contrib.auth import (
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    authenticate,
    login,
    update_session_auth_hash,
)
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from trainer.models import Learner
from trainer.people import merging

_LAST_DAY = "last_day"


class NameTaken(ValueError):
    """Somebody has this name already."""


def learner_of(request: HttpRequest) -> Learner | None:
    """The learner of this request, if the session knows one."""
    return request.user if isinstance(request.user, Learner) else None


def remember(request: HttpRequest, learner: Learner) -> None:
    """Let the session know its learner, and keep it from running out while they practise.

    A new guest is let in without `login`, which makes every form that is open in another tab stale: right for somebody
    who gains rights by it, not for a guest, who gains none.
    """
    today = timezone.now().date()
    if request.session.get(_LAST_DAY) != today.isoformat():  # one write a day renews the cookie
        request.session[_LAST_DAY] = today.isoformat()
        if learner.active_on != today:
            Learner.objects.filter(pk=learner.pk).update(active_on=today)
    if request.user == learner:
        return
    if request.session.session_key:
        request.session.cycle_key()
    request.session[SESSION_KEY] = str(learner.pk)
    request.session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    request.session[HASH_SESSION_KEY] = learner.get_session_auth_hash()
    request.user = learner


def sign_up(request: HttpRequest, name: str, password: str, email: str = "") -> Learner:
    """Give the guest of this request, or somebody new, a name and a password. Raises NameTaken.

    Nothing moves: the guest's own row gets the name. For a request of nobody, or of a guest.
    """
    guest = learner_of(request)
    learner = guest or Learner()
    before = (learner.name, learner.password, learner.email)
    learner.name, learner.email = name, email
    learner.set_password(password)
    try:
        with transaction.atomic():
            learner.save(update_fields=["name", "password", "email"] if guest else None)
    except IntegrityError as error:
        learner.name, learner.password, learner.email = before  # the page that says so knows the guest still
        raise NameTaken from error
    _let_in(request, learner)
    return learner


def rename(learner: Learner, name: str | None, public_name: str | None) -> None:
    """Give a learner other names. Raises NameTaken."""
    before = (learner.name, learner.public_name)
    learner.name, learner.public_name = name, public_name
    try:
        with transaction.atomic():
            learner.save(update_fields=["name", "public_name"])
    except IntegrityError as error:
        learner.name, learner.public_name = before  # the page that says so still names them
        raise NameTaken from error


@transaction.atomic
def delete(learner: Learner) -> None:
    """Delete somebody, and everything of theirs."""
    merging.locked(learner)
    Learner.objects.filter(pk=learner.pk).delete()


def log_in(request: HttpRequest, account: Learner) -> bool:
    """Let somebody in who has said their password; whether a guest's doings were joined to theirs."""
    guest = learner_of(request)
    joined = False
    if guest and guest.name is None:
        with suppress(Learner.DoesNotExist):  # a second click: the first has joined them
            account, joined = merging.join(guest, account), True
    _let_in(request, account)
    return joined


def _let_in(request: HttpRequest, learner: Learner) -> None:
    """A new session key, and a new token for forms: what was known before of either is worth nothing."""
    login(request, learner, settings.AUTHENTICATION_BACKENDS[0])
    remember(request, learner)


def is_password_of(request: HttpRequest, learner: Learner, password: str) -> bool:
    """Whether this is their password; asked no oftener than anybody may try to log in."""
    return authenticate(request, username=learner.name, password=password) == learner


def renew_password(request: HttpRequest, learner: Learner, password: str | None) -> None:
    """Keep this password, new or not, under a new salt: all sessions but this one end with that. None is no password,
    with which nobody can log in."""
    learner.set_password(password)
    learner.save(update_fields=["password"])
    update_session_auth_hash(request, learner)


class Visitor:
    """The person behind a request, as the game asks for them."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def known(self) -> Learner | None:
        """The learner, if the session knows one."""
        return learner_of(self._request)

    def learner(self) -> Learner:
        """The learner; where there is none a guest is made, and remembered."""
        learner = self.known() or Learner.objects.create_guest()
        remember(self._request, learner)
        return learner


def visitor_middleware(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put the visitor on every request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.visitor = Visitor(request)  # type: ignore[attr-defined]
        return respond(request)

    return middleware
