"""Headers that every response has, beside those that Django and django-csp set."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

_UNUSED = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
"""What a browser could give a page and no page here asks for."""

PERMISSIONS = ", ".join(f"{feature}=()" for feature in _UNUSED)


def harden(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that adds them. What says nothing of caches is kept by none: a page may show who is here."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = respond(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if "Cache-Control" not in response:
            add_never_cache_headers(response)
        return response

    return middleware
