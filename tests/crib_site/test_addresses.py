"""What holds for every address: no junk breaks it, and only the methods that are meant do anything."""

from collections.abc import Iterator
from random import Random

import pytest
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from tests.addresses import addresses_of, patterns
from tests.full import few
from trainer.models import Learner

pytestmark = pytest.mark.django_db

JUNK = [
    "",
    "\N{NULL}",
    "-1",
    "9" * 400,
    "٣",
    "1e9",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "%00%ff",
    "🂡" * 300,
    "{{ 7*7 }}",
    "=1+1",
    "a\r\nSet-Cookie: x=1",
]
FIELDS = """
    again answer ask at card choice claim clear clock code count crib current cut days dealer discards drill email end
    file fingerprint for game hand hands hint keys level mode name next number page pairs password pause play points
    preset public_name q record resume say scores seats shown since skip sprint starter step text time username zone
"""
"""Names of fields, some of which a form has."""


def sign_in() -> Client:
    """Let Anna log in, in a browser that tells of errors by their status."""
    client = Client(raise_request_exception=False)
    client.force_login(Learner.objects.get_or_create(name="Anna")[0])
    return client


def strange(text: str) -> Iterator[str]:
    """Yield every address that takes a text, with this one."""
    for name, parameters in patterns(get_resolver()):
        for each in parameters:
            rest = dict.fromkeys(parameters, 1) | {"drill": "count", "slug": "fifteens"}
            try:
                yield reverse(name, kwargs={**rest, each: text})
            except NoReverseMatch:  # it leads to no view
                continue


@pytest.mark.parametrize("seed", few(range(8), 0))
def test_no_junk_breaks_one(seed: int) -> None:
    rng, client = Random(seed), sign_in()
    addresses = addresses_of(Learner.objects.get(name="Anna"))
    assert len(addresses) > 60
    for name, address in addresses.items():
        fields = {field: rng.choice(JUNK) for field in rng.sample(FIELDS.split(), 40)}
        for response in (client.get(address, fields), client.post(address, fields)):
            assert response.status_code < 500, (name, fields)
            assert "Set-Cookie" not in response.headers
            assert "<script>alert" not in response.text if not response.streaming else True
        if name in {"logout", "delete"}:
            client = sign_in()


@pytest.mark.parametrize("text", few(JUNK, *JUNK[1:6]))
def test_no_junk_in_an_address_breaks_one(text: str) -> None:
    client = sign_in()
    for address in strange(text):
        assert client.get(address).status_code in {200, 302, 404}, address


@pytest.mark.once("a method is refused before anything is read")
@pytest.mark.parametrize("method", few(["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"], "PUT", "TRACE"))
def test_other_methods_are_refused_everywhere(method: str) -> None:
    client = sign_in()
    for name, address in addresses_of(Learner.objects.get(name="Anna")).items():
        response = client.generic(method, address)
        assert response.status_code in {301, 302, 404, 405}, name
        assert not response.headers.get("Access-Control-Allow-Origin")
    assert Learner.objects.filter(name="Anna").exists()
