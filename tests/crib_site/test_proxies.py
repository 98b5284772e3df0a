"""The site behind nginx and Caddy with the files that are shipped, one of its two copies dead."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from time import monotonic

import pytest

from tests.proxies import HOST, Proxy, SecureVisitor, proxy
from tests.server import Database, Site, free_port, running

pytestmark = pytest.mark.full("starts proxies and waits for slow clients")

PASSWORD = "fifteen two and a pair is four"


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def front(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """Where the proxy is."""
    folder = tmp_path_factory.mktemp("proxy")
    site = Site(Database(folder / "data"), workers=2, CRIB_HTTPS="1", CRIB_HOSTS=HOST)
    with running(site), ExitStack() as stack:
        try:
            yield stack.enter_context(proxy(request.param, folder, [free_port(), site.port]))
        except FileNotFoundError as missing:
            pytest.skip(f"{missing} is not installed.")


def visitor(front: Proxy, source: str = "", **headers: str) -> SecureVisitor:
    """Somebody with a browser, at an address of this machine."""
    return SecureVisitor(front, source, Host=HOST, Referer=f"https://{HOST}/", **headers)


def test_a_plain_address_leads_to_https(front: Proxy) -> None:
    with closing(HTTPConnection(HOST, front.plain_port, timeout=30)) as asking:
        asking.request("GET", "/drills/", headers={"Host": HOST})
        response = asking.getresponse()
    assert response.status in {301, 308}
    assert response.headers["Location"].split("?")[0].replace(f":{front.port}", "") == f"https://{HOST}/drills/"


def test_an_account_is_made_left_and_entered_again(front: Proxy) -> None:
    ann = visitor(front)
    response = ann.hear(ann.send("GET", "/account/signup/"))
    assert response.status == 200
    assert "max-age=" in response.headers["Strict-Transport-Security"]
    assert "secure" in response.headers["Set-Cookie"].lower()
    fields = [("name", "Ann"), ("password", PASSWORD), ("again", PASSWORD)]
    assert ann.post("/account/signup/", fields).location.startswith("/")
    assert ann.post("/account/logout/", []).status == 302
    ann.get("/account/login/")
    assert ann.post("/account/login/", [("username", "Ann"), ("password", PASSWORD)]).status == 302
    assert "Ann" in ann.get("/account/")


def test_what_clients_say_of_themselves_is_not_believed(front: Proxy) -> None:
    headers = {"X-Forwarded-Proto": "http", "X-Forwarded-Host": "elsewhere.example", "Script-Name": "/x"}
    page = visitor(front, **headers, SCRIPT_NAME="/x").get("/account/login/")
    assert "elsewhere.example" not in page
    assert "/x/" not in page


def wrong_passwords(front: Proxy, source: str, tries: int) -> list[bool]:
    """Whether somebody was told to wait, for each try; each pretends to come from elsewhere."""
    told = []
    for number in range(tries):
        guesser = visitor(front, source, **{"X-Forwarded-For": f"192.0.2.{number}"})
        guesser.get("/account/login/")
        page = guesser.post("/account/login/", [("username", f"{source} {number}"), ("password", "wrong")]).text
        told.append("Too many wrong passwords" in page)
    return told


def test_wrong_passwords_count_for_the_client_s_own_address(front: Proxy) -> None:
    told = wrong_passwords(front, "127.0.0.2", 35)
    assert (told[0], told[-1]) == (False, True)
    assert wrong_passwords(front, "127.0.0.3", 1) == [False]


def test_a_large_body_is_refused(front: Proxy) -> None:
    sender = visitor(front)
    sender.get("/account/login/")
    assert sender.post("/account/login/", [("username", "x" * 2_000_000)]).status == 413


def test_slow_clients_hold_up_nobody(front: Proxy) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with ExitStack() as stack:
        for _ in range(50):
            raw = stack.enter_context(socket.create_connection((HOST, front.port), timeout=30))
            slow = stack.enter_context(context.wrap_socket(raw, server_hostname=HOST))
            slow.sendall(
                f"POST /account/login/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 500\r\n\r\nusername=".encode()
            )
        began = monotonic()
        for _ in range(10):
            visitor(front).get("/account/login/")
        assert monotonic() - began < 8, "the proxies end slow clients after ten seconds at the earliest"


@pytest.mark.parametrize("path", ["/livez", "/readyz"])
def test_the_probes_answer(front: Proxy, path: str) -> None:
    assert '"ok": true' in visitor(front).get(path)
