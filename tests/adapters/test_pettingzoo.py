"""PettingZoo's own compliance tests over many fresh environments (P22)."""

import importlib
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import pithead
from pithead.adapters.checks import BadArgument
from pithead.adapters.pettingzoo import example_v2
from tests.contract.settings import Setting, settings

pytestmark = pytest.mark.slow

# At least this many fresh environments per game, spread over all its player counts and variants.
FRESH = [40, pytest.param(100, marks=pytest.mark.soak)]


def module_of(name: str) -> Any:
    return importlib.import_module(f"pithead.adapters.pettingzoo.{name.replace('-', '_')}_v2")


def make(setting: Setting, **extra: Any) -> Any:
    return module_of(setting.name).env(players=setting.players, **setting.options, **extra)


@pytest.mark.parametrize("fresh", FRESH)
@pytest.mark.parametrize("name", pithead.names())
def test_api_over_many_fresh_environments(name: str, fresh: int) -> None:
    kinds = [setting for setting in settings() if setting.name == name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # api_test warns of observations outside [0, 1]
        assert len(kinds) <= fresh
        for number in range(fresh):
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


def test_bots_take_some_of_the_seats() -> None:
    make_env = partial(module_of("example").env, players=3, bots={1: "foreman:simulations=20", 2: "hewer"})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # api_test warns of observations outside [0, 1]
        api_test(make_env(), num_cycles=30)
    seed_test(make_env, num_cycles=30)
    env = make_env()
    assert env.possible_agents == ["player_0"]
    env.reset(seed=1)
    while not env.terminations["player_0"]:
        env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"])[-1]))
    assert env.rewards["player_0"] in (1.0, 0.25, 0.0, -0.5)
    assert env.state().shape == env.state_space.shape


@pytest.mark.parametrize("bots", [{0: "random", 1: "random"}, {2: "random"}, {1: "nobody"}, {1: 5}, ("hewer",), 5])
def test_bots_that_cannot_sit_there_are_refused_with_a_sentence(bots: Any) -> None:
    with pytest.raises(pithead.PitheadError):
        module_of("example").env(players=2, bots=bots)


@pytest.mark.parametrize("players", [0, -1, 9, "2", False])
def test_a_number_of_players_that_cannot_be_is_refused(players: Any) -> None:
    """0 is a number, too."""
    assert example_v2.env().possible_agents == ["player_0", "player_1"]
    with pytest.raises(pithead.PitheadError):
        example_v2.env(players=players)


@pytest.mark.parametrize(("version", "said"), [(0, "no"), (1, "replaced"), (3, "no")])
def test_a_version_that_there_is_not_names_the_one_there_is(version: int, said: str) -> None:
    with pytest.raises(ImportError, match=rf"{said}.*example_v2"):
        getattr(pithead.adapters.pettingzoo, f"example_v{version}")


def test_an_illegal_action_loses() -> None:
    env = make(Setting("example", 2, "standard"))
    env.reset(seed=1)
    observation, *_ = env.last()
    agent = env.agent_selection
    with pytest.warns(UserWarning, match="not possible"):
        env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert env.terminations[agent]
    assert env._cumulative_rewards[agent] == -1


def test_misuse_is_refused_with_a_sentence() -> None:
    env = example_v2.env(players=2)
    with pytest.raises(BadArgument, match="call reset first"):
        env.state()
    for early in (env.last, env.agent_iter, env.action_masks, env.render, lambda: env.step(0)):
        with pytest.raises(BadArgument, match="call reset first"):
            early()
    with pytest.raises(BadArgument, match="call reset first"):
        env.observe("player_0")
    env.reset(seed=1)
    with pytest.raises(BadArgument, match="whole numbers"):
        env.step(0.5)
    with pytest.raises(BadArgument, match="ansi, human, rgb_array"):
        example_v2.env(players=2, render_mode="film")


def test_a_step_after_the_end_changes_nothing_and_warns() -> None:
    env = example_v2.env(players=2)
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, over, _, _ = env.last()
        env.step(None if over else int(np.flatnonzero(observation["action_mask"])[0]))
    for action in (None, 0):
        with pytest.warns(UserWarning, match="over"):
            env.step(action)
    assert env.agents == []


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
