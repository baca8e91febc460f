"""Upkeep: heartbeat, sweep for what is overdue, leases, eviction of idle rooms, damaged tables, health."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, func, select, true

from pithead.engine.errors import PitheadError

from . import metrics, retention
from .errors import DamagedTable, Unavailable, Unhealthy
from .log.summary import LEASE, summary_of
from .store import schema

if TYPE_CHECKING:
    from .rooms import Rooms

log = logging.getLogger("pithead.table.upkeep")

KEPT = 2_000
IDLE = 300.0
HEARTBEAT = 5.0
REFRESH = 10.0
TIDY = 3600.0
PROOF_FOR = 1.0
PROOF_PATIENCE = 5.0
LATE = 30.0
"""Seconds without a heartbeat or a sweep after which the server counts as unhealthy."""

_alive = schema.setting.update().where(schema.setting.c.name == "alive").values(value=bindparam("at"))
_damaged = select(func.count()).where(schema.board.c.status == "damaged")


class Proof(NamedTuple):
    """That the server works: seconds for a write and for a rendering, since the last sweep; tables set aside."""

    write: float
    drawing: float
    sweep: float
    damaged: int


class Upkeep:
    """Looks after the tables of a process; what fails at one table does not keep it from the others."""

    def __init__(self, rooms: "Rooms") -> None:
        self.rooms = rooms
        self._proving: asyncio.Task[Proof] | None = None
        self._proved = 0.0

    async def set_time(self) -> None:
        """Set the clock and read past downtime; before this worker announces itself to others."""
        await self._set_clock()
        await self._note_outage()

    def open(self) -> None:
        """Start the loops."""
        rooms, loops = self.rooms, self.rooms.loops
        late = LATE + 10 * rooms.settings.sweep
        loops.start("clock", rooms.keeper.tick, rooms.keeper.TICK, punctual=True)
        loops.start("heartbeat", self.beat, HEARTBEAT, late_after=LATE)
        loops.start("sweep", self.sweep, rooms.settings.sweep, late_after=late)
        loops.start("refresh", self.refresh, REFRESH)
        # Delayed: after a restart all clients reconnect first.
        loops.start("retention", lambda: retention.tidy(rooms), TIDY, limit=TIDY, first=TIDY)
        rooms.spawn(self._retry_damaged())

    # -- clock and heartbeat --------------------------------------------------------------------------------------

    async def _set_clock(self) -> None:
        """Workers of one database share its clock, and time never goes back, not even when a machine's clock did."""
        keeper, store = self.rooms.keeper, self.rooms.store
        shared = await store.clock()
        if shared is not None:
            keeper.go_on_from(shared)
        async with store.reading() as connection:
            changed = (await connection.execute(select(func.max(schema.board.c.changed_at)))).scalar() or 0.0
        latest = max(changed, float(await store.setting("alive", str(keeper.now()))))
        if latest > keeper.now():
            log.warning("the clock went back; going on from the last entry", extra={"seconds": latest - keeper.now()})
            keeper.go_on_from(latest)

    async def _note_outage(self) -> None:
        """The time since the last heartbeat is downtime, which no clock is charged for."""
        keeper, store = self.rooms.keeper, self.rooms.store
        now = keeper.boot

        def put(connection: Connection) -> list[Any]:
            alone = store.is_alone(connection)
            value = connection.execute(select(schema.setting.c.value).where(schema.setting.c.name == "alive")).scalar()
            alive = float(value) if value is not None else now
            # Nobody served between the last heartbeat and a start, however soon it came, unless others serve too: a
            # heartbeat that is not late yet may be theirs.
            if now - alive > (0.0 if alone else 2 * HEARTBEAT):
                _put_outage(connection, alive, now)
            return list(connection.execute(select(schema.outage).order_by(schema.outage.c.began)).all())

        for row in await store.write(put):
            keeper.downtime.add(row.began, row.ended)

    async def beat(self) -> None:
        """Write a heartbeat and the stalls before it, and follow the clock of a database server."""
        keeper = self.rooms.keeper
        shared = await self.rooms.store.clock()
        if shared is not None:
            keeper.follow(shared)
        keeper.notice_stall()
        stalls, value = list(keeper.unsaved), str(keeper.now())

        def put(connection: Connection) -> None:
            done = connection.execute(_alive, {"at": value})
            if not done.rowcount:
                connection.execute(schema.setting.insert().values(name="alive", value=value))
            for began, ended in stalls:
                _put_outage(connection, began, ended)

        await self.rooms.store.write(put)
        keeper.unsaved = [stall for stall in keeper.unsaved if stall not in stalls]

    # -- health ---------------------------------------------------------------------------------------------------

    async def prove(self) -> Proof:
        """Write, render, and check the loops; concurrent requests share one check."""
        if self._proving is None or (self._proving.done() and self.rooms.world.monotonic() - self._proved > PROOF_FOR):
            self._proving, self._proved = asyncio.ensure_future(self._prove()), self.rooms.world.monotonic()
        return await asyncio.shield(self._proving)

    async def _prove(self) -> Proof:
        write = await self._in_time("no_write", self.beat())
        drawing = await self._in_time("no_drawing", self.rooms.renderer.prove())
        if self.rooms.loops.late:
            raise Unhealthy(why="no_sweep", loops=", ".join(self.rooms.loops.late))
        return Proof(write, drawing, self.rooms.loops.known["sweep"].age, await self.damaged())

    async def _in_time(self, why: str, work: Awaitable[None]) -> float:
        """How many seconds some work took; what fails or takes too long makes the server unhealthy."""
        started = self.rooms.world.monotonic()
        try:
            async with asyncio.timeout(PROOF_PATIENCE):
                await work
        except Exception as problem:
            log.error("not healthy", extra={"why": why, "problem": repr(problem)})
            raise Unhealthy(why=why) from None
        return self.rooms.world.monotonic() - started

    # -- what is due ----------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Look for overdue bots and clocks, and for logs that grew without a notice."""
        await self._take_over_due()
        if not self.rooms.store.is_sqlite:
            await self.catch_up_all()

    async def _take_over_due(self) -> None:
        now = self.rooms.keeper.now()
        board = schema.board
        query = (
            select(board.c.id, board.c.lease)
            .where(board.c.due_at <= now, board.c.status.in_(("lobby", "running")))
            .where(self._mine_to_take(now))
            .order_by(board.c.due_at)
            .limit(100)
        )
        async with self.rooms.store.reading() as connection:
            rows = (await connection.execute(query)).all()
        for row in rows:
            known = self.rooms.loaded(row.id)
            if known is not None and (known.busy and row.lease == self.rooms.worker):
                continue
            if await self.claim(row.id):
                await self._each(row.id, self._take_care)

    async def _take_care(self, table: str) -> None:
        (await self.rooms.get(table)).take_care()

    async def _each(self, table: str, work: Callable[[str], Awaitable[None]]) -> None:
        """Run work for one table; its errors are logged and stop nothing else, unless the database is unavailable."""
        try:
            await work(table)
        except Unavailable:
            raise
        except PitheadError as problem:
            log.warning("table skipped", extra={"table": table, "why": problem.code})
        except Exception:
            log.exception("table failed", extra={"table": table})

    def _mine_to_take(self, now: float) -> ColumnElement[bool]:
        """Tables whose lease has run out or is this worker's; an embedded database is served by one process alone."""
        board = schema.board
        if self.rooms.store.is_sqlite:
            return true()
        return (board.c.lease_until < now) | (board.c.lease == self.rooms.worker) | (board.c.lease.is_(None))

    async def claim(self, table: str) -> bool:
        """Take or renew the lease of a table, for what is due there; false if another worker holds it."""
        board, now = schema.board, self.rooms.keeper.now()

        def put(connection: Connection) -> int:
            done = connection.execute(
                board.update()
                .where(board.c.id == table)
                .where(self._mine_to_take(now))
                .values(lease=self.rooms.worker, lease_until=now + LEASE)
            )
            return done.rowcount

        return bool(await self.rooms.store.write(put))

    async def catch_up_all(self) -> None:
        """Read the logs that grew without a notice."""
        rooms = {room.state.id: room for room in self.rooms.all() if not room.unsure}
        if rooms:
            for table, seq in (await self.rooms.store.seqs(list(rooms))).items():
                if seq > rooms[table].state.seq:
                    await self._each(table, lambda table: rooms[table].catch_up())

    # -- damaged tables -------------------------------------------------------------------------------------------

    async def set_aside(self, problem: DamagedTable) -> None:
        """Clear what is due at a table that cannot be read; notify its connections and the host."""
        table = problem.params["table"]
        log.error("table damaged", extra={"table": table, "why": problem.params["why"]}, exc_info=problem.__cause__)
        self.rooms.evict(table, "damaged")
        board = schema.board

        def put(connection: Connection) -> None:
            going = board.c.status.in_(("lobby", "running"))
            connection.execute(board.update().where(board.c.id == table, going).values(status="damaged"))

        await self.rooms.store.write(put)

    async def damaged(self) -> int:
        """How many tables are set aside."""
        async with self.rooms.store.reading() as connection:
            return int((await connection.execute(_damaged)).scalar() or 0)

    async def _retry_damaged(self) -> None:
        """After a start: this version, or a host, may have mended what was damaged."""
        query = select(schema.board.c.id).where(schema.board.c.status == "damaged")
        async with self.rooms.store.reading() as connection:
            tables = (await connection.execute(query)).scalars().all()
        for table in tables:
            await self._each(table, self._mended)

    async def _mended(self, table: str) -> None:
        room = await self.rooms.get(table)
        async with room.steady() as state:
            summary = summary_of(state, self.rooms.worker) | {"lease": None, "lease_until": 0.0}

            def put(connection: Connection) -> None:
                connection.execute(schema.board.update().where(schema.board.c.id == table).values(summary))

            await self.rooms.store.write(put)
        log.info("table mended", extra={"table": table})

    # -- memory and retention -------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Who is connected where, which tables nobody uses, which connections are stuck."""
        await self.rooms.notifier.refresh()
        self._evict_idle()
        metrics.damaged.set(await self.damaged())

    def _evict_idle(self) -> None:
        """Evict tables that nobody has used for a while; their logs stay. Close connections that are stuck."""
        now, rooms = self.rooms.keeper.now(), self.rooms.all()
        for room in rooms:
            for listener in list(room.listeners):
                listener.check(now)
        free = sorted((room for room in rooms if not room.busy), key=lambda room: room.used_at)
        crowd = max(0, len(rooms) - KEPT)
        for place, room in enumerate(free):
            if place < crowd or now - room.used_at > IDLE:
                self.rooms.evict(room.state.id, "gone")

    async def forget_deleted(self) -> None:
        """Evict tables that are no longer in the database."""
        known = {room.state.id for room in self.rooms.all()}
        for table in known - set(await self.rooms.store.seqs(list(known))):
            self.rooms.evict(table, "gone")


def _put_outage(connection: Connection, began: float, ended: float) -> None:
    connection.execute(schema.outage.delete().where(schema.outage.c.began == began))
    connection.execute(schema.outage.insert().values(began=began, ended=ended))
