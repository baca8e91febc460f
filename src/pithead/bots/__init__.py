"""Players made of code: five levels, one object per seat and match.

A bot is given the bytes of a state and the seat it plays. It imagines everything that the seat cannot know anew
(`determinize`) before it looks at anything else, so what it answers never depends on hidden truth.
"""

from typing import Protocol

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
    from .greedy import Greedy, RandomBot
    from .search import Searcher, usable_cores

    if level not in LEVELS:
        raise UnknownLevel(level=level, known=", ".join(LEVELS))
    if level == "random":
        return RandomBot(game, seed)
    if level in SECONDS:
        return Searcher(level, game, seed, seconds=SECONDS[level] * think, threads=threads or usable_cores())
    return Greedy(level, game, seed, noise=0.4 if level == "trapper" else 0.0)
