"""The smallest training: a linear policy for Lamp Room by policy gradient, with NumPy alone, against random play."""

import numpy as np

from pithead import BatchEnv, load
from pithead.adapters.encoding import Encoder

GAMES, STEPS, RATE, LEARNER = 256, 1500, 0.5, 0

env = BatchEnv("example", players=2, count=GAMES, seed=1)
encode = Encoder(load("example")).normalised
chance = np.random.default_rng(1)
weights = np.zeros((env.n_features, env.n_actions))
gradients = np.zeros((GAMES, *weights.shape))  # of the decisions of the running games
won: list[float] = []

batch = env.reset()
for _ in range(STEPS):
    seen, legal = encode(batch.features), batch.mask.astype(bool)
    scores = np.where(legal, seen @ weights, -np.inf)
    policy = np.exp(scores - scores.max(axis=1, keepdims=True))
    policy /= policy.sum(axis=1, keepdims=True)
    chosen = (policy.cumsum(axis=1) > chance.random((GAMES, 1))).argmax(axis=1)
    ours = batch.movers == LEARNER
    gradients[ours] += seen[ours, :, None] * (np.eye(env.n_actions)[chosen] - policy)[ours, None, :]
    batch = env.step(np.where(ours, chosen, env.random_actions()))
    done = batch.done.astype(bool)
    rewards = batch.rewards[done, LEARNER]
    weights += RATE * np.einsum("g,gfa->fa", rewards - np.mean(won[-2000:] or [0]), gradients[done]) / GAMES
    gradients[done] = 0
    won += list(rewards)

share = (np.array(won) + 1) / 2
print(f"{len(won)} games; won {share[:1000].mean():.1%} of the first and {share[-1000:].mean():.1%} of the last 1,000")
