"""Executors for numbered units of work: in this process, in a process pool, or on a cluster.

Each is a generator of results that shuts down cleanly when closed. A unit of work is a picklable function of its
number and of a callback that tells whether to stop; only plain data crosses process boundaries.
"""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from pithead.engine.errors import PitheadError

T = TypeVar("T")
Stopped = Callable[[], bool]
Work = Callable[[int, Stopped], T]

LOCAL = "local"  # pseudo-address: start a cluster on this machine

_stop: Any = None


class NoCluster(PitheadError):
    """Ray is not installed, or no cluster answers at that address."""

    code = "no_cluster"


def results(work: Work[T], count: int, jobs: int = 1, cluster: str | None = None) -> Generator[T, None, None]:
    """Yield the results of all units of work in order of completion."""
    if cluster is not None:
        return on_cluster(work, count, cluster)
    return on_cores(work, count, jobs) if jobs > 1 else here(work, count)


def never() -> bool:
    """The stop callback in-process: never, since KeyboardInterrupt arrives directly."""
    return False


def here(work: Work[T], count: int) -> Generator[T, None, None]:
    """Run sequentially in this process."""
    for number in range(count):
        yield work(number, never)


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Start children with SIGINT blocked (they inherit the mask), so that Ctrl-C never hits them, even during start-up.

    The parent's own SIGINT is deferred until all are started. (Not on Windows, where children may print a traceback.)
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _init_worker(stop: Any) -> None:
    """Initialise a worker: only the parent handles SIGINT, and sets the stop event."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _call(work: Work[T], number: int) -> T:
    return work(number, _stop.is_set)


def _call_without_stop(work: Work[T], number: int) -> T:
    return work(number, never)


def on_cores(work: Work[T], count: int, jobs: int) -> Generator[T, None, None]:
    """Run in a process pool on this machine."""
    # Spawned, not forked: forking is unsafe when the parent has threads.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, _init_worker, (stop,)) as pool:
        waiting: set[Future[T]] = set()
        numbers = iter(range(count))
        try:
            while True:
                with _sigint_blocked():
                    waiting |= {pool.submit(_call, work, number) for number in islice(numbers, 2 * jobs - len(waiting))}
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for finished in done:
                    yield finished.result()
        finally:
            stop.set()
            for future in waiting:
                future.cancel()


def on_cluster(work: Work[T], count: int, address: str) -> Generator[T, None, None]:
    """Run on a Ray cluster; the address `LOCAL` starts one on this machine."""
    try:
        import ray
    except ImportError:
        raise NoCluster(address=address, why="not_installed") from None
    try:
        ray.init(address=None if address == LOCAL else address, log_to_driver=False, include_dashboard=False)
    except (ConnectionError, RuntimeError, ValueError) as problem:
        raise NoCluster(address=address, why=str(problem).splitlines()[0]) from None
    try:
        remote: Any = ray.remote(_call_without_stop)
        shared = ray.put(work)
        waiting = [remote.remote(shared, number) for number in range(count)]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        ray.shutdown()
