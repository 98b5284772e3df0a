"""COMMANDS.md and SERVE_BOT.md say what the commands take and what a bot answers."""

import json
import re
import shlex
from pathlib import Path
from random import Random

import pytest
from django.core.management import load_command_class
from django.core.management.base import BaseCommand

from game import management
from game.management.requests import answer
from game.strategy.levels import Level

FOLDER = Path(management.__file__).parent
ROWS = re.findall(r"^\| `manage\.py (\S+) ?(.*?)` \|", (FOLDER / "COMMANDS.md").read_text("utf-8"), re.MULTILINE)
BOT = (FOLDER / "SERVE_BOT.md").read_text("utf-8")
PAIRS = re.findall(r"^(\{.*\})\n(\{.*\})$", BOT.split("```")[1], re.MULTILINE)
OF_DJANGO = set(re.findall(r"--[a-z-]+", BaseCommand().create_parser("manage.py", "x").format_help()))


def test_every_command_of_the_game_is_described() -> None:
    assert {name for name, _ in ROWS} == {path.stem for path in (FOLDER / "commands").glob("[!_]*.py")}


@pytest.mark.parametrize(("name", "usage"), ROWS)
def test_every_option_is_named(name: str, usage: str) -> None:
    parser = load_command_class("game", name).create_parser("manage.py", name)
    assert set(re.findall(r"--[a-z-]+", usage)) == set(re.findall(r"--[a-z-]+", parser.format_usage())) - OF_DJANGO
    required = shlex.split(re.sub(r"\[[^\]]*\]", "", usage))
    if name != "serve-bot":
        parser.parse_args(required)


def test_a_bot_answers_as_it_is_told_there() -> None:
    assert len(PAIRS) == 2
    for request, told in PAIRS:
        assert answer(request, Level.EXPERT, Random(1)) == json.loads(told)


def test_every_field_of_a_request_is_told() -> None:
    fields = [name for cell in re.findall(r"^\| (`.+?) \|", BOT, re.MULTILINE) for name in re.findall(r"`(\w+)`", cell)]
    answers = [answer(json.dumps({"request": "play", name: {}}), Level.EXPERT, Random(1)) for name in fields]
    assert not [told for told in answers if "There is no field" in str(told["error"])]
    assert set(fields) >= {field for request, _ in PAIRS for field in json.loads(request)}
