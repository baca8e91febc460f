"""A trained policy as a player: a small network that reads the observation of its seat and nothing else.

A file of weights (`.npz`) belongs to a game and to the layout of its observations; `examples/train_selfplay.py` makes
them, and a bot is described as `policy:FILE`. Two layers of rectified sums, then a score per decision and an estimate
of the result:

    hidden = relu(relu(inputs @ first + shift) @ second + offset);  choice @ hidden + bias,  value @ hidden + level
"""

import hashlib
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pithead.engine.errors import PitheadError
from pithead.engine.game import Game
from pithead.engine.imagined import Imagined

Array = NDArray[Any]
LOGS = np.log1p(np.arange(1 << 15)).astype(np.float32)  # how much an amount counts
BYTE, TINY = 127, 1e-12  # the largest whole number of a weight in a file, and what stands for no weight at all
WEIGHTS = ("first", "shift", "second", "offset", "choice", "bias", "value", "level")


class BadPolicy(PitheadError):
    """A file that holds no policy, or one of another game."""

    code = "bad_policy"


@dataclass(frozen=True)
class Inputs:
    """Which row of `first` a number of an observation adds: one per value of a choice, one in all for an amount.

    Nothing is added for 0, which stands for *none* and *nothing* everywhere.
    """

    rows: Array  # the first row of each number
    chosen: Array  # whether a number is a choice
    size: int
    layout: str  # names the observation that is read

    @classmethod
    def of(cls, game: Game) -> "Inputs":
        """The inputs of a game."""
        pieces = game.files.observation.LAYOUT
        width = np.concatenate([np.full(piece.length, piece.high if piece.values else 1) for piece in pieces])
        chosen = np.concatenate([np.full(piece.length, bool(piece.values)) for piece in pieces])
        named = repr([(piece.name, piece.kind, piece.shape, piece.low, piece.high) for piece in pieces])
        layout = hashlib.sha256(named.encode()).hexdigest()[:12]
        return cls(np.cumsum(width) - width, chosen, int(width.sum()), layout)

    def active(self, observation: Array) -> tuple[Array, Array]:
        """The rows that an observation adds, and how often each counts."""
        (at,) = np.nonzero(observation)
        seen, chosen = observation[at].astype(np.int64), self.chosen[at]
        amounts = np.sign(seen) * LOGS[np.abs(seen)]
        return self.rows[at] + np.where(chosen, seen - 1, 0), np.where(chosen, 1, amounts).astype(np.float32)


@dataclass(frozen=True)
class Policy:
    """The weights by name, and what is known about them."""

    weights: dict[str, Array]
    about: dict[str, Any]

    @classmethod
    def fresh(cls, game: Game, hidden: int, seed: int) -> "Policy":
        """A network that knows nothing: it takes every legal decision equally often."""
        chance = np.random.default_rng(seed)
        inputs, actions = Inputs.of(game), int(game.files.state.N_ACTIONS)

        def drawn(rows: int, spread: float) -> Array:
            return (chance.standard_normal((rows, hidden)) * spread).astype(np.float32)

        empty = {"shift": hidden, "offset": hidden, "bias": actions, "value": hidden, "level": 1}
        weights = {name: np.zeros(size, np.float32) for name, size in empty.items()}
        weights |= {
            "first": drawn(inputs.size, 0.1),
            "second": drawn(hidden, (2 / hidden) ** 0.5),
            "choice": np.zeros((actions, hidden), np.float32),
        }
        return cls(weights, {"game": game.id, "layout": inputs.layout})

    def scores(self, inputs: Inputs, observation: Array) -> Array:
        """A score for every decision, legal or not; the greatest legal one is what the policy likes best."""
        w = self.weights
        rows, times = inputs.active(observation)
        hidden = np.maximum(times @ w["first"][rows] + w["shift"], 0)
        hidden = np.maximum(hidden @ w["second"] + w["offset"], 0)
        scores: Array = w["choice"] @ hidden + w["bias"]
        return scores

    def write(self, path: Path) -> None:
        """Write a file, with weights of 8 bits: each row of a matrix has a scale of its own."""
        kept: dict[str, Any] = {}
        for name, found in self.weights.items():
            scale = np.maximum(np.abs(found).max(axis=-1, keepdims=True), TINY) / BYTE
            kept |= {name: np.rint(found / scale).astype(np.int8), f"{name}.scale": scale.astype(np.float32)}
        np.savez_compressed(path, about=np.array(json.dumps(self.about)), **kept)

    @classmethod
    def read(cls, path: Path, game: Game) -> "Policy":
        """The policy of a file, if it is one of this game and its observations."""
        try:
            with np.load(path, allow_pickle=False) as kept:
                about = json.loads(str(kept["about"]))
                weights = {name: kept[name] * kept[f"{name}.scale"] for name in WEIGHTS}
        except (OSError, ValueError, KeyError, zipfile.BadZipFile):
            raise BadPolicy(path=str(path), why="no_policy") from None
        inputs, actions = Inputs.of(game), int(game.files.state.N_ACTIONS)
        same = about.get("game") == game.id and about.get("layout") == inputs.layout
        if not same or len(weights["first"]) != inputs.size or len(weights["choice"]) != actions:
            raise BadPolicy(path=str(path), why="policy_of_another", game=about.get("game"))
        return cls(weights, about)


def preferred(policy: Policy, inputs: Inputs, observation: Sequence[int], legal: list[int]) -> int:
    """The legal decision that a policy likes best."""
    return legal[int(policy.scores(inputs, np.asarray(observation))[legal].argmax())]


@lru_cache(maxsize=8)
def _kept(path: Path, changed: int, game: Game) -> tuple[Policy, Inputs]:
    return Policy.read(path, game), Inputs.of(game)


class PolicyBot:
    """Takes the legal decision that its policy likes best."""

    def __init__(self, level: str, game: Game, path: Path) -> None:
        self.level = level
        self._rules = game.rules("compiled" if game.is_warm() else "interpreted")
        changed = path.stat().st_mtime_ns if path.is_file() else 0
        self._policy, self._inputs = _kept(path, changed, game)

    def choose(self, position: Imagined) -> int:
        """The best of the legal decisions."""
        state = self._rules.decode(position.data)
        legal = self._rules.legal(state)
        if len(legal) == 1:
            return legal[0]
        return preferred(self._policy, self._inputs, self._rules.features(state, position.seat), legal)
