"""Players made of code: five levels, one object per seat and match.

A bot is given the bytes of a state and the seat it plays. It imagines everything that the seat cannot know anew
(`determinize`) before it looks at anything else, so what it answers never depends on hidden truth.
"""

from time import thread_time
from typing import Any, Protocol

from pithead.engine.errors import PitheadError
from pithead.engine.game import Game

LEVELS = ("random", "trapper", "hewer", "foreman", "baron")
SECONDS = {"foreman": 1.0, "baron": 5.0}  # for a whole turn


class UnknownLevel(PitheadError):
    """No bot has that name."""

    code = "unknown_level"


class Bot(Protocol):
    """Decides for one seat of one match."""

    level: str

    def choose(self, state: bytes, seat: int) -> int:
        """One legal decision for the seat, which must be to move."""
        ...


def make(level: str, game: Game, seed: int, think: float = 1.0, threads: int | None = None) -> Bot:
    """A bot of a level; `think` scales the time that a searching one takes for a turn."""
    from .backing import Settings
    from .greedy import Greedy, RandomBot
    from .search import Searcher, usable_cores

    if level not in LEVELS:
        raise UnknownLevel(level=level, known=", ".join(LEVELS))
    if level == "random":
        return RandomBot(game, seed)
    if level in SECONDS:
        settings = Settings.of(game, "best" if level == "baron" else "")
        seconds = SECONDS[level] * think
        return Searcher(level, game, seed, seconds, threads=threads or usable_cores(), settings=settings)
    return Greedy(level, game, seed, noise=0.4 if level == "trapper" else 0.0)


class BadSpec(PitheadError):
    """A bot with a setting that does not exist or has no such value."""

    code = "bad_spec"


def from_spec(spec: str, game: Game, seed: int, think: float = 1.0) -> Bot:
    """A bot by a description for experiments: `foreman`, or `foreman:horizon=2:picks=1:simulations=500`.

    It thinks in one thread and by the processor's time, so that other work on the machine changes no result.
    """
    from .backing import Settings
    from .search import Searcher

    level, *parts = spec.strip().lower().split(":")
    if not parts and level not in SECONDS:
        return make(level, game, seed)
    if level not in SECONDS:
        raise BadSpec(spec=spec, known=", ".join(SECONDS))
    changes: dict[str, Any] = {}
    for part in parts:
        name, _, value = part.partition("=")
        kind = {"simulations": int, **Settings.__annotations__}.get(name)
        try:
            assert kind is not None
            changes[name] = kind(value)
        except (AssertionError, ValueError):
            raise BadSpec(spec=spec, known=", ".join(("simulations", *Settings.__annotations__))) from None
    simulations = changes.pop("simulations", None)
    seconds = None if simulations else SECONDS[level] * think
    settings = Settings.of(game, "best" if level == "baron" else "", **changes)
    return Searcher(spec, game, seed, seconds, simulations, settings=settings, clock=thread_time)
