"""Many seeds, in one process or several."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import tempfile
from collections.abc import Generator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from . import report
from .defects import DEFECTS
from .world import Outcome, simulate

FOLDER = Path("build/simulation")
MEMORY = Path("/dev/shm")
"""Where there is a disk in memory, worlds have theirs on it."""
SEEDS_PER_PROCESS = 100
"""What was crashed never runs again, and so never frees its memory and files: its process has to end for that."""


def share(
    run: partial[tuple[Outcome, str]], seeds: Sequence[int], jobs: int
) -> Generator[tuple[Outcome, str], None, None]:
    """What became of each seed, in their order, whichever process ran it."""
    # Here and not where a world begins: a process that is ended in the middle of one leaves its files.
    with TemporaryDirectory(prefix="pithead-simulation-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        if jobs == 1 and len(seeds) <= SEEDS_PER_PROCESS:
            _prepare(folder)
            yield from map(run, seeds)
            return
        # A new process each: a fork would share what modules have drawn at their import.
        afresh = multiprocessing.get_context("spawn")
        prepare = partial(_prepare, folder, interrupts=False)
        with afresh.Pool(jobs, prepare, maxtasksperchild=SEEDS_PER_PROCESS) as pool:
            yield from pool.imap(run, seeds)


def _prepare(folder: str, interrupts: bool = True) -> None:
    """What the server says is part of the simulation, not of its report; Ctrl-C is the business of one process."""
    logging.disable(logging.CRITICAL)
    tempfile.tempdir = folder
    if not interrupts:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def run_seed(seed: int, games: list[str], keep: Sequence[int] | None, defect: str | None) -> tuple[Outcome, str]:
    """What became of a seed, and what is to be told of it."""
    with DEFECTS[defect]() if defect else nullcontext():
        outcome = simulate(seed, games, keep)
        return outcome, _tell(outcome, games, keep, defect) if outcome.broken else ""


def _tell(outcome: Outcome, games: list[str], keep: Sequence[int] | None, defect: str | None) -> str:
    if keep is None:
        keep, outcome = report.shrink(outcome, lambda fewer: simulate(outcome.seed, games, fewer))
    replay = report.command(outcome.seed, keep, ",".join(games), defect)
    page = report.write(outcome, keep, games, replay, FOLDER)
    faults = [f"  fault: {fault.text()}" for fault in outcome.faults]
    return "\n".join(
        [f"seed {outcome.seed} breaks: {outcome.broken}", f"  replay: {replay}", *faults, f"  time line: {page}"]
    )
