"""One learner (here: random) against two bots at Coal Baron, as a Gymnasium environment."""

import gymnasium
import numpy as np

import pithead.adapters.gymnasium  # noqa: F401 - registers the games

env = gymnasium.make("pithead/CoalBaron-v2", players=3, bots=("hewer", "random"))
observation, info = env.reset(seed=5)
chance = np.random.default_rng(5)
over = False
while not over:
    action = chance.choice(np.flatnonzero(observation["action_mask"]))
    observation, reward, over, _, info = env.step(action)
print(f"seat {info['seat']}: reward {reward}, points {info['points']}")
