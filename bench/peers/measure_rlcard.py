"""RLCard: whole games between random agents."""

import json
import time
from importlib.metadata import version

import rlcard
from rlcard.agents import RandomAgent

GAMES = ("leduc-holdem", "limit-holdem", "uno", "gin-rummy")
SECONDS = 2.0


def main() -> None:
    for name in GAMES:
        env = rlcard.make(name)
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
        decisions = games = 0
        began = time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            trajectories, _ = env.run(is_training=False)
            decisions += sum(len(one) // 2 for one in trajectories)
            games += 1
        seconds = time.perf_counter() - began
        print(
            json.dumps(
                {
                    "peer": "RLCard",
                    "game": name,
                    "how": "random agents",
                    "decisions_per_s": decisions / seconds,
                    "simulations_per_s": games / seconds,
                    "version": version("rlcard"),
                }
            ),
            flush=True,
        )


main()
