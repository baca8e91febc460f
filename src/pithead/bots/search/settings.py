"""How a game is searched."""

from dataclasses import dataclass
from typing import Any

from pithead.engine.game import Game

# What differs from the plain settings: for Baron and hints only what a game says itself; forecasts of an analysis look
# further ahead, because what was just revealed matters only when it is used.
USES: dict[str, dict[str, Any]] = {
    "best": {},
    "forecast": {"horizon": 0, "laps": 2, "picks": 4, "margin": 0.0},
}


@dataclass(frozen=True)
class Settings:
    """How a game is searched: the table `[search]` of its `game.toml` over these values.

    For a use of its own the table `[search.best]` or `[search.forecast]` stands over those of `USES`. What each means
    is said where the search reads it: `kernel/memory.py`, `Plan`.
    """

    explore: float = 0.3
    sharp: float = 0.05
    trust: float = 0.5
    scale: float = 40.0
    floor: float = 4.0
    partner: float = 0.0
    margin: float = 0.15
    expand: int = 1
    horizon: int = 0
    laps: int = 0
    picks: int = 1
    window: int = 0
    net: int = -1

    @classmethod
    def of(cls, game: Game, use: str = "", **changes: Any) -> "Settings":
        """The settings of a game for a use (`best`, `forecast`, or plain), with changes for an experiment."""
        given = dict(game.facts.get("search", {}))
        own = {name: given.pop(name, {}) for name in USES}
        return cls(**{**given, **(USES[use] | own[use] if use else {}), **changes})
