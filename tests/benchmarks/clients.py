"""Print what bad clients cost others: `python -m tests.benchmarks.clients [--port N] [--connections N ...]`.

The site is started with `manage.py serve` on an empty folder, or is the one at --port. While so many connections send
half a request and stop, or drip a byte a second, or ask for a page and do not read it, somebody else opens the title
page twenty times. Then a body is uploaded that is too large, and after it the temporary folder is looked at.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median

from tests.benchmarks.output import say

_PAGES = 20
_TIMEOUT = 40
_HALF = b"POST /drills/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n"
_PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _half(port: int) -> None:
    """Send half of a request, then nothing."""
    _reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_HALF)
    await asyncio.sleep(3600)


async def _dripping(port: int) -> None:
    """Send a header byte by byte, and begin anew when the site has had enough."""
    while True:
        with suppress(OSError):
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(_HALF)
            while True:
                writer.write(b"X")
                await writer.drain()
                await asyncio.sleep(1)


async def _deaf(port: int) -> None:
    """Ask for a page and read nothing of it."""
    _reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
    writer.write(_PAGE)
    await asyncio.sleep(3600)


async def _page(port: int) -> float:
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_PAGE)
    answer = await reader.read()
    writer.close()
    if not answer.startswith(b"HTTP/1.1 200"):
        raise ConnectionError(answer[:100])
    return time.perf_counter() - began


async def _others(port: int, client: Callable[[int], Awaitable[None]], connections: int) -> str:
    """Return what others see while so many of the clients are there."""
    clients = [asyncio.ensure_future(client(port)) for _ in range(connections)]
    await asyncio.sleep(2)
    times, lost = [], 0
    for _ in range(_PAGES):
        try:
            times.append(await asyncio.wait_for(_page(port), _TIMEOUT))
        except (TimeoutError, OSError):
            lost += 1
            break  # the others would wait as long
    for each in clients:
        each.cancel()
    await asyncio.gather(*clients, return_exceptions=True)
    if lost:
        return f"a page did not come within {_TIMEOUT} s"
    return f"a page {median(times) * 1000:.0f} ms, the slowest {max(times) * 1000:.0f} ms"


async def _upload(port: int, megabytes: int) -> str:
    """Return what becomes of a body that is too large."""
    began, sent = time.perf_counter(), 0
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [
        b"POST /games/open/ HTTP/1.1",
        b"Host: localhost",
        b"Cookie: csrftoken=%s" % (b"a" * 32),  # so that the token is looked for in the body
        b"Content-Type: multipart/form-data; boundary=x",
        b"Content-Length: %d" % (megabytes << 20),
    ]
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n\r\n'
    try:
        writer.write(b"\r\n".join(lines) + b"\r\n\r\n" + part)
        answer = asyncio.ensure_future(reader.readline())
        while sent < megabytes and not answer.done():
            writer.write(bytes(1 << 20))
            await writer.drain()
            sent += 1
        line = (await asyncio.wait_for(answer, 60)).decode().strip() or "closed without an answer"
    except (TimeoutError, OSError) as error:
        line = type(error).__name__
    writer.close()
    return f"“{line}” after {sent} MB and {time.perf_counter() - began:.2f} s"


@contextmanager
def _serving(data: Path) -> Iterator[int]:
    port = 8765
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    environment = {**os.environ, "CRIB_DATA": str(data), "TMPDIR": str(data)}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        if server.stdout is None or not server.stdout.readline():
            raise RuntimeError("the server does not start")
        yield port
    finally:
        server.terminate()
        server.wait()


async def _measure(port: int, numbers: list[int], megabytes: int) -> None:
    say(f"alone: {await _others(port, _half, 0)}")
    for name, client in (("half-sent", _half), ("dripping", _dripping), ("not reading", _deaf)):
        for number in numbers:
            say(f"{number} {name}: {await _others(port, client, number)}")
    free = shutil.disk_usage(tempfile.gettempdir()).free
    say(f"{megabytes} MB: {await _upload(port, megabytes)}")
    say(f"{(free - shutil.disk_usage(tempfile.gettempdir()).free) >> 20} MB of the disk are gone")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Print what bad clients cost others.")
    parser.add_argument("--port", type=int, help="of a site that runs already")
    parser.add_argument("--connections", type=int, nargs="+", default=[50, 500])
    parser.add_argument("--megabytes", type=int, default=521)
    arguments = parser.parse_args()
    if arguments.port:
        asyncio.run(_measure(arguments.port, arguments.connections, arguments.megabytes))
        return
    with tempfile.TemporaryDirectory() as data, _serving(Path(data)) as port:
        asyncio.run(_measure(port, arguments.connections, arguments.megabytes))


if __name__ == "__main__":
    main()
