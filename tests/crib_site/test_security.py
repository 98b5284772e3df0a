"""SECURITY.md has every requirement of the standard once, and what it names is there; and what it says of all code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "crib_site" / "SECURITY.md").read_text(encoding="utf-8")

LAST = """
    1.1.7 1.2.4 1.4.5 1.5.4 1.6.4 1.7.2 1.8.2 1.9.2 1.10.1 1.11.2 1.12.2 1.14.6
    2.1.12 2.2.3 2.3.3 2.4.5 2.5.7 2.6.3 2.7.6 2.8.7 2.9.3 2.10.4
    3.1.1 3.2.4 3.3.4 3.4.5 3.5.3 3.7.1
    4.1.5 4.2.2 4.3.3
    5.1.5 5.2.8 5.3.10 5.4.3 5.5.4
    6.1.3 6.2.6 6.3.2 6.4.2
    7.1.4 7.2.2 7.3.4 7.4.3
    8.1.4 8.2.3 8.3.8
    9.1.3 9.2.4
    10.2.2 10.3.3
    11.1.8
    12.1.3 12.2.1 12.3.6 12.4.2 12.5.2 12.6.1
    13.1.5 13.2.6 13.3.2 13.4.2
    14.1.4 14.2.6 14.3.3 14.4.7 14.5.4
"""
"""The last requirement of each section of ASVS 4.0.3 that has any of levels 1 and 2."""

DELETED = {"1.4.2", "1.4.3", "1.12.1", "4.1.4", "7.3.2", "13.1.2", "13.2.4", "14.3.1"}
"""Requirements that the standard has taken back."""


class Requirement(NamedTuple):
    """A row of the table."""

    number: str
    words: str
    result: str
    shown_by: str


def rows() -> list[Requirement]:
    """Return all rows."""
    cells = (line.strip("| ").split(" | ") for line in TEXT.splitlines() if re.match(r"\| \d", line))
    return [Requirement(*row) for row in cells]


def wanted() -> Iterator[str]:
    """Yield the numbers of levels 1 and 2 in order."""
    for last in LAST.split():
        section, _, number = last.rpartition(".")
        yield from (f"{section}.{each}" for each in range(1, int(number) + 1) if f"{section}.{each}" not in DELETED)


def named(text: str) -> Iterator[tuple[Path, str]]:
    """Yield the files that a text names, and the test or class in each, or ""."""
    for code in re.findall(r"`([^`]+)`", text):
        path, _, name = code.partition("::")
        if "/" in path or "." in path.strip("."):
            yield ROOT / path, name


class TestTable:
    """The table of requirements."""

    def test_it_has_every_number_once(self) -> None:
        assert [row.number for row in rows()] == list(wanted())

    def test_a_row_has_a_result_and_what_shows_it(self) -> None:
        for row in rows():
            assert row.result in {"pass", "not applicable", "exception"}, row
            assert row.words, row
            assert row.shown_by, row
            assert row.result != "pass" or list(named(row.shown_by)), row

    def test_every_exception_has_its_reason(self) -> None:
        reasons = TEXT.split("## Exceptions")[1].split("## The table")[0]
        explained = [number for group in re.findall(r"\*\*([\d., ]+)\*\*", reasons) for number in group.split(", ")]
        assert sorted(explained) == sorted(row.number for row in rows() if row.result == "exception")

    def test_what_it_names_is_there(self) -> None:
        for path, name in {each for row in rows() for each in named(row.shown_by)}:
            assert path.exists(), path
            assert not name or re.search(rf"\b(?:def|class) {name}\b", path.read_text(encoding="utf-8")), name


FORBIDDEN = {"ftplib", "http.client", "httpx", "marshal", "pickle", "requests", "shelve", "smtplib", "subprocess"}
FORBIDDEN |= {"telnetlib", "urllib.request", "xml", "yaml"}
"""Modules that ask other machines, run programs, or make objects of what they read."""
CODE = [path for part in ("crib_site", "game", "trainer") for path in sorted((ROOT / part).rglob("*.py"))]


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the names of all modules that are imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


def called(tree: ast.AST) -> Iterator[str]:
    """Yield the names of all functions that are called by a plain name, or as one of `os`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def test_no_code_asks_other_machines() -> None:
    """Django sends the mails."""
    found = {(path.name, name) for path in CODE for name in imported(ast.parse(path.read_text())) if name in FORBIDDEN}
    assert found == set()


def test_no_code_runs_what_it_reads() -> None:
    calls = {(path.name, name) for path in CODE for name in called(ast.parse(path.read_text()))}
    assert ("settings.py", "_flag") in calls
    dynamic = {"eval", "exec", "compile", "__import__", "os.system", "os.popen"}
    assert not [call for call in calls if call[1] in dynamic or call[1].startswith(("os.exec", "os.spawn"))]


def test_scripts_are_plain() -> None:
    """They make no code of text, take no HTML from text, and keep nothing in the browser."""
    scripts = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "static" / "js").glob("*.js")}
    assert scripts
    words = r"\beval\(|new Function|\.(?:inner|outer)HTML|insertAdjacentHTML|localStorage|sessionStorage|indexedDB"
    assert not [name for name, script in scripts.items() if re.search(words, script)]
