"""The glossary: the words of the game, as text files define them; and what all text files have in common.

That is where they stand, how their Markdown is taken apart, which language serves for another, and how a fault is told.
English has every word; what another language lacks is taken from English. Source: texts/README.md.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from django.utils.html import escape
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

TEXTS = Path(__file__).parent / "texts"
SOURCE = "en"
"""The language in which everything is written first."""
FILE = "glossary.md"

SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"

_TITLE = re.compile(r"#\s+\S.*")
_HEADING = re.compile(r"##\s+(?P<name>.*?)\s*(?:\{#(?P<slug>.*)\})?\s*")
_WORD = "word:"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a text file, in words; lines count from 1."""

    file: Path
    line: int
    reason: str

    def __str__(self) -> str:
        """File, line and reason."""
        words = {"file": self.file.relative_to(TEXTS.parent.parent), "line": self.line, "reason": self.reason}
        return _("%(file)s, line %(line)s: %(reason)s") % words


# ---------------------------------------------------------------------------------------------------- languages


def languages() -> tuple[str, ...]:
    """The languages that have texts."""
    return tuple(sorted(path.name for path in TEXTS.iterdir() if path.is_dir() and not path.name.startswith(".")))


def languages_of(code: str | None) -> list[str]:
    """The languages that have texts, of those that serve for this one: "pt-br", "pt", English."""
    asked = dict.fromkeys([code, code.partition("-")[0]]) if code else {}
    return [language for language in asked if language != SOURCE and language in languages()] + [SOURCE]


# ----------------------------------------------------------------------------------------------------- Markdown


def _figure(state: StateInline, silent: bool) -> bool:
    """The inline rule for `{name argument}`; one that is not closed goes on to the end of the paragraph."""
    if state.src[state.pos] != "{":
        return False
    end = state.src.find("}", state.pos, state.posMax)
    if not silent:
        token = state.push("figure", "", 0)
        token.content = state.src[state.pos + 1 : end if end >= 0 else state.posMax]
        token.meta["closed"] = end >= 0
    state.pos = end + 1 if end >= 0 else state.posMax
    return True


def _markdown() -> MarkdownIt:
    """The parser. It finds HTML and any address, so that they can be refused, and a line of dashes is only that."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table").disable("lheading")
    markdown.inline.ruler.before("escape", "figure", _figure)
    setattr(markdown, "validateLink", lambda _url: True)  # noqa: B010 -- a method, by the types
    markdown.add_render_rule("figure", lambda _self, tokens, at, *_: tokens[at].meta["figure"]())
    for kind in ("html_inline", "html_block"):
        markdown.add_render_rule(kind, lambda _self, tokens, at, *_: escape(tokens[at].content))
    return markdown


MARKDOWN = _markdown()


def inline(tokens: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """Every inline token of a text, with its line, from 0."""
    for token in tokens:
        line = token.map[0] if token.map else 0
        for child in token.children or ():
            yield line, child
            line += child.type in ("softbreak", "hardbreak") or child.content.count("\n")


def said(tokens: Sequence[Token]) -> str:
    """The words of a text alone, with … for a figure."""
    paragraphs = ("".join(map(_plain, token.children)) for token in tokens if token.children)
    return " ".join(" ".join(paragraphs).split())


def _plain(token: Token) -> str:
    match token.type:
        case "figure":
            return "…"
        case "softbreak" | "hardbreak":
            return " "
        case _:
            return token.content


def words_alone(text: str) -> bool:
    """Whether a title, a heading, a summary or a caption has words only: it is shown as it stands."""
    (line,) = MARKDOWN.parseInline(text)
    return all(token.type == "text" for token in line.children or ()) and said([line]) == " ".join(text.split())


def only_words(text: str) -> str:
    """What is wrong with a text that is not words alone, as it is told."""
    return _("only words stand here, no figure, link or markup: “%(text)s”") % {"text": text}


# -------------------------------------------------------------------------------------------------------- words


@dataclass(frozen=True)
class Word:
    """A word: its address, its name, its definition as Markdown, and their lines in the file, from 1."""

    slug: str
    name: str
    definition: str
    line: int
    definition_line: int

    @cached_property
    def text(self) -> str:
        """The definition in plain words."""
        return said(MARKDOWN.parse(self.definition))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The slugs of the words that the definition leads to."""
        found = inline(MARKDOWN.parse(self.definition))
        goals = [str(token.attrs["href"]) for _line, token in found if token.type == "link_open"]
        return tuple(goal.removeprefix(_WORD) for goal in goals if goal.startswith(_WORD))


@lru_cache(maxsize=64)
def words(language: str) -> Mapping[str, Word]:
    """The glossary in a language ("en", "pt-br"), by slug, in the order of its file; what it lacks comes in English.

    A language that is not there is taken without its region, else it is English. Faults are passed over.
    """
    english, _faults = read(SOURCE)
    found: dict[str, Word] = {}
    for code in languages_of(language):
        own, _faults = read(code)
        found |= {slug: word for slug, word in own.items() if slug in english and slug not in found}
    return found


def faults() -> list[Fault]:
    """What is wrong with the glossaries; what stands inside a definition is looked at in `trainer.lessons`."""
    english, found = read(SOURCE)
    for language in languages():
        if language != SOURCE:
            own, wrong = read(language)
            alone = [word for word in own.values() if word.slug not in english]
            reason = _("English has no word “%(slug)s”")
            found += wrong
            found += [Fault(TEXTS / language / FILE, word.line, reason % {"slug": word.slug}) for word in alone]
    return found


def read(language: str) -> tuple[dict[str, Word], list[Fault]]:
    """The words of a language that are sound, by slug, and what is wrong with its file; none without a file."""
    path = TEXTS / language / FILE
    try:
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    except UnicodeDecodeError:
        return {}, [Fault(path, 1, not_utf8())]
    found: dict[str, Word] = {}
    wrong: list[Fault] = []
    for word in _entries(text):
        reason = _reason(word, found)
        if reason:
            wrong.append(Fault(path, word.line, reason))
        else:
            found[word.slug] = word
    return found, wrong


def not_utf8() -> str:
    """Why a file cannot be read, as it is told."""
    return _("the file is not written in UTF-8")


def _entries(text: str) -> Iterator[Word]:
    """Every heading with what stands below it; the title of the file is none."""
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("#") and not _TITLE.fullmatch(line)]
    for at, end in pairwise([*starts, len(lines)]):
        match = _HEADING.fullmatch(lines[at])
        below = next((line for line in range(at + 1, end) if lines[line].strip()), end)
        definition = "\n".join(lines[below:end]).rstrip()
        yield Word((match and match["slug"]) or "", match["name"] if match else "", definition, at + 1, below + 1)


def _reason(word: Word, known: Mapping[str, Word]) -> str:
    """What is wrong with a word; "" if nothing."""
    if not word.name or not re.fullmatch(SLUG, word.slug):
        return _("a word is headed “## Word {#slug}”, and its slug has small letters, digits and hyphens")
    if not words_alone(word.name):
        return only_words(word.name)
    if word.slug in known:
        words = {"slug": word.slug, "line": known[word.slug].line}
        return _("“%(slug)s” stands here twice, first in line %(line)s") % words
    if not word.text:
        return _("“%(word)s” has no definition") % {"word": word.name}
    if any(token.type == "figure" for _line, token in inline(MARKDOWN.parse(word.definition))):
        return _("“%(word)s”: a definition has no figures") % {"word": word.name}
    return ""
