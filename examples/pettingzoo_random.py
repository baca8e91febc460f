"""A game of MINE! as a PettingZoo environment, with random legal actions."""

import numpy as np

from pithead.adapters.pettingzoo import mine_v2

env = mine_v2.env(players=4)
env.reset(seed=3)
chance = np.random.default_rng(3)
totals = dict.fromkeys(env.possible_agents, 0.0)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, _ = env.last()
    totals[agent] += reward
    if terminated or truncated:
        env.step(None)
    else:
        env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
print(totals)
