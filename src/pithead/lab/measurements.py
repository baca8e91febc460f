"""Benchmarks of all promised figures, on this machine in one run.

A time is the minimum of several runs, because noise only adds; figures that are compared are measured side by side.
"""

import ctypes
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pithead.engine.game import Game, expand_seed
from pithead.kit import Cells, Grid, Rows, cache, cells, grid, i1, i2, rows
from pithead.kit._records import Codec
from pithead.kit.interpreted import Interpreted

from .cold import compile_cold

LOOPS = Path(__file__).with_name("loops.py")
STARTS = 5
REPEATS = 5


@dataclass(frozen=True)
class Figure:
    """One measurement, with its promised limit if there is one."""

    name: str
    game: str | None
    value: float
    unit: str
    limit: float | None = None

    @property
    def kept(self) -> bool | None:
        """Whether the promise holds; None where nothing is promised."""
        return None if self.limit is None else self.value <= self.limit

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {**vars(self), "kept": self.kept}


def machine() -> dict[str, Any]:
    """Machine, versions and date of the measurement."""
    return {
        "date": time.strftime("%Y-%m-%d"),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def measure(games: list[Game], cold: list[Game], seconds: float) -> Iterator[Figure]:
    """Yield all figures; `cold` games are compiled from scratch, `seconds` is the duration of each loop."""
    bare, _ = _best_start("pass")
    yield Figure("start_python", None, bare, "s")
    yield from codec_figures(_three_kilobytes()(), None, limit=50.0)
    for game in games:
        yield from _game_figures(game, seconds, bare)
    if cache.available():
        for game in cold:
            yield from _cold_figures(game)


def _game_figures(game: Game, seconds: float, bare: float) -> Iterator[Figure]:
    players = game.variants[0].players[-1]
    first, used = _best_start(f"import pithead; pithead.new({game.id!r}, players={players}, seed=1).legal")
    yield Figure("first_list_interpreted", game.id, first, "s", 0.3)
    yield Figure("first_list_processor", game.id, used, "s")
    yield Figure("first_list_over_python", game.id, first / bare, "×")
    rules = game.rules()
    state = rules.new(players, game.numbers(game.resolve(None)), expand_seed(1))
    yield Figure("state_size", game.id, rules.size, "bytes")
    yield from codec_figures(state, game.id)
    interpreted = _interpreted_decision(game, players, seconds)
    yield Figure("decision_interpreted", game.id, interpreted, "ns")
    if not cache.available():
        return
    game.warm(None, cache.DRIVERS, LOOPS)
    source = (
        f"import pithead; game = pithead.load({game.id!r}); rules = game.rules('compiled'); "
        f"rules.legal(rules.new({players}, game.numbers(game.resolve(None)), [1] * 8))"
    )
    first, used = _best_start(source)
    yield Figure("first_list_compiled", game.id, first, "s", 1.0)
    yield Figure("first_list_compiled_processor", game.id, used, "s")
    compiled = _compiled_decision(game, players, seconds)
    yield Figure("decision_compiled", game.id, compiled, "ns")
    yield Figure("interpreted_over_compiled", game.id, interpreted / compiled, "×")
    clone, memcpy = _clone_and_memcpy(game, seconds)
    yield Figure("clone", game.id, clone, "ns")
    yield Figure("memcpy", game.id, memcpy, "ns")
    yield Figure("clone_over_memcpy", game.id, clone / memcpy, "×", 2.0)


def _best_start(source: str) -> tuple[float, float]:
    """Wall-clock and CPU seconds from the start of a new process to its first output.

    The shutdown of the process is not counted.
    """
    clock = []
    processor = []
    answer = f"{source}\nimport os; print(sum(os.times()[:2]), flush=True)"
    for _ in range(STARTS):
        start = time.perf_counter()
        with subprocess.Popen([sys.executable, "-c", answer], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            used = float(process.stdout.readline())
            clock.append(time.perf_counter() - start)
        processor.append(used)
    return min(clock), min(processor)


def _best_per_call(run: Callable[[int], object], seconds: float) -> float:
    """Seconds per iteration of a loop that takes its iteration count."""
    run(1)  # warm-up: compile or load
    count = 1
    while True:
        start = time.perf_counter()
        run(count)
        took = time.perf_counter() - start
        if took > seconds / 4 / REPEATS or count > 1 << 40:
            break
        count *= 2
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        run(count)
        times.append(time.perf_counter() - start)
    return min(times) / count


def codec_figures(state: Any, game: str | None, limit: float | None = None) -> Iterator[Figure]:
    """Microseconds to encode and to decode a state."""
    codec = Codec(type(state))
    data = codec.encode(state)

    def encode(count: int) -> None:
        for _ in range(count):
            codec.encode(state)

    def decode(count: int) -> None:
        for _ in range(count):
            codec.decode(data)

    yield Figure("encode", game, _best_per_call(encode, 0.2) * 1e6, "µs", limit)
    yield Figure("decode", game, _best_per_call(decode, 0.2) * 1e6, "µs", limit)


def _three_kilobytes() -> Any:
    """A synthetic 3 kB record, nested about as much as the games' states."""
    record = Interpreted().record

    class Order:
        number: i2
        value: i1
        cubes: Cells = cells(i1, 8)
        places: Cells = cells(i1, 8)

    order = record(Order)

    class Player:
        money: i2
        points: i2
        workers: i1
        cubes: Cells = cells(i1, 16)
        mine: Grid = grid(i1, 8, 8)
        orders: Rows[Any] = rows(order, 12)

    player = record(Player)

    class Pile:
        n: i2
        items: Cells = cells(i1, 120)

    pile = record(Pile)

    class State:
        round: i1
        phase: i1
        current: i1
        seen: Cells = cells(i2, 120)
        players: Rows[Any] = rows(player, 4)
        board: Grid = grid(i1, 24, 18)
        piles: Rows[Any] = rows(pile, 9)

    return record(State)


def _interpreted_decision(game: Game, players: int, seconds: float) -> float:
    """Nanoseconds per decision of random games, interpreted."""
    rules = game.rules()
    numbers = game.numbers(game.resolve(None))
    best = float("inf")
    start = time.perf_counter()
    number = 0
    while number < REPEATS or time.perf_counter() - start < seconds:
        state = rules.new(players, numbers, expand_seed(number))
        before = time.perf_counter()
        decisions = rules.playout(state, rules.fast(number))
        best = min(best, (time.perf_counter() - before) / decisions)
        number += 1
    return best * 1e9


def _compiled_decision(game: Game, players: int, seconds: float) -> float:
    """Nanoseconds per decision of random games, compiled, set-up included."""
    import numpy as np

    rules = game.compiled()
    games = 200
    keys = np.array([expand_seed(number) for number in range(games)], np.int64)
    numbers = np.array(game.numbers(game.resolve(None)) or [0], np.int64)
    states = rules.array(1)
    out = np.zeros(rules.max_legal, np.int64)
    best = float("inf")
    start = time.perf_counter()
    rounds = 0
    while rounds < REPEATS or time.perf_counter() - start < seconds:
        fast = rules.fast(rounds)
        before = time.perf_counter()
        decisions = rules.drivers.run_at(states, 0, out, fast, players, numbers, keys, 0, games)
        best = min(best, (time.perf_counter() - before) / decisions)
        rounds += 1
    return best * 1e9


def _clone_and_memcpy(game: Game, seconds: float) -> tuple[float, float]:
    """Nanoseconds to copy a state, and to memcpy as many bytes, both in compiled loops."""
    import numba
    import numpy as np

    rules = game.compiled()
    loops = rules.instance.specialise(LOOPS)
    states = rules.array(loops.RING)
    library = ctypes.CDLL("msvcrt" if os.name == "nt" else None)
    memcpy = library.memcpy
    memcpy.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
    memcpy.restype = ctypes.c_void_p
    ring = loops.RING

    def copy_bytes(start: int, size: int, count: int) -> None:
        for k in range(count):
            memcpy(start + (k + 1) % ring * size, start + k % ring * size, size)

    memcpy_loop: Any = numba.njit(copy_bytes)
    raw = np.zeros(ring * rules.size, np.uint8)
    address = int(raw.ctypes.data)
    clone_time = _best_per_call(lambda count: loops.clone_loop(states, count), seconds)
    memcpy_time = _best_per_call(lambda count: memcpy_loop(address, rules.size, count), seconds)
    return clone_time * 1e9, memcpy_time * 1e9


def _cold_figures(game: Game) -> Iterator[Figure]:
    """Cold compilation, and the latency of a process that serves requests meanwhile."""
    found = compile_cold(game)
    yield Figure("cold_compile", game.id, found["seconds"], "s")
    yield Figure("answers_idle", game.id, found["idle"], "ms")
    yield Figure("answers_compiling", game.id, found["compiling"], "ms", 50.0)
