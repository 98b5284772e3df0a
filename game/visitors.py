"""Who is at the door: what the game needs to know of the person behind a request, and no more."""

from typing import Any, Protocol

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class Visitor(Protocol):
    """The person behind a request, whom the site may not know yet."""

    def known(self) -> Any | None:
        """The learner, if there is one."""

    def learner(self) -> Any:
        """The learner; a guest is made and remembered where there is none."""


class VisitorRequest(HttpRequest):
    """A request with what the site's middleware puts on it."""

    visitor: Visitor
    htmx: HtmxDetails
