"""Notices between workers: a table's log has grown, somebody came or went.

A notice carries only a key and is sent after the commit. A lost one costs latency, never data: the sweeper looks for
logs that grew without one.
"""

import asyncio
import json
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select, text
from sqlalchemy.engine import make_url

from . import schema
from .store import CHANNEL, Append, Store

if TYPE_CHECKING:
    from .hall import Hall
    from .live import Live

log = logging.getLogger("pithead.table.bus")

PRESENCE_FOR = 30.0
"""Seconds for which another worker's word about its connections is believed."""


class Bus:
    """One process alone: nobody to tell."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall

    async def open(self) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Stop listening."""

    def presence(self, live: "Live") -> None:
        """Somebody came or went at a table of this process."""

    async def ended(self, sessions: list[str]) -> None:
        """Close the connections of sessions that were ended."""
        self._close(set(sessions))

    def _close(self, sessions: set[str]) -> None:
        for live in self.hall.lives():
            for listener in list(live.listeners):
                if listener.session in sessions:
                    listener.drop("revoked")

    async def refresh(self) -> None:
        """Called now and then: renew and read who is connected."""

    def informed_at(self) -> float:
        """The time by which the word of other workers is judged."""
        return self.hall.keeper.now()


class PostgresBus(Bus):
    """Several workers on one PostgreSQL: LISTEN and NOTIFY."""

    def __init__(self, hall: "Hall") -> None:
        super().__init__(hall)
        self._dirty: set[str] = set()
        self._read_at = self._lenient_until = 0.0

    async def open(self) -> None:
        """Listen, and send a notice after every commit."""
        self.hall.store.committed = self._committed
        self._read_at = self.hall.keeper.now()
        ready = asyncio.Event()
        self.hall.loops.start("listener", partial(self._listen, ready), 0.5, limit=None)
        await asyncio.wait_for(ready.wait(), 10)

    async def close(self) -> None:
        """Take back this worker's word about connections."""
        worker = self.hall.worker

        def forget(connection: Connection) -> None:
            connection.execute(schema.presence.delete().where(schema.presence.c.worker == worker))

        await self.hall.store.write(forget)

    async def _committed(self, grown: list[Append]) -> None:
        try:
            await self._notify([f"log {self.hall.worker} {work.board}" for work in grown])
        except Exception as problem:
            log.warning("notice lost", extra={"why": repr(problem)})

    async def _notify(self, payloads: list[str]) -> None:
        async with self.hall.store.reader.begin() as connection:
            await connection.execute(
                text(f"SELECT pg_notify('{CHANNEL}', :payload)"), [{"payload": payload} for payload in payloads]
            )

    async def _listen(self, ready: asyncio.Event) -> None:
        """Listen until the connection breaks."""
        import asyncpg

        url = make_url(self.hall.store.url).set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await asyncpg.connect(url)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._heard)
            ready.set()
            await self.hall.upkeep.catch_up_all()
            await lost.wait()
        finally:
            await connection.close(timeout=1)

    def _heard(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        kind, worker, board = payload.split(" ")
        if worker == self.hall.worker:
            return
        if kind == "ended":
            self._close({board})
            return
        live = self.hall.here(board)
        if live is not None:
            self.hall.spawn(live.catch_up() if kind == "log" else self._read_presence(live))

    async def ended(self, sessions: list[str]) -> None:
        """Close their connections everywhere."""
        await super().ended(sessions)
        await self._notify([f"ended {self.hall.worker} {session}" for session in sessions])

    def presence(self, live: "Live") -> None:
        """Tell the others who is connected here."""
        board = live.ledger.id
        if board not in self._dirty:
            self._dirty.add(board)
            self.hall.spawn(self._write_presence(live))

    async def _write_presence(self, live: "Live") -> None:
        board, worker = live.ledger.id, self.hall.worker
        self._dirty.discard(board)
        here = {listener.device for listener in live.listeners}
        spectators = sum(not live.ledger.seats_of(device) for device in here)
        seats = sorted(live.devices_here())
        row = {
            "board": board,
            "worker": worker,
            "seats": json.dumps(seats),
            "spectators": spectators,
            "until": self.hall.keeper.now() + PRESENCE_FOR,
        }

        def put(connection: Connection) -> None:
            mine = (schema.presence.c.board == board) & (schema.presence.c.worker == worker)
            connection.execute(schema.presence.delete().where(mine))
            if here:
                connection.execute(schema.presence.insert().values(row))

        await self.hall.store.write(put)
        await self._notify([f"presence {worker} {board}"])

    async def _read_presence(self, live: "Live") -> None:
        self._believe(live, await self._rows([live.ledger.id]))

    async def _rows(self, boards: list[str]) -> list[Any]:
        query = select(schema.presence).where(
            schema.presence.c.board.in_(boards), schema.presence.c.worker != self.hall.worker
        )
        async with self.hall.store.reading() as connection:
            return list((await connection.execute(query)).all())

    def _believe(self, live: "Live", rows: list[Any]) -> None:
        live.elsewhere = {
            device: max(row.until, self._lenient_until) for row in rows for device in json.loads(row.seats)
        }
        live.spectators_elsewhere = sum(row.spectators for row in rows)
        live.presence_changed(here=False)

    async def refresh(self) -> None:
        """Renew this worker's word, and read that of the others."""
        now = self.hall.keeper.now()
        if now - self._read_at > PRESENCE_FOR / 2:
            # The database stood still: the others could not renew their word either.
            self._lenient_until = now + PRESENCE_FOR
        lives = {live.ledger.id: live for live in self.hall.lives() if live.listeners or live.elsewhere}
        for live in lives.values():
            if live.listeners:
                self.presence(live)
        rows: dict[str, list[Any]] = {board: [] for board in lives}
        for row in await self._rows(list(lives)):
            rows[row.board].append(row)
        self._read_at = now
        for board, live in lives.items():
            self._believe(live, rows[board])

    def informed_at(self) -> float:
        """What the others last said holds until they can be asked again."""
        return self._read_at


def bus_for(hall: "Hall", store: Store) -> Bus:
    """The bus that fits the database."""
    return Bus(hall) if store.is_sqlite else PostgresBus(hall)
