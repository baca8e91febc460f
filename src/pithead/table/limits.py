"""Rate limits: token buckets per purpose and client, and a cap on open sockets per address."""

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from starlette.requests import HTTPConnection

from . import errors
from .settings import Settings

KEPT = 20_000


@lru_cache(4096)
def neighbourhood(host: str) -> str:
    """The unit that limits apply to: one IPv4 address, or the /64 network of an IPv6 address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((address.packed[:8] + bytes(8), 64)))


def address_of(connection: HTTPConnection) -> str:
    """The client address of a request or socket, by the forwarded header of trusted proxies, as limits count it."""
    return neighbourhood(connection.client.host) if connection.client else ""


class Bucket:
    """A token bucket: `burst` tokens, refilled at `rate` per second."""

    __slots__ = ("_monotonic", "burst", "full", "rate", "seen")

    def __init__(self, rate: float, burst: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self.rate = rate
        self.burst = burst
        self.full = float(burst)
        self.seen = monotonic()

    def take(self) -> bool:
        """Take a token; false where none is left."""
        now = self._monotonic()
        self.full = min(self.burst, self.full + (now - self.seen) * self.rate)
        self.seen = now
        if self.full < 1:
            return False
        self.full -= 1
        return True


class Limits:
    """Token buckets by purpose and client."""

    def __init__(self, settings: Settings, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self._sizes = {
            "request": (settings.request_rate, settings.request_burst),
            "address": (settings.address_rate, settings.address_burst),
            "create": (settings.create_rate, settings.create_burst),
            "join": (settings.join_rate, settings.join_burst),
            "message": (settings.message_rate, settings.message_burst),
            "message_address": (settings.message_address_rate, settings.message_address_burst),
            "chat": (settings.chat_rate, settings.chat_burst),
            "chat_watch": (settings.chat_watch_rate, settings.chat_watch_burst),
            "chat_address": (settings.chat_address_rate, settings.chat_address_burst),
            "replay": (settings.replay_rate, settings.replay_burst),
            "upload": (settings.upload_rate, settings.upload_burst),
        }
        self._connections = settings.connections
        self._open: Counter[str] = Counter()
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def take(self, purpose: str, who: str) -> None:
        """Take a token, or refuse as rate-limited."""
        key = (purpose, who)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(*self._sizes[purpose], self.monotonic)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        if not bucket.take():
            raise errors.RateLimited()

    @contextmanager
    def connected(self, address: str) -> Iterator[None]:
        """Count a socket for as long as it is open."""
        if self._open[address] >= self._connections:
            raise errors.TooManyConnections()
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def chat(self, address: str, table: str, seat: int | None) -> None:
        """Rate-limit a chat line: per seat, and for all spectators of a table together, since identities are free."""
        self.take("chat_address", address)
        if seat is None:
            self.take("chat_watch", table)
        else:
            self.take("chat", f"{table} {seat}")

    def visit(self, device: str | None, address: str) -> None:
        """Rate-limit a request or a new socket, per device and per address."""
        self.take("address", address)
        self.take("request", device or address)
