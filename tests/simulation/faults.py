"""What goes wrong in a world, and when: a schedule that the seed draws, and that can be made shorter."""

from __future__ import annotations

import random
from typing import Literal, NamedTuple

Kind = Literal[
    "kill", "power cut", "partition", "slow disk", "clock jump", "failing reads", "stopped processes", "damaged table"
]
KINDS: tuple[Kind, ...] = (
    *("kill", "kill", "power cut", "partition", "partition", "slow disk", "clock jump"),
    *("failing reads", "stopped processes", "damaged table"),
)
RESTARTS: frozenset[Kind] = frozenset(("kill", "power cut", "clock jump", "damaged table"))


class Fault(NamedTuple):
    """One fault: after how many seconds of the game, what, for how long; `size` is the seconds that a clock jumps."""

    at: float
    kind: Kind
    lasts: float
    whom: int
    size: float

    def text(self) -> str:
        """For people."""
        more = f", clock {self.size:+.0f} s" if self.kind == "clock jump" else ""
        whom = f" of player {self.whom}" if self.kind == "partition" else ""
        return f"{self.kind}{whom} after {self.at:.2f} s for {self.lasts:.2f} s{more}"


def schedule(seed: int, players: int) -> list[Fault]:
    """The faults of a seed: none to five."""
    chance = random.Random(f"{seed}:faults")
    found = []
    for _ in range(chance.randrange(6)):
        kind = chance.choice(KINDS)
        longest = 6.0 if chance.random() < 0.8 else 45.0
        found.append(
            Fault(
                at=round(chance.uniform(0.0, 12.0), 3),
                kind=kind,
                lasts=round(chance.uniform(0.05, longest), 3),
                whom=chance.randrange(players),
                size=round(chance.uniform(-90.0, 90.0)),
            )
        )
    return sorted(found)
