"""A thread pool that steps a batch together with the calling thread.

Between jobs in close succession a worker spins in compiled code, with the GIL released: dispatch takes less than a
microsecond, where waking a thread takes fifty. After a short spin it blocks on a queue, so that an idle batch uses no
CPU. Work stealing covers workers that sleep or are preempted.
"""

import os
import time
from queue import SimpleQueue
from threading import Thread
from typing import Any
from weakref import finalize

import numpy as np

SPINS = 1000  # spin iterations before a worker sleeps: some 30 to 50 microseconds
POLL_SECONDS = 2e-5  # seconds between polls of the caller for a preempted worker


class Crew:
    """Runs the jobs of `stepping` on all games: each thread on its own range, then stealing from the others."""

    def __init__(self, code: Any, tables: Any, stops: list[int], room: int) -> None:
        """`stops` are the ends of the threads' ranges, `room` is the maximum number of legal actions."""
        self._code, self._tables, self._stops = code, tables, stops
        self._papers = [np.zeros(room, np.int64) for _ in stops]
        self._queues: list[SimpleQueue[bool]] = []
        self._process = 0
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
        done = self._code.run_job(self._tables, self._words, job, self._papers[0], SPINS)
        while not done:
            time.sleep(POLL_SECONDS)  # yield: the preempted worker may need this core
            done = self._code.job_done(self._words, self._stops[-1], SPINS)

    def _wake(self) -> None:
        """Wake sleeping workers; (re)start them in a new process, since threads do not survive a fork."""
        code, words = self._code, self._words
        if self._process != os.getpid():
            self._process = os.getpid()
            self._clear()
            words = self._words
            self._queues = [SimpleQueue() for _ in self._stops[1:]]
            for own, queue in enumerate(self._queues, 1):
                arguments = (self._tables, words, own, self._papers[own], SPINS)
                Thread(target=_work, args=(queue, code.worker_loop, arguments), daemon=True).start()
                finalize(self, queue.put, False)
        for own, queue in enumerate(self._queues, 1):
            at = own * code.WORDS + code.AWAKE
            if words.item(at) == code.ASLEEP:
                words[at] = code.CALLED
                queue.put(True)

    def close(self) -> None:
        """Stop the workers."""
        if self._process == os.getpid():
            for queue in self._queues:
                queue.put(False)
        self._process = 0


def _work(queue: "SimpleQueue[bool]", worker_loop: Any, arguments: tuple[Any, ...]) -> None:
    while queue.get():
        worker_loop(*arguments)
