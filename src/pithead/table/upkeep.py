"""What a server does by itself: signs of life, overdue bots and clocks, lost notices, idle and damaged tables."""

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from sqlalchemy import Connection, func, select

from pithead.engine.errors import PitheadError

from . import metrics, retention, schema
from .errors import DamagedTable, Unavailable
from .live import LEASE, summary_of

if TYPE_CHECKING:
    from .hall import Hall

log = logging.getLogger("pithead.table.upkeep")

KEPT = 2_000
IDLE = 300.0
HEARTBEAT = 5.0
REFRESH = 10.0
TIDY = 3600.0
LATE = 30.0
"""Seconds without a sign of life or a sweep after which the server counts as ill."""


class Upkeep:
    """Looks after the tables of a process; what fails at one table does not keep it from the others."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall

    async def open(self) -> None:
        """Read the times in which nobody served, and start the loops."""
        await self._note_outage()
        hall, loops = self.hall, self.hall.loops
        late = LATE + 10 * hall.settings.sweep
        loops.start("clock", hall.keeper.tick, hall.keeper.TICK)
        loops.start("heartbeat", self.beat, HEARTBEAT, late_after=LATE)
        loops.start("sweep", self.sweep, hall.settings.sweep, late_after=late)
        loops.start("refresh", self.refresh, REFRESH)
        # Not at once: a process that has just started has enough to do when everybody comes back.
        loops.start("retention", lambda: retention.tidy(hall), TIDY, limit=TIDY, first=TIDY)
        hall.spawn(self._retry_damaged())

    # -- signs of life --------------------------------------------------------------------------------------------

    async def _note_outage(self) -> None:
        """Since the last sign of life nobody served; that time is nobody's."""
        keeper, store = self.hall.keeper, self.hall.store
        now = keeper.boot
        alive = float(await store.setting("alive", str(now)))
        query = select(schema.outage).order_by(schema.outage.c.began)
        async with store.reading() as connection:
            for row in await connection.execute(query):
                keeper.downtime.add(row.began, row.ended)
        if now - alive > 2 * HEARTBEAT:
            keeper.downtime.add(alive, now)

            def put(connection: Connection) -> None:
                connection.execute(schema.outage.delete().where(schema.outage.c.began == alive))
                connection.execute(schema.outage.insert().values(began=alive, ended=now))

            await store.write(put)

    async def beat(self) -> None:
        """Write a sign of life."""
        value = str(self.hall.keeper.now())

        def put(connection: Connection) -> None:
            alive = schema.setting.c.name == "alive"
            done = connection.execute(schema.setting.update().where(alive).values(value=value))
            if not done.rowcount:
                connection.execute(schema.setting.insert().values(name="alive", value=value))

        await self.hall.store.write(put)

    # -- what is due ----------------------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Look for overdue bots and clocks, and for lost notices."""
        await self._take_over_due()
        if not self.hall.store.is_sqlite:
            await self.catch_up_all()

    async def _take_over_due(self) -> None:
        now = self.hall.keeper.now()
        board = schema.board
        query = (
            select(board.c.id, board.c.lease)
            .where(board.c.due_at <= now, board.c.status.in_(("lobby", "running")))
            .where((board.c.lease_until < now) | (board.c.lease == self.hall.worker) | (board.c.lease.is_(None)))
            .order_by(board.c.due_at)
            .limit(100)
        )
        async with self.hall.store.reading() as connection:
            rows = (await connection.execute(query)).all()
        for row in rows:
            known = self.hall.here(row.id)
            if known is not None and (known.busy and row.lease == self.hall.worker):
                continue
            if await self.claim(row.id):
                await self._each(row.id, self._take_care)

    async def _take_care(self, table: str) -> None:
        (await self.hall.live(table)).take_care()

    async def _each(self, table: str, work: Callable[[str], Awaitable[None]]) -> None:
        """Do something at one table; whatever is wrong there is its own affair, unless the database is gone."""
        try:
            await work(table)
        except Unavailable:
            raise
        except PitheadError as problem:
            log.warning("table skipped", extra={"table": table, "why": problem.code})
        except Exception:
            log.exception("table failed", extra={"table": table})

    async def claim(self, table: str) -> bool:
        """Take or renew the right to do what is due at a table; false if another worker has it."""
        board, now = schema.board, self.hall.keeper.now()

        def put(connection: Connection) -> int:
            done = connection.execute(
                board.update()
                .where(board.c.id == table)
                .where((board.c.lease_until < now) | (board.c.lease == self.hall.worker) | (board.c.lease.is_(None)))
                .values(lease=self.hall.worker, lease_until=now + LEASE)
            )
            return done.rowcount

        return bool(await self.hall.store.write(put))

    async def catch_up_all(self) -> None:
        """Read the logs that grew without a notice."""
        lives = {live.ledger.id: live for live in self.hall.lives() if not live.unsure}
        if lives:
            for table, seq in (await self.hall.store.seqs(list(lives))).items():
                if seq > lives[table].ledger.seq:
                    await self._each(table, lambda table: lives[table].catch_up())

    # -- damaged tables -------------------------------------------------------------------------------------------

    async def set_aside(self, problem: DamagedTable) -> None:
        """Nothing is due any more at a table that cannot be read; its people and the host are told."""
        table = problem.params["table"]
        log.error("table damaged", extra={"table": table, "why": problem.params["why"]}, exc_info=problem.__cause__)
        self.hall.let_go(table, "damaged")
        board = schema.board

        def put(connection: Connection) -> None:
            going = board.c.status.in_(("lobby", "running"))
            connection.execute(board.update().where(board.c.id == table, going).values(status="damaged"))

        await self.hall.store.write(put)

    async def damaged(self) -> int:
        """How many tables are set aside."""
        query = select(func.count()).where(schema.board.c.status == "damaged")
        async with self.hall.store.reading() as connection:
            return int((await connection.execute(query)).scalar() or 0)

    async def _retry_damaged(self) -> None:
        """After a start: this version, or a host, may have mended what was damaged."""
        query = select(schema.board.c.id).where(schema.board.c.status == "damaged")
        async with self.hall.store.reading() as connection:
            tables = (await connection.execute(query)).scalars().all()
        for table in tables:
            await self._each(table, self._mended)

    async def _mended(self, table: str) -> None:
        live = await self.hall.live(table)
        async with live.steady() as ledger:
            summary = summary_of(ledger, self.hall.worker) | {"lease": None, "lease_until": 0.0}

            def put(connection: Connection) -> None:
                connection.execute(schema.board.update().where(schema.board.c.id == table).values(summary))

            await self.hall.store.write(put)
        log.info("table mended", extra={"table": table})

    # -- memory and retention -------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Who is connected where, which tables nobody uses, which connections are stuck."""
        await self.hall.bus.refresh()
        self._let_go()
        metrics.damaged.set(await self.damaged())

    def _let_go(self) -> None:
        """Forget tables that nobody has used for a while; their logs stay. Hang up on connections that are stuck."""
        now, lives = self.hall.keeper.now(), self.hall.lives()
        for live in lives:
            for listener in list(live.listeners):
                listener.check(now)
        free = sorted((live for live in lives if not live.busy), key=lambda live: live.used_at)
        crowd = max(0, len(lives) - KEPT)
        for place, live in enumerate(free):
            if place < crowd or now - live.used_at > IDLE:
                self.hall.let_go(live.ledger.id, "gone")

    async def forget_deleted(self) -> None:
        """Let go of tables that are no longer in the database."""
        known = {live.ledger.id for live in self.hall.lives()}
        for table in known - set(await self.hall.store.seqs(list(known))):
            self.hall.let_go(table, "gone")
