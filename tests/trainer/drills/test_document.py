"""trainer/drills/README.md says what a drill needs, all of it, and nothing else."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from tests.trainer.drills.samples import SAMPLES, answers, sample_module
from trainer import drills
from trainer.drills.base import Drill
from trainer.drills.questions import QuestionSource
from trainer.drills.registry import DRILLS

FOLDER = Path(drills.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")


def table(heading: str) -> set[str]:
    """Return the names in the first column of the table whose first heading this is."""
    rows = README.split(f"| {heading} |")[1].split("\n\n")[0].splitlines()[2:]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def required_methods() -> set[str]:
    """Return the methods of a drill that do nothing but raise."""
    (tree,) = ast.parse(inspect.getsource(Drill)).body
    assert isinstance(tree, ast.ClassDef)
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and ast.unparse(node.body[-1]) == "raise NotImplementedError"
    }


def test_it_names_the_functions_of_a_question_module() -> None:
    assert table("Function") == {name for name in vars(QuestionSource) if not name.startswith("_")}


def test_it_names_what_has_no_default() -> None:
    assert table("Attribute") == {name for name in Drill.__annotations__ if name not in vars(Drill)}
    assert table("Method") == required_methods()


@pytest.mark.parametrize("slug", DRILLS)
def test_every_drill_stands_where_it_says(slug: str) -> None:
    root = FOLDER.parents[1]
    assert {"question.py", "page.py"} <= {path.name for path in (FOLDER / slug).iterdir()}
    template = (root / "templates" / "trainer" / "drills" / f"{slug}.html").read_text(encoding="utf-8")
    assert all(f"partialdef {part} " in template for part in ("ask", "shown", "explained"))
    assert (root / "tests" / "trainer" / "drills" / slug / "__init__.py").exists()
    assert answers(slug, SAMPLES[slug].question).wrong


def test_a_drill_without_a_sample_is_told_what_it_needs() -> None:
    with pytest.raises(LookupError, match=r"needs a SAMPLE and answer_of.* in tests/trainer/drills/whist/sample\.py"):
        sample_module("whist")
