"""A client as the contract asks for: it resends with the same key, resumes after a cut, and follows `events_from`."""

from __future__ import annotations

import asyncio
import copy
import json
import random
import secrets
from collections.abc import Callable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from .contract import Frame, check_answer, read_frame

GIVE_UP = 300.0
"""Seconds after which nobody waits any longer for what should happen: a test that is lost ends here.

Not how long anything takes. A machine that is busy with other things may need minutes, and nothing is wrong then.
"""


class Refused(Exception):
    """The table answered with an error."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.get("code"), frame.get("text"))
        self.code = frame["code"]
        self.frame = frame


class Person:
    """A device with a token, over HTTP."""

    fresh = staticmethod(secrets.token_hex)
    """Where nonces and keys come from."""
    limits = httpx.Limits()
    limit = GIVE_UP
    """Seconds to wait for an answer."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address
        self.http = httpx.AsyncClient(
            # Servers of tests have no certificates; reading those of this machine takes longer than most requests.
            base_url=address,
            timeout=self.limit,
            verify=False,
            # They are on this machine: no proxy is on the way, whatever the environment says.
            trust_env=False,
            limits=self.limits,
            event_hooks={"response": [_check]},
        )
        self.token = token or ""

    async def __aenter__(self) -> Person:
        if not self.token:
            self.token = (await self.call("POST", "/me"))["token"]
        self.http.headers["authorization"] = f"Bearer {self.token}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def call(self, method: str, path: str, body: Any = None, expect: int | None = None) -> Any:
        answer = await self.http.request(method, f"/api{path}", json=body)
        if expect is not None:
            assert answer.status_code == expect, answer.text
        elif answer.status_code >= 400:
            raise Refused(answer.json())
        return answer.json()

    async def table(self, game: str, *seats: Any, **more: Any) -> Frame:
        """Create a table: a seat is `you`, a level of bots, or any other kind."""
        listed = [seat if isinstance(seat, dict) else _seat(seat) for seat in seats]
        body = {"game": game, "seats": listed, "nonce": self.fresh(16), **more}
        found: Frame = await self.call("POST", "/tables", body)
        return found

    def socket(self, table: str, seat: int | None = 0, address: str | None = None, changes: bool = False) -> Socket:
        return Socket(address or self.address, table, seat, self.token, changes)


async def _check(answer: httpx.Response) -> None:
    """Every answer in JSON is as published."""
    if answer.headers.get("content-type") == "application/json":
        body = answer.json() if await answer.aread() else None
        check_answer(answer.request.method, answer.request.url.path, answer.status_code, body)


def _seat(word: str) -> Frame:
    if word == "you":
        return {"kind": "you", "name": "Emma"}
    if word in ("open", "invite", "closed"):
        return {"kind": word}
    if word == "hotseat":
        return {"kind": word, "name": "Hugo"}
    return {"kind": "bot", "level": word}


def changed(before: Frame, position: Frame) -> Frame:
    """A position from the one before it and what changed."""
    after: Any = copy.deepcopy(before) | {key: value for key, value in position.items() if key != "changes"}
    for change in position["changes"]:
        *way, last = change["path"]
        target = after
        for step in way:
            target = target[step]
        target[last] = change["value"]
    return dict(after)


class Socket:
    """A seat at a table, over a socket that may break."""

    fresh = staticmethod(secrets.token_hex)
    patience = GIVE_UP
    """Seconds to wait for a connection, and for the welcome."""
    limit = GIVE_UP
    """Seconds to wait for everything else, unless something else is said."""
    numbering = 2
    """How the numbers are counted that it resumes from."""

    def __init__(self, address: str, table: str, seat: int | None, token: str, changes: bool = False) -> None:
        self.changes = changes
        self.url = address.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
        self.seat = seat
        self.token = token
        self.seq = 0
        self.n = 0
        self.info: Frame = {}
        self.position: Any = None
        self.events: list[Frame] = []
        self.lines: list[Frame] = []
        self.presence: Any = None
        self.plan: Any = None
        self.bye: Any = None
        self.frames: list[Frame] = []
        self.acks: dict[str, int] = {}
        self.again = 0
        self.wrong: AssertionError | None = None
        """What was not as published."""
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[Frame]] = {}
        self._news = asyncio.Condition()
        self.open = False
        self._position_n = 0

    async def __aenter__(self) -> Socket:
        try:
            await self.connect()
        except Refused:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def knock(self) -> None:
        """Subscribe and go again, where nothing but the answer counts."""
        async with self:
            pass

    async def connect(self) -> None:
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        self._socket = await connect(
            self.url, additional_headers=headers, max_size=None, open_timeout=self.patience, proxy=None
        )
        self.open = True
        self.n = 0
        self._reader = asyncio.create_task(self._read(self._socket))
        message = {"type": "subscribe", "seat": self.seat, "since": self.seq, "numbering": self.numbering}
        if self.changes:
            message["changes"] = True
        try:
            await self.send(message, patience=self.patience)
        except TimeoutError:
            # Whoever tries again has one connection: numbers of frames count within it.
            await self.cut()
            raise

    async def close(self) -> None:
        if self._socket:
            await self._socket.close()
        if self._reader:
            await asyncio.gather(self._reader, return_exceptions=True)
        if self.wrong:
            raise self.wrong

    async def cut(self) -> None:
        """Break the connection without saying goodbye."""
        assert self._socket and self._reader
        self._socket.transport.abort()
        await asyncio.gather(self._reader, return_exceptions=True)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                async with self._news:
                    self.take(read_frame(text))
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        except AssertionError as wrong:
            self.wrong = wrong
            raise
        finally:
            async with self._news:
                self.open = False
                for waiting in self._waiting.values():
                    if not waiting.done():
                        waiting.set_exception(self.wrong or ConnectionError())
                self._news.notify_all()

    def take(self, frame: Frame) -> None:
        """Follow the contract: ignore repeated frames, notice gaps, keep what is told."""
        if frame["n"] <= self.n:
            return
        self.n = frame["n"]
        self.frames.append(frame)
        if frame["type"] in ("ack", "error", "welcome"):
            waiting = self._waiting.pop(frame["key"], None) if frame["key"] else None
            if waiting and not waiting.done():
                waiting.set_result(frame)
        # An acknowledgement runs ahead of the frames it causes: it says nothing about what has been seen.
        if frame["type"] in ("table", "position", "changes", "line"):
            self.seq = max(self.seq, frame["seq"])
        kind = frame["type"]
        if kind in ("welcome", "table"):
            self.info = frame["table"]
        elif kind in ("position", "changes"):
            found = frame["position"]
            if kind == "changes":
                assert frame["base"] == self._position_n, "it follows the last position of this connection"
                found = changed(self.position, found)
            self._position_n = frame["n"]
            self.position = found
            self.events = [event for event in self.events if event["decision"] < found["events_from"]]
            self.events += found["events"]
        elif kind == "line":
            self.lines.append(frame)
        elif kind == "presence":
            self.presence = frame
        elif kind == "plan":
            self.plan = frame
        elif kind == "bye":
            self.bye = frame

    async def raw(self, text: str | bytes) -> None:
        assert self._socket
        await self._socket.send(text)

    async def send(self, message: Frame, patience: float | None = None) -> Frame:
        """Send a message and wait for its answer; raises Refused or ConnectionError."""
        assert self._socket
        key = message.setdefault("key", self.fresh(8))
        waiting = self._waiting[key] = asyncio.get_running_loop().create_future()
        try:
            await self._socket.send(json.dumps(message))
            answer: Frame = await asyncio.wait_for(waiting, patience or self.limit)
        except ConnectionClosed:
            raise ConnectionError from None
        finally:
            self._waiting.pop(key, None)
        if answer["type"] == "error":
            raise Refused(answer)
        if answer["type"] == "ack":
            self.acks[key] = answer["seq"]
            self.again += answer["again"]
        return answer

    async def insist(self, message: Frame, patience: float = 2.0) -> Frame:
        """Send until there is an answer, over as many connections as it takes, always with the same key."""
        message.setdefault("key", self.fresh(8))
        while True:
            try:
                if not self.open:
                    await self.reconnect()
                return await self.send(dict(message), patience)
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake):
                if self._socket and self.open:
                    await self.cut()

    async def reconnect(self, tries: int = 2000) -> None:
        for _ in range(tries):
            try:
                await self.connect()
                return
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake):
                await asyncio.sleep(0.02)
        raise ConnectionError

    async def until(self, true: Callable[[Socket], Any], patience: float | None = None) -> Socket:
        """Wait until something has been told."""
        async with asyncio.timeout(patience or self.limit):
            async with self._news:
                await self._news.wait_for(lambda: true(self) or not self.open)
        if not true(self):
            raise self.wrong or ConnectionError()
        return self

    # -- playing --------------------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        return int(self.position["at"])

    @property
    def over(self) -> bool:
        return bool(self.position and self.position["to_move"] is None)

    @property
    def mine(self) -> bool:
        return bool(self.position and self.seat is not None and self.position["to_move"] == self.seat)

    async def act(self, kind: str, **more: Any) -> Frame:
        message = {"type": kind, "seat": self.seat, "expect": self.at, **more}
        return await self.send(message)

    async def settle(self, answer: Frame) -> None:
        """Wait until the position of an acknowledged act has arrived."""
        await self.until(lambda me: me.position and (me.at >= answer["seq"] or me.over or not me.mine))

    async def play_on(self, choose: random.Random, decisions: int = 1 << 30) -> int:
        """Play random decisions whenever it is this seat's turn, until the end or so many."""
        played = 0
        while played < decisions:
            await self.until(lambda me: me.mine or me.over)
            if self.over:
                break
            option = choose.choice(self.position["options"])
            await self.settle(await self.act("play", decision=option["id"]))
            played += 1
        return played
