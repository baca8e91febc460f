"""A thousand games of Coal Baron at once, with random decisions."""

import time

from pithead import BatchEnv

env = BatchEnv("coal-baron", players=3, count=1000, seed=1)
batch = env.reset()
began, steps, finished = time.perf_counter(), 200, 0
for _ in range(steps):
    batch = env.step(env.random_actions())
    finished += int(batch.done.sum())
rate = steps * env.count / (time.perf_counter() - began)
print(f"{rate / 1e6:.2f} million decisions per second, {finished} games finished")
print(f"an observation has {env.n_features} numbers, a mask {env.n_actions} entries")
