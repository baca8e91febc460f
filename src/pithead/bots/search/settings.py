"""Search settings per game and use."""

from dataclasses import dataclass
from typing import Any

from pithead.engine.game import Game

# Overrides per use. `best` (Baron, hints) has none but the game's own; forecasts of an analysis use longer playouts,
# because newly revealed information pays off only once it is used.
USES: dict[str, dict[str, Any]] = {
    "best": {},
    "forecast": {"horizon": 0, "laps": 2, "picks": 4, "margin": 0.0},
}


@dataclass(frozen=True)
class Settings:
    """Search parameters: the table `[search]` of the game's `game.toml` overrides these defaults.

    `[search.best]` and `[search.forecast]` override the defaults of `USES`. The fields are documented at `Plan` in
    `kernel/memory.py`.
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
        """The settings of a game for a use (`best`, `forecast`, or the default), with overrides for experiments."""
        given = dict(game.facts.get("search", {}))
        own = {name: given.pop(name, {}) for name in USES}
        return cls(**{**given, **(USES[use] | own[use] if use else {}), **changes})
