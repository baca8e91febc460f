"""Servers of tests are forks of one process that has imported everything (`zygote.py`): that takes longer than a test.

In all other respects such a server is `python -m pithead.table`; `test_commands.py` starts a real one.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path

STOPPING = 60.0
"""Seconds that a server may take to stop."""

_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload([f"{__package__}.zygote"])


class Fork:
    """A server in a process of its own, which answers at its address."""

    def __init__(self, settings: Mapping[str, str], log: Path) -> None:
        reading, writing = _forking.Pipe(duplex=False)
        self._process = _forking.Process(target=_serve, args=({**os.environ, **settings}, log, writing))
        self._process.start()
        writing.close()
        assert self._process.pid
        self.pid = self._process.pid
        with open(os.dup(reading.fileno()), encoding="utf-8") as printed:
            self.address = printed.readline().strip()
        reading.close()
        assert self.address.startswith("http"), log.read_text()[-3000:]

    @property
    def running(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        """End it and all of its processes at once, without a chance to tidy up."""
        os.killpg(self.pid, signal.SIGKILL)
        self._process.join()

    def stop(self) -> int:
        """Ask it to stop, and wait until it has."""
        self._process.terminate()
        self._process.join(STOPPING)
        assert self._process.exitcode is not None, "it does not stop"
        return self._process.exitcode


def _serve(environment: dict[str, str], log: Path, output: Connection) -> None:
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    with log.open("a") as errors:
        os.dup2(errors.fileno(), 2)
    os.dup2(output.fileno(), 1)
    output.close()
    # Where it has several workers, the number of this file is handed on to them.
    sys.stdin = os.fdopen(os.dup2(sys.stdin.fileno(), 0))
    runpy.run_module("pithead.table", run_name="__main__")
