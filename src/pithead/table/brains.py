"""Bots, hints and guesses in processes of their own: the event loop never computes a game tree.

Only names of games, bytes of states and numbers cross to a process and back. A process that does not answer in time is
ended and asked once more; then a greedy decision is played instead.
"""

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
import time
import zlib
from collections import OrderedDict, defaultdict
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

from pithead.engine.errors import BadMaterial, BadRecord, PitheadError
from pithead.engine.game import Game
from pithead.engine.match import END

from . import metrics
from .errors import Unavailable

log = logging.getLogger("pithead.table.brains")

PATIENCE = 20.0
"""Seconds beyond a bot's own budget before its process is given up."""
BUDGETS = {"foreman": 1.0, "baron": 5.0}
EDITION_PATIENCE = 10.0
MAX_TURN = 500
MOST_IMAGINED = 2_000
KEPT_BOTS = 64


# -- inside a process -------------------------------------------------------------------------------------------------

_bots: "OrderedDict[tuple[str, int, str], Any]" = OrderedDict()


def begin(nice: int = 5) -> None:
    """In a new process: the parent alone hears interruptions, players come first, and nobody outlives the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nice)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()


def _end_with(parent: int) -> None:
    """A killed server cannot end its processes: they notice."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def _load(game: str, edition: str | None) -> Game:
    from pithead.engine import registry

    return registry.load(game, edition)


def _turn(game: str, edition: str | None, table: str, seat: int, level: str, state: bytes, threads: int) -> list[int]:
    """Play a whole turn of a seat; returns its decisions."""
    from pithead import bots
    from pithead.bots.play import Playing, play

    title = _load(game, edition)
    key = (table, seat, level)
    bot = _bots.pop(key, None) or bots.make(level, title, secrets.randbits(31), threads=threads)
    _bots[key] = bot
    while len(_bots) > KEPT_BOTS:
        _bots.popitem(last=False)
    rules = title.rules()

    def done(game: Playing) -> bool:
        return game.mover != seat or game.actions[-1:] == [END] or len(game.actions) >= MAX_TURN

    return play(rules, rules.decode(state), {seat: bot}, until=done).actions


def _imagine(game: str, edition: str | None, seat: int, state: bytes, seed: int) -> bytes | None:
    """A position of the seat's next turn as it might be: hidden things re-dealt, the others played by simple bots."""
    from pithead import bots
    from pithead.bots.play import play

    title = _load(game, edition)
    rules = title.rules()
    position = rules.decode(state)
    rules.determinize(position, seat, rules.fast(seed & 0xFFFFFFFF, 1))
    others = {other: bots.make("hewer", title, seed + other) for other in range(max(title.players)) if other != seat}
    far = play(rules, position, others, until=lambda game: game.mover == seat or len(game.actions) >= MOST_IMAGINED)
    return rules.encode(position) if far.mover == seat else None


def _title_of_record(text: str) -> str:
    """Which game a record is of."""
    from .replays import game_of

    return game_of(text)


def _read_record(text: str, edition: str | None) -> dict[str, Any]:
    """Replay a record strictly."""
    from .replays import read

    return read(text, edition)


def greedy(game: Game, seat: int, state: bytes) -> int:
    """The decision after which the game looks best, found in this process without compiling anything."""
    from pithead.bots.greedy import Greedy
    from pithead.bots.search.workspace import Backing
    from pithead.engine.imagined import imagine

    rules = game.rules()
    return Greedy("hewer", game, secrets.randbits(31), on=Backing(game)).choose(
        imagine(rules, rules.decode(state), seat)
    )


# -- in the server ----------------------------------------------------------------------------------------------------


class Brains:
    """Processes that think; a table always goes to the same one, whose bots remember it."""

    def __init__(self, processes: int = 0) -> None:
        cores = os.cpu_count() or 1
        self._count = processes or max(1, min(4, cores))
        self._threads = max(1, min(4, cores // self._count))
        self._pools: dict[int, ProcessPoolExecutor] = {}
        self._free: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._context = multiprocessing.get_context("spawn")
        self.stopping = False

    def _pool(self, index: int) -> ProcessPoolExecutor:
        if index not in self._pools:
            self._pools[index] = ProcessPoolExecutor(1, self._context, begin)
        return self._pools[index]

    def _index(self, table: str) -> int:
        return zlib.crc32(table.encode()) % self._count

    async def run(self, index: int, patience: float, function: Any, *arguments: Any) -> Any:
        """Call a function in a process; one that does not answer in time is ended.

        Patience counts from the start of the work: a process that is busy is not to blame for those who wait.
        """
        async with self._free[index]:
            pool = self._pool(index)
            future = asyncio.get_running_loop().run_in_executor(pool, function, *arguments)
            try:
                return await asyncio.wait_for(future, patience)
            except (BrokenExecutor, TimeoutError, asyncio.CancelledError):
                # Work that has begun cannot be called back: the next one would wait behind it.
                self._end(index, pool)
                raise

    def _end(self, index: int, pool: ProcessPoolExecutor) -> None:
        if self._pools.get(index) is pool:
            del self._pools[index]
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    async def turn(self, game: Game, table: str, seat: int, level: str, state: bytes) -> list[int]:
        """The decisions of a bot's turn. Never fails: after two attempts in vain a greedy decision is taken here."""
        patience = BUDGETS.get(level, 1.0) * 2 + PATIENCE
        asked = (game.id, edition_of(game), table, seat, level, state, self._threads)
        for _ in range(2):
            started = time.perf_counter()
            try:
                found = await self.run(self._index(table), patience, _turn, *asked)
            except asyncio.CancelledError:
                raise
            except Exception as problem:
                if self.stopping:
                    raise asyncio.CancelledError from None
                log.error("bot gave no answer", extra={"table": table, "level": level, "why": repr(problem)})
                continue
            metrics.bot_seconds.labels(level).observe(time.perf_counter() - started)
            return list(found)
        metrics.bot_failures.inc()
        return [await asyncio.to_thread(greedy, game, seat, state)]

    async def imagine(self, game: Game, table: str, seat: int, state: bytes, seed: int) -> bytes | None:
        """A guess at the position of a seat's next turn, made from that seat's knowledge."""
        found = await self.run(self._index(table), PATIENCE, _imagine, game.id, edition_of(game), seat, state, seed)
        return found if found is None else bytes(found)

    async def hint(self, function: Any, asked: dict[str, Any]) -> Any:
        """What a strong bot would do; in the process that also reads records."""
        try:
            return await self.run(self._count, 10 * float(asked["think"]) + 2 * PATIENCE, function, asked)
        except (BrokenExecutor, TimeoutError):
            raise Unavailable() from None

    async def replay(self, function: Any, *arguments: Any) -> Any:
        """Every position of a game; in a process that does nothing else, so that nobody waits behind a whole game."""
        try:
            return await self.run(self._count + 1, PATIENCE, function, *arguments)
        except (BrokenExecutor, TimeoutError):
            raise Unavailable() from None

    async def check_edition(self, function: Any, name: str, text: bytes) -> None:
        """Hold an edition against its game; one that keeps a process busy for longer than that is refused."""
        try:
            await self.run(self._count + 2, EDITION_PATIENCE, function, name, text)
        except TimeoutError:
            raise BadMaterial(path="material", line=1, why="takes too long to check") from None
        except BrokenExecutor:
            raise Unavailable() from None

    async def title_of_record(self, text: str) -> str:
        """Which game a record is of; a large text takes a while to read."""
        try:
            return str(await self.run(self._count, PATIENCE, _title_of_record, text))
        except (BrokenExecutor, TimeoutError):
            raise Unavailable() from None

    async def read_record(self, text: str, edition: str | None) -> dict[str, Any]:
        """Replay a record strictly."""
        try:
            found = await self.run(self._count, PATIENCE, _read_record, text, edition)
        except (BrokenExecutor, TimeoutError):
            raise Unavailable() from None
        except BadRecord:
            raise
        except PitheadError as problem:
            raise BadRecord(line=1, why="headers", detail=problem) from None
        return dict(found)

    def close(self) -> None:
        """End all processes."""
        self.stopping = True
        for index, pool in list(self._pools.items()):
            self._end(index, pool)


def edition_of(game: Game) -> str | None:
    """The file of an edition, or None for the game's own components."""
    return None if game.material.builtin else str(game.material.path)
