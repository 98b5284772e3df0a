"""A question of every drill, answers to it as its page sends them, and addresses of runs that begin with one."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.test import Client

from tests.full import few
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.practice import addresses

HAND = "4C 5S 6D JH | 4H"
"""All four suits; fifteen points: three fifteens, a double run, his nob."""
NOTHING = "2C 4S 6D 8H | KC"
HTMX = {"HX-Request": "true"}

Post = Mapping[str, Any]


@dataclass(frozen=True)
class Sample:
    """A question, and what is posted one after the other for a right answer and for a wrong one."""

    question: str
    right: tuple[Post, ...]
    wrong: tuple[Post, ...]


SAMPLES = {
    "count": Sample(HAND, ({"claim": "15"},), ({"claim": "11"},)),
    "itemise": Sample(
        HAND,
        ({"fifteen": "6", "run": "6", "pair": "2", "nobs": "1"},),
        ({"fifteen": "4", "run": "6", "pair": "2", "nobs": "1"},),
    ),
    "find": Sample(
        HAND,
        (
            {"card": ["5S", "JH"], "claim": "2", "step": "claim"},
            {"card": ["4C", "5S", "6D"], "claim": "5", "step": "claim"},
            {"card": ["4H", "5S", "6D"], "claim": "5", "step": "claim"},
            {"card": ["4C", "4H"], "claim": "2", "step": "claim"},
            {"card": ["JH"], "claim": "1", "step": "claim"},
            {"answer": "1"},
        ),
        ({"card": ["5S", "JH"], "claim": "2", "step": "claim"}, {"answer": "1"}),
    ),
    "tap": Sample(f"fifteen-2 of {HAND}", ({"card": ["5S", "JH"]},), ({"answer": "-"},)),
    "cut": Sample(
        "4C 5S 6D JH | 4H KC 5C 2D 9S",
        (*({"claim": count} for count in ("15", "9", "16", "7", "9")), {"choice": "5"}),
        (*({"claim": count} for count in ("11", "9", "16", "7", "9")), {"choice": "5"}),
    ),
    "muggins": Sample(
        f"{HAND} : 15:5SJH=2 15:4H5S6D=2 2run:4C4H5S6D=8 nobs:JH=1", ({"claim": "15"},), ({"answer": "right"},)
    ),
    "peg": Sample(
        "5S 4C 2D 3D | 3H",
        ({"claim": "17", "points": "2", "for": ["pair"]},),
        ({"claim": "17", "points": "0"},),
    ),
    "choose": Sample("2 1 | 5S | 2H 7C 8H 8S | 5C KC | 2:2S", ({"card": "2H"},), ({"card": "8H"},)),
    "discard": Sample(
        "2H 3C 9S TD JD QH as pone of 2", ({"card": ["9S", "QH"]},), ({"card": ["2H", "3C"], "answer": "1"},)
    ),
    "go": Sample("play 2 | 8S | 2H 4D 7C KS / 8C 8H JD KC | 2H 8C 4D 8H", ({"choice": "play"},), ({"choice": "go"},)),
    "move": Sample(
        "24-16 +8 of 121 on plank", ({"claim": "32", "choice": "rear"},), ({"claim": "24", "choice": "rear"},)
    ),
    "rules": Sample("muggins missed 8 12", ({"claim": "4"},), ({"claim": "0"},)),
}
"""By the drill's name."""


def asked(
    question: str = HAND,
    *,
    drill: str = "count",
    mode: Mode = Mode.CALM,
    seconds: int | None = None,
    crib: bool = False,
    find: bool = False,
) -> str:
    """The address of a run about to begin with this question."""
    options = {"find": "on"} if find else {}
    text = f"crib {question}" if crib else question
    return addresses.start_url(Settings(drill, mode, seconds, options), asked=text)


def modes(drill: str) -> tuple[Mode, ...]:
    """The kinds of run that a drill offers."""
    return DRILLS[drill].modes


def of_mode(drill: str, mode: Mode) -> Settings:
    """Settings of a mode, with the seconds that it needs."""
    return Settings(drill, mode, {Mode.SPRINT: 180, Mode.CLOCK: 30}.get(mode))


EVERY_RUN = [(drill, mode) for drill in DRILLS for mode in modes(drill)]
"""Every drill in every mode that it has."""
MACHINERY = {"count", "find", "tap"}
"""Drills of one step, of several, and of cards to choose: what is the same for all is proved by these."""


def matrix(*others: Iterable[Any]) -> list[Any]:
    """Every drill in every mode, in every other way; on every change these drills so, the rest in the first way."""
    ways = list(product(*others))
    cases = [(*run, *way) for run in EVERY_RUN for way in ways]
    return few(cases, *(case for case in cases if case[0] in MACHINERY or case[2:] == ways[0]))


def run_of(response: Any, address: str) -> str:
    """The address of the run after a post, as the browser knows it or the page's forms have it."""
    known = response.headers.get("HX-Replace-Url") or response.headers.get("Location")
    form = re.search(r'action="(/runs/[^"]+)"', response.text)
    return str(known or (form and form[1]) or address)


def answer(client: Client, address: str, posts: Iterable[Post], **sent: Any) -> tuple[str, Any]:
    """Post an answer, step by step; where its run is then, and the last response."""
    for post in posts:
        response = client.post(address, post, **sent)
        assert response.status_code in {200, 302}, (response.status_code, address, post)
        address = run_of(response, address)
    return address, response
