"""Read queries: logs, plans, settings, and the shared clock."""

from collections.abc import Sequence

from pydantic_core import from_json
from sqlalchemy import Connection, bindparam, func, select, text

from pithead.table.log.rows import Entry, parse

from . import schema
from .engine import Database

SERVING, _STARTING = 7_484_837, 7_484_838
"""Advisory locks: one shared by all workers that serve, one exclusive for a worker that starts."""
Plans = dict[int, list[int]]

_entries = (
    select(*(schema.entry.c[name] for name in ("seq", "kind", "seat", "data", "key", "at")))
    .where(schema.entry.c.board == bindparam("of"), schema.entry.c.seq > bindparam("after"))
    .order_by(schema.entry.c.seq)
)
_plans = select(schema.plan.c.seat, schema.plan.c.decisions).where(schema.plan.c.board == bindparam("of"))
_running = select(func.count()).where(
    schema.board.c.status == "running", schema.board.c.changed_at > bindparam("since")
)
_seqs = select(schema.board.c.id, schema.board.c.seq).where(schema.board.c.id.in_(bindparam("boards", expanding=True)))
_clock = text("SELECT extract(epoch FROM clock_timestamp())")


class Queries(Database):
    """Read queries on a database."""

    async def entries(self, board: str, after: int = 0) -> list[Entry]:
        """The log of a table from a sequence number on."""
        entries: list[Entry] = await self.read(lambda connection: _log(connection, board, after))
        return entries

    async def table(self, board: str) -> tuple[list[Entry], Plans]:
        """The whole log of a table, and the plans that its seats have made."""

        def look(connection: Connection) -> tuple[list[Entry], Plans]:
            plans = connection.execute(_plans, {"of": board}).all()
            return _log(connection, board, 0), {seat: from_json(decisions) for seat, decisions in plans}

        table: tuple[list[Entry], Plans] = await self.read(look)
        return table

    async def running_since(self, time: float) -> int:
        """How many running tables have changed since then."""
        async with self.reading() as connection:
            return int((await connection.execute(_running, {"since": time})).scalar_one())

    async def seqs(self, boards: Sequence[str]) -> dict[str, int]:
        """How long the logs of some tables are by now."""
        async with self.reading() as connection:
            return {row.id: row.seq for row in await connection.execute(_seqs, {"boards": list(boards)})}

    async def clock(self) -> float | None:
        """The clock of a database server, which all workers share; an embedded database has none of its own."""
        if self.is_sqlite:
            return None
        async with self.reading() as connection:
            return float((await connection.execute(_clock)).scalar_one())

    def is_alone(self, connection: Connection) -> bool:
        """Whether no worker serves this database, as far as it knows; others that start wait for the transaction.

        Workers hold a lock for as long as they listen (`SERVING`), and a session that ends gives its locks back, also
        that of a process which was killed. An embedded database is served by one process alone.
        """
        if self.is_sqlite:
            return True
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_STARTING})"))
        return bool(connection.execute(text(f"SELECT pg_try_advisory_xact_lock({SERVING})")).scalar())

    async def known_setting(self, name: str) -> str | None:
        """The value of a setting, or None where there is no row."""
        query = select(schema.setting.c.value).where(schema.setting.c.name == name)
        async with self.reading() as connection:
            value = (await connection.execute(query)).scalar()
        return None if value is None else str(value)


def _log(connection: Connection, board: str, after: int) -> list[Entry]:
    rows = connection.execute(_entries, {"of": board, "after": after}).all()
    return [Entry(seq, parse(kind, seat, data), key, at) for seq, kind, seat, data, key, at in rows]
