"""What must hold in every world, whatever happens in it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from .machine import EPOCH

ROUNDING = 0.05
"""Seconds by which a bill may differ because of rounding."""
QUESTIONS = {"started", "play", "undo", "concede", "replaced", "reclaimed", "timeout", "resumed", "nonce"}
"""Kinds of entries after which somebody may be asked anew."""


class Broken(AssertionError):
    """Something that must always hold did not."""


class Oracles:
    """Looks at the database from outside, and at every frame that a client gets."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self.acknowledged: dict[str, str] = {}
        """The table of every key that was acknowledged as written."""
        self._views: dict[tuple[str, int | None, int, int], str] = {}
        self.down: list[tuple[float, float]] = []
        """When nobody served, in virtual seconds."""
        self.jumped = False
        """Whether a clock jumped: then the times of the log are not those of the world."""
        self.checks = 0

    def _rows(self, statement: str, *parameters: Any) -> list[Any]:
        connection = sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)
        try:
            return connection.execute(statement, parameters).fetchall()
        finally:
            connection.close()

    # -- after every acknowledgement ------------------------------------------------------------------------------

    def heard(self, table: str, key: str) -> None:
        """A client was told that its message is in the log: it is, exactly once."""
        self.acknowledged[key] = table
        self._once(table, key)

    def _once(self, table: str, key: str) -> None:
        self.checks += 1
        # The log names the device before the key.
        found = self._rows("SELECT count(*) FROM entry WHERE board = ? AND key LIKE ?", table, f"%:{key}")[0][0]
        if found != 1:
            raise Broken(f"acknowledged, but {found} times in the log: {key} of table {table}")

    # -- after every position -------------------------------------------------------------------------------------

    def saw(self, table: str, seat: int | None, position: dict[str, Any], view: str) -> None:
        """A client got a position: a turn that is not its own is a draft, of which it sees nothing."""
        self.checks += 1
        if position["to_move"] == seat and seat is not None:
            return
        if position["draft"] is not None or position["decisions"] != position["settled"] or position.get("options"):
            raise Broken(f"seat {seat} of table {table} was shown a draft of seat {position['to_move']}")
        key = (table, seat, position["settled"], position["turn"])
        if self._views.setdefault(key, view) != view:
            raise Broken(f"what seat {seat} of table {table} sees changed though nothing was settled ({key[2]})")

    # -- now and then, and at the end -----------------------------------------------------------------------------

    def look_at_logs(self) -> None:
        """Every log counts from one without a gap, no key is in it twice, and time never goes back."""
        self.checks += 1
        for (table,) in self._rows("SELECT id FROM board ORDER BY id"):
            rows = self._rows("SELECT seq, key, at, seat, data, kind FROM entry WHERE board = ? ORDER BY seq", table)
            if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
                raise Broken(f"the log of table {table} has a gap: {[row[0] for row in rows]}")
            keys = [row[1] for row in rows if row[1] is not None]
            if len(keys) != len(set(keys)):
                raise Broken(f"a key is twice in the log of table {table}")
            times = [row[2] for row in rows]
            if times != sorted(times):
                raise Broken(f"time went back in the log of table {table}")
            kept = self._rows("SELECT seq FROM board WHERE id = ?", table)[0][0]
            if kept != len(rows):
                raise Broken(f"table {table} counts {kept} entries and has {len(rows)}")
            if not self.jumped:
                self._look_at_bills(table, rows)
        for key, table in self.acknowledged.items():
            self._once(table, key)

    def _look_at_bills(self, table: str, rows: list[Any]) -> None:
        """Nobody pays for time in which nobody served: not more than passed since it was asked, less that."""
        before = None
        for seq, _, at, seat, data, kind in rows:
            ms = json.loads(data).get("ms", 0)
            if before is not None and ms:
                start, end = before - EPOCH, at - EPOCH
                lost = sum(max(0.0, min(end, ended) - max(start, began)) for began, ended in self.down)
                if ms / 1000 > end - start - lost + ROUNDING:
                    raise Broken(
                        f"seat {seat} of table {table} pays {ms / 1000:.2f} s at entry {seq}: "
                        f"{end - start:.2f} s passed, {lost:.2f} s of them without a server"
                    )
            if kind in QUESTIONS:
                before = at
