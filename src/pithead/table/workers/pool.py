"""All child processes of a server, by purpose."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

from .worker import Progress, Worker

STOP_LIMIT = 5.0


class WorkerPool:
    """Starts processes when they are needed, and replaces those that were stopped, killed or too slow."""

    def __init__(self, start: Callable[[int], Awaitable[Worker]] = Worker.start) -> None:
        self._start = start
        self._workers: dict[str, Worker] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._starting: set[asyncio.Task[Worker]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self.closed = False

    def worker(self, purpose: str) -> Worker | None:
        """The process of a purpose, if it runs."""
        worker = self._workers.get(purpose)
        return worker if worker is not None and worker.running else None

    def busy(self, purpose: str) -> bool:
        """Whether the process of a purpose carries out a call of `run`."""
        return self._locks[purpose].locked()

    async def start(self, purpose: str, nice: int = 5) -> Worker:
        """Start the process of a purpose; raises ConnectionError where that fails."""
        if self.closed:
            raise ConnectionError("the server is stopping")
        starting = asyncio.ensure_future(self._start(nice))
        self._starting.add(starting)
        try:
            worker = self._workers[purpose] = await starting
        finally:
            starting.cancel()
            self._starting.discard(starting)
        return worker

    async def run(
        self,
        purpose: str,
        limit: float | None,
        function: Callable[..., Any],
        *arguments: Any,
        progress: Progress | None = None,
        nice: int = 5,
        once: bool = False,
    ) -> Any:
        """Call a function in the process of a purpose, one call at a time.

        The limit counts from the start of the work, not from the end of the queue. A process that exceeded it, and one
        whose caller no longer waits, is stopped: work that has begun cannot be called back, and the next call would
        wait behind it. With `once` the process ends with the call, and its memory is free again.
        """
        async with self._locks[purpose]:
            worker = self.worker(purpose) or await self.start(purpose, nice)
            try:
                return await worker.call(limit, function, *arguments, progress=progress)
            except (ConnectionError, TimeoutError, asyncio.CancelledError):
                self._stop(purpose, worker)
                raise
            finally:
                if once:
                    self._stop(purpose, worker)

    def _stop(self, purpose: str, worker: Worker) -> None:
        worker.stop()
        ending = asyncio.ensure_future(worker.ended())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)
        if self._workers.get(purpose) is worker:
            del self._workers[purpose]

    async def close(self) -> None:
        """Stop all processes, and wait until they are gone."""
        self.closed = True
        for starting in self._starting:
            starting.cancel()
        for purpose, worker in list(self._workers.items()):
            self._stop(purpose, worker)
        if left := {*self._starting, *self._ending}:
            await asyncio.wait(left, timeout=STOP_LIMIT)
