"""Print how far a request walks through the code: `python -m tests.benchmarks.flows [--files]`.

Four requests are sent by Django's test client to the site on a temporary SQLite database: a wrong answer in the count
drill; a card played at the table and the bot's next step; a step of a lesson posted with a stale number, and answered.
Each is sent once to fill the caches, then again by another guest and watched: the calls of Python functions in
`crib_site`, `game` and `trainer` (a generator that is resumed is called), how many functions and files they are in, and
the moves: calls in another file than the call before. Packs are drawn from a fixed seed. Only addresses are used, and
nothing of the site is imported, so that the figures of two checkouts compare.
"""

import argparse
import os
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tests.benchmarks.output import say
from tests.benchmarks.site import temporary_site

if TYPE_CHECKING:
    from django.test import Client

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("crib_site", "game", "trainer")
HTMX = {"HX-Request": "true"}


@dataclass(slots=True)
class Walk:
    """The calls of one request."""

    calls: int = 0
    moves: int = 0
    functions: set[CodeType] = field(default_factory=set)
    files: Counter[str] = field(default_factory=Counter)
    last: str = ""

    def __str__(self) -> str:
        """Return the figures in a line."""
        return f"{self.calls:,} calls, {len(self.functions)} functions, {len(self.files)} files, {self.moves} moves"

    def watch(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, as a profiler does."""
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(_SOURCES):
            return
        self.calls += 1
        self.moves += code.co_filename != self.last and bool(self.last)
        self.functions.add(code)
        self.files[code.co_filename] += 1
        self.last = code.co_filename


_SOURCES = tuple(f"{ROOT / package}{os.sep}" for package in PACKAGES)


@contextmanager
def walking(walks: dict[str, Walk], name: str) -> Iterator[None]:
    """Watch what is called meanwhile."""
    walk = walks[name] = Walk()
    sys.setprofile(walk.watch)
    try:
        yield
    finally:
        sys.setprofile(None)


# ----------------------------------------------------------------------------------------------------- the visit


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Let what is drawn in secret meanwhile, packs and the thoughts of bots, come from a seed."""
    rng = Random(seed)
    drawn: dict[str, Any] = {"token_hex": lambda size: rng.randbytes(size).hex(), "SystemRandom": lambda: rng}
    with patch.multiple(secrets, **drawn):
        yield


class Page(HTMLParser):
    """What a page can send: its inputs and buttons by name; and the table's own attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.controls: list[dict[str, str]] = []
        self.table: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what the tag says, if it is one of these."""
        said = {name: value or "" for name, value in attrs}
        if tag in ("input", "button"):
            self.controls.append({**said, "kind": said.get("type", "text") if tag == "input" else tag})
        elif said.get("id") == "table":
            self.table = said

    def values(self, name: str, kind: str = "") -> list[str]:
        """Return the values of the controls of a name and type that are not disabled."""
        return [
            control.get("value", "")
            for control in self.controls
            if control.get("name") == name and kind in ("", control["kind"]) and "aria-disabled" not in control
        ]


# ------------------------------------------------------------------------------------------------------ the walks


def count_wrongly(client: "Client", walks: dict[str, Walk]) -> None:
    """Begin a run with a hand of six points by asking for a hint, which changes nothing else, and count it as four."""
    address = client.get("/drills/count/open/", {"q": "7C 8D 8H QS | 2H"}).headers["Location"]
    address = client.post(address, {"number": "0", "hint": "1"}, headers=HTMX).headers["HX-Replace-Url"]
    with walking(walks, "a wrong answer in the count drill"):
        client.post(address, {"number": "0", "claim": "4", "answer": "1"}, headers=HTMX)


def play_a_card(client: "Client", walks: dict[str, Walk]) -> None:
    """Begin a game, play until the first card can be played, play it, and let the bot go on."""
    address = client.post("/games/new/", {"preset": "standard", "level": "casual"}).headers["Location"]
    while True:
        page = Page(client.get(address).content.decode())
        form = {"number": page.values("number")[0]}
        cards = page.values("say", "button")
        if "data-mine" in page.table and page.table["data-phase"] == "pegging":
            break
        client.post(address, form | {"say": done(page)}, headers=HTMX)
    with walking(walks, f"a card played at the table ({cards[0]})"):
        client.post(address, form | {"say": cards[0]}, headers=HTMX)
    number = Page(client.get(address).content.decode()).values("number")[0]
    with walking(walks, "the bot's step"):
        client.post(address, {"number": number, "say": "next"}, headers=HTMX)


def done(page: Page) -> list[str]:
    """Return what is said at the table before cards are played: cards for the crib, a place to cut, or to go on."""
    if "data-mine" not in page.table:
        return ["next"]
    return page.values("say", "checkbox")[:2] or page.values("say", "range")


def take_a_step(client: "Client", walks: dict[str, Walk]) -> None:
    """Post a step of a lesson for another number than the page's, then answer it."""
    address = "/lessons/at-sight/2/"
    since = Page(client.get(address).content.decode()).values("since")[0]
    with walking(walks, "a lesson step with a stale number"):
        client.post(address, {"since": since, "claim": "9", "number": "7"}, headers=HTMX)
    with walking(walks, "a lesson step answered"):
        client.post(address, {"since": since, "claim": "9"}, headers=HTMX)


WALKS: tuple[Callable[["Client", dict[str, Walk]], None], ...] = (count_wrongly, play_a_card, take_a_step)


def main() -> None:
    """Send every request twice, and print the second walk."""
    parser = argparse.ArgumentParser(description="Print how far a request walks through the code.")
    parser.add_argument("--files", action="store_true", help="print the calls by file, too")
    files = parser.parse_args().files
    os.environ.pop("DATABASE_URL", None)
    with temporary_site():
        from django.test import Client

        for seed in (1, 2):
            walks: dict[str, Walk] = {}
            with seeded(seed):
                for walk in WALKS:
                    walk(Client(), walks)
    for name, watched in walks.items():
        say(f"{name}: {watched}")
        for file, calls in watched.files.most_common() if files else ():
            say(f"  {calls:>5}  {Path(file).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
