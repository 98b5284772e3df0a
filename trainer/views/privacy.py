"""The page on privacy: what the site keeps of a person, for how long, who sees it, and how to take or delete it."""

from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from trainer.people import known_browsers, languages, sessions, throttle, zones

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class _Cookie:
    """A cookie of the site, and what it is for."""

    name: str
    purpose: "StrOrPromise"


def cookies() -> list[_Cookie]:
    """Return every cookie that the site sets."""
    return [
        _Cookie(
            settings.SESSION_COOKIE_NAME,
            gettext_lazy("Remembers who you are from page to page. You get it with your first answer or log-in."),
        ),
        _Cookie(
            settings.CSRF_COOKIE_NAME,
            gettext_lazy("Proves that a form comes from this site, and not from a trap on another one."),
        ),
        _Cookie(
            known_browsers.COOKIE,
            gettext_lazy(
                "Remembers that this browser has been logged in to your account, so that strangers guessing "
                "passwords cannot lock you out."
            ),
        ),
        _Cookie(zones.COOKIE, gettext_lazy("The time zone of your device, so that times are shown in it.")),
        *_of_language(),
        _Cookie(
            "messages",
            gettext_lazy("A message for the next page, such as that your names are saved. It is deleted once shown."),
        ),
    ]


def _of_language() -> list[_Cookie]:
    """Return the cookie of the language, where there is a choice of one."""
    if len(languages.offered()) == 1:
        return []
    return [
        _Cookie(
            settings.LANGUAGE_COOKIE_NAME,
            gettext_lazy("The language of the pages: the one you have chosen, or that of a link you have followed."),
        )
    ]


def _contact_url() -> str:
    contact: str = settings.CONTACT
    return contact if "://" in contact else f"mailto:{contact}"


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the page."""
    context = {
        "contact": settings.CONTACT,
        "contact_url": _contact_url(),
        "guest_days": timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
        "session_days": sessions.ACCOUNT_AGE.days,
        "count_hours": throttle.FORGOTTEN // timedelta(hours=1),
        "mail": settings.MAIL,
        "cookies": cookies(),
    }
    return render(request, "trainer/people/privacy.html", context)


@require_safe
def security_txt(_request: HttpRequest) -> HttpResponse:
    """Say whom to tell of a weakness, in the form of RFC 9116. Raise Http404 if nobody is named."""
    if not settings.CONTACT:
        raise Http404
    expires = (timezone.now() + timedelta(days=180)).astimezone(UTC)
    lines = (f"Contact: {_contact_url()}", f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}", "Preferred-Languages: en")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
