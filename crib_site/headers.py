"""Headers that every response has, beside those that Django and django-csp set."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

_UNUSED = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
"""What a browser could give a page and no page here asks for."""

PERMISSIONS = ", ".join(f"{feature}=()" for feature in _UNUSED)


def harden(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that adds them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = respond(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware
