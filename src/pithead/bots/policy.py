"""A trained policy network as a bot: it reads only the observation of its seat.

A weights file (`.npz`) is bound to a game and to the layout of its observations; `examples/train_selfplay.py` makes
them, and the bot spec is `policy:FILE`. Two ReLU layers, then a policy head (logits) and a value head:

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
LOGS = np.log1p(np.arange(1 << 15)).astype(np.float32)  # log-scaled amounts, precomputed
BYTE, TINY = 127, 1e-12  # int8 range, and the smallest scale (avoids division by 0)
WEIGHTS = ("first", "shift", "second", "offset", "choice", "bias", "value", "level")


class BadPolicy(PitheadError):
    """Not a policy file, or one for another game or observation layout."""

    code = "bad_policy"


@dataclass(frozen=True)
class Inputs:
    """Sparse input encoding: which rows of `first` an observation selects. One-hot for choices, one row for an amount.

    A 0 selects no row: it means *none* or *nothing* everywhere.
    """

    rows: Array  # offset of each number's rows
    chosen: Array  # whether a number is categorical
    size: int
    layout: str  # version hash of the observation layout

    @classmethod
    def of(cls, game: Game) -> "Inputs":
        """The encoding of a game's observations."""
        pieces = game.files.observation.LAYOUT
        width = np.concatenate([np.full(piece.length, piece.high if piece.values else 1) for piece in pieces])
        chosen = np.concatenate([np.full(piece.length, bool(piece.values)) for piece in pieces])
        named = repr([(piece.name, piece.kind, piece.shape, piece.low, piece.high) for piece in pieces])
        layout = hashlib.sha256(named.encode()).hexdigest()[:12]
        return cls(np.cumsum(width) - width, chosen, int(width.sum()), layout)

    def active(self, observation: Array) -> tuple[Array, Array]:
        """The active rows of an observation, and their coefficients."""
        (at,) = np.nonzero(observation)
        seen, chosen = observation[at].astype(np.int64), self.chosen[at]
        amounts = np.sign(seen) * LOGS[np.abs(seen)]
        return self.rows[at] + np.where(chosen, seen - 1, 0), np.where(chosen, 1, amounts).astype(np.float32)


@dataclass(frozen=True)
class Policy:
    """Network weights by name, and their metadata."""

    weights: dict[str, Array]
    about: dict[str, Any]

    @classmethod
    def fresh(cls, game: Game, hidden: int, seed: int) -> "Policy":
        """A freshly initialised network with a uniform policy (zero policy head)."""
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
        """The logits of all actions, illegal ones included: the caller masks."""
        w = self.weights
        rows, times = inputs.active(observation)
        hidden = np.maximum(times @ w["first"][rows] + w["shift"], 0)
        hidden = np.maximum(hidden @ w["second"] + w["offset"], 0)
        scores: Array = w["choice"] @ hidden + w["bias"]
        return scores

    def write(self, path: Path) -> None:
        """Write the file with weights quantised to int8, one scale per row."""
        kept: dict[str, Any] = {}
        for name, found in self.weights.items():
            scale = np.maximum(np.abs(found).max(axis=-1, keepdims=True), TINY) / BYTE
            kept |= {name: np.rint(found / scale).astype(np.int8), f"{name}.scale": scale.astype(np.float32)}
        np.savez_compressed(path, about=np.array(json.dumps(self.about)), **kept)

    @classmethod
    def read(cls, path: Path, game: Game) -> "Policy":
        """Load and dequantise; refuses a file for another game or observation layout."""
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
    """The legal action with the highest logit."""
    return legal[int(policy.scores(inputs, np.asarray(observation))[legal].argmax())]


@lru_cache(maxsize=8)
def _kept(path: Path, changed: int, game: Game) -> tuple[Policy, Inputs]:
    return Policy.read(path, game), Inputs.of(game)


class PolicyBot:
    """Plays the legal action with the highest logit (no sampling)."""

    def __init__(self, level: str, game: Game, path: Path) -> None:
        self.level = level
        self._rules = game.rules("compiled" if game.is_warm() else "interpreted")
        changed = path.stat().st_mtime_ns if path.is_file() else 0
        self._policy, self._inputs = _kept(path, changed, game)

    def choose(self, position: Imagined) -> int:
        """The legal action with the highest logit."""
        state = self._rules.decode(position.data)
        legal = self._rules.legal(state)
        if len(legal) == 1:
            return legal[0]
        return preferred(self._policy, self._inputs, self._rules.features(state, position.seat), legal)
