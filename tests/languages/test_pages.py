"""A page is the same page in every language: the same forms, and drawings whose places are written for the browser."""

import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.addresses import addresses_of
from tests.full import few
from tests.languages.catalogues import languages
from tests.words import PLACES
from trainer.models import Learner

FORMS = {"form", "input", "button", "select", "textarea", "option"}
NAMED = {"id", "name", "hx-target"}
PATHS = {"d", "points", "transform", "from", "to", "dur", "style"}
VOID = {"input", "img", "br", "hr", "link", "meta", "use", "source", "col", "wbr"}
INLINE = {"a", "abbr", "b", "bdi", "button", "em", "i", "kbd", "span", "strong", "svg", "sub", "sup", "time", "use"}
WORDLESS = {"script", "style", "code", "kbd", "pre", "option", "bdi"}
GLUED = re.compile(r".{0,20}[^\s\u00a0\u202f?!.…][:;!?»](?=\s|$)|.{0,20} [:;!?»](?=\s|$)", re.MULTILINE)
"""A point that stands right behind a word, or behind a space where a line may break."""
pytestmark = pytest.mark.once("what pages say in other languages")

PROSE = {"glossary"}
"""Pages whose order is that of an alphabet."""


class Skeleton(HTMLParser):
    """Counts what a page must have in common in all languages."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: Counter[tuple[str, str, str | None]] = Counter()
        self.language = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count forms and drawings."""
        given = dict(attrs)
        self.language = given.get("lang") or "" if tag == "html" else self.language
        kept = PLACES | PATHS | (NAMED if tag in FORMS else set())
        self.parts.update((tag, name, given[name]) for name in kept & given.keys())


class Words(HTMLParser):
    """Gathers what a page says, also to those who hear it, a line for each block."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.silent: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line with a block, and pass over what is in no language."""
        given = dict(attrs)
        if self.silent or tag in WORDLESS or given.get("translate") == "no":
            self.silent += [tag] if tag not in VOID else []
        self.said += ["\n"] if tag not in INLINE else []
        self.said += [f"\n{given[name]}\n" for name in ("aria-label", "title", "placeholder") if given.get(name)]

    def handle_endtag(self, tag: str) -> None:
        """End a line with a block."""
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()
        self.said += ["\n"] if tag not in INLINE else []

    def handle_data(self, data: str) -> None:
        """Add what is said."""
        self.said += [data] if not self.silent else []


@pytest.mark.django_db
def test_french_has_a_space_that_does_not_break_before_its_points(client: Client) -> None:
    client.post(
        reverse("signup"), {"name": "Ann", "password": "fifteen two and a pair", "again": "fifteen two and a pair"}
    )
    glued: set[tuple[str, str]] = set()
    pages = 0
    for name, address in addresses_of(Learner.objects.get(name="Ann")).items():
        page = client.get(address, headers={"accept-language": "fr"})
        if page.status_code == 200 and page["Content-Type"].startswith("text/html"):
            pages += 1
            glued |= {(name, found) for found in GLUED.findall("".join(Words(page.text).said))}
    assert pages > 40
    assert not glued


@pytest.mark.django_db
@pytest.mark.parametrize("language", few(languages(), "pl"))
def test_every_page_has_the_same_forms_and_drawings_in_every_language(
    client: Client, settings: Any, language: str
) -> None:
    settings.LANGUAGES = [("en", "English"), (language, language)]
    client.post(
        reverse("signup"), {"name": "Ann", "password": "fifteen two and a pair", "again": "fifteen two and a pair"}
    )
    pages = 0
    for name, address in addresses_of(Learner.objects.get(name="Ann")).items():
        if name in PROSE:
            continue
        english = client.get(address, headers={"accept-language": "en"})
        if english.status_code != 200 or not english["Content-Type"].startswith("text/html"):
            continue
        pages += 1
        page = client.get(address, headers={"accept-language": language})
        assert page.status_code == 200, (name, language)
        own, model = Skeleton(page.text), Skeleton(english.text)
        assert own.parts == model.parts, (name, language, own.parts - model.parts, model.parts - own.parts)
        assert own.language == (language if model.language else ""), name
    assert pages > 40
