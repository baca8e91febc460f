"""What stands in for child processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


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
        # The limit is that of the process: it is killed as well if nobody waits for the answer any more.
        timer = loop.call_later(limit, self._give_up, answer) if limit is not None else None
        if not self.stopped:
            work = loop.run_in_executor(None, function, *arguments)
            work.add_done_callback(lambda done: self._answer(answer, timer, done))
        try:
            return await answer
        finally:
            self._waiting.remove(answer)

    def _answer(
        self, answer: asyncio.Future[Any], timer: asyncio.TimerHandle | None, done: asyncio.Future[Any]
    ) -> None:
        if done.cancelled() or self.stopped:
            return
        if timer:
            timer.cancel()
        if answer.done():
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
