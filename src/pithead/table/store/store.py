"""The store: a database that is open, at the current schema, with its writer."""

import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from pithead.table.errors import BadDatabase, NotDurable
from pithead.table.world import World

from . import schema
from .address import shown
from .engine import reason_of
from .queries import Queries
from .versions import HEAD, create, upgrade, version_of
from .writer import Append, Conflict, Writer

log = logging.getLogger("pithead.table.store")

_MIGRATION_LOCK = 7_484_835


class Store(Queries):
    """What the rest of the server reads and writes."""

    def __init__(self, url: str, world: World | None = None) -> None:
        super().__init__(url, world)
        self.writer = Writer(self.transact)

    async def open(self, to: str = HEAD) -> None:
        """Connect, bring the schema up to date, and start the writer."""
        self.connect()
        try:
            await self.transact(lambda connection: self._migrate(connection, to))
        except (NotDurable, BadDatabase):
            await self.dispose()
            raise
        except (DBAPIError, OSError) as problem:
            await self.dispose()
            raise BadDatabase(database=shown(self.url), why=reason_of(problem)) from None
        self.writer.start()

    def _migrate(self, connection: Connection, to: str) -> None:
        if not self.is_sqlite:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        version = version_of(connection)
        if version is not None and to <= version <= HEAD:
            return
        if version is not None and version > HEAD:
            raise BadDatabase(database=shown(self.url), why="newer")
        if version is None and to == HEAD:
            create(connection)
        else:
            upgrade(connection, to)
        log.info("schema upgraded", extra={"from": version, "to": to})

    async def close(self) -> None:
        """Flush pending writes and close the connections."""
        await self.writer.stop()
        await self.dispose()

    async def append(self, work: Append) -> None:
        """Make entries durable, or raise Conflict (another writer was first) or Unavailable (nothing is known)."""
        await self.writer.submit(work)

    async def write(self, statements: Callable[[Connection], Any]) -> Any:
        """Run any other statements in the writer's next transaction; they may run in another thread."""
        return await self.writer.submit(statements)

    async def setting(self, name: str, fresh: str) -> str:
        """A setting kept in the database; the first to ask stores its value."""

        def put(connection: Connection) -> None:
            connection.execute(schema.setting.insert().values(name=name, value=fresh))

        for _ in range(2):
            known = await self.known_setting(name)
            if known is not None:
                return known
            try:
                await self.write(put)
            except Conflict:
                continue
        return fresh
