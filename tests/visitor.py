"""Somebody who uses a site over HTTP: keeps cookies, and sends the forms of pages."""

from contextlib import closing
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from typing import Protocol
from urllib.parse import urlencode

Fields = list[tuple[str, str]]


class Address(Protocol):
    """Where a site is open on this machine: its own port, or that of a proxy before it."""

    @property
    def port(self) -> int:
        """The port on this machine."""


@dataclass(frozen=True)
class Response:
    """What the site answered."""

    status: int
    text: str
    headers: Message

    @property
    def location(self) -> str:
        """Where a redirect leads, or nothing."""
        return str(self.headers.get("Location", ""))


class Visitor:
    """Somebody before a browser without JavaScript, or with it; `headers` go with every request."""

    def __init__(self, site: Address, **headers: str) -> None:
        self.site, self.headers = site, headers
        self.cookies: dict[str, str] = {}

    def connection(self) -> HTTPConnection:
        """Return a new connection to the site."""
        return HTTPConnection("127.0.0.1", self.site.port, timeout=60)

    def send(self, method: str, path: str, fields: Fields | None = None, fragment: bool = False) -> HTTPConnection:
        """Send a request, and do not wait for the answer."""
        headers = {**self.headers, "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        body = None
        if fields is not None:
            [token] = [value for name, value in self.cookies.items() if name.endswith("csrftoken")]
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode([*fields, ("csrfmiddlewaretoken", token)])
        if fragment:
            headers["HX-Request"] = "true"
        asking = self.connection()
        asking.request(method, path, body, headers)
        return asking

    def hear(self, asking: HTTPConnection) -> Response:
        """The whole answer. Raises OSError or HTTPException when it does not come or breaks off."""
        with closing(asking):
            answer = asking.getresponse()
            text = answer.read().decode(errors="replace")
            for header in answer.headers.get_all("Set-Cookie", []):
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
            return Response(answer.status, text, answer.headers)

    def get(self, path: str) -> str:
        """A page."""
        response = self.hear(self.send("GET", path))
        assert response.status == 200, response
        return response.text

    def post(self, path: str, fields: Fields, fragment: bool = False) -> Response:
        """Send a form."""
        return self.hear(self.send("POST", path, fields, fragment))
