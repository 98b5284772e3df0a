"""Lines on standard error: plain text, or JSON with CRIB_LOG=json. One event is one line; a traceback follows indented.

All lines of a request carry its id, which its response carries too. Nothing secret is in a line: of an address only
numbers and slugs are shown, for keys and tokens the name of their place, and of a query nothing.
"""

import json
import logging
import re
import secrets
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from http import HTTPStatus
from time import perf_counter

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from crib_site import health

_HEADER = "X-Request-ID"
_SANE_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_PLACE = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
_SHOWN = {"int", "slug"}
_PROBES = {health.ALIVE, health.READY}
_LONGEST = 200

_access = logging.getLogger("crib.access")
_request_id: ContextVar[str] = ContextVar("request_id", default="")


def request_id() -> str:
    """Return the id of the request that is being answered, or "" outside of one."""
    return _request_id.get()


def trace(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return middleware that gives a request an id, and writes its line to the access log."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        token = _request_id.set(_proxys_id(request) or secrets.token_hex(8))
        try:
            response = respond(request)
            response[_HEADER] = request_id()
            if _access.isEnabledFor(logging.INFO) and _is_worth_a_line(request, response):
                size = int(response.get("Content-Length") or (0 if response.streaming else len(response.content)))
                facts = {"learner": _learner(request, response), "bytes": size}
                accessed(request.method or "", shown_path(request), response.status_code, perf_counter() - began, facts)
            return response
        finally:
            _request_id.reset(token)

    return middleware


def _is_worth_a_line(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether a request is told: not a probe, nor one of those that each open table sends every few seconds
    and that bring nothing new."""
    return request.path_info not in _PROBES and response.status_code != HTTPStatus.NO_CONTENT


def accessed(method: str, path: str, status: int, seconds: float, facts: Mapping[str, object]) -> None:
    """Write a line of the access log. What is None, 0 or "" is left out."""
    told = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1), **facts}
    _access.info("request", extra={"facts": {name: fact for name, fact in told.items() if fact}})


def shown_path(request: HttpRequest) -> str:
    """Return the path of a request without what may be secret in it."""
    match = request.resolver_match
    if match is None:
        harmless = request.path_info in _PROBES or request.path.startswith(settings.STATIC_URL)
        return request.path[:_LONGEST] if harmless else "(no page)"

    def fill(place: re.Match[str]) -> str:
        return str(match.kwargs[place["name"]]) if place["kind"] in _SHOWN else f"<{place['name']}>"

    return f"/{_PLACE.sub(fill, match.route)}"[:_LONGEST]


def _proxys_id(request: HttpRequest) -> str:
    """Return the id that a proxy gave the request, if there is a proxy to believe."""
    given = request.headers.get(_HEADER, "")
    return given if settings.HTTPS and _SANE_ID.fullmatch(given) else ""


def _learner(request: HttpRequest, response: HttpResponse) -> int | None:
    """Return the primary key of the learner, if the request has looked at its session: this asks no database."""
    session = getattr(request, "session", None)  # a request that was refused early has none
    if session is None or not session.accessed or response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return None
    found = session.get(SESSION_KEY)
    return int(found) if found else None


class _Line(logging.Formatter):
    """What both formats say."""

    def told(self, record: logging.LogRecord) -> str:
        """Return the message. Django's own repeats the address as it was sent."""
        request = getattr(record, "request", None)
        message = record.getMessage()
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple) and record.args:
            message = f"{record.args[0]}: {request.method} {shown_path(request)}"
        elif record.name == "waitress":  # which repeats it too
            message = "A response could not be finished."
        if self._is_passing(record) and record.exc_info and record.exc_info[1]:
            reason = str(record.exc_info[1]).strip().partition("\n")[0]
            message = f"{message} ({reason})"
        return message

    def facts(self, record: logging.LogRecord) -> dict[str, object]:
        """Return what is known besides, by name."""
        facts: dict[str, object] = dict(getattr(record, "facts", {}))
        return {**facts, "request": request_id()} if request_id() else facts

    def traceback(self, record: logging.LogRecord) -> list[str]:
        """Return the lines of the traceback. What PostgreSQL tells as a detail are values of rows."""
        if not record.exc_info or self._is_passing(record):
            return []
        return [line for line in self.formatException(record.exc_info).split("\n") if not line.startswith("DETAIL:")]

    def _is_passing(self, record: logging.LogRecord) -> bool:
        """Return whether the fault is one that passes, such as a locked database, and not the program's."""
        return getattr(record, "status_code", None) == HTTPStatus.SERVICE_UNAVAILABLE


class Plain(_Line):
    """Lines of text for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and the traceback below it."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(" ", "milliseconds").removesuffix("+00:00")
        facts = [f"{name}={_quoted(str(fact))}" for name, fact in self.facts(record).items()]
        line = " ".join([f"{when}Z", record.levelname, f"{record.name}:", self.told(record), *facts])
        return "\n".join([_escaped(line), *(f"  | {_escaped(each)}" for each in self.traceback(record))])


class Json(_Line):
    """One JSON object a line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.told(record),
        }
        traceback = self.traceback(record)
        return json.dumps(
            {**self.facts(record), **line, **({"traceback": traceback} if traceback else {})}, default=str
        )


def _quoted(text: str) -> str:
    """Return the text as it is if it is one word, else in quotation marks."""
    return text if re.fullmatch(r"[^\s\"=]+", text) else json.dumps(text)


def _escaped(text: str) -> str:
    """Return the text with everything escaped that is not printed, such as ends of lines."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
