"""What a world is made of: drawn by its seed before anything happens."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal, NamedTuple

GAMES = ("example",) * 12 + ("mine", "coal-baron", "mine-out", "kohle-kolonie")
"""Mostly the smallest one: what the world looks for is in the server."""
HOUR = 3600.0
SKEW = 90.0
"""Seconds by which the clocks of two servers differ at most."""


Greed = Literal["messages", "requests", "tables", "sockets", "tabs"]
GREEDY: tuple[Greed, ...] = ("messages", "requests", "tables", "sockets", "tabs")


class Pace(NamedTuple):
    """How often a server does what it does by itself: at the usual pace that would be most of what happens."""

    tick: float
    """Seconds between two looks at its own clock."""
    pause: float
    """Seconds between two rounds of its other background work, at least."""

    @property
    def stall(self) -> float:
        """Seconds for which it stands still unnoticed, at most."""
        return self.tick + 0.35


LIVE, BY_LETTER = Pace(0.25, 4.0), Pace(HOUR, 2 * HOUR)


class Shape(NamedTuple):
    """A world, as far as it is fixed from the beginning."""

    database: Literal["sqlite", "postgres"]
    workers: int
    skews: tuple[float, ...]
    """By how much the clock of each worker's machine is wrong."""
    game: str
    apart: bool
    """Whether positions are rendered in a child process."""
    people: int
    unattended: bool
    """Whether there is a table to which nobody comes back."""
    asked: bool
    """Whether the server is asked in the end if it is well."""
    restored: bool
    """Whether a backup is made and restored in the end."""
    rematch: bool
    weeks: bool
    """Whether people play by correspondence, for weeks."""
    cup: bool
    """Whether the table belongs to a cup."""
    greed: Greed | None
    """What a guest wants more of than anybody may have."""

    @property
    def pace(self) -> Pace:
        """How busy the server is with itself."""
        return BY_LETTER if self.weeks else LIVE


def draw(seed: int, games: Sequence[str] = ()) -> Shape:
    """The world of a seed."""
    chance = random.Random(f"{seed}:world")
    weeks = chance.random() < 0.03
    several = not weeks and chance.random() < 0.5
    workers = chance.choice((1, 2, 2, 2, 3)) if several else 1
    skews = tuple(chance.choice((0.0, 0.0, round(chance.uniform(-SKEW, SKEW)))) for _ in range(workers))
    shape = Shape(
        database="postgres" if several else "sqlite",
        workers=workers,
        skews=skews if several else (0.0,),
        game="example" if weeks and not games else chance.choice(list(games) or GAMES),
        apart=chance.random() < 0.4,
        people=2,
        unattended=chance.random() < 0.3 and not weeks,
        asked=chance.random() < 0.4 and not weeks,
        restored=chance.random() < 0.05,
        rematch=chance.random() < 0.15 and not weeks,
        weeks=weeks,
        cup=False,
        greed=None,
    )
    if weeks:
        return shape
    greed = chance.choice(GREEDY) if chance.random() < 0.25 else None
    return shape._replace(greed=greed, cup=not shape.rematch and shape.game == "example" and chance.random() < 0.1)
