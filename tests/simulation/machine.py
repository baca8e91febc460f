"""One start of the server on a machine of the simulated world."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import uvicorn

from pithead.table.clocks import Timekeeper
from pithead.table.http import app
from pithead.table.settings import Settings
from pithead.table.workers import tasks
from pithead.table.world import World

from .children import InlineWorker
from .embedded import Embedded
from .loop import EPOCH, SERVER, WorldLoop
from .postgres import Cluster
from .shape import Pace

PORT = 8000
Database = Embedded | Cluster


class _Keeper(Timekeeper):
    """Looks for stalls less often: at the usual pace that would be half of all that happens in a world."""

    def __init__(self, monotonic: Callable[[], float], wall: Callable[[], float], pace: Pace) -> None:
        super().__init__(monotonic, wall)
        self.TICK, self.STALL = pace.tick, pace.stall


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Machines of a simulated world get no signals."""
        yield

    async def main_loop(self) -> None:
        """Nor are they asked to stop: nobody need look ten times a second whether they were."""
        await self.on_tick(0)
        await asyncio.get_running_loop().create_future()


class Machine:
    """One start of the server, until it is killed."""

    def __init__(
        self, loop: WorldLoop, number: int, database: Database, skew: float, settings: dict[str, Any], pace: Pace
    ) -> None:
        self.loop = loop
        self.database = database
        self.name = f"{SERVER}{number}"
        self._workers: list[InlineWorker] = []
        self.world = World(
            wall=lambda: EPOCH + loop.now() + skew,
            monotonic=loop.now,
            entropy=random.Random(f"{loop.seed}:{self.name}"),
            # Nobody waits for a compiler here.
            start_thread=lambda name, work: None,
            start_worker=self._start_worker,
            handles_signals=False,
            least_pause=pace.pause,
            **database.seams(self.name),
        )
        self.settings = Settings(database=database.url, host=SERVER, port=PORT, **settings)
        self.app = app.make(self.settings, self.world, _Keeper(self.world.monotonic, self.world.wall, pace))
        config = uvicorn.Config(
            self.app,
            host="0.0.0.0",
            port=PORT,
            lifespan="on",
            log_config=None,
            access_log=False,
            http="pithead.table.http.transport:Http",
            ws="pithead.table.http.transport:Socket",
            ws_max_size=65_536,
            ws_ping_interval=self.settings.ping,
            ws_ping_timeout=self.settings.ping,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=10,
        )
        self.server = _Server(config)
        self.task = loop.net.host(self.name).create_task(self._serve())

    async def _serve(self) -> None:
        # A process that gives up ends with a status.
        with contextlib.suppress(SystemExit):
            await self.server.serve()

    async def _start_worker(self, nice: int) -> InlineWorker:
        # A new process remembers no bots.
        tasks._bots.clear()
        worker = InlineWorker(len(self._workers) + 1)
        self._workers.append(worker)
        return worker

    def stop_processes(self) -> None:
        """Send `SIGSTOP` to every child process: it is there, and does nothing any more."""
        for worker in self._workers:
            worker.stopped = True

    async def render_apart(self) -> None:
        """Render in a child process, as under load."""
        await self.app.state.server.rooms.renderer.start()

    async def ready(self) -> bool:
        """Wait until it serves; false where it gave up."""
        while not self.server.started:
            if self.task.done():
                self.database.end(self.name)
                return False
            await asyncio.sleep(0.01)
        self.loop.answers.append(self.name)
        return True

    def kill(self, silent: bool) -> list[Callable[[], Any]]:
        """What an operating system, or a power cut, does to a process: what was not committed is gone.

        Returns what it was about to write.
        """
        self.leave()
        return self.loop.kill(self.name, silent)

    def leave(self) -> None:
        """Nobody is sent here any more."""
        if self.name in self.loop.answers:
            self.loop.answers.remove(self.name)
