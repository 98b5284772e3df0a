"""Browsers that have logged in to an account before. Wrong passwords from elsewhere do not lock them out.

A signed cookie remembers it, which outlives the session and gives no rights: it holds a random number for the browser
and keyed digests of the names.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from trainer import names
from trainer.models import Learner

COOKIE = "__Host-known_browser" if settings.HTTPS else "known_browser"
_SALT = "trainer.known_browser"
_AGE = 400 * 24 * 60 * 60
"""Seconds. Browsers keep cookies no longer."""
_MOST = 5
"""Accounts that a browser is known to; of more the latest."""


@dataclass(frozen=True, slots=True)
class _KnownBrowser:
    number: str
    digests: tuple[str, ...] = ()


def number_of(request: HttpRequest, name: str) -> str | None:
    """Return the random number of a browser that has logged in with this name before, otherwise None."""
    browser = _read(request)
    return browser.number if _digest(name) in browser.digests else None


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Set the cookie if somebody logged in by this request."""
    learner: Learner | None = getattr(request, "logged_in", None)
    if learner is None or learner.name is None:
        return
    browser, digest = _read(request), _digest(learner.name)
    digests = [digest, *(other for other in browser.digests if other != digest)][:_MOST]
    response.set_cookie(
        COOKIE,
        signing.dumps([browser.number, *digests], salt=_SALT),
        max_age=_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


@receiver(user_logged_in)
def _note(request: HttpRequest, user: Learner, **_signal: Any) -> None:
    request.logged_in = user  # type: ignore[attr-defined]


def _read(request: HttpRequest) -> _KnownBrowser:
    """Return what the cookie says, or a new browser that knows nobody."""
    try:
        number, *digests = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT)
    except signing.BadSignature:
        return _KnownBrowser(secrets.token_urlsafe(12))
    return _KnownBrowser(number, tuple(digests))


def _digest(name: str) -> str:
    return salted_hmac(_SALT, names.key(name), algorithm="sha256").hexdigest()[:32]
