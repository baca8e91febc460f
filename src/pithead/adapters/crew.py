"""A few threads that wait for work: handing a piece over costs microseconds where a pool of futures takes a hundred."""

import os
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any
from weakref import finalize

Job = tuple[Callable[..., Any], tuple[Any, ...]]


class Crew:
    """Runs jobs beside the calling thread; they must release the interpreter to gain anything."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._process = 0
        self._jobs: list[SimpleQueue[Job | None]] = []
        self._done: SimpleQueue[BaseException | None] = SimpleQueue()

    def run(self, jobs: Sequence[Job]) -> None:
        """Do the first job here and each of the others in a thread of its own; returns when all are done."""
        if len(jobs) > 1:
            self._start()
            for queue, job in zip(self._jobs, jobs[1:], strict=True):
                queue.put(job)
        work, arguments = jobs[0]
        work(*arguments)
        failures = [self._done.get() for _ in jobs[1:]]
        for failure in failures:
            if failure is not None:
                raise failure

    def _start(self) -> None:
        """Threads do not survive a fork: start them where they are missing."""
        if self._process == os.getpid():
            return
        self._process = os.getpid()
        self._done = SimpleQueue()
        self._jobs = [SimpleQueue() for _ in range(self.size)]
        for queue in self._jobs:
            Thread(target=_work, args=(queue, self._done), daemon=True).start()
            finalize(self, queue.put, None)

    def close(self) -> None:
        """End the threads."""
        if self._process == os.getpid():
            for queue in self._jobs:
                queue.put(None)
        self._process = 0


def _work(jobs: "SimpleQueue[Job | None]", done: "SimpleQueue[BaseException | None]") -> None:
    while (job := jobs.get()) is not None:
        work, arguments = job
        try:
            work(*arguments)
            done.put(None)
        except BaseException as failure:
            done.put(failure)
