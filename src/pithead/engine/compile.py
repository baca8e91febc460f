"""Compiles one game into the disk cache: `python -m pithead.engine.compile FOLDER SOURCE [EDITION]`.

Prints a JSON line `[done, of, name]` for every compiled function, so that whoever waits can show progress.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from pithead.kit import cache


def main(folder: str, source: str, edition: str | None = None) -> None:
    """Load the compiled copy and call every entry point of the generic source once."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    from numba.core import event

    from pithead.kit.compiled import spare_wraparound

    from .game import Game
    from .registry import folder_of

    spare_wraparound()
    game = Game(folder_of(folder), Path(edition) if edition else None)
    instance = game.instance("compiled")
    module = instance.specialise(Path(source))
    total = len(instance.rules_seen)
    done = 0

    class Tell(event.Listener):
        def on_start(self, happening: Any) -> None:
            pass

        def on_end(self, happening: Any) -> None:
            nonlocal done
            done = min(done + 1, total)
            print(json.dumps([done, total, happening.data["dispatcher"].py_func.__name__]))

    with event.install_listener("numba:compile", Tell()):
        exercise = getattr(module, "exercise", None)
        if exercise is None:
            from .rules import CompiledRules

            _exercise_drivers(game, CompiledRules(instance))
        else:
            exercise(game)


def _exercise_drivers(game: Any, rules: Any) -> None:
    """Call every driver with the types that the engine uses."""
    import numpy as np

    from .game import expand_seed

    players = game.players[0]
    options = game.numbers(game.resolve(None))
    key = expand_seed(0)
    state = rules.new(players, options, key)
    fast = rules.fast(1)
    rules.legal(state)
    rules.facts(state)
    rules.standing(state, players)
    rules.determinize(state, 0, fast)
    rules.features(state, 0)
    rules.apply(state, rules.legal(state)[0])
    rules.playout(rules.copy(state), fast)
    rules.watched_playout(rules.copy(state), fast)
    rules.stalling_playout(rules.copy(state), fast)
    drivers = rules.drivers
    states = rules.array(2)
    out = np.zeros((2, rules.max_legal), np.int64)
    counts = np.zeros(2, np.int64)
    actions = np.zeros(2, np.int64)
    keys = np.array([key], np.int64)
    numbers = np.array(options or [0], np.int64)
    drivers.run_at(states, 0, out[0], fast, players, numbers, keys, 0, 1)
    for i in range(2):
        drivers.copy_at(states, i, state, 0)
    drivers.legal_batch(states, out, counts)
    drivers.random_batch(states, out, fast, actions)
    drivers.step_batch(states, actions, counts)


if __name__ == "__main__":
    # Nothing here needs more than one core, and players come first.
    os.environ.setdefault("NUMBA_NUM_THREADS", "1")
    if hasattr(os, "nice"):
        os.nice(10)
    assert cache.available()
    main(*sys.argv[1:])
