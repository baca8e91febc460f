"""The network in training: forward pass, backpropagation and optimiser."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pithead.bots.policy import LOGS, Inputs, Policy
from pithead.engine.game import Game

from .kernels import adam, add_rows, list_legal, read_rows, score, spread_rows, spread_scores

Array = NDArray[Any]
STEEPEST = 1.0  # gradient clipping: the maximum norm


@dataclass(frozen=True)
class Thought:
    """The activations of a batch."""

    active: tuple[Array, Array, Array]  # active rows of the observations (`read_rows`)
    legal: Array
    counts: Array
    first: Array  # the two hidden layers
    second: Array
    logs: Array  # log probabilities of the legal actions
    values: Array


class Learner:
    """Batched forward pass, backpropagation and optimiser of a policy."""

    def __init__(self, game: Game, policy: Policy) -> None:
        self.policy = policy
        self._inputs = Inputs.of(game)
        self._most = int(game.files.state.MAX_LEGAL)
        self._slopes, self._mean, self._square = (
            {name: np.zeros_like(found) for name, found in policy.weights.items()} for _ in range(3)
        )
        self._steps = 0

    def legal(self, mask: Array) -> tuple[Array, Array]:
        """The legal actions of a batch of masks, with their counts."""
        legal, counts = np.zeros((len(mask), self._most), np.int16), np.zeros(len(mask), np.int64)
        list_legal(mask, legal, counts)
        return legal, counts

    def think(self, seen: Array, legal: Array, counts: Array) -> Thought:
        """Forward pass."""
        w, inputs = self.policy.weights, self._inputs
        size = np.count_nonzero(seen)
        active = np.empty(len(seen), np.int64), np.empty(size, np.int64), np.empty(size, np.float32)
        read_rows(seen, inputs.rows, inputs.chosen, LOGS, *active)
        first = np.empty((len(seen), len(w["shift"])), np.float32)
        add_rows(*active, w["first"], w["shift"], first)
        np.maximum(first, 0, out=first)
        second = np.maximum(first @ w["second"] + w["offset"], 0)
        logs = np.empty((len(seen), max(1, int(counts.max(initial=1)))), np.float32)
        score(second, w["choice"], w["bias"], legal, counts, logs)
        return Thought(active, legal, counts, first, second, logs, second @ w["value"] + w["level"])

    def values(self, seen: Array) -> Array:
        """The value head alone."""
        nothing = np.zeros((len(seen), 1), np.int16), np.zeros(len(seen), np.int64)
        return self.think(seen, *nothing).values

    def forget_unseen(self) -> None:
        """Zero the rows of inputs that never occurred, so that the weights file compresses well."""
        self.policy.weights["first"][~self._square["first"].any(axis=1)] = 0

    def learn(self, thought: Thought, scores: Array, values: Array, rate: float) -> None:
        """Backpropagate the gradients of logits and values, then take one optimiser step."""
        w, slopes = self.policy.weights, self._slopes
        slopes["value"] += thought.second.T @ values
        slopes["level"] += values.sum()
        back = np.outer(values, w["value"]).astype(np.float32)
        spread_scores(
            thought.second,
            w["choice"],
            thought.legal,
            thought.counts,
            scores,
            slopes["choice"],
            slopes["bias"],
            back,
        )
        back *= thought.second > 0
        slopes["second"] += thought.first.T @ back
        slopes["offset"] += back.sum(axis=0)
        back = back @ w["second"].T
        back *= thought.first > 0
        slopes["shift"] += back.sum(axis=0)
        spread_rows(*thought.active, back, slopes["first"])
        steep = float(np.sqrt(sum(float(np.vdot(found, found)) for found in slopes.values())))
        self._steps += 1
        for name, found in w.items():
            flat, slope, mean, square = (
                array.reshape(-1) for array in (found, slopes[name], self._mean[name], self._square[name])
            )
            adam(flat, slope, mean, square, rate, min(1.0, STEEPEST / (steep + 1e-9)), self._steps)
