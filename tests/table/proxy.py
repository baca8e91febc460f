"""A network that misbehaves: it drops, delays, duplicates, reorders, half-closes and cuts, message by message."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed


class FaultyProxy:
    """Stands between clients and a server."""

    def __init__(self, target: str, seed: int, trouble: float = 1.0) -> None:
        self._target = target.replace("http", "ws", 1)
        self._chance = random.Random(seed)
        self._trouble = trouble
        self._server: Server | None = None
        self.faults: dict[str, int] = {}

    async def __aenter__(self) -> FaultyProxy:
        self._server = await serve(self._serve, "127.0.0.1", 0, max_size=None)
        port = next(iter(self._server.sockets)).getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, client: ServerConnection) -> None:
        assert client.request
        headers = {"authorization": client.request.headers.get("authorization", "")}
        try:
            async with connect(self._target + client.request.path, additional_headers=headers, max_size=None) as server:
                ways = [
                    asyncio.create_task(self._carry(client, server)),
                    asyncio.create_task(self._carry(server, client)),
                ]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except (OSError, ConnectionClosed):
            pass

    def _happens(self, fault: str, probability: float) -> bool:
        if self._chance.random() < probability * self._trouble:
            self.faults[fault] = self.faults.get(fault, 0) + 1
            return True
        return False

    async def _carry(self, source: Any, target: Any) -> None:
        held: list[Any] = []
        deaf = False
        async for message in source:
            if self._happens("cut", 0.01):
                return
            if self._happens("half-close", 0.005):
                deaf = True
            if deaf or self._happens("drop", 0.03):
                continue
            if self._happens("reorder", 0.03):
                held.append(message)
                continue
            if self._happens("delay", 0.05):
                await asyncio.sleep(self._chance.uniform(0, 0.05))
            await target.send(message)
            if self._happens("duplicate", 0.05):
                await target.send(message)
            while held:
                await target.send(held.pop())
