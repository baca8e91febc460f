"""Connections that only cost are closed; an address has so many; only named proxies say for whom they speak."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import socket as sockets
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import httpx
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketState
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.client import ClientProtocol
from websockets.exceptions import InvalidStatus
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from pithead.table.errors import BadSetting
from pithead.table.http import transport
from pithead.table.http.transport import SLOW_BODY
from pithead.table.identity import Session
from pithead.table.limits import Limits, neighbourhood
from pithead.table.protocol import PresenceFrame
from pithead.table.protocol.frames import Frame as SentFrame
from pithead.table.realtime.connection import FAILED, Connection
from pithead.table.settings import Settings
from pithead.table.store import Append

from .client import GIVE_UP, Person
from .conftest import Server
from .contract import read_frame
from .scenes import friends, people, refused
from .test_clocks import both, playing, rest

GREETING = 0.5


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for nobody."""
    folder = tmp_path_factory.mktemp("hasty")
    limits = {"greeting": GREETING, "ping": 1.0, "create_burst": 50}
    shared = Server(f"sqlite:///{folder / 'tables.sqlite3'}", folder, interpreted=1, **limits)
    yield shared.start()
    shared.close()


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets few in."""
    folder = tmp_path_factory.mktemp("narrow")
    shared = Server(f"sqlite:///{folder / 'tables.sqlite3'}", folder, interpreted=1, connections=8)
    yield shared.start()
    shared.close()


def place(server: Server) -> tuple[str, int]:
    host, _, port = server.address.removeprefix("http://").partition(":")
    return host, int(port)


async def closed_after(server: Server, said: bytes) -> bytes:
    """Say something, and read until the server hangs up."""
    reader, writer = await asyncio.open_connection(*place(server))
    try:
        writer.write(said)
        async with asyncio.timeout(GIVE_UP):
            return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
        b"GET /api/levels HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /api/le",
    ],
    ids=["nothing", "half a head", "half a body", "a request and a half"],
)
def test_whoever_asks_for_nothing_is_not_waited_for(hasty: Server, said: bytes) -> None:
    answer = asyncio.run(closed_after(hasty, said))
    assert answer.startswith(b"HTTP/1.1 200" if b"levels" in said else b"")
    assert httpx.get(f"{hasty.address}/api/health", timeout=GIVE_UP).status_code == 200
    assert SLOW_BODY * GREETING < 5


@pytest.mark.slow
def test_a_socket_that_says_nothing_is_told_goodbye(hasty: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        url = hasty.address.replace("http", "ws", 1) + f"/api/tables/{table['id']}/socket"
        async with connect(url) as silent:
            assert read_frame(await silent.recv())["reason"] == "slow"

    people(hasty, 2, scene)


class Deaf:
    """Somebody who subscribes and then neither reads nor answers a ping."""

    def __init__(self, server: Server, table: str) -> None:
        self.tcp = sockets.socket()
        self.tcp.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        self.tcp.connect(place(server))
        uri = parse_uri(server.address.replace("http", "ws", 1) + f"/api/tables/{table}/socket")
        self.protocol = ClientProtocol(uri)
        self.protocol.send_request(self.protocol.connect())
        self._flush()
        while self.protocol.state.name == "CONNECTING":
            self.protocol.receive_data(self.tcp.recv(4096))
        self.say({"type": "subscribe", "seat": None, "since": 0})

    def say(self, message: dict[str, Any]) -> None:
        self.protocol.send_text(json.dumps({"key": "k", **message}).encode())
        self._flush()

    def _flush(self) -> None:
        self.tcp.sendall(b"".join(self.protocol.data_to_send()))


@pytest.mark.slow
def test_somebody_who_leaves_a_ping_unanswered_is_gone(hasty: Server) -> None:
    async def scene(emma: Person, hugo: Person) -> None:
        table = await friends(emma, hugo)
        async with emma.socket(table["id"], 0) as seat:
            deaf = await asyncio.to_thread(Deaf, hasty, table["id"])
            await seat.until(lambda me: me.presence and me.presence["spectators"] == 1)
            await seat.until(lambda me: me.presence["spectators"] == 0)
            deaf.tcp.close()

    people(hasty, 2, scene)


def test_news_of_people_is_told_although_a_step_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step is nobody's business, so that nobody else is woken for it."""

    async def scene() -> None:
        async with (
            playing(tmp_path, visibility="public") as (_, server, emma, hugo, table),
            Person(emma.address) as jules,
        ):
            acting, waiting = await both(emma, hugo, table["id"])
            guest = jules.socket(table["id"], None)
            await guest.connect()
            await waiting.until(lambda me: me.presence and me.presence["spectators"] == 1)
            append, halfway, go_on = server.rooms.store.append, asyncio.Event(), asyncio.Event()

            async def slow(work: Append) -> None:
                halfway.set()
                await go_on.wait()
                await append(work)

            monkeypatch.setattr(server.rooms.store, "append", slow)
            step = asyncio.create_task(acting.act("play", decision=rest(acting)))
            await halfway.wait()
            await guest.close()
            room = server.rooms.loaded(table["id"])
            assert room
            while len(room.listeners) > 2:
                await asyncio.sleep(0)
            # Those who were woken look.
            for _ in range(10):
                await asyncio.sleep(0)
            go_on.set()
            await step
            await waiting.until(lambda me: me.presence["spectators"] == 0)

    asyncio.run(scene())


def test_a_name_that_is_gone_from_the_log_goes_from_the_screens(tmp_path: Path) -> None:
    """Also where all that happened since was told before the log was read anew."""

    async def scene() -> None:
        async with playing(tmp_path) as (_, server, emma, hugo, table):
            sockets = await both(emma, hugo, table["id"])
            with sqlite3.connect(tmp_path / "x.sqlite3") as connection:
                connection.execute("UPDATE entry SET data = replace(data, 'Friend 1', 'N.N.')")
            room = server.rooms.loaded(table["id"])
            assert room
            await room.read_anew()
            for socket in sockets:
                await socket.until(lambda me: me.info["seats"][1]["name"] == "N.N.")

    asyncio.run(scene())


@pytest.mark.parametrize("compressed", [True, False])
def test_long_messages_are_compressed_for_whoever_takes_that(server: Server, compressed: bool) -> None:
    """The whole position of the largest game comes in 5 kB, short messages as they are."""

    async def scene(ada: Person) -> None:
        table = await ada.table("kohle-kolonie", "you", *["random"] * 4, visibility="public")
        await ada.call("POST", f"/tables/{table['id']}/start")
        url = server.address.replace("http", "ws", 1) + f"/api/tables/{table['id']}/socket"
        reader, writer = await asyncio.open_connection(*place(server))
        client = ClientProtocol(parse_uri(url), extensions=[ClientPerMessageDeflateFactory()] if compressed else None)
        client.send_request(client.connect())
        seen: dict[str, tuple[int, int, bool]] = {}
        async with asyncio.timeout(GIVE_UP):
            writer.write(b"".join(client.data_to_send()))
            client.receive_data(await reader.readuntil(b"\r\n\r\n"))
            client.send_text(json.dumps({"key": "k", "type": "subscribe", "seat": None, "since": 0}).encode())
            writer.write(b"".join(client.data_to_send()))
            while "position" not in seen:
                head = await reader.readexactly(2)
                more = await reader.readexactly({126: 2, 127: 8}.get(head[1], 0))
                length = int.from_bytes(more) if more else head[1]
                client.receive_data(head + more + await reader.readexactly(length))
                for event in client.events_received():
                    if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                        kind = json.loads(bytes(event.data))["type"]
                        seen[kind] = (length, len(event.data), bool(head[0] & 0x40))
        writer.close()
        for kind, (wire, told, deflated) in seen.items():
            assert deflated == (compressed and told >= transport.COMPRESSED), kind
            assert deflated or wire == told
        wire, told, deflated = seen["position"]
        assert told > 20_000
        assert deflated == compressed
        assert wire < 5_000 or not compressed

    people(server, 1, scene)


def test_a_closed_socket_does_not_wait_for_its_other_side_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """uvicorn closes a transport politely: one with something left to write stays open as long as nobody takes it."""
    monkeypatch.setattr(transport, "LINGER", 0.01)

    class Full(asyncio.Transport):
        def __init__(self) -> None:
            self.cut = asyncio.Event()

        def write(self, data: Any) -> None: ...

        def is_closing(self) -> bool:
            return False

        def close(self) -> None: ...

        def get_extra_info(self, name: str, default: Any = None) -> Any:
            return default

        def abort(self) -> None:
            self.cut.set()

    async def scene(end: str) -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None: ...

        socket, full = transport.Socket(uvicorn.Config(app), ServerState(), {}), Full()
        socket.connection_made(full)
        socket.handshake_complete = True
        if end == "ping":
            socket.keepalive_timeout()
        else:
            with contextlib.suppress(ClientDisconnected):
                await socket.send({"type": "websocket.close", "code": 1000})
        async with asyncio.timeout(GIVE_UP):
            await full.cut.wait()

    asyncio.run(scene("ping"))
    asyncio.run(scene("goodbye"))


@pytest.mark.parametrize("answered", [True, False])
def test_a_refused_handshake_is_no_error_and_one_without_an_answer_is(
    caplog: pytest.LogCaptureFixture, answered: bool
) -> None:
    """Strangers would fill the log with errors."""

    class Sink(asyncio.Transport):
        written = b""

        def write(self, data: Any) -> None:
            self.written += data

        def close(self) -> None: ...

        def get_extra_info(self, name: str, default: Any = None) -> Any:
            return default

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if answered:
            await WebSocket(scope, receive, send).send_denial_response(PlainTextResponse("no", 403))

    async def scene() -> bytes:
        state, sink = ServerState(), Sink()
        socket = transport.Socket(uvicorn.Config(app, log_config=None), state, {})
        client = ClientProtocol(parse_uri("ws://127.0.0.1/"))
        client.send_request(client.connect())
        socket.connection_made(sink)
        socket.data_received(b"".join(client.data_to_send()))
        await asyncio.gather(*state.tasks)
        return sink.written

    logger = logging.getLogger("uvicorn.error")
    logger.addHandler(caplog.handler)
    try:
        assert asyncio.run(scene()).startswith(b"HTTP/1.1 403" if answered else b"HTTP/1.1 500")
    finally:
        logger.removeHandler(caplog.handler)
    errors = {record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR}
    assert errors == (set() if answered else {"ASGI callable returned without completing handshake."})


@pytest.mark.slow
def test_an_address_has_so_many_connections(narrow: Server) -> None:
    async def scene() -> None:
        async with Person(narrow.address) as emma:
            table = await emma.table("example", "you", "random", start=True)
        url = narrow.address.replace("http", "ws", 1) + f"/api/tables/{table['id']}/socket"
        opened = []
        for _ in range(8):
            opened.append(await connect(url))
            await opened[-1].send(json.dumps({"type": "subscribe", "key": "k", "seat": None, "since": 0}))
        with pytest.raises(InvalidStatus):
            await connect(url)
        await opened.pop().close()
        async with asyncio.timeout(GIVE_UP):
            while True:
                try:
                    opened.append(await connect(url))
                    break
                except InvalidStatus:
                    await asyncio.sleep(0.02)
        for socket in opened:
            await socket.close()

    asyncio.run(scene())


@pytest.mark.slow
def test_an_address_has_so_many_connections_that_are_no_sockets(narrow: Server) -> None:
    async def scene() -> bytes:
        opened = await asyncio.gather(*(asyncio.open_connection(*place(narrow)) for _ in range(9)))
        answers = [asyncio.ensure_future(reader.read()) for reader, _ in opened]
        done, _ = await asyncio.wait(answers, timeout=GIVE_UP, return_when=asyncio.FIRST_COMPLETED)
        for _, writer in opened:
            writer.close()
        await asyncio.gather(*answers)
        return next(answer.result() for answer in done)

    head, _, body = asyncio.run(scene()).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429")
    assert json.loads(body)["code"] == "too_many_connections"


def test_a_connection_that_waits_keeps_no_frames(tmp_path: Path) -> None:
    """A thousand of them would: each its `welcome` with the whole table, and who is there in its own words."""

    async def scene() -> None:
        async with playing(tmp_path) as (_, _, emma, hugo, table):
            for socket in await both(emma, hugo, table["id"]):
                await socket.until(lambda me: me.presence["online"] == [0, 1])
            gc.collect()
            kept = Counter(type(one) for one in gc.get_objects() if isinstance(one, SentFrame))
            assert kept == {PresenceFrame: 1}

    asyncio.run(scene())


@pytest.mark.parametrize("size", [0, 125, 126, (1 << 16) - 1, 1 << 16])
def test_the_frame_of_a_text_is_that_of_the_library(size: int) -> None:
    payload = b"x" * size
    assert transport._text_head(size) + payload == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_a_failure_of_a_socket_is_logged_and_told(caplog: pytest.LogCaptureFixture) -> None:
    class Torn:
        client = None
        query_params: ClassVar[dict[str, str]] = {}
        headers: ClassVar[dict[str, str]] = {}
        client_state = WebSocketState.CONNECTED
        code = 0

        async def accept(self) -> None: ...

        async def receive(self) -> Any:
            await asyncio.Event().wait()

        async def send_text(self, text: str) -> None:
            raise ValueError("a mistake of ours")

        async def close(self, code: int) -> None:
            self.code = code

    async def scene() -> Torn:
        settings, torn = Settings(), Torn()
        rooms = SimpleNamespace(settings=settings, keeper=SimpleNamespace(now=lambda: 0.0))
        room = SimpleNamespace(rooms=rooms, state=SimpleNamespace(id="table"), leave=lambda _: None)
        connection = Connection(torn, room, Session("device", "session"), Limits(settings))  # type: ignore[arg-type]
        connection.drop("gone")
        await connection.run()
        return torn

    with caplog.at_level(logging.ERROR):
        assert asyncio.run(scene()).code == FAILED
    assert "a mistake of ours" in caplog.text


def test_a_mistake_of_ours_is_told_as_such(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Not as a database that does not answer, which is asked again."""

    async def scene() -> None:
        async with playing(tmp_path) as (_, server, emma, hugo, table):
            mover, _ = await both(emma, hugo, table["id"])
            room = await server.rooms.get(table["id"])
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(room, "act", None)
                await refused("internal", mover.act("confirm"))
            await mover.send({"type": "ping"})

    asyncio.run(scene())
    assert "message failed" in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize(("proxies", "allowed"), [("", 2), ("127.0.0.0/8", 4)], ids=["no proxy", "a named proxy"])
def test_forwarded_addresses_are_believed_from_named_proxies_alone(
    start_server: Any, proxies: str, allowed: int
) -> None:
    server = start_server(proxies=proxies, create_burst=2, create_rate=0.001)
    # The last two live in one house: an address of IPv6 is as free as an identity.
    visitors = ["192.0.2.1", "192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8::3"]
    codes = [
        httpx.post(f"{server.address}/api/me", timeout=GIVE_UP, headers={"x-forwarded-for": v}).status_code
        for v in visitors
    ]
    assert codes.count(200) == allowed


def test_one_house_is_one_address() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:2") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1") == "192.0.2.1"
    assert neighbourhood("") == ""
    assert neighbourhood("testclient") == "testclient"


@pytest.mark.parametrize("named", ["*", "my-proxy", "10.0.0.1, 10.0.0.2"])
def test_proxies_are_named_by_address(named: str) -> None:
    with pytest.raises(BadSetting):
        Settings(proxies=named)
