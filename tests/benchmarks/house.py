"""Print figures of the code's shape: `python -m tests.benchmarks.house [FOLDER] [--called WORD=OTHER+OTHER ...]`.

FOLDER is a checkout, this one by default. Its `crib_site`, `game` and `trainer` are read, without migrations.

- A room is `crib_site`, `game`, `trainer`, or what stands directly under `trainer`: a module, or a package with all
  that is in it, migrations too. An arrow leads from a room to another that it imports, however often. A room that
  imports no other is on floor 1, any other one floor above the highest that it imports.
- A function's length is its lines from `def` to its end, the docstring included.
- `Any` is counted in annotations. It is at a library's edge in `*args` and `**kwargs`, and in classes that derive from
  a library's class, because their signatures are the library's. Of the others those that stand in an open dictionary
  (`dict[str, Any]`: a template's context, a row, JSON) are also counted apart.
- Classes are those at the top of a module whose names have no underscore in front, without `Command`: Django looks for
  that name in every command.
- A feature is held by the files with its word in their path, among the trainer's Python, templates, style sheets and
  tests. It is named in others that import from these, show its template or style sheet, or have its word as a whole
  string (in tests only imports count). `--called muggins=spotting` gives the words that older code has for it.
"""

import argparse
import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from statistics import mean, median

import grimp

from tests.benchmarks.output import say

PACKAGES = ("crib_site", "game", "trainer")
TREES = {
    **{package: f"{package}/**/*.py" for package in PACKAGES},
    "templates": "templates/**/*.*",
    "style sheets": "static/css/**/*.css",
    "scripts": "static/js/**/*.js",
    "tests": "tests/**/*.py",
}
FEATURES = ("muggins", "rules", "classes")
LONG = 30
"""A function of more lines is listed."""

Arrows = dict[str, set[str]]

# ---------------------------------------------------------------------------------------------------- the rooms


def imports() -> Arrows:
    """Return what every module of the packages imports."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    return {module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def room(module: str) -> str:
    """Return the room that a module belongs to."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "trainer" else parts[0]


def rooms(modules: Arrows) -> Arrows:
    """Return what every room imports."""
    arrows: Arrows = {room(module): set() for module in modules}
    for module, imported in modules.items():
        arrows[room(module)] |= {room(name) for name in imported} - {room(module)}
    return arrows


def circle(arrows: Arrows) -> str:
    """Return a circle of imports, if there is one."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return " -> ".join(error.args[1])
    return "none"


def floors(arrows: Arrows) -> dict[int, list[str]]:
    """Return the rooms by floor. There must be no circle."""

    @cache
    def floor(name: str) -> int:
        return 1 + max(map(floor, arrows[name]), default=0)

    found: dict[int, list[str]] = defaultdict(list)
    for name in sorted(arrows):
        found[floor(name)].append(name)
    return found


def print_rooms() -> None:
    """Print rooms, arrows, floors and circles."""
    modules = imports()
    arrows = rooms(modules)
    say(f"rooms: {len(arrows)}")
    say(f"arrows: {sum(map(len, arrows.values()))}")
    say(f"circle of rooms: {circle(arrows)}")
    say(f"circle of modules: {circle(modules)}")
    if circle(arrows) == "none":
        found = floors(arrows)
        say(f"floors: {len(found)}")
        for floor in sorted(found, reverse=True):
            say(f"  {floor:>2}  {' '.join(found[floor])}")


# -------------------------------------------------------------------------------------------------------- code


def modules(folder: Path) -> dict[str, ast.Module]:
    """Return the parsed modules by path, without migrations."""
    paths = [path for package in PACKAGES for path in sorted((folder / package).rglob("*.py"))]
    return {
        str(path.relative_to(folder)): ast.parse(path.read_text())
        for path in paths
        if "migrations" not in path.relative_to(folder).parts
    }


def print_functions(code: dict[str, ast.Module]) -> None:
    """Print how many functions there are, and how long they are."""
    lengths = [
        ((node.end_lineno or node.lineno) - node.lineno + 1, path, node.name)
        for path, tree in code.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    lines = [length for length, _, _ in lengths]
    say(f"functions: {len(lines)}, median {median(lines):g} lines, mean {mean(lines):.1f}, longest {max(lines)}")
    for length, path, name in sorted(lengths, reverse=True):
        if length > LONG:
            say(f"  {length}  {path} {name}")


def foreign_names(tree: ast.Module) -> set[str]:
    """Return what a module imports from libraries, and its classes that derive from that."""
    ours = {*PACKAGES, *sys.stdlib_module_names}
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.asname or alias.name.split(".")[0] for alias in node.names if alias.name not in ours}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] not in ours:
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.ClassDef) and derives(node, names):
            names.add(node.name)
    return names


def derives(node: ast.ClassDef, names: set[str]) -> bool:
    """Say whether a class has one of these names, or something in it, as a base."""
    return any(re.split(r"[.\[]", ast.unparse(base))[0] in names for base in node.bases)


def anys(annotation: ast.expr | None) -> int:
    """Return how often `Any` stands in an annotation."""
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(annotation)) if annotation else 0


def annotations(node: ast.AST, foreign: set[str], edge: bool = False) -> Iterator[tuple[ast.expr, bool]]:
    """Yield every annotation in a module or class, with whether it is at a library's edge."""
    for child in ast.iter_child_nodes(node):
        inside = derives(child, foreign) if isinstance(child, ast.ClassDef) else edge
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and child.returns:
            yield child.returns, edge
        elif isinstance(child, ast.AnnAssign):
            yield child.annotation, edge
        elif isinstance(child, ast.arg) and child.annotation:
            starred = isinstance(node, ast.arguments) and child in (node.vararg, node.kwarg)
            yield child.annotation, edge or starred
        yield from annotations(child, foreign, inside)


def print_anys(code: dict[str, ast.Module]) -> None:
    """Print how often `Any` is written, and where not at a library's edge."""
    total = at_edge = in_dictionary = 0
    by_file: dict[str, int] = defaultdict(int)
    for path, tree in code.items():
        for annotation, edge in annotations(tree, foreign_names(tree)):
            count = anys(annotation)
            total += count
            at_edge += count if edge else 0
            if count and not edge:
                by_file[path] += count
                in_dictionary += count if "[str, Any]" in ast.unparse(annotation) else 0
    outside = total - at_edge
    say(f"Any: {total}, at a library's edge {at_edge}, outside {outside} (in open dictionaries {in_dictionary})")
    for path, count in sorted(by_file.items(), key=lambda item: -item[1]):
        say(f"  {count:>2}  {path}")


def print_classes(code: dict[str, ast.Module]) -> None:
    """Print the public names that several modules give to a class."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, tree in code.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name != "Command":
                found[node.name].append(path)
    several = {name: paths for name, paths in found.items() if len(paths) > 1}
    say(f"classes: {sum(map(len, found.values()))}; names in more than one module: {len(several)}")
    for name, paths in sorted(several.items(), key=lambda item: (-len(item[1]), item[0])):
        say(f"  {name} {len(paths)}: {' '.join(paths)}")


def print_getattr(code: dict[str, ast.Module]) -> None:
    """Print where `getattr` is called with a default."""
    places = [
        f"{path}:{node.lineno}"
        for path, tree in code.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr" and len(node.args) == 3
    ]
    say(f"getattr with a default: {len(places)}")
    for place in places:
        say(f"  {place}")


# -------------------------------------------------------------------------------------------------------- files


def print_lines(folder: Path) -> None:
    """Print the files and lines of every tree, without migrations."""
    for tree, pattern in TREES.items():
        paths = [path for path in folder.glob(pattern) if path.is_file() and "migrations" not in path.parts]
        say(f"{tree}: {len(paths)} files, {sum(len(path.read_text().splitlines()) for path in paths):,} lines")


def feature_files(folder: Path) -> Iterator[Path]:
    """Yield the files in which a feature of the trainer is looked for."""
    for pattern in ("trainer/**/*.py", "templates/trainer/**/*.html", "static/css/**/*.css", "tests/[tb]*/**/*.py"):
        for path in sorted(folder.glob(pattern)):
            if not {"migrations", "benchmarks", "practice"} & set(path.parts):  # practice/rules.py: the rules of runs
                yield path


def holds(path: Path, words: Iterable[str]) -> bool:
    """Say whether a folder or a file's name in the path is one of the words, or has one between underscores."""
    parts = [*path.parts[:-1], path.stem]
    return any(word in (part, *part.split("_")) or f"_{word}_" in f"_{part}_" for part in parts for word in words)


def names(path: Path, words: Sequence[str]) -> bool:
    """Say whether a file imports from a feature, has its word as a whole text, or shows its template or style sheet."""
    either = "|".join(map(re.escape, words))
    if path.suffix == ".py":
        pattern = rf"(?:from|import) trainer\.(?!practice)[\w.]*\b(?:{either})\b"
        pattern += rf"|from trainer\.(?!practice)[\w.]+ import .*\b(?:{either})\b"
        pattern += "" if "tests" in path.parts else rf"|\"(?:{either})\""
    else:
        pattern = rf"(?:trainer/\w+|css)/(?:\w+_)?(?:{either})(?:\.|/\w)"
    return bool(re.search(pattern, path.read_text()))


def print_feature(folder: Path, word: str, words: Sequence[str]) -> None:
    """Print the files that hold a feature, and those that name it."""
    held, named = [], []
    for path in feature_files(folder):
        local = path.relative_to(folder)
        if holds(local, words):
            held.append(str(local))
        elif names(path, words):
            named.append(str(local))
    say(f"{word}: held by {len(held)} files, named in {len(named)} others")
    for name in held:
        say(f"  {name}")
    for name in named:
        say(f"    named in {name}")


def main() -> None:
    """Print all figures of a checkout."""
    parser = argparse.ArgumentParser(description="Print figures of the code's shape.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path.cwd(), help="a checkout, this one by default")
    parser.add_argument("--called", nargs="+", default=[], metavar="WORD=OTHER+OTHER", help="older words of a feature")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    sys.path.insert(0, str(folder))  # so that the packages are found there
    older = dict(text.split("=") for text in arguments.called)
    print_rooms()
    code = modules(folder)
    for figures in (print_functions, print_anys, print_classes, print_getattr):
        figures(code)
    print_lines(folder)
    for word in FEATURES:
        print_feature(folder, word, (word, *older.get(word, "").split("+")) if word in older else (word,))


if __name__ == "__main__":
    main()
