"""What goes wrong in a world, and when: a schedule that the seed draws, and that can be made shorter."""

from __future__ import annotations

import random
from typing import Literal, NamedTuple

from .shape import HOUR, Shape

Kind = Literal[
    "kill",
    "power cut",
    "partition",
    "lossy network",
    "half-open connections",
    "stall",
    "slow disk",
    "clock jump",
    "failing reads",
    "stopped processes",
    "damaged table",
    "lost notices",
    "lost answers",
    "database out of reach",
    "database restart",
]
EVERYWHERE: tuple[Kind, ...] = (
    *("kill", "kill", "power cut", "partition", "partition", "lossy network", "half-open connections", "stall"),
    *("slow disk", "stopped processes", "damaged table"),
)
ON_SQLITE: tuple[Kind, ...] = (*EVERYWHERE, "power cut", "clock jump", "clock jump", "failing reads")
ON_POSTGRES: tuple[Kind, ...] = (
    *(*EVERYWHERE, "lost notices", "lost notices", "lost answers", "lost answers"),
    *("database out of reach", "database restart"),
)
IN_WEEKS: tuple[Kind, ...] = ("kill", "power cut", "clock jump", "stall", "slow disk", "half-open connections")
RESTARTS: frozenset[Kind] = frozenset(("kill", "power cut", "clock jump", "damaged table"))
OF_PEOPLE: frozenset[Kind] = frozenset(("partition", "half-open connections"))


class Fault(NamedTuple):
    """One fault: after how many seconds of the game, what, for how long; `size` is the seconds that a clock jumps."""

    at: float
    kind: Kind
    lasts: float
    whom: int
    """Which of the people, or of the workers, it meets."""
    size: float

    def text(self) -> str:
        """For people."""
        more = f", clock {self.size:+.0f} s" if self.kind == "clock jump" else ""
        whom = f"player {self.whom}" if self.kind in OF_PEOPLE else f"worker {self.whom}"
        return f"{self.kind} ({whom}) after {self.at:.2f} s for {self.lasts:.2f} s{more}"


def schedule(seed: int, shape: Shape) -> list[Fault]:
    """The faults of a seed: none to five."""
    chance = random.Random(f"{seed}:faults")
    kinds = ON_SQLITE if shape.database == "sqlite" else ON_POSTGRES
    kinds = IN_WEEKS if shape.weeks else kinds
    slower = 12 * HOUR if shape.weeks else 1.0
    found = []
    for _ in range(chance.randrange(6)):
        kind = chance.choice(kinds)
        longest = 6.0 if chance.random() < 0.8 else 45.0
        found.append(
            Fault(
                at=round(slower * chance.uniform(0.0, 12.0), 3),
                kind=kind,
                lasts=round(chance.uniform(0.05, longest) * (HOUR if shape.weeks else 1.0), 3),
                whom=chance.randrange(shape.people if kind in OF_PEOPLE else shape.workers),
                size=round(chance.uniform(-SIZE, SIZE)),
            )
        )
    return sorted(found)


SIZE = 90.0
"""Seconds by which a clock jumps at most."""
