"""Where messages arrive, for real: an HTTP sink, a push service that reads what it gets, a mail server."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import Any, NamedTuple

import http_ece
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02


class Request(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Sink:
    """An HTTP server that keeps what it gets, and answers what a test wants."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.answers: list[tuple[int, str]] = []
        """Status and further header lines of the next answers; then 200."""
        self.address = ""

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                first, *lines = head.decode().split("\r\n")
                headers = {
                    name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)
                }
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                self.requests.append(Request(first.split(" ")[1], headers, body))
                status, more = self.answers.pop(0) if self.answers else (200, "")
                writer.write(f"HTTP/1.1 {status} x\r\n{more}content-length: 0\r\n\r\n".encode())
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def http_sink() -> AsyncIterator[Sink]:
    sink = Sink()
    server = await asyncio.start_server(sink._serve, "127.0.0.1", 0)
    sink.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield sink
    finally:
        server.close()


class Browser:
    """What a browser keeps of a subscription: it alone can read the messages."""

    def __init__(self, service: Sink) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        self.endpoint = f"{service.address}/push/me"
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.keys = {"p256dh": _b64(point), "auth": _b64(self._auth)}

    def read(self, request: Request, server_key: str) -> Any:
        """Check who sent a message as a push service does, and decrypt it as a browser does."""
        scheme, _, rest = request.headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid" and parts["k"] == server_key
        assert Vapid02.verify(request.headers["authorization"])
        claims = json.loads(base64.urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
        assert claims["aud"] == self.endpoint.rpartition("/push")[0] and claims["sub"].startswith("mailto:")
        assert time.time() < claims["exp"] <= time.time() + 86_400
        assert request.headers["content-encoding"] == "aes128gcm" and int(request.headers["ttl"]) > 0
        plain = http_ece.decrypt(request.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return json.loads(plain)


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Letters:
    """A mailbox for everybody."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.refuse = ""
        self.address = ""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self.refuse:
            return self.refuse
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        found = BytesParser(policy=default).parsebytes(envelope.content)
        assert isinstance(found, EmailMessage)
        self.letters.append(found)
        return "250 taken"


@asynccontextmanager
async def mail_server() -> AsyncIterator[Letters]:
    letters = Letters()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(letters, loop=loop), "127.0.0.1", 0)
    letters.address = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield letters
    finally:
        server.close()
