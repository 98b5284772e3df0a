"""How high pages are on a phone, for a guest and for somebody who has done much."""

from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from game.engine.rules import Rules
from tests.benchmarks.seen.browsing import PHONE, Phones, page_height, table
from tests.game.tables import begin
from tests.trainer.drills.samples import SAMPLES, answer, asked
from trainer.models import Learner

PAGES = {
    "home": "home",
    "Practise": "drills",
    "lessons": "lessons",
    "progress": "progress",
    "runs": "runs",
    "games": "games",
    "new game": "new",
    "glossary": "glossary",
    "rule card": "rule_card",
    "ask": "ask",
    "account": "account",
    "classes": "classes",
    "daily": "daily",
}
"""Pages and the names of their addresses."""
_COUNTS = 36


def with_history(learner: Learner) -> str:
    """Let somebody answer some 60 questions in all drills, and begin a game. Return the path of a summary."""
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(learner)
    for drill, sample in SAMPLES.items():
        for posts in (sample.wrong, sample.right):
            run, _ = answer(client, asked(sample.question, drill=drill), posts)
            client.post(run, {"end": "1"})
    run = asked(SAMPLES["count"].question)
    for number in range(_COUNTS):
        run, _ = answer(client, run, SAMPLES["count"].right if number % 3 else SAMPLES["count"].wrong)
        client.post(run, {"next": "1"})
    client.post(run, {"end": "1"})
    begin(learner, Rules())
    return f"{run}summary/"


def _heights(page: Page, paths: dict[str, str]) -> dict[str, int]:
    found = {}
    for name, path in paths.items():
        response = page.goto(path)
        assert response, path
        assert response.ok, path
        found[name] = page_height(page)
    return found


def measure(phones: Phones) -> Iterator[str]:
    """Yield the table of heights."""
    paths = {name: reverse(address) for name, address in PAGES.items()}
    with phones.page(guest=True) as page:
        of_guest: dict[str, Any] = _heights(page, paths)
    with phones.page() as page:
        paths["summary"] = with_history(Learner.objects.latest("pk"))
        of_learner = _heights(page, paths)
    yield f"Height of the document at {PHONE['width']}x{PHONE['height']}, in pixels. Who returns has answered 60 times"
    yield "in all drills, and has a game."
    yield ""
    rows = [[name, of_guest.get(name), high] for name, high in of_learner.items()]
    yield from table(["page", "guest", "who returns"], rows)
