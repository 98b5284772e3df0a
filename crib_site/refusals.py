"""What the site answers where no view does: too large a body, a wrong method, a database out of reach, an error."""

import sqlite3
import sys
from collections.abc import Callable
from enum import Enum, auto
from http import HTTPStatus

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from crib_site import logs

MOST_BYTES = 1024 * 1024
"""The largest body of a request. The largest form, a record of a match, takes 200,000 characters."""

_RETRY_SECONDS = 10


class Trouble(Enum):
    """What is wrong with a database that may be right in a moment."""

    BUSY = auto()
    FULL = auto()
    AWAY = auto()


_SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_CANTOPEN: Trouble.AWAY,
    sqlite3.SQLITE_CORRUPT: Trouble.AWAY,
    sqlite3.SQLITE_IOERR: Trouble.AWAY,
    sqlite3.SQLITE_NOTADB: Trouble.AWAY,
    sqlite3.SQLITE_PERM: Trouble.AWAY,
    sqlite3.SQLITE_PROTOCOL: Trouble.AWAY,
    sqlite3.SQLITE_READONLY: Trouble.AWAY,
}
_POSTGRES = {
    "08": Trouble.AWAY,  # the connection
    "25006": Trouble.AWAY,  # only reading is possible
    "40": Trouble.BUSY,  # rolled back: a deadlock
    "53": Trouble.BUSY,  # too many connections
    "53100": Trouble.FULL,
    "55P03": Trouble.BUSY,  # a lock was waited for too long
    "57": Trouble.AWAY,  # shut down, or starting
}

Respond = Callable[[HttpRequest], HttpResponse]


def limit_bodies(respond: Respond) -> Respond:
    """Return middleware that refuses large bodies, and those whose length is not said, before anything reads them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return _at_the_door(request, HTTPStatus.LENGTH_REQUIRED)
        length = str(request.META.get("CONTENT_LENGTH") or "0")
        if not (length.isascii() and length.isdecimal()):
            return _at_the_door(request, HTTPStatus.BAD_REQUEST)
        if len(length) > len(str(MOST_BYTES)) or int(length) > MOST_BYTES:
            return _at_the_door(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return respond(request)

    return middleware


def at_the_door(status: int) -> tuple[str, bytes]:
    """Return the content type and the body of a refusal that needs no request to be told."""
    match status:
        case HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            return "text/html; charset=utf-8", _alone("413.html").encode()
        case HTTPStatus.LENGTH_REQUIRED:
            sentence = _("A request with content needs a Content-Length header.")
        case HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE:
            sentence = _("The headers of this request are too long. Delete the cookies of this site, then try again.")
        case _other:
            sentence = _("The site could not read this request.")
    return "text/plain; charset=utf-8", f"{sentence}\n".encode()


def _alone(template: str, **context: str) -> str:
    """Return a page that needs neither a request nor the database."""
    return render_to_string(template, {"shell": "alone.html", **context})


def _at_the_door(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    with translation.override(translation.get_language_from_request(request)):
        kind, body = at_the_door(status)
    return HttpResponse(body, kind, status)


def in_words(respond: Respond) -> Respond:
    """Return middleware that gives 405 responses a page, for addresses that accept only forms."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = respond(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or response.content:
            return response
        page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page

    return middleware


def failure(request: HttpRequest) -> HttpResponse:
    """Answer a request that ended in an exception: 503 if the database is to blame and may be right in a moment."""
    trouble = trouble_of(sys.exc_info()[1])
    if trouble is not None:
        return _unavailable(request, trouble)
    if "HX-Request" in request.headers:
        sentence = _("Something went wrong on our side. If you report it, quote the number %(number)s.")
        return _in_text(sentence % {"number": logs.request_id()}, HTTPStatus.INTERNAL_SERVER_ERROR)
    page = _alone("500.html", number=logs.request_id())
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return what is wrong with the database, or None if it is something else, or does not pass by itself."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)  # the rest of the code is its reason
    state = getattr(cause, "sqlstate", None)  # of psycopg, which may not be installed
    if state is None:
        return Trouble.AWAY if isinstance(error, OperationalError | InterfaceError) else None
    return _POSTGRES.get(state) or _POSTGRES.get(state[:2])


def _unavailable(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """Answer that the site cannot work now, and that nothing was kept of what was sent."""
    match trouble:
        case Trouble.BUSY:
            cause = _("The site is busy.")
        case Trouble.FULL:
            cause = _("The disk of the site is full; whoever runs the site has to make room.")
        case Trouble.AWAY:
            cause = _("The site cannot use its database at the moment.")
    if request.method in {"GET", "HEAD"}:
        advice = _("Wait a moment, then load the page again.")
    else:
        advice = _("What you sent was not kept: wait a moment, then send it again.")
    if "HX-Request" in request.headers:
        response = _in_text(f"{cause} {advice}", HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        page = _alone("503.html", cause=cause, advice=advice)
        response = HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)
    response["Retry-After"] = str(_RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def _in_text(sentence: str, status: HTTPStatus) -> HttpResponse:
    """Return a sentence for the line of base.html that says what went wrong; static/js/trouble.js puts it there."""
    return HttpResponse(sentence, "text/plain; charset=utf-8", status)
