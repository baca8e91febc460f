"""Benchmarks against other libraries: decisions and simulations per second, in one run on one core.

The scripts that drive the peers are in the project's `bench` folder, the libraries in virtual environments of their own
(`make peers`); a missing peer is reported as missing.
"""

import importlib.util
import json
import os
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pithead.engine.errors import MissingExtra
from pithead.engine.game import Game, expand_seed

ROOT = Path(__file__).parents[3]
SCRIPTS = ROOT / "bench" / "peers"
PEERS = ("openspiel", "catanatron", "rlcard", "pettingzoo", "pgx")
PATIENCE = 300
BATCHES, THREADS = (64, 256, 512, 1024, 4096), (1, 2)
TURNS = 3  # repetitions, of which the fastest counts
PACKED = "BatchEnv, masks in bits"
ADAPTERS = {"PettingZoo": 40_000, "Gymnasium": 60_000, "OpenSpiel": 40_000}  # promised decisions per second


@dataclass(frozen=True)
class Rate:
    """The throughput of one library in one game and mode."""

    who: str
    game: str
    how: str
    decisions: float | None
    simulations: float | None


@dataclass(frozen=True)
class Ratio:
    """A promised speed ratio."""

    name: str
    game: str
    value: float
    limit: float
    at_most: bool = False

    @property
    def kept(self) -> bool:
        """Whether the promise holds."""
        return self.value <= self.limit if self.at_most else self.value >= self.limit


def stay_on_one_core() -> None:
    """Pin this process and its children to one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def our_rates(game: Game, seconds: float) -> Iterator[Rate]:
    """Random games on the compiled rules, a batch stepped from NumPy, and the environments, where their extras are."""
    import numpy as np

    from pithead.adapters.batch import BatchEnv

    players = game.variants[0].players[0]
    rules = game.compiled()
    options = np.array(game.numbers(game.resolve(None)) or [0], np.int64)
    keys = np.array([expand_seed(i) for i in range(200)], np.int64)
    states, out, fast = rules.array(1), np.zeros(rules.max_legal, np.int64), rules.fast(1)
    decisions = games = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        decisions += rules.drivers.run_at(states, 0, out, fast, players, options, keys, 0, len(keys))
        games += len(keys)
    spent = time.perf_counter() - began
    yield Rate("Pithead", f"{game.id}, {players} players", "random games", decisions / spent, games / spent)
    yield Rate(
        "Pithead", f"{game.id}, {players} players", "batch of 1024", _batch_rate(rules, players, options, seconds), None
    )
    for how, bits in (("BatchEnv", False), (PACKED, True)):
        rate = _observed_rate(BatchEnv(game.id, players, 1024, bits=bits), seconds)
        yield Rate("Pithead", f"{game.id}, {players} players", how, rate, None)
    for how, play in (("PettingZoo", _pettingzoo), ("Gymnasium", _gymnasium), ("OpenSpiel", _openspiel)):
        with suppress(MissingExtra):
            episodes = play(game, players)
            next(episodes)  # warm-up: importing and loading are not measured
            decisions, spent, began = 0, 0.0, time.perf_counter()
            while spent < seconds:
                decisions += next(episodes)
                spent = time.perf_counter() - began
            yield Rate("Pithead", f"{game.id}, {players} players", f"{how}, random", decisions / spent, None)


def thread_rates(game: Game, seconds: float) -> Iterator[Rate]:
    """Batches of several sizes with one thread and with two, in turns; on all cores, so before `stay_on_one_core`."""
    from pithead.adapters.batch import BatchEnv

    players = game.variants[0].players[0]
    for count in BATCHES:
        envs = [BatchEnv(game.id, players, count, threads=threads) for threads in THREADS]
        rates = [[_observed_rate(env, seconds / TURNS) for env in envs] for _ in range(TURNS)]
        for env, measured in zip(envs, zip(*rates, strict=True), strict=True):
            env.close()
            how = _threaded(count, env.threads)
            yield Rate("Pithead", f"{game.id}, {players} players", how, max(measured), None)


def _threaded(count: int, threads: int) -> str:
    return f"BatchEnv of {count}, threads: {threads}"


def _observed_rate(env: Any, seconds: float) -> float:
    """Random decisions per second of a batch with observations after every step."""
    env.reset()
    steps = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        env.step(env.random_actions())
        steps += env.count
    return float(steps / (time.perf_counter() - began))


def _pettingzoo(game: Game, players: int) -> Iterator[int]:
    """Whole games of the AEC environment as its users drive it, with their numbers of decisions."""
    from pithead.adapters.pettingzoo import VERSION, environment

    env, chance = environment.GuardedEnv(game.id, VERSION, players), random.Random(1)
    while True:
        env.reset()
        decisions = 0
        for _agent in env.agent_iter():
            observation, _, ended, *_ = env.last()
            env.step(None if ended else chance.choice(observation["action_mask"].nonzero()[0]))
            decisions += not ended
        yield decisions


def _gymnasium(game: Game, players: int) -> Iterator[int]:
    """Whole episodes of a learner against random bots: only the learner's decisions count."""
    from pithead.adapters.gymnasium import SoloEnv

    env, chance = SoloEnv(game.id, players), random.Random(1)
    while True:
        observation, _ = env.reset()
        decisions, over = 0, False
        while not over:
            observation, _, over, *_ = env.step(chance.choice(observation["action_mask"].nonzero()[0]))
            decisions += 1
        yield decisions


def _openspiel(game: Game, players: int) -> Iterator[int]:
    """Whole games driven from Python, as OpenSpiel's own games are measured: no tensors."""
    from pithead.adapters.openspiel import DEALS, load

    title, chance = load(game.id, players), random.Random(1)
    while True:
        state = title.new_initial_state()
        state.apply_action(chance.randrange(DEALS))
        decisions = 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
        yield decisions


def _batch_rate(rules: Any, players: int, options: Any, seconds: float) -> float:
    """Decisions per second of a batch of 1024 games, until the first of them is over: three NumPy calls per step."""
    import numpy as np

    count = 1024
    states, out = rules.array(count), np.zeros((count, rules.max_legal), np.int64)
    actions, movers = np.zeros(count, np.int64), np.zeros(count, np.int64)
    fast = rules.fast(2)
    decisions = 0
    spent = 0.0
    while spent < seconds:
        for i in range(count):
            rules.drivers.setup_at(states, i, players, options, np.array(expand_seed(i), np.int64))
        began = time.perf_counter()
        movers[:] = 0
        while movers.min() >= 0:  # from there on no-ops of finished games would be counted
            rules.drivers.random_batch(states, out, fast, actions)
            rules.drivers.step_batch(states, actions, movers)
            decisions += count
        spent += time.perf_counter() - began
    return decisions / spent


def peer_rates(name: str) -> list[Rate] | None:
    """Run a peer's script; None where it is not installed."""
    script = SCRIPTS / f"measure_{name}.py"
    python = ROOT / ".venv" / "peers" / name / "bin" / "python"
    if not script.exists() or not (python.parent.parent / "installed").exists():
        return None
    done = subprocess.run([python, "-P", script], capture_output=True, text=True, timeout=PATIENCE)
    rates = []
    for line in done.stdout.splitlines():
        told = json.loads(line)
        who = f"{told['peer']} {told['version']}"
        rates.append(Rate(who, told["game"], told["how"], told["decisions_per_s"], told["simulations_per_s"]))
    return rates or None


def c_reference() -> list[dict[str, Any]] | None:
    """Coal Baron in C and compiled, on the same seeds; None without the project's folder or a compiler."""
    source = ROOT / "bench" / "reference.py"
    if not source.exists():
        return None
    spec = importlib.util.spec_from_file_location("pithead_bench_reference", source)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    compared = [module.compare(players, 1000) for players in (2, 3, 4)]
    return None if compared[0] is None else compared


def ratios(rates: list[Rate], reference: list[dict[str, Any]] | None) -> Iterator[Ratio]:
    """The promised speed ratios."""
    ours = {rate.game: rate.decisions for rate in rates if rate.who == "Pithead" and rate.how == "random games"}
    driven = [rate.decisions for rate in rates if rate.how == "driven from Python" and rate.decisions]
    catan = [rate.decisions for rate in rates if rate.who.startswith("catanatron") and rate.decisions]
    for game, speed in ours.items():
        assert speed is not None
        if driven:
            yield Ratio("over_openspiel", game, speed / max(driven), 10.0)
        if catan:
            yield Ratio("over_catanatron", game, speed / max(catan), 100.0)
    for rate in rates:
        if rate.how == "BatchEnv" and rate.game.startswith("coal-baron") and rate.decisions:
            yield Ratio("over_a_million", rate.game, rate.decisions / 1e6, 1.0)
    stepping = {rate.game: rate.decisions for rate in rates if rate.how == "batch of 1024"}
    for rate in rates:
        if rate.how == PACKED and rate.decisions and stepping.get(rate.game):
            yield Ratio("observing", rate.game, rate.decisions / (stepping[rate.game] or 1), 0.4)
        for how, wanted in ADAPTERS.items():
            if rate.who == "Pithead" and rate.how == f"{how}, random" and rate.decisions:
                yield Ratio("adapter_rate", f"{rate.game}, {how}", rate.decisions / wanted, 1.0)
    named = {(rate.game, rate.how): rate.decisions for rate in rates if rate.decisions}
    for game in ours:
        for count in BATCHES:
            one, two = (named.get((game, _threaded(count, threads))) for threads in THREADS)
            if one and two:
                # Smaller batches are left to one thread: what is missing of 1 is noise.
                yield Ratio("two_threads", f"{game}, {count}", two / one, 1.8 if count >= 1024 else 0.95)
    for compared in reference or []:
        yield Ratio("over_c", f"coal-baron, {compared['players']} players", compared["ratio"], 1.35, at_most=True)


def draw(rates: list[Rate], path: Path) -> None:
    """A bar chart of decisions per second on a logarithmic scale, as SVG."""
    import math

    alone = (rate for rate in rates if rate.decisions and "threads:" not in rate.how)
    shown = sorted(alone, key=lambda rate: -(rate.decisions or 0))
    row, left, width = 20, 400, 980
    longest = math.log10(max(rate.decisions or 1 for rate in shown))
    parts = []
    for number, rate in enumerate(shown):
        y = 40 + number * row
        bar = math.log10(rate.decisions or 1) / longest * (width - left - 120)
        colour = "#84570a" if rate.who == "Pithead" else "#2a5f8a"
        parts.append(
            f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{rate.who} – {rate.game} ({rate.how})</text>'
            f'<rect x="{left}" y="{y + 2}" width="{bar:.0f}" height="{row - 5}" fill="{colour}"/>'
            f'<text x="{left + bar + 6:.0f}" y="{y + 13}">{rate.decisions:,.0f}</text>'
        )
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{50 + row * len(shown)}" '
        f'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#f4efe4"/>'
        f'<text x="10" y="20">Decisions per second on one core (logarithmic)</text>{"".join(parts)}</svg>\n',
        "utf-8",
    )
