"""Backups from the host page, kept in the backup folder."""

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pithead.table.backup import back_up
from pithead.table.errors import NoSuchBackup
from pithead.table.settings import Settings

KEPT = 10
NAME = re.compile(r"^pithead-\d{8}-\d{6}\.backup$")


class Backups:
    """The backups that were made from the host page, the newest first."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._making = asyncio.Lock()

    @property
    def folder(self) -> Path:
        """Where they are."""
        return self._settings.backup_folder

    def listed(self) -> list[dict[str, Any]]:
        """What there is."""
        if not self.folder.is_dir():
            return []
        files = sorted((file for file in self.folder.iterdir() if NAME.match(file.name)), reverse=True)
        return [
            {"name": file.name, "size": (found := file.stat()).st_size, "made_at": found.st_mtime} for file in files
        ]

    async def make(self) -> None:
        """Make a backup now and delete the oldest; one at a time."""
        async with self._making:
            # It holds the signing key and the secrets of running deals: readable by this user only.
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = self.folder / f"pithead-{datetime.now(UTC):%Y%m%d-%H%M%S}.backup"
            # In a thread with a loop of its own: rows are packed while everybody plays on.
            await asyncio.to_thread(lambda: asyncio.run(back_up(self._settings.url, file)))
            for old in self.listed()[KEPT:]:
                (self.folder / old["name"]).unlink(missing_ok=True)

    def file(self, name: str) -> Path:
        """One of them."""
        file = self.folder / name
        if not NAME.match(name) or not file.is_file():
            raise NoSuchBackup()
        return file
