"""A disk that forgets: what was not synced before a power cut is gone, or there in part, in any order.

SQLite's own file layer is wrapped (`tests/table/powercut.py`), so what counts as synced is what SQLite really synced.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.table.powercut import install


class _Operation(NamedTuple):
    what: str
    at: int
    data: bytes

    def apply(self, content: bytearray) -> None:
        if self.what == "truncate":
            del content[self.at :]
            return
        content.extend(bytes(max(0, self.at - len(content))))
        content[self.at : self.at + len(self.data)] = self.data


class Disk:
    """The files of one folder as they would be found after a power cut."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self._folder = str(folder)
        self._chance = chance
        self._synced: dict[str, bytearray] = {}
        self._unsynced: dict[str, list[_Operation]] = {}
        self.failing = False
        """Whether the power fails: the next sync never ends, and nothing after it happens."""
        self._off = False
        self.forgets = _install()
        """Whether SQLite's file layer could be reached; otherwise a power cut is like a kill."""
        _Present.disk = self

    def put(self, path: Path, content: bytes) -> None:
        """A file that has been there for long."""
        path.write_bytes(content)
        self._synced[str(path)] = bytearray(content)

    def note(self, what: str, path: str, at: int, data: bytes) -> None:
        """What SQLite does to a file."""
        if self._off or not path.startswith(self._folder):
            return
        if what != "sync":
            self._unsynced.setdefault(path, []).append(_Operation(what, at, data))
        elif self.failing:
            self._off = True
        else:
            content = self._synced.setdefault(path, bytearray())
            for operation in self._unsynced.pop(path, []):
                operation.apply(content)

    def stop(self) -> None:
        """From here on nothing reaches the disk, such as what SQLite tidies up when a file is closed."""
        self._off = True

    def lose_power(self) -> int:
        """Leave what a power cut leaves; returns how many writes were forgotten.

        The files are new ones: SQLite shares its locks and its index of the log among all that this process has open of
        a file, and a connection whose statements were never finished, because its machine is gone, stays open.
        """
        forgotten = 0
        if not self.forgets:
            return forgotten
        for path, pending in self._unsynced.items():
            kept = sorted(self._chance.sample(range(len(pending)), self._chance.randrange(len(pending) + 1)))
            forgotten += len(pending) - len(kept)
            content = self._synced.setdefault(path, bytearray())
            for number in kept:
                pending[number].apply(content)
        self._unsynced.clear()
        for path, content in self._synced.items():
            for file in (path, f"{path}-shm"):
                Path(file).unlink(missing_ok=True)
            Path(path).write_bytes(content)
        self.failing = self._off = False
        return forgotten


class _Present:
    """The disk of the world that runs now: the file layer belongs to the whole process."""

    disk: Disk | None = None


def _note(what: str, path: str, at: int, data: bytes) -> None:
    if _Present.disk is not None:
        _Present.disk.note(what, path, at, data)


@cache
def _install() -> bool:
    return install(_note)
