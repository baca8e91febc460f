"""catanatron: whole games between random players."""

import json
import time
from importlib.metadata import version

from catanatron import Color, Game, RandomPlayer

SECONDS = 5.0


def main() -> None:
    decisions = games = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE)])
        game.play()
        state = game.state
        decisions += len(state.action_records if hasattr(state, "action_records") else state.actions)
        games += 1
    seconds = time.perf_counter() - began
    print(
        json.dumps(
            {
                "peer": "catanatron",
                "game": "Catan, 2 players",
                "how": "random players",
                "decisions_per_s": decisions / seconds,
                "simulations_per_s": games / seconds,
                "version": version("catanatron"),
            }
        )
    )


main()
