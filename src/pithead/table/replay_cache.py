"""Cache of rendered replays: a game is rendered once, in a child process, for all concurrent requests."""

import asyncio
import gzip
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from .errors import QueueFull
from .workers.calls import Workers

KEPT = 32_000_000
"""Capacity of the cache in bytes, gzipped."""
WAITING = 16
"""Replays that may wait for the one that is being rendered."""

Key = tuple[str, int | None, int, bool]


@dataclass(frozen=True)
class Replay:
    """Every position of a game as one seat saw it: gzipped JSON lines, and the decision of each."""

    packed: bytes
    decisions: list[int]

    def between(self, first: int, last: int) -> bytes:
        """The lines of some decisions."""
        lines = gzip.decompress(self.packed).splitlines(keepends=True)
        return b"".join(lines[bisect_left(self.decisions, first) : bisect_right(self.decisions, last)])


class ReplayCache:
    """Serves replays; renders at most one at a time, and coalesces requests for the same one."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept: OrderedDict[Key, Replay] = OrderedDict()
        self._size = 0
        self._making: dict[Key, asyncio.Task[Replay]] = {}
        self._turn = asyncio.Semaphore(1)

    async def of(self, table: str, data: dict[str, Any], seat: int | None, ended: bool) -> Replay:
        """The replay of a table's game as far as it has come."""
        key = (table, seat, len(data["actions"]), ended)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            if len(self._making) > WAITING:
                raise QueueFull(waiting=WAITING)
            self._making[key] = asyncio.create_task(self._make(key, data, seat, ended))
        # Shielded: a cancelled request does not cancel the rendering for the others.
        return await asyncio.shield(self._making[key])

    async def _make(self, key: Key, data: dict[str, Any], seat: int | None, ended: bool) -> Replay:
        try:
            async with self._turn:
                replay = Replay(*await self._workers.replay(data, seat, ended))
        finally:
            del self._making[key]
        self._kept[key] = replay
        self._size += len(replay.packed)
        while self._size > KEPT:
            _, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped.packed)
        return replay
