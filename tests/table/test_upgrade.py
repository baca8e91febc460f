"""P19: an upgrade keeps running games. A database file of every landed schema is kept and upgraded here."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Connection, inspect, select

from pithead.engine import registry
from pithead.table.clocks import Timekeeper
from pithead.table.errors import BadDatabase
from pithead.table.log import commands
from pithead.table.log.events import Created, Event
from pithead.table.log.fold import fold
from pithead.table.log.rows import Entry
from pithead.table.log.state import TableState
from pithead.table.rooms import Rooms
from pithead.table.settings import Settings
from pithead.table.store import HEAD, Store, schema, versions
from pithead.table.workers.calls import Workers

RESUME: dict[str, Any] = {"motion": "resume", "whom": None, "level": None, "yes": True, "away": False}
DATABASES = Path(__file__).parent / "databases"


class Kept(NamedTuple):
    """A table as it was read from a database."""

    state: TableState
    entries: list[Entry]


def digest(state: TableState) -> str:
    """A hash of everything that a table's log says about its game and its seats."""
    told: list[Any] = [state.status, state.how, state.paused, state.turn_used, state.banks, state.settled]
    told += [[seat.kind, seat.name, seat.conceded, seat.standin, seat.helped] for seat in state.seats]
    if state.match:
        told += [state.match.rules.encode(state.match.state).hex(), list(state.match.actions)]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


async def states(database: str) -> dict[str, Kept]:
    """All tables of a database, replayed from their logs."""
    store = Store(database)
    await store.open()
    async with store.reading() as connection:
        names = (await connection.execute(select(schema.board.c.id))).scalars().all()
    found = {}
    for name in names:
        entries = await store.entries(name)
        created = entries[0].event
        assert isinstance(created, Created)
        found[name] = Kept(fold(name, entries, registry.load(created.game)), entries)
    await store.close()
    return found


def test_the_current_schema_has_its_database_file() -> None:
    assert (DATABASES / f"{HEAD}.db").is_file(), "run `python -m tests.table.databases.make` when a schema lands"


@pytest.mark.slow
@pytest.mark.parametrize("version", sorted(path.stem for path in DATABASES.glob("*.db")))
def test_games_of_an_older_schema_go_on(version: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    shutil.copy(DATABASES / f"{version}.db", file)
    expected = json.loads((DATABASES / f"{version}.json").read_text("utf-8"))

    async def scene() -> None:
        found = await states(f"sqlite:///{file}")
        assert {
            name: {"seq": kept.state.seq, "status": kept.state.status, "state": digest(kept.state)}
            for name, kept in found.items()
        } == expected
        store = Store(f"sqlite:///{file}")
        await store.open()
        rooms = Rooms(Settings(), store, Timekeeper(), Workers(1))
        # No bot interferes.
        rooms.stopping = True
        choose = random.Random(1)

        def step(state: TableState) -> list[Event]:
            assert state.match and state.to_move is not None
            return commands.play(state, state.to_move, [choose.choice(state.match.legal)], None, bot=True)

        for name, kept in found.items():
            room = await rooms.get(name)
            if room.state.status == "lobby":
                await room.act(commands.start)
                assert room.state.deal and room.state.deal.scheme == "hmac-sha256", "what is yet to deal is safe"
            if room.state.paused:
                for seat in (0, 1):
                    await room.act(partial(commands.vote, seat=seat, **RESUME))
            while room.state.to_move is not None:
                await room.act(step)
            assert room.state.status == ("closed" if kept.state.status == "closed" else "finished")
        await store.close()

    asyncio.run(scene())


class Undone(Exception):
    """Takes a transaction back, tables and all."""


@pytest.mark.slow
def test_a_new_database_is_what_all_migrations_lead_to(database: str) -> None:
    made: list[dict[str, Any]] = []

    def look(make: Callable[[Connection], None], connection: Connection) -> None:
        make(connection)
        found = inspect(connection)
        made.append(
            {
                name: {
                    # In their order: the rows of a backup have it too.
                    "columns": [{**column, "type": repr(column["type"])} for column in found.get_columns(name)],
                    "key": found.get_pk_constraint(name),
                    "foreign": found.get_foreign_keys(name),
                    "unique": sorted(found.get_unique_constraints(name), key=repr),
                    "indexes": sorted(found.get_indexes(name), key=repr),
                }
                for name in found.get_table_names()
            }
        )
        assert versions.version_of(connection) == HEAD
        raise Undone

    async def scene() -> None:
        store = Store(database)
        store.connect()
        for make in (partial(versions.upgrade, to=HEAD), versions.create):
            with pytest.raises(Undone):
                await store.transact(partial(look, make))
        await store.dispose()

    asyncio.run(scene())
    migrated, new = made
    assert migrated.keys() == schema.metadata.tables.keys() | {"alembic_version"}
    assert migrated == new


@pytest.mark.slow
def test_a_database_that_is_current_stays_as_it_is(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def open_it() -> None:
        store = Store(database)
        await store.open()
        await store.close()

    asyncio.run(open_it())
    for name in ("create", "upgrade"):
        monkeypatch.delattr(f"pithead.table.store.store.{name}")
    asyncio.run(open_it())


def test_a_new_database_needs_no_alembic(tmp_path: Path) -> None:
    # What it imports stays in the memory of the server for good.
    program = (
        "import asyncio, sys; from pithead.table.store import Store\n"
        "async def scene():\n    store = Store(sys.argv[1]); await store.open(); await store.close()\n"
        "asyncio.run(scene()); sys.exit('alembic' in sys.modules)"
    )
    address = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    assert subprocess.run([sys.executable, "-c", program, address], check=False).returncode == 0


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    import sqlite3

    async def open_it() -> None:
        store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await store.open()
        await store.close()

    asyncio.run(open_it())
    connection = sqlite3.connect(tmp_path / "x.sqlite3")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(BadDatabase, match="newer version"):
        asyncio.run(open_it())
