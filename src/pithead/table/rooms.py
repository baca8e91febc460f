"""The rooms of this process: tables are loaded from their logs, created, and evicted when nobody uses them."""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from sqlalchemy import select

from pithead.engine import registry
from pithead.engine.errors import PitheadError
from pithead.engine.game import Game

from . import editions, loading, metrics, people
from .clocks import Timekeeper
from .cups.service import Cups
from .errors import DamagedTable, Internal, NoSuchTable, NotFinished, NotSeated
from .log import commands
from .log.events import Created
from .log.fold import apply, fold
from .log.rows import Entry
from .log.state import TableState
from .log.summary import sitting_of, summary_of
from .loops import Loops
from .notify import notifier_for
from .protocol import Goodbye, NewRematch, NewTable
from .render.renderer import Renderer
from .results.service import Results
from .room import Room
from .settings import Settings
from .store import Append, Conflict, Store, schema
from .upkeep import Upkeep
from .warming import Warming
from .workers.calls import Workers
from .world import ID_LETTERS, World

log = logging.getLogger("pithead.table.rooms")

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
RECENT, MANY = 60.0, 20
"""A server with so many tables that were played in so many seconds before its start renders in a process at once."""


def id_of_rematch(table: str) -> str:
    """The id of a table's rematch: all who ask for it at once come to the same, through whatever worker."""
    digest = hashlib.sha256(f"rematch of {table}".encode()).digest()
    return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in digest[:12])


class Rooms:
    """All tables that are in memory, and what they share."""

    def __init__(
        self, settings: Settings, store: Store, keeper: Timekeeper, workers: Workers, world: World | None = None
    ) -> None:
        self.settings = settings
        self.world = world or World()
        self.store = store
        self.keeper = keeper
        self.workers = workers
        self.renderer = Renderer(workers.pool, self.world.monotonic)
        self.worker = self.world.fresh_id(8)
        self.notifier = notifier_for(self, store)
        self.upkeep = Upkeep(self)
        self.results = Results(self)
        self.cups = Cups(self)
        self.warming = Warming(self._warmer, self.world)
        self.stopping = False
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: dict[asyncio.Task[Any], None] = {}
        """In the order of their start, in which they are cancelled."""
        self.loops = Loops(self.spawn, self.world.monotonic, self.world.least_pause)

    # -- life -----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Set the clock, start the notifier and the background loops."""
        await self.upkeep.set_time()
        await self.notifier.open()
        if await self.store.running_since(self.keeper.now() - RECENT) >= MANY:
            # After a restart all clients reconnect at once and need whole positions.
            self.renderer.start_soon()
        self.upkeep.open()
        self.results.open()
        self.cups.open()

    async def close(self) -> None:
        """Close every connection and finish pending writes."""
        self.say_goodbye()
        await self.workers.close()
        # Pending commands are finished; everything else is cancelled.
        for room in self._rooms.values():
            async with room.lock:
                pass
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.upkeep.beat()
        await self.notifier.close()

    def say_goodbye(self) -> None:
        """Start a graceful shutdown: accept no new work, and send `bye` to every connection."""
        self.stopping = True
        for room in self._rooms.values():
            room.stop()
            for listener in list(room.listeners):
                listener.drop("stopping")

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a background task, and log its failure."""
        task = asyncio.ensure_future(work)
        self._tasks[task] = None
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (problem := task.exception()) is not None:
            if isinstance(problem, PitheadError):
                log.warning("background work refused", extra={"why": problem.code})
            else:
                log.error("background work failed", exc_info=problem)

    # -- tables ---------------------------------------------------------------------------------------------------

    def loaded(self, table: str) -> Room | None:
        """A table that is in memory."""
        return self._rooms.get(table)

    def all(self) -> list[Room]:
        """All tables in memory."""
        return list(self._rooms.values())

    async def get(self, table: str) -> Room:
        """A table by its address."""
        room = self._rooms.get(table)
        if room is not None:
            room.used_at = self.keeper.now()
            return room
        if not (table.isascii() and table.isalnum()):
            raise NoSuchTable()
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        try:
            state, plans = await loading.load(self.store, table)
        except DamagedTable as problem:
            await self.upkeep.set_aside(problem)
            raise
        return self._adopt(state, plans if state.running else None)

    def evict(self, table: str, reason: Goodbye) -> None:
        """Drop a table from memory, which may be loaded again; connections that are left are closed with the reason."""
        room = self._rooms.pop(table, None)
        if room is not None:
            room.stop()
            for listener in list(room.listeners):
                listener.drop(reason)
        metrics.tables.set(len(self._rooms))

    def _adopt(self, state: TableState, plans: dict[int, list[int]] | None = None) -> Room:
        if (known := self._rooms.get(state.id)) is not None:
            # One with a planned id may be loaded before its creator comes back from the disk.
            return known
        room = self._rooms[state.id] = Room(self, state, plans)
        metrics.tables.set(len(self._rooms))
        room.open()
        if state.status in ("lobby", "running"):
            self.warming.want(state.game)
        return room

    def _warmer(self, game: Game) -> None:
        """Progress of warming a game's bots: a new estimate, or done."""
        for room in self._rooms.values():
            if room.state.game is game:
                room.presence_changed(here=False)

    async def game(self, name: str, edition: str | None) -> Game:
        """A game, with the components of a shipped edition or of one that the database keeps."""
        return await loading.game_of(self.store, name, edition)

    async def create(
        self, game: Game, created: Created, with_code: bool = True, id: str | None = None, start: bool = False
    ) -> Room:
        """Open a table whose first event says everything about it; one with a planned id may be there already.

        With `start` it begins its game at once, or there is no table.
        """
        for _ in range(5):
            code = self.world.fresh_id(6, CODE_LETTERS) if with_code else None
            now = self.keeper.now()
            entries = [Entry(1, created.model_copy(update={"code": code}), None, now)]
            state = fold(id or self.world.fresh_id(), entries, game)
            for event in commands.start(state) if start else ():
                entries.append(Entry(state.seq + 1, event, None, now))
                apply(state, entries[-1])
            work = Append(state.id, entries, summary_of(state, self.worker), sitting_of(state), new=True)
            try:
                await self.store.append(work)
            except Conflict:
                if id is not None:
                    # It is there, unless only the code is another table's.
                    with suppress(NoSuchTable):
                        return await self.get(id)
                continue
            room = self._adopt(state)
            room.bot_turns.play()
            return room
        raise Internal()

    async def new_table(self, ask: NewTable, device: str, known_name: str | None) -> Room:
        """A table as somebody asked for it."""
        if ask.edition:
            game = await asyncio.to_thread(registry.shipped, ask.game, ask.edition)
        else:
            kept = None
            if ask.material:
                kept = await editions.keep(self.store, self.settings, self.workers, ask.game, ask.material)
            game = await self.game(ask.game, kept)
        secret = self.world.entropy.randbytes(32)
        new = commands.new_table(game, ask, device, self.world.fresh_uid, known_name, secret)
        return await self.create(game, new, start=ask.start)

    async def rematch(self, room: Room, device: str, ask: NewRematch, count: Callable[[], None]) -> Room:
        """The table of a rematch: whoever asks first opens it, the others take their seats; with the last it starts.

        `count` is called before a table is created, and refuses one too many.
        """
        async with room.steady() as state:
            if state.how is None:
                raise NotFinished()
            mine = state.seats_of(device)
            if not mine:
                raise NotSeated()
            known = state.rematch
        if known is None:
            count()
            secret = self.world.entropy.randbytes(32)
            again = commands.rematch(state, ask, device, self.world.fresh_uid, secret)
            fresh = await self.create(state.game, again, id=id_of_rematch(state.id))
            await room.act(lambda old: commands.open_rematch(old, mine[0], fresh.state.id))
            known = room.state.rematch
            assert known
        other = await self.get(known)
        await people.refuse_blocked(self.store, other.state.owner, device)
        sat: list[int] = []
        await other.act(
            lambda new: commands.take_reserved(new, device, ask),
            answer=lambda seq, again: None if again else sat.append(seq),
        )
        if sat:
            # Only after somebody sat down: otherwise the owner may have changed the table, and starts it himself.
            await other.act(commands.start_when_ready)
        return other

    async def by_code(self, code: str) -> Room:
        """The table with a short code."""
        query = select(schema.board.c.id).where(schema.board.c.code == code)
        async with self.store.reading() as connection:
            table = (await connection.execute(query)).scalar()
        if table is None:
            raise NoSuchTable()
        return await self.get(table)
