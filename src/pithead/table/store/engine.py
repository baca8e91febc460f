"""Connections to the database, each verified to commit durably (fsync)."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from filelock import BaseFileLock, Timeout
from sqlalchemy import Connection, Engine, StaticPool, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from pithead.table.errors import BadDatabase, DatabaseInUse, NotDurable, Unavailable
from pithead.table.world import World

from .address import async_url, shown

log = logging.getLogger("pithead.table.store")

POOL_PATIENCE = 30.0
"""Seconds to wait for a free connection."""


class Database:
    """The engines of a database: a pool for reading, one connection for writing.

    SQLite gets two more connections with a thread of their own each, for the writer and for reading whole logs: a hop
    between threads per transaction instead of one per statement.
    """

    def __init__(self, url: str, world: World | None = None) -> None:
        self._world = world or World()
        self.url = async_url(url)
        self.is_sqlite = make_url(self.url).get_backend_name() == "sqlite"
        self.durable: dict[str, str] = {}
        """The settings that make a commit durable, as the last connection reported them."""
        self.reader: AsyncEngine
        self._lock: BaseFileLock | None = None
        self._writer: AsyncEngine | _ThreadConnection
        self._log_reader: _ThreadConnection | None = None

    # -- opening and closing --------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Prepare the engines; connections are made when they are needed."""
        if self.is_sqlite:
            self._lock_file()
        self.reader = self._pool()
        self._writer = self._single("writer", "BEGIN IMMEDIATE") if self.is_sqlite else self._pool()
        self._log_reader = self._single("reader", "BEGIN") if self.is_sqlite else None

    def _lock_file(self) -> None:
        name = make_url(self.url).database
        if not name or name == ":memory:":
            raise BadDatabase(database=shown(self.url), why="memory")
        # Resolved, so that every symbolic link to the file gets the same lock.
        file = Path(name).resolve()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._lock = self._world.file_lock(f"{file}.lock")
            self._lock.acquire(timeout=0)
            # It holds the signing key and the secrets of running deals: readable by this user only.
            file.touch(mode=0o600)
        except Timeout:
            raise DatabaseInUse(database=str(file)) from None
        except OSError as problem:
            raise BadDatabase(database=str(file), why=problem.strerror or str(problem)) from None

    def _pool(self) -> AsyncEngine:
        pool: dict[str, Any] = {"pool_size": 4, "pool_timeout": POOL_PATIENCE}
        if self.is_sqlite:
            arguments = {"timeout": 30, **self._world.sqlite, **self._world.aiosqlite}
            engine = create_async_engine(self.url, **pool, max_overflow=0, connect_args=arguments)
            event.listen(engine.sync_engine, "begin", lambda connection: _execute(connection, "BEGIN"))
        else:
            arguments = {"async_creator_fn": self._world.postgres} if self._world.postgres else {}
            engine = create_async_engine(self.url, **pool, max_overflow=4, pool_pre_ping=True, connect_args=arguments)
        event.listen(engine.sync_engine, "connect", self._prove_durable)
        return engine

    def _single(self, name: str, begin: str) -> "_ThreadConnection":
        """A connection to SQLite with a thread of its own.

        `BEGIN IMMEDIATE` takes the write lock when the transaction begins: it never fails half-way because of a reader.
        """
        url = make_url(self.url).set(drivername="sqlite+pysqlite")
        arguments = {"timeout": 30, "check_same_thread": False, **self._world.sqlite}
        engine = create_engine(url, poolclass=StaticPool, connect_args=arguments)
        event.listen(engine, "connect", self._prove_durable)
        event.listen(engine, "begin", lambda connection: _execute(connection, begin))
        return _ThreadConnection(name, engine)

    def _prove_durable(self, connection: Any, _record: Any) -> None:
        """Set the options that make commits durable and read them back; raises NotDurable if one has no effect."""
        cursor = connection.cursor()
        if self.is_sqlite:
            # Transactions are begun by the listeners above.
            connection.isolation_level = None
            wanted = {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
            for name, value in wanted.items():
                cursor.execute(f"PRAGMA {name}={value}")
            actual = {name: str(_one(cursor, f"PRAGMA {name}")) for name in wanted}
        else:
            wanted = {"fsync": "on", "synchronous_commit": "on"}
            cursor.execute("SET synchronous_commit = on")
            actual = {name: str(_one(cursor, f"SHOW {name}")) for name in wanted}
            connection.commit()
        cursor.close()
        self.durable = actual
        if actual != wanted:
            wrong = ", ".join(f"{name}={value}" for name, value in actual.items() if wanted[name] != value)
            raise NotDurable(database=shown(self.url), settings=wrong)

    async def dispose(self) -> None:
        """Close all connections and release the lock."""
        await self.reader.dispose()
        await self._writer.dispose()
        if self._log_reader:
            await self._log_reader.dispose()
        if self._lock:
            self._lock.release()

    # -- transactions ---------------------------------------------------------------------------------------------

    async def transact(self, work: Callable[[Connection], Any]) -> Any:
        """Run statements in one transaction on the connection for writing, and commit it."""
        if isinstance(self._writer, _ThreadConnection):
            return await self._writer.transact(work)
        async with self._writer.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        """Run read-only statements in one hop between threads."""
        with _translated():
            if self._log_reader:
                return await self._log_reader.transact(work)
            async with self.reader.connect() as connection:
                return await connection.run_sync(work)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading; database errors are raised as Unavailable."""
        with _translated():
            async with self.reader.connect() as connection:
                yield connection


class _ThreadConnection:
    """One connection that stays open, used by one thread."""

    def __init__(self, name: str, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, name)
        self._connection: Connection | None = None

    async def transact(self, work: Callable[[Connection], Any]) -> Any:
        """Run statements in one transaction, and commit it."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[Connection], Any]) -> Any:
        connection = self._connection = self._connection or self._engine.connect()
        try:
            with connection.begin():
                return work(connection)
        except BaseException:
            # Closing rolls back, also after a failed commit: the next transaction starts on a new connection.
            self._connection = None
            connection.close()
            raise

    async def dispose(self) -> None:
        """Close the connection and end the thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
        self._engine.dispose()


@contextmanager
def _translated() -> Iterator[None]:
    """Translate database errors to Unavailable; programming errors pass through."""
    try:
        yield
    except Exception as problem:
        if not is_trouble(problem):
            raise
        log.error("read failed", extra={"why": reason_of(problem)})
        raise Unavailable() from None


def is_trouble(problem: BaseException) -> bool:
    """Whether an exception comes from the database, the network or the connection pool, and is no programming error."""
    return isinstance(problem, (SQLAlchemyError, OSError, TimeoutError))


def reason_of(problem: BaseException) -> str:
    """The first line of a driver's error message."""
    inner = getattr(problem, "orig", None) or problem
    return str(inner).splitlines()[0][:200] if str(inner) else type(inner).__name__


def _execute(connection: Connection, statement: str) -> None:
    connection.exec_driver_sql(statement)


def _one(cursor: Any, statement: str) -> Any:
    cursor.execute(statement)
    return cursor.fetchone()[0]
