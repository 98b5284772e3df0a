"""Markdown of lessons and definitions, with computed figures and links inside the site.

A figure stands in braces, `{points 4C 5S 6D JH | 4H}`. It is checked when the text is read, and computed when shown.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from game.engine.cards import CardError
from game.words import terms
from trainer import glossary
from trainer.drills.questions import UnreadableQuestion
from trainer.drills.registry import DRILLS
from trainer.glossary import MARKDOWN, SLUG, inline_tokens, plain_text
from trainer.lessons.figures import FIGURES, Figure

LINKS: dict[str, Callable[[str], str]] = {
    "word": glossary.address,
    "lesson": lambda slug: reverse("lesson", args=[slug]),
    "drill": lambda name: reverse("drill", args=[name]),
}
"""The kinds of link in a text, by the part before the colon."""

_BEFORE_A_STOP = re.compile(r'(<button type="button" class="to-word"[^<]*</button>)((?:[\u00a0\u202f]?[.,:;!?)”’…»])+)')
"""A word to press and what ends its sentence, which is never alone on the next line."""

_ON_THE_SPOT = "words open on the spot"
_OPEN = "a word is open"
"""What a renderer is told, and what it keeps in mind."""


def _link_open(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: dict[str, bool]
) -> str:
    slug = tokens[at].meta.get("word")
    env[_OPEN] = bool(slug) and _ON_THE_SPOT in env
    if env[_OPEN]:
        return f'<button type="button" class="to-word" popovertarget="word-{slug}">'
    return renderer.renderToken(tokens, at, options, env)


def _link_close(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: dict[str, bool]
) -> str:
    return "</button>" if env[_OPEN] else renderer.renderToken(tokens, at, options, env)


MARKDOWN.add_render_rule("link_open", _link_open)
MARKDOWN.add_render_rule("link_close", _link_close)


@dataclass(frozen=True, slots=True)
class LessonText:
    """A parsed text with its figures and links resolved."""

    tokens: Sequence[Token]

    def html(self) -> SafeString:
        """Render the text as HTML, with links to the glossary."""
        return self._html({})

    def step_html(self) -> SafeString:
        """Render the text as HTML, with a button for each word that opens its card on the same page."""
        html = self._html({_ON_THE_SPOT: True})
        return mark_safe(_BEFORE_A_STOP.sub(r'<span class="whole">\1\2</span>', html))  # noqa: S308 -- as below

    def _html(self, env: dict[str, bool]) -> SafeString:
        html: str = MARKDOWN.renderer.render(self.tokens, MARKDOWN.options, env)
        return mark_safe(html)  # noqa: S308 -- HTML of authors is refused, and escaped

    @property
    def words(self) -> list[str]:
        """The slugs of the words that the text explains, in order."""
        found = (token.meta.get("word") for _line, token in inline_tokens(self.tokens))
        return list(dict.fromkeys(slug for slug in found if slug))

    def __str__(self) -> str:
        """Return the plain text for search, with … for each figure."""
        return plain_text(self.tokens)

    @property
    def length(self) -> int:
        """The number of words; a figure counts as one."""
        return len(str(self).split())


def prepare(tokens: Sequence[Token], lessons: Collection[str]) -> Iterator[tuple[int, str]]:
    """Resolve figures and links in place, and yield what is wrong with them, with lines counted from 0.

    `lessons` are the slugs that links can lead to.
    """
    for token in tokens:
        if wrong := _misplaced(token):
            yield token.map[0] if token.map else 0, wrong
    for line, token in inline_tokens(tokens):
        if wrong := _bound(token, lessons):
            yield line, wrong


def _misplaced(token: Token) -> str:
    """Return why a block must not stand in a text; "" if it may."""
    match token.type:
        case "heading_open" | "code_block":
            return _("a heading stands at the beginning of a screen, and there is no code")
        case "fence" | "hr":
            return _("a block or a line of dashes stands at the margin, and not inside a list, a quote or a text")
        case "html_block":
            return _no_html(token)
    return ""


def _no_html(token: Token) -> str:
    return _("a text has no HTML: “%(html)s”") % {"html": token.content.strip()}


def _bound(token: Token, lessons: Collection[str]) -> str:
    """Resolve a figure or a link. Returns what is wrong with it, or ""."""
    match token.type:
        case "figure":
            return _figure(token)
        case "link_open":
            return _link(token, lessons)
        case "image":
            return _("a text has no pictures")
        case "html_inline":
            return _no_html(token)
    return ""


def _figure(token: Token) -> str:
    if not token.meta["closed"]:
        return _("a figure is not closed: “{%(figure)s”") % {"figure": token.content}
    try:
        token.meta["figure"] = _shown(figure(token.content))
    except ValueError as error:
        return f"{{{token.content}}}: {reason_of(error)}"
    return ""


def _link(token: Token, lessons: Collection[str]) -> str:
    link = str(token.attrs["href"])
    kind, colon, target = link.partition(":")
    if not colon or kind not in LINKS:
        return _("a link goes to word:, lesson: or drill:, not to “%(link)s”") % {"link": link}
    known: dict[str, Collection[str]] = {"word": glossary.words(glossary.SOURCE), "lesson": lessons, "drill": DRILLS}
    if not re.fullmatch(SLUG, target) or target not in known[kind]:
        return _("the link leads nowhere: %(link)s") % {"link": link}
    token.attrs = {"href": LINKS[kind](target), "class": f"to-{kind}"}
    if kind == "word":
        token.meta["word"] = target
    return ""


def reason_of(error: Exception) -> str:
    """Return the error as a sentence."""
    if isinstance(error, CardError):
        return terms.card_fault(error)
    if isinstance(error, UnreadableQuestion):
        return _("not understood: “%(line)s”") % {"line": error}
    return str(error)


def figure(content: str) -> Figure:
    """Return the figure for the content of the braces. Raises ValueError."""
    name, _space, argument = content.partition(" ")
    if name not in FIGURES:
        raise ValueError(_("there is no figure “%(name)s”") % {"name": name})
    return FIGURES[name](argument.strip())


def _shown(made: Figure) -> Callable[[], SafeString]:
    return lambda: conditional_escape(made())


def read(source: str, lessons: Collection[str], faults: list[tuple[int, str]]) -> LessonText:
    """Parse a text; what is wrong is added to `faults`, with lines counted from 0."""
    tokens = MARKDOWN.parse(source)
    faults += prepare(tokens, lessons)
    return LessonText(tokens)
