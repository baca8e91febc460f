"""Notices between workers: a table's log has grown, somebody came or went.

A notice carries only a key and is part of the transaction that it is about, so that it is delivered with the commit. A
lost one costs latency, never data: the sweeper looks for logs that grew without one.
"""

import asyncio
import json
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select, text
from sqlalchemy.engine import make_url

from .store import CHANNEL, SERVING, Store, schema

if TYPE_CHECKING:
    from .room import Room
    from .rooms import Rooms

log = logging.getLogger("pithead.table.notify")

PRESENCE_FOR = 30.0
"""Lease in seconds of what a worker publishes about its connections."""
LEFT_AFTER = 15.0
"""Seconds after which a worker that nobody uses for a table no longer follows what others write to it."""


class Notifier:
    """A single process: there are no other workers to notify."""

    def __init__(self, rooms: "Rooms") -> None:
        self.rooms = rooms

    async def open(self) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Stop listening."""

    def presence(self, room: "Room") -> None:
        """Connections of this process to a table have changed."""

    async def ended(self, sessions: list[str]) -> None:
        """Close the connections of sessions that were ended."""
        self._close(set(sessions))

    def _close(self, sessions: set[str]) -> None:
        for room in self.rooms.all():
            for listener in list(room.listeners):
                if listener.session in sessions:
                    listener.drop("revoked")

    async def blocked(self, owner: str, device: str) -> None:
        """Close the connections of a spectator at tables of a person who has just blocked that spectator."""
        self._turn_away(owner, device)

    def _turn_away(self, owner: str, device: str) -> None:
        for room in self.rooms.all():
            if room.state.owner == owner and not room.state.seats_of(device):
                for listener in list(room.listeners):
                    if listener.device == device:
                        listener.drop("revoked")

    async def rewritten(self, room: "Room") -> None:
        """The log of a table was rewritten: workers that have it in memory reload it."""
        await room.read_anew()

    async def refresh(self) -> None:
        """Called periodically: renew this worker's lease on its connections, and read those of others."""

    def informed_at(self) -> float:
        """The time against which leases of other workers are compared."""
        return self.rooms.keeper.now()


class PostgresNotifier(Notifier):
    """Several workers on one PostgreSQL: LISTEN and NOTIFY."""

    def __init__(self, rooms: "Rooms") -> None:
        super().__init__(rooms)
        self._dirty: dict[str, Room] = {}
        """Tables whose connections changed since they were published."""
        self._publishing: asyncio.Task[None] | None = None
        self._read_at = self._lenient_until = 0.0

    async def open(self) -> None:
        """Listen, and send a notice with every commit."""
        self.rooms.store.writer.announce = self._announce
        self._read_at = self.rooms.keeper.now()
        ready = asyncio.Event()
        self.rooms.loops.start("listener", partial(self._listen, ready), 0.5, limit=None)
        await asyncio.wait_for(ready.wait(), 10)

    async def close(self) -> None:
        """Delete what this worker published about its connections."""
        worker = self.rooms.worker

        def forget(connection: Connection) -> None:
            connection.execute(schema.presence.delete().where(schema.presence.c.worker == worker))

        await self.rooms.store.write(forget)

    def _announce(self, connection: Connection, grown: list[str]) -> None:
        """In the transaction that appends to the logs of these tables."""
        _notify(connection, [f"log {self.rooms.worker} {board}" for board in grown])

    async def _send(self, payloads: list[str]) -> None:
        async with self.rooms.store.reader.begin() as connection:
            await connection.run_sync(_notify, payloads)

    async def _listen(self, ready: asyncio.Event) -> None:
        """Listen until the connection breaks."""
        import asyncpg

        url = make_url(self.rooms.store.url).set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await (self.rooms.world.postgres or asyncpg.connect)(url)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._heard)
            await connection.execute(f"SELECT pg_advisory_lock_shared({SERVING})")
            ready.set()
            await self.rooms.upkeep.catch_up_all()
            await lost.wait()
        finally:
            await connection.close(timeout=1)

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        kind, worker, board = payload.split(" ")
        if worker == self.rooms.worker:
            return
        if kind == "ended":
            self._close({board})
            return
        if kind == "blocked":
            self._turn_away(*board.split("/"))
            return
        room = self.rooms.loaded(board)
        if room is None:
            return
        if kind == "log" and self._is_left(room):
            # The table is played through another worker: folding every move here as well would be wasted.
            self.rooms.evict(board, "gone")
        else:
            work = {"log": room.catch_up, "rewritten": room.read_anew}.get(kind)
            self.rooms.spawn(work() if work else self._read_presence(room))

    def _is_left(self, room: "Room") -> bool:
        """Whether nobody has used a table through this worker for a moment."""
        return not room.busy and self.rooms.keeper.now() - room.used_at > LEFT_AFTER

    async def blocked(self, owner: str, device: str) -> None:
        """Close their connections everywhere."""
        await super().blocked(owner, device)
        await self._send([f"blocked {self.rooms.worker} {owner}/{device}"])

    async def ended(self, sessions: list[str]) -> None:
        """Close their connections everywhere."""
        await super().ended(sessions)
        await self._send([f"ended {self.rooms.worker} {session}" for session in sessions])

    async def rewritten(self, room: "Room") -> None:
        """Everywhere."""
        await super().rewritten(room)
        await self._send([f"rewritten {self.rooms.worker} {room.state.id}"])

    def presence(self, room: "Room") -> None:
        """Publish who is connected to this worker, together with whatever else changes at the same moment."""
        self._dirty[room.state.id] = room
        if self._publishing is None or self._publishing.done():
            self._publishing = self.rooms.spawn(self._publish_dirty())

    async def _publish_dirty(self) -> None:
        while self._dirty:
            rooms, self._dirty = list(self._dirty.values()), {}
            await self._publish(rooms)

    async def _publish(self, rooms: list["Room"]) -> None:
        """Replace what is published about the connections of this worker to some tables, in one transaction."""
        worker, until = self.rooms.worker, self.rooms.keeper.now() + PRESENCE_FOR
        boards = [room.state.id for room in rooms]
        rows = [_connected(room) | {"worker": worker, "until": until} for room in rooms if room.listeners]

        def put(connection: Connection) -> None:
            mine = schema.presence.c.board.in_(boards) & (schema.presence.c.worker == worker)
            connection.execute(schema.presence.delete().where(mine))
            # A table may have been deleted meanwhile.
            kept = set(connection.execute(select(schema.board.c.id).where(schema.board.c.id.in_(boards))).scalars())
            if present := [row for row in rows if row["board"] in kept]:
                connection.execute(schema.presence.insert(), present)
            _notify(connection, [f"presence {worker} {board}" for board in boards])

        await self.rooms.store.write(put)

    async def _read_presence(self, room: "Room") -> None:
        self._apply_leases(room, await self._rows([room.state.id]))

    async def _rows(self, boards: list[str]) -> list[Any]:
        query = select(schema.presence).where(schema.presence.c.board.in_(boards))
        async with self.rooms.store.reading() as connection:
            return list((await connection.execute(query)).all())

    def _apply_leases(self, room: "Room", rows: list[Any]) -> None:
        others = [row for row in rows if row.worker != self.rooms.worker]
        room.presence.elsewhere = {
            device: max(row.until, self._lenient_until) for row in others for device in json.loads(row.seats)
        }
        room.presence.spectators_elsewhere = sum(row.spectators for row in others)
        room.presence_changed(here=False)

    async def refresh(self) -> None:
        """Renew this worker's leases, read those of the others, and publish again what was lost."""
        now = self.rooms.keeper.now()
        if now - self._read_at > PRESENCE_FOR / 2:
            # The database was unavailable: the others could not renew their leases either.
            self._lenient_until = now + PRESENCE_FOR
        rooms = {room.state.id: room for room in self.rooms.all() if room.listeners or room.presence.elsewhere}
        await self._renew([board for board, room in rooms.items() if room.listeners], now + PRESENCE_FOR)
        rows: dict[str, list[Any]] = {board: [] for board in rooms}
        for row in await self._rows(list(rooms)):
            rows[row.board].append(row)
        self._read_at = now
        for board, room in rooms.items():
            self._apply_leases(room, rows[board])
            if room.listeners and not any(self._is_current(room, row) for row in rows[board]):
                self.presence(room)

    async def _renew(self, boards: list[str], until: float) -> None:
        """One statement for all tables: the writer commits the moves of everybody."""
        mine = schema.presence.c.board.in_(boards) & (schema.presence.c.worker == self.rooms.worker)
        renewal = schema.presence.update().where(mine).values(until=until)
        if boards:
            await self.rooms.store.write(lambda connection: connection.execute(renewal))

    def _is_current(self, room: "Room", row: Any) -> bool:
        """Whether a row says who is connected to this worker."""
        connected = _connected(room)
        return row.worker == self.rooms.worker and all(getattr(row, name) == connected[name] for name in connected)

    def informed_at(self) -> float:
        """Leases are compared with the time of the last successful read."""
        return self._read_at


def _connected(room: "Room") -> dict[str, Any]:
    """Who is connected to a table through this process, as a row of `presence`."""
    here = {listener.device for listener in room.listeners}
    return {
        "board": room.state.id,
        "seats": json.dumps(sorted(room.presence.devices_here())),
        "spectators": sum(not room.state.seats_of(device) for device in here),
    }


_send_notice = text(f"SELECT pg_notify('{CHANNEL}', :payload)")


def _notify(connection: Connection, payloads: list[str]) -> None:
    connection.execute(_send_notice, [{"payload": payload} for payload in payloads])


def notifier_for(rooms: "Rooms", store: Store) -> Notifier:
    """The notifier that fits the database."""
    return Notifier(rooms) if store.is_sqlite else PostgresNotifier(rooms)
