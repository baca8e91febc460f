"""A thread pool that steps a batch together with the calling thread.

Between jobs in close succession a worker spins in compiled code, with the GIL released: dispatch takes less than a
microsecond, where waking a thread takes fifty. After a short spin it blocks on a queue, so that an idle batch uses no
CPU. Work stealing covers workers that sleep or are preempted.

Jobs are called past Numba's dispatcher, which takes longer to look at the types of twenty arrays than to unpack them.
"""

import os
import time
from queue import SimpleQueue
from threading import Thread
from typing import Any
from weakref import finalize

import numpy as np

SPINS = 4000  # spin iterations before a worker sleeps: some 100 to 200 microseconds
POLL_SECONDS = 2e-5  # seconds between polls of the caller for a preempted worker


class Crew:
    """Runs the jobs of `stepping` on all games: each thread on its own range, then stealing from the others."""

    def __init__(self, code: Any, tables: Any, stops: list[int], room: int) -> None:
        """`stops` are the ends of the threads' ranges, `room` is the maximum number of legal actions."""
        self._code, self._tables, self._stops = code, tables, stops
        self._papers = [np.zeros(room, np.int64) for _ in stops]
        self._workers: list[tuple[int, SimpleQueue[bool]]] = []  # where each says that it sleeps, and what wakes it
        self._process = 0
        self._asleep, self._called = code.ASLEEP, code.CALLED
        self._wrong = len(stops) * code.WORDS + code.WRONG
        self._run_job = _machine_code(code.run_job)
        self._clear()

    def _clear(self) -> None:
        code = self._code
        self._words = np.zeros((len(self._stops) + 1) * code.WORDS, np.int64)
        lines = self._words.reshape(-1, code.WORDS)
        lines[:-1, code.NEXT] = lines[:-1, code.STOP] = self._stops
        lines[-1, code.DONE] = self._stops[-1]

    def run(self, job: int) -> None:
        """Run a job and block until it is done."""
        if len(self._stops) > 1:
            self._wake()
        done = self._run_job(self._tables, self._words, job, self._papers[0], SPINS, False)
        while not done:
            time.sleep(POLL_SECONDS)  # yield: the preempted worker may need this core
            done = self._run_job(self._tables, self._words, job, self._papers[0], SPINS, True)

    @property
    def found_illegal(self) -> bool:
        """Whether the last job has not stepped, because an action is illegal."""
        return bool(self._words.item(self._wrong))

    def _wake(self) -> None:
        """Wake sleeping workers; (re)start them in a new process, since threads do not survive a fork."""
        if self._process != os.getpid():
            self._process = os.getpid()
            self._clear()
            self._hire()
        words = self._words
        for at, queue in self._workers:
            if words.item(at) == self._asleep:
                words[at] = self._called
                queue.put(True)

    def _hire(self) -> None:
        code = self._code
        self._workers = []
        for own, paper in enumerate(self._papers[1:], 1):
            queue: SimpleQueue[bool] = SimpleQueue()
            arguments = (self._tables, self._words, own, paper, SPINS)
            Thread(target=_work, args=(queue, code.worker_loop, arguments), daemon=True).start()
            finalize(self, queue.put, False)
            self._workers.append((own * code.WORDS + code.AWAKE, queue))

    def close(self) -> None:
        """Stop the workers."""
        if self._process == os.getpid():
            for _, queue in self._workers:
                queue.put(False)
        self._process = 0


def _machine_code(entry: Any) -> Any:
    """The function behind the dispatcher of an entry point, which has exactly one."""
    (compiled,) = entry.overloads.values()
    return compiled.entry_point


def _work(queue: "SimpleQueue[bool]", worker_loop: Any, arguments: tuple[Any, ...]) -> None:
    while queue.get():
        worker_loop(*arguments)
