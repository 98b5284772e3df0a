"""The Markdown of lessons and of definitions: words, figures that the program works out, and links inside the site.

A figure stands in braces, `{points 4C 5S 6D JH | 4H}`, and is read at once, but worked out when it is shown.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from markdown_it.token import Token

from game.engine.cards import CardError
from game.words import terms as game_wording
from trainer import glossary
from trainer.drills.questions import Unreadable
from trainer.drills.registry import DRILLS
from trainer.glossary import MARKDOWN, SLUG, inline, said
from trainer.lessons.figures import FIGURES, Figure

LINKS: dict[str, Callable[[str], str]] = {
    "word": lambda slug: f"{reverse('glossary')}#{slug}",
    "lesson": lambda slug: reverse("lesson", args=[slug]),
    "drill": lambda name: reverse("drill", args=[name]),
}
"""The links that a text may have, by what stands before the colon."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text that was read, and can be shown."""

    tokens: Sequence[Token]

    def html(self) -> SafeString:
        """The text as HTML, with its figures and links."""
        html: str = MARKDOWN.renderer.render(self.tokens, MARKDOWN.options, {})
        return mark_safe(html)  # noqa: S308 -- HTML of authors is refused, and escaped

    def __str__(self) -> str:
        """The words alone, as they are searched, with … for a figure."""
        return said(self.tokens)

    @property
    def length(self) -> int:
        """How many words it has; a figure is one."""
        return len(str(self).split())


def prepare(tokens: Sequence[Token], lessons: Collection[str]) -> Iterator[tuple[int, str]]:
    """Bind figures and links of a text; what is wrong with them, each with its line from 0.

    `lessons` are the slugs of those that links can lead to.
    """
    for token in tokens:
        if wrong := _misplaced(token):
            yield token.map[0] if token.map else 0, wrong
    for line, token in inline(tokens):
        if wrong := _bound(token, lessons):
            yield line, wrong


def _misplaced(token: Token) -> str:
    """What is wrong with a part that is no text; "" if nothing."""
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
    """Bind a figure or a link; what is wrong with it, "" if nothing."""
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
    return ""


def reason_of(error: Exception) -> str:
    """Why a text was not understood, in words."""
    if isinstance(error, CardError):
        return game_wording.card_fault(error)
    if isinstance(error, Unreadable):
        return _("not understood: “%(line)s”") % {"line": error}
    return str(error)


def figure(content: str) -> Figure:
    """The figure of what stands in braces. Raises ValueError."""
    name, _space, argument = content.partition(" ")
    if name not in FIGURES:
        raise ValueError(_("there is no figure “%(name)s”") % {"name": name})
    return FIGURES[name](argument.strip())


def _shown(made: Figure) -> Callable[[], SafeString]:
    return lambda: conditional_escape(made())


def read(source: str, lessons: Collection[str], faults: list[tuple[int, str]]) -> Text:
    """A text of one paragraph or several; what is wrong is added to `faults`, with lines from 0."""
    tokens = MARKDOWN.parse(source)
    faults += prepare(tokens, lessons)
    return Text(tokens)
