"""What became of many seeds, one line each in a file: a run can be stopped, resumed, and summed up."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from .world import Outcome


@dataclass
class Totals:
    """Sums over seeds."""

    seeds: int = 0
    broken: int = 0
    checks: int = 0
    events: int = 0
    virtual: float = 0.0
    processor: float = 0.0

    def add(self, line: dict[str, float | str]) -> None:
        """Add one seed."""
        self.seeds += 1
        self.broken += bool(line["broken"])
        self.checks += int(line["checks"])
        self.events += int(line["events"])
        self.virtual += float(line["virtual"])
        self.processor += float(line["processor"])

    def text(self) -> str:
        """For people."""
        return (
            f"{self.seeds} seeds, {self.broken} broken, {self.checks} checks, {self.events} events, "
            f"{self.virtual / 3600:.1f} virtual hours, {self.processor:.0f} s of processor time"
        )


class Ledger:
    """The seeds that are done, in memory and, where there is a file, there as well."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self.totals = Totals()
        self.done: set[int] = set()
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            for text in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
                self._take(json.loads(text))

    def _take(self, line: dict[str, float | str]) -> None:
        self.done.add(int(line["seed"]))
        self.totals.add(line)

    def write(self, outcome: Outcome) -> None:
        """Note a seed."""
        line: dict[str, float | str] = {
            "seed": outcome.seed,
            "checks": outcome.checks,
            "events": outcome.events,
            "virtual": round(outcome.virtual, 1),
            "processor": round(outcome.processor, 3),
            "broken": outcome.broken,
        }
        self._take(line)
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
