"""Statements of PostgreSQL, as SQLAlchemy makes them, in the words of SQLite."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .postgres import Connection

_PARAMETER = re.compile(r"\$(\d+)(?:::(?:DOUBLE PRECISION|[A-Z]+)(?:\(\d+\))?)?")
_LOCKING = re.compile(r" FOR UPDATE(?: SKIP LOCKED)?")
_FLOAT8 = 701
"""The type that every column is said to have: SQLAlchemy asks for it with numbers only, which are all of this one."""
_CHANGES = ("INSERT", "UPDATE", "DELETE")
_KNOWN: dict[str, tuple[str, Any]] = {
    "select pg_catalog.version()": ("version", "PostgreSQL 16.4 (a stand-in)"),
    "select current_schema()": ("current_schema", "public"),
    "show transaction isolation level": ("transaction_isolation", "read committed"),
    "show standard_conforming_strings": ("standard_conforming_strings", "on"),
    "show fsync": ("fsync", "on"),
}


class Statement:
    """A statement of PostgreSQL, and what is to be done for it."""

    def __init__(self, connection: Connection, operation: str) -> None:
        self._connection = connection
        plain = _LOCKING.sub("", _PARAMETER.sub(r"?\1", operation)).strip()
        if "pg_catalog.pg_class" in plain:
            plain = "SELECT name AS relname FROM sqlite_master WHERE type = 'table'"
        self._operation = plain
        self._places = len(set(re.findall(r"\?(\d+)", plain)))
        self._word = plain.split(None, 1)[0].upper()
        self._changes = self._word in (*_CHANGES, "SAVEPOINT", "RELEASE", "ROLLBACK")
        self._count = -1

    def get_attributes(self) -> list[Any]:
        """The columns of the answer."""
        names = [known[0] for known in [self._known(())] if known]
        if not names and self._word == "SELECT":
            names = self._connection.columns(self._operation, self._places)
        return [SimpleNamespace(name=name, type=SimpleNamespace(oid=_FLOAT8)) for name in names]

    def get_statusmsg(self) -> str:
        return f"{'INSERT 0' if self._word == 'INSERT' else self._word} {self._count}" if self._count >= 0 else ""

    def _known(self, parameters: Sequence[Any]) -> tuple[str, Any] | None:
        """What SQLite knows nothing of: the name of the column, and its value."""
        plain = self._operation
        if plain.lower() in _KNOWN:
            return _KNOWN[plain.lower()]
        if plain.startswith("SHOW "):
            return plain[5:], self._connection.setting(plain[5:])
        if "clock_timestamp()" in plain:
            return "extract", self._connection.cluster.now()
        if "pg_try_advisory_xact_lock" in plain:
            return "pg_try_advisory_xact_lock", not self._connection.cluster.served
        if "pg_advisory_xact_lock" in plain:
            return "pg_advisory_xact_lock", None
        if "pg_notify" in plain:
            if parameters:
                self._connection.notify(plain.split("'")[1], parameters[0])
            return "pg_notify", None
        return None

    async def fetch(self, *parameters: Any) -> list[Any]:
        # There and back in one: nobody sees the moment between, unless it was a commit.
        await self._connection.travel()
        return await self.carry_out(parameters)

    async def carry_out(self, parameters: Sequence[Any]) -> list[Any]:
        connection, plain = self._connection, self._operation
        if plain.startswith("SET "):
            name, _, value = plain[4:].partition(" = ")
            connection.set(name, value)
            return []
        if "pg_advisory_xact_lock" in plain:
            await connection.begin()
        if known := self._known(parameters):
            return [(known[1],)]
        cursor = await connection.run(plain, parameters[: self._places], self._changes)
        if plain.startswith("ROLLBACK TO"):
            connection.recover()
        self._count = cursor.rowcount if self._word in _CHANGES else -1
        return cursor.fetchall()
