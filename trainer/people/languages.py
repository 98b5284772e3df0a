"""The language of a page and of a mail.

A page is in the language that its address asks for (`?lang=pl`, on public pages only), else in that of the account,
else in that of the cookie, else in one that the browser wants. Django's LocaleMiddleware has seen to the last two.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from http import HTTPStatus
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import patch_vary_headers

from trainer.models import Learner
from trainer.people.preferences import Preferences, of_request

PARAMETER = "lang"
"""The parameter of an address that asks for a language."""
_IN_EACH = frozenset(
    {
        "home",
        *("lessons", "lesson", "screen", "check", "chapter_check"),
        *("glossary", "rule_card", "search"),
        *("drills", "drill", "exam", "daily"),
        *("ask", "ask_count", "ask_discard", "ask_play"),
        *("translations", "privacy"),
    }
)
"""The names of the public pages, which obey that parameter: the same for everybody, one can be passed on in a
language."""
_KEPT = {PARAMETER, "page"}
"""The parameters that a public page may have and still be offered to search engines in each language."""


def offered() -> dict[str, str]:
    """Return the languages that a visitor can choose, each with its name in itself."""
    return {code: str(name) for code, name in settings.LANGUAGES}


def language_middleware(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Speak the language that the address asks for, or that of the account. Who comes by an address stays in it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        asked, own = _asked(request), of_request(request).language
        if language := asked or own:
            translation.activate(language)
            request.LANGUAGE_CODE = language
        response = respond(request)
        is_shown = request.method == "GET" and response.status_code == HTTPStatus.OK
        if asked and is_shown and not own and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            remember(response, asked)
        patch_vary_headers(response, ["Cookie"])
        return response

    return middleware


def _asked(request: HttpRequest) -> str:
    """Return the language that the address asks for, "" for none or where it cannot."""
    language = request.GET.get(PARAMETER, "")
    if language not in offered():
        return ""
    try:
        return language if resolve(request.path_info).url_name in _IN_EACH else ""
    except Resolver404:
        return ""


def choose(response: HttpResponse, learner: Learner | None, language: str) -> None:
    """Keep a language for this browser, and with the learner if there is one."""
    remember(response, language)
    if learner:
        learner.preferences = {**learner.preferences, "language": language}
        learner.save(update_fields=["preferences"])


def remember(response: HttpResponse, language: str) -> None:
    """Keep a language in the browser."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def spoken_to(learner: Learner) -> AbstractContextManager[None]:
    """Speak the language of a learner, who may not be the one who asks; without one, that of the request."""
    return translation.override(Preferences.of(learner).language or translation.get_language())


def choices(request: HttpRequest) -> dict[str, object]:
    """Give templates `languages`, where there is a choice, and for a public page the same page in each of them."""
    found = offered() if len(settings.LANGUAGES) > 1 else {}
    is_public = request.resolver_match is not None and request.resolver_match.url_name in _IN_EACH
    is_found = is_public and request.GET.keys() <= _KEPT
    return {"languages": found, "alternates": _alternates(request, found) if is_found else {}}


def _alternates(request: HttpRequest, found: Iterable[str]) -> dict[str, str]:
    address = request.build_absolute_uri(request.path)
    return {code: f"{address}?{urlencode({PARAMETER: code})}" for code in found}
