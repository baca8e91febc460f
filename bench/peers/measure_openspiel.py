"""OpenSpiel: rollouts in C++, random bots in C++, and a loop driven from Python, on several card games."""

import json
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pyspiel

GAMES = ("leduc_poker", "hearts", "gin_rummy", "tarok", "skat")
SECONDS = 1.0


def start(game: Any, chance: random.Random) -> Any:
    """A state at its first real decision."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(state.legal_actions()[0])
    return state


def python_game(game: Any, chance: random.Random) -> int:
    """A whole game driven from Python; returns the number of decisions."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
    return decisions


def bots_game(game: Any, bots: list[Any], chance: random.Random) -> int:
    """A whole game between bots in C++."""
    return len(pyspiel.evaluate_bots(game.new_initial_state(), bots, chance.getrandbits(30)))


def search(searcher: Any, state: Any) -> bool:
    """One search from a position."""
    return bool(searcher.mcts_search(state))


def timed(work: Callable[..., int], *given: Any) -> tuple[int, int, float]:
    """Repeat for a second: (total of what `work` returns, repetitions, seconds)."""
    began = time.perf_counter()
    total = repetitions = 0
    while time.perf_counter() - began < SECONDS:
        total += work(*given)
        repetitions += 1
    return total, repetitions, time.perf_counter() - began


def tell(game: str, how: str, decisions: float | None, simulations: int, seconds: float) -> None:
    print(
        json.dumps(
            {
                "peer": "OpenSpiel",
                "game": game,
                "how": how,
                "decisions_per_s": decisions / seconds if decisions else None,
                "simulations_per_s": simulations / seconds,
                "version": version("open_spiel"),
            }
        ),
        flush=True,
    )


def main() -> None:
    chance = random.Random(1)
    for name in GAMES:
        game = pyspiel.load_game(name)
        decisions, games, seconds = timed(python_game, game, chance)
        length = decisions / games
        tell(name, "driven from Python", decisions, games, seconds)
        bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
        _, games, seconds = timed(bots_game, game, bots, chance)
        tell(name, "random bots in C++", games * length, games, seconds)
        rollouts = 200
        searcher = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, rollouts, 100, False, 1, False)
        state = start(game, chance)
        _, calls, seconds = timed(search, searcher, state)
        tell(name, "tree search with rollouts in C++", None, calls * rollouts, seconds)


main()
