"""SQLite without threads: the statements of asynchronous connections run on the simulated loop, on a real file."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

from filelock import BaseFileLock, FileLock

from .disk import Disk


async def _hop(work: Callable[..., Any], *arguments: Any) -> Any:
    return await asyncio.get_running_loop().run_in_executor(None, work, *arguments)


class Cursor:
    """A cursor with the interface of aiosqlite's."""

    def __init__(self, cursor: sqlite3.Cursor, readable: Callable[[], bool]) -> None:
        self._cursor = cursor
        self._readable = readable
        self.arraysize = 1

    description = property(lambda self: self._cursor.description)
    rowcount = property(lambda self: self._cursor.rowcount)
    lastrowid = property(lambda self: self._cursor.lastrowid)

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, statement: str, parameters: Any = ()) -> Cursor:
        if not self._readable():
            raise sqlite3.OperationalError("disk I/O error")
        await _hop(self._cursor.execute, statement, parameters)
        return self

    async def executemany(self, statement: str, parameters: Any) -> Cursor:
        await _hop(self._cursor.executemany, statement, parameters)
        return self

    async def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()

    async def close(self) -> None:
        self._cursor.close()


class Connection:
    """A connection with what SQLAlchemy uses of aiosqlite's."""

    def __init__(self, connection: sqlite3.Connection, readable: Callable[[], bool]) -> None:
        self._readable = readable
        self._conn = connection
        self._connection = connection
        self._tx = self

    def __await__(self) -> Generator[Any, None, Connection]:
        yield from asyncio.sleep(0).__await__()
        return self

    def put_nowait(self, work: tuple[asyncio.Future[Any], Callable[[], Any]]) -> None:
        future, function = work
        future.set_result(function())

    @property
    def isolation_level(self) -> str | None:
        return self._conn.isolation_level

    def cursor(self) -> Cursor:
        return Cursor(self._conn.cursor(), self._readable)

    async def execute(self, statement: str, parameters: Any = ()) -> Cursor:
        return await self.cursor().execute(statement, parameters)

    async def create_function(self, *arguments: Any, **more: Any) -> None:
        self._conn.create_function(*arguments, **more)

    async def commit(self) -> None:
        await _hop(self._conn.commit)

    async def rollback(self) -> None:
        await _hop(self._conn.rollback)

    async def close(self) -> None:
        self._conn.close()

    def stop(self) -> None:
        self._conn.close()


class Embedded:
    """A database file that one server has open at a time."""

    def __init__(self, path: Path, disk: Disk, committed: Callable[[], None]) -> None:
        self.path = path
        self.url = f"sqlite:///{path}"
        self.disk = disk
        self._committed = committed
        self._connections: defaultdict[str, list[sqlite3.Connection]] = defaultdict(list)
        self._locks: defaultdict[str, list[BaseFileLock]] = defaultdict(list)
        self.unreadable: set[str] = set()
        """Machines whose asynchronous connections, which read, get no answers."""

    def seams(self, machine: str) -> dict[str, Any]:
        """What a server on a machine reaches the database with."""
        opened, locks, committed, unreadable = (
            self._connections[machine],
            self._locks[machine],
            self._committed,
            self.unreadable,
        )

        class Tracked(sqlite3.Connection):
            """A connection that ends with its machine, and whose commits are looked at."""

            def __init__(self, *arguments: Any, **more: Any) -> None:
                super().__init__(*arguments, **more)
                opened.append(self)
                self._seen = 0

            def commit(self) -> None:
                super().commit()
                if self.total_changes != self._seen:
                    self._seen = self.total_changes
                    committed()

        def connect(*arguments: Any, **more: Any) -> Connection:
            made = sqlite3.connect(*arguments, **{**more, "check_same_thread": False})
            return Connection(made, lambda: machine not in unreadable)

        def lock(path: str) -> BaseFileLock:
            locks.append(FileLock(path))
            return locks[-1]

        return {"file_lock": lock, "sqlite": {"factory": Tracked}, "aiosqlite": {"async_creator_fn": connect}}

    def end(self, machine: str) -> None:
        """What an operating system does for a process that has ended."""
        for connection in self._connections.pop(machine, []):
            with contextlib.suppress(sqlite3.Error):
                connection.close()
        for lock in self._locks.pop(machine, []):
            lock.release(force=True)

    def lose_power(self, machine: str, writing: Iterable[Callable[[], Any]]) -> int:
        """End a machine in the middle of what it was writing; returns how many writes were forgotten."""
        self.disk.failing = True
        for work in writing:
            with contextlib.suppress(Exception):
                work()
        self.disk.stop()
        self.end(machine)
        return self.disk.lose_power()
