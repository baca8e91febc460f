"""A stand-in for PostgreSQL, as the driver shows it to the server: transactions, notices, its own clock.

Statements are those of SQLAlchemy's dialect for PostgreSQL; SQLite carries them out. What differs between the two for
a server is done here: every statement sees what others have committed by then (READ COMMITTED), writers wait for each
other instead of failing, an error ends a transaction up to its savepoint, notices go out with the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from asyncpg import exceptions

from .disk import Disk
from .loop import EPOCH
from .statements import Statement

if TYPE_CHECKING:
    from .loop import WorldLoop


class Cluster:
    """The database server: one for all workers."""

    def __init__(self, loop: WorldLoop, path: Path, disk: Disk, committed: Callable[[], None]) -> None:
        self.url = "postgresql://pithead@database/pithead"
        self.path = path
        self.disk = disk
        self.loop = loop
        self.chance = random.Random(f"{loop.seed}:postgres")
        self.committed = committed
        self._open: dict[Connection, None] = {}
        self._writer: Connection | None = None
        self._queue: list[tuple[Connection, asyncio.Future[None]]] = []
        self.unreachable: set[str] = set()
        """Machines that are cut off from the database."""
        self.lost_answers = 0.0
        """How often a transaction is committed and the connection breaks before anybody is told."""
        self.lost_notices = 0.0
        self.columns: dict[str, list[str]] = {}
        """What the answers to questions consist of."""

    def seams(self, machine: str) -> dict[str, Any]:
        """What a server on a machine reaches the database with."""

        async def connect(*_: Any, **__: Any) -> Connection:
            made = Connection(self, machine)
            # Already on its way it has the files open, and ends with the database.
            self._open[made] = None
            await made.travel()
            return made

        return {"postgres": connect}

    def end(self, machine: str) -> None:
        """The connections of a machine are gone, and what they have not committed."""
        for connection in [connection for connection in self._open if connection.machine == machine]:
            self.forget(connection)

    def restart(self) -> None:
        """Every connection breaks, and what its disk has not synced is gone."""
        self.disk.stop()
        for connection in list(self._open):
            connection.break_off()
        self.disk.lose_power()

    def forget(self, connection: Connection) -> None:
        """A connection has ended."""
        self._open.pop(connection, None)
        self._queue = [(other, turn) for other, turn in self._queue if other is not connection]
        connection.end()
        self.release(connection)

    # -- writing --------------------------------------------------------------------------------------------------

    async def take_turn(self, connection: Connection) -> None:
        """Wait until nobody else writes."""
        if self._writer is connection:
            return
        if self._writer is not None:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._queue.append((connection, turn))
            try:
                await turn
            except asyncio.CancelledError:
                self._queue = [(other, waits) for other, waits in self._queue if other is not connection]
                self.release(connection)
                raise
        self._writer = connection

    async def nobody_writes(self) -> None:
        """Wait for a moment in which the files can be written to from outside."""
        while self._writer is not None:
            await asyncio.sleep(0.01)

    def release(self, connection: Connection) -> None:
        """Whoever waits longest may write."""
        if self._writer is connection:
            self._writer = None
            if self._queue:
                self._writer, turn = self._queue.pop(0)
                if not turn.done():
                    turn.set_result(None)

    def send(self, notices: list[tuple[str, str]]) -> None:
        """Hand out notices, as far as they arrive."""
        for connection in self._open:
            for channel, payload in notices:
                if connection.hears and self.chance.random() >= self.lost_notices:
                    self.loop.call_later(
                        self.chance.uniform(0.001, 0.05), connection.hear, channel, payload, context=connection.context
                    )

    @property
    def served(self) -> bool:
        """Whether anybody shares the lock of those who serve."""
        return any(connection.serves for connection in self._open)

    def now(self) -> float:
        """Its clock, which all workers share."""
        return EPOCH + self.loop.now()


class Connection:
    """A connection with what SQLAlchemy and the notifier use of asyncpg's."""

    def __init__(self, cluster: Cluster, machine: str) -> None:
        self.cluster = cluster
        self.machine = machine
        self.context: Context = copy_context()
        self.serves = False
        """Whether it shares the lock of those who serve."""
        self._closed = False
        self._failed = False
        self._notices: list[tuple[str, str]] = []
        self._ends: list[Callable[[Any], None]] = []
        self._listeners: list[tuple[str, Callable[..., None]]] = []
        self._settings = {"synchronous_commit": "on"}
        self._sqlite = sqlite3.connect(cluster.path, isolation_level=None, check_same_thread=False)
        self._sqlite.execute("PRAGMA foreign_keys = 1")
        self._sqlite.execute("PRAGMA synchronous = 2")

    async def travel(self) -> None:
        """To the database, or back: as long as there is no way, for ever."""
        cluster = self.cluster
        await asyncio.sleep(cluster.chance.uniform(*cluster.loop.disk_latency))
        while self.machine in cluster.unreachable and not self._closed:
            await asyncio.sleep(0.1)
        if self._closed:
            raise exceptions.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    async def set_out(self) -> None:
        """What nobody can see the answer of goes with the next statement."""
        if self._closed:
            raise exceptions.ConnectionDoesNotExistError("connection is closed")

    # -- life -----------------------------------------------------------------------------------------------------

    def is_closed(self) -> bool:
        return self._closed

    async def close(self, timeout: float | None = None) -> None:
        self.terminate()

    def terminate(self) -> None:
        self.cluster.forget(self)

    def end(self) -> None:
        """Nothing of it is left."""
        self._closed = True
        with contextlib.suppress(sqlite3.Error):
            self._sqlite.close()

    def break_off(self) -> None:
        """The other side ends it."""
        self.cluster.forget(self)
        for told in self._ends:
            self.cluster.loop.call_soon(told, self, context=self.context)

    def add_termination_listener(self, told: Callable[[Any], None]) -> None:
        self._ends.append(told)

    async def add_listener(self, channel: str, callback: Callable[..., None]) -> None:
        await self.travel()
        self._listeners.append((channel, callback))

    async def execute(self, statement: str) -> None:
        """Lock, as long as the connection is there: the only thing that is asked for in this way."""
        assert "pg_advisory_lock_shared" in statement
        await self.travel()
        self.serves = True

    @property
    def hears(self) -> bool:
        return bool(self._listeners) and self.machine not in self.cluster.unreachable

    def hear(self, channel: str, payload: str) -> None:
        for of, callback in self._listeners:
            if of == channel and not self._closed:
                callback(self, 1, channel, payload)

    async def set_type_codec(self, *_: Any, **__: Any) -> None:
        return None

    # -- statements -----------------------------------------------------------------------------------------------

    def transaction(self, **_: Any) -> _Transaction:
        return _Transaction(self)

    async def prepare(self, operation: str, name: str | None = None) -> Statement:
        return Statement(self, operation)

    async def fetchrow(self, operation: str) -> None:
        await self.set_out()

    async def executemany(self, operation: str, many: Sequence[Sequence[Any]]) -> None:
        prepared = Statement(self, operation)
        await self.travel()
        for parameters in many:
            await prepared.carry_out(parameters)

    async def run(self, statement: str, parameters: Sequence[Any], changes: bool) -> sqlite3.Cursor:
        """Carry out a statement of SQLite."""
        if self._failed and not statement.startswith("ROLLBACK"):
            raise exceptions.InFailedSQLTransactionError("current transaction is aborted")
        if changes:
            await self.begin()
        try:
            return self._sqlite.execute(statement, parameters)
        except sqlite3.IntegrityError as problem:
            self._failed = True
            foreign = "FOREIGN" in str(problem)
            raise (exceptions.ForeignKeyViolationError if foreign else exceptions.UniqueViolationError)(
                str(problem)
            ) from None
        except sqlite3.OperationalError as problem:
            self._failed = True
            raise exceptions.PostgresSyntaxError(f"{problem}: {statement}") from None

    def columns(self, statement: str, places: int) -> list[str]:
        """The columns that a question is answered with."""
        known = self.cluster.columns
        if statement not in known:
            answer = self._sqlite.execute(statement, [0] * places)
            known[statement] = [column[0] for column in answer.description]
        return known[statement]

    async def begin(self) -> None:
        """Become the one who writes."""
        await self.cluster.take_turn(self)
        if self._closed:
            raise exceptions.ConnectionDoesNotExistError("connection was closed in the middle of operation")
        if not self._sqlite.in_transaction:
            self._sqlite.execute("BEGIN IMMEDIATE")

    def notify(self, channel: str, payload: str) -> None:
        self._notices.append((channel, payload))

    def recover(self) -> None:
        """A savepoint was gone back to."""
        self._failed = False

    def set(self, name: str, value: str) -> None:
        self._settings[name] = value
        self._sqlite.execute(f"PRAGMA synchronous = {2 if self._settings['synchronous_commit'] == 'on' else 0}")

    def setting(self, name: str) -> str | None:
        return self._settings.get(name)

    async def commit(self) -> None:
        await self.travel()
        if self._sqlite.in_transaction:
            self._sqlite.execute("ROLLBACK" if self._failed else "COMMIT")
            if not self._failed:
                self.cluster.committed()
        notices, self._notices = self._notices, []
        if not self._failed:
            self.cluster.send(notices)
        self._failed = False
        self.cluster.release(self)
        if self.cluster.chance.random() < self.cluster.lost_answers:
            self.break_off()
        await self.travel()

    async def rollback(self) -> None:
        if not self._closed:
            if self._sqlite.in_transaction:
                self._sqlite.execute("ROLLBACK")
            self._notices.clear()
            self._failed = False
            self.cluster.release(self)


class _Transaction:
    def __init__(self, connection: Connection) -> None:
        self.start = connection.set_out
        self.commit = connection.commit
        self.rollback = connection.rollback
