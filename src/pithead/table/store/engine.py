"""The database: where the log lies, and the one writer that makes it durable.

Writes of all tables that wait at the same moment are committed together, so that one disk flush serves many moves. An
acknowledgement is given only after the commit. Every connection must prove that a commit survives a power cut.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from pydantic_core import from_json
from sqlalchemy import Connection, Engine, StaticPool, bindparam, create_engine, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from pithead.table import metrics
from pithead.table.errors import BadDatabase, DatabaseInUse, NotDurable, Unavailable
from pithead.table.log.rows import Entry, dump, parse

from . import schema

log = logging.getLogger("pithead.table.store")

MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = "0005"
MAX_BATCH = 256
POOL_PATIENCE = 30.0
"""Seconds to wait for a free connection."""
CHANNEL = "pithead"
_MIGRATION_LOCK = 7_484_835


class Conflict(Exception):
    """Somebody else wrote this sequence number, or this key, first."""


@dataclass(slots=True)
class Append:
    """Entries for one table's log, and the summary that goes with them: all or nothing."""

    board: str
    entries: list[Entry]
    summary: dict[str, Any]
    sitting: dict[int, str] | None = None
    new: bool = False


@dataclass(slots=True)
class _Write:
    work: Append | Callable[[Connection], Any]
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


def async_url(url: str) -> str:
    """The address with the driver that we use: plain `sqlite:///…` and `postgresql://…` are welcome."""
    try:
        parsed = make_url(url)
    except SQLAlchemyError:
        raise BadDatabase(database=url.partition("@")[0][:60], why="address") from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return parsed.set(drivername="sqlite+aiosqlite").render_as_string(hide_password=False)
    if backend in ("postgresql", "postgres"):
        return parsed.set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)
    raise BadDatabase(database=backend, why="address")


def shown(url: str) -> str:
    """The address without a password."""
    return make_url(url).render_as_string(hide_password=True)


class Store:
    """A database with its pools and its writer."""

    def __init__(self, url: str) -> None:
        self.url = async_url(url)
        self.is_sqlite = make_url(self.url).get_backend_name() == "sqlite"
        self.durable: dict[str, str] = {}
        self._lock: FileLock | None = None
        self._queue: asyncio.Queue[_Write | None] = asyncio.Queue()
        self._writing: asyncio.Task[None] | None = None
        self.committed: Callable[[list[Append]], Awaitable[None]] | None = None
        """Called after a commit with the logs that grew."""
        self.reader: AsyncEngine
        self.writer: AsyncEngine | Engine
        """For SQLite an engine that a thread of its own uses: a hop to it per transaction, not per statement."""
        self._thread = ThreadPoolExecutor(1, "writer")
        self._quick: Engine | None = None
        """Likewise for reading whole logs, of which a restart reads many."""
        self._quick_thread = ThreadPoolExecutor(1, "reader")

    # -- opening and closing --------------------------------------------------------------------------------------

    async def open(self, to: str = HEAD) -> None:
        """Connect, bring the schema up to date, and start the writer."""
        if self.is_sqlite:
            self._prepare_file()
        self.reader = self._engine()
        self.writer = self._sqlite_engine("BEGIN IMMEDIATE") if self.is_sqlite else self._engine()
        self._quick = self._sqlite_engine("BEGIN") if self.is_sqlite else None
        try:
            await self._migrate(to)
        except (NotDurable, BadDatabase):
            await self._dispose()
            raise
        except (DBAPIError, OSError) as problem:
            await self._dispose()
            raise BadDatabase(database=shown(self.url), why=reason_of(problem)) from None
        self._writing = asyncio.create_task(self._write_forever(), name="writer")

    def _prepare_file(self) -> None:
        name = make_url(self.url).database
        if not name or name == ":memory:":
            raise BadDatabase(database=shown(self.url), why="memory")
        # One file, one lock, by whatever links it is reached.
        file = Path(name).resolve()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(f"{file}.lock")
            self._lock.acquire(timeout=0)
            # It holds the key of all cookies and the secrets of running deals: for nobody else on this machine.
            file.touch(mode=0o600)
        except Timeout:
            raise DatabaseInUse(database=str(file)) from None
        except OSError as problem:
            raise BadDatabase(database=str(file), why=problem.strerror or str(problem)) from None

    def _engine(self) -> AsyncEngine:
        pool: dict[str, Any] = {"pool_size": 4, "pool_timeout": POOL_PATIENCE}
        if self.is_sqlite:
            engine = create_async_engine(self.url, **pool, max_overflow=0, connect_args={"timeout": 30})
            event.listen(engine.sync_engine, "begin", lambda connection: _execute(connection, "BEGIN"))
        else:
            engine = create_async_engine(self.url, **pool, max_overflow=4, pool_pre_ping=True)
        event.listen(engine.sync_engine, "connect", self._prove_durable)
        return engine

    def _sqlite_engine(self, begin: str) -> Engine:
        """One connection for one thread.

        `BEGIN IMMEDIATE` takes the lock of a writer at its beginning: it never fails half-way because of a reader.
        """
        url = make_url(self.url).set(drivername="sqlite+pysqlite")
        engine = create_engine(url, poolclass=StaticPool, connect_args={"timeout": 30, "check_same_thread": False})
        event.listen(engine, "connect", self._prove_durable)
        event.listen(engine, "begin", lambda connection: _execute(connection, begin))
        return engine

    def _prove_durable(self, connection: Any, _record: Any) -> None:
        """Set what makes commits durable and read it back; refuse to serve without."""
        cursor = connection.cursor()
        if self.is_sqlite:
            # Transactions are begun by hand (see `_engine`).
            connection.isolation_level = None
            wanted = {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
            for name, value in wanted.items():
                cursor.execute(f"PRAGMA {name}={value}")
            found = {name: str(_one(cursor, f"PRAGMA {name}")) for name in wanted}
        else:
            wanted = {"fsync": "on", "synchronous_commit": "on"}
            cursor.execute("SET synchronous_commit = on")
            found = {name: str(_one(cursor, f"SHOW {name}")) for name in wanted}
            connection.commit()
        cursor.close()
        self.durable = found
        if found != wanted:
            wrong = ", ".join(f"{name}={value}" for name, value in found.items() if wanted[name] != value)
            raise NotDurable(database=shown(self.url), settings=wrong)

    async def _migrate(self, to: str) -> None:
        def migrate(connection: Connection) -> None:
            if not self.is_sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
            version = version_of(connection)
            if version is not None and version >= to and version <= HEAD:
                return
            if version is not None and version > HEAD:
                raise BadDatabase(database=shown(self.url), why="newer")
            upgrade(connection, to)
            log.info("schema upgraded", extra={"from": version, "to": to})

        await self._transact(migrate)

    async def run(self, work: Callable[[Connection], Any]) -> Any:
        """Run statements in a transaction of their own; for tools, beside the writer."""
        return await self._transact(work)

    async def close(self) -> None:
        """Finish all waiting writes and let go."""
        if self._writing:
            await self._queue.put(None)
            await self._writing
        await self._dispose()

    async def _dispose(self) -> None:
        await self.reader.dispose()
        if isinstance(self.writer, Engine):
            await asyncio.get_running_loop().run_in_executor(self._thread, self.writer.dispose)
        else:
            await self.writer.dispose()
        if self._quick:
            await asyncio.get_running_loop().run_in_executor(self._quick_thread, self._quick.dispose)
        self._thread.shutdown()
        self._quick_thread.shutdown()
        if self._lock:
            self._lock.release()

    # -- writing --------------------------------------------------------------------------------------------------

    async def append(self, work: Append) -> None:
        """Make entries durable, or raise Conflict (another writer was first) or Unavailable (nothing is known)."""
        await self._submit(work)

    async def write(self, work: Callable[[Connection], Any]) -> Any:
        """Run any other statements in the writer's next transaction; they may run in another thread."""
        return await self._submit(work)

    async def _submit(self, work: Append | Callable[[Connection], Any]) -> Any:
        if self._writing is None or self._writing.done():
            raise Unavailable()
        write = _Write(work)
        self._queue.put_nowait(write)
        return await write.done

    async def _write_forever(self) -> None:
        stopping = False
        while not stopping:
            batch: list[_Write] = []
            while len(batch) < MAX_BATCH:
                if batch and self._queue.empty():
                    break
                write = await self._queue.get()
                if write is None:
                    stopping = True
                    break
                if not write.done.cancelled():
                    batch.append(write)
            if batch:
                await self._commit(batch)

    async def _commit(self, batch: list[_Write]) -> None:
        started = time.perf_counter()
        results: dict[int, Any] = {}
        failures: dict[int, BaseException] = {}
        try:
            if len(batch) == 1:
                results[0] = await self._transact(partial(_run_one, batch[0]))
            else:
                await self._transact(lambda connection: _run(connection, batch, results, failures))
        except IntegrityError:
            # Of several, each fails alone: this was one.
            failures[0] = Conflict()
        except Exception as problem:
            # Whatever it was, the writer goes on: it serves all tables.
            log.error("commit failed", extra={"why": reason_of(problem)}, exc_info=not is_trouble(problem))
            metrics.commit_failures.inc()
            for write in batch:
                _resolve(write, error=Unavailable())
            return
        metrics.commit_seconds.observe(time.perf_counter() - started)
        metrics.commit_writes.observe(len(batch))
        for index, write in enumerate(batch):
            _resolve(write, results.get(index), failures.get(index))
        grown = [w.work for i, w in enumerate(batch) if isinstance(w.work, Append) and i not in failures]
        if grown and self.committed:
            await self.committed(grown)

    async def _transact(self, work: Callable[[Connection], Any]) -> Any:
        """Run statements in one transaction and commit it."""
        if isinstance(self.writer, Engine):
            return await asyncio.get_running_loop().run_in_executor(self._thread, _in_transaction, self.writer, work)
        async with self.writer.begin() as connection:
            return await connection.run_sync(work)

    # -- reading --------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading; trouble with the database becomes Unavailable."""
        with _trouble():
            async with self.reader.connect() as connection:
                yield connection

    async def _read(self, work: Callable[[Connection], Any]) -> Any:
        """Run statements that only read, without a hop between threads for each of them."""
        with _trouble():
            if self._quick:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._quick_thread, _in_transaction, self._quick, work)
            async with self.reader.connect() as connection:
                return await connection.run_sync(work)

    async def entries(self, board: str, after: int = 0) -> list[Entry]:
        """The log of a table from a sequence number on."""
        found: list[Entry] = await self._read(lambda connection: _log(connection, board, after))
        return found

    async def table(self, board: str) -> tuple[list[Entry], dict[int, list[int]]]:
        """The whole log of a table, and the plans that its seats have made."""

        def look(connection: Connection) -> tuple[list[Entry], dict[int, list[int]]]:
            plans = connection.execute(_plans, {"of": board}).all()
            return _log(connection, board, 0), {seat: from_json(decisions) for seat, decisions in plans}

        found: tuple[list[Entry], dict[int, list[int]]] = await self._read(look)
        return found

    async def seqs(self, boards: Sequence[str]) -> dict[str, int]:
        """How long the logs of some tables are by now."""
        query = select(schema.board.c.id, schema.board.c.seq).where(schema.board.c.id.in_(boards))
        async with self.reading() as connection:
            return {row.id: row.seq for row in await connection.execute(query)}

    async def clock(self) -> float | None:
        """The clock of a database server, which all workers share; an embedded database has none of its own."""
        if self.is_sqlite:
            return None
        async with self.reading() as connection:
            return float((await connection.execute(text("SELECT extract(epoch FROM clock_timestamp())"))).scalar_one())

    async def setting(self, name: str, fresh: str) -> str:
        """A setting kept in the database; the first to ask stores its value."""

        def put(connection: Connection) -> None:
            connection.execute(schema.setting.insert().values(name=name, value=fresh))

        query = select(schema.setting.c.value).where(schema.setting.c.name == name)
        for _ in range(2):
            async with self.reading() as connection:
                found = (await connection.execute(query)).scalar()
            if found is not None:
                return str(found)
            try:
                await self.write(put)
            except Conflict:
                continue
        return fresh


# -- statements -------------------------------------------------------------------------------------------------------

_SUMMARY = (
    "code", "status", "visibility", "free", "owner", "seq", "changed_at", "due_at", "waits_for", "turn", "head",
    "lease", "lease_until",
)  # fmt: skip
_entries = (
    select(*(schema.entry.c[name] for name in ("seq", "kind", "seat", "data", "key", "at")))
    .where(schema.entry.c.board == bindparam("of"), schema.entry.c.seq > bindparam("after"))
    .order_by(schema.entry.c.seq)
)
_plans = select(schema.plan.c.seat, schema.plan.c.decisions).where(schema.plan.c.board == bindparam("of"))
_update_board = (
    schema.board.update()
    .where(schema.board.c.id == bindparam("b_id"))
    .values({name: bindparam(f"b_{name}") for name in _SUMMARY})
)


@contextmanager
def _trouble() -> Iterator[None]:
    try:
        yield
    except Exception as problem:
        if not is_trouble(problem):
            raise
        log.error("read failed", extra={"why": reason_of(problem)})
        raise Unavailable() from None


def is_trouble(problem: BaseException) -> bool:
    """Whether the database, the way to it or the pool of connections failed, and not this program."""
    return isinstance(problem, (SQLAlchemyError, OSError, TimeoutError))


def _log(connection: Connection, board: str, after: int) -> list[Entry]:
    rows = connection.execute(_entries, {"of": board, "after": after}).all()
    return [Entry(seq, parse(kind, seat, data), key, at) for seq, kind, seat, data, key, at in rows]


def _in_transaction(engine: Engine, work: Callable[[Connection], Any]) -> Any:
    with engine.begin() as connection:
        return work(connection)


def _run_one(write: _Write, connection: Connection) -> Any:
    """Carry out a single write."""
    if isinstance(write.work, Append):
        return _insert(connection, [write.work])
    return write.work(connection)


def _run(connection: Connection, batch: list[_Write], results: dict[int, Any], failures: dict[int, Any]) -> None:
    """Carry out what waits; whatever fails does so alone."""
    appends = [write.work for write in batch if isinstance(write.work, Append)]
    together = len(appends) > 1
    if together:
        try:
            with connection.begin_nested():
                _insert(connection, appends)
        except DBAPIError as problem:
            if problem.connection_invalidated:
                raise
            # One of them lost a race; find out which.
            together = False
    for index, write in enumerate(batch):
        if isinstance(write.work, Append) and together:
            continue
        try:
            with connection.begin_nested():
                results[index] = _run_one(write, connection)
        except IntegrityError:
            failures[index] = Conflict()
        except DBAPIError as problem:
            if problem.connection_invalidated or isinstance(problem, OperationalError):
                raise
            log.error("write refused", extra={"why": reason_of(problem)})
            failures[index] = Unavailable()
        except Exception:
            log.exception("write failed")
            failures[index] = Unavailable()


def _insert(connection: Connection, appends: list[Append]) -> None:
    """Write several tables' entries and summaries with few statements."""
    new = [work for work in appends if work.new]
    if new:
        connection.execute(schema.board.insert(), [{"id": work.board, **work.summary} for work in new])
    rows = [
        {
            "board": work.board,
            "seq": entry.seq,
            "kind": entry.event.KIND,
            "seat": entry.event.seat,
            "data": dump(entry.event),
            "key": entry.key,
            "at": entry.at,
        }
        for work in appends
        for entry in work.entries
    ]
    connection.execute(schema.entry.insert(), rows)
    old = [
        {"b_id": work.board} | {f"b_{name}": work.summary[name] for name in _SUMMARY}
        for work in appends
        if not work.new
    ]
    if old:
        connection.execute(_update_board, old)
    for work in appends:
        if work.sitting is not None:
            connection.execute(schema.sitting.delete().where(schema.sitting.c.board == work.board))
            if work.sitting:
                connection.execute(
                    schema.sitting.insert(),
                    [{"board": work.board, "seat": seat, "device": who} for seat, who in work.sitting.items()],
                )


def version_of(connection: Connection) -> str | None:
    """The schema of a database; None for an empty one."""
    # Asked without Alembic, whose import costs a third of a start.
    if "alembic_version" not in _table_names(connection):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _table_names(connection: Connection) -> list[str]:
    from sqlalchemy import inspect

    return inspect(connection).get_table_names()


def upgrade(connection: Connection, to: str) -> None:
    """Run the migrations up to a schema."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _execute(connection: Connection, statement: str) -> None:
    connection.exec_driver_sql(statement)


def _one(cursor: Any, statement: str) -> Any:
    cursor.execute(statement)
    return cursor.fetchone()[0]


def reason_of(problem: BaseException) -> str:
    """The first line of what a driver says."""
    inner = getattr(problem, "orig", None) or problem
    return str(inner).splitlines()[0][:200] if str(inner) else type(inner).__name__


def _resolve(write: _Write, result: Any = None, error: BaseException | None = None) -> None:
    if write.done.done():
        return
    if error is not None:
        write.done.set_exception(error)
    else:
        write.done.set_result(result)
