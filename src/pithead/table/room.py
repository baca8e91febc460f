"""One running table: its state, the lock around it, its connections.

All changes go through `act`, one at a time: a command checks and gives events, they are folded in, written and
committed; then the sender is acknowledged, and everybody else is woken.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from pithead.engine.errors import PitheadError

from . import loading, metrics
from .bot_turns import BotTurns
from .clocks import Clock
from .errors import DamagedTable, Internal, NoSuchTable, Unavailable
from .listener import Listener
from .log import commands, fold
from .log.events import DeviceChanged, Event, SeatChanged, Started
from .log.rows import Entry, stamped
from .log.state import TableState
from .log.summary import sitting_of, summary_of
from .perspective import Perspective, public_version
from .planning import Planning
from .presence import Presence
from .protocol import TableInfo
from .render.cache import ViewCache
from .render.frames import TablePositions
from .render.tables import table_info
from .results.history import result_of
from .store import Append, Conflict
from .timers import ClockTimer, DealTimer

if TYPE_CHECKING:
    from .rooms import Rooms

log = logging.getLogger("pithead.table.room")

RETRIES = 50
"""Conflicts of one command in a row: each is a write of another worker that went through."""
NOTHING = -1

Build = Callable[[TableState], list[Event]]
Answer = Callable[[int, bool], None]


class Room:
    """One table in this process."""

    def __init__(self, rooms: "Rooms", state: TableState, plans: dict[int, list[int]] | None = None) -> None:
        self.rooms = rooms
        self.state = state
        self._durable = state.seq
        """How much of the log in memory is known to be on disk."""
        self.lock = asyncio.Lock()
        self.listeners: dict[Listener, None] = {}
        """In the order in which they came, in which they are woken."""
        self._notified: tuple[int, ...] = ()
        self._about_seq = NOTHING
        self.held_back = False
        """Whether a connection was woken while nothing could be sent."""
        self._recovering: asyncio.Task[None] | None = None
        self.used_at = rooms.keeper.now()
        self.presence = Presence(self)
        self.clock = Clock(rooms.keeper)
        self.clock_timer = ClockTimer(self)
        self.deal_timer = DealTimer(self)
        self.bot_turns = BotTurns(self)
        self.views = ViewCache(self)
        self.positions = TablePositions()
        self.planning = Planning(self, plans or {})

    # -- writing --------------------------------------------------------------------------------------------------

    async def act(self, build: Build, key: str | None = None, answer: Answer | None = None) -> int:
        """Carry out a command and return its place in the log once it is durable.

        `key` is the idempotency key of the message. `answer` is called before anybody else hears of it. Whoever waits
        may be cancelled; the command is not.
        """
        return await asyncio.shield(asyncio.ensure_future(self._act(build, key, answer)))

    async def _act(self, build: Build, key: str | None, answer: Answer | None) -> int:
        async with self.lock:
            self.used_at = self.rooms.keeper.now()
            seq, again = await self._write(build, key)
            if answer:
                answer(seq, again)
            if not again:
                self.changed(mine=True)
            return seq

    async def _write(self, build: Build, key: str | None) -> tuple[int, bool]:
        for _ in range(RETRIES):
            if self.unsure:
                await self._reload()
            if key is not None and key in self.state.keys:
                return self.state.keys[key], True
            try:
                entries = stamped(build(self.state), self.state.seq, key, max(self.rooms.keeper.now(), self.state.at))
            except PitheadError:
                # Refused, perhaps only because another worker's entries have not arrived.
                if await self._read_new_entries():
                    continue
                raise
            if not entries:
                return self.state.seq, True
            try:
                await self._commit(entries)
            except Conflict:
                metrics.conflicts.inc()
                continue
            except BaseException as problem:
                self.invalidate()
                self._recover_soon()
                if isinstance(problem, PitheadError):
                    raise
                log.exception("command failed", extra={"table": self.state.id})
                raise Internal() from None
            return self.state.seq, False
        raise Internal()

    async def _commit(self, entries: list[Entry]) -> None:
        """Fold entries in and make them durable; until then the state is ahead of the disk."""
        went_on = self.state.running
        for entry in entries:
            fold.apply(self.state, entry)
        summary = summary_of(self.state, self.rooms.worker)
        sat = any(isinstance(entry.event, SeatChanged | DeviceChanged | Started) for entry in entries)
        sitting = sitting_of(self.state) if sat else None
        result = result_of(self.state) if went_on and self.state.status == "finished" else None
        await self.rooms.store.append(Append(self.state.id, entries, summary, sitting, result=result))
        self._durable = self.state.seq
        if result is not None and result.waits:
            self.rooms.results.wake()

    # -- state and disk -------------------------------------------------------------------------------------------

    @property
    def unsure(self) -> bool:
        """Whether the state is ahead of what is known to be committed: nothing of it may be sent."""
        return self.state.seq != self._durable

    def invalidate(self) -> None:
        """Invalidate the state: the log is read again before anything else happens."""
        self._durable = NOTHING

    @asynccontextmanager
    async def steady(self) -> AsyncIterator[TableState]:
        """The durable state, under the lock."""
        async with self.lock:
            if self.unsure:
                await self._reload()
            yield self.state

    def _recover_soon(self) -> None:
        if self._recovering is None or self._recovering.done():
            self._recovering = self.rooms.spawn(self._recover())

    async def _recover(self) -> None:
        """Read the committed log again, retrying until the database answers."""
        while self.unsure and not self.rooms.stopping:
            try:
                async with self.steady():
                    pass
            except (NoSuchTable, DamagedTable):
                return
            except PitheadError:
                await asyncio.sleep(0.5)

    async def _reload(self) -> None:
        """Discard uncommitted entries, read the log again, and tell everybody what is there."""
        try:
            self.state = (await loading.load(self.rooms.store, self.state.id)).state
        except DamagedTable as problem:
            await self.rooms.upkeep.set_aside(problem)
            raise
        except Unavailable:
            self._recover_soon()
            raise
        self.views.clear()
        self._durable = self.state.seq
        # The seat to move may be another one now, whose clock is to start.
        self.changed(mine=True)

    async def read_anew(self) -> None:
        """Discard the state and reload, after the log was rewritten (anonymisation)."""
        async with self.lock:
            # Only now: what is still being written or read would declare its own, older state durable.
            self.invalidate()
            self.views.rewritten()
        await self._recover()

    async def catch_up(self) -> None:
        """Read what other workers have written."""
        async with self.steady():
            await self._read_new_entries()

    async def _read_new_entries(self) -> bool:
        """Read what other workers have written, if there are others; returns whether there was anything."""
        if self.rooms.store.is_sqlite:
            return False
        entries: list[Entry] = []
        try:
            entries = await self.rooms.store.entries(self.state.id, self.state.seq)
            for entry in entries:
                fold.apply(self.state, entry)
            self._durable = self.state.seq
        except Unavailable:
            raise
        except Exception:
            # A partly folded state is discarded; if the log is damaged, reloading raises.
            self.invalidate()
            await self._reload()
        if entries:
            self.changed(mine=False)
        return bool(entries)

    # -- notifying ------------------------------------------------------------------------------------------------

    def changed(self, mine: bool) -> None:
        """Wake the connections that have something to send, and update timers, plans and bots."""
        self.views.prune()
        state = self.state
        version = public_version(state)
        public = self.held_back or version != self._notified
        self._notified, self.held_back = version, False
        if state.about_seq != self._about_seq:
            # Seats may have changed hands.
            self._about_seq = state.about_seq
            self.presence.changed()
        for listener in list(self.listeners):
            if public and listener.revoked:
                listener.drop("revoked")
            else:
                look = Perspective(state, listener.seat)
                if (public or look.drafts) and self.views.ready(look, listener.base_view):
                    listener.wake()
        self.clock_timer.look()
        self.deal_timer.look()
        self.planning.changed()
        if mine:
            self.bot_turns.play()

    def info(self, device: str | None) -> TableInfo:
        """The table as a device sees it."""
        return table_info(self.state, device, self.presence.online(), self.presence.away())

    # -- connections ----------------------------------------------------------------------------------------------

    def join(self, listener: Listener) -> None:
        """A connection subscribed."""
        self.listeners[listener] = None
        self.viewers_changed()
        self.bot_turns.wake()

    def leave(self, listener: Listener) -> None:
        """A connection is gone."""
        self.listeners.pop(listener, None)
        self.used_at = self.rooms.keeper.now()
        self.viewers_changed()

    def viewers_changed(self) -> None:
        """A connection came, went, or looks from another seat."""
        self.clock_timer.look()
        self.presence_changed()
        if commands.come_back(self.state, self.presence.online()):
            self.rooms.spawn(self.act(lambda state: commands.come_back(state, self.presence.online())))

    def presence_changed(self, here: bool = True) -> None:
        """Somebody came or went: wake everybody, and notify other workers if it was here."""
        self.presence.changed()
        for listener in self.listeners:
            listener.wake()
        if here:
            self.rooms.notifier.presence(self)

    # -- background work ------------------------------------------------------------------------------------------

    def open(self) -> None:
        """The table was loaded or created in this process."""
        self.clock_timer.look()
        self.deal_timer.look()

    def take_care(self) -> None:
        """Handle overdue work of this table."""
        self.deal_timer.look()
        self.clock_timer.look_if_idle()
        self.bot_turns.play()

    @property
    def busy(self) -> bool:
        """Whether this process works on the table."""
        return bool(self.listeners) or self.bot_turns.thinking or self.deal_timer.waiting or self.lock.locked()

    def stop(self) -> None:
        """Cancel the timers."""
        self.clock_timer.stop()
