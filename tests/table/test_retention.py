"""What is forgotten: empty lobbies and old games are deleted, games that nobody plays are closed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pithead.table.clocks import Timekeeper
from pithead.table.log import commands
from pithead.table.protocol import NewTable, SeatSetup
from pithead.table.retention import DAY, tidy
from pithead.table.room import Room
from pithead.table.rooms import Rooms
from pithead.table.settings import Settings
from pithead.table.store import Store
from pithead.table.workers.calls import Workers

SEATS = [SeatSetup(kind="you", name="Emma"), SeatSetup(kind="hotseat", name="Hugo")]


def test_tables_are_kept_as_long_as_the_host_says(tmp_path: Path) -> None:
    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await store.open()
        settings = Settings(keep_lobby_days=7, keep_idle_days=180, keep_finished_days=730)
        keeper = Timekeeper()
        rooms = Rooms(settings, store, keeper, Workers(1))

        async def table(start: bool) -> Room:
            return await rooms.new_table(NewTable(game="example", seats=SEATS, start=start), "device", None)

        async def kept() -> dict[str, str]:
            """Status by name of the tables that are still in the database."""
            alive = await store.seqs([room.state.id for room in tables.values()])
            return {name: room.state.status for name, room in tables.items() if room.state.id in alive}

        tables = {"lobby": await table(False), "running": await table(True), "closed": await table(True)}
        await tables["closed"].act(commands.close_idle)
        await tidy(rooms)
        assert await kept() == {"lobby": "lobby", "running": "running", "closed": "closed"}
        keeper._offset += 8 * DAY
        await tidy(rooms)
        assert await kept() == {"running": "running", "closed": "closed"}
        assert rooms.loaded(tables["lobby"].state.id) is None
        keeper._offset += 180 * DAY
        await tidy(rooms)
        assert await kept() == {"running": "closed", "closed": "closed"}
        keeper._offset += 600 * DAY
        await tidy(rooms)
        assert await kept() == {"running": "closed"}, "the game that was closed later is kept longer"
        assert await store.entries(tables["closed"].state.id) == []
        rooms.stopping = True
        await store.close()

    asyncio.run(scene())
