"""Sessions: how long one lasts, which of them are an account's, and how one is ended from elsewhere.

A session is renewed by the first request of each day. An account's ends some days after the last visit. A guest's lasts
as long as a browser keeps its cookie, because it is all that a guest has.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from trainer.models import Learner, Session
from trainer.people import devices

ACCOUNT_AGE = timedelta(days=30)
"""After so long without a visit an account's session ends."""

_DIGITS = 20
"""Hexadecimal, of each half of a public id."""

_KEY = re.compile("[a-z0-9]{8,40}")

_BEGAN, _LAST_DAY, _USED, _DEVICE = "began", "last_day", "used", "device"
"""What a session's data say of it: two moments, the day of the last by UTC, and the kind of browser."""


class SessionStore(DatabaseStore):
    """Sessions in the database, each with its owner. Django finds this class by SESSION_ENGINE.

    The class has the name of Django's own, which is part of how session data is signed.
    """

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the model of the rows."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row for these data, with the learner whom they name as its owner."""
        row: Any = super().create_model_instance(data)
        row.owner_id = data.get(SESSION_KEY)
        return row  # type: ignore[no-any-return]

    def _validate_session_key(self, key: str | None) -> bool:
        """Return whether this may be a key. PostgreSQL takes no text with a NUL, and a cookie can hold one."""
        return bool(key and _KEY.fullmatch(key))


def renew(request: HttpRequest, learner: Learner, now: datetime) -> bool:
    """Renew the learner's session and its cookie, if this is its first request of the day. Returns whether it is."""
    session, today = request.session, now.date().isoformat()
    if session.get(_LAST_DAY) == today:
        return False
    session.setdefault(_BEGAN, now.isoformat())
    session[_LAST_DAY], session[_USED] = today, now.isoformat()
    session[_DEVICE] = devices.kind_of(request.headers.get("User-Agent", ""))
    session.set_expiry(None if learner.name is None else int(ACCOUNT_AGE.total_seconds()))
    return True


# ------------------------------------------------------------------------------------------------- the list of them


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session as its owner sees it. `began` and `used_at` are None for one of which that was not kept."""

    public_id: str
    device: str
    began: datetime | None
    used_at: datetime | None
    is_this: bool


def of(learner: Learner, request: HttpRequest) -> list[OpenSession]:
    """Return the sessions in which the learner is logged in: the request's, then others, the last used one first.

    One that an older password began is left out: it is open no more.
    """
    hashes = {learner.get_session_auth_hash(), *learner.get_session_auth_fallback_hash()}
    found = []
    for row in Session.objects.filter(owner=learner, expire_date__gt=timezone.now()).order_by("-expire_date"):
        data = row.get_decoded()
        if data.get(HASH_SESSION_KEY) in hashes:
            found.append(_open(row, data, learner, request))
    return sorted(found, key=lambda session: not session.is_this)


def _open(row: Session, data: dict[str, Any], learner: Learner, request: HttpRequest) -> OpenSession:
    began, used_at = (data.get(name) and datetime.fromisoformat(data[name]) for name in (_BEGAN, _USED))
    return OpenSession(
        public_id=public_id(learner, row.session_key),
        device=devices.in_words(data.get(_DEVICE, "")),
        began=began,
        used_at=used_at,
        is_this=row.session_key == request.session.session_key,
    )


def as_exported(row: Session) -> dict[str, object]:
    """Return what is kept in a session of its owner's device and visits."""
    data = row.get_decoded()
    return {name: data.get(name) for name in (_DEVICE, _BEGAN, _USED)}


def public_id(learner: Learner, session_key: str) -> str:
    """Return the name of a session in addresses. It does not tell the key, and holds for its owner only."""
    digest = salted_hmac("trainer.sessions.key", session_key).hexdigest()[:_DIGITS]
    return digest + _mark(learner, digest)


def is_own(learner: Learner, public_id: str) -> bool:
    """Return whether this is the public id of a session of the learner's, open or ended."""
    digest = public_id[:_DIGITS]
    return public_id.isascii() and constant_time_compare(public_id, digest + _mark(learner, digest))


def _mark(learner: Learner, digest: str) -> str:
    return salted_hmac("trainer.sessions.owner", f"{learner.pk} {digest}").hexdigest()[:_DIGITS]


# ------------------------------------------------------------------------------------------------------ their ends


def end(learner: Learner, which: str) -> bool:
    """End one of the learner's sessions by its public id. Returns whether it was open."""
    keys = Session.objects.filter(owner=learner).values_list("pk", flat=True)
    found = [key for key in keys if public_id(learner, key) == which]
    return bool(Session.objects.filter(pk__in=found).delete()[0])


def end_all(learner: Learner, but: str | None = None) -> int:
    """End all sessions of the learner, but not the one with this key. Returns how many were ended."""
    return Session.objects.filter(owner=learner).exclude(pk=but or "").delete()[0]


# ------------------------------------------------------------------------------------- another key, other cookies


def former_keys(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Renew sessions that a former secret key has signed.

    Django does that too, but moves them: of two requests at once one would find its session gone, and delete the
    cookie, which is all that a guest has.
    """
    if not settings.SECRET_KEY_FALLBACKS:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        session = request.session
        if known := session.get(HASH_SESSION_KEY):
            learner = Learner.objects.filter(pk=session[SESSION_KEY]).first()
            if learner and known in learner.get_session_auth_fallback_hash():
                session[HASH_SESSION_KEY] = learner.get_session_auth_hash()
        return respond(request)

    return middleware


def former_cookies(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Read the cookies of session and CSRF token under the names that they have without HTTPS, and rename them.

    With HTTPS they begin with `__Host-`. A guest who was here before has nothing but the cookie with the former name.
    """
    names = {
        "sessionid": (settings.SESSION_COOKIE_NAME, settings.SESSION_COOKIE_AGE),
        "csrftoken": (settings.CSRF_COOKIE_NAME, settings.CSRF_COOKIE_AGE),
    }
    if settings.SESSION_COOKIE_NAME in names:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        found = {former: request.COOKIES[former] for former in names if former in request.COOKIES}
        moved = {former: value for former, value in found.items() if names[former][0] not in request.COOKIES}
        request.COOKIES |= {names[former][0]: value for former, value in moved.items()}
        response = respond(request)
        for former in found:
            response.delete_cookie(former, samesite="Lax")
        for former, value in moved.items():
            name, age = names[former]
            if name not in response.cookies:  # or the session is another by now, or has ended
                response.set_cookie(name, value, max_age=age, secure=True, httponly=True, samesite="Lax")
        return response

    return middleware
