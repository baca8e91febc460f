"""The server's handle on one child process: start, call, stop."""

import asyncio
import logging
import pickle
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from . import child
from .child import LENGTH, Answer, pack

log = logging.getLogger("pithead.table.workers")

START_LIMIT = 60.0
"""Seconds in which a process must be ready."""

Progress = Callable[[Any], None]


@dataclass(eq=False, slots=True)
class _Call:
    future: asyncio.Future[Any]
    limit: float | None
    progress: Progress | None


class Worker:
    """One child process. Calls are carried out one after another, in the order in which they were made."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._calls: deque[_Call] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._late: _Call | None = None
        self._killed = False
        self.answered = False
        """Whether it has ever carried out a call."""
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    async def start(cls, nice: int = 5) -> "Worker":
        """Start a process and wait until it is ready; raises ConnectionError where it does not get there."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            # Not with -m, which would make it another module than the one that answers are read with.
            "-c",
            f"from {child.__name__} import main; main({nice})",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 24,
        )
        try:
            assert process.stdin
            process.stdin.write(pack(sys.path))
            async with asyncio.timeout(START_LIMIT):
                await _next(process)
        except BaseException as problem:
            _kill(process)
            await process.wait()
            if isinstance(problem, TimeoutError | asyncio.IncompleteReadError):
                log.error("a worker process did not start", extra={"pid": process.pid, "why": repr(problem)})
                raise ConnectionError("the process did not start") from None
            raise
        return cls(process)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status; None as long as the process is there."""
        return self._process.returncode

    @property
    def running(self) -> bool:
        """Whether calls are still answered."""
        return not self._reading.done()

    async def call(
        self, limit: float | None, function: Callable[..., Any], *arguments: Any, progress: Progress | None = None
    ) -> Any:
        """Call a function of a module in the process.

        The limit in seconds counts from the moment at which the process begins with it; then the process is killed and
        this raises TimeoutError. It raises ConnectionError where the process ended for another reason. With `progress`
        the function gets one more argument, a callable whose values are handed on.
        """
        if not self.running or self._process.stdin is None:
            raise ConnectionError("the process has ended")
        call = _Call(asyncio.get_running_loop().create_future(), limit, progress)
        self._process.stdin.write(pack((function, arguments, progress is not None)))
        self._calls.append(call)
        if len(self._calls) == 1:
            self._watch()
        return await call.future

    def stop(self) -> None:
        """Kill the process; calls that wait raise ConnectionError."""
        # Once only: a second kill would find the dead process before the event loop does, and its exit status be lost.
        if not self._killed:
            self._killed = True
            _kill(self._process)

    async def ended(self) -> None:
        """Wait until the process is gone."""
        await asyncio.wait({self._reading})
        await self._process.wait()

    def _watch(self) -> None:
        """Start the timeout of the call at the head of the queue."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._calls and (limit := self._calls[0].limit) is not None:
            self._timer = asyncio.get_running_loop().call_later(limit, self._give_up)

    def _give_up(self) -> None:
        log.error("a worker process does not answer", extra={"pid": self.pid})
        self._late = self._calls[0]
        self.stop()

    async def _read(self) -> None:
        """Hand out answers until the process is gone."""
        try:
            while True:
                kind, value = await _next(self._process)
                if kind is Answer.PROGRESS:
                    if report := self._calls[0].progress:
                        report(value)
                    continue
                call = self._calls.popleft()
                self._watch()
                self.answered = True
                if call.future.done():
                    continue
                if kind is Answer.ERROR:
                    call.future.set_exception(value)
                else:
                    call.future.set_result(value)
        except (asyncio.IncompleteReadError, ConnectionError):
            log.info("a worker process ended", extra={"pid": self.pid})
        except Exception:
            log.exception("a worker process sent something unreadable", extra={"pid": self.pid})
        finally:
            self._fail_all()
            self.stop()

    def _fail_all(self) -> None:
        while self._calls:
            call = self._calls.popleft()
            if not call.future.done():
                late = call is self._late
                call.future.set_exception(TimeoutError() if late else ConnectionError("the process has ended"))
        self._watch()


async def _next(process: asyncio.subprocess.Process) -> tuple[Answer, Any]:
    assert process.stdout
    length = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
    kind, value = pickle.loads(await process.stdout.readexactly(length))
    return kind, value


def _kill(process: asyncio.subprocess.Process) -> None:
    """End a process, which may be stopped or gone already."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
