"""Fixtures for tests in a browser: pages in separate contexts, and chosen hands."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.trainer.drills.samples import HAND, NOTHING, asked
from trainer.drills.count import question as count_question
from trainer.drills.count.question import CountQuestion
from trainer.drills.modes import Mode

FINDS = ["4C 5S 6D 4H", "5S JH", "4C 5S 6D", "5S 6D 4H", "JH"]
"""All finds in `HAND`, each with its cards in the order of the page."""

LANGUAGE = os.environ.get("CRIB_BROWSER", "en-US")
"""The language that the browser wants."""

OpenPage = Callable[..., Page]
Contexts = dict[str, list[BrowserContext]]
"""Contexts that are not in use, by their options."""


@pytest.fixture(scope="session")
def contexts() -> Contexts:
    """Return the contexts to reuse in later tests: a new one takes longer than a page, and its cache is empty."""
    return defaultdict(list)


@pytest.fixture
def open_page(browser: Browser, contexts: Contexts) -> Iterator[OpenPage]:
    """Return a function that opens a page as a new visitor, with options of Playwright's contexts.

    A context that is `alone` is not reused, because a changed clock or network would remain in it.
    """
    lent: list[tuple[BrowserContext, list[BrowserContext] | None]] = []

    def opened(*, alone: bool = False, **options: Any) -> Page:
        idle = contexts[repr(sorted(options.items()))]
        wanted = {"reduced_motion": "reduce", "locale": LANGUAGE, **options}
        context = idle.pop() if idle and not alone else _kept(browser.new_context(**wanted))
        context.set_default_timeout(15_000)
        expect.set_options(timeout=15_000)  # a slow machine should not fail a test
        lent.append((context, None if alone else idle))
        return context.new_page()

    yield opened
    for context, idle in lent:
        if idle is None:
            context.close()
        else:
            _forget(context)
            idle.append(context)


def _kept(context: BrowserContext) -> BrowserContext:
    """Open an empty page, which keeps the browser's process for pages, with what it has compiled, until the end."""
    context.new_page()
    return context


def _forget(context: BrowserContext) -> None:
    """Close the pages but the empty one, and delete the cookies. The site stores nothing else in a browser."""
    for page in context.pages[1:]:
        page.close()
    context.clear_cookies()


@dataclass
class Table:
    """The site, where every hand in the counting drill is `hand`."""

    url: str
    hand: CountQuestion = field(default_factory=lambda: count_question.read(HAND))

    def deal(self, text: str, *, crib: bool = False) -> None:
        """Set the hand that is dealt from now on."""
        self.hand = count_question.read(f"crib {text}" if crib else text)

    def question(self, *, find: bool = False, mode: Mode = Mode.CALM, seconds: int | None = None) -> str:
        """Return the address of a new run that asks the hand."""
        return self.url + asked(str(self.hand), find=find, mode=mode, seconds=seconds)

    def lead(self, page: Page, stage: str) -> None:
        """Bring the page to one of `STAGES`."""
        if stage in PLACES:
            page.goto(self.url + PLACES[stage])
            return
        hand, crib, find, steps = DRILL[stage]
        self.deal(hand, crib=crib)
        page.goto(self.question(find=find))
        for step in steps:
            step(page)


def claim(typed: str, outcome: str) -> Callable[[Page], None]:
    """Return a step that types a count, sends it, and waits for the outcome."""

    def step(page: Page) -> None:
        if not page.locator("#claim").is_visible():
            page.locator(".answer-fold").click()
        page.locator("#claim").fill(typed)
        page.locator("#ask button[name=answer]").click()
        expect(page.locator(outcome)).to_be_visible()

    return step


def find_nob(page: Page) -> None:
    """Find the nob in a hunt, then choose a card that scores nothing."""
    for card, said in (("jack of hearts", "Yes: 1 point."), ("4 of clubs", "scores nothing by itself")):
        page.locator(".pick", has=page.get_by_role("checkbox", name=card, exact=True)).click()
        page.locator("#hunt button[name=find]").click()
        expect(page.locator(".message")).to_contain_text(said)


PLACES = {
    "home": "/",
    "mix": "/hands/",
    "drills": "/drills/",
    "choice": "/drills/count/",
    "no-question": "/drills/count/open/?q=4C",
    "missing": "/nowhere/",
}
DRILL: dict[str, tuple[str, bool, bool, list[Callable[[Page], None]]]] = {
    "ask": (HAND, False, False, []),
    "ask-crib": (HAND, True, True, []),
    "error": (HAND, False, False, [claim("12?", "#answer-error")]),
    "hunt": (HAND, False, True, [claim("11", "#hunt")]),
    "found": (HAND, True, True, [claim("17", "#hunt"), find_nob]),
    "shown-under": (HAND, False, False, [claim("11", "#next")]),
    "shown-over": ("JC JD JH 5S | 5C", True, False, [claim("27", "#next")]),
    "shown-right": (HAND, False, True, [claim("15", "#next")]),
    "shown-nothing": (NOTHING, False, False, [claim("0", "#next")]),
}
STAGES = [*PLACES, *DRILL]


@pytest.fixture
def table(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return the site with a hand that the test can choose."""
    table = Table(live_server.url)
    monkeypatch.setattr(count_question, "pose", lambda _rng, _wish: table.hand)
    return table
