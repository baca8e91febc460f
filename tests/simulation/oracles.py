"""What must hold in every world, whatever happens in it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pithead.engine.match import END

from .blindness import Blindness
from .commits import Broken, Commits
from .loop import EPOCH

ROUNDING = 0.05
"""Seconds by which a bill may differ because of rounding."""
GRACE = 5.0
"""Seconds in which somebody who dropped out of a live game is excused, per turn."""
LATE, LATE_AFAR = 10.0, 60.0
"""Seconds from the time of an entry to its commit, at most: in a file, and in a database that may be out of reach."""
QUESTIONS = {"started", "play", "undo", "concede", "replaced", "reclaimed", "timeout", "resumed", "nonce"}
"""Kinds of entries after which somebody may be asked anew."""


class Oracles(Commits):
    """Looks at the database from outside, and at every frame that a client gets."""

    def __init__(self, database: Path, now: Callable[[], float], several: bool = False) -> None:
        super().__init__(database, now, LATE_AFAR if several else LATE)
        self.acknowledged: dict[str, str] = {}
        """The table of every key that was acknowledged as written."""
        self._blindness = Blindness(self.rows)
        self._views: dict[tuple[str, int | None, int, int], str] = {}
        self.damaged: str | None = None
        """A table whose log was made unreadable."""
        self.down: list[tuple[float, float]] = []
        """When nobody served, in virtual seconds."""

    # -- after every acknowledgement ------------------------------------------------------------------------------

    def heard(self, table: str, key: str) -> None:
        """A client was told that its message is in the log: it is, exactly once."""
        self.look()
        self.acknowledged[key] = table
        self._once(table, key)

    def _once(self, table: str, key: str) -> None:
        self.checks += 1
        # The log names the device before the key.
        found = self.rows("SELECT count(*) FROM entry WHERE board = ? AND key LIKE ?", table, f"%:{key}")[0][0]
        if found != 1:
            raise Broken(f"acknowledged, but {found} times in the log: {key} of table {table}")

    # -- after every position -------------------------------------------------------------------------------------

    def saw(self, table: str, seat: int | None, position: dict[str, Any], view: str) -> None:
        """A client got a position: a turn that is not its own is a draft, of which it sees nothing."""
        self.checks += 1
        if seat is not None and position["to_move"] is not None and table != self.damaged:
            self.checks += self._blindness.look(table, seat, position, view)
        if position["to_move"] == seat and seat is not None:
            return
        if position["draft"] is not None or position["decisions"] != position["settled"] or position.get("options"):
            raise Broken(f"seat {seat} of table {table} was shown a draft of seat {position['to_move']}")
        told = [event["decision"] for event in position["events"]]
        # What happened at the set-up has the number of the first decision.
        if told and max(told) >= max(1, position["decisions"]):
            raise Broken(f"seat {seat} of table {table} was told what happened in a draft")
        key = (table, seat, position["settled"], position["turn"])
        if self._views.setdefault(key, view) != view:
            raise Broken(f"what seat {seat} of table {table} sees changed though nothing was settled ({key[2]})")
        undone = self.rows("SELECT seat, data FROM entry WHERE board = ? AND kind = 'undo'", table)
        private = sum(1 + json.loads(data)["n"] for whose, data in undone if whose != seat)
        if position["at"] > self.rows("SELECT count(*) FROM entry WHERE board = ?", table)[0][0] - private:
            raise Broken(f"the number of a position tells seat {seat} of table {table} what others tried and took back")

    # -- now and then, and at the end -----------------------------------------------------------------------------

    def look_at_logs(self) -> None:
        """Every log counts from one without a gap, no key is in it twice, and time never goes back."""
        self.look()
        for (table,) in self.rows("SELECT id FROM board ORDER BY id"):
            rows = self.rows("SELECT seq, key, at, seat, data, kind FROM entry WHERE board = ? ORDER BY seq", table)
            if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
                raise Broken(f"the log of table {table} has a gap: {[row[0] for row in rows]}")
            keys = [row[1] for row in rows if row[1] is not None]
            if len(keys) != len(set(keys)):
                raise Broken(f"a key is twice in the log of table {table}")
            times = [row[2] for row in rows]
            if times != sorted(times):
                raise Broken(f"time went back in the log of table {table}")
            kept = self.rows("SELECT seq FROM board WHERE id = ?", table)[0][0]
            if kept != len(rows):
                raise Broken(f"table {table} counts {kept} entries and has {len(rows)}")
            if table == self.damaged:
                continue
            if not self.jumped:
                self._look_at_bills(table, rows)
            self._look_at_excuses(table, rows)
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

    def _look_at_excuses(self, table: str, rows: list[Any]) -> None:
        """Whoever drops out is excused for a while in every turn, not at every step of it."""
        excused = 0.0
        for seq, _, _, seat, data, kind in rows:
            found = json.loads(data)
            excused += found.get("excused", 0) / 1000
            if excused > GRACE + ROUNDING:
                raise Broken(f"seat {seat} of table {table} is excused for {excused:.2f} s of one turn at entry {seq}")
            if kind not in ("play", "undo", "chat") or (kind == "play" and found["d"] == END):
                excused = 0.0

    def look_at_chat(self, processes: int, rate: float, burst: int) -> None:
        """Nobody says more than the limits allow; every process counts for itself."""
        if self.jumped:
            return
        said: dict[tuple[str, int], list[float]] = {}
        for table, seat, at in self.rows("SELECT board, seat, at FROM entry WHERE kind = 'chat' ORDER BY at"):
            lines = said.setdefault((table, seat), [])
            lines.append(at)
            for back, since in enumerate(reversed(lines), 1):
                if back > processes * (burst + rate * (at - since + ROUNDING)):
                    raise Broken(f"seat {seat} of table {table} said {back} lines in {at - since:.1f} s")

    def finished(self, table: str) -> bool:
        """Whether a game has come to its end."""
        return bool(self.rows("SELECT status FROM board WHERE id = ?", table)[0][0] == "finished")

    def expect_deletion(self, table: str) -> None:
        """A table has been looked at for the last time."""
        self.acknowledged = {key: of for key, of in self.acknowledged.items() if of != table}
        self._known.pop(table, None)

    def damage(self, table: str) -> None:
        """Make the last entry of a log unreadable, as a broken disk or a careless hand would."""
        connection = sqlite3.connect(self.database)
        with connection:
            last = "SELECT max(seq) FROM entry WHERE board = ?"
            connection.execute(f"UPDATE entry SET data = '{{' WHERE board = ? AND seq = ({last})", (table, table))
        connection.close()
        self.damaged = table
