"""Print what an answer costs beside a bare view: `python -m tests.benchmarks.answers [--page] [--rounds N]`.

The bare view checks a session and writes one row. Both are views of the same server, gunicorn with a worker a core, on
the database that the environment names. A round has three legs: bare, answer, bare again. The two bare legs compare the
machine with itself: where their ratio is outside 0.95 to 1.05, the figures are void. A leg posts from eight
connections; what prepares the next leg is not measured. The answer is that to the plain form, which stores everything
and sends the browser to the page; with --page it is that to htmx, which is the page. Four of five answers are right.
"""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from tests.benchmarks.output import say

_CONNECTIONS = 8
_RUNS = 20
"""Runs of each connection's learner; a leg answers one question of each."""
_ROUNDS = 40
_WARM = 4


def _prepare(data: str) -> None:
    os.environ["CRIB_DATA"] = data
    (Path(data) / "static").mkdir(exist_ok=True)
    os.environ["DJANGO_SETTINGS_MODULE"] = "crib_site.settings"
    import django
    from django.conf import settings

    settings.ROOT_URLCONF = "tests.benchmarks.answers"
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    django.setup()


# --------------------------------------------------------------------------------------------------- the server

if os.environ.get("CRIB_BENCHMARK"):
    _prepare(os.environ["CRIB_DATA"])
    from django.core.wsgi import get_wsgi_application

    application = get_wsgi_application()


def _bare(request: Any) -> Any:
    from django.http import HttpResponse
    from django.utils import timezone

    from trainer.models import Attempt

    if not request.user.is_authenticated:
        return HttpResponse(status=403)
    now = timezone.now()
    Attempt.objects.create(
        learner=request.user, drill="count", question="4C 5S 6D JH | 4H", answer="15", right=True, asked_at=now
    )
    return HttpResponse("kept")


def __getattr__(name: str) -> Any:
    """The addresses, once Django is there to make them."""
    if name != "urlpatterns":
        raise AttributeError(name)
    from django.urls import include, path

    return [path("bare/", _bare), path("", include("crib_site.urls"))]


# ----------------------------------------------------------------------------------------------------- the load


@dataclass(frozen=True, slots=True)
class Post:
    """A form to be sent by a learner."""

    session: str
    path: str
    form: dict[str, str]
    htmx: bool = False

    def request(self) -> bytes:
        """The request as it goes over the wire."""
        token = "a" * 32
        body = urlencode(self.form).encode()
        lines = [
            f"POST {self.path} HTTP/1.1",
            "Host: localhost",
            f"Cookie: sessionid={self.session}; csrftoken={token}",
            f"X-CSRFToken: {token}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
            "Connection: close",
            *(["HX-Request: true"] if self.htmx else []),
        ]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@dataclass(frozen=True, slots=True)
class Leg:
    """Requests a second, and the 95th percentile of their times in milliseconds."""

    rate: float
    p95: float


async def _send(port: int, requests: Iterator[bytes], times: list[float]) -> None:
    for request in requests:
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        answer = await reader.read()
        writer.close()
        times.append(time.perf_counter() - began)
        if answer[9:12] not in (b"200", b"302"):
            raise RuntimeError(answer[:300].decode())


async def _run(port: int, posts: Sequence[Post]) -> Leg:
    times: list[float] = []
    waiting = iter([post.request() for post in posts])
    began = time.perf_counter()
    await asyncio.gather(*(_send(port, waiting, times) for _ in range(_CONNECTIONS)))
    taken = time.perf_counter() - began
    return Leg(len(posts) / taken, sorted(times)[int(len(times) * 0.95)] * 1000)


# ---------------------------------------------------------------------------------------------------- the legs


def _sessions() -> list[tuple[Any, str]]:
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.utils import timezone

    from trainer.models import Learner
    from trainer.people.sessions import SessionStore

    found = []
    for _ in range(_CONNECTIONS):
        learner, session = Learner.objects.create_guest(), SessionStore()
        session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(learner.pk), settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY], session["last_day"] = (
            learner.get_session_auth_hash(),
            timezone.now().date().isoformat(),
        )
        session.create()
        found.append((learner, str(session.session_key)))
    return found


def _runs(sessions: Sequence[tuple[Any, str]]) -> list[tuple[Any, str]]:
    from trainer.drills.modes import Mode
    from trainer.drills.settings import Settings
    from trainer.practice.addresses import about_to_begin, start_url

    found = []
    for learner, session in sessions:
        for _ in range(_RUNS):
            address = start_url(Settings("count", Mode.CALM))
            run = replace(about_to_begin(address.split("/")[2]), owner=learner).row()
            run.save()
            found.append((run, session))
    return found


def _answers(runs: Sequence[tuple[Any, str]], htmx: bool) -> list[Post]:
    from trainer.drills.count import question as count_question

    posts = []
    for place, (run, session) in enumerate(runs):
        run.refresh_from_db()
        points = count_question.mark(count_question.read(run.asked), "").points
        claim = points + 2 * (place % 5 == 0)
        form = {"number": str(run.number), "claim": str(claim), "answer": "1"}
        posts.append(Post(session, f"/runs/{run.key}/", form, htmx))
    return posts


def _nexts(runs: Sequence[tuple[Any, str]]) -> list[Post]:
    return [Post(session, f"/runs/{run.key}/", {"number": str(run.number + 1), "next": "1"}) for run, session in runs]


def _rounds(port: int, rounds: int, htmx: bool) -> Iterator[tuple[Leg, Leg, Leg]]:
    runs = _runs(_sessions())
    bare = [Post(session, "/bare/", {"claim": "15"}) for _, session in runs]
    for _ in range(_WARM + rounds):
        answers = _answers(runs, htmx)
        asyncio.run(_run(port, bare[:_CONNECTIONS]))  # nothing measured has to wake the server
        legs = [asyncio.run(_run(port, posts)) for posts in (bare, answers, bare)]
        asyncio.run(_run(port, _nexts(runs)))
        yield legs[0], legs[1], legs[2]


def _serve(port: int, data: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "gunicorn", "--worker-class", "crib_site.worker.Worker"]
    command += ["--workers", str(os.cpu_count()), "--bind", f"127.0.0.1:{port}"]
    server = subprocess.Popen(
        [*command, "--log-level", "error", "tests.benchmarks.answers:application"],
        env={**os.environ, "CRIB_DATA": data, "CRIB_BENCHMARK": "1"},
        cwd=Path(__file__).parents[2],
    )
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return server
        time.sleep(0.1)
    server.kill()
    raise RuntimeError("the server does not answer")


def _spread(ratios: Sequence[float]) -> str:
    ordered = sorted(ratios)
    quarter = len(ordered) // 4
    return f"{median(ordered):.2f} (half of the rounds {ordered[quarter]:.2f} to {ordered[-quarter - 1]:.2f})"


def main() -> None:
    """Print the ratios, answer to bare, and bare to itself."""
    parser = argparse.ArgumentParser(description="Print what an answer costs beside a bare view.")
    parser.add_argument("--page", action="store_true", help="answer as htmx does, and get the page")
    parser.add_argument("--rounds", type=int, default=_ROUNDS, help=f"{_ROUNDS} by default")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        _prepare(data)
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        server = _serve(port, data)
        try:
            rounds = list(_rounds(port, arguments.rounds, arguments.page))[_WARM:]
        finally:
            server.terminate()
            server.wait()
    _compare(rounds)


def _compare(rounds: Sequence[tuple[Leg, Leg, Leg]]) -> None:
    """Print the legs and their ratios."""
    for name, place in (("bare", 0), ("answer", 1)):
        legs = [legs[place] for legs in rounds]
        say(f"{name}: {median(leg.rate for leg in legs):.0f} a second, p95 {median(leg.p95 for leg in legs):.1f} ms")
    middle = [((one.rate + two.rate) / 2, (one.p95 + two.p95) / 2) for one, _, two in rounds]
    rates = [answer.rate / bare[0] for (_, answer, _), bare in zip(rounds, middle, strict=True)]
    p95s = [answer.p95 / bare[1] for (_, answer, _), bare in zip(rounds, middle, strict=True)]
    itself = [two.rate / one.rate for one, _, two in rounds]
    say(f"requests a second, answer to bare: {_spread(rates)} (at least 0.68)")
    say(f"p95, answer to bare: {_spread(p95s)} (at most 1.5)")
    say(f"bare to itself: {_spread(itself)}; {'sound' if 0.95 <= median(itself) <= 1.05 else 'VOID'}")


if __name__ == "__main__":
    main()
