"""RECORD.md says what is read: its examples, every line of an action, and every option with its default."""

import re
from pathlib import Path

import pytest

from game.engine import record
from game.engine.record import RecordError, read_action, read_rules, rules_text, write
from game.engine.rules import Rules

DOCUMENT = Path(record.__file__).with_name("RECORD.md").read_text(encoding="utf-8")
EXAMPLE, SEALED = re.findall(r"```text\n(.+?)```", DOCUMENT, re.DOTALL)


def rows(head: str) -> list[list[str]]:
    """The cells of the table whose first heading this is."""
    table = DOCUMENT.split(f"| {head} |")[1].split("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in table.splitlines()[2:]]


def coded(cell: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", cell)


LINES = [line for first, meaning in rows("Line") for line in (*coded(first), *re.findall(r"`(\d [^`]+)`", meaning))]


def test_the_example_is_written_as_this_program_writes() -> None:
    heading, options, *lines = EXAMPLE.splitlines()
    assert heading == write(Rules(), ()).splitlines()[0]
    assert read_rules(options).notice == "called"
    for line in lines:
        assert str(read_action(line.removesuffix(" …"))) + " …" * line.endswith("…") == line


def test_every_line_of_an_action_is_read() -> None:
    assert len(LINES) == len(set(LINES)) == 13
    for line in LINES:
        read_action("shuffle AC" if line == "shuffle" else line)


def test_a_line_that_is_not_there_is_not_read() -> None:
    with pytest.raises(RecordError):
        read_action("1 says come")


def test_every_option_is_there_with_what_it_is_when_left_out() -> None:
    default = dict(option.split("=") for option in rules_text(Rules()).split()[1:])
    told = {name: left for first, _, left in rows("Option") for name in coded(first)}
    assert told.keys() == default.keys()
    for name, left in told.items():
        assert default[name] in left.strip("`").split(", "), name


def test_every_value_that_is_named_is_read() -> None:
    for first, values, _ in rows("Option"):
        for name in coded(first):
            for value in coded(values):
                if "=" not in value:
                    read_rules(OPTIONS.get((name, value), f"rules {name}={value}"))


OPTIONS = {
    ("muggins", "missed"): "rules counting=show muggins=missed",
    ("muggins", "missed-and-excess"): "rules counting=all muggins=missed-and-excess",
    ("notice", "called"): "rules counting=show muggins=missed notice=called",
}
"""The values that need others beside them."""


def test_what_is_sealed_stands_in_comments() -> None:
    *comments, shuffle = SEALED.splitlines()
    assert all(line.startswith("# ") for line in comments)
    assert shuffle.startswith("shuffle ")
