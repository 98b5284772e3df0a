"""What the game needs to know about the person behind a request."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Protocol, Self

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.encoding import escape_uri_path
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner


class SiteVisitor(Protocol):
    """The person behind a request, who may be unknown to the site."""

    def existing_learner(self) -> "Learner | None":
        """Return the learner of the session, or None. Never creates a guest."""

    def learner(self) -> "Learner":
        """Return the learner of the session. Creates a guest if there is none."""

    def classmates(self) -> Collection[int]:
        """Return the primary keys of those who share a class with the learner."""

    def take_public_name(self, name: str) -> str:
        """Give the learner a public name; "" leaves that which they have. Returns what is wrong with it, "" if it is
        theirs now."""

    def called(self) -> Mapping[int, str]:
        """Return the names that classmates of the learner have in their classes, by primary key."""

    def note_wait(self) -> None:
        """Log that the request was refused, because its sender used much work lately."""


class VisitorRequest(HttpRequest):
    """A request with the attributes that the site's middleware adds."""

    visitor: SiteVisitor
    htmx: HtmxDetails


@dataclass(slots=True)
class AskedName:
    """The public name that somebody without one may choose as they come to others: what was typed, and what is wrong
    with it."""

    asked: bool
    typed: str
    fault: str = ""

    @classmethod
    def of(cls, request: VisitorRequest) -> Self:
        """Return the name that was sent; of somebody who has one, none is asked for."""
        learner = request.visitor.existing_learner()
        asked = learner is None or not learner.public_name
        return cls(asked, request.POST.get("public_name", "") if asked else "")

    def take(self, request: VisitorRequest) -> str:
        """Give the visitor the name, if one was typed. Returns what is wrong with it, "" for nothing."""
        self.fault = request.visitor.take_public_name(self.typed)
        return self.fault


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from: an IPv4 address, or an IPv6 network of 64 bits, which is one customer's.

    With CRIB_HTTPS it is the last entry of X-Forwarded-For, which the proxy adds. Without, anybody could write that.
    """
    found = str(request.META.get("REMOTE_ADDR", ""))
    if settings.HTTPS:
        found = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).rpartition(",")[2].strip() or found
    return network_of(found)


def own_address(request: HttpRequest, address: str) -> str:
    """Return an address on this site to go on to, "" instead of any other."""
    ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    # `redirect` would look for a view of any other name.
    return address if ours and address.startswith("/") else ""


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, an IPv6 address as its network of 64 bits, and any other text unchanged."""
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return str(read)
    return str(read.ipv4_mapped or ip_network((read.packed, 64), strict=False))


def not_theirs(request: VisitorRequest, reason: str = "") -> HttpResponse:
    """Answer a request for something that is not the visitor's: not found, as what never was.

    With a `reason`, where people pass on the address, the page says what may be wrong with it.

    htmx shows no errors, so it is redirected to the page, which then is not found.
    """
    if request.htmx:
        return HttpResponse(status=HTTPStatus.NOT_FOUND, headers={"HX-Redirect": escape_uri_path(request.path)})
    if reason:
        return render(request, "404.html", {"reason": reason, "passed_on": True}, status=HTTPStatus.NOT_FOUND)
    raise Http404
