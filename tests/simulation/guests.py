"""Somebody who wants more than everybody may have: of sockets, messages, requests, tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.table import client
from tests.table.client import Refused

from .commits import Broken
from .people import ADDRESS, Player
from .shape import Greed

RATE, BURST = 5.0, 15
"""What somebody may ask for over HTTP or say over a socket."""
MADE_RATE, MADE_BURST = 0.05, 6
"""How many tables somebody may make."""
SOCKETS = 10
"""How many somebody may have open."""
LIMITS: dict[Greed, dict[str, float]] = {
    "messages": {"message_rate": RATE, "message_burst": BURST},
    "requests": {"request_rate": RATE, "request_burst": BURST},
    "tables": {"create_rate": MADE_RATE, "create_burst": MADE_BURST},
    "sockets": {"connections": SOCKETS},
    "tabs": {"tabs": SOCKETS},
}
"""The settings of a world that such a guest visits."""
TROUBLE = (OSError, TimeoutError, Refused, httpx.TransportError, InvalidHandshake, ConnectionClosed)


class Guest(Player):
    """Asks for too much at once, and counts what is granted."""

    async def visit(self, table: str, greed: Greed) -> None:
        """Ask for it."""
        self.granted: list[tuple[float, float]] = []
        if greed == "messages":
            await self._talk(table)
        elif greed == "requests":
            # A moment ago there was no token: it is not yet known who asks.
            await self.call("GET", "/me")
            await self._all(2 * BURST, lambda: self.person.call("GET", "/me"))
            self._look(RATE, BURST, self.world.servers.starts)
        elif greed == "tables":
            seats = [{"kind": "you", "name": "Ivo"}, {"kind": "open"}]
            body = {"game": "example", "seats": seats, "nonce": self.person.fresh(16)}
            await self._all(2 * MADE_BURST, lambda: self.person.call("POST", "/tables", body))
            self._look(MADE_RATE, MADE_BURST, self.world.servers.starts)
        else:
            await self._open_many(table)

    async def _all(self, times: int, ask: Callable[[], Awaitable[Any]]) -> None:
        await asyncio.gather(*(self._one(ask) for _ in range(times)))

    async def _one(self, ask: Callable[[], Awaitable[Any]]) -> None:
        await asyncio.sleep(self.chance.uniform(0.0, 1.0))
        sent = self.world.loop.now()
        try:
            async with asyncio.timeout(5.0):
                await ask()
        except TROUBLE:
            return
        self.granted.append((sent, self.world.loop.now()))

    def _look(self, rate: float, burst: int, processes: int) -> None:
        """Every process counts for itself, over the time in which it can have granted what was granted."""
        self.world.note(f"{self.machine}: was granted {len(self.granted)}")
        for sent, _ in self.granted:
            for _, received in self.granted:
                within = sum(sent <= begun and ended <= received for begun, ended in self.granted)
                if within > processes * (burst + rate * max(0.0, received - sent)):
                    raise Broken(f"somebody was granted {within} in {received - sent:.1f} s by {processes} processes")

    async def _talk(self, table: str) -> None:
        socket = await self.watch(table, None)
        await self._all(2 * BURST, lambda: socket.send({"type": "ping"}))
        # One socket is one process.
        self._look(RATE, BURST, 1)
        await self._leave([socket])

    async def _open_many(self, table: str) -> None:
        await self.call("GET", "/me")
        sockets = [self._socket(ADDRESS, table, None, self.person.token) for _ in range(SOCKETS + 4)]
        await asyncio.gather(*(self._one(socket.connect) for socket in sockets))
        opened, processes = sum(bool(socket.open and socket.info) for socket in sockets), self.world.servers.starts
        self.world.note(f"{self.machine}: has {opened} sockets open")
        if opened > SOCKETS * processes:
            raise Broken(f"somebody has {opened} sockets open in {processes} processes")
        await self._leave(sockets)

    async def _leave(self, sockets: Sequence[client.Socket]) -> None:
        for socket in sockets:
            if socket.open:
                await socket.cut()
