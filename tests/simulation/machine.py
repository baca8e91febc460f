"""One start of the server on a machine of the simulated world, on a real SQLite file."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn
from filelock import BaseFileLock, FileLock

from pithead.table.clocks import Timekeeper
from pithead.table.http import app
from pithead.table.settings import Settings
from pithead.table.workers import tasks
from pithead.table.world import World

from .driver import Connection
from .loop import NOWHERE, SERVER, WorldLoop

EPOCH = 1_800_000_000.0
PORT = 8000


class InlineWorker:
    """What stands in for a child process: calls are carried out at once, and answered a little later.

    Where somebody has stopped the process (`SIGSTOP`), they are not answered any more; after its limit it is killed.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.answered = False
        self.stopped = False
        self._ended = asyncio.get_running_loop().create_future()
        self._waiting: list[asyncio.Future[Any]] = []

    @property
    def running(self) -> bool:
        return not self._ended.done()

    async def call(
        self, limit: float | None, function: Callable[..., Any], *arguments: Any, progress: Any = None
    ) -> Any:
        if not self.running:
            raise ConnectionError("the process has ended")
        loop = asyncio.get_running_loop()
        answer = loop.create_future()
        self._waiting.append(answer)
        if not self.stopped:
            loop.run_in_executor(None, function, *arguments).add_done_callback(lambda done: self._answer(answer, done))
        timer = loop.call_later(limit, self._give_up, answer) if limit is not None else None
        try:
            return await answer
        finally:
            self._waiting.remove(answer)
            if timer:
                timer.cancel()

    def _answer(self, answer: asyncio.Future[Any], done: asyncio.Future[Any]) -> None:
        if answer.done() or done.cancelled() or self.stopped:
            return
        self.answered = True
        if problem := done.exception():
            answer.set_exception(problem)
        else:
            answer.set_result(done.result())

    def _give_up(self, answer: asyncio.Future[Any]) -> None:
        if not answer.done():
            answer.set_exception(TimeoutError())
        self.stop()

    def stop(self) -> None:
        if not self._ended.done():
            self._ended.set_result(None)
        for answer in self._waiting:
            if not answer.done():
                answer.set_exception(ConnectionError("the process has ended"))

    async def ended(self) -> None:
        await asyncio.shield(self._ended)


class _Keeper(Timekeeper):
    """Looks for stalls less often: at the usual pace that would be half of all that happens in a world."""

    TICK = 0.25
    STALL = 0.6


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Machines of a simulated world get no signals."""
        yield


class Machine:
    """One start of the server, until it is killed."""

    def __init__(self, loop: WorldLoop, number: int, database: Path, skew: float, settings: dict[str, Any]) -> None:
        self.loop = loop
        self.name = f"{SERVER}{number}"
        self._connections: list[sqlite3.Connection] = []
        self._locks: list[BaseFileLock] = []
        self._workers: list[InlineWorker] = []
        self.readable = True
        """Whether the database answers to asynchronous connections, which read."""
        machine = self

        class Tracked(sqlite3.Connection):
            """A connection that ends with its machine."""

            def __init__(self, *arguments: Any, **more: Any) -> None:
                super().__init__(*arguments, **more)
                machine._connections.append(self)

        def connect(*arguments: Any, **more: Any) -> Connection:
            opened = sqlite3.connect(*arguments, **{**more, "check_same_thread": False})
            return Connection(opened, lambda: machine.readable)

        self.world = World(
            wall=lambda: EPOCH + loop.now() + skew,
            monotonic=loop.now,
            entropy=random.Random(f"{loop.seed}:{self.name}"),
            # Nobody waits for a compiler here.
            start_thread=lambda name, work: None,
            start_worker=self._start_worker,
            hears_signals=False,
            file_lock=self._lock,
            sqlite={"factory": Tracked},
            aiosqlite={"async_creator_fn": connect},
        )
        self.settings = Settings(database=f"sqlite:///{database}", host=SERVER, port=PORT, **settings)
        self.app = app.make(self.settings, self.world, _Keeper(self.world.monotonic, self.world.wall))
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
        self.task = loop.net.host(self.name).create_task(self.server.serve())

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

    def _lock(self, path: str) -> BaseFileLock:
        lock = FileLock(path)
        self._locks.append(lock)
        return lock

    async def ready(self) -> None:
        """Wait until it serves."""
        while not self.server.started:
            if self.task.done():
                raise AssertionError(f"the server did not start: {self.task.exception()!r}")
            await asyncio.sleep(0.01)
        self.loop.answers = self.name

    def kill(self, silent: bool) -> None:
        """What an operating system, or a power cut, does to a process: what was not committed is gone."""
        self.loop.answers = self.name if silent else NOWHERE
        self.loop.kill(self.name, silent)
        self.let_go()

    def let_go(self) -> None:
        """End what a process has open."""
        for connection in self._connections:
            with contextlib.suppress(sqlite3.Error):
                connection.close()
        for lock in self._locks:
            lock.release(force=True)
