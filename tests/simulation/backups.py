"""A backup of a world's database, restored: it must hold what the database holds."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from pithead.table.backup import TABLES, back_up, restore

from .commits import Broken


def look_at_backup(database: Path) -> None:
    """Copy, restore, compare, in ordinary time: the world is over."""
    file, copy = database.with_suffix(".backup"), database.with_suffix(".restored")

    async def there_and_back() -> None:
        await back_up(f"sqlite:///{database}", file)
        await restore(f"sqlite:///{copy}", file)

    asyncio.run(there_and_back())
    before, after = sqlite3.connect(database), sqlite3.connect(copy)
    try:
        for table in TABLES:
            question = f"SELECT * FROM {table}"
            if sorted(map(repr, before.execute(question))) != sorted(map(repr, after.execute(question))):
                raise Broken(f"a restored backup differs from the original: {table}")
    finally:
        before.close()
        after.close()
