"""What the site answers where no view does: too large a body, a wrong method, a database out of reach, an error."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

MOST_BYTES = 1024 * 1024
"""The largest body of a request. The largest form, a record of a match, takes 200,000 characters."""

RETRY_SECONDS = 10

Respond = Callable[[HttpRequest], HttpResponse]


def limit_bodies(respond: Respond) -> Respond:
    """Return middleware that refuses large bodies, and those whose length is not said, before anything reads them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return _at_the_door(HTTPStatus.LENGTH_REQUIRED)
        length = str(request.META.get("CONTENT_LENGTH") or "0")
        if not (length.isascii() and length.isdecimal()):
            return _at_the_door(HTTPStatus.BAD_REQUEST)
        if len(length) > len(str(MOST_BYTES)) or int(length) > MOST_BYTES:
            return _at_the_door(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return respond(request)

    return middleware


def at_the_door(status: int) -> tuple[str, bytes]:
    """Return the content type and the body of a refusal that needs no request to be told."""
    match status:
        case HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            return "text/html; charset=utf-8", render_to_string("413.html").encode()
        case HTTPStatus.LENGTH_REQUIRED:
            sentence = _("The site takes nothing whose length it is not told first, in a Content-Length header.")
        case HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE:
            sentence = _("The headers of this request are too long. Delete the cookies of this site, then try again.")
        case _other:
            sentence = _("The site could not read this request.")
    return "text/plain; charset=utf-8", f"{sentence}\n".encode()


def _at_the_door(status: HTTPStatus) -> HttpResponse:
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
