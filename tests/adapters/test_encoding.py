"""The normalised and the one-hot form follow the layout."""

import numpy as np
import pytest

import pithead
from pithead.adapters.encoding import Encoder


@pytest.mark.parametrize("name", pithead.names())
def test_both_forms_lie_between_zero_and_one_and_lose_nothing(name: str) -> None:
    game = pithead.load(name)
    encoder = Encoder(game)
    match = pithead.new(game, game.players[-1], seed=3)
    seen = []
    for _ in range(20):
        match.play(match.legal[len(match.legal) // 2])
        seen.append(match.rules.features(match.state, 0))
    observations = np.array(seen, np.int16)
    scaled, hot = encoder.normalised(observations), encoder.one_hot(observations)
    assert hot.shape == (20, encoder.size)
    for form in (scaled, hot):
        assert form.dtype == np.float32
        assert form.min() >= 0
        assert form.max() <= 1
    at = 0
    for piece in encoder.layout:
        values = len(piece.values)
        if values:
            block = hot[:, at : at + piece.length * values].reshape(20, piece.length, values)
            assert (block.sum(axis=2) == 1).all()
            assert (block.argmax(axis=2) == observations[:, piece.start : piece.stop]).all()
        at += piece.length * (values or 1)
    back = np.array(
        [[piece.low + 0.0, piece.high - piece.low] for piece in encoder.layout for _ in range(piece.length)]
    )
    assert np.allclose(scaled * np.maximum(back[:, 1], 1) + back[:, 0], observations, atol=0.01)
