"""README.md says what is true of the project: its places, links, settings, packages, commands and benchmarks."""

import re
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DOCUMENTS = ["README.md", *(str(path.relative_to(ROOT)) for path in ROOT.glob("[cgt]*/**/[A-Z]*.md"))]


def first_cells(heading: str) -> list[str]:
    """Return the first cell of every row of the table below a heading."""
    rows: list[str] = re.findall(r"^\| (.+?) \|", README.split(f"## {heading}\n")[1].split("\n## ")[0], re.MULTILINE)
    return rows[2:]


def code_in(cells: list[str]) -> set[str]:
    """Return what stands as code in cells."""
    return {code for cell in cells for code in re.findall(r"`([^`]+)`", cell)}


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= 200


def test_every_place_of_the_map_exists() -> None:
    places = code_in(first_cells("Where things are"))
    assert len(places) > 10
    assert not [place for place in places if not (ROOT / place).exists()]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_leads_to_a_file(document: str) -> None:
    folder = (ROOT / document).parent
    links = re.findall(r"\]\(([^):]+)\)", (ROOT / document).read_text(encoding="utf-8"))
    assert not [link for link in links if not (folder / link.split("#")[0]).exists()]


def test_every_document_that_the_code_cites_is_there() -> None:
    written = {path.name for path in [*ROOT.glob("*.md"), *ROOT.glob("[cgt]*/**/*.md")]}
    cited = {
        name
        for path in ROOT.glob("[cgt]*/**/*.py")
        for name in re.findall(r"\b[A-Z][A-Z_]+\.md\b", path.read_text(encoding="utf-8"))
    }
    assert {"RULES.md", "MEASURES.md"} <= cited
    assert cited <= written


def test_every_setting_is_described() -> None:
    read = re.findall(r'"((?:CRIB_|DATABASE_)\w+)"', (ROOT / "crib_site" / "settings.py").read_text(encoding="utf-8"))
    assert code_in(first_cells("Settings")) == set(read)


def test_every_package_has_its_reason() -> None:
    wanted = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["postgres"]
    named = {name for cell in first_cells("Dependencies") for name in cell.split(", ")}
    assert named == {re.split(r"[<>=\[]", requirement)[0] for requirement in wanted}


def test_every_command_is_listed() -> None:
    ours = {name for name, app in get_commands().items() if app in {"crib_site", "game", "trainer"}}
    assert code_in(first_cells("Commands")) == ours


def test_every_benchmark_is_named() -> None:
    programs = [path.stem for path in (ROOT / "tests" / "benchmarks").glob("*.py") if "def main" in path.read_text()]
    assert programs
    assert not [name for name in programs if f"`{name}`" not in README]
