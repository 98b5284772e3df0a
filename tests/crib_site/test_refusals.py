"""What is refused before anything reads it, whatever server runs the site."""

from typing import Any

import pytest
from django.test import Client

from crib_site.refusals import MOST_BYTES


class Unreadable:
    """A body that must not be read."""

    def read(self, *_size: int) -> bytes:
        """Fail."""
        raise AssertionError("the body was read")

    readline = read


@pytest.mark.parametrize(
    ("headers", "status", "words"),
    [
        ({"CONTENT_LENGTH": str(MOST_BYTES + 1)}, 413, "at most one megabyte"),
        ({"CONTENT_LENGTH": "9" * 5000}, 413, "at most one megabyte"),
        ({"CONTENT_LENGTH": "many"}, 400, "could not read"),
        ({"CONTENT_LENGTH": "-1"}, 400, "could not read"),
        ({"HTTP_TRANSFER_ENCODING": "chunked"}, 411, "length"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/games/open/", "/admin/login/", "/static/x", "/nowhere"])
def test_a_body_that_is_too_large_or_without_a_length(
    client: Client, path: str, headers: dict[str, str], status: int, words: str
) -> None:
    environ: Any = {**headers, "wsgi.input": Unreadable()}
    response = client.generic("POST", path, **environ)
    assert response.status_code == status
    assert words in response.text


@pytest.mark.django_db
def test_a_file_of_the_largest_size_is_kept_in_memory_only(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("a file was made")

    monkeypatch.setattr("tempfile.NamedTemporaryFile", refuse)
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    monkeypatch.setattr("django.core.files.uploadedfile.TemporaryUploadedFile.__init__", refuse)
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n' + b"5" * (MOST_BYTES - 100)
    body += b"\r\n--x--\r\n"
    response = client.post("/games/open/", body, content_type="multipart/form-data; boundary=x")
    assert response.status_code == 200
    assert 'role="alert"' in response.text
