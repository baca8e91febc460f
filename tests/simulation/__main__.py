"""`make simulate`: run the worlds of some seeds, and tell everything about those that break."""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from . import report
from .defects import DEFECTS
from .ledger import Ledger
from .world import Outcome, simulate

FOLDER = Path("build/simulation")


def main(arguments: list[str]) -> int:
    """Run, and return how many seeds broke, at most 1."""
    parser = argparse.ArgumentParser(prog="make simulate")
    parser.add_argument("--seeds", default="0-99", help="a seed, or the first and the last with a dash")
    parser.add_argument("--faults", help="only these of a seed's faults: numbers with commas, or none")
    parser.add_argument("--games", default="", help="only these games, with commas")
    parser.add_argument("--seconds", type=float, help="stop after so many seconds")
    parser.add_argument("--log", type=Path, help="note every seed in this file, and leave out those that are in it")
    parser.add_argument("--defect", choices=sorted(DEFECTS), help="plant a defect, and stop at the seed that finds it")
    parser.add_argument("--traces", action="store_true", help="print the digest of each seed's trace, and nothing else")
    asked = parser.parse_args(arguments)
    # What the server says is part of the simulation, not of its report; proxies of this machine are no part of either.
    logging.disable(logging.CRITICAL)
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        del os.environ[name]
    first, _, last = asked.seeds.partition("-")
    keep = None if asked.faults is None else [int(part) for part in asked.faults.split(",") if part.isdigit()]
    games = [name for name in asked.games.split(",") if name]
    began, ledger, broken = time.monotonic(), Ledger(asked.log), 0
    with DEFECTS[asked.defect]() if asked.defect else nullcontext():
        for seed in range(int(first), int(last or first) + 1):
            if seed in ledger.done:
                continue
            if asked.seconds and ledger.done and time.monotonic() - began > asked.seconds:
                break
            outcome = simulate(seed, games, keep)
            ledger.write(outcome)
            if asked.traces:
                print(seed, outcome.trace, flush=True)
            if outcome.broken:
                broken += 1
                _tell(outcome, games, keep, asked.defect)
                if asked.defect:
                    break
    if not asked.traces:
        print(ledger.totals.text())
    return min(broken, 1)


def _tell(outcome: Outcome, games: list[str], keep: Sequence[int] | None, defect: str | None) -> None:
    if keep is None:
        keep, outcome = report.shrink(outcome, lambda fewer: simulate(outcome.seed, games, fewer))
    replay = report.command(outcome.seed, keep, ",".join(games), defect)
    page = report.write(outcome, keep, games, replay, FOLDER)
    print(f"seed {outcome.seed} breaks: {outcome.broken}\n  replay: {replay}")
    for fault in outcome.faults:
        print(f"  fault: {fault.text()}")
    print(f"  time line: {page}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
