"""The writer: everything that waits at the same moment is committed in one transaction (group commit).

One fsync so serves the moves of many tables. Each write of a batch fails alone, and is acknowledged only after the
commit of the batch.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from pithead.table import metrics
from pithead.table.errors import Unavailable
from pithead.table.log.rows import Entry, dump

from . import schema
from .engine import is_trouble, reason_of

log = logging.getLogger("pithead.table.store")

MAX_BATCH = 256


class Conflict(Exception):
    """Another writer inserted this sequence number, or this idempotency key, first."""


class FinishedGame(NamedTuple):
    """Rows of `result` and `result_seat`."""

    result: dict[str, Any]
    seats: list[dict[str, Any]]

    @property
    def waits(self) -> bool:
        """Whether ratings have to take it in."""
        return bool(self.result["verdict"] == "waiting")

    def insert(self, connection: Connection) -> None:
        """Write them; a second time is a conflict."""
        connection.execute(schema.result.insert(), self.result)
        if self.seats:
            connection.execute(schema.result_seat.insert(), self.seats)


@dataclass(slots=True)
class Append:
    """Entries for one table's log, and the summary that goes with them: all or nothing."""

    board: str
    entries: list[Entry]
    summary: dict[str, Any]
    sitting: dict[int, str] | None = None
    new: bool = False
    result: FinishedGame | None = None
    """With the entry that ends a game: what it was worth."""


Statements = Callable[[Connection], Any]


@dataclass(slots=True)
class _Write:
    work: Append | Statements
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def resolve(self, result: Any = None, error: BaseException | None = None) -> None:
        if self.done.done():
            return
        if error is not None:
            self.done.set_exception(error)
        else:
            self.done.set_result(result)


class Writer:
    """A queue of writes and the task that commits them."""

    def __init__(self, transact: Callable[[Statements], Awaitable[Any]]) -> None:
        self._transact = transact
        self._queue: asyncio.Queue[_Write | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.announce: Callable[[Connection, list[str]], None] | None = None
        """Called in every transaction that appends to logs, with their tables."""

    def start(self) -> None:
        """Begin to commit."""
        self._task = asyncio.create_task(self._write_forever(), name="writer")

    async def stop(self) -> None:
        """Finish all waiting writes."""
        if self._task:
            await self._queue.put(None)
            await self._task

    async def submit(self, work: Append | Statements) -> Any:
        """Wait until a write is durable; raises Conflict, or Unavailable where nothing is known."""
        if self._task is None or self._task.done():
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
                results[0] = await self._transact(partial(self._run, batch[0]))
            elif not await self._append_all(batch):
                await self._transact(partial(self._run_with_savepoints, batch, results, failures))
        except IntegrityError:
            # In a batch each write has its own savepoint, so this can only be a single write.
            failures[0] = Conflict()
        except Exception as problem:
            # Whatever it was, the writer goes on: it serves all tables.
            log.error("commit failed", extra={"why": reason_of(problem)}, exc_info=not is_trouble(problem))
            metrics.commit_failures.inc()
            for write in batch:
                write.resolve(error=Unavailable())
            return
        metrics.commit_seconds.observe(time.perf_counter() - started)
        metrics.commit_writes.observe(len(batch))
        for index, write in enumerate(batch):
            write.resolve(results.get(index), failures.get(index))

    async def _append_all(self, batch: list[_Write]) -> bool:
        """Write several tables' entries with few statements; returns whether that was possible."""
        appends = [write.work for write in batch if isinstance(write.work, Append)]
        if len(appends) < len(batch):
            return False
        try:
            await self._transact(lambda connection: self._append(connection, appends))
        except DBAPIError as problem:
            if _is_broken(problem):
                raise
            # One of them is in conflict: savepoints show which.
            return False
        return True

    def _run_with_savepoints(
        self, batch: list[_Write], results: dict[int, Any], failures: dict[int, BaseException], connection: Connection
    ) -> None:
        """Carry out a batch; a write that fails rolls back to its savepoint. All appends are tried together first."""
        appends = {index: write.work for index, write in enumerate(batch) if isinstance(write.work, Append)}
        if 1 < len(appends) < len(batch):
            try:
                with connection.begin_nested():
                    self._append(connection, list(appends.values()))
                results.update(dict.fromkeys(appends))
            except DBAPIError as problem:
                if _is_broken(problem):
                    raise
        for index, write in enumerate(batch):
            if index in results:
                continue
            try:
                with connection.begin_nested():
                    results[index] = self._run(write, connection)
            except IntegrityError:
                failures[index] = Conflict()
            except DBAPIError as problem:
                if _is_broken(problem):
                    raise
                log.error("write refused", extra={"why": reason_of(problem)})
                failures[index] = Unavailable()
            except Exception:
                log.exception("write failed")
                failures[index] = Unavailable()

    def _run(self, write: _Write, connection: Connection) -> Any:
        if isinstance(write.work, Append):
            return self._append(connection, [write.work])
        return write.work(connection)

    def _append(self, connection: Connection, appends: list[Append]) -> None:
        _insert(connection, appends)
        if self.announce:
            self.announce(connection, [work.board for work in appends])


# -- statements -------------------------------------------------------------------------------------------------------

_SUMMARY = (
    "code", "status", "visibility", "free", "owner", "seq", "changed_at", "due_at", "waits_for", "turn", "head",
    "lease", "lease_until",
)  # fmt: skip
_update_board = (
    schema.board.update()
    .where(schema.board.c.id == bindparam("b_id"))
    .values({name: bindparam(f"b_{name}") for name in _SUMMARY})
)
_insert_entries = schema.entry.insert()


def _is_broken(problem: DBAPIError) -> bool:
    """Whether it is the database that failed, and not one of the writes."""
    return problem.connection_invalidated or isinstance(problem, OperationalError)


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
    connection.execute(_insert_entries, rows)
    old = [
        {"b_id": work.board} | {f"b_{name}": work.summary[name] for name in _SUMMARY}
        for work in appends
        if not work.new
    ]
    if old:
        connection.execute(_update_board, old)
    for work in appends:
        if work.result is not None:
            work.result.insert(connection)
        if work.sitting is not None:
            connection.execute(schema.sitting.delete().where(schema.sitting.c.board == work.board))
            if work.sitting:
                connection.execute(
                    schema.sitting.insert(),
                    [{"board": work.board, "seat": seat, "device": who} for seat, who in work.sitting.items()],
                )
