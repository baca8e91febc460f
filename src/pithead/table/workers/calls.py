"""What the server asks its child processes for, with time limits and what happens when they are exceeded."""

import asyncio
import logging
import os
import time
import zlib
from typing import Any

from pithead.engine.errors import BadMaterial, BadRecord, PitheadError
from pithead.engine.game import Game
from pithead.table import metrics
from pithead.table.errors import Internal, Unavailable
from pithead.table.world import World

from . import tasks
from .pool import WorkerPool
from .worker import Progress, Worker

log = logging.getLogger("pithead.table.workers")

LIMIT = 20.0
"""Seconds beyond a bot's own budget before its process is given up."""
BUDGETS = {"foreman": 1.0, "baron": 5.0}
EDITION_LIMIT = 10.0
COACH_LIMIT = 2.0
"""Seconds that a person waits for the coach before the decision goes through."""
COACHED_AT_ONCE = 4
"""Questions to the coach that may be open in one server; more go through without an answer."""


class Workers:
    """Bots, hints, analyses, replays, records and editions, each in a process of its purpose."""

    def __init__(self, bot_processes: int = 0, world: World | None = None) -> None:
        self._world = world or World()
        cores = os.cpu_count() or 1
        self._count = bot_processes or max(1, min(4, cores))
        self._threads = max(1, min(4, cores // self._count))
        self.pool = WorkerPool(self._world.start_worker or Worker.start)
        self._coached = 0

    def bots(self, table: str) -> str:
        """The purpose of a table's bots: always the same process, which caches the bots of the table."""
        return f"bots {zlib.crc32(table.encode()) % self._count}"

    async def turn(self, game: Game, table: str, seat: int, level: str, state: bytes) -> list[int]:
        """The decisions of a bot's turn. Never fails: after two attempts in vain a greedy decision is taken here."""
        limit = BUDGETS.get(level, 1.0) * 2 + LIMIT
        seed = self._world.entropy.getrandbits(31)
        arguments = (game.id, tasks.edition_of(game), table, seat, level, state, seed, self._threads)
        for _ in range(2):
            started = time.perf_counter()
            try:
                decisions = await self.pool.run(self.bots(table), limit, tasks.turn, *arguments)
            except asyncio.CancelledError:
                raise
            except Exception as problem:
                if self.pool.closed:
                    raise asyncio.CancelledError from None
                log.error("bot gave no answer", extra={"table": table, "level": level, "why": repr(problem)})
                continue
            metrics.bot_seconds.labels(level).observe(time.perf_counter() - started)
            return list(decisions)
        metrics.bot_failures.inc()
        return [await asyncio.to_thread(tasks.greedy, game, seat, state, seed)]

    async def imagine(self, game: Game, table: str, seat: int, state: bytes, seed: int) -> bytes | None:
        """A guess at the position of a seat's next turn, made from that seat's knowledge."""
        arguments = (game.id, tasks.edition_of(game), seat, state, seed)
        encoded: bytes | None = await self.pool.run(self.bots(table), LIMIT, tasks.imagine, *arguments)
        return encoded

    async def hint(self, data: dict[str, Any], seat: int, think: float, language: str) -> dict[str, Any]:
        """What a strong bot would do."""
        hint: dict[str, Any] = await self._run(
            "hints and records", 10 * think + 2 * LIMIT, tasks.hint, data, seat, think, language
        )
        return hint

    async def object_to(
        self, game: Game, table: str, turn: tasks.DraftedTurn, percent: int, names: tuple[str, ...], language: str
    ) -> dict[str, Any] | None:
        """What the coach says about a turn, in the process of the table's bots, which rest meanwhile.

        Nothing where there is no time to find out. What comes too late is left to itself: to call it back, its process
        would have to be stopped.
        """
        if self._coached >= COACHED_AT_ONCE:
            return None
        arguments = (game.id, tasks.edition_of(game), turn, percent / 100, names, language)
        work = asyncio.ensure_future(self.pool.run(self.bots(table), LIMIT, tasks.object_to, *arguments))
        self._coached += 1
        work.add_done_callback(self._coach_done)
        done, _ = await asyncio.wait({work}, timeout=COACH_LIMIT)
        if not done or work.cancelled() or work.exception():
            return None
        objection: dict[str, Any] | None = work.result()
        return objection

    def _coach_done(self, work: "asyncio.Future[Any]") -> None:
        self._coached -= 1
        if not work.cancelled() and (problem := work.exception()):
            log.error("the coach gave no answer", extra={"why": repr(problem)})

    async def analyse(self, text: str, edition: str | None, think: float, progress: Progress) -> Any:
        """The analysis of a record, however long it takes."""
        try:
            return await self.pool.run(
                "analyses", None, tasks.analyse, text, edition, think, progress=progress, nice=10, once=True
            )
        except ConnectionError:
            raise Internal() from None

    async def replay(self, data: dict[str, Any], seat: int | None, ended: bool) -> tuple[bytes, list[int]]:
        """Every position of a game; in a process of its own: no other call waits behind a whole game."""
        packed: tuple[bytes, list[int]] = await self._run("replays", LIMIT, tasks.replay, data, seat, ended)
        return packed

    async def check_edition(self, name: str, text: bytes) -> None:
        """Hold an edition against its game; one that keeps a process busy for longer than that is refused."""
        try:
            await self.pool.run("editions", EDITION_LIMIT, tasks.check_edition, name, text)
        except TimeoutError:
            raise BadMaterial(path=tasks.SHOWN, line=1, why="takes too long to check") from None
        except ConnectionError:
            raise Unavailable() from None

    async def title_of_record(self, text: str) -> str:
        """Which game a record is of; a large text takes a while to read."""
        return str(await self._run("hints and records", LIMIT, tasks.title_of_record, text))

    async def read_record(self, text: str, edition: str | None) -> dict[str, Any]:
        """Replay a record strictly."""
        try:
            return dict(await self._run("hints and records", LIMIT, tasks.read_record, text, edition))
        except (BadRecord, Unavailable):
            raise
        except PitheadError as problem:
            raise BadRecord(line=1, why="headers", detail=problem) from None

    async def _run(self, purpose: str, limit: float, function: Any, *arguments: Any) -> Any:
        try:
            return await self.pool.run(purpose, limit, function, *arguments)
        except (ConnectionError, TimeoutError):
            raise Unavailable() from None

    async def close(self) -> None:
        """Stop all processes."""
        await self.pool.close()
