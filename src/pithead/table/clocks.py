"""Clocks: how much time a seat is charged, and which times are excluded.

A seat is charged from the moment its position was written to a connection of that seat (or was reached, if none is
subscribed) until its answer was received. Stalls of the event loop and downtime of the server are excluded.
"""

import math
import time
from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from . import metrics
from .log.base import Bill
from .log.state import TableState

GRACE_AFTER_RESTART = 60.0
"""Seconds after a restart in which people who have not reconnected are not charged."""


class Downtime:
    """Intervals in which no worker served requests."""

    def __init__(self) -> None:
        self._ends: list[float] = []
        self._spans: list[tuple[float, float]] = []

    def add(self, began: float, ended: float) -> None:
        """Add an interval; intervals are added in chronological order, and join where they overlap."""
        if self._ends and began < self._ends[-1]:
            self._ends.pop()
            first, last = self._spans.pop()
            began, ended = min(first, began), max(last, ended)
        self._spans.append((began, ended))
        self._ends.append(ended)

    def within(self, start: float, end: float) -> float:
        """How many seconds of an interval were downtime."""
        lost = 0.0
        for began, ended in self._spans[bisect_left(self._ends, start) :]:
            lost += max(0.0, min(end, ended) - max(start, began))
        return lost


class Timekeeper:
    """A monotonic wall clock, and a monitor for stalls of the event loop."""

    TICK = 0.05
    STALL = 0.15
    AGREED = 1.0
    """Clock skew in seconds that is tolerated."""
    NOTED = 1.0
    """Seconds from which on a stall is kept in the database."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time) -> None:
        self._monotonic = monotonic
        self._offset = wall() - monotonic()
        self.boot = self.now()
        self.downtime = Downtime()
        self.unsaved: list[tuple[float, float]] = []
        """Stalls not yet persisted: the next heartbeat writes them."""
        self._ticked = math.inf

    def now(self) -> float:
        """Seconds of the epoch, monotonic since the start of this process."""
        return self._monotonic() + self._offset

    def go_on_from(self, now: float) -> None:
        """Set the clock to that of the database, before anything has been timed by it."""
        self._offset += now - self.now()
        self.boot = now

    def follow(self, now: float) -> None:
        """Adopt the shared clock where it is ahead, as after suspend and resume; the jump counts as downtime."""
        mine = self.now()
        if now - mine > self.AGREED:
            self._offset += now - mine
            self._stood_still(mine, now)

    async def tick(self) -> None:
        """Called every `TICK` seconds: detect stalls of the event loop."""
        self.notice_stall()
        self._ticked = self.now()

    def notice_stall(self) -> None:
        """Messages sent during a stall may be read before the next tick: called before any time is computed."""
        now = self.now()
        if now - self._ticked > self.STALL:
            self._stood_still(self._ticked, now)
            metrics.stall_seconds.inc(now - self._ticked)
            self._ticked = now

    def _stood_still(self, began: float, ended: float) -> None:
        self.downtime.add(began, ended)
        if ended - began >= self.NOTED:
            self.unsaved.append((began, ended))


class Clock:
    """The clock of one table, for the question being asked now."""

    def __init__(self, keeper: Timekeeper) -> None:
        self._keeper = keeper
        self._question: tuple[int, float] = (-1, 0.0)
        self._since: float | None = None
        self._handed: float | None = None
        self._gone: float | None = None
        self._excused = 0.0
        self._grace = 0.0

    def look(self, state: TableState, waits: bool, present: bool, grace: float) -> None:
        """A question may be new: its time runs unless a connection of the seat still waits to be handed it (`waits`).

        In a live game somebody who drops out (not `present`) is excused for a while (`grace` seconds per turn).
        """
        now = self._keeper.now()
        if self._question != (state.changed, state.offered_at):
            self._question = (state.changed, state.offered_at)
            self._handed = self._since = self._gone = None
            self._excused = 0.0
        self._grace = max(0.0, grace - state.turn_excused / 1000) if state.clock.kind == "live" else 0.0
        if self._since is None and not waits:
            self._since = state.offered_at
            self._gone = None if present else state.offered_at
        elif not present and self._gone is None:
            self._gone = now
        elif present and self._gone is not None:
            self._excused += now - self._gone
            self._gone = None

    def handed(self, state: TableState) -> None:
        """The question reached the connection of the seat to move."""
        now = self._keeper.now()
        if self._handed is None:
            self._handed = now
        if self._since is None:
            self._since = max(now, state.offered_at)

    def _parts(self, until: float) -> tuple[float, float]:
        """Seconds of the current question: to be charged, and excused."""
        if self._since is None:
            return 0.0, 0.0
        self._keeper.notice_stall()
        boot = self._keeper.boot
        spent = until - self._since - self._keeper.downtime.within(self._since, until)
        if self._since < boot:
            back = min(boot + GRACE_AFTER_RESTART, self._handed if self._handed is not None else until)
            spent -= max(0.0, min(back, until) - boot)
        away = self._excused + (max(0.0, until - self._gone) if self._gone is not None else 0.0)
        excused = max(0.0, min(self._grace, away, spent))
        return max(0.0, spent - excused), excused

    def elapsed(self, until: float) -> float:
        """Seconds to be charged for the current question."""
        return self._parts(until)[0]

    def bill(self, state: TableState, until: float) -> Bill:
        """The time that an event which ends the question records, in milliseconds: `ms` to charge, `excused`.

        Rounded in favour of the player; zeros are omitted.
        """
        if not state.timed or state.to_move is None or state.mover_bot is not None or state.paused:
            return {}
        charged, excused = self._parts(until)
        bill: Bill = {}
        if ms := int(1000 * charged):
            bill["ms"] = ms
        if ms := int(1000 * excused):
            bill["excused"] = ms
        return bill

    def left(self, state: TableState, now: float) -> float | None:
        """Seconds until the seat to move has used up turn and bank; None where no clock runs."""
        seat = state.to_move
        if not state.timed or seat is None or state.paused or state.mover_bot is not None:
            return None
        allowed = 1000 * state.clock.turn + state.banks[seat]
        return (allowed - state.turn_used) / 1000 - self.elapsed(now)

    def snapshot(self, state: TableState) -> dict[str, Any] | None:
        """The clocks as protocol data."""
        if not state.timed or state.match is None:
            return None
        now = self._keeper.now()
        left = self.left(state, now)
        turn = 1000 * state.clock.turn
        seats = []
        for seat, bank in enumerate(state.banks):
            used = 0
            if seat == state.to_move:
                used = state.turn_used + (int(1000 * self.elapsed(now)) if left is not None else 0)
            seats.append({"turn": max(0, turn - used), "bank": max(0, bank - max(0, used - turn))})
        return {
            "kind": state.clock.kind,
            "now": now,
            "running": None if left is None else state.to_move,
            "deadline": None if left is None else now + left,
            "seats": seats,
        }
