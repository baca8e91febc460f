"""A simulated world: a server that fails, people who play on, oracles that watch; all of it from one seed."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pithead.table.store import Store
from tests.table.client import Refused

from .backups import look_at_backup
from .commits import Broken
from .disk import Disk
from .embedded import Embedded
from .faults import Fault, schedule
from .guests import LIMITS, Guest
from .loop import SERVER, WorldLoop
from .machine import Database
from .oracles import Oracles
from .people import Player
from .postgres import Cluster
from .results import look_at_results, uncounted
from .servers import Servers
from .shape import Shape, draw
from .tables import Tables

# A compiler would work in a thread of its own, which no seed rules.
os.environ["PITHEAD_INTERPRETED"] = "1"
# httpcore tries to import it for every request: where it is not installed, all folders would be searched each time.
if find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]
LONGEST = 900.0
"""Virtual seconds in which every table must end."""
DAY = 86_400.0
LONGEST_BY_LETTER = 120 * DAY
KEPT_DAYS = 3.0
"""For how long a world that lasts for weeks keeps finished tables."""
RECOVERY = 60.0
"""Virtual seconds after the last fault in which the server must be well again."""
MONITOR = 10.0
"""Virtual seconds between two questions of whoever watches over the server."""
COUNTED = 120.0
"""Virtual seconds in which a result counts."""
CHAT_RATE, CHAT_BURST = 0.5, 6
SETTINGS: dict[str, Any] = {
    "chat_rate": CHAT_RATE,
    "chat_burst": CHAT_BURST,
    "connections": 100_000,
    "bot_processes": 1,
    "sweep": 1.0,
    "notify_every": 20.0,
    "away_grace": 5.0,
} | {
    f"{name}_burst": 1_000_000
    for name in ("create", "join", "request", "address", "message", "message_address", "chat_address")
}


@dataclass
class Outcome:
    """What became of a seed."""

    seed: int
    faults: list[Fault]
    trace: str = ""
    """A digest of every decision of the loop: the same for the same seed, always."""
    virtual: float = 0.0
    processor: float = 0.0
    """Seconds of processor time that it took."""
    events: int = 0
    checks: int = 0
    broken: str = ""
    timeline: list[tuple[float, str]] = field(default_factory=list)


@cache
def _empty_database() -> bytes:
    """A database with the current schema, made once: migrations are tested elsewhere."""
    with tempfile.TemporaryDirectory(prefix="pithead-simulation-") as folder:
        path = Path(folder) / "empty.sqlite3"

        async def make() -> None:
            store = Store(f"sqlite:///{path}")
            await store.open()
            await store.close()

        asyncio.run(make())
        return path.read_bytes()


class SimulatedWorld:
    """Everything that belongs to one seed."""

    def __init__(self, seed: int, loop: WorldLoop, folder: Path, shape: Shape, faults: list[Fault]) -> None:
        self.seed = seed
        self.loop = loop
        self.shape = shape
        self.faults = faults
        self.chance = random.Random(f"{seed}:tables")
        path = folder / "tables.sqlite3"
        disk = Disk(folder, random.Random(f"{seed}:lost"))
        disk.put(path, _empty_database())
        self.oracles = oracles = Oracles(path, loop.now, several=shape.database == "postgres")
        database: Database
        if shape.database == "sqlite":
            database = Embedded(path, disk, oracles.committed)
        else:
            database = Cluster(loop, path, disk, oracles.committed)
        settings = SETTINGS | ({"keep_finished_days": KEPT_DAYS} if shape.weeks else {})
        if shape.greed is not None:
            settings |= LIMITS[shape.greed]
        self.servers = Servers(loop, shape, database, oracles, settings)
        self.servers.note = self.note
        self._tables = Tables(self)
        self.timeline: list[tuple[float, str]] = []

    def note(self, text: str) -> None:
        """Write a line of the time line."""
        self.timeline.append((self.loop.now(), text))

    # -- the story ------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Let people play, and things go wrong meanwhile."""
        await self.servers.open()
        players = [Player(self, number) for number in range(self.shape.people)]
        failing = asyncio.ensure_future(self.servers.go_wrong(self.faults))
        story = asyncio.ensure_future(self._story(players, failing))
        done, _ = await asyncio.wait((failing, story), return_when=asyncio.FIRST_EXCEPTION)
        for task in (failing, story):
            if task in done:
                task.result()

    async def _story(self, players: list[Player], failing: asyncio.Future[None]) -> None:
        """A table from its making to its end."""
        async with asyncio.timeout(LONGEST_BY_LETTER if self.shape.weeks else LONGEST):
            table, players = await self._tables.first(players)
            first = players[0]
            left = [await self._tables.unattended(first)] if self.shape.unattended else []
            if any(fault.kind == "damaged table" for fault in self.faults):
                self.servers.victim = await self._tables.unattended(first)
            watching, _, _ = await asyncio.gather(self._play(players, table), failing, self._visited(table))
            self.note("the game is over everywhere")
            if self.shape.rematch:
                table = await self._tables.rematch(players, table)
                for player in players:
                    player.impatient = True
                watching = await self._play(players, table)
            while not all(self.oracles.finished(unseen) for unseen in left):
                await asyncio.sleep(5.0)
            await self._tables.look_at_cup(first)
            await self._counted()
        if self.faults and self.shape.asked:
            await self.on(first, self._well_again(first))
        self.oracles.look_at_logs()
        self.oracles.look_at_chat(self.servers.starts, CHAT_RATE, CHAT_BURST)
        for player, old in zip(players, watching, strict=True):
            await self.on(player, self._compare(player, table, old))
        if self.shape.weeks:
            await self.on(first, self._forgotten_in_time(first, table))
        for player in players:
            await player.close()

    async def _play(self, players: list[Player], table: str) -> list[Any]:
        return await asyncio.gather(
            *(
                self.on(player, (player.write_letters if self.shape.weeks else player.play)(table, seat))
                for seat, player in enumerate(players)
            )
        )

    async def _visited(self, table: str) -> None:
        if self.shape.greed is not None:
            guest = Guest(self, self.shape.people)
            await self.on(guest, guest.visit(table, self.shape.greed))
            await guest.close()

    async def _counted(self) -> None:
        """Every result is taken into the ratings soon, whoever was killed before that."""
        latest = self.loop.now() + COUNTED + 2 * self.shape.pace.pause
        while uncounted(self.oracles.rows):
            if self.loop.now() > latest:
                raise Broken("a result was not counted")
            await asyncio.sleep(2.0 + self.shape.pace.pause / 4)
        look_at_results(self.oracles.rows)

    async def _forgotten_in_time(self, person: Player, table: str) -> None:
        """What has been over for long is deleted, and not before."""
        await person.call("GET", f"/tables/{table}")
        self.oracles.expect_deletion(table)
        await asyncio.sleep((KEPT_DAYS + 1) * DAY)
        try:
            await person.call("GET", f"/tables/{table}")
        except Refused as refusal:
            if refusal.code == "no_such_table":
                return
        raise Broken(f"table {table} is still there after {KEPT_DAYS + 1:.0f} days")

    def on(self, player: Player, work: Any) -> asyncio.Task[Any]:
        """Do something on somebody's machine."""
        task: asyncio.Task[Any] = self.loop.net.host(player.machine).create_task(work)
        return task

    async def _well_again(self, person: Player) -> None:
        """Some time after all faults the server says of itself that it is well."""
        # Where nobody needed a process since it was stopped, the first question finds it, and has it replaced.
        questions = 2 if any(fault.kind == "stopped processes" for fault in self.faults) else 1
        await asyncio.sleep(max(0.0, self.servers.quiet_since + RECOVERY - self.loop.now()))
        while questions:
            questions -= 1
            try:
                await person.call("GET", "/health")
                return
            except Refused as refusal:
                if not questions:
                    raise Broken(f"{RECOVERY:.0f} s after the last fault the server is not well: {refusal}") from None
                await asyncio.sleep(MONITOR)

    async def _compare(self, player: Player, table: str, old: Any) -> None:
        """What a client shows at the end, after all it went through, is what a new one is shown."""
        if not old.open:
            await old.reconnect()
        new = await player.watch(table, old.seat)
        await new.until(lambda me: me.position)
        await old.until(lambda me: me.at >= new.at)
        for name in ("view", "result", "decisions", "to_move"):
            if old.position[name] != new.position[name]:
                raise Broken(f"seat {old.seat} shows another {name} than a new connection of it")
        if [event["name"] for event in old.events] != [event["name"] for event in new.events]:
            raise Broken(f"seat {old.seat} was told of other events than a new connection of it")
        await new.close()
        await old.close()


def simulate(seed: int, games: Sequence[str] = (), keep: Sequence[int] | None = None) -> Outcome:
    """Run the world of a seed; `keep`: only these of its faults; `games`: none but these."""
    began = time.process_time()
    shape = draw(seed, games)
    drawn = schedule(seed, shape)
    faults = drawn if keep is None else [drawn[number] for number in keep]
    outcome = Outcome(seed, faults)
    # Before the loop: it makes one of its own.
    _empty_database()
    loop = WorldLoop(seed)
    folder = Path(tempfile.mkdtemp(prefix="world-"))
    gc.disable()
    asyncio.set_event_loop(loop)
    world = SimulatedWorld(seed, loop, folder, shape, faults)
    try:
        loop.run_until_complete(loop.net.host(f"{SERVER}-operator").create_task(world.run()))
    except TimeoutError:
        outcome.broken = "a table did not come to its end"
    except Exception as problem:
        outcome.broken = f"{type(problem).__name__}: {problem}"
    finally:
        outcome.trace = loop.trace_hash()
        outcome.virtual, outcome.events, outcome.checks = loop.now(), loop.events, world.oracles.checks
        outcome.timeline = world.timeline
        _tidy(loop, world)
        if shape.restored and not outcome.broken:
            outcome.broken = _backup_broken(world)
        shutil.rmtree(folder, ignore_errors=True)
        outcome.processor = time.process_time() - began
    return outcome


def _backup_broken(world: SimulatedWorld) -> str:
    try:
        look_at_backup(world.oracles.database)
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    return ""


def _tidy(loop: WorldLoop, world: SimulatedWorld) -> None:
    """End what is left of a world; what its dead machines say at that is of no interest."""
    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        world.servers.end()
        world.oracles.look_away()
        loop.problems.clear()
        loop.drop()
        asyncio.set_event_loop(None)
        gc.collect()
        # What is left is kept by modules and caches: the next world need not look through it again.
        gc.freeze()
    finally:
        sys.unraisablehook = hook
