"""People at a table: they play, take back, plan, chat, vote, are cut off, come back on another device, and concede."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import TYPE_CHECKING, Any

import httpx
from websockets.exceptions import ConnectionClosed

from tests.table import client
from tests.table.client import Refused

from .commits import Broken
from .shape import HOUR

if TYPE_CHECKING:
    from .world import SimulatedWorld

PATIENCE = 1.5
LONG = 60.0
"""Seconds after which somebody who waits looks whether anything has happened."""
NEWS = 20.0
"""Seconds in which everybody hears of everything, whatever was lost on the way."""
BUDGET = 15
"""Decisions after which people concede a game that would take long."""
TALKATIVE = 6
UNDOES, CHATS, VOTES, MOVES, CONCEDES = 0.04, 0.08, 0.09, 0.1, 0.105
"""How often somebody does something else than decide, each with all before it."""
LONGEST_AWAY = 26.0
"""Hours for which somebody who plays by letters does not look in: with the longest outage less than what a finished
table is kept for, and more than a turn."""
HASTY = 0.04
"""How often the connection breaks before the answer has come."""
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
            limit = 60.0

        class Socket(client.Socket):
            fresh = staticmethod(seeded)
            patience = PATIENCE
            limit = 30.0

            def take(self, frame: dict[str, Any]) -> None:
                super().take(frame)
                if frame["type"] in ("position", "changes"):
                    view = json.dumps(self.position["view"], sort_keys=True)
                    world.oracles.saw(self.info["id"], self.seat, self.position, view)

        self.nervous = 0.25 if self.chance.random() < 0.2 else 0.03
        """How often somebody is cut off instead of deciding."""
        self._socket = Socket
        self._device = Person
        self._devices = [Person(ADDRESS)]
        self._seen: list[int] = []
        """Decisions that were on offer some time, for plans."""
        self._votes = True
        self.impatient = False
        """Whether games are conceded soon."""
        self.refusals: dict[str, int] = {}

    @property
    def person(self) -> client.Person:
        """The device that is used now."""
        return self._devices[-1]

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """Ask over HTTP until there is an answer."""
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    if not self.person.token:
                        await self.person.__aenter__()
                    return await self.person.call(method, path, body)
            except Refused as refusal:
                if refusal.code not in ("unavailable", "rate_limited"):
                    raise
                await asyncio.sleep(0.5 if refusal.code == "unavailable" else 5.0)
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
                # Now and then somebody who waits does something else meanwhile.
                patience = chance.uniform(0.1, 2.0) if chance.random() < 0.1 else LONG
                try:
                    await me.until(lambda socket: socket.over or self._motion(socket) or _asked(socket), patience)
                except TimeoutError:
                    await (self._look_again if patience == LONG else self._wait_otherwise)(me, table, seat)
                    continue
                if me.over:
                    return me
                if motion := self._motion(me):
                    await self._say(me, table, {"type": "vote", "seat": seat, "motion": motion})
                    await asyncio.sleep(0.5)
                elif chance.random() < 0.01:
                    me = await self._change_device(me, table, seat)
                else:
                    await self._one_thing(me, table, seat, chance)
            except (OSError, TimeoutError):
                if me.open:
                    await me.cut()
                await asyncio.sleep(0.05)
            except Refused as refusal:
                self._votes = self._votes and refusal.code not in ("bot_plays", "no_motion")
                self.world.note(f"{self.machine}: refused: {refusal.code}")
                self.refusals[refusal.code] = self.refusals.get(refusal.code, 0) + 1
                if sum(self.refusals.values()) > 500:
                    raise AssertionError(f"nothing but refusals: {self.refusals}") from None
                await asyncio.sleep(0.5 if refusal.code == "unavailable" else 0.05)

    def _motion(self, me: client.Socket) -> str | None:
        """A motion to vote for: to go on after a pause, and whatever somebody else asks for."""
        if not self._votes or me.over or me.seat is None:
            return None
        asked = {motion["motion"]: motion["votes"] for motion in me.info["motions"]}
        if me.info["paused"]:
            asked.setdefault("resume", {})
        return next((motion for motion, votes in sorted(asked.items()) if str(me.seat) not in votes), None)

    async def _look_again(self, me: client.Socket, table: str, seat: int) -> None:
        """Whoever waits for long is not forgotten: what an open connection shows is not behind what a new one does."""
        other = await self.watch(table, seat)
        await other.until(lambda socket: socket.position)
        shown = other.at
        await other.close()
        await asyncio.sleep(NEWS)
        # A worker that cannot reach the database has no news until it can.
        await asyncio.sleep(max(0.0, self.world.servers.cut_off_until + NEWS - self.world.loop.now()))
        if me.open and (here := me.at) < shown:
            # Over a connection whose other side is gone nothing is shown, and nobody answers.
            await me.send({"type": "ping"}, PATIENCE)
            raise Broken(f"seat {seat} of table {table} is shown position {here}, and a new connection {shown}")

    async def _wait_otherwise(self, me: client.Socket, table: str, seat: int) -> None:
        """Look from anew in the middle of another's turn, or plan ahead."""
        chance = self.chance
        if chance.random() < 0.5 or not self._seen:
            await me.cut()
            return
        some = chance.sample(self._seen, min(len(self._seen), chance.randrange(1, 4)))
        await me.insist({"type": "plan", "seat": seat, "decisions": some}, PATIENCE)

    async def _change_device(self, me: client.Socket, table: str, seat: int) -> client.Socket:
        """Take the seat along to another device; a link may have been used though nobody heard of it."""
        link = await self.call("POST", f"/tables/{table}/seats/{seat}/device")
        self._devices.append(self._device(ADDRESS))
        try:
            with contextlib.suppress(Refused):
                await self.call("POST", "/links", {"token": link["token"], "nonce": self.person.fresh(16)})
            other = await self.watch(table, seat)
        except Refused as refusal:
            self._devices.append(self._devices.pop(-2))
            self.world.note(f"{self.machine}: stays on the old device: {refusal.code}")
            return me
        self.world.note(f"{self.machine}: goes on with another device")
        if me.open:
            await me.cut()
        return other

    async def _one_thing(self, me: client.Socket, table: str, seat: int, chance: random.Random) -> None:
        what = chance.random()
        self._seen = [option["id"] for option in me.position["options"]]
        if me.position["settled"] > BUDGET and (self.impatient or self.world.shape.game != "example"):
            what = CONCEDES
        draft = me.position["draft"]
        message: dict[str, Any] = {"seat": seat, "expect": me.at}
        if what < UNDOES and draft and draft["undo"]:
            message["type"] = "undo" if chance.random() < 0.7 else "restart"
        elif what < CHATS:
            message = {"type": "chat", "seat": seat, "text": f"line {chance.randrange(1000)}"}
        elif what < VOTES and self._votes:
            message = {"type": "vote", "seat": seat, "motion": "pause"}
        elif MOVES < what <= CONCEDES:
            message = {"type": "concede", "seat": seat}
        elif what < CONCEDES + self.nervous:
            self.world.note(f"{self.machine}: is cut off")
            await me.cut()
            await asyncio.sleep(chance.uniform(0.0, 8.0))
            return
        else:
            message |= {"type": "play", "decision": chance.choice(self._seen)}
            await asyncio.sleep(chance.uniform(0.0, 0.3))
        await self._say(me, table, message)
        if message["type"] == "chat" and chance.random() < 0.2:
            # Some do not know when to stop; others have to stop them.
            for _ in range(3 * TALKATIVE):
                await self._say(me, table, {"type": "chat", "seat": seat, "text": "and another thing"})

    async def _say(self, me: client.Socket, table: str, message: dict[str, Any]) -> None:
        key = message["key"] = me.fresh(8)
        if me.open and self.chance.random() < HASTY:
            self.world.note(f"{self.machine}: is cut off before the answer to {_told(message)}")
            # The connection breaks when the message is on its way, or its answer: whoever asks again gets the same one.
            with contextlib.suppress(ConnectionClosed):
                await me.raw(json.dumps(message))
            await asyncio.sleep(self.chance.uniform(0.0, 0.15))
            await me.cut()
        answer = await me.insist(message, PATIENCE)
        self.world.note(f"{self.machine}: {_told(message)} ({answer['seq']})")
        self.world.oracles.heard(table, key)
        if me.open and message["type"] not in ("chat", "vote"):
            await me.settle(answer)

    async def write_letters(self, table: str, seat: int) -> client.Socket:
        """Play by correspondence: look in now and then, play a turn if it is one's own, and go."""
        chance = self.chance
        while True:
            # Opened anew each time: what was shown days ago says nothing.
            me = self._socket(ADDRESS, table, seat, self.person.token)
            try:
                await me.reconnect(tries=3)
                await me.until(lambda socket: socket.position)
                while _asked(me):
                    await self._say(
                        me, table, {"seat": seat, "expect": me.at, "type": "play", "decision": self._any(me, chance)}
                    )
            except (OSError, TimeoutError, Refused):
                self.world.note(f"{self.machine}: not now")
            if me.open:
                await me.cut()
            if me.over:
                return me
            await asyncio.sleep(chance.uniform(0.5, LONGEST_AWAY) * HOUR)

    def _any(self, me: client.Socket, chance: random.Random) -> int:
        return int(chance.choice(me.position["options"])["id"])

    async def close(self) -> None:
        for device in self._devices:
            await device.http.aclose()


def _told(message: dict[str, Any]) -> str:
    """A message in short, for the time line."""
    what = next((f" {message[name]}" for name in ("decision", "motion", "text") if name in message), "")
    return f"{message['type']}{what}"


def _asked(me: client.Socket) -> bool:
    return bool(not me.over and me.mine and me.position["options"])
