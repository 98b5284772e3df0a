"""What holds for the project as a whole: its shape, its imports, its locks."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "tests/requirements.lock", "crib_site/deploy/postgres.lock")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_top_level_stays_as_it_is() -> None:
    names = {path.name for path in ROOT.iterdir() if not path.name.startswith((".", "__"))}
    assert names == {
        "LICENSE",
        "README.md",
        "crib_site",
        "game",
        "manage.py",
        "pyproject.toml",
        "requirements.lock",
        "static",
        "templates",
        "tests",
        "trainer",
    }


def test_imports_run_one_way() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_templates_of_games_know_little_of_the_trainer() -> None:
    """Imports run one way, and templates could go round them: by their tags, by what they include and link to."""
    knows = set()
    tags = {path.stem for path in (ROOT / "trainer" / "templatetags").glob("*.py")}
    own = set(re.findall(r'name="(\w+)"', (ROOT / "game" / "urls.py").read_text()))
    for path in sorted((ROOT / "templates" / "game").rglob("*.html")):
        text = path.read_text()
        loaded = {tag for line in re.findall(r"{% load ([^%]+) %}", text) for tag in line.split()}
        linked = set(re.findall(r'{% url "(\w+)"', text)) - own
        included = set(re.findall(r'{% include "(trainer/[^"]+)"', text))
        knows |= {(path.name, known) for known in (loaded & tags) | linked | included}
    assert knows == {
        ("_ending.html", "own_games"),
        ("_review_on.html", "own_games"),
        ("_next.html", "decisions"),
        ("_review_decision.html", "decisions"),
        ("_review_decision.html", "trainer/progress/_star.html"),
        ("_sound.html", "sound"),
        ("games.html", "decisions"),
        ("games.html", "own_games"),
        ("people.html", "races"),
        ("table.html", "glossary"),
    }


def test_no_module_escapes_the_contract_of_single_drills() -> None:
    """Its modules are a list by hand, since a wildcard would take in the drills; only these may import a drill."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [listed] = [each["source_modules"] for each in contracts if each["name"].startswith("Only the registry")]
    trainer, drills = ROOT / "trainer", ROOT / "trainer" / "drills"
    inside = [path for path in trainer.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    shared = [path for path in drills.glob("*.py") if path.stem != "__init__"]
    packages = {f"trainer.{path.stem}" for path in inside if path.stem not in {"__init__", "drills", "migrations"}}
    shared_by_drills = {f"trainer.drills.{path.stem}" for path in shared}
    assert sorted((packages | shared_by_drills) - set(listed)) == ["trainer.drills.registry"]
    assert set(listed) <= packages | shared_by_drills


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_every_module_says_what_it_is_for() -> None:
    modules = [path for part in ("crib_site", "game", "trainer") for path in (ROOT / part).rglob("*.py")]
    silent = [
        str(path.relative_to(ROOT))
        for path in modules
        if "migrations" not in path.parts and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert len(modules) > 10
    assert silent == []


def test_what_a_browser_is_waited_for_is_a_function() -> None:
    """The site forbids its pages to read scripts from text: a mere expression would fail as soon as it has to wait."""
    texts = {path: path.read_text() for path in (ROOT / "tests").rglob("*.py")}
    waits = [
        (str(path.relative_to(ROOT)), waited)
        for path, text in texts.items()
        for waited in re.findall(r"\.wait_for_function\(\s*([^\n]*)", text)
        if not FUNCTION.match(_text_of(waited, text))
    ]
    assert waits == []


FUNCTION = re.compile(r'f?"+(?:\(|\w+ =>)')
"""How the text of a function in JavaScript begins in Python."""


def _text_of(waited: str, module: str) -> str:
    """Return what is waited for, and if that is the name of a constant, its text."""
    named = re.match(r"[A-Z_]+\b", waited)
    constant = re.search(rf"(?m)^{named[0]} = (.*)", module) if named else None
    return constant[1] if constant else waited


def pins(lock: str) -> dict[str, str]:
    """The versions that a lock file pins, by package."""
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


def packages(requirements: list[str]) -> set[str]:
    """The names in requirements like "psycopg[binary]>=3"."""
    return {re.split(r"[^\w.-]", requirement)[0].lower() for requirement in requirements}


def test_the_locks_pin_every_dependency() -> None:
    site, tests, postgres = map(pins, LOCKS)
    assert packages(PROJECT["dependencies"]) <= site.keys()
    for extra in PROJECT["optional-dependencies"].values():
        assert packages(extra) <= tests.keys()
    assert packages(PROJECT["optional-dependencies"]["postgres"]) <= postgres.keys()
    assert (site | postgres).items() <= tests.items(), "what is tested is what is served"


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    entries = re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]
    assert len(entries) == len(pins(lock))
    assert all("--hash=sha256:" in entry for entry in entries)
