"""SQLite without threads: the statements of asynchronous connections run on the simulated loop, on a real file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Generator
from typing import Any


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
