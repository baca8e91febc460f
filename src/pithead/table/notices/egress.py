"""Outbound requests to user-supplied URLs, protected against SSRF: never into private networks.

The name is resolved once, checked, and connected to as resolved, which defeats DNS rebinding. Redirects are not
followed.
"""

import asyncio
import socket
import ssl
from collections.abc import Iterable
from functools import cache
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import httpcore

from pithead.table.errors import BadEndpoint

PATIENCE = 10.0


class Answer:
    """Status and `Retry-After` of a response."""

    def __init__(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        self.status = status
        self.retry_after = next(
            (value.decode("latin-1") for name, value in headers if name.lower() == b"retry-after"), ""
        )

    @property
    def ok(self) -> bool:
        """Whether the message was accepted."""
        return 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """Whether the endpoint is permanently gone."""
        return self.status in (404, 410)

    @property
    def later(self) -> bool:
        """Whether the failure is transient."""
        return self.status in (408, 425, 429) or self.status >= 500


class PublicOnly(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only, unless the host allows others."""

    def __init__(self, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Look the name up, refuse what is not public, and connect to exactly that address."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as problem:
            raise httpcore.ConnectError(str(problem)) from None
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        if not self._allow_private and not all(ip_address(one.partition("%")[0]).is_global for one in addresses):
            raise BadEndpoint(why="private")
        failure: httpcore.ConnectError | httpcore.ConnectTimeout | None = None
        for address in addresses:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as problem:
                failure = problem
        raise failure or httpcore.ConnectError("no address")

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Never."""
        raise BadEndpoint(why="private")

    async def sleep(self, seconds: float) -> None:
        """Wait between attempts."""
        await self._network.sleep(seconds)


@cache
def _trust() -> ssl.SSLContext:
    """The authorities that this machine trusts; to read them takes longer than a request."""
    return ssl.create_default_context()


class Egress:
    """The client for requests to other servers."""

    def __init__(self, allow_private: bool = False, trust: ssl.SSLContext | None = None) -> None:
        self.allow_private = allow_private
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust or _trust(),
            max_connections=20,
            max_keepalive_connections=5,
            keepalive_expiry=30,
            network_backend=PublicOnly(allow_private),
        )

    def check(self, url: str) -> None:
        """Refuse what can never be an endpoint: another scheme, a password in the address, a private address."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise BadEndpoint(why="no_endpoint") from None
        schemes = ("https", "http") if self.allow_private else ("https",)
        if parts.scheme not in schemes or not parts.hostname or parts.username or len(url) > 1000 or port == 0:
            raise BadEndpoint(why="no_endpoint")
        try:
            private = not ip_address(parts.hostname).is_global
        except ValueError:
            private = (
                parts.hostname.rpartition(".")[2] in ("localhost", "local", "internal") or "." not in parts.hostname
            )
        if private and not self.allow_private:
            raise BadEndpoint(why="private")

    async def post(self, url: str, headers: dict[str, str], body: bytes) -> Answer:
        """Send once, follow nothing, and read no more of the answer than its head."""
        self.check(url)
        timeouts = {"connect": PATIENCE, "read": PATIENCE, "write": PATIENCE, "pool": PATIENCE}
        async with self._pool.stream(
            "POST", url, headers=list(headers.items()), content=body, extensions={"timeout": timeouts}
        ) as response:
            return Answer(response.status, response.headers)

    async def close(self) -> None:
        """Close idle connections."""
        await self._pool.aclose()
