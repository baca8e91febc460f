"""Potential-based reward shaping (Ng, Harada & Russell 1999) with `evaluate` as the potential.

The change of the potential is rewarded at once and offset at the end. The return of a game and the optimal policy stay
the same, but credit assignment no longer has to span hundreds of later actions.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pithead.adapters.batch import BatchEnv
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import prepared
from pithead.bots.search.workspace import Tree
from pithead.engine.game import Game


class Potential:
    """The potential of every seat in every game of a batch."""

    def __init__(self, game: Game) -> None:
        on = prepared(game)
        # No playout: static evaluation.
        self._tree = Tree(on, Settings.of(game, net=0, horizon=0, laps=0, window=1), nodes=8)
        self._module, self._arrays = on.module, on.arrays

    def of(self, env: BatchEnv) -> NDArray[np.float32]:
        """By game and seat, between −1 (lost) and 1 (won)."""
        work, module = self._tree.work, self._module
        found: NDArray[Any] = np.empty((env.count, env.players), np.float32)
        for i in range(env.count):
            self._arrays.put(work.states, module.ROOT, env.state_bytes(i))
            module.forecast(work, -1, 0, 1, 0, 0)
            found[i] = work.reals[module.TOTAL][: env.players]
        return 2 * found - 1
