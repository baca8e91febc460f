"""Threads that step parts of a batch, beside the one that calls.

Between two jobs that follow closely a thread waits inside compiled code, without the interpreter: handing a job over
takes less than a microsecond, where waking a thread takes fifty. After some idle moments it sleeps, so that nothing
computes while nobody steps. The caller takes over the games of whoever sleeps or comes late.
"""

import os
import time
from queue import SimpleQueue
from threading import Thread
from typing import Any
from weakref import finalize

import numpy as np

PATIENCE = 1000  # looks for the next job before a thread sleeps: some 30 to 50 microseconds
NAP = 2e-5  # seconds between looks of the caller for a thread that the system has interrupted


class Crew:
    """Does jobs of `stepping` on all games, each thread on its own part and then on what is left of the others'."""

    def __init__(self, code: Any, tables: Any, stops: list[int], room: int) -> None:
        """`stops` has the end of every thread's part, `room` is the greatest number of legal decisions."""
        self._code, self._tables, self._stops = code, tables, stops
        self._papers = [np.zeros(room, np.int64) for _ in stops]
        self._gates: list[SimpleQueue[bool]] = []
        self._process = 0
        self._clear()

    def _clear(self) -> None:
        code = self._code
        self._words = np.zeros((len(self._stops) + 1) * code.WORDS, np.int64)
        lines = self._words.reshape(-1, code.WORDS)
        lines[:-1, code.NEXT] = lines[:-1, code.STOP] = self._stops
        lines[-1, code.DONE] = self._stops[-1]

    def run(self, job: int) -> None:
        """Do a job; returns when it is done."""
        if len(self._stops) > 1:
            self._wake()
        done = self._code.run_job(self._tables, self._words, job, self._papers[0], PATIENCE)
        while not done:
            time.sleep(NAP)  # gives the interrupted thread a core, where there are too few
            done = self._code.job_done(self._words, self._stops[-1], PATIENCE)

    def _wake(self) -> None:
        """Call the threads that sleep; start them where they are missing: they do not survive a fork."""
        code, words = self._code, self._words
        if self._process != os.getpid():
            self._process = os.getpid()
            self._clear()
            words = self._words
            self._gates = [SimpleQueue() for _ in self._stops[1:]]
            for own, gate in enumerate(self._gates, 1):
                arguments = (self._tables, words, own, self._papers[own], PATIENCE)
                Thread(target=_work, args=(gate, code.serve, arguments), daemon=True).start()
                finalize(self, gate.put, False)
        for own, gate in enumerate(self._gates, 1):
            at = own * code.WORDS + code.AWAKE
            if words.item(at) == code.ASLEEP:
                words[at] = code.CALLED
                gate.put(True)

    def close(self) -> None:
        """End the threads."""
        if self._process == os.getpid():
            for gate in self._gates:
                gate.put(False)
        self._process = 0


def _work(gate: "SimpleQueue[bool]", serve: Any, arguments: tuple[Any, ...]) -> None:
    while gate.get():
        serve(*arguments)
