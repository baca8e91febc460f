"""View rendering: in the event loop on a quiet server, in a child process on a busy one.

So acknowledgements do not queue behind views and planners.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from pydantic_core import from_json

from pithead.engine import registry
from pithead.engine.game import Game
from pithead.engine.views import forget_kept
from pithead.table.workers.pool import WorkerPool
from pithead.table.workers.worker import Worker

from . import views
from .succession import Order, Succession, View, render_orders
from .views import Request

log = logging.getLogger("pithead.table.render")

BUSY = 0.2
"""Share of the event loop's time spent on rendering from which on a process takes over."""
WINDOW = 2.0
LIMIT = 5.0
"""Seconds for one rendering after which the process is killed: it may have been stopped."""
BATCH = 12
"""So many tables at most are one call to the process: the first of them waits for the last."""
CALLS = 2
"""So many calls at once: the process has the next one when it is done with one."""
PURPOSE = "rendering"


class Renderer:
    """Decides where to render, and talks to the process that does it."""

    def __init__(self, pool: WorkerPool, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._pool = pool
        self._starting: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._spent = 0.0
        self._since = monotonic()
        self._views = Succession()
        self._next = 1
        """The number of the next view, wherever it is rendered."""
        self._waiting: deque[tuple[Order, asyncio.Future[list[View]]]] = deque()
        self._calls: set[asyncio.Task[Any] | None] = set()

    @property
    def worker(self) -> Worker | None:
        """The process that renders; None as long as the event loop does."""
        return self._pool.worker(PURPOSE)

    def here(
        self, table: str, game: Game, states: list[Any], requests: list[Request], whole: set[int | None]
    ) -> list[View]:
        """Render at once, for some seats `whole` views, and notice if that becomes too much."""
        started = self._monotonic()
        rendered = views.render_all(game, states, requests)
        numbered = self._views.follow_all(table, requests, rendered, whole, self._numbers(len(requests)))
        self._spent += self._monotonic() - started
        if self._monotonic() - self._since > WINDOW:
            if self._spent > BUSY * WINDOW:
                self.start_soon()
            self._spent, self._since = 0.0, self._monotonic()
        return numbered

    def _numbers(self, count: int) -> int:
        """The first of so many numbers for views."""
        self._next += count
        return self._next - count

    async def there(
        self,
        table: str,
        game: str,
        edition: str | None,
        states: list[bytes],
        requests: list[Request],
        whole: set[int | None],
    ) -> list[View]:
        """Let the process render, for some seats `whole` views; raises ConnectionError where it does not answer.

        What is ordered while it renders goes to it in one batch, as in a group commit.
        """
        if self.worker is None:
            raise ConnectionError("no process renders")
        order = Order(table, game, edition, states, requests, whole, self._numbers(len(requests)))
        done: asyncio.Future[list[View]] = asyncio.get_running_loop().create_future()
        self._waiting.append((order, done))
        if len(self._calls) < CALLS:
            self._calls.add(asyncio.ensure_future(self._call()))
        return await done

    async def _call(self) -> None:
        """Send batches to the process until nothing waits."""
        try:
            await self._send_waiting()
        finally:
            # Not in a callback of the task, which runs later: what is ordered in between would wait for nobody.
            self._calls.discard(asyncio.current_task())

    async def _send_waiting(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
            answers: list[list[View] | Exception]
            try:
                worker = self.worker
                if worker is None:
                    raise ConnectionError("no process renders")
                answers = await worker.call(LIMIT, render_orders, [order for order, _ in batch])
            except TimeoutError:
                answers = [ConnectionError("the process does not answer")] * len(batch)
            except Exception as problem:
                answers = [problem] * len(batch)
            for (_, done), answer in zip(batch, answers, strict=True):
                if done.done():
                    continue
                if isinstance(answer, Exception):
                    done.set_exception(answer)
                else:
                    done.set_result(answer)

    def start_soon(self) -> None:
        """Hand rendering to a process in the background."""
        if self._starting is None and not self._pool.closed:
            self._starting = asyncio.ensure_future(self.start())
            self._starting.add_done_callback(lambda _: setattr(self, "_starting", None))

    async def start(self) -> None:
        """Hand rendering to a process; one that dies is replaced, unless it never rendered anything."""
        try:
            # Latency-critical, hence not niced.
            worker = await self._pool.start(PURPOSE, nice=0)
        except ConnectionError as problem:
            log.error("no process for rendering", extra={"why": repr(problem)})
            return
        log.info("rendering moved to a process of its own", extra={"pid": worker.pid})
        self._views.clear()
        forget_kept()
        self._watching = asyncio.ensure_future(self._replace(worker))

    async def _replace(self, worker: Worker) -> None:
        await worker.ended()
        if worker.answered:
            self.start_soon()

    async def prove(self) -> None:
        """Render something where it is done now; raises where that does not work."""
        game = registry.load("example")
        rules = game.rules()
        state = rules.new(game.players[0], game.numbers(game.resolve(None)), [1] * 8)
        if self.worker:
            text = (await self.there("", game.id, None, [rules.encode(state)], [(0, None, False)], {None}))[0].json
        else:
            text = views.render(game, state, None, False).json
        assert text
        from_json(text)
