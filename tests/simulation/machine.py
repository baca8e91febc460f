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

from pithead.table.http import app
from pithead.table.settings import Settings
from pithead.table.workers import tasks
from pithead.table.world import World

from .driver import Connection
from .loop import NOWHERE, SERVER, WorldLoop

EPOCH = 1_800_000_000.0
PORT = 8000


class InlineWorker:
    """What stands in for a child process: calls are carried out at once, and answered a little later."""

    answered = False

    def __init__(self) -> None:
        self._ended = asyncio.get_running_loop().create_future()

    @classmethod
    async def start(cls, nice: int) -> InlineWorker:
        # A new process remembers no bots.
        tasks._bots.clear()
        return cls()

    @property
    def running(self) -> bool:
        return not self._ended.done()

    async def call(
        self, limit: float | None, function: Callable[..., Any], *arguments: Any, progress: Any = None
    ) -> Any:
        return await asyncio.get_running_loop().run_in_executor(None, function, *arguments)

    def stop(self) -> None:
        if not self._ended.done():
            self._ended.set_result(None)

    async def ended(self) -> None:
        await asyncio.shield(self._ended)


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
        machine = self

        class Tracked(sqlite3.Connection):
            """A connection that ends with its machine."""

            def __init__(self, *arguments: Any, **more: Any) -> None:
                super().__init__(*arguments, **more)
                machine._connections.append(self)

        def connect(*arguments: Any, **more: Any) -> Connection:
            return Connection(sqlite3.connect(*arguments, **{**more, "check_same_thread": False}))

        self.world = World(
            wall=lambda: EPOCH + loop.now() + skew,
            monotonic=loop.now,
            entropy=random.Random(f"{loop.seed}:{self.name}"),
            # Nobody waits for a compiler here.
            start_thread=lambda name, work: None,
            start_worker=InlineWorker.start,
            hears_signals=False,
            file_lock=self._lock,
            sqlite={"factory": Tracked},
            aiosqlite={"async_creator_fn": connect},
        )
        self.settings = Settings(database=f"sqlite:///{database}", host=SERVER, port=PORT, **settings)
        self.app = app.make(self.settings, self.world)
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
