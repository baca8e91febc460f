"""Where the games of a contest are played: in this process, on all cores, or on a cluster.

Each of the three gives the outcomes of one deal after another and stops cleanly when it is closed. Only plain data
crosses between processes.
"""

import multiprocessing
import signal
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any

from pithead.engine.errors import PitheadError

from .arena import Contest, Outcome, play_deal

Outcomes = Generator[list[Outcome], None, None]

_stop: Any = None


class NoCluster(PitheadError):
    """Ray is not installed, or nothing answers at that address."""

    code = "no_cluster"


def here(contest: Contest) -> Outcomes:
    """One deal after the other."""
    for deal in range(contest.deals):
        yield play_deal(contest, deal)


def _prepare(stop: Any) -> None:
    """In a worker: the parent alone hears the interruption, and tells us."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(contest: Contest, deal: int) -> list[Outcome]:
    return play_deal(contest, deal, stopped=_stop.is_set)


def on_cores(contest: Contest, jobs: int) -> Outcomes:
    """Several processes of this machine."""
    # Spawned, not forked: the parent may run threads and compiled code.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, _prepare, (stop,)) as pool:
        waiting: set[Future[list[Outcome]]] = set()
        deals = iter(range(contest.deals))
        try:
            while True:
                waiting |= {pool.submit(_play, contest, deal) for deal in islice(deals, 2 * jobs - len(waiting))}
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for finished in done:
                    yield finished.result()
        finally:
            stop.set()
            for future in waiting:
                future.cancel()


def on_cluster(contest: Contest, address: str) -> Outcomes:
    """The same on Ray; the address `local` starts one on this machine."""
    try:
        import ray
    except ImportError:
        raise NoCluster(address=address, why="not_installed") from None
    try:
        ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    except (ConnectionError, RuntimeError, ValueError) as problem:
        raise NoCluster(address=address, why=str(problem).splitlines()[0]) from None
    try:
        remote = ray.remote(play_deal)
        waiting = [remote.remote(contest, deal) for deal in range(contest.deals)]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        ray.shutdown()
