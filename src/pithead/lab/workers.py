"""Where numbered pieces of work are done: in this process, on all cores, or on a cluster.

Each of the three gives one result after another and stops cleanly when it is closed. A piece of work is a function
that can be pickled, of its number and of a question whether to stop; only plain data crosses between processes.
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

LOCAL = "local"  # the address of a cluster that is started on this machine

_stop: Any = None


class NoCluster(PitheadError):
    """Ray is not installed, or nothing answers at that address."""

    code = "no_cluster"


def results(work: Work[T], count: int, jobs: int = 1, cluster: str | None = None) -> Generator[T, None, None]:
    """The results of all pieces of work, as they come."""
    if cluster is not None:
        return on_cluster(work, count, cluster)
    return on_cores(work, count, jobs) if jobs > 1 else here(work, count)


def never() -> bool:
    """Nobody asks this process to stop; an interruption does."""
    return False


def here(work: Work[T], count: int) -> Generator[T, None, None]:
    """One after the other."""
    for number in range(count):
        yield work(number, never)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started here never hear an interruption, not even before they can say so themselves.

    Ours waits until all are started. (Windows has no such thing; there they may answer with a traceback.)
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare(stop: Any) -> None:
    """In a worker: the parent alone hears the interruption, and tells us."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _do(work: Work[T], number: int) -> T:
    return work(number, _stop.is_set)


def _do_alone(work: Work[T], number: int) -> T:
    return work(number, never)


def on_cores(work: Work[T], count: int, jobs: int) -> Generator[T, None, None]:
    """Several processes of this machine."""
    # Spawned, not forked: the parent may run threads and compiled code.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, _prepare, (stop,)) as pool:
        waiting: set[Future[T]] = set()
        numbers = iter(range(count))
        try:
            while True:
                with _deaf():
                    waiting |= {pool.submit(_do, work, number) for number in islice(numbers, 2 * jobs - len(waiting))}
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
    """The same on Ray; the address `LOCAL` starts one on this machine."""
    try:
        import ray
    except ImportError:
        raise NoCluster(address=address, why="not_installed") from None
    try:
        ray.init(address=None if address == LOCAL else address, log_to_driver=False, include_dashboard=False)
    except (ConnectionError, RuntimeError, ValueError) as problem:
        raise NoCluster(address=address, why=str(problem).splitlines()[0]) from None
    try:
        remote: Any = ray.remote(_do_alone)
        shared = ray.put(work)
        waiting = [remote.remote(shared, number) for number in range(count)]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        ray.shutdown()
