"""Print what is seen of the site on a phone: `python -m tests.benchmarks.screens [drills lessons asked heights css
seconds table card spoken]`.

The site is started on a new SQLite database, and Chromium goes through it.

- `drills`: where felt, controls, verdict, items and Next stand in every drill, and how far the felt moves.
- `lessons`: whether what answers and what goes on can be seen on every step of every lesson.
- `asked`: whether what a lesson's question is about can be seen, on two phones.
- `heights`: how high pages are.
- `css`: what the style sheets hold, how many styles are at work on pages, what a page asks for, in bytes.
- `seconds`: how long a question of the count drill makes a person wait.
- `table`: where hand, felt and board stand through whole deals, what shifts, and what a game takes.
- `card`: what a card costs that is played at a table.
- `spoken`: a game by touch alone as a screen reader tells it.

`--seats 2 6` asks for the tables of two and of six alone.

All figures are pixels where nothing else is said, from the upper edge of the window as it has scrolled by then.
"""

import argparse
import logging
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import django
from playwright.sync_api import BrowserContext, sync_playwright

from tests.benchmarks.output import say
from tests.benchmarks.seen.browsing import Phones
from tests.chromium import chromium
from tests.server import Database, Site, running

PARTS = ("drills", "lessons", "asked", "heights", "css", "seconds", "table", "card", "spoken")


def _newcomer(url: str) -> Callable[[BrowserContext], Any]:
    """Return what logs a browser in as somebody new, to whom no limit applies yet."""
    from django.conf import settings
    from django.test import Client

    from game.models import Spending
    from trainer.models import Learner

    def come(context: BrowserContext) -> Learner:
        Spending.objects.all().delete()
        learner, client = Learner.objects.create_guest(), Client()
        client.force_login(learner)
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])
        return learner

    return come


@contextmanager
def _phones() -> Iterator[Phones]:
    """Start the site and a browser, and look into the site's database from here."""
    with tempfile.TemporaryDirectory() as folder, running(Site(Database(Path(folder)))) as site:
        os.environ |= {
            "CRIB_DATA": folder,
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "crib_site.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",  # Playwright runs a loop in this thread, but nothing here runs inside it
        }
        django.setup()
        logging.disable(logging.INFO)
        url = f"http://127.0.0.1:{site.port}"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            yield Phones(browser, url, _newcomer(url))
            browser.close()


def main() -> None:
    """Print the tables of the parts that are asked for."""
    parser = argparse.ArgumentParser(description="Print what is seen of the site on a phone.")
    parser.add_argument("parts", nargs="*", default=PARTS, help=f"of {', '.join(PARTS)}; all by default")
    parser.add_argument("--seats", nargs="*", type=int, default=(2, 3, 4, 6), help="of the tables; all by default")
    asked_for = parser.parse_args()
    with _phones() as phones:
        from tests.benchmarks.seen import asked, css, deals, drills, heights, lessons, seconds, spoken

        modules = (drills, lessons, asked, heights, css, seconds, spoken)
        measures: dict[str, Callable[[Phones], Iterator[str]]] = {
            part.__name__.rpartition(".")[2]: part.measure for part in modules
        }
        measures["table"] = partial(deals.measure, seats=asked_for.seats)
        measures["card"] = partial(deals.measure_card, seats=asked_for.seats)
        for part in asked_for.parts:
            say(f"## {part.capitalize()}")
            say()
            for line in measures[part](phones):
                say(line)


if __name__ == "__main__":
    main()
