"""`VectorEnv`: N games in one NumPy call on the compiled backend."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pithead.engine import registry
from pithead.engine.errors import Illegal
from pithead.kit.cache import Progress

SOURCE = Path(__file__).parent / "stepping.py"


class Batch(NamedTuple):
    """What N environments show after a step; the arrays are re-used by the next one.

    `rewards` and `points` belong to the game that has just ended where `done` is set; `features`, `mask` and `movers`
    already show the first decision of the next game there.
    """

    features: NDArray[np.float32]
    mask: NDArray[np.uint8]
    movers: NDArray[np.int64]
    rewards: NDArray[np.float32]
    points: NDArray[np.int64]
    done: NDArray[np.uint8]


class VectorEnv:
    """Steps many games of one title at once, each with a deal of its own and a new game after every end."""

    def __init__(
        self,
        game: str,
        players: int,
        count: int,
        seed: int = 0,
        threads: int = 1,
        material: str | Path | None = None,
        progress: Progress | None = None,
        **options: Any,
    ) -> None:
        self.game = registry.load(game, material)
        self.players = players
        self.count = count
        self.options = self.game.resolve(options)
        self.game.check_setup(players, self.options)
        self.game.warm(progress, SOURCE)
        self._code = self.game.instance("compiled").specialise(SOURCE)
        state = self.game.instance("compiled").module("state")
        max_players, self.n_actions, self.n_features = self._code.SHAPES
        self._states = np.zeros(count, state.State)
        self._fasts = np.zeros(count, self.game.instance("compiled").kit_name("Fast"))
        self._code.seed_all(self._fasts, seed)
        self._keys = np.zeros((count, 8), np.int64)
        self._numbers = np.array(self.game.numbers(self.options) or [0], np.int64)
        self._batch = Batch(
            np.zeros((count, self.n_features), np.float32),
            np.zeros((count, self.n_actions), np.uint8),
            np.zeros(count, np.int64),
            np.zeros((count, players), np.float32),
            np.zeros((count, max_players), np.int64),
            np.zeros(count, np.uint8),
        )
        bounds = np.linspace(0, count, threads + 1).astype(int).tolist()
        self._ranges = list(pairwise(bounds))
        # The same as the masks, as lists: what random decisions are drawn from.
        self._legal = np.zeros((count, state.MAX_LEGAL), np.int64)
        self._counts = np.zeros(count, np.int64)
        # Each thread has scratch space of its own.
        self._ranks = [np.zeros(max_players, np.int64) for _ in self._ranges]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def reset(self) -> Batch:
        """Start every game anew."""
        b = self._batch
        b.rewards.fill(0)
        b.done.fill(0)
        self._each(
            lambda first, last, ranks: self._code.reset_range(
                self._states,
                self._fasts,
                self._keys,
                first,
                last,
                self.players,
                self._numbers,
                self._legal,
                self._counts,
                b.mask,
                b.features,
                b.movers,
            )
        )
        return b

    def step(self, actions: NDArray[np.int64]) -> Batch:
        """Play one decision in every game; −1 lets a game wait."""
        b = self._batch
        actions = np.ascontiguousarray(actions, np.int64)
        wrong = self._each(
            lambda first, last, ranks: self._code.step_range(
                self._states,
                self._fasts,
                self._keys,
                first,
                last,
                self.players,
                self._numbers,
                actions,
                self._legal,
                self._counts,
                b.mask,
                b.features,
                b.movers,
                ranks,
                b.points,
                b.rewards,
                b.done,
            )
        )
        for i in wrong:
            if i is not None and i >= 0:
                action = int(actions[i])
                text = self.game.action_texts[action] if 0 <= action < self.n_actions else str(action)
                raise Illegal(action=text, why=f"[{i}]")
        return b

    def random_actions(self) -> NDArray[np.int64]:
        """A random legal decision for every game."""
        actions = np.zeros(self.count, np.int64)
        self._each(
            lambda first, last, ranks: self._code.choose_range(
                self._fasts, first, last, self._legal, self._counts, actions
            )
        )
        return actions

    def state_bytes(self, i: int) -> bytes:
        """The state of one game, for `rules.decode`."""
        return bytes(self._states[i : i + 1].tobytes())

    def _each(self, work: Any) -> list[Any]:
        jobs = [(first, last, ranks) for (first, last), ranks in zip(self._ranges, self._ranks, strict=True)]
        if self._pool is None:
            return [work(*jobs[0])]
        return list(self._pool.map(lambda job: work(*job), jobs))
