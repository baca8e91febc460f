"""A banner that everybody sees: kept in the database, read by all workers."""

import json
from typing import Any

from sqlalchemy import Connection

from pithead.table.store import Store, schema

SETTING = "banner"
FRESH = 5.0
"""Seconds for which a worker caches the banner."""


class Banner:
    """A message of the host to all users."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Any] | None = None
        self._until = 0.0

    async def shown(self, now: float) -> dict[str, Any] | None:
        """The current banner; None if there is none, or it has expired."""
        if now >= self._until:
            text = await self._store.known_setting(SETTING)
            self._known, self._until = json.loads(text) if text else None, now + FRESH
        known = self._known
        return None if known is None or (known["until"] is not None and known["until"] <= now) else known

    async def put(self, banner: dict[str, Any] | None) -> None:
        """Replace or remove the banner."""

        def write(connection: Connection) -> None:
            connection.execute(schema.setting.delete().where(schema.setting.c.name == SETTING))
            if banner is not None:
                values = {"name": SETTING, "value": json.dumps(banner, ensure_ascii=False)}
                connection.execute(schema.setting.insert().values(values))

        await self._store.write(write)
        self._until = 0.0
