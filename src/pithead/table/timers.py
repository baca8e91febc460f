"""Timers of a table: the clock of the seat to move, and the deal that waits for nonces."""

import asyncio
import logging
from typing import TYPE_CHECKING

from pithead.engine.errors import PitheadError

from .log import commands
from .log.events import Event
from .log.state import TableState

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("pithead.table.timers")

MARGIN = 0.25
"""Seconds after the end of a turn's time at which the timeout is decided."""


class ClockTimer:
    """Expires when the seat to move has used up its time."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._handle: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """The question, or who is there to answer it, may have changed."""
        room = self._room
        if not room.state.timed:
            return
        seat = room.state.to_move
        waits = seat is not None and any(other.seat == seat and not other.stuck for other in room.listeners)
        present = seat is not None and seat in room.presence.online()
        room.clock.look(room.state, waits, present, room.rooms.settings.away_grace)
        self._schedule()

    def look_if_idle(self) -> None:
        """Something is overdue. A pending timer is kept: rescheduled too often it would never expire."""
        if self._handle is None:
            self.look()

    def handed_over(self, seat: int | None) -> None:
        """The current position was handed to a connection that looks from a seat."""
        if seat is not None and seat == self._room.state.to_move:
            self._room.clock.handed(self._room.state)
            self._schedule()

    def stop(self) -> None:
        """Cancel the timer."""
        if self._handle:
            self._handle.cancel()
            self._handle = None

    def _schedule(self) -> None:
        self.stop()
        room = self._room
        left = room.clock.left(room.state, room.rooms.keeper.now())
        if left is not None and not room.rooms.stopping:
            loop = asyncio.get_running_loop()
            self._handle = loop.call_later(min(max(left, 0) + MARGIN, 3600.0), self._on_timeout)

    def _on_timeout(self) -> None:
        self._handle = None
        self._room.rooms.spawn(self._expire())

    async def _expire(self) -> None:
        """The time of the seat to move may be up."""
        room = self._room
        # Process messages that were received before, and detect a stall, before a timeout is decided.
        await asyncio.sleep(2 * room.rooms.keeper.TICK)
        self.look()

        def build(state: TableState) -> list[Event]:
            left = room.clock.left(state, room.rooms.keeper.now())
            if left is None or left > 0 or state.to_move is None:
                return []
            presence = room.presence
            if state.seats[state.to_move].device in presence.devices_elsewhere() - presence.devices_here():
                # The worker that has the connection knows when the question was handed over.
                return []
            return commands.time_out(state, state.to_move)

        # The same question runs out of time again if somebody takes the seat back and leaves once more.
        await room.act(build, f"timeout:{room.state.changed}:{room.state.clock_seq}")
        self._schedule()


class DealTimer:
    """Deals without the nonces that nobody has opened in time."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> bool:
        """Whether nonces are being opened."""
        return self._task is not None

    def look(self) -> None:
        """While nonces are being opened, see to it that it is dealt in the end."""
        if self._room.state.opening is None:
            if self._task:
                self._task.cancel()
        elif self._task is None and not self._room.rooms.stopping:
            self._task = self._room.rooms.spawn(self._deal_in_time())

    async def dealt(self) -> None:
        """Wait until the nonces are opened and it is dealt."""
        if self._task:
            await asyncio.wait({self._task}, timeout=2 * self._room.rooms.settings.opening)

    async def _deal_in_time(self) -> None:
        room = self._room
        try:
            while room.state.opening is not None:
                until = room.state.opening + room.rooms.settings.opening
                await asyncio.sleep(max(0.0, until - room.rooms.keeper.now()))
                try:
                    await room.act(commands.deal_without, "deal")
                except PitheadError as problem:
                    log.warning("not dealt", extra={"table": room.state.id, "why": problem.code})
                    await asyncio.sleep(0.5)
        finally:
            self._task = None
