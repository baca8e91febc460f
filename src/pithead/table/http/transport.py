"""Transport limits below the application: connections per address, timeouts of slow clients, and compression of socket
messages.

uvicorn has no timeout for a request that never comes, nor for the closing handshake of a client that does not read.
Both have one here, so that idle connections (slow loris) cannot exhaust the file descriptors.
"""

import asyncio
import logging
import struct
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.protocol import State
from websockets.typing import ExtensionParameter

from pithead.table.errors import TooManyConnections, status_of
from pithead.table.limits import neighbourhood
from pithead.table.problems import problem_of
from pithead.table.settings import Settings

log = logging.getLogger("pithead.table.http.transport")

LINGER = 5.0
"""Seconds to flush the write buffer of a closing connection before it is aborted."""
SLOW_BODY = 6
"""Timeout for a request's body, as a multiple of that for its head."""

COMPRESSED = 1400
"""Bytes from which a message is compressed: a shorter one fits into a packet as it is."""
DEFLATE = {"level": 5}
"""A whole position shrinks to a sixth in 0.2 ms; level 1 takes a third of that for a fifth more."""

_open: Counter[str] = Counter()


@cache
def _settings() -> Settings:
    return Settings.from_environment()


class Http(HttpToolsProtocol):
    """HTTP protocol with a connection limit per address and a timeout for the request."""

    _counted: str | None = None
    _watch: asyncio.TimerHandle | None = None
    _known: RequestResponseCycle | None = None
    _looked = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and start its timeout."""
        super().connection_made(transport)
        settings = _settings()
        peer = self.client[0] if self.client else ""
        # Behind a proxy all clients share its address: limiting connections is the proxy's task.
        if peer and not settings.is_proxy(peer):
            self._counted = address = neighbourhood(peer)
            _open[address] += 1
            if _open[address] > settings.connections:
                log.warning("too many connections", extra={"address": address, "open": _open[address]})
                transport.write(_refusal())
                transport.close()
                return
        self._watch = self.loop.call_later(settings.greeting, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Uncount the connection."""
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Cancel the timeout: WebSockets have limits of their own."""
        self._forget()
        super().handle_websocket_upgrade()

    def _forget(self) -> None:
        if self._watch:
            self._watch.cancel()
            self._watch = None
        if self._counted is not None:
            _open[self._counted] -= 1
            if not _open[self._counted]:
                del _open[self._counted]
            self._counted = None

    def _look(self) -> None:
        """Close a connection whose request has not arrived completely."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if cycle is None or (cycle.response_complete and cycle is self._known):
            self.transport.abort()
            return
        still_sends = cycle.more_body and not cycle.response_complete and cycle is self._known
        self._looked = self._looked + 1 if still_sends else 0
        if self._looked > SLOW_BODY:
            self.transport.abort()
            return
        self._known = cycle
        self._watch = self.loop.call_later(_settings().greeting, self._look)


class LongMessages(PerMessageDeflate):
    """Compression of the messages that are longer than a packet."""

    def encode(self, frame: Frame) -> Frame:
        """Leave a short message as it is, which permessage-deflate allows for each."""
        return frame if len(frame.data) < COMPRESSED else super().encode(frame)


class Compression(ServerPerMessageDeflateFactory):
    """Offers permessage-deflate without context takeover: no compression state is kept per connection."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True, client_no_context_takeover=True, compress_settings=dict(DEFLATE)
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Negotiate the parameters of the extension."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, LongMessages(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


class Socket(WebSocketsSansIOProtocol):
    """Compresses long messages; aborts a socket that does not answer a ping or does not complete its closing."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        # uvicorn's own setting would compress every message, however short, and keep 64 kB per connection for it.
        self.conn.available_extensions = [Compression()]

    def keepalive_timeout(self) -> None:
        """Close, and abort if the client does not read."""
        super().keepalive_timeout()
        self.loop.call_later(min(LINGER, _settings().ping), self.transport.abort)

    async def send(self, message: Any) -> None:
        """Pass a message of the application on; the frame of a text that stays as it is is made here.

        The library makes an object, checks and a buffer for each, which takes as long as sending it.
        """
        text = message.get("text")
        if text is not None and self.conn.state is State.OPEN and self.writable.is_set() and not self.disconnected:
            payload = text.encode()
            if len(payload) < COMPRESSED or not self.conn.extensions:
                self.transport.write(_text_head(len(payload)) + payload)
                return
        try:
            await super().send(message)
            if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
                # A refusal: uvicorn would log an error, as for a handshake that nobody answers.
                self.handshake_complete = True
        finally:
            if message["type"] == "websocket.close":
                self.loop.call_later(LINGER, self.transport.abort)


def _text_head(size: int) -> bytes:
    """The head of an unmasked frame with a whole text (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    return struct.pack("!BBH", 0x81, 126, size) if size < 1 << 16 else struct.pack("!BBQ", 0x81, 127, size)


@cache
def _refusal() -> bytes:
    problem = TooManyConnections()
    body = problem_of(problem, "en").model_dump_json().encode()
    head = f"HTTP/1.1 {status_of(problem)} Too Many Requests\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body
