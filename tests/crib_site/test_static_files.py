"""A site whose gathered static files are gone still has its pages."""

import errno
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Browser

from crib_site.static_files import dense

SITE = Path("static/css/site.css").read_text(encoding="utf-8")
SHEETS = [Path("static/css", name).read_text(encoding="utf-8") for name in re.findall(r'url\("(.*?)"\)', SITE)]
RULES = """text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map(rule => rule.cssText).join("\\n");
}"""
"""The rules of a style sheet, as a browser has understood them."""


@pytest.fixture
def gathered(tmp_path: Path, settings: Any) -> Path:
    """A folder with two static files, as `serve` gathers them."""
    source, folder = tmp_path / "source", tmp_path / "static"
    source.mkdir()
    folder.mkdir()
    (source / "look.css").write_text("body { color: black }")
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = folder
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "crib_site.static_files.Storage"}}
    call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def test_a_file_deleted_while_the_site_runs_is_not_found(gathered: Path, client: Client, caplog: Any) -> None:
    address = staticfiles_storage.url("look.css")
    assert client.get(address).getvalue() == b"body { color: black }"
    for path in gathered.iterdir():
        path.unlink()
    assert client.get(address).status_code == 404
    assert f"Static files in {gathered} are gone" in caplog.text


@pytest.mark.usefixtures("gathered")
def test_a_file_that_was_never_gathered_leaves_the_page_without_it(caplog: Any) -> None:
    assert staticfiles_storage.url("more.css") == "/static/more.css"
    assert "more.css was not gathered" in caplog.text


def test_a_page_asks_for_all_style_sheets_at_once(tmp_path: Path, settings: Any) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "crib_site.static_files.Storage"}}
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin"])
    style = (tmp_path / staticfiles_storage.url("css/site.css").removeprefix("/static/")).read_text(encoding="utf-8")
    assert "@import" not in style
    assert all(dense(sheet).strip() in style for sheet in SHEETS)
    for path in Path("static/js").iterdir():
        sent = (tmp_path / staticfiles_storage.url(f"js/{path.name}").removeprefix("/static/")).read_text(
            encoding="utf-8"
        )
        lines = path.read_text(encoding="utf-8").splitlines()
        kept = [line for line in lines if line.strip() and not line.strip().startswith("//")]
        assert [line for line in sent.splitlines() if line.strip()] == kept, "without its lines of comments"


def test_a_dense_style_sheet_has_the_same_rules(browser: Browser) -> None:
    with browser.new_page() as page:
        for sheet in SHEETS:
            rules, dense_rules = (re.sub(r",\s+", ",", page.evaluate(RULES, text)) for text in (sheet, dense(sheet)))
            assert rules == dense_rules
    assert dense('a  >\n b { /* it */ content: "a ;  b" }') == 'a > b{content: "a ;  b"}'


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """A folder on another volume than `tmp_path`."""
    memory = Path("/dev/shm")
    if not memory.is_dir() or memory.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("this machine has one volume only")
    with TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


def test_files_are_gathered_on_a_volume_of_their_own(tmp_path: Path, volume: Path, settings: Any) -> None:
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATIC_ROOT.symlink_to(volume)
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "crib_site.static_files.Storage"}}
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin"])
    names = {path.name for path in volume.iterdir()}
    assert {"css", "js", "staticfiles.json"} <= names
    assert not [name for name in names if name.startswith("tmp")], "nothing is left over"


def test_files_are_gathered_in_a_mounted_folder_of_the_same_volume(
    gathered: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bind mount has the number of its volume, and yet no file can be moved into it."""
    move = Path.replace

    def replace(source: Path, target: Path) -> Path:
        if gathered not in source.parents:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return move(source, target)

    monkeypatch.setattr(Path, "replace", replace)
    (gathered.parent / "source" / "more.css").write_text("body { color: blue }")
    call_command("collectstatic", interactive=False, verbosity=0)
    assert (gathered / "more.css").read_text() == "body { color: blue }"
    assert {path.name for path in gathered.parent.iterdir()} == {"source", "static"}, "nothing is left over"
    assert not [path.name for path in gathered.iterdir() if path.name.startswith("tmp")]
