"""All messages that the source marks for translation, read without gettext's own programs, which few machines have."""

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("crib_site", "game", "templates", "trainer")
"""Where messages are: not in tests, which nobody reads, and none in scripts, which get theirs from the page."""

_FORMS: dict[str, tuple[str, ...]] = {
    "gettext": ("singular",),
    "ngettext": ("singular", "plural"),
    "pgettext": ("context", "singular"),
    "npgettext": ("context", "singular", "plural"),
}
_CALLS = {"_": _FORMS["gettext"]} | {
    f"{name}{ending}": form for name, form in _FORMS.items() for ending in ("", "_lazy", "_noop")
}


@dataclass(slots=True)
class Message:
    """A message of the source, and the files in which it stands."""

    singular: str
    plural: str = ""
    context: str | None = None
    files: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str | None, str]:
        """What a message is found by."""
        return self.context, self.singular


class Clash(Exception):
    """The same words stand with a plural in one place, and without or with another in another."""


def messages() -> list[Message]:
    """Return every message once, in the order of the files and of the lines in them. Raise Clash."""
    found: dict[tuple[str | None, str], Message] = {}
    for path in _files():
        place = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        for one in _of_python(text) if path.suffix == ".py" else _of_template(text, place):
            kept = found.setdefault(one.key, one)
            if kept.plural != one.plural:
                raise Clash(f"{place}: “{one.singular}” has another plural in {kept.files[0]}; give it a context")
            if place not in kept.files:
                kept.files.append(place)
    return list(found.values())


def _files() -> Iterable[Path]:
    """Yield Python files and templates (of mails too) by their names."""
    files = [
        path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".html", ".txt")
    ]
    return sorted(path for path in files if "migrations" not in path.parts)


def _of_python(text: str) -> Iterator[Message]:
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        words = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        yield from _message(name, words)


def _of_template(text: str, place: str) -> Iterator[Message]:
    """Django writes a template as calls among crosses; the bracket lets Python read them as one line."""
    code = f"({templatize(text, origin=place)}\n)"
    tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    for at, token in enumerate(tokens[:-1]):
        if token.string in _CALLS and tokens[at + 1].string == "(":
            yield from _message(token.string, _strings(tokens[at + 2 :]))


def _strings(tokens: Iterable[tokenize.TokenInfo]) -> list[str]:
    found = []
    for token in tokens:
        if token.type == tokenize.STRING:
            found.append(str(ast.literal_eval(token.string)))
        elif token.string != ",":
            break
    return found


def _message(name: str, words: list[str]) -> Iterator[Message]:
    form = _CALLS.get(name, ())
    if form and len(words) >= len(form):
        named = dict(zip(form, words, strict=False))
        yield Message(named["singular"], named.get("plural", ""), named.get("context"))
