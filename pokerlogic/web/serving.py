"""The server: uvicorn, with patience for slow clients and an end that lets answers be finished."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from h11 import IDLE
from uvicorn.protocols.http.h11_impl import H11Protocol

from pokerlogic.messages import msg
from pokerlogic.usage import UsageError

from .answering import refused
from .app import application
from .limits import PATIENCE, by_the_clock
from .pool import Setting


def run(listener: socket.socket, setting: Setting, ready: Callable[[], None]) -> bool:
    """Serve until a signal says to stop; whether the server could begin."""

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready()

    config = uvicorn.Config(
        application(setting),
        http=protocol(setting.lang),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=by_the_clock(setting.limit),
    )
    server = Server(config)

    def stop(*_: object) -> None:
        server.should_exit = True

    # The server raises the signal that stopped it once more when it is done.
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, stop)
    server.run(sockets=[listener])
    return server.started


def protocol(lang: str, patience: float = PATIENCE) -> type[asyncio.Protocol]:
    """HTTP by a client that has so many seconds for the head of a request."""

    class Patient(H11Protocol):
        _late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is IDLE:
                self._wait()
            else:
                self._heard()

        def connection_lost(self, exc: Exception | None) -> None:
            self._heard()
            super().connection_lost(exc)

        def _wait(self) -> None:
            if self._late is None:
                self._late = self.loop.call_later(patience, self._end)

        def _heard(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

        def _end(self) -> None:
            if self.transport.is_closing():
                return
            error = UsageError("PL616", msg("web.slow", seconds=int(patience)))
            status, text = refused(error, lang)
            body = text.encode()
            head = (
                f"HTTP/1.1 {status} Request Timeout\r\ncontent-type: application/json\r\n"
                f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
            self.transport.close()

    return Patient
