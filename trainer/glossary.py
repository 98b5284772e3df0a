"""The glossary, and what all text files share: their folder, Markdown, languages and faults.

English has every entry; entries missing in another language are taken from English. Source: texts/README.md.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

TEXTS = Path(__file__).parent / "texts"
SOURCE = "en"
"""The language of the original texts."""
FILE = "glossary.md"

SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"

_TITLE = re.compile(r"#\s+\S.*")
_HEADING = re.compile(r"##\s+(?P<name>.*?)\s*(?:\{#(?P<slug>.*)\})?\s*")
_WORD = "word:"
_BREAKS = re.compile(r"[ \t\n]+")
"""Where a line may break."""


@dataclass(frozen=True, slots=True)
class TextFault:
    """Something wrong with a text file: the reason in words, and the line, counted from 1."""

    file: Path
    line: int
    reason: str

    def __str__(self) -> str:
        """Return file, line and reason."""
        words = {"file": self.file.relative_to(TEXTS.parent.parent), "line": self.line, "reason": self.reason}
        return _("%(file)s, line %(line)s: %(reason)s") % words


# ---------------------------------------------------------------------------------------------------- languages


@lru_cache  # every page of lessons asks
def languages() -> tuple[str, ...]:
    """Return the languages that have texts."""
    return tuple(sorted(path.name for path in TEXTS.iterdir() if path.is_dir() and not path.name.startswith(".")))


def languages_of(code: str | None) -> list[str]:
    """Return the languages to look for a text in, in order: "pt-br", "pt", "en". Only those that have texts."""
    asked = dict.fromkeys([code, code.partition("-")[0]]) if code else {}
    return [language for language in asked if language != SOURCE and language in languages()] + [SOURCE]


def lang_attribute(language: str) -> SafeString:
    """Return the attribute of a text that is not in the language of the page, ` lang="en"`, else nothing."""
    spoken = get_language() or SOURCE
    return SafeString("") if language in (spoken, spoken.partition("-")[0]) else format_html(' lang="{}"', language)


_MADE_FROM = re.compile(r"source:[^\n]*")


def without_mark(text: str) -> str:
    """Return a translation with its first line blank if that says what it was made from: lines keep their numbers."""
    return _MADE_FROM.sub("", text, count=1) if _MADE_FROM.match(text) else text


# ----------------------------------------------------------------------------------------------------- Markdown


def _figure(state: StateInline, silent: bool) -> bool:
    """Parse `{name argument}`. Without a closing brace it extends to the end of the paragraph."""
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
    """Return the parser. It parses HTML and all links, so that they can be refused; dashes never make a heading."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table").disable("lheading")
    markdown.inline.ruler.before("escape", "figure", _figure)
    setattr(markdown, "validateLink", lambda _url: True)  # noqa: B010 -- a method, by the types
    markdown.add_render_rule("figure", lambda _self, tokens, at, *_: tokens[at].meta["figure"]())
    for kind in ("html_inline", "html_block"):
        markdown.add_render_rule(kind, lambda _self, tokens, at, *_: escape(tokens[at].content))
    return markdown


MARKDOWN = _markdown()


def inline_tokens(tokens: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """Yield the inline tokens of a text, each with its line, counted from 0."""
    for token in tokens:
        line = token.map[0] if token.map else 0
        for child in token.children or ():
            yield line, child
            line += child.type in ("softbreak", "hardbreak") or child.content.count("\n")


def plain_text(tokens: Sequence[Token]) -> str:
    """Return the text without markup, with … for each figure. A space that does not break stays one."""
    paragraphs = ("".join(map(_plain, token.children)) for token in tokens if token.children)
    return _in_one_line(" ".join(paragraphs))


def _in_one_line(text: str) -> str:
    return _BREAKS.sub(" ", text).strip(" ")


def _plain(token: Token) -> str:
    match token.type:
        case "figure":
            return "…"
        case "softbreak" | "hardbreak":
            return " "
        case _:
            return token.content


def words_alone(text: str) -> bool:
    """Return whether a text has no markup; titles, headings, summaries and captions must not have any."""
    (line,) = MARKDOWN.parseInline(text)
    return all(token.type == "text" for token in line.children or ()) and plain_text([line]) == _in_one_line(text)


def not_plain(text: str) -> str:
    """Return the reason why a text with markup is refused."""
    return _("only words stand here, no figure, link or markup: “%(text)s”") % {"text": text}


# -------------------------------------------------------------------------------------------------------- words


@dataclass(frozen=True)
class Word:
    """An entry of the glossary. The definition is Markdown; lines in the file count from 1."""

    slug: str
    name: str
    definition: str
    line: int
    definition_line: int
    language: str = SOURCE

    @property
    def lang(self) -> SafeString:
        """The attribute of its elements that says its language, where the page has another."""
        return lang_attribute(self.language)

    @property
    def address(self) -> str:
        """Return the address of this word on the page of all words."""
        return address(self.slug)

    @cached_property
    def text(self) -> str:
        """Return the definition without markup."""
        return plain_text(MARKDOWN.parse(self.definition))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """Return the slugs of the entries that the definition links to."""
        found = inline_tokens(MARKDOWN.parse(self.definition))
        goals = [str(token.attrs["href"]) for _line, token in found if token.type == "link_open"]
        return tuple(goal.removeprefix(_WORD) for goal in goals if goal.startswith(_WORD))


def address(slug: str) -> str:
    """Return the address of a word in the glossary."""
    return f"{reverse('glossary')}#{slug}"


@lru_cache(maxsize=64)
def words(language: str) -> Mapping[str, Word]:
    """Return the glossary in a language ("en", "pt-br") by slug, in the order of the file. Gaps are filled in English.

    A language that is not there is taken without its region, else it is English. Faults are passed over.
    """
    english, _faults = read(SOURCE)
    found: dict[str, Word] = {}
    for code in languages_of(language):
        own, _faults = read(code)
        found |= {slug: word for slug, word in own.items() if slug in english and slug not in found}
    return found


def faults() -> list[TextFault]:
    """Return what is wrong with the glossaries, except inside definitions, which `trainer.lessons` checks."""
    english, found = read(SOURCE)
    for language in languages():
        if language != SOURCE:
            own, wrong = read(language)
            alone = [word for word in own.values() if word.slug not in english]
            reason = _("English has no word “%(slug)s”")
            found += wrong
            found += [TextFault(TEXTS / language / FILE, word.line, reason % {"slug": word.slug}) for word in alone]
    return found


def read(language: str) -> tuple[dict[str, Word], list[TextFault]]:
    """Return the valid entries of a language by slug, and what is wrong with its file."""
    path = TEXTS / language / FILE
    try:
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    except UnicodeDecodeError:
        return {}, [TextFault(path, 1, not_utf8())]
    found: dict[str, Word] = {}
    wrong: list[TextFault] = []
    for word in _entries(text, language):
        reason = _reason(word, found)
        if reason:
            wrong.append(TextFault(path, word.line, reason))
        else:
            found[word.slug] = word
    return found, wrong


def not_utf8() -> str:
    """Return the reason why a file that is not UTF-8 is refused."""
    return _("the file is not written in UTF-8")


def _entries(text: str, language: str) -> Iterator[Word]:
    """Yield an entry for every heading except the title of the file."""
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("#") and not _TITLE.fullmatch(line)]
    for at, end in pairwise([*starts, len(lines)]):
        match = _HEADING.fullmatch(lines[at])
        below = next((line for line in range(at + 1, end) if lines[line].strip()), end)
        definition = "\n".join(lines[below:end]).rstrip()
        slug, name = (match["slug"] or "", match["name"]) if match else ("", "")
        yield Word(slug, name, definition, at + 1, below + 1, language)


def _reason(word: Word, known: Mapping[str, Word]) -> str:
    """Return what is wrong with an entry; "" if nothing."""
    if not word.name or not re.fullmatch(SLUG, word.slug):
        return _("a word is headed “## Word {#slug}”, and its slug has small letters, digits and hyphens")
    if not words_alone(word.name):
        return not_plain(word.name)
    if word.slug in known:
        words = {"slug": word.slug, "line": known[word.slug].line}
        return _("“%(slug)s” stands here twice, first in line %(line)s") % words
    if not word.text:
        return _("“%(word)s” has no definition") % {"word": word.name}
    if any(token.type == "figure" for _line, token in inline_tokens(MARKDOWN.parse(word.definition))):
        return _("“%(word)s”: a definition has no figures") % {"word": word.name}
    return ""
