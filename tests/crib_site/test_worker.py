"""A worker answers whole requests, whatever other clients send, drip, or do not read."""

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.utils import translation

from crib_site import refusals, worker

LARGE = 20_000_000
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf"

LEAVING: list[socket.socket] = []
"""The client that is gone before the response to /left."""


def reset(client: socket.socket) -> None:
    """Close a connection with a reset."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def application(environ: dict[str, Any], start_response: Callable[..., object]) -> list[bytes]:
    """Answer with what was understood of the request, or with much."""
    if environ["PATH_INFO"] == "/large":
        start_response("200 OK", [("Content-Length", str(LARGE))])
        return [b"x" * 100_000] * (LARGE // 100_000)
    if environ["PATH_INFO"] == "/left":
        reset(LEAVING.pop())
    told = {name: value for name, value in environ.items() if isinstance(value, str)}
    body = json.dumps({**told, "body": environ["wsgi.input"].read().decode()}).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@contextmanager
def front(most: int = 100) -> Iterator[int]:
    """The inside of a worker at work in a thread; its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    serving = worker.Front(application, [listener], most)
    ended = threading.Event()

    def serve() -> None:
        while not ended.is_set():
            serving.turn(0.01)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        ended.set()
        thread.join()
        serving.refuse_more()
        serving.close()


@pytest.fixture
def port() -> Iterator[int]:
    """The port of a worker."""
    with front() as port:
        yield port


def begin(port: int, request: bytes) -> socket.socket:
    """Connect, and send what may be a part of a request only."""
    client = socket.create_connection(("127.0.0.1", port), timeout=30)
    client.sendall(request)
    return client


def rest(client: socket.socket) -> bytes:
    """All that still comes before the connection is closed, which it has to be."""
    with client:
        return b"".join(iter(lambda: client.recv(1 << 20), b""))


def ask(port: int, request: bytes) -> tuple[bytes, bytes]:
    """The status line and headers of the response, and its body."""
    head, _, body = rest(begin(port, request)).partition(b"\r\n\r\n")
    return head, body


def test_clients_that_send_half_a_request_hold_up_nobody(port: int) -> None:
    slow = [begin(port, HALF) for _ in range(50)]
    for _ in range(2):
        assert ask(port, GET)[0].startswith(b"HTTP/1.1 200 OK\r\n")
        for client in slow[:25]:
            client.sendall(b".")
    slow[0].sendall(b"...")  # whole at last: 9 bytes
    assert json.loads(rest(slow[0]).partition(b"\r\n\r\n")[2])["body"] == "half....."
    for client in slow[1:]:
        client.close()


def test_a_client_that_does_not_read_holds_up_nobody_and_loses_nothing(port: int) -> None:
    deaf = begin(port, GET.replace(b"/ ", b"/large ", 1))
    assert ask(port, GET)[0].startswith(b"HTTP/1.1 200 OK\r\n")
    assert rest(deaf).partition(b"\r\n\r\n")[2] == b"x" * LARGE


def test_who_is_gone_before_being_asked_for_the_body_leaves_nothing_behind() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = worker.Front(application, [listener], 100)
        expecting = b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 90000\r\n\r\n"
        reset(begin(listener.getsockname()[1], expecting + bytes(30_000)))
        for _ in range(20):
            serving.turn(0.01)
        assert serving.is_empty()
        assert serving.held == 0
        serving.close()


@pytest.mark.parametrize("expecting", [b"", b"Expect: 100-continue\r\n"])
def test_a_body_that_is_too_large_is_refused_in_words_to_who_sends_all_of_it_first(port: int, expecting: bytes) -> None:
    length = 8 * refusals.MOST_BYTES
    client = begin(port, b"POST / HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n" % (expecting, length))
    client.sendall(bytes(length))
    client.shutdown(socket.SHUT_WR)
    answer = rest(client)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"at most one megabyte" in answer


def test_who_is_gone_before_the_refusal_takes_nobody_along(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that counts the bytes itself closes the connection at the moment at which the site refuses them."""
    client = begin(port, b"")
    at_the_door = refusals.at_the_door

    def too_late(status: int) -> tuple[str, bytes]:
        reset(client)
        return at_the_door(status)

    monkeypatch.setattr(refusals, "at_the_door", too_late)
    client.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n")
    assert b" 200 " in ask(port, GET)[0]
    assert client.fileno() == -1


def test_who_is_gone_before_the_response_takes_nobody_along(port: int) -> None:
    LEAVING.append(begin(port, b""))
    LEAVING[0].sendall(GET.replace(b" / ", b" /left "))
    assert b" 200 " in ask(port, GET)[0]
    assert not LEAVING


def test_a_body_of_the_largest_size_is_taken(port: int) -> None:
    body = b"b" * refusals.MOST_BYTES
    head, answer = ask(port, b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
    assert head.startswith(b"HTTP/1.1 200 ")
    assert len(json.loads(answer)["body"]) == len(body)


def test_a_client_that_asks_first_is_told_to_go_on(port: int) -> None:
    client = begin(port, b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
    assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    client.sendall(b"more")
    assert b'"body": "more"' in rest(client)


@pytest.mark.parametrize(
    ("request_", "status", "words"),
    [
        (b"hello\r\n\r\n", b"400 ", b"could not read"),
        (b"GET / HTTP/1.1\r\nno header\r\n\r\n", b"400 ", b"could not read"),
        (b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", b"400 ", b"could not read"),
        (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", b"400 ", b"could not read"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n", b"411 ", b"Content-Length"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", b"501 ", b"could not read"),
        (b"GET / HTTP/1.1\r\nCookie: %s\r\n\r\n" % (b"x" * worker.MOST_HEADERS), b"431 ", b"cookies"),
    ],
)
def test_what_is_no_request_is_refused_in_a_sentence(port: int, request_: bytes, status: bytes, words: bytes) -> None:
    head, body = ask(port, request_)
    assert head.startswith((b"HTTP/1.0 " + status, b"HTTP/1.1 " + status))
    assert b"X-Content-Type-Options: nosniff" in head
    assert words in body
    assert len(body.splitlines()) == 1


def test_a_refusal_at_the_door_speaks_the_language_of_the_site(settings: Any) -> None:
    settings.LANGUAGE_CODE = "pl"
    with front() as port:
        _head, body = ask(port, b"GET / HTTP/1.1\r\nCookie: %s\r\n\r\n" % (b"x" * worker.MOST_HEADERS))
    with translation.override("pl"):
        assert body == refusals.at_the_door(431)[1]
    assert b"cookies" not in body


def test_a_response_to_head_has_no_body(port: int) -> None:
    head, body = ask(port, GET.replace(b"GET", b"HEAD"))
    assert b"Content-Length: " in head
    assert body == b""


def test_a_response_does_not_say_which_server_it_is_from(port: int) -> None:
    for request in (GET, b"nonsense\r\n\r\n"):
        head, _body = ask(port, request)
        assert head.startswith(b"HTTP/1.")
        assert b"\nserver:" not in head.lower()


def test_no_header_says_where_the_site_is(port: int) -> None:
    headers = [b"SCRIPT_NAME: /x", b"Script-Name: /x", b"PATH_INFO: /x", b"REMOTE_ADDR: 1.2.3.4", b"X-Script-Name: /x"]
    request = b"\r\n".join([b"GET /a/b HTTP/1.1", b"Host: localhost", *headers]) + b"\r\n\r\n"
    environ = json.loads(ask(port, request)[1])
    assert (environ["SCRIPT_NAME"], environ["PATH_INFO"], environ["REMOTE_ADDR"]) == ("", "/a/b", "127.0.0.1")


def test_a_connection_carries_one_request(port: int) -> None:
    head, body = ask(port, GET + GET)
    assert b"Connection: close" in head
    assert b"HTTP/1.1" not in body.replace(b'"SERVER_PROTOCOL": "HTTP/1.1"', b"")


def test_a_request_that_does_not_arrive_is_waited_for_no_longer(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PATIENCE", 0)
    assert rest(begin(port, HALF)) == b""


def test_beyond_the_most_connections_the_oldest_is_closed() -> None:
    with front(most=3) as port:
        slow = []
        for _ in range(3):
            slow.append(begin(port, HALF))
            assert ask(port, GET)[0].startswith(b"HTTP/1.1 200 OK\r\n")
        assert rest(slow[0]) == b""
        for client in slow[1:]:
            client.sendall(b".....")
            assert b'"body": "half....."' in rest(client)


def test_an_error_in_a_connection_ends_that_connection_only(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> int:
        raise ValueError

    with monkeypatch.context() as patch:
        patch.setattr("waitress.parser.HTTPRequestParser.received", fail)
        assert rest(begin(port, GET)) == b""
    assert ask(port, GET)[0].startswith(b"HTTP/1.1 200 OK\r\n")
