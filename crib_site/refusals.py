"""Pages for refusals that Django answers without a body."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def in_words(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that gives 405 responses a page, for addresses that accept only forms."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = respond(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or response.content:
            return response
        page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
        page["Allow"] = response["Allow"]
        return page

    return middleware
