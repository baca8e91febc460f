"""Periodic background tasks: a loop survives any exception of its work, and reports when it last succeeded."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from pithead.engine.errors import PitheadError

from . import metrics

log = logging.getLogger("pithead.table.loops")

Spawn = Callable[[Coroutine[Any, Any, None]], object]


@dataclass(slots=True)
class Loop:
    """What is known of one loop."""

    name: str
    late_after: float | None
    """Seconds without success after which the server is unhealthy; None where one iteration may take any time."""
    monotonic: Callable[[], float]
    succeeded: float

    @property
    def age(self) -> float:
        """Seconds since the work last succeeded, or since the start."""
        return self.monotonic() - self.succeeded

    @property
    def late(self) -> bool:
        """Whether its last success is too long ago."""
        return self.late_after is not None and self.age > self.late_after


class Loops:
    """All loops of a process; a loop ends only by cancellation."""

    def __init__(self, spawn: Spawn, monotonic: Callable[[], float] = time.monotonic, least_pause: float = 0.0) -> None:
        self._monotonic = monotonic
        self._least_pause = least_pause
        self._spawn = spawn
        self.known: dict[str, Loop] = {}

    def start(
        self,
        name: str,
        work: Callable[[], Awaitable[None]],
        every: float,
        limit: float | None = 60.0,
        late_after: float | None = None,
        first: float = 0.0,
        punctual: bool = False,
    ) -> None:
        """Run a task after `first` seconds and then periodically; an iteration is cancelled after `limit` seconds.

        What is `punctual` keeps its pace in every world.
        """
        every = every if punctual else max(every, self._least_pause)
        if late_after is not None:
            late_after += self._least_pause
        loop = self.known[name] = Loop(name, late_after, self._monotonic, self._monotonic())
        self._spawn(self._run(loop, work, every, limit, first))

    async def _run(
        self, loop: Loop, work: Callable[[], Awaitable[None]], every: float, limit: float | None, first: float
    ) -> None:
        await asyncio.sleep(first)
        while True:
            try:
                async with asyncio.timeout(limit):
                    await work()
                loop.succeeded = self._monotonic()
                metrics.loop_succeeded.labels(loop.name).set(time.time())
            except PitheadError as problem:
                metrics.loop_failures.labels(loop.name).inc()
                log.warning("background loop refused", extra={"loop": loop.name, "why": problem.code})
            except Exception:
                metrics.loop_failures.labels(loop.name).inc()
                log.exception("background loop failed", extra={"loop": loop.name})
            await asyncio.sleep(every)

    @property
    def late(self) -> list[str]:
        """The loops that have not succeeded for too long."""
        return [loop.name for loop in self.known.values() if loop.late]
