"""P10: an acknowledged move is never lost, whatever happens to the process or to the power."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import create_async_engine

from pithead.engine import registry
from pithead.table import perspective
from pithead.table.errors import NotDurable
from pithead.table.log.fold import fold
from pithead.table.log.rows import Entry, parse
from pithead.table.log.state import TableState
from pithead.table.store import Store, async_url, schema

from .client import GIVE_UP, Person, Refused, Socket
from .conftest import Server, StartServer

pytestmark = pytest.mark.slow

# Fewer for a look in between: `PITHEAD_KILLS=100 pytest -m soak tests/table/test_durability.py`.
KILLS = int(os.environ.get("PITHEAD_KILLS", "1000"))


@pytest.fixture
def mortal(database: str, start_server: StartServer) -> Server:
    """A server that is killed and started again many times."""
    return start_server(database)


async def player(socket: Socket, choose: random.Random, stop: asyncio.Event) -> None:
    """Play and undo; insist on an answer to every message."""
    while not stop.is_set():
        try:
            if socket.position is None or not socket.open:
                await socket.reconnect()
                await socket.until(lambda me: me.position)
            if not socket.mine:
                if socket.over:
                    return
                await asyncio.wait_for(socket.until(lambda me: me.mine or me.over or stop.is_set()), 0.5)
                continue
            draft = socket.position["draft"]
            message: dict[str, Any] = {"type": "play", "seat": socket.seat, "expect": socket.at}
            if draft["undo"] and choose.random() < 0.3:
                message["type"] = "undo"
            else:
                message["decision"] = choose.choice(socket.position["options"])["id"]
            answer = await socket.insist(message)
            await socket.settle(answer)
        except (ConnectionError, TimeoutError):
            continue
        except Refused as problem:
            # After a reconnect the player may click on an old position before the new one arrives.
            if problem.code not in ("stale", "not_your_turn", "game_over", "unavailable"):
                raise


def answered(sockets: list[Socket]) -> int:
    return sum(len(socket.acks) for socket in sockets)


async def more_answers(sockets: list[Socket], count: int) -> None:
    """Wait for so many more acknowledgements."""
    goal = answered(sockets) + count
    async with asyncio.timeout(GIVE_UP):
        while answered(sockets) < goal:
            await asyncio.sleep(0.002)


async def keep_playing(probe: Person, number: int, sockets: list[Socket], stop: asyncio.Event) -> None:
    """Two seats play game after game, however often the server dies."""
    choose = random.Random(number)
    seats = [{"kind": "you", "name": "A"}, {"kind": "hotseat", "name": "B"}]
    while not stop.is_set():
        try:
            table = await probe.table("example", *seats, start=True)
        except (httpx.TransportError, Refused):
            continue
        pair = [probe.socket(table["id"], seat) for seat in range(2)]
        sockets += pair
        await asyncio.gather(*(player(socket, random.Random(choose.random()), stop) for socket in pair))


async def under_fire(server: Server, kills: int, tables: int = 12) -> dict[str, dict[str, int]]:
    """Play at several tables while the server is killed again and again; returns all acknowledged (key → seq)."""
    chance = random.Random(kills)
    acked: dict[str, dict[str, int]] = {}
    async with Person(server.address) as probe:
        sockets: list[Socket] = []
        stop = asyncio.Event()
        playing = [asyncio.create_task(keep_playing(probe, i, sockets, stop)) for i in range(tables)]
        try:
            for _ in range(kills):
                await more_answers(sockets, chance.randrange(1, 2 * tables))
                await asyncio.sleep(chance.uniform(0, 0.01))
                server.kill()
                server.start()
        finally:
            # Nobody plays on where the server gives no more answers.
            stop.set()
        await asyncio.gather(*playing)
        for socket in sockets:
            acked.setdefault(socket.url.split("/")[-2], {}).update(socket.acks)
            await socket.close()
    return acked


async def logs_of(database: str) -> dict[str, list[Any]]:
    engine = create_async_engine(async_url(database))
    async with engine.connect() as connection:
        rows = (await connection.execute(select(schema.entry).order_by(schema.entry.c.board, schema.entry.c.seq))).all()
    await engine.dispose()
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row.board, []).append(row)
    return found


def folded(table: str, rows: list[Any]) -> TableState:
    """A table of the example game from the rows of its log."""
    entries = [Entry(row.seq, parse(row.kind, row.seat, row.data), row.key, row.at) for row in rows]
    return fold(table, entries, registry.load("example"))


def check(acked: dict[str, dict[str, int]], logs: dict[str, list[Any]]) -> int:
    """Every acknowledged message is in the log once, at the place that its device was told; no log has a gap."""
    count = 0
    for table, keys in acked.items():
        rows = logs[table]
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        state = folded(table, rows)
        placed = {}
        for row in rows:
            if row.key:
                device, _, key = row.key.partition(":")
                placed[key] = perspective.number(state, device, row.seq)
        written = [row.key for row in rows if row.key]
        assert len(written) == len(set(written)), "an idempotency key was written twice"
        for key, seq in keys.items():
            assert placed.get(key) == seq, f"acknowledged {key} at {seq}, found {placed.get(key)}"
            count += 1
    return count


def test_kills_lose_nothing_that_was_acknowledged(mortal: Server, database: str) -> None:
    acked = asyncio.run(under_fire(mortal, kills=8, tables=8))
    mortal.kill()
    assert check(acked, asyncio.run(logs_of(database))) > 60


@pytest.mark.soak
def test_a_thousand_kills_lose_nothing_that_was_acknowledged(mortal: Server, database: str) -> None:
    acked = asyncio.run(under_fire(mortal, kills=KILLS, tables=40))
    mortal.kill()
    assert check(acked, asyncio.run(logs_of(database))) > 30 * KILLS


def test_every_connection_reads_back_that_commits_are_durable(database: str) -> None:
    async def look() -> None:
        store = Store(database)
        await store.open()
        names = ["synchronous", "journal_mode"] if store.is_sqlite else ["fsync", "synchronous_commit"]
        wanted = ["2", "wal"] if store.is_sqlite else ["on", "on"]
        ask = "PRAGMA {}" if store.is_sqlite else "SHOW {}"
        for _ in range(3):
            connections = [await store.reader.connect() for _ in range(4)]
            for connection in connections:
                found = [str((await connection.exec_driver_sql(ask.format(name))).scalar()) for name in names]
                assert found == wanted
                await connection.close()
        for run in (store.transact, store.read):
            found = await run(lambda c: [str(c.exec_driver_sql(ask.format(name)).scalar()) for name in names])
            assert found == wanted
        assert store.durable
        await store.close()

    asyncio.run(look())


def test_a_database_that_could_forget_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pithead.table.store.engine as module

    def careless(cursor: Any, statement: str) -> Any:
        return "1" if "synchronous" in statement else honest(cursor, statement)

    honest = module._one
    monkeypatch.setattr(module, "_one", careless)

    async def open_it() -> None:
        await Store(f"sqlite:///{tmp_path / 'x.sqlite3'}").open()

    with pytest.raises(NotDurable, match="synchronous=1"):
        asyncio.run(open_it())


# -- power cuts -------------------------------------------------------------------------------------------------------


def test_a_power_cut_that_drops_unsynced_writes_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """The journal of all writes and syncs of the database files is cut at many points.

    What was not synced before the cut is dropped, or kept in part, as a disk may do.
    """
    journal = tmp_path / "journal"
    done = subprocess.run(
        [sys.executable, "-m", "tests.table.powercut", str(tmp_path), str(journal)],
        capture_output=True,
        text=True,
        timeout=GIVE_UP,
        env={**os.environ, "PITHEAD_DATA": str(tmp_path)},
    )
    if done.returncode == 77:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stderr[-3000:]
    operations = [json.loads(line) for line in journal.read_text().splitlines()]
    acks = [i for i, operation in enumerate(operations) if operation["op"] == "ack"]
    assert len(acks) > 30
    chance = random.Random(1)
    # Right after an acknowledgement is where a lazy commit would show.
    points = [i + 1 for i in acks] + [chance.randrange(acks[0], len(operations)) for _ in range(60)]
    images = tmp_path / "images"
    checked = 0
    for number, point in enumerate(points):
        folder = images / str(number)
        folder.mkdir(parents=True)
        disk(operations[:point], folder, chance)
        acked = {(o["table"], o["seq"]) for o in operations[:point] if o["op"] == "ack"}
        connection = sqlite3.connect(folder / "tables.sqlite3")
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = connection.execute("SELECT board, seq FROM entry").fetchall()
        connection.close()
        assert len(rows) == len(set(rows))
        assert acked <= set(rows), f"cut at {point} lost {acked - set(rows)}"
        checked += len(acked)
    assert checked > 1000


def disk(operations: list[dict[str, Any]], folder: Path, chance: random.Random) -> None:
    """The files as they lie on the disk after a power cut."""
    files: dict[str, bytearray] = {}
    unsynced: dict[str, list[dict[str, Any]]] = {}
    for operation in operations:
        name = operation.get("file")
        if name is None:
            continue
        if operation["op"] == "sync":
            for waiting in unsynced.pop(name, []):
                apply(files.setdefault(name, bytearray()), waiting)
        else:
            unsynced.setdefault(name, []).append(operation)
    for name, pending in unsynced.items():
        # Some of the unsynced writes may have reached the disk, in any order.
        if chance.random() < 0.5:
            for operation in chance.sample(pending, chance.randrange(len(pending) + 1)):
                apply(files.setdefault(name, bytearray()), operation)
    for name, content in files.items():
        if not name.endswith("-shm"):
            (folder / name).write_bytes(content)


def apply(content: bytearray, operation: dict[str, Any]) -> None:
    if operation["op"] == "truncate":
        del content[operation["size"] :]
        return
    data = bytes.fromhex(operation["data"])
    end = operation["at"] + len(data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    content[operation["at"] : end] = data


def test_the_simulated_disk_loses_what_was_not_synced(tmp_path: Path) -> None:
    """A disk that forgets nothing would prove nothing."""
    write = {"op": "write", "file": "a", "at": 0, "data": b"kept".hex()}
    sync = {"op": "sync", "file": "a"}
    lost = {"op": "write", "file": "a", "at": 4, "data": b"lost".hex()}
    outcomes = set()
    for seed in range(20):
        disk([write, sync, lost], tmp_path, random.Random(seed))
        outcomes.add((tmp_path / "a").read_bytes())
    assert outcomes == {b"kept", b"keptlost"}
