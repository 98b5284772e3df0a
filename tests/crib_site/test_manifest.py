"""The site can be installed: its manifest and icons are right, also with hashed names."""

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import set_script_prefix
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from trainer.models import Learner

ADDRESS = "/manifest.webmanifest"
NATURAL_SIZE = """async url => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image.naturalWidth;
}"""
"""The width of an image as the browser decodes it."""


def manifest(client: Client) -> dict[str, Any]:
    """Return the manifest."""
    response = client.get(ADDRESS)
    assert response.headers["Content-Type"] == "application/manifest+json"
    assert response.headers["Cache-Control"] == "public, max-age=86400"
    content: dict[str, Any] = json.loads(response.content)
    return content


def size(name: str) -> tuple[int, int]:
    """Return the width and height of a PNG file of the site."""
    path = finders.find(name)
    assert path, name
    head = Path(path).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:])
    return width, height


def test_what_it_says(client: Client) -> None:
    told = manifest(client)
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    assert told["name"]
    assert len(told["short_name"]) <= 12, "more is cut off under an icon"
    icons = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert icons == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in told["icons"]:
        assert icon["sizes"] == "{}x{}".format(*size(icon["src"].removeprefix("/static/")))
    assert size("icons/apple-touch-icon.png") == (180, 180)


@pytest.mark.django_db
def test_its_colours_are_those_of_the_pages(client: Client) -> None:
    told = manifest(client)
    path = finders.find("css/tokens.css")
    assert path
    style = Path(path).read_text(encoding="utf-8")
    page = client.get("/hands/").text
    dark = style.partition(f"--walnut: light-dark({told['theme_color']}, ")[2].partition(")")[0]
    assert f"--paper: light-dark({told['background_color']}, " in style
    for colour, scheme in ((told["theme_color"], "light"), (dark, "dark")):
        assert f'<meta name="theme-color" content="{colour}" media="(prefers-color-scheme: {scheme})">' in page
        client.force_login(Learner.objects.create_user(scheme, preferences={"look": scheme}))
        assert f'<meta name="theme-color" content="{colour}">' in client.get("/hands/").text


def test_every_page_names_it(client: Client) -> None:
    page = client.get("/hands/").text
    assert f'<link rel="manifest" href="{ADDRESS}">' in page
    assert '<link rel="apple-touch-icon" href="/static/icons/apple-touch-icon.png">' in page


def test_where_the_site_is_mounted_below_a_path(client: Client) -> None:
    set_script_prefix("/crib/")
    try:
        told = manifest(client)
    finally:
        set_script_prefix("/")
    assert told["id"] == told["start_url"] == told["scope"] == "/crib/"


def test_names_with_a_hash(client: Client, tmp_path: Path) -> None:
    hashed = {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    storages = {**settings.STORAGES, "staticfiles": hashed}
    icons = [Path(str(finders.find("icons"))).parent]
    with override_settings(STORAGES=storages, STATIC_ROOT=tmp_path, STATICFILES_DIRS=icons):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin", "css", "js", "*.js"])
        told = manifest(client)
    for icon in told["icons"]:
        name = icon["src"].removeprefix("/static/")
        assert (tmp_path / name).exists()
        assert name.count(".") == 2, "a hash before the ending"


@pytest.mark.django_db
def test_a_browser_would_install_it(browser: Browser, live_server: LiveServer) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{live_server.url}/hands/")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert (found["url"], found["errors"]) == (f"{live_server.url}{ADDRESS}", [])
    understood = found["manifest"]
    assert understood["startUrl"] == understood["scope"] == f"{live_server.url}/"
    assert understood["display"] == "kStandalone"
    for icon in understood["icons"]:
        natural = page.evaluate(NATURAL_SIZE, icon["url"])
        assert icon["sizes"] == f"{natural}x{natural}"
    # A browser without windows finds no errors in anything; one with windows says what it would not install.
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    page.context.close()
