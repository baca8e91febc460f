"""`make simulate`: run the worlds of some seeds, and tell everything about those that break."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from contextlib import closing
from functools import partial
from pathlib import Path

from .defects import DEFECTS
from .ledger import Ledger
from .runs import run_seed, share

INTERRUPTED = 130
"""The status of a program that was ended with Ctrl-C."""


def main(arguments: list[str]) -> int:
    """Run, and return how many seeds broke, at most 1."""
    parser = argparse.ArgumentParser(prog="make simulate")
    parser.add_argument("--seeds", default="0-99", help="seeds with commas, or the first and the last with a dash")
    parser.add_argument("--faults", help="only these of a seed's faults: numbers with commas, or none")
    parser.add_argument("--games", default="", help="only these games, with commas")
    parser.add_argument("--seconds", type=float, help="stop after so many seconds of processor time in worlds")
    parser.add_argument("--log", type=Path, help="note every seed in this file, and leave out those that are in it")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes share the seeds")
    parser.add_argument("--defect", choices=sorted(DEFECTS), help="plant a defect, and stop at the seed that finds it")
    parser.add_argument("--traces", action="store_true", help="print the digest of each seed's trace, and nothing else")
    asked = parser.parse_args(arguments)
    keep = None if asked.faults is None else [int(part) for part in asked.faults.split(",") if part.isdigit()]
    games = [name for name in asked.games.split(",") if name]
    ledger, spent = Ledger(asked.log), 0.0
    seeds = [seed for part in asked.seeds.split(",") for seed in _range(part) if seed not in ledger.done]
    run = partial(run_seed, games=games, keep=keep, defect=asked.defect)
    interrupted = _take_interrupts()
    with closing(share(run, seeds, asked.jobs)) as runs:
        for outcome, told in runs:
            ledger.write(outcome)
            spent += outcome.processor
            if asked.traces:
                print(outcome.seed, outcome.trace, flush=True)
            if told:
                print(told, flush=True)
            if interrupted.is_set() or (told and asked.defect) or (asked.seconds and spent > asked.seconds):
                break
    if not asked.traces:
        print(ledger.totals.text())
    return INTERRUPTED if interrupted.is_set() else min(ledger.totals.broken, 1)


def _take_interrupts() -> threading.Event:
    """Let the first Ctrl-C wait for the end of a world: raised in it, it would be part of what happens there."""
    interrupted = threading.Event()

    def note(*_: object) -> None:
        interrupted.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, note)
    return interrupted


def _range(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
