"""Who is at the door: what the game needs to know of the person behind a request, and no more."""

from http import HTTPStatus
from typing import Any, Protocol

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path
from django_htmx.middleware import HtmxDetails


class SiteVisitor(Protocol):
    """The person behind a request, whom the site may not know yet."""

    def existing_learner(self) -> Any | None:
        """Return the learner if the session has one; no guest is created."""

    def learner(self) -> Any:
        """Return the learner; where the session has none, a guest is created and put into it."""


class VisitorRequest(HttpRequest):
    """A request with what the site's middleware puts on it."""

    visitor: SiteVisitor
    htmx: HtmxDetails


def not_theirs(request: VisitorRequest) -> HttpResponse:
    """What is not the visitor's is not found; htmx, which shows no errors, is sent to see that."""
    if request.htmx:
        return HttpResponse(status=HTTPStatus.NOT_FOUND, headers={"HX-Redirect": escape_uri_path(request.path)})
    raise Http404
