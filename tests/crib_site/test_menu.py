"""Every page stands under one part of the menu at the most."""

import re

import pytest
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from crib_site.menu import PARTS


def names(resolver: URLResolver) -> set[str | None]:
    """Return the names of all addresses below a resolver."""
    found: set[str | None] = set()
    for each in resolver.url_patterns:
        found |= {each.name} if isinstance(each, URLPattern) else names(each)
    return found


def test_every_page_of_the_menu_has_an_address() -> None:
    assert set(PARTS) <= names(get_resolver())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "part"),
    [
        ("/lessons/", "Learn"),
        ("/glossary/", "Learn"),
        ("/games/", "Play"),
        ("/games/open/", "Play"),
        ("/games/new/", "Play"),
        ("/decisions/", "Play"),
        ("/drills/", "Practise"),
        ("/drills/count/", "Practise"),
        ("/own-hands/", "Practise"),
        ("/races/", "Practise"),
        ("/runs/", "Practise"),
        ("/progress/", "Progress"),
        ("/account/login/", "Account"),
        ("/", None),
        ("/privacy/", None),
        ("/nowhere/", None),
    ],
)
def test_one_part_of_the_menu_is_marked(client: Client, address: str, part: str | None) -> None:
    menu = client.get(address).text.partition("</header>")[0]
    marked = re.findall(r'aria-current="page">(.*?)</a>', menu, re.DOTALL)
    assert [re.sub(r"<[^>]*>", "", each).strip() for each in marked] == ([part] if part else [])
