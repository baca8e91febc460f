"""A table in memory: its state, its connections, and whatever has to happen next.

All changes go through `act`, one at a time: check, write, acknowledge, tell everybody.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Protocol

from pydantic_core import to_json

from pithead.engine.errors import PitheadError

from . import loading, metrics
from .clocks import Clock
from .errors import DamagedTable, Internal, NoSuchTable, Unavailable
from .log import commands, fold
from .log.events import DeviceChanged, Event, SeatChanged, Started
from .log.rows import Entry
from .log.state import TableState
from .perspective import Perspective
from .planning import Planning
from .protocol import Goodbye, TableInfo
from .render.cache import ViewCache
from .render.tables import code, table_info
from .store import Append, Conflict

if TYPE_CHECKING:
    from .rooms import Rooms

log = logging.getLogger("pithead.table.room")

LEASE = 20.0
"""Seconds after which another worker takes over a bot's turn; whoever still thinks renews it."""
RETRIES = 8

Build = Callable[[TableState], list[Event]]
Answer = Callable[[int, bool], None]


class Listener(Protocol):
    """A connection, as far as a table knows it."""

    device: str
    session: str

    @property
    def seat(self) -> int | None: ...
    @property
    def revoked(self) -> bool: ...
    @property
    def stuck(self) -> bool: ...
    def wake(self) -> None: ...
    def drop(self, reason: Goodbye) -> None: ...
    def check(self, now: float) -> None: ...


class Room:
    """One table in this process."""

    def __init__(self, rooms: "Rooms", state: TableState, plans: dict[int, list[int]] | None = None) -> None:
        self.rooms = rooms
        self.state = state
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.clock = Clock(rooms.keeper)
        self.away: dict[str, float] = {}
        """Since when the person of a device is not at the table."""
        self._present: set[str] = set()
        self.elsewhere: dict[str, float] = {}
        """Devices connected through other workers, and how long that is certain."""
        self.spectators_elsewhere = 0
        self.presence_version = 0
        """Grows whenever who is here may have changed."""
        self._told = (-1, -1, -1, -1)
        self.used_at = self._loaded_at = rooms.keeper.now()
        self._broken = False
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[None] | None = None
        self.views = ViewCache(self)
        self.planning = Planning(self, plans or {})

    # -- changing -------------------------------------------------------------------------------------------------

    async def act(self, build: Build, key: str | None = None, answer: Answer | None = None) -> int:
        """Carry out an act and return its place in the log once it is durable.

        `answer` is called before anybody else hears of it. Whoever waits may be cancelled; the act is not.
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
            if self._broken:
                await self._reload()
            if key is not None and key in self.state.keys:
                return self.state.keys[key], True
            try:
                entries = self._stamp(build(self.state), key)
            except PitheadError:
                # Refused, perhaps only because another worker's news has not arrived.
                if await self._read_news():
                    continue
                raise
            if not entries:
                return self.state.seq, True
            sat = any(isinstance(entry.event, SeatChanged | DeviceChanged | Started) for entry in entries)
            self._broken = True
            try:
                for entry in entries:
                    fold.apply(self.state, entry)
                summary = summary_of(self.state, self.rooms.worker)
                sitting = sitting_of(self.state) if sat else None
                await self.rooms.store.append(Append(self.state.id, entries, summary, sitting))
            except Conflict:
                metrics.conflicts.inc()
                continue
            except BaseException as problem:
                self.rooms.spawn(self._recover())
                if isinstance(problem, PitheadError):
                    raise
                log.exception("act failed", extra={"table": self.state.id})
                raise Internal() from None
            self._broken = False
            return self.state.seq, False
        raise Internal()

    async def _recover(self) -> None:
        """After a failed write: find out what is on disk, however long that takes."""
        while self._broken and not self.rooms.stopping:
            try:
                async with self.steady():
                    self.changed(mine=True)
            except (NoSuchTable, DamagedTable):
                return
            except PitheadError:
                await asyncio.sleep(0.5)

    @asynccontextmanager
    async def steady(self) -> AsyncIterator[TableState]:
        """The state, with nothing in it that is not on disk, held still."""
        async with self.lock:
            if self._broken:
                await self._reload()
            yield self.state

    @property
    def unsure(self) -> bool:
        """Whether the state holds something that may not be on disk."""
        return self._broken

    def _stamp(self, events: list[Event], key: str | None) -> list[Entry]:
        now = max(self.rooms.keeper.now(), self.state.at)
        last = len(events) - 1
        return [Entry(self.state.seq + 1 + i, event, key if i == last else None, now) for i, event in enumerate(events)]

    async def _reload(self) -> None:
        """Throw away what may not be on disk and read the log again."""
        try:
            self.state = (await loading.load(self.rooms.store, self.state.id)).state
        except DamagedTable as problem:
            await self.rooms.upkeep.set_aside(problem)
            raise
        self.views.clear()
        self._broken = False

    async def catch_up(self) -> None:
        """Read what other workers have written."""
        async with self.steady():
            await self._read_news()

    async def _read_news(self) -> bool:
        """Read what others have written, if there are others; returns whether there was anything."""
        if self.rooms.store.is_sqlite:
            return False
        found: list[Entry] = []
        try:
            found = await self.rooms.store.entries(self.state.id, self.state.seq)
            for entry in found:
                fold.apply(self.state, entry)
        except Unavailable:
            raise
        except Exception:
            # What was applied in part is thrown away; if the log is damaged, reading it anew says so.
            self._broken = True
            await self._reload()
        if found:
            self.changed(mine=False)
        return bool(found)

    # -- telling --------------------------------------------------------------------------------------------------

    def changed(self, mine: bool) -> None:
        """Tell every connection, and see what has to happen next."""
        self.views.prune()
        state = self.state
        news = (state.about_seq, state.settled_seq, state.clock_seq, len(state.lines))
        public = news != self._told
        if news[0] != self._told[0]:
            # Somebody may sit elsewhere now.
            self.presence_version += 1
            self._note_presence()
        self._told = news
        for listener in list(self.listeners):
            if public and listener.revoked:
                listener.drop("revoked")
            elif public or Perspective(state, listener.seat).drafts:
                listener.wake()
        self.look_at_clock()
        self.await_nonces()
        self.planning.changed()
        if mine:
            self.think()

    def info(self, device: str | None) -> TableInfo:
        """The table as a device sees it."""
        return table_info(self.state, device, self.online(), self.away_seats())

    # -- presence -------------------------------------------------------------------------------------------------

    def devices_here(self) -> set[str]:
        """Devices that look from a seat through this worker: whoever only watches the own table is not at it."""
        return {listener.device for listener in self.listeners if listener.seat is not None}

    def devices(self) -> set[str]:
        """Devices that look from a seat, through any worker."""
        return self.devices_here() | self._devices_elsewhere()

    def _devices_elsewhere(self) -> set[str]:
        at = self.rooms.notifier.informed_at()
        return {device for device, until in self.elsewhere.items() if until > at}

    def _note_presence(self) -> None:
        """Remember since when people are away."""
        present = self.devices()
        for device in self._present - present:
            self.away[device] = self.rooms.keeper.now()
        for device in present:
            self.away.pop(device, None)
        self._present = present

    def online(self) -> set[int]:
        """Seats whose people are at the table; the seats of one device are at one screen."""
        devices = self.devices()
        return {i for i, seat in enumerate(self.state.seats) if seat.kind == "human" and seat.device in devices}

    def away_seats(self) -> dict[int, float]:
        """Since when people are away."""
        online = self.online()
        return {
            i: self.away.get(seat.device or "", self._loaded_at)
            for i, seat in enumerate(self.state.seats)
            if seat.kind == "human" and i not in online
        }

    def spectators(self) -> int:
        """How many only watch."""
        here = sum(not self.state.seats_of(listener.device) for listener in self.listeners)
        return here + self.spectators_elsewhere

    def gone_for(self, grace: float) -> set[int]:
        """Seats whose people have been away for so many seconds."""
        now = self.rooms.keeper.now()
        return {seat for seat, since in self.away_seats().items() if now - since >= grace}

    def is_away(self, seat: int, grace: float) -> bool:
        """Whether somebody has been away for so many seconds."""
        return seat in self.gone_for(grace)

    def look_at_clock(self) -> None:
        """The question, or who is there to answer it, may have changed."""
        if not self.state.timed:
            return
        seat = self.state.to_move
        waits = seat is not None and any(other.seat == seat and not other.stuck for other in self.listeners)
        present = seat is not None and seat in self.online()
        self.clock.look(self.state, waits, present, self.rooms.settings.away_grace)
        self._schedule()

    def join(self, listener: Listener) -> None:
        """A connection subscribed."""
        self.listeners.add(listener)
        self.viewers_changed()
        if self.state.mover_bot is not None and self._thinking is None:
            self.rooms.spawn(self._wake_bot())

    async def _wake_bot(self) -> None:
        """A bot is to move and nobody here lets it think: its worker may be gone, or failed."""
        if await self.rooms.upkeep.claim(self.state.id):
            self.think()

    def leave(self, listener: Listener) -> None:
        """A connection is gone."""
        self.listeners.discard(listener)
        self.used_at = self.rooms.keeper.now()
        self.viewers_changed()

    def viewers_changed(self) -> None:
        """A connection came, went, or looks from another seat."""
        self.look_at_clock()
        self.presence_changed()
        if commands.come_back(self.state, self.online()):
            self.rooms.spawn(self.act(lambda state: commands.come_back(state, self.online())))

    def presence_changed(self, here: bool = True) -> None:
        """Somebody came or went: tell everybody, other workers too."""
        self.presence_version += 1
        self._note_presence()
        for listener in self.listeners:
            listener.wake()
        if here:
            self.rooms.notifier.presence(self)

    # -- what happens by itself -----------------------------------------------------------------------------------

    def handed_over(self, seat: int | None) -> None:
        """The current position was handed to a connection that looks from a seat."""
        if seat is not None and seat == self.state.to_move:
            self.clock.handed(self.state)
            self._schedule()

    def _schedule(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        left = self.clock.left(self.state, self.rooms.keeper.now())
        if left is not None and not self.rooms.stopping:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(min(max(left, 0) + 0.25, 3600.0), self._ring)

    def await_nonces(self) -> None:
        """While nonces are being opened, see to it that it is dealt in the end."""
        if self.state.opening is None:
            if self._opening:
                self._opening.cancel()
        elif self._opening is None and not self.rooms.stopping:
            self._opening = self.rooms.spawn(self._deal_in_time())

    async def _deal_in_time(self) -> None:
        try:
            while self.state.opening is not None:
                await asyncio.sleep(
                    max(0.0, self.state.opening + self.rooms.settings.opening - self.rooms.keeper.now())
                )
                try:
                    await self.act(commands.deal_without, "deal")
                except PitheadError as problem:
                    log.warning("not dealt", extra={"table": self.state.id, "why": problem.code})
                    await asyncio.sleep(0.5)
        finally:
            self._opening = None

    async def dealt(self) -> None:
        """Wait until the nonces are opened and it is dealt."""
        if self._opening:
            await asyncio.wait({self._opening}, timeout=2 * self.rooms.settings.opening)

    def take_care(self) -> None:
        """Something is overdue here. A timer that runs is left alone: set anew too often it would never ring."""
        self.await_nonces()
        if self._timer is None:
            self.look_at_clock()
        self.think()

    def _ring(self) -> None:
        self._timer = None
        self.rooms.spawn(self._expire())

    async def _expire(self) -> None:
        """The time of the seat to move may be up."""
        # Let everything that arrived before us be read, and a stall be noticed, before anybody is judged.
        await asyncio.sleep(2 * self.rooms.keeper.TICK)
        self.look_at_clock()

        def build(state: TableState) -> list[Event]:
            left = self.clock.left(state, self.rooms.keeper.now())
            if left is None or left > 0 or state.to_move is None:
                return []
            if state.seats[state.to_move].device in self._devices_elsewhere() - self.devices_here():
                # The worker that has the connection knows when the question was handed over.
                return []
            return commands.time_out(state, state.to_move)

        # The same question runs out of time again if somebody takes the seat back and leaves once more.
        await self.act(build, f"timeout:{self.state.changed}:{self.state.clock_seq}")
        self._schedule()

    def think(self) -> None:
        """If a bot is to move, let it think."""
        if self._thinking is None and self.state.mover_bot is not None and not self.rooms.stopping:
            self._thinking = self.rooms.spawn(self._think())

    @property
    def busy(self) -> bool:
        """Whether this process works on the table."""
        return bool(self.listeners) or self._thinking is not None or self._opening is not None or self.lock.locked()

    async def _think(self) -> None:
        try:
            while (level := self.state.mover_bot) is not None and not self.rooms.stopping:
                state, match, seat = self.state, self.state.match, self.state.to_move
                assert match and seat is not None
                asked = state.changed
                renewing = self.rooms.spawn(self._renew())
                try:
                    decisions = await self.rooms.workers.turn(
                        state.game, state.id, seat, level, match.rules.encode(match.state)
                    )
                finally:
                    renewing.cancel()
                try:
                    await self.act(self._bot_move(seat, decisions, asked), f"bot:{asked}")
                except PitheadError as problem:
                    # The person came back, or another worker was faster: look again.
                    log.info("bot turn dropped", extra={"table": state.id, "why": problem.code})
                    await asyncio.sleep(0.05)
        except asyncio.CancelledError:
            raise
        except Exception:
            # The sweeper tries again when the lease is over.
            log.exception("bot failed", extra={"table": self.state.id})
        finally:
            self._thinking = None

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(LEASE / 3)
            try:
                await self.rooms.upkeep.claim(self.state.id)
            except PitheadError as problem:
                log.info("lease not renewed", extra={"table": self.state.id, "why": problem.code})

    @staticmethod
    def _bot_move(seat: int, decisions: list[int], asked: int) -> Build:
        return lambda state: commands.play_for(state, seat, decisions, asked)

    def stop(self) -> None:
        """Let go of timers."""
        if self._timer:
            self._timer.cancel()


def summary_of(state: TableState, worker: str) -> dict[str, Any]:
    """The row of a table that goes with its log."""
    due: float | None = None
    lease, until = None, 0.0
    waits_for = None
    seat = state.to_move
    if state.opening is not None:
        # Whoever has the table in memory deals as soon as people had time enough to open their nonces.
        due = state.opening
    elif state.mover_bot is not None:
        due, lease, until = state.at, worker, state.at + LEASE
    elif seat is not None and not state.paused:
        waits_for = state.seats[seat].device
        if state.timed:
            allowed = 1000 * state.clock.turn + state.banks[seat] - state.turn_used
            due = state.at + max(0, allowed) / 1000
    return {
        "head": head_of(state),
        "code": state.code,
        "game": state.game.id,
        # Lists show tables that are played.
        "status": "lesson" if state.running and state.learning else state.status,
        "visibility": state.visibility,
        "free": sum(seat.free for seat in state.seats) if state.status == "lobby" else 0,
        "owner": state.owner,
        "seq": state.seq,
        "created_at": state.created_at,
        "changed_at": state.public_at,
        "due_at": due,
        "waits_for": waits_for,
        "turn": state.turn,
        "lease": lease,
        "lease_until": until,
    }


def head_of(state: TableState) -> str:
    """The table as lists show it, with the devices that decide what is whose."""
    key = (state.about_seq, state.settled_seq)
    if state.head[0] != key:
        told = {
            "owner": state.owner,
            "devices": [seat.device for seat in state.seats],
            "table": table_info(state, None).model_copy(update={"code": code(state)}),
        }
        state.head = (key, to_json(told).decode())
    return state.head[1]


def sitting_of(state: TableState) -> dict[int, str]:
    """Which devices sit where, or have a seat kept for them."""
    return {i: seat.device for i, seat in enumerate(state.seats) if seat.device}
