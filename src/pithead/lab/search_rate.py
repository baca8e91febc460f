"""Benchmark of the compiled search, speed and memory: `python -m pithead.lab.search_rate`.

Simulations per second of processor time on one core from the first decision of Coal Baron, each played at random to
the end of the game; all the memory that a search of Baron ever asks for; and what a value net costs: simulations per
second with one and without, by turns, from choices of a whole game (`--net` measures that alone, in every game).
"""

import argparse
import json
import random
import sys
import time
import tracemalloc
from typing import Any

from pithead.bots import SECONDS, make
from pithead.bots.search.net import HIDDEN, Weights, shipped
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
LEAST_WITH_NET = 0.6  # as a fraction of the rate without a net
NET_PLAYERS = {"coal-baron": (2, 4), "mine-out": (2, 4), "mine": (2, 4), "kohle-kolonie": (3, 5)}
CHOICES = 12  # positions of a game that both search


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
    tree.reset(imagine(rules, state, seat))
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        tree.simulate(seat, SLICE)
        done += SLICE
    return done / spent


def memory(game: Game, players: int, seconds: float) -> float:
    """Peak megabytes of two searches with tree reuse in between.

    NumPy reports its allocations to `tracemalloc`, resident or not.
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


def some_net(game: Game, players: int) -> Weights:
    """The game's net, or one of the same size with random weights, which costs as much."""
    net = shipped(game)
    if net and players in net.players:
        return net
    chance = random.Random(1)
    width = Backing(game).instance.game_name("N_INPUTS")
    first = [[chance.randrange(-99, 100) for _ in range(HIDDEN)] for _ in range(width)]
    return Weights(first, [1000] * HIDDEN, [chance.randrange(-9, 10) for _ in range(HIDDEN + 1)], (players,))


def net_rates(game: Game, players: int, seconds: float) -> tuple[float, float]:
    """Simulations per second with a net and without, in the game's own settings."""
    on = Backing(game, "compiled")
    net = some_net(game, players)
    trees = [Tree(on, Settings.of(game, net=asked), COMPILED_NODES, net) for asked in (-1, 0)]
    rules, state = dealt(game, players)
    greedy = make("hewer", game, 1)
    choices = []
    while (seat := rules.to_move(state)) >= 0:
        position = imagine(rules, state, seat)
        if len(rules.legal(state)) > 1:
            choices.append(position)
        rules.apply(state, greedy.choose(position))
    spent, done = [0.0, 0.0], 0
    for number in range(CHOICES):
        position = choices[number * len(choices) // CHOICES]
        for tree in trees:
            tree.seed(1, number)
            tree.reset(position)
            tree.simulate(position.seat, SLICE)
        count = 0
        started = time.process_time()
        while time.process_time() - started < seconds / CHOICES:
            for which, tree in enumerate(trees):
                begun = time.process_time()
                tree.simulate(position.seat, SLICE)
                spent[which] += time.process_time() - begun
            count += SLICE
        done += count
    return done / spent[0], done / spent[1]


def measure_nets(names: list[str], seconds: float) -> bool:
    """Print the cost of a net in some games; returns whether all rates keep the limit."""
    kept = True
    for name in names:
        game = load(name)
        warm(game)
        for players in NET_PLAYERS[name]:
            with_net, without = net_rates(game, players, seconds)
            kept &= with_net >= LEAST_WITH_NET * without
            print(
                f"{name}, {players} players: {with_net:,.0f} simulations/s with a net, {without:,.0f} without: "
                f"{with_net / without:.2f} times (at least {LEAST_WITH_NET})",
                flush=True,
            )
    return kept


def main() -> int:
    """Run the benchmark; exit code 1 if a figure misses its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    parser.add_argument("--net", action="store_true", help="what a value net costs, in every game")
    parser.add_argument(
        "--game", action="append", choices=NET_PLAYERS, help="with --net: only this (again for several)"
    )
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if chosen.net:
        return 0 if measure_nets(chosen.game or list(NET_PLAYERS), chosen.seconds) else 1
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
