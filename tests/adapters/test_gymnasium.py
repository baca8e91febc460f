"""Gymnasium's own checker, and whole episodes against bots (P22)."""

import copy
import importlib.util
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pithead
from pithead.adapters.checks import BadArgument
from pithead.adapters.gymnasium import SoloEnv

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", pithead.names())
def test_the_checker_is_content(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SoloEnv(name, players=pithead.load(name).players[-1]), skip_render_check=True)


@pytest.mark.soak
@pytest.mark.parametrize("name", pithead.names())
def test_the_checker_of_stable_baselines3_is_content_and_its_masked_learner_learns(name: str) -> None:
    assert importlib.util.find_spec("sb3_contrib"), "this test needs stable-baselines3, which `make soak` installs"
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common import env_checker

    env = SoloEnv(name, players=pithead.load(name).players[-1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env_checker.check_env(env)
    learner = MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=32, n_epochs=1)
    assert learner.learn(128).num_timesteps == 128


@pytest.mark.parametrize("name", pithead.names())
def test_spaces_and_steps_are_what_stable_baselines3_asks_for(name: str) -> None:
    """What its checker asserts beyond Gymnasium's (decision 21), and the masks that its learners read."""
    env = SoloEnv(name, players=pithead.load(name).players[-1])
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
    assert env.action_space.start == 0
    boxes: dict[str, Any] = dict(env.observation_space.spaces)
    assert all(isinstance(box, gymnasium.spaces.Box) and len(box.shape) == 1 for box in boxes.values())
    assert all((box.low < box.high).any() and np.isfinite(box.high).all() for box in boxes.values())
    observation, info = env.reset(seed=1)
    assert isinstance(info, dict)
    chance, over = np.random.default_rng(1), False
    while not over:
        mask = env.action_masks()
        assert mask.dtype == np.bool_
        assert mask.shape == observation["action_mask"].shape
        assert np.array_equal(mask, observation["action_mask"] == 1)
        observation, reward, over, truncated, info = env.step(chance.choice(np.flatnonzero(mask)))
        assert {key: (seen.dtype, seen.shape) for key, seen in observation.items()} == {
            key: (box.dtype, box.shape) for key, box in boxes.items()
        }
        assert all(boxes[key].contains(seen) for key, seen in observation.items())
        assert (type(reward), type(over), type(truncated)) == (float, bool, bool)
        assert not truncated
        assert "illegal" not in info


def test_it_is_registered_and_plays_to_the_end() -> None:
    env = gymnasium.make("pithead/Example-v2", players=3, bots=("hewer", "random"))
    observation, info = env.reset(seed=2)
    chance = np.random.default_rng(2)
    over = False
    while not over:
        legal = np.flatnonzero(observation["action_mask"])
        observation, reward, over, _, info = env.step(chance.choice(legal))
    assert -1 <= float(reward) <= 1
    assert len(info["points"]) == 3


def test_an_illegal_action_ends_the_episode_and_says_which() -> None:
    env = SoloEnv("example", players=2)
    observation, _ = env.reset(seed=1)
    wrong = np.flatnonzero(observation["action_mask"] == 0)[0]
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert info["illegal"]


def test_the_number_of_bots_must_fit() -> None:
    with pytest.raises(BadArgument, match="need 2 bots"):
        SoloEnv("example", players=3, bots=("random",))


@pytest.mark.parametrize(
    "arguments",
    [
        {"seat": 5},
        {"seat": -1},
        {"think": -1},
        {"bots": "nobody"},
        {"bots": "hewer:simulations=3"},
        {"bots": None},
        {"bots": (5,)},
        {"render_mode": "film"},
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(arguments: dict[str, Any]) -> None:
    with pytest.raises(pithead.PitheadError) as refusal:
        SoloEnv("example", players=2, **arguments)
    assert "{" not in str(refusal.value)


@pytest.mark.parametrize("action", [1.5, None, "1", True, np.float32(1), np.zeros(2, int)])
def test_what_is_no_whole_number_is_no_action(action: Any) -> None:
    env = SoloEnv("example", players=2)
    env.reset(seed=1)
    with pytest.raises(BadArgument, match="whole numbers"):
        env.step(action)


def test_a_step_before_the_first_deal_is_refused() -> None:
    with pytest.raises(BadArgument, match="call reset first"):
        SoloEnv("example", players=2).step(0)
    for mode in ("ansi", "rgb_array"):
        with pytest.raises(BadArgument, match="call reset first"):
            SoloEnv("example", players=2, render_mode=mode).render()
    with pytest.raises(BadArgument, match="call reset first"):
        SoloEnv("example", players=2).action_masks()


def test_a_searching_bot_can_be_described() -> None:
    env = SoloEnv("example", players=2, bots="foreman:simulations=20")
    observation, _ = env.reset(seed=1)
    for _ in range(4):
        observation, *_ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))


def test_it_can_be_copied_and_pickled_at_every_moment() -> None:
    env = SoloEnv("example", players=2, seat=0)
    observation, _ = env.reset(seed=3)
    over = False
    while not over:
        twins = (copy.deepcopy(env), pickle.loads(pickle.dumps(env)))
        action = int(np.flatnonzero(observation["action_mask"])[-1])
        observation, reward, over, *_ = env.step(action)
        for twin in twins:
            again, same_reward, *_ = twin.step(action)
            assert (again["observation"] == observation["observation"]).all()
            assert same_reward == reward
