"""PettingZoo classic: whole games with random legal actions."""

import importlib
import json
import time
from importlib.metadata import version

import numpy as np

GAMES = ("leduc_holdem_v4", "gin_rummy_v4", "connect_four_v3", "tictactoe_v3")
SECONDS = 2.0


def main() -> None:
    chance = np.random.default_rng(1)
    for name in GAMES:
        try:
            env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        except Exception:
            continue
        decisions = games = 0
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            env.reset(seed=games)
            for _ in env.agent_iter():
                observation, _, terminated, truncated, info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
                env.step(int(chance.choice(np.flatnonzero(mask))))
                decisions += 1
            games += 1
        seconds = time.perf_counter() - began
        print(
            json.dumps(
                {
                    "peer": "PettingZoo classic",
                    "game": name,
                    "how": "random legal actions",
                    "decisions_per_s": decisions / seconds,
                    "simulations_per_s": games / seconds,
                    "version": version("pettingzoo"),
                }
            ),
            flush=True,
        )


main()
