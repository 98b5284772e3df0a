"""Static files, gathered by `serve`. Where they are gone, pages come without their look, and the log says why."""

import re
from collections.abc import Iterator
from logging import getLogger
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urldefrag

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

_log = getLogger(__name__)

SHEETS = "css/site.css"
"""The style sheet that imports all others."""
_IMPORT = re.compile(r'@import url\("([\w.-]+)"\);')
_SPACE = re.compile(r'("[^"]*")|/\*.*?\*/|\s*([{};,])(?:\s|/\*.*?\*/)*|(\s)\s*', re.DOTALL)
"""In a style sheet: what is quoted and stays, comments, and spaces, most of which mean nothing."""

_COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
"""In a script: a line that is a comment."""


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Names with a hash of their content, compressed.

    A file is replaced whole and is never gone meanwhile: another server may be starting from the same folder, or serve
    it.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Take the options of Django's storage of static files."""
        super().__init__(*arguments, allow_overwrite=True, **options)

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file. One that was not gathered has the address without a hash."""
        if settings.DEBUG or self.is_gathered(name):
            return str(super().url(name, force))
        _log.error("%s was not gathered in %s: start the site again with manage.py serve.", name, self.location)
        return f"{settings.STATIC_URL}{name}"

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Put the sheets that `SHEETS` imports in their places in it, so that a page asks for one file, a small one.

        The site's own scripts come without the lines that are comments.
        """
        if not dry_run:
            paths = self._made_small(paths)
        yield from super().post_process(paths, dry_run, **options)

    def _made_small(self, paths: dict[str, Any]) -> dict[str, Any]:
        if SHEETS in paths:
            source, _path = paths[SHEETS]
            sheets = _IMPORT.sub(lambda found: _read(source, f"css/{found[1]}"), _read(source, SHEETS))
            self.save(SHEETS, ContentFile(dense(sheets)))
            paths = {**paths, SHEETS: (self, SHEETS)}
        for name in [name for name in paths if name.startswith("js/")]:
            self.save(name, ContentFile(_COMMENT.sub("", _read(paths[name][0], name))))
            paths = {**paths, name: (self, name)}
        return paths

    def delete(self, name: str) -> None:
        """Leave the file until `_save` replaces it: gathering deletes nothing but what it writes again at once."""

    def _save(self, name: str, content: Any) -> str:
        place = Path(self.path(name))
        place.parent.mkdir(parents=True, exist_ok=True)
        try:  # outside, because a server that starts reads the whole folder
            _write(place, content, Path(self.location).parent)
        except OSError:  # nothing can be moved into a volume, nor into a folder that is mounted by itself
            _write(place, content, place.parent)
        return name

    def is_gathered(self, name: str) -> bool:
        """Return whether a file has a name with a hash."""
        return self.hash_key(self.clean_name(urldefrag(name).url)) in self.hashed_files


def dense(sheet: str) -> str:
    """Return a style sheet without comments and needless spaces, which are an eighth of what it takes to send."""
    return _SPACE.sub(lambda found: found[1] or found[2] or " " * bool(found[3]), sheet)


def _write(place: Path, content: Any, beside: Path) -> None:
    """Write a file in a folder of its own in `beside`, and move it to its place as a whole."""
    with TemporaryDirectory(dir=beside) as folder:
        aside = FileSystemStorage(folder)
        Path(aside.path(aside.save(place.name, content))).replace(place)


def _read(storage: Any, name: str) -> str:
    with storage.open(name) as file:
        return str(file.read().decode())


class Middleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Serves the files."""

    def get_static_url(self, name: str) -> str | None:
        """Return the address of a file, or None if it was not gathered: whitenoise guesses names, to compare them."""
        if isinstance(staticfiles_storage, Storage) and not staticfiles_storage.is_gathered(name):
            return None
        return str(super().get_static_url(name))

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """Answer with a file, or "not found" where it was deleted while the site ran."""
        try:
            response: HttpResponse = WhiteNoiseMiddleware.serve(static_file, request)
        except FileNotFoundError:
            _log.error("Static files in %s are gone: start the site again.", settings.STATIC_ROOT)
            return HttpResponseNotFound()
        return response
