"""The vector environment plays the very games of the engine."""

import numpy as np
import pytest

import pithead
from pithead.adapters.vector import VectorEnv
from pithead.engine.errors import Illegal

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", pithead.names())
def test_masks_movers_and_features_are_those_of_the_rules(game: str) -> None:
    env = VectorEnv(game, players=3, count=8, seed=3)
    rules = pithead.load(game).rules()
    batch = env.reset()
    for _ in range(100):
        for i in range(8):
            state = rules.decode(env.state_bytes(i))
            mover = rules.to_move(state)
            assert batch.movers[i] == mover
            assert np.flatnonzero(batch.mask[i]).tolist() == rules.legal(state)
            assert batch.features[i].tolist() == rules.features(state, mover)
        batch = env.step(env.random_actions())


def test_a_finished_game_pays_zero_sum_rewards_and_is_followed_by_another() -> None:
    env = VectorEnv("example", players=3, count=64, seed=4)
    batch = env.reset()
    ended = 0
    for _ in range(200):
        batch = env.step(env.random_actions())
        assert np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-6)
        assert not batch.rewards[batch.done == 0].any()
        for i in np.flatnonzero(batch.done):
            points = batch.points[i][:3]
            best = points == points.max()
            assert ((batch.rewards[i] > 0) == best).all() or best.all()
        ended += int(batch.done.sum())
        assert (batch.mask.sum(axis=1) > 0).all()
    assert ended > 64


def test_threads_change_nothing() -> None:
    one, two = (VectorEnv("example", players=2, count=50, seed=9, threads=threads) for threads in (1, 2))
    first, second = one.reset(), two.reset()
    for _ in range(100):
        actions = one.random_actions()
        assert (actions == two.random_actions()).all()
        first, second = one.step(actions), two.step(actions)
        assert all(np.array_equal(getattr(first, name), getattr(second, name)) for name in first._fields)


def test_seeds_differ_between_games_and_runs() -> None:
    env = VectorEnv("example", players=2, count=40, seed=1)
    env.reset()
    assert len({env.state_bytes(i) for i in range(40)}) == 40
    other = VectorEnv("example", players=2, count=1, seed=2)
    other.reset()
    assert other.state_bytes(0) != env.state_bytes(0)


def test_an_illegal_action_is_refused_and_not_played() -> None:
    env = VectorEnv("example", players=2, count=2)
    batch = env.reset()
    before = env.state_bytes(1)
    actions = env.random_actions()
    actions[1] = int(np.flatnonzero(batch.mask[1] == 0)[0])
    with pytest.raises(Illegal):
        env.step(actions)
    assert env.state_bytes(1) == before


def test_a_game_can_wait() -> None:
    env = VectorEnv("example", players=2, count=2)
    env.reset()
    before = env.state_bytes(0), env.state_bytes(1)
    actions = env.random_actions()
    actions[1] = -1
    env.step(actions)
    assert env.state_bytes(0) != before[0]
    assert env.state_bytes(1) == before[1]


def test_options_are_those_of_the_game() -> None:
    env = VectorEnv("example", players=4, count=1, teams=True)
    assert env.options["teams"] is True
    with pytest.raises(pithead.PitheadError):
        VectorEnv("example", players=2, count=1, teams=True)
