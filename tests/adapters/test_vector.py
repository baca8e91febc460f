"""The vector environment is one of Gymnasium's: spaces, seeds, both ways of beginning anew, infos."""

import importlib
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import pithead
from pithead.adapters.checks import BadArgument
from pithead.adapters.vector import VectorEnv

pytestmark = pytest.mark.slow


def legal(observations: Any, chance: np.random.Generator) -> Any:
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in observations["action_mask"]])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_observations_rewards_and_infos_are_gymnasiums(mode: AutoresetMode) -> None:
    env = VectorEnv("example", num_envs=8, players=3, autoreset_mode=mode)
    observations, infos = env.reset(seed=3)
    chance = np.random.default_rng(1)
    ended = np.zeros(8, bool)
    finished = 0
    for _ in range(120):
        assert observations in env.observation_space
        actions = legal(observations, chance)
        assert actions in env.action_space
        observations, rewards, terminated, truncated, infos = env.step(actions)
        assert not truncated.any()
        assert not rewards[~terminated].any()
        assert not terminated[ended].any()
        if terminated.any():
            assert infos["points"].shape == (8, 3)
            assert (infos["_points"] == terminated).all()
            assert ("final_obs" in infos) == (mode is AutoresetMode.SAME_STEP)
        finished += int(terminated.sum())
        if mode is AutoresetMode.NEXT_STEP:
            ended = terminated
        if mode is AutoresetMode.DISABLED and terminated.any():
            observations, _ = env.reset(options={"reset_mask": terminated})
    assert finished >= 8
    env.close()


@pytest.mark.parametrize("bots", ["random", "hewer"])
def test_a_list_gives_every_game_a_seed_of_its_own(bots: str) -> None:
    many = VectorEnv("example", num_envs=3, bots=bots)
    many.reset(seed=1)
    seen = [many.reset(seed=[7, 8, 7])]
    alone = [VectorEnv("example", num_envs=1, bots=bots) for _ in range(3)]
    single = [[env.reset(seed=seed)] for env, seed in zip(alone, (7, 8, 7), strict=True)]
    for _ in range(60):  # several games one after another
        actions = seen[-1][0]["action_mask"].argmax(axis=1)
        observations, *_, infos = many.step(actions)
        seen.append((observations, infos))
        for i, env in enumerate(alone):
            observations, *_, infos = env.step(actions[i : i + 1])
            single[i].append((observations, infos))
    for at, (observations, infos) in enumerate(seen):
        for i in range(3):
            assert (observations["observation"][i] == single[i][at][0]["observation"][0]).all(), (at, i)
            assert infos["seat"][i] == single[i][at][1]["seat"][0]
    assert any((observations["observation"][0] != observations["observation"][1]).any() for observations, _ in seen)


def test_a_list_of_seeds_leaves_out_none_and_has_to_fit() -> None:
    env, other = VectorEnv("example", num_envs=2), VectorEnv("example", num_envs=2)
    env.reset(seed=1)
    other.reset(seed=1)
    assert (env.reset(seed=[5, None])[0]["observation"][1] == other.reset()[0]["observation"][1]).all()
    for seeds in ([1], [1, 2, 3], [1, 1.5], [1, -1]):
        with pytest.raises(BadArgument):
            env.reset(seed=seeds)  # type: ignore[arg-type]


def test_the_same_seed_is_the_same_run() -> None:
    runs = []
    for _ in range(2):
        env = VectorEnv("example", num_envs=4, bots="random")
        observations, _ = env.reset(seed=11)
        chance = np.random.default_rng(2)
        seen = []
        for _ in range(40):
            observations, rewards, *_ = env.step(legal(observations, chance))
            seen.append((observations["observation"].tobytes(), rewards.tobytes(), env.seats.tobytes()))
        runs.append(seen)
    assert runs[0] == runs[1]


def test_gymnasium_makes_it_with_any_bots() -> None:
    importlib.import_module("pithead.adapters.gymnasium")
    env: Any = gymnasium.make_vec("pithead/Example-v2", num_envs=3, bots="hewer", seat=1)
    observations, infos = env.reset(seed=1)
    assert infos["seat"].tolist() == [1, 1, 1]
    chance = np.random.default_rng(3)
    for _ in range(10):
        observations, *_ = env.step(legal(observations, chance))
    with pytest.raises(pithead.PitheadError):
        env.step([10_000] * 3)
    env.close()


@pytest.mark.parametrize(
    "arguments",
    [
        {"bots": 5},
        {"bots": ("hewer", "hewer")},
        {"seat": 5},
        {"think": 0},
        {"autoreset_mode": "x"},
        {"render_mode": "x"},
        {"bots": "nobody"},
        {"bots": "hewer:simulations=3"},
        # Arguments of `BatchEnv` that are not those of a vector environment.
        {"bits": True},
        {"auto_reset": "next_step"},
        {"count": 3},
        {"seed": 3},
        {"out": {}},
        {"skip_forced": True},
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(arguments: dict[str, Any]) -> None:
    with pytest.raises(pithead.PitheadError) as refusal:
        VectorEnv("example", 2, **arguments)
    assert str(refusal.value)


@pytest.mark.parametrize("mask", [True, [True], [1, 0], np.ones((2, 2), bool), "x"])
def test_a_mask_of_another_kind_is_refused_with_a_sentence(mask: Any) -> None:
    env = VectorEnv("example", 2)
    env.reset(seed=1)
    with pytest.raises(BadArgument, match="bool"):
        env.reset(options={"reset_mask": mask})
