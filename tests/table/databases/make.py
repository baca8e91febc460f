"""Makes the database file of the current schema: `python -m tests.table.databases.make`.

Run it once when a schema lands; never again for that schema.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
from functools import partial
from pathlib import Path
from typing import Any

from pithead.table.clocks import Timekeeper
from pithead.table.log import commands
from pithead.table.log.events import Event, Replaced
from pithead.table.log.state import TableState
from pithead.table.protocol import ClockSetup, NewTable, SeatSetup
from pithead.table.room import Room
from pithead.table.rooms import Rooms
from pithead.table.settings import Settings
from pithead.table.store import HEAD, Store
from pithead.table.workers.calls import Workers

HERE = Path(__file__).parent


async def make(file: Path) -> dict[str, Any]:
    """Fill a new database with games in every state."""
    from tests.table.test_upgrade import digest

    store = Store(f"sqlite:///{file}")
    await store.open()
    await store.setting("secret", "0" * 64)
    rooms = Rooms(Settings(), store, Timekeeper(), Workers(1))
    # No bot interferes.
    rooms.stopping = True
    choose = random.Random(19)
    seats = [SeatSetup(kind="you", name="Emma"), SeatSetup(kind="hotseat", name="Hugo")]

    async def table(decisions: int, **more: Any) -> Room:
        room = await rooms.new_table(NewTable(game="example", seats=seats, start=True, **more), "device-one", None)

        def build(state: TableState) -> list[Event]:
            assert state.match and state.to_move is not None
            return commands.play(state, state.to_move, [choose.choice(state.match.legal)], None)

        for number in range(decisions):
            if room.state.to_move is not None:
                await room.act(build, f"device-one:{number}")
        return room

    await rooms.new_table(NewTable(game="example", seats=seats, visibility="public"), "device-one", "Emma")
    for decisions in (0, 7, 12, 25, 33):
        await table(decisions)
    await table(1000)
    timed = await table(9, clock=ClockSetup(kind="correspondence", turn=86_400, bank=3600))
    await timed.act(lambda state: commands.chat(state, "device-one", 0, "Glück auf"))
    paused = await table(5)
    for seat in (0, 1):
        vote: dict[str, Any] = {"motion": "pause", "whom": None, "level": None, "yes": True, "away": False}
        await paused.act(partial(commands.vote, seat=seat, **vote))
    conceded = await table(6)
    await conceded.act(lambda state: commands.concede(state, 0))
    replaced = await table(8)
    await replaced.act(lambda state: [Replaced(seat=1, level="random")])
    closed = await table(4)
    await closed.act(commands.close_idle)
    drafting = await table(6, options={"matches": 1, "keeper": True})

    def rest(state: TableState) -> list[Event]:
        assert state.match and state.to_move is not None
        return commands.play(state, state.to_move, [state.match.action_id("rest")], None)

    while drafting.state.match and len(drafting.state.match.actions) == drafting.state.match.settled:
        try:
            await drafting.act(rest)
        except Exception:
            await drafting.act(lambda state: commands.play(state, state.to_move or 0, [0], None))
    expected = {
        room.state.id: {"seq": room.state.seq, "status": room.state.status, "state": digest(room.state)}
        for room in rooms.all()
    }
    await store.close()
    # One file without its journal beside it.
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    return expected


def main() -> None:
    """Write the file and what it must give."""
    file = HERE / f"{HEAD}.db"
    if file.exists():
        sys.exit(f"{file.name} exists already; a landed schema is never made again")
    expected = asyncio.run(make(file))
    (HERE / f"{HEAD}.db.lock").unlink(missing_ok=True)
    (HERE / f"{HEAD}.json").write_text(json.dumps(expected, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
