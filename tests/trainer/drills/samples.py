"""The sample of every drill, gathered from their folders, and addresses of runs that begin with a question."""

import re
from collections.abc import Iterable
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.test import Client

from tests.full import few
from tests.trainer.drills.posts import Answers, Post, Sample
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.practice import addresses

HTMX = {"HX-Request": "true"}

SAYS = pytest.mark.once("what a drill asks and says: its rows are those of every run")
"""The mark of tests of that alone."""


def sample_module(drill: str) -> ModuleType:
    """The module of a drill's sample: it has a SAMPLE, and the function answer_of a question."""
    path = Path(__file__).parent / drill / "sample.py"
    module = import_module(f"tests.trainer.drills.{drill}.sample") if path.exists() else ModuleType(drill)
    if not vars(module).keys() >= {"SAMPLE", "answer_of"}:
        raise LookupError(
            f"The drill {drill} needs a SAMPLE and answer_of(question) in tests/trainer/drills/{drill}/sample.py."
        )
    return module


def answers(drill: str, question: str) -> Answers:
    """What may be sent in answer to a question."""
    found: Answers = sample_module(drill).answer_of(DRILLS[drill].read(question))
    return found


SAMPLES: dict[str, Sample] = {drill: sample_module(drill).SAMPLE for drill in DRILLS}
"""By the drill's name."""
HAND = SAMPLES["count"].question
NOTHING = "2C 4S 6D 8H | KC"


def asked(
    question: str = HAND,
    *,
    drill: str = "count",
    mode: Mode = Mode.CALM,
    seconds: int | None = None,
    crib: bool = False,
    find: bool = False,
    flash: str = "",
) -> str:
    """The address of a run about to begin with this question."""
    options = {**({"find": "on"} if find else {}), **({"flash": flash} if flash else {})}
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
MACHINERY = {"count", "cut", "find", "tap"}
"""Drills of one step, of six, of as many as there are, and of cards to choose: these prove what is the same for all."""


def matrix(*others: Iterable[Any]) -> list[Any]:
    """Every drill in every mode, in every other way; on every change one drill so, `MACHINERY` in the first way in all
    its modes, and the rest in the first way in one."""
    ways = list(product(*others))
    cases = [(*run, *way) for run in EVERY_RUN for way in ways]
    once = {(drill, modes(drill)[0]) for drill in DRILLS}
    always = [case for case in cases if case[:2] in once or case[0] in MACHINERY]
    return few(cases, *(case for case in always if case[2:] == ways[0] or case[0] == "cut"))


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
