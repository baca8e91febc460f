"""Bots: five levels, one object per seat and match.

A bot receives an `Imagined` position: a determinization of the state, in which everything hidden from its seat has been
resampled. It never holds the true state, so its answer cannot depend on hidden information, however it is written.
"""

from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING, Any, Protocol

from pithead.engine.errors import PitheadError
from pithead.engine.game import Game
from pithead.engine.imagined import Imagined

if TYPE_CHECKING:
    from .search.searcher import Searcher

LEVELS = ("random", "trapper", "hewer", "foreman", "baron")
SECONDS = {"foreman": 1.0, "baron": 5.0}  # for a whole turn


class UnknownLevel(PitheadError):
    """No bot has that name."""

    code = "unknown_level"


class Bot(Protocol):
    """The bot interface: chooses actions for one seat of one match."""

    level: str

    def choose(self, position: Imagined) -> int:
        """A legal action for the position's seat, which must be to move."""
        ...


def make(level: str, game: Game, seed: int, think: float = 1.0, threads: int | None = None) -> Bot:
    """Factory: a bot by level, or a planner of the game by name; `think` scales the time budget of search bots."""
    from .greedy import Greedy, RandomBot
    from .planner import Planner, planners
    from .search.searcher import Searcher, usable_cores
    from .search.settings import Settings

    if level not in LEVELS:
        plans = planners(game)
        if level not in plans:
            raise UnknownLevel(level=level, known=", ".join((*LEVELS, *plans)))
        return Planner(level, game, seed, plans[level])
    if level == "random":
        return RandomBot(game, seed)
    if level in SECONDS:
        settings = Settings.of(game, "best" if level == "baron" else "")
        seconds = SECONDS[level] * think
        return Searcher(level, game, seed, seconds, threads=threads or usable_cores(), settings=settings)
    return Greedy(level, game, seed, noise=0.4 if level == "trapper" else 0.0)


# Settings of a bot spec, with their ranges.
LIMITS: dict[str, tuple[float, float]] = {
    "simulations": (1, 100_000_000),
    "explore": (0.001, 1000.0),
    "sharp": (0.0001, 1000.0),
    "trust": (0.001, 1000.0),
    "scale": (0.01, 100_000.0),
    "floor": (0.01, 100_000.0),
    "partner": (0.0, 1000.0),
    "margin": (0.0, 1.0),
    "expand": (0, 1_000_000),
    "horizon": (-1, 1000),
    "laps": (0, 1000),
    "picks": (1, 1000),
    "window": (0, 1000),
    "net": (-1, 127),
}


class BadSpec(PitheadError):
    """A bot spec with an unknown setting or a value out of range."""

    code = "bad_spec"


def from_spec(spec: str, game: Game, seed: int, think: float = 1.0) -> Bot:
    """Parse a bot spec for experiments: `foreman`, or `foreman:horizon=2:picks=1:simulations=500`.

    Besides the levels there are the game's planners, by name, and trained policies: `policy:FILE`. The bot is
    single-threaded and budgets CPU time, so that other load on the machine does not weaken it.
    """
    level, *parts = spec.strip().lower().split(":")
    if level == "policy":
        from .policy import PolicyBot

        return PolicyBot("policy", game, Path(spec.strip().partition(":")[2]))
    if level in SECONDS:
        return _searcher(level, spec, parts, game, seed, think)
    bot = make(level, game, seed)
    if parts:
        raise BadSpec(spec=spec, why="no_settings", level=level, known=", ".join(SECONDS))
    return bot


def _searcher(level: str, spec: str, parts: list[str], game: Game, seed: int, think: float) -> "Searcher":
    from .search.searcher import Searcher
    from .search.settings import Settings

    changes = dict(_setting(spec, part) for part in parts)
    simulations = changes.pop("simulations", None)
    seconds = SECONDS[level] * think if simulations is None else None
    settings = Settings.of(game, "best" if level == "baron" else "", **changes)
    return Searcher(spec, game, seed, seconds, simulations, settings=settings, clock=thread_time)


def _setting(spec: str, part: str) -> tuple[str, Any]:
    """Parse one `name=value` of a bot spec."""
    name, _, written = part.partition("=")
    if name not in LIMITS:
        raise BadSpec(spec=spec, why="unknown_setting", name=name, known=", ".join(LIMITS))
    least, most = LIMITS[name]
    try:
        value = type(least)(written)
    except ValueError:
        value = None
    if value is None or not least <= value <= most:  # written so that NaN is refused too
        why = "setting_not_whole" if isinstance(least, int) else "setting_not_within"
        raise BadSpec(spec=spec, why=why, name=name, value=written, least=least, most=most)
    return name, value
