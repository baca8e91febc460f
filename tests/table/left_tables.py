"""Tables that a server has left behind, made without one."""

from __future__ import annotations

from typing import NamedTuple

from pithead.table.clocks import Timekeeper
from pithead.table.identity import Identity, Session
from pithead.table.protocol import NewTable, SeatSetup
from pithead.table.rooms import Rooms
from pithead.table.settings import Settings
from pithead.table.store import Store
from pithead.table.workers.calls import Workers

SEATS = [SeatSetup(kind="you", name="Ada"), SeatSetup(kind="bot", level="random")]


class Left(NamedTuple):
    """Running tables of one person, and what the person shows to be recognised."""

    tables: list[str]
    token: str


async def leave_tables(database: str, count: int) -> Left:
    """So many tables of the example game, just dealt."""
    store = Store(database)
    await store.open()
    rooms = Rooms(Settings(), store, Timekeeper(), Workers(1))
    rooms.stopping = True  # nothing begins by itself
    asked = NewTable(game="example", seats=SEATS, start=True)
    tables = [(await rooms.new_table(asked, "ada", None)).state.id for _ in range(count)]
    token = Identity(await store.setting("secret", "key")).token(Session("ada", "session"))
    await rooms.close()
    await store.close()
    return Left(tables, token)
