"""People at a table: they join, play, take back, chat, are cut off, leave, come back and concede."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import httpx

from tests.table import client
from tests.table.client import Refused

if TYPE_CHECKING:
    from .world import SimulatedWorld

PATIENCE = 3.0
BUDGET = 15
"""Decisions after which people concede a game that would take long."""
CONCEDES = 0.085
ADDRESS = "http://server:8000"


class Player:
    """A person on one seat, with a real client on a machine of its own."""

    def __init__(self, world: SimulatedWorld, number: int) -> None:
        self.world = world
        self.number = number
        self.machine = f"player{number}"
        # A machine can be cut off before it has done anything.
        world.loop.net.host(self.machine)
        self.chance = random.Random(f"{world.seed}:{self.machine}")
        entropy = random.Random(f"{world.seed}:{self.machine}:keys")

        def seeded(nbytes: int | None = None) -> str:
            return entropy.randbytes(nbytes or 32).hex()

        class Person(client.Person):
            fresh = staticmethod(seeded)
            # Whether an idle connection is still good is judged by the clock of the real machine.
            limits = httpx.Limits(max_keepalive_connections=0)

        class Socket(client.Socket):
            fresh = staticmethod(seeded)
            patience = PATIENCE

            def take(self, frame: dict[str, Any]) -> None:
                super().take(frame)
                if frame["type"] in ("position", "changes"):
                    view = json.dumps(self.position["view"], sort_keys=True)
                    world.oracles.saw(self.info["id"], self.seat, self.position, view)

        self.nervous = 0.25 if self.chance.random() < 0.2 else 0.03
        """How often somebody is cut off instead of deciding."""
        self._socket = Socket
        self.person = Person(ADDRESS)
        self.refusals: dict[str, int] = {}

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """Ask over HTTP until there is an answer."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    if not self.person.token:
                        await self.person.__aenter__()
                    return await self.person.call(method, path, body)
            except Refused as refusal:
                if refusal.code != "unavailable":
                    raise
                await asyncio.sleep(0.5)
            except (OSError, TimeoutError, httpx.TransportError):
                await asyncio.sleep(0.1)

    def sit_down(self, name: str) -> dict[str, Any]:
        """A name and a nonce."""
        return {"name": name, "nonce": self.person.fresh(16)}

    async def watch(self, table: str, seat: int | None) -> client.Socket:
        """A new connection to a table."""
        socket = self._socket(ADDRESS, table, seat, self.person.token)
        await socket.reconnect()
        return socket

    async def play(self, table: str, seat: int) -> client.Socket:
        """Play until the game is over."""
        me, chance = await self.watch(table, seat), self.chance
        while True:
            try:
                if not me.open:
                    await me.reconnect()
                # Now and then somebody who waits looks from anew, in the middle of another's turn.
                patience = chance.uniform(0.1, 2.0) if chance.random() < 0.1 else 600
                await me.until(lambda socket: socket.over or (socket.mine and socket.position["options"]), patience)
                if me.over:
                    return me
                await self._one_thing(me, table, seat, chance)
            except (OSError, TimeoutError):
                if me.open:
                    await me.cut()
                await asyncio.sleep(0.05)
            except Refused as refusal:
                self.refusals[refusal.code] = self.refusals.get(refusal.code, 0) + 1
                if sum(self.refusals.values()) > 500:
                    raise AssertionError(f"nothing but refusals: {self.refusals}") from None
                await asyncio.sleep(0.5 if refusal.code == "unavailable" else 0.05)

    async def _one_thing(self, me: client.Socket, table: str, seat: int, chance: random.Random) -> None:
        what = chance.random()
        if self.world.shape.game != "example" and me.position["settled"] > BUDGET:
            what = CONCEDES
        message: dict[str, Any] = {"seat": seat, "expect": me.at}
        if what < 0.04 and me.position["draft"] and me.position["draft"]["undo"]:
            message["type"] = "undo"
        elif what < 0.08:
            message = {"type": "chat", "seat": seat, "text": f"line {chance.randrange(1000)}"}
        elif what <= CONCEDES:
            message = {"type": "concede", "seat": seat}
        elif what < CONCEDES + self.nervous:
            await me.cut()
            await asyncio.sleep(chance.uniform(0.0, 8.0))
            return
        else:
            message |= {"type": "play", "decision": chance.choice(me.position["options"])["id"]}
            await asyncio.sleep(chance.uniform(0.0, 0.3))
        key = message["key"] = me.fresh(8)
        answer = await me.insist(message, PATIENCE)
        self.world.note(f"{self.machine}: {message['type']} acknowledged")
        self.world.oracles.heard(table, key)
        if me.open and message["type"] != "chat":
            await me.settle(answer)

    async def close(self) -> None:
        await self.person.http.aclose()
