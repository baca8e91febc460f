"""A person's tables: transferred to another identity, left, and anonymised."""

import json
import logging
from functools import partial
from typing import Any

from sqlalchemy import Connection, or_, select

from pithead.engine.errors import PitheadError
from pithead.table import people
from pithead.table.cups import records as cups
from pithead.table.log import commands
from pithead.table.log.commands.seats import free_name
from pithead.table.log.events import Chatted
from pithead.table.results import people as players
from pithead.table.results.people import NAMELESS
from pithead.table.room import Room
from pithead.table.rooms import Rooms
from pithead.table.store import Store, schema

log = logging.getLogger("pithead.table.accounts.tables")


async def tables_of(store: Store, device: str) -> list[str]:
    """All tables that a device owns or sits at, most recently changed first."""
    board, sitting = schema.board, schema.sitting
    seated = select(sitting.c.board).where(sitting.c.device == device)
    query = select(board.c.id).where(or_(board.c.owner == device, board.c.id.in_(seated)))
    async with store.reading() as connection:
        return list((await connection.execute(query.order_by(board.c.changed_at.desc()))).scalars())


async def bring_along(rooms: Rooms, guest: str, person: str) -> int:
    """Merge a guest into the person who has just signed in: transfer all seats and tables; returns how many tables."""
    brought = 0
    for table in await tables_of(rooms.store, guest):
        try:
            room = await rooms.get(table)
            await people.refuse_blocked(rooms.store, room.state.owner, person)
            await room.act(lambda state: commands.hand_over(state, guest, person))
            brought += 1
        except PitheadError as problem:
            # The person is blocked by the owner, or was removed.
            log.info("table stays with the guest", extra={"table": table, "why": problem.code})
    await rooms.store.write(lambda connection: players.bring_along(connection, guest, person))
    await rooms.store.write(lambda connection: cups.hand_over(connection, guest, person))
    return brought


async def leave_all(rooms: Rooms, device: str) -> None:
    """Leave every table permanently: running games go on without the person, and the seats are anonymised."""
    for table in await tables_of(rooms.store, device):
        try:
            room = await rooms.get(table)
            await room.act(lambda state: commands.leave_for_good(state, device))
            someone = await _make_nameless(room, device)
            # Invalidates the person's links, and makes every connection receive the seat again.
            await room.act(partial(commands.revoke_links_of, device=someone))
        except PitheadError as problem:
            log.warning("table not left", extra={"table": table, "why": problem.code})


async def _make_nameless(room: Room, device: str) -> str:
    """Anonymise: rewrite a table's log without the person's name, chat lines and device id; decisions are kept.

    Returns the random identity that replaces the device id.
    """
    async with room.steady() as state:
        names = {place.name for place in state.seats if place.device == device}
        lines = {line.seq for line in state.lines if isinstance(line.event, Chatted) and line.device == device}
        others = [place.name for place in state.seats if place.name not in names]
        someone = room.rooms.world.fresh_token()
        board, entry, sitting = schema.board, schema.entry, schema.sitting

        def put(connection: Connection) -> None:
            rows = connection.execute(select(entry).where(entry.c.board == state.id).order_by(entry.c.seq)).all()
            known = set(names)
            for row in rows:
                known |= _names(json.loads(row.data), device)
            scrub = _Scrub(device, someone, known, others)
            for row in rows:
                data = scrub(json.loads(row.data))
                if row.seq in lines:
                    data["text"] = "…"
                key = row.key.replace(device, someone) if row.key else row.key
                values = {"data": json.dumps(data, ensure_ascii=False, separators=(",", ":")), "key": key}
                if (values["data"], key) != (row.data, row.key):
                    same = (entry.c.board == state.id) & (entry.c.seq == row.seq)
                    connection.execute(entry.update().where(same).values(values))
            head = connection.execute(select(board.c.head).where(board.c.id == state.id)).scalar() or "{}"
            shown = json.dumps(scrub(json.loads(head)), ensure_ascii=False, separators=(",", ":"))
            connection.execute(board.update().where(board.c.id == state.id).values(head=shown))
            for column in (board.c.owner, board.c.waits_for):
                mine = (board.c.id == state.id) & (column == device)
                connection.execute(board.update().where(mine).values({column: someone}))
            seats = (sitting.c.board == state.id) & (sitting.c.device == device)
            connection.execute(sitting.update().where(seats).values(device=someone))

        await room.rooms.store.write(put)
    await room.rooms.notifier.rewritten(room)
    return someone


def _names(data: Any, device: str) -> set[str]:
    """The names that a device used at this table."""
    if isinstance(data, list):
        return {name for value in data for name in _names(value, device)}
    if not isinstance(data, dict):
        return set()
    own = {data["name"]} if data.get("name") and device in (data.get("device"), data.get("by")) else set[str]()
    return own | {name for value in data.values() for name in _names(value, device)}


class _Scrub:
    """Replaces a device id everywhere in JSON data, and the names in name fields."""

    def __init__(self, device: str, someone: str, names: set[str], others: list[str]) -> None:
        self._device, self._someone = device, someone
        self._names: dict[str, str] = {}
        for name in sorted(names):
            self._names[name] = free_name(NAMELESS, [*others, *self._names.values()])

    def __call__(self, data: Any, named: bool = False) -> Any:
        if isinstance(data, dict):
            return {key: self(value, key in ("name", "names", "left")) for key, value in data.items()}
        if isinstance(data, list):
            return [self(value, named) for value in data]
        if data == self._device:
            return self._someone
        return self._names.get(data, data) if named and isinstance(data, str) else data
