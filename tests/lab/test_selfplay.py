"""Self-play: the slopes are those of the loss, advantages follow seats, and lessons are learned."""

from typing import Any

import numpy as np
import pytest

import pithead
from pithead.bots.policy import Policy
from pithead.lab.selfplay import kernels, learner
from pithead.lab.selfplay.learner import Learner
from pithead.lab.selfplay.potential import Potential
from pithead.lab.selfplay.ppo import STEPS, TRACE, Rollout, SelfPlay

GAME = pithead.load("example")
Array = Any


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few numbers are summed up sooner than the loops are compiled."""
    for name in ("read_rows", "add_rows", "spread_rows", "list_legal", "score", "spread_scores", "adam"):
        monkeypatch.setattr(learner, name, getattr(kernels, name).py_func)


def loss(teaching: Learner, seen: Array, legal: Array, counts: Array, wanted: Array, results: Array) -> float:
    thought = teaching.think(seen, legal, counts)
    return float(-(wanted * thought.logs).sum() + 0.5 * ((thought.values - results) ** 2).sum())


@pytest.mark.usefixtures("interpreted")
def test_slopes_are_those_of_the_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(3)
    policy = Policy.fresh(GAME, hidden=6, seed=1)
    for name, fresh in policy.weights.items():
        policy.weights[name] = fresh.astype(np.float64) + 0.3 * chance.standard_normal(fresh.shape)
    teaching = Learner(GAME, policy)
    match = pithead.new("example", players=2, seed=1)
    seen = np.array([match.rules.features(match.state, seat) for seat in (0, 1)], np.int16)
    legal, counts = np.array([[0, 3, 4], [1, 2, 0]], np.int16), np.array([3, 2])
    wanted, results = np.array([[0.5, 0.5, 0], [0, 1, 0]]), np.array([1.0, -1.0])
    found: dict[str, Array] = {}

    def keep(flat: Array, slopes: Array, mean: Array, square: Array, rate: float, scale: float, step: int) -> None:
        name = next(
            name for name, one in policy.weights.items() if one.size == flat.size and np.shares_memory(one, flat)
        )
        found[name] = slopes.copy()

    monkeypatch.setattr(learner, "adam", keep)
    thought = teaching.think(seen, legal, counts)
    teaching.learn(thought, np.exp(thought.logs) - wanted, thought.values - results, 0.1)
    for name, weights in policy.weights.items():
        flat = weights.reshape(-1)
        strongest = np.abs(found[name]).argsort()[-3:]
        for at in strongest:
            before = flat[at]
            sides = []
            for step in (1e-3, -1e-3):
                flat[at] = before + step
                sides.append(loss(teaching, seen, legal, counts, wanted, results))
            flat[at] = before
            assert found[name][at] == pytest.approx((sides[0] - sides[1]) / 2e-3, rel=0.05, abs=1e-3), name


@pytest.mark.usefixtures("interpreted")
def test_what_follows_a_decision_is_the_next_one_of_the_same_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    play = SelfPlay(GAME, 2, Learner(GAME, Policy.fresh(GAME, hidden=4, seed=1)), seed=1, games=1)
    monkeypatch.setattr(play.learner, "values", lambda seen: np.array([0.25, -0.5], np.float32))
    zeros = np.zeros((STEPS, 1))
    rollout = Rollout(
        zeros, zeros, zeros, np.zeros((STEPS, 1), np.int64), zeros, zeros, zeros + 0.1,
        np.zeros((STEPS, 1, 2)), np.zeros((STEPS, 1), bool),
    )  # fmt: skip
    rollout.movers[1::2] = 1
    advantages = play._advantages(rollout)[:, 0]
    assert advantages[-1] == pytest.approx(-0.5 - 0.1)  # seat 1 moved last, and the rest is worth −0.5 to it
    assert advantages[-2] == pytest.approx(0.25 - 0.1)
    assert advantages[-3] == pytest.approx(0.1 - 0.1 + TRACE * advantages[-1])
    rollout.done[-1], rollout.rewards[-1] = True, [[1.0, -1.0]]
    advantages = play._advantages(rollout)[:, 0]
    assert advantages[-1] == pytest.approx(-1.0 - 0.1)
    assert advantages[-2] == pytest.approx(1.0 - 0.1)  # the reward came with a decision of the other seat


@pytest.mark.usefixtures("interpreted")
def test_what_is_paid_on_the_way_is_settled_with_the_result() -> None:
    plain, shaped = (
        SelfPlay(GAME, 2, Learner(GAME, Policy.fresh(GAME, hidden=4, seed=1)), 1, potential, games=4)
        for potential in (None, Potential(GAME))
    )
    promised = shaped._last_potentials
    alone, paid = plain._play(), shaped._play()
    assert (alone.taken == paid.taken).all()
    assert alone.done.any(axis=0).all()
    for game in range(4):
        end = int(alone.done[:, game].argmax())
        assert not alone.rewards[:end, game].any()
        assert paid.rewards[:end, game].any()
        assert paid.rewards[: end + 1, game].sum(axis=0) == pytest.approx(
            alone.rewards[end, game] - promised[game], abs=1e-5
        )
