"""Looks at what every single commit added to the logs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .loop import EPOCH

FUTURE = 1.5
"""Seconds by which an entry may be from later than now: what workers may disagree by, and a little more."""


class Broken(AssertionError):
    """Something that must always hold did not."""


class Commits:
    """The logs as they grow: without a gap, each in the order of time, nothing from another time."""

    def __init__(self, database: Path, now: Callable[[], float], late: float) -> None:
        self.database = database
        self._now = now
        self._connection: sqlite3.Connection | None = None
        self._row = 0
        self._away = False
        self._known: dict[str, tuple[int, float]] = {}
        """The last entry of every table, and its time."""
        self._late = late
        """Seconds that may pass between the time of an entry and its commit, while a database is slow or away."""
        self._latest = 0.0
        self._since: tuple[float, float] | None = None
        """When the first entry after the last start was committed, and its time."""
        self.jumped = False
        """Whether a clock jumped: then the times of the log are not those of the world."""
        self.checks = 0
        self.problem: Broken | None = None

    def rows(self, statement: str, *parameters: Any) -> list[Any]:
        """Ask the database."""
        if self._connection is None:
            self._connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, isolation_level=None)
        return self._connection.execute(statement, parameters).fetchall()

    def look_away(self) -> None:
        """Somebody takes the files away; what was there is looked for again afterwards."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._row = 0
        self._away = True

    def started(self) -> None:
        """A server begins: its clock may differ from that of the one before."""
        self._since = None

    def be_patient(self, seconds: float) -> None:
        """A machine stands still between the time of an entry and its commit."""
        self._late += seconds

    def committed(self) -> None:
        """Something was committed. Whoever commits is not the one to be told what is wrong with it."""
        if self._away:
            # Nobody knows yet whether the disk has it.
            return
        try:
            self.look()
        except Broken as problem:
            self.problem = self.problem or problem

    def look(self) -> None:
        """Look at what is new."""
        if self.problem is not None:
            raise self.problem
        self.checks += 1
        self._away = False
        anew = self._row == 0
        known: dict[str, tuple[int, float]] = {} if anew else self._known
        new = self.rows("SELECT rowid, board, seq, at FROM entry WHERE rowid > ? ORDER BY rowid", self._row)
        for row, table, seq, at in new:
            before, earlier = known.get(table, (0, 0.0))
            if seq != before + 1:
                raise Broken(f"the log of table {table} goes on with entry {seq} after {before}")
            if at < earlier:
                raise Broken(f"time went back in the log of table {table}: {earlier - at:.2f} s at entry {seq}")
            if not anew:
                self._look_at_time(table, seq, at)
            known[table] = (seq, at)
            self._row = row
        if anew:
            for table, (seq, _) in self._known.items():
                if known.get(table, (0, 0.0))[0] < seq:
                    raise Broken(f"entry {seq} of table {table} was committed and is gone")
            self._known = known

    def _look_at_time(self, table: str, seq: int, at: float) -> None:
        now = self._now() + EPOCH
        if not self.jumped and at > now + FUTURE:
            raise Broken(f"entry {seq} of table {table} is from the future: {at - now:.2f} s")
        if at < max(self._latest, 0.0 if self.jumped else now) - self._late:
            raise Broken(f"entry {seq} of table {table} is from the past: {max(self._latest, now) - at:.2f} s")
        self._latest = max(self._latest, at)
        began, first = self._since = self._since or (now, at)
        if at - first < now - began - self._late:
            raise Broken(f"{now - began:.2f} s after a start only {at - first:.2f} s have passed for table {table}")
