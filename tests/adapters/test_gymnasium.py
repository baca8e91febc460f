"""Gymnasium's own checker, and whole episodes against bots (P22)."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pithead
from pithead.adapters.gymnasium import SoloEnv

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", pithead.names())
def test_the_checker_is_content(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SoloEnv(name, players=pithead.load(name).players[-1]), skip_render_check=True)


def test_it_is_registered_and_plays_to_the_end() -> None:
    env = gymnasium.make("pithead/Example-v1", players=3, bots=("hewer", "random"))
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
    with pytest.raises(ValueError, match="need 2 bots"):
        SoloEnv("example", players=3, bots=("random",))
