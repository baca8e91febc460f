"""PettingZoo's own compliance tests over many fresh environments (P22)."""

import importlib
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import pithead
from tests.contract.settings import Setting, settings

pytestmark = pytest.mark.slow

# At least this many fresh environments per game, spread over its player counts and variants.
FRESH = 100


def module_of(name: str) -> Any:
    return importlib.import_module(f"pithead.adapters.pettingzoo.{name.replace('-', '_')}_v2")


def make(setting: Setting, **extra: Any) -> Any:
    return module_of(setting.name).env(players=setting.players, **setting.options, **extra)


@pytest.mark.parametrize("name", pithead.names())
def test_api_over_many_fresh_environments(name: str) -> None:
    kinds = [setting for setting in settings() if setting.name == name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # api_test warns of observations outside [0, 1]
        for number in range(FRESH):
            api_test(make(kinds[number % len(kinds)]), num_cycles=60)


@pytest.mark.parametrize("name", pithead.names())
def test_the_same_seed_is_the_same_game(name: str) -> None:
    for setting in settings():
        if setting.name == name:
            seed_test(lambda setting=setting: make(setting), num_cycles=40)


def test_a_whole_game_pays_zero_sum_rewards() -> None:
    env = make(Setting("example", 3, "standard"))
    env.reset(seed=1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    chance = np.random.default_rng(1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(chance.choice(legal)))
    assert sum(totals.values()) == pytest.approx(0)
    assert max(totals.values()) > 0


def test_an_illegal_action_loses() -> None:
    env = make(Setting("example", 2, "standard"))
    env.reset(seed=1)
    observation, *_ = env.last()
    agent = env.agent_selection
    with pytest.warns(UserWarning, match="not possible"):
        env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert env.terminations[agent]
    assert env._cumulative_rewards[agent] == -1


def test_it_can_be_rendered_as_text_and_as_an_image() -> None:
    env = make(Setting("example", 2, "standard"), render_mode="ansi")
    env.reset(seed=1)
    assert "P0" in env.render()
    env = make(Setting("example", 2, "standard"), render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert picture.std() > 0
