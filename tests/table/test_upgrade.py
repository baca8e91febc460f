"""P19: an upgrade keeps running games. A database file of every landed schema is kept and upgraded here."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import shutil
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Connection, create_engine, inspect, select, text

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

from . import migrated

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


@pytest.mark.slow
def test_the_migrations_make_exactly_the_tables_that_the_code_knows(database: str) -> None:
    def compare(connection: Connection) -> None:
        found = inspect(connection)
        assert set(found.get_table_names()) == set(schema.metadata.tables) | {"alembic_version"}
        for name, table in schema.metadata.tables.items():
            columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
            assert columns == {column.name: column.nullable for column in table.columns}, name
            keys = found.get_pk_constraint(name)["constrained_columns"]
            assert keys == [column.name for column in table.primary_key.columns], name
            indexes = {tuple(index["column_names"]) for index in found.get_indexes(name) if not index["unique"]}
            assert indexes == {tuple(column.name for column in index.columns) for index in table.indexes}, name

    async def scene() -> None:
        store = Store(database)
        await store.open()
        async with store.reading() as connection:
            await connection.run_sync(compare)
        await store.close()
        # Opening again finds nothing to do.
        again = Store(database)
        await again.open()
        await again.close()

    asyncio.run(scene())


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


def test_what_new_databases_of_tests_get_is_what_all_migrations_lead_to() -> None:
    migrated.learn()
    found = []
    for bring_up_to_date in (versions.upgrade, migrated.upgrade):
        engine = create_engine("sqlite://")
        with engine.begin() as connection:
            bring_up_to_date(connection, HEAD)
            made = connection.execute(text("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")).all()
            found.append((made, versions.version_of(connection)))
        engine.dispose()
    assert found[0] == found[1]
    assert found[0][1] == HEAD
