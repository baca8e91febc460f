"""Observation encoding for neural networks: min-max normalised, or categorical values one-hot."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pithead.engine.game import Game
from pithead.kit.observation import Piece

from .position import limits


class Encoder:
    """Turns observations of a game (any array whose last axis is `n_features`) into `float32`."""

    def __init__(self, game: Game) -> None:
        self.layout: tuple[Piece, ...] = game.files.observation.LAYOUT
        low, high = limits(game)
        self._low = low.astype(np.float32)
        self._scale = 1 / np.maximum(high.astype(np.float32) - self._low, 1)

    def normalised(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """Min-max normalise every number by its declared bounds."""
        return np.asarray((observations - self._low) * self._scale, np.float32)

    @cached_property
    def size(self) -> int:
        """The length of an observation in one-hot form."""
        return sum(piece.length * (len(piece.values) or 1) for piece in self.layout)

    def one_hot(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """Numbers and flags normalised, choices and players one-hot."""
        scaled = self.normalised(observations)
        out = np.zeros((*observations.shape[:-1], self.size), np.float32)
        at = 0
        for piece in self.layout:
            width = piece.length * (len(piece.values) or 1)
            if piece.values:
                hot = observations[..., piece.start : piece.stop, None] == np.arange(len(piece.values))
                out[..., at : at + width] = hot.reshape(*hot.shape[:-2], width)
            else:
                out[..., at : at + width] = scaled[..., piece.start : piece.stop]
            at += width
        return out
