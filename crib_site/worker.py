"""The gunicorn worker that serves the site: it gathers whole requests, and answers them one at a time.

gunicorn's master starts, watches and replaces workers. Inside a worker waitress parses requests and buffers responses,
over sockets that never block: a client that is slow to send or to read costs a socket and some memory, not the worker.
Everything runs in one thread. While a request is answered nothing is accepted, so that new connections go to a worker
that is idle; and no heartbeat is sent, so that the master replaces a worker that hangs.

A connection carries one request. Kept alive, it would tie a browser to a worker that may be busy.
"""

import errno
import os
import resource
import selectors
import socket
import sys
from collections import deque
from contextlib import suppress
from logging import getLogger
from time import monotonic
from typing import Any

from django.conf import settings
from django.utils import translation
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker as BaseWorker
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import BadRequest

from crib_site import logs, refusals

PATIENCE = 30
"""Seconds in which a request has to arrive, and after which a client that reads nothing of its response is let go."""

_PARTING = 0.5
"""Seconds for which a worker that stops waits for requests that are on their way."""

MOST_HEADERS = 32 * 1024
_MOST_CONNECTIONS = 1000
_MOST_HELD = 64 * 1024 * 1024
"""Bytes of requests and responses of all connections together. Beyond it the oldest connection is closed."""

_MOST_IN_MEMORY = 8 * 1024 * 1024
"""Bytes of a response that wait for its client in memory; what is beyond waits in a temporary file."""

_OTHER_FILES = 64
"""Descriptors that are kept for the database, static files and the like."""

_log = getLogger(__name__)


class _LengthRequired(BadRequest):  # type: ignore[misc]
    """A body whose length is not said beforehand."""

    code = 411
    reason = "Length Required"


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    """Reads a request. A body that is refused is neither waited for nor asked for."""

    error: BadRequest | None

    def received(self, data: bytes) -> int:
        """Take in the next bytes and return how many belong to this request."""
        consumed: int = super().received(data)
        if self.chunked and self.error is None:
            self.error = _LengthRequired("")
        if self.error is not None:
            self.completed, self.expect_continue = True, False
        return consumed


class _Answer(WSGITask):  # type: ignore[misc]
    """The application's response, after which the connection is closed."""

    def build_response_header(self) -> bytes:
        """Return the status line and the headers."""
        self.set_close_on_finish()
        header: bytes = super().build_response_header()
        if self.request.command == "HEAD":
            self.chunked_response = False  # or an empty body would be framed
        return header

    def write(self, data: bytes) -> None:
        """Send a part of the body, or of a response to HEAD only the headers."""
        super().write(b"" if self.request.command == "HEAD" else data)


class _Refusal(ErrorTask):  # type: ignore[misc]
    """The response to what is not a request, or too long a one."""

    def execute(self) -> None:
        """Send a sentence, or a page where it may be a person who reads it."""
        error = self.request.error
        with translation.override(settings.LANGUAGE_CODE):  # no header has been read that says another
            kind, body = refusals.at_the_door(error.code)
        self.status = f"{error.code} {error.reason}"
        self.response_headers += [("Content-Type", kind), ("X-Content-Type-Options", "nosniff")]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)
        logs.accessed("", "(refused)", error.code, monotonic() - self.channel.began, {"bytes": len(body)})


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection."""

    parser_class, task_class, error_task_class = _Parser, _Answer, _Refusal
    refused = lingering = False
    held = 0

    def __init__(self, front: "Front", connection: socket.socket, address: Any) -> None:
        self.began = monotonic()
        self.deadline = self.began + PATIENCE
        super().__init__(front, connection, address, front.adj, map=front.map)

    def readable(self) -> bool:
        """Return whether bytes are waited for."""
        return self.lingering or bool(super().readable())

    def writable(self) -> bool:
        """Return whether something is to be sent, or the connection to be closed."""
        return not self.lingering and bool(super().writable())

    def handle_read(self) -> None:
        """Take in what has arrived."""
        try:
            data = self.socket.recv(self.adj.recv_bytes)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.handle_close()
        elif not self.lingering:
            self.server.hold(self, len(data))  # first: a client that is gone is found out, and forgotten, by `received`
            if self.connected:
                self.received(data)

    def service(self) -> None:
        """Answer the request that has arrived."""
        self.refused = self.requests[0].error is not None
        super().service()
        self.server.hold(self, min(self.total_outbufs_len, _MOST_IN_MEMORY))
        self.deadline = monotonic() + PATIENCE

    def handle_write(self) -> None:
        """Send what the client takes, and close the connection after the last of it."""
        waiting = self.total_outbufs_len
        if self.refused and self.close_when_flushed:
            self._flush_exception(self._flush_some)
            if self.will_close:
                self.handle_close()
            elif self.connected and not self.total_outbufs_len:  # the client may be gone
                self._linger()
        else:
            super().handle_write()
        if self.total_outbufs_len < waiting:
            self.deadline = monotonic() + PATIENCE

    def handle_close(self) -> None:
        """Close the connection. It may be closed already: sending finds out that the client is gone."""
        if self.socket is not None:
            super().handle_close()

    def _linger(self) -> None:
        """Close our direction only, and drop what still arrives: closing both would reset a client that still sends,
        which would then never see why it was refused."""
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.handle_close()
        else:
            self.lingering, self.deadline = True, monotonic() + PATIENCE

    def del_channel(self, map: dict[int, Any] | None = None) -> None:  # noqa: A002  (waitress names it so)
        """Forget the connection before its descriptor is given to another."""
        self.server.forget(self)
        super().del_channel(map)


class Front:
    """All connections of a worker, and the requests that wait to be answered. waitress's channels call it a server."""

    server_name = "localhost"

    def __init__(self, application: Any, listeners: list[socket.socket], most_connections: int) -> None:
        self.application = application
        self.effective_port = listeners[0].getsockname()[1]
        self.adj = Adjustments(
            ident=None,
            recv_bytes=65536,
            inbuf_overflow=2 * refusals.MOST_BYTES,
            max_request_body_size=refusals.MOST_BYTES + 1,
            max_request_header_size=MOST_HEADERS,
            outbuf_overflow=_MOST_IN_MEMORY,
            outbuf_high_watermark=sys.maxsize,  # the one thread must not wait for a slow reader
            log_socket_errors=False,
        )
        self.map: dict[int, _Channel] = {}
        self.active_channels: dict[int, _Channel] = {}  # the oldest first
        self._most = most_connections
        self.held = 0
        self._whole: deque[_Channel] = deque()
        self._selector = selectors.DefaultSelector()
        self._listeners = {listener.fileno(): listener for listener in listeners}
        for listener in listeners:
            listener.setblocking(False)
            self._selector.register(listener, selectors.EVENT_READ)
        self._swept = monotonic()
        self._warned = float("-inf")

    def add_task(self, channel: _Channel) -> None:
        """Take note of a whole request."""
        self._whole.append(channel)

    def pull_trigger(self) -> None:
        """Do nothing: there is no other thread to wake."""

    def wake_by(self, descriptor: int) -> None:
        """End the wait for events when something can be read from a descriptor."""
        self._selector.register(descriptor, selectors.EVENT_READ)

    def hold(self, channel: _Channel, size: int) -> None:
        """Take note of bytes that a connection keeps in memory."""
        channel.held += size
        self.held += size
        if self.held > _MOST_HELD:
            self._let_go_of_the_oldest()

    def forget(self, channel: _Channel) -> None:
        """Take note that a connection is about to be closed."""
        self.held -= channel.held
        self._unwatch(channel)

    def turn(self, seconds: float) -> None:
        """Wait for events, for so many seconds at most; handle them, and answer one request."""
        knocks: list[socket.socket] = []
        for key, events in self._selector.select(0 if self._whole else seconds):
            if key.data is not None:
                self._handle(key.data, events)
            elif key.fd in self._listeners:
                knocks.append(self._listeners[key.fd])
            else:
                os.read(key.fd, 4096)
        for listener in knocks:
            if not self._whole:
                self._accept(listener)
        if self._whole:
            channel = self._whole.popleft()
            channel.service()
            self._handle(channel, selectors.EVENT_WRITE)
        self._sweep()

    def refuse_more(self) -> None:
        """Accept no more connections."""
        for listener in self._listeners.values():
            self._selector.unregister(listener)
            listener.close()

    def close(self) -> None:
        """Close all connections, whatever they wait for."""
        for channel in list(self.active_channels.values()):
            channel.handle_close()
        self._selector.close()

    def is_answering(self) -> bool:
        """Return whether a whole request, or the rest of a response, is still to be dealt with."""
        return any(channel.requests or channel.total_outbufs_len for channel in self.active_channels.values())

    def is_empty(self) -> bool:
        """Return whether there is no connection."""
        return not self.active_channels

    def _handle(self, channel: _Channel, events: int) -> None:
        """Read and write what is possible. An error ends the connection, and not the worker."""
        try:
            if events & selectors.EVENT_READ and channel.connected and channel.readable():
                channel.handle_read()
            if events & selectors.EVENT_WRITE and channel.connected and channel.writable():
                channel.handle_write()
            if channel.connected:
                self._watch(channel)
        except Exception:
            _log.exception("A connection failed.")
            channel.handle_close()

    def _unwatch(self, channel: _Channel) -> None:
        if channel.socket in self._selector.get_map():
            self._selector.unregister(channel.socket)

    def _watch(self, channel: _Channel) -> None:
        """Wait for the events that a connection is interested in now."""
        wanted = channel.readable() * selectors.EVENT_READ | channel.writable() * selectors.EVENT_WRITE
        known = self._selector.get_map().get(channel.socket)
        if not wanted:
            self._unwatch(channel)
        elif known is None:
            self._selector.register(channel.socket, wanted, channel)
        elif known.events != wanted:
            self._selector.modify(channel.socket, wanted, channel)

    def _accept(self, listener: socket.socket) -> None:
        try:
            connection, address = listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            if error.errno in {errno.EMFILE, errno.ENFILE}:
                self._let_go_of_the_oldest()
            return  # or another worker was faster, or the client is gone
        if len(self.active_channels) >= self._most:
            self._let_go_of_the_oldest()
        self._handle(_Channel(self, connection, address), selectors.EVENT_READ)

    def _let_go_of_the_oldest(self) -> None:
        """Close the connection that has been open for longest: most clients need one for a fraction of a second."""
        for channel in self.active_channels.values():
            channel.handle_close()
            break
        if monotonic() - self._warned > 60:
            self._warned = monotonic()
            _log.warning("There are too many connections, or they hold too much; the oldest are being closed.")

    def _sweep(self) -> None:
        """Once a second, close connections that took too long."""
        now = monotonic()
        if now - self._swept < 1:
            return
        self._swept = now
        for channel in list(self.active_channels.values()):
            if channel.deadline < now and not channel.requests:
                channel.handle_close()


def _most_connections() -> int:
    """Return how many connections a worker keeps open. Each may need a descriptor for a static file besides its own."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * _MOST_CONNECTIONS + _OTHER_FILES
    if soft < wanted and (hard == resource.RLIM_INFINITY or soft < hard):
        more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):  # forbidden, as by the unit of systemd
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return max(16, min(_MOST_CONNECTIONS, (soft - _OTHER_FILES) // 2))


class Worker(BaseWorker):  # type: ignore[misc]
    """See the module."""

    def run(self) -> None:
        """Serve until the worker is told to stop or its master is gone; then finish what has arrived."""
        front = Front(self.wsgi, self.sockets, _most_connections())
        front.wake_by(self.PIPE[0])  # signals write to it
        while self.alive and self.ppid == os.getppid():
            self.notify()
            front.turn(1)
        front.refuse_more()
        stopped = monotonic()
        while not front.is_empty() and monotonic() - stopped < self.cfg.graceful_timeout:
            if monotonic() - stopped > _PARTING and not front.is_answering():
                break
            self.notify()
            front.turn(0.1)
        front.close()


class Log(Logger):  # type: ignore[misc]
    """gunicorn's log, written as the site's own lines."""

    def setup(self, cfg: Any) -> None:
        """Leave the lines to the settings of the site."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
