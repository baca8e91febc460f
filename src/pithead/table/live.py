"""A table in memory: its ledger, its connections, and whatever has to happen next.

All changes go through `act`, one at a time: check, write, acknowledge, tell everybody.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Protocol

from pydantic_core import to_json

from pithead.engine.errors import PitheadError

from . import acts, frames, loading, metrics
from .brains import edition_of
from .clocks import Clock
from .errors import DamagedTable, Internal, NoSuchTable
from .ledger import Ledger
from .planning import Planning
from .store import Append, Conflict, Entry

if TYPE_CHECKING:
    from .hall import Hall

log = logging.getLogger("pithead.table.live")

LEASE = 20.0
"""Seconds after which another worker takes over a bot's turn; whoever still thinks renews it."""
RETRIES = 8

Build = Callable[[Ledger], list[acts.New]]
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
    def drop(self, reason: str) -> None: ...
    def check(self, now: float) -> None: ...


class Live:
    """One table in this process."""

    def __init__(self, hall: "Hall", ledger: Ledger, plans: dict[int, list[int]] | None = None) -> None:
        self.hall = hall
        self.ledger = ledger
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.clock = Clock(hall.keeper)
        self.away: dict[str, float] = {}
        """Since when the person of a device is not at the table."""
        self._present: set[str] = set()
        self.elsewhere: dict[str, float] = {}
        """Devices connected through other workers, and how long that is certain."""
        self.spectators_elsewhere = 0
        self.presence_version = 0
        """Grows whenever who is here may have changed."""
        self._told = (-1, -1, -1, -1)
        self.used_at = self._loaded_at = hall.keeper.now()
        self._broken = False
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[None] | None = None
        self._positions: dict[tuple[int, int | None, int], bytes] = {}
        self._drawings: dict[tuple[int, int | None], bytes] = {}
        self._wanted: set[int | None] = set()
        self._ordering: asyncio.Task[None] | None = None
        self.planning = Planning(self, plans or {})

    # -- changing -------------------------------------------------------------------------------------------------

    async def act(self, build: Build, key: str | None = None, answer: Answer | None = None) -> int:
        """Carry out an act and return its place in the log once it is durable.

        `answer` is called before anybody else hears of it. Whoever waits may be cancelled; the act is not.
        """
        return await asyncio.shield(asyncio.ensure_future(self._act(build, key, answer)))

    async def _act(self, build: Build, key: str | None, answer: Answer | None) -> int:
        async with self.lock:
            self.used_at = self.hall.keeper.now()
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
            if key is not None and key in self.ledger.keys:
                return self.ledger.keys[key], True
            try:
                entries = self._stamp(build(self.ledger), key)
            except PitheadError:
                # Refused, perhaps only because another worker's news has not arrived.
                if await self._read_news():
                    continue
                raise
            if not entries:
                return self.ledger.seq, True
            sat = {entry.kind for entry in entries} & {"seat", "device", "started"}
            self._broken = True
            try:
                for entry in entries:
                    self.ledger.apply(entry)
                summary = summary_of(self.ledger, self.hall.worker)
                sitting = sitting_of(self.ledger) if sat else None
                await self.hall.store.append(Append(self.ledger.id, entries, summary, sitting))
            except Conflict:
                metrics.conflicts.inc()
                continue
            except BaseException as problem:
                self.hall.spawn(self._recover())
                if isinstance(problem, PitheadError):
                    raise
                log.exception("act failed", extra={"table": self.ledger.id})
                raise Internal() from None
            self._broken = False
            return self.ledger.seq, False
        raise Internal()

    async def _recover(self) -> None:
        """After a failed write: find out what is on disk, however long that takes."""
        while self._broken and not self.hall.stopping:
            try:
                async with self.steady():
                    self.changed(mine=True)
            except (NoSuchTable, DamagedTable):
                return
            except PitheadError:
                await asyncio.sleep(0.5)

    @asynccontextmanager
    async def steady(self) -> AsyncIterator[Ledger]:
        """The ledger, with nothing in it that is not on disk, held still."""
        async with self.lock:
            if self._broken:
                await self._reload()
            yield self.ledger

    @property
    def unsure(self) -> bool:
        """Whether the ledger holds something that may not be on disk."""
        return self._broken

    def _stamp(self, news: list[acts.New], key: str | None) -> list[Entry]:
        now = max(self.hall.keeper.now(), self.ledger.at)
        last = len(news) - 1
        return [
            Entry(self.ledger.seq + 1 + i, new.kind, new.seat, new.data, key if i == last else None, now)
            for i, new in enumerate(news)
        ]

    async def _reload(self) -> None:
        """Throw away what may not be on disk and read the log again."""
        try:
            self.ledger = (await loading.load(self.hall.store, self.ledger.id)).ledger
        except DamagedTable as problem:
            await self.hall.upkeep.set_aside(problem)
            raise
        self._positions.clear()
        self._drawings.clear()
        self._broken = False

    async def catch_up(self) -> None:
        """Read what other workers have written."""
        async with self.steady():
            await self._read_news()

    async def _read_news(self) -> bool:
        """Read what others have written, if there are others; returns whether there was anything."""
        if self.hall.store.is_sqlite:
            return False
        found = await self.hall.store.entries(self.ledger.id, self.ledger.seq)
        try:
            for entry in found:
                self.ledger.apply(entry)
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
        self._positions.clear()
        self._drawings = {key: drawn for key, drawn in self._drawings.items() if key[0] == self.ledger.seen_seq(key[1])}
        ledger = self.ledger
        news = (ledger.about_seq, ledger.settled_seq, ledger.clock_seq, len(ledger.lines))
        public = news != self._told
        if news[0] != self._told[0]:
            # Somebody may sit elsewhere now.
            self.presence_version += 1
            self._note_presence()
        self._told = news
        for listener in list(self.listeners):
            if public and listener.revoked:
                listener.drop("revoked")
            elif public or listener.seat == ledger.to_move:
                # A step of a draft is nobody else's business.
                listener.wake()
        self.look_at_clock()
        self.await_nonces()
        self.planning.changed()
        if mine:
            self.think()

    def position(self, seat: int | None, events_from: int, seq: int) -> bytes | None:
        """A `position` frame for a perspective; None while it is still being drawn."""
        drawn = self._drawing(seat)
        if drawn is None:
            return None
        key = (self.ledger.seen_seq(seat), seat, events_from)
        body = self._positions.get(key)
        if body is None:
            body = self._positions[key] = frames.position(self.ledger, seat, events_from, drawn)
        clock = to_json(self.clock.state(self.ledger))
        return b'{"type":"position","seq":%d,"position":%b,"clock":%b}}' % (seq, body[:-1], clock)

    def _drawing(self, seat: int | None) -> bytes | None:
        """What a seat sees now, drawn here or ordered from the process that draws."""
        ledger, scribe = self.ledger, self.hall.scribe
        key = (ledger.seen_seq(seat), seat)
        if key not in self._drawings:
            if scribe.away:
                self._wanted.add(seat)
                if self._ordering is None:
                    self._ordering = self.hall.spawn(self._order())
                return None
            options = seat is not None and seat == ledger.to_move
            self._drawings[key] = scribe.here(ledger.game, frames.state_for(ledger, seat), seat, options)
        return self._drawings[key]

    async def _order(self) -> None:
        """Order drawings until everybody has what he wants."""
        try:
            # Whoever else wants one in this moment is served together.
            await asyncio.sleep(0)
            while self._wanted and not self.unsure:
                ledger, seats = self.ledger, list(self._wanted)
                self._wanted.clear()
                if ledger.match is None:
                    continue
                keys = [(ledger.seen_seq(seat), seat) for seat in seats]
                match = ledger.match
                # The draft for its owner, the settled position for everybody else.
                states = [match.rules.encode(match.settled_state)]
                if len(match.actions) > match.settled and ledger.to_move in seats:
                    states.append(match.rules.encode(match.state))
                wishes = [
                    (
                        len(states) - 1 if seat == ledger.to_move else 0,
                        seat,
                        seat is not None and seat == ledger.to_move,
                    )
                    for seat in seats
                ]
                drawn = await self.hall.scribe.there(ledger.game.id, edition_of(ledger.game), states, wishes)
                newest = {(self.ledger.seen_seq(seat), seat) for seat in seats}
                self._drawings |= {key: one for key, one in zip(keys, drawn, strict=True) if key in newest}
                for listener in self.listeners:
                    if listener.seat in seats:
                        listener.wake()
                await asyncio.sleep(0)
        except ConnectionError:
            # It is drawn here instead.
            for listener in self.listeners:
                listener.wake()
        finally:
            self._ordering = None

    def info(self, device: str | None) -> dict[str, Any]:
        """The table as a device sees it."""
        return frames.table(self.ledger, device, self.online(), self.away_seats())

    # -- presence -------------------------------------------------------------------------------------------------

    def devices_here(self) -> set[str]:
        """Devices that look from a seat through this worker: whoever only watches the own table is not at it."""
        return {listener.device for listener in self.listeners if listener.seat is not None}

    def devices(self) -> set[str]:
        """Devices that look from a seat, through any worker."""
        return self.devices_here() | self._devices_elsewhere()

    def _devices_elsewhere(self) -> set[str]:
        at = self.hall.bus.informed_at()
        return {device for device, until in self.elsewhere.items() if until > at}

    def _note_presence(self) -> None:
        """Remember since when people are away."""
        present = self.devices()
        for device in self._present - present:
            self.away[device] = self.hall.keeper.now()
        for device in present:
            self.away.pop(device, None)
        self._present = present

    def online(self) -> set[int]:
        """Seats whose people are at the table; the seats of one device are at one screen."""
        devices = self.devices()
        return {i for i, seat in enumerate(self.ledger.seats) if seat.kind == "human" and seat.device in devices}

    def away_seats(self) -> dict[int, float]:
        """Since when people are away."""
        online = self.online()
        return {
            i: self.away.get(seat.device or "", self._loaded_at)
            for i, seat in enumerate(self.ledger.seats)
            if seat.kind == "human" and i not in online
        }

    def spectators(self) -> int:
        """How many only watch."""
        here = sum(not self.ledger.seats_of(listener.device) for listener in self.listeners)
        return here + self.spectators_elsewhere

    def is_away(self, seat: int, grace: float) -> bool:
        """Whether somebody has been gone for longer than that."""
        since = self.away_seats().get(seat)
        return since is not None and self.hall.keeper.now() - since >= grace

    def look_at_clock(self) -> None:
        """The question, or who is there to answer it, may have changed."""
        if self.ledger.clock.get("kind", "none") == "none":
            return
        seat = self.ledger.to_move
        waits = seat is not None and any(other.seat == seat and not other.stuck for other in self.listeners)
        present = seat is not None and seat in self.online()
        self.clock.look(self.ledger, waits, present, self.hall.settings.away_grace)
        self._schedule()

    def join(self, listener: Listener) -> None:
        """A connection subscribed."""
        self.listeners.add(listener)
        self.viewers_changed()
        if self.ledger.mover_bot is not None and self._thinking is None:
            self.hall.spawn(self._wake_bot())

    async def _wake_bot(self) -> None:
        """A bot is to move and nobody here lets it think: its worker may be gone, or failed."""
        if await self.hall.upkeep.claim(self.ledger.id):
            self.think()

    def leave(self, listener: Listener) -> None:
        """A connection is gone."""
        self.listeners.discard(listener)
        self.used_at = self.hall.keeper.now()
        self.viewers_changed()

    def viewers_changed(self) -> None:
        """A connection came, went, or looks from another seat."""
        self.look_at_clock()
        self.presence_changed()
        if acts.come_back(self.ledger, self.online()):
            self.hall.spawn(self.act(lambda ledger: acts.come_back(ledger, self.online())))

    def presence_changed(self, here: bool = True) -> None:
        """Somebody came or went: tell everybody, other workers too."""
        self.presence_version += 1
        self._note_presence()
        for listener in self.listeners:
            listener.wake()
        if here:
            self.hall.bus.presence(self)

    # -- what happens by itself -----------------------------------------------------------------------------------

    def handed_over(self, seat: int | None) -> None:
        """The current position was handed to a connection that looks from a seat."""
        if seat is not None and seat == self.ledger.to_move:
            self.clock.handed(self.ledger)
            self._schedule()

    def _schedule(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        left = self.clock.left(self.ledger, self.hall.keeper.now())
        if left is not None and not self.hall.stopping:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(min(max(left, 0) + 0.25, 3600.0), self._ring)

    def await_nonces(self) -> None:
        """While nonces are being opened, see to it that it is dealt in the end."""
        if self.ledger.opening is None:
            if self._opening:
                self._opening.cancel()
        elif self._opening is None and not self.hall.stopping:
            self._opening = self.hall.spawn(self._deal_in_time())

    async def _deal_in_time(self) -> None:
        try:
            while self.ledger.opening is not None:
                await asyncio.sleep(max(0.0, self.ledger.opening + self.hall.settings.opening - self.hall.keeper.now()))
                try:
                    await self.act(acts.deal_without, "deal")
                except PitheadError as problem:
                    log.warning("not dealt", extra={"table": self.ledger.id, "why": problem.code})
                    await asyncio.sleep(0.5)
        finally:
            self._opening = None

    async def dealt(self) -> None:
        """Wait until the nonces are opened and it is dealt."""
        if self._opening:
            await asyncio.wait({self._opening}, timeout=2 * self.hall.settings.opening)

    def take_care(self) -> None:
        """Something is overdue here. A timer that runs is left alone: set anew too often it would never ring."""
        self.await_nonces()
        if self._timer is None:
            self.look_at_clock()
        self.think()

    def _ring(self) -> None:
        self._timer = None
        self.hall.spawn(self._expire())

    async def _expire(self) -> None:
        """The time of the seat to move may be up."""
        # Let everything that arrived before us be read, and a stall be noticed, before anybody is judged.
        await asyncio.sleep(2 * self.hall.keeper.TICK)
        self.look_at_clock()

        def build(ledger: Ledger) -> list[acts.New]:
            left = self.clock.left(ledger, self.hall.keeper.now())
            if left is None or left > 0 or ledger.to_move is None:
                return []
            if ledger.seats[ledger.to_move].device in self._devices_elsewhere() - self.devices_here():
                # The worker that has the connection knows when the question was handed over.
                return []
            return acts.time_out(ledger, ledger.to_move)

        # The same question runs out of time again if somebody takes the seat back and leaves once more.
        await self.act(build, f"timeout:{self.ledger.changed}:{self.ledger.clock_seq}")
        self._schedule()

    def think(self) -> None:
        """If a bot is to move, let it think."""
        if self._thinking is None and self.ledger.mover_bot is not None and not self.hall.stopping:
            self._thinking = self.hall.spawn(self._think())

    @property
    def busy(self) -> bool:
        """Whether this process works on the table."""
        return bool(self.listeners) or self._thinking is not None or self._opening is not None or self.lock.locked()

    async def _think(self) -> None:
        try:
            while (level := self.ledger.mover_bot) is not None and not self.hall.stopping:
                ledger, match, seat = self.ledger, self.ledger.match, self.ledger.to_move
                assert match and seat is not None
                asked = ledger.changed
                renewing = self.hall.spawn(self._renew())
                try:
                    decisions = await self.hall.brains.turn(
                        ledger.game, ledger.id, seat, level, match.rules.encode(match.state)
                    )
                finally:
                    renewing.cancel()
                try:
                    await self.act(self._bot_move(seat, decisions, asked), f"bot:{asked}")
                except PitheadError as problem:
                    # The person came back, or another worker was faster: look again.
                    log.info("bot turn dropped", extra={"table": ledger.id, "why": problem.code})
                    await asyncio.sleep(0.05)
        except asyncio.CancelledError:
            raise
        except Exception:
            # The sweeper tries again when the lease is over.
            log.exception("bot failed", extra={"table": self.ledger.id})
        finally:
            self._thinking = None

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(LEASE / 3)
            try:
                await self.hall.upkeep.claim(self.ledger.id)
            except PitheadError as problem:
                log.info("lease not renewed", extra={"table": self.ledger.id, "why": problem.code})

    @staticmethod
    def _bot_move(seat: int, decisions: list[int], asked: int) -> Build:
        # The person may have come back while the bot thought.
        return lambda ledger: acts.play(ledger, seat, decisions, asked, bot=True) if ledger.mover_bot else []

    def stop(self) -> None:
        """Let go of timers."""
        if self._timer:
            self._timer.cancel()


def summary_of(ledger: Ledger, worker: str) -> dict[str, Any]:
    """The row of a table that goes with its log."""
    due: float | None = None
    lease, until = None, 0.0
    waits_for = None
    seat = ledger.to_move
    if ledger.opening is not None:
        # Whoever has the table in memory deals as soon as people had time enough to open their nonces.
        due = ledger.opening
    elif ledger.mover_bot is not None:
        due, lease, until = ledger.at, worker, ledger.at + LEASE
    elif seat is not None and not ledger.paused:
        waits_for = ledger.seats[seat].device
        if ledger.clock["kind"] != "none":
            allowed = 1000 * int(ledger.clock["turn"]) + ledger.banks[seat] - ledger.turn_used
            due = ledger.at + max(0, allowed) / 1000
    return {
        "head": head_of(ledger),
        "code": ledger.code,
        "game": ledger.game.id,
        "status": ledger.status,
        "visibility": ledger.visibility,
        "free": sum(seat.free for seat in ledger.seats) if ledger.status == "lobby" else 0,
        "owner": ledger.owner,
        "seq": ledger.seq,
        "created_at": ledger.created_at,
        "changed_at": ledger.public_at,
        "due_at": due,
        "waits_for": waits_for,
        "lease": lease,
        "lease_until": until,
    }


def head_of(ledger: Ledger) -> str:
    """The table as lists show it, with the devices that decide what is whose."""
    key = (ledger.about_seq, ledger.settled_seq)
    if ledger.head[0] != key:
        told = {
            "owner": ledger.owner,
            "devices": [seat.device for seat in ledger.seats],
            "table": frames.table(ledger, None) | {"code": frames.code(ledger)},
        }
        ledger.head = (key, to_json(told).decode())
    return ledger.head[1]


def sitting_of(ledger: Ledger) -> dict[int, str]:
    """Which devices sit where, or have a seat kept for them."""
    return {i: seat.device for i, seat in enumerate(ledger.seats) if seat.device}
