"""Benchmark of cold compilation, and of a table's latency meanwhile."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import Any

from pithead.engine.game import Game
from pithead.engine.match import new
from pithead.engine.registry import load

# Requests measured during compilation.
PAUSE = 0.005


def compile_cold(game: Game) -> dict[str, Any]:
    """Compile in a child process: seconds taken, and the maximum latency before and meanwhile in milliseconds."""
    source = f"from {__name__} import answer_while_compiling; answer_while_compiling({game.id!r})"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", source],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PITHEAD_CACHE": folder},
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def answer_while_compiling(name: str) -> None:
    """Serve requests as a table does, first idle, then beside the compiler; print the maximum latencies as JSON."""
    game = load(name)
    idle = _longest_answer(game, _after(2.0))
    start = time.perf_counter()
    compiler = threading.Thread(target=game.warm)
    compiler.start()
    compiling = _longest_answer(game, lambda: not compiler.is_alive())
    print(json.dumps({"seconds": time.perf_counter() - start, "idle": idle * 1e3, "compiling": compiling * 1e3}))


def _after(seconds: float) -> Callable[[], bool]:
    end = time.perf_counter() + seconds
    return lambda: time.perf_counter() > end


def _longest_answer(game: Game, finished: Callable[[], bool]) -> float:
    """The maximum latency of listing a position's options and playing one."""
    longest = 0.0
    match = new(game, players=game.variants[0].players[0], seed=1)
    while not finished():
        if match.over:
            match = new(game, players=match.players, seed=len(match.actions))
        time.sleep(PAUSE)
        start = time.perf_counter()
        match.offers()
        match.play(match.legal[len(match.actions) % len(match.legal)])
        longest = max(longest, time.perf_counter() - start)
    return longest
