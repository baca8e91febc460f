"""How fast the compiled search is, and how much memory it takes: `python -m pithead.lab.search_rate`.

Simulations per second of processor time on one core from the first decision of Coal Baron, each played at random to
the end of the game; and all the memory that a search of Baron ever asks for.
"""

import argparse
import json
import sys
import time
import tracemalloc
from typing import Any

from pithead.bots import SECONDS, make
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import warm
from pithead.bots.search.workspace import COMPILED_NODES, Backing, Tree
from pithead.engine.game import Game, expand_seed
from pithead.engine.imagined import imagine
from pithead.engine.registry import load
from pithead.engine.rules import Rules, State

from .measurements import machine

LEAST = {2: 30_000, 4: 20_000}  # simulations per second by number of players
MOST_MEMORY = 500.0  # megabytes
SLICE = 500


def dealt(game: Game, players: int) -> tuple[Rules, State]:
    """The position after the deal."""
    rules = game.rules()
    state = rules.new(players, game.numbers(game.resolve(None)), expand_seed(1))
    return rules, state


def rate(game: Game, players: int, seconds: float) -> float:
    """Random-playout simulations per second, from an empty tree on."""
    rules, state = dealt(game, players)
    seat = rules.to_move(state)
    tree = Tree(Backing(game, "compiled"), Settings.of(game, horizon=-1, laps=0, picks=1), COMPILED_NODES)
    tree.seed(1, 2)
    tree.stand(imagine(rules, state, seat))
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        tree.simulate(seat, SLICE)
        done += SLICE
    return done / spent


def memory(game: Game, players: int, seconds: float) -> float:
    """Megabytes that a search has at most, while it thinks twice and keeps its tree in between.

    NumPy reports its arrays to `tracemalloc`, whether their pages have been touched or not.
    """
    rules, state = dealt(game, players)
    seat = rules.to_move(state)
    tracemalloc.start()
    bot = make("baron", game, 1, think=seconds / SECONDS["baron"])
    rules.apply(state, bot.choose(imagine(rules, state, seat)))
    while rules.to_move(state) != seat or len(rules.legal(state)) == 1:
        rules.apply(state, rules.legal(state)[0])
    bot.choose(imagine(rules, state, seat))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / 1e6


def main() -> int:
    """Measure and print; 1 if a figure misses its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    game = load("coal-baron")
    if not warm(game):
        print("Without a compiler there is nothing to measure.", file=sys.stderr)
        return 1
    found: dict[str, Any] = {"machine": machine(), "simulations_per_second": {}}
    kept = True
    for players, least in LEAST.items():
        value = round(max(rate(game, players, chosen.seconds / 3) for _ in range(3)))
        found["simulations_per_second"][players] = value
        kept &= value >= least
        if not chosen.json:
            print(f"{players} players: {value:,} random-playout simulations/s (at least {least:,})")
    found["megabytes"] = round(memory(game, 4, chosen.seconds), 1)
    kept &= found["megabytes"] < MOST_MEMORY
    if chosen.json:
        print(json.dumps(found, indent=1))
    else:
        print(f"a search of Baron, 4 players: {found['megabytes']} MB (less than {MOST_MEMORY:.0f})")
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
