"""The compiled search of games that are on a table: made while people are still coming, at ordinary priority.

Until it is there bots play on the interpreter; nobody waits for a compiler.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from pithead.bots.search.workspace import KERNEL
from pithead.engine.errors import PitheadError
from pithead.engine.game import Game
from pithead.kit.cache import CompileFailed

from .world import World

log = logging.getLogger("pithead.table.warming")

GUESS = 20.0
"""Seconds that a game may take, before it is known."""
TRUST = 0.1
"""The part of the work after which what was measured counts as much as the guess."""

Key = tuple[str, str]


class Warming:
    """Compiles each game once, in a child process, and knows how long that still takes."""

    def __init__(self, tell: Callable[[Game], None], world: World) -> None:
        self._world = world
        self._tell = tell
        self._ready_at: dict[Key, float] = {}

    def left(self, game: Game) -> int | None:
        """Seconds until the compiled search of a game is expected; None if nobody has to wait for it."""
        ready_at = self._ready_at.get(_key(game))
        return None if ready_at is None else max(1, round(ready_at - self._world.monotonic()))

    def want(self, game: Game) -> None:
        """A game is on a table: compile it, unless that is done, under way or impossible."""
        if _key(game) in self._ready_at or not game.can_compile or game.is_warm(KERNEL):
            return
        self._ready_at[_key(game)] = self._world.monotonic() + GUESS
        loop = asyncio.get_running_loop()
        # Not in the loop's executor, whose threads are joined at shutdown.
        self._world.start_thread(f"warm-{game.id}", partial(self._compile, game, loop))

    def _compile(self, game: Game, loop: asyncio.AbstractEventLoop) -> None:
        reported = self._world.monotonic()
        began: float | None = None

        def reached(done: int, of: int, name: str) -> None:
            nonlocal reported, began
            now = self._world.monotonic()
            # Before its first function the compiler itself is loaded, which says nothing about the others.
            began = now if began is None else began
            pace = (TRUST * GUESS + now - began) / (TRUST * of + done)
            self._ready_at[_key(game)] = now + pace * (of - done)
            if now - reported >= 1:
                reported = now
                self._say(game, loop)

        try:
            game.warm(reached, KERNEL)
        except (CompileFailed, PitheadError, OSError) as problem:
            log.error("a game cannot be compiled", extra={"game": game.id, "why": str(problem)})
        finally:
            del self._ready_at[_key(game)]
            self._say(game, loop)

    def _say(self, game: Game, loop: asyncio.AbstractEventLoop) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._tell, game)


def _key(game: Game) -> Key:
    return game.id, game.material.fingerprint
