"""Tables come into being once, under their own id and their own code."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pithead.engine import registry
from pithead.table.clocks import Timekeeper
from pithead.table.log import commands
from pithead.table.protocol import NewTable, SeatSetup
from pithead.table.rooms import CODE_LETTERS, Rooms
from pithead.table.settings import Settings
from pithead.table.store import Store
from pithead.table.workers.calls import Workers
from pithead.table.world import ID_LETTERS, World


def test_a_table_with_a_planned_id_is_made_once_and_never_with_the_code_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = World.fresh_id
    codes = iter(("AAAAAA", "AAAAAA", "BBBBBB", "CCCCCC"))

    def fresh_id(world: World, length: int = 12, letters: str = ID_LETTERS) -> str:
        return next(codes) if letters == CODE_LETTERS else fresh(world, length, letters)

    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await store.open()
        rooms = Rooms(Settings(), store, Timekeeper(), Workers(1))
        try:
            game = registry.load("example")
            ask = NewTable(game="example", seats=[SeatSetup(kind="open"), SeatSetup(kind="open")])
            created = commands.new_table(game, ask, "emma", rooms.world.fresh_uid, None)
            other = await rooms.create(game, created)
            planned = await rooms.create(game, created, id="planned")
            assert (other.state.code, planned.state.code) == ("AAAAAA", "BBBBBB")
            assert await rooms.create(game, created, id="planned") is planned
        finally:
            await rooms.close()
            await store.close()

    monkeypatch.setattr(World, "fresh_id", fresh_id)
    asyncio.run(scene())
