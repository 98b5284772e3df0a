"""Every response has the headers that keep browsers from harm, whoever answers: a view, an error, a middleware."""

import gzip
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from crib_site.headers import PERMISSIONS

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
}

pytestmark = pytest.mark.django_db

ANSWERS = [
    ("GET", "/", 200),
    ("GET", "/livez", 200),
    ("GET", "/manifest.webmanifest", 200),
    ("GET", "/admin/login/", 200),
    ("GET", "/account/password/", 302),
    ("POST", "/account/login/", 403),
    ("GET", "/nowhere/", 404),
    ("POST", "/", 403),
    ("TRACE", "/", 405),
    ("GET", "/\N{NULL}", 404),
]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_all_responses_have_them(method: str, path: str, status: int) -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.generic(method, path)
    assert response.status_code == status
    assert HEADERS.items() <= dict(response.headers).items()
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    kind = response.headers["Content-Type"]
    assert "charset=utf-8" in kind or not kind.startswith("text/")


@pytest.mark.parametrize("length", ["x", "9999999"])
def test_so_does_what_is_refused_at_the_door(client: Client, length: str) -> None:
    response = client.post("/account/login/", CONTENT_LENGTH=length)
    assert response.status_code in {400, 413}
    assert HEADERS.items() <= dict(response.headers).items()


def test_with_https_they_are_told_that_it_is_for_good(client: Client, settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 99
    for path in ("/", "/livez", "/nowhere/"):
        assert client.get(path, secure=True).headers["Strict-Transport-Security"] == "max-age=99"


def test_a_page_comes_compressed_for_browsers_that_take_it(client: Client) -> None:
    plain, response = client.get("/hands/"), client.get("/hands/", headers={"Accept-Encoding": "gzip, deflate, br"})
    assert "Content-Encoding" not in plain.headers
    assert response.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert int(response.headers["Content-Length"]) == len(response.content) < len(plain.content) / 2
    assert b"<!DOCTYPE html>" in gzip.decompress(response.content)


class TestSecurityTxt:
    """Whom to tell of a weakness."""

    @pytest.mark.parametrize(
        ("contact", "url"),
        [("ann@example.org", "mailto:ann@example.org"), ("https://example.org/us", "https://example.org/us")],
    )
    def test_it_names_who_runs_the_site(self, client: Client, settings: Any, contact: str, url: str) -> None:
        settings.CONTACT = contact
        response = client.get("/.well-known/security.txt")
        assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
        fields = dict(line.split(": ", 1) for line in response.text.splitlines())
        assert fields["Contact"] == url
        assert fields["Expires"] > timezone.now().isoformat()

    def test_without_one_there_is_none(self, client: Client, settings: Any) -> None:
        settings.CONTACT = ""
        assert client.get("/.well-known/security.txt").status_code == 404
