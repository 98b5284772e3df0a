"""Print what news of a table costs: `python -m tests.benchmarks.news [--times N]`.

The figures are milliseconds of the processor in one thread, median and 95 %, of whole requests through all middleware
on the database that the environment names: a question that is answered 204, one that also writes that somebody is here,
one that is answered 200, and the fragment that a page then fetches.
"""

import argparse
import os
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmarks.output import say


def _prepare(data: str) -> None:
    os.environ |= {"CRIB_DATA": data, "DJANGO_SETTINGS_MODULE": "crib_site.settings", "CRIB_LOG": "json"}
    (Path(data) / "static").mkdir(exist_ok=True)
    import django
    from django.conf import settings
    from django.core.management import call_command

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    settings.ALLOWED_HOSTS = ["testserver"]
    django.setup()
    call_command("migrate", verbosity=0)


def _measured(ask: Callable[[], Any], times: int) -> list[float]:
    spent = []
    for _ in range(times):
        began = time.thread_time()
        ask()
        spent.append((time.thread_time() - began) * 1000)
    return sorted(spent)


def main() -> None:
    """Play a little at a table of two, and ask."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=500)
    times = parser.parse_args().times
    with tempfile.TemporaryDirectory() as data:
        _prepare(data)
        _report(times)


def _report(times: int) -> None:
    from django.test import Client
    from django.urls import reverse

    from game.engine.play import Pegging
    from game.models import Seat
    from tests.game.together.seated import begun, person, until

    ann, ben = person(), person()
    course = until(begun([ann, ben]), Pegging)
    page = ann.get("table", course.match.key).text
    [url] = re.findall(r'data-url="([^"]+)"', page)
    stranger = Client()

    def writes() -> None:
        Seat.objects.filter(match=course.match).update(here_until=None)

    def asked() -> Any:
        return stranger.get(url)

    def written() -> Any:
        writes()
        began = time.thread_time()
        stranger.get(url)
        return time.thread_time() - began

    old = re.sub(r"/since/\d+", "/since/1", url)
    fragment = reverse("table", args=[course.match.key])
    legs: dict[str, Callable[[], Any]] = {
        "204": asked,
        "200": lambda: stranger.get(old),
        "fragment": lambda: ann.client.get(fragment, {"fresh": ""}, headers={"HX-Request": "true"}),
    }
    for name, ask in legs.items():
        _measured(ask, 20)
        spent = _measured(ask, times)
        say(f"{name:20}{median(spent):8.2f}{spent[int(0.95 * len(spent))]:8.2f}")
    noted = sorted(written() * 1000 for _ in range(times))
    say(f"{'200, and written':20}{median(noted):8.2f}{noted[int(0.95 * len(noted))]:8.2f}")


if __name__ == "__main__":
    main()
