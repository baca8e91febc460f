"""Tunes the weights of a game's `evaluate` by SPSA: `python -m pithead.lab.tuning coal-baron --minutes 20`.

Simultaneous perturbation stochastic approximation: all weights are perturbed at once by ± a step, the two opposite
settings play a few duplicate deals, and every weight moves towards the winning side. The result is printed, to be
rounded and adopted by hand. With `--compare FILE` found weights play against the game's own, until a sequential test
is decided or the games are over.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pithead
from pithead.engine.registry import load, names
from pithead.lab.training.sequential import Verdict
from pithead.lab.workers import results

from .copying import FILE, copy_with_weights
from .duels import Terms, compare, duel

STEP, LEAST_STEP = 0.18, 0.01  # perturbation size relative to the weight, and its minimum
RATE = (0.12, 0.03)  # learning rate in steps per won duel: initial, final


class Climb:
    """The current weights, and the duels in progress."""

    def __init__(self, start: dict[str, float], seed: int) -> None:
        self.names = list(start)
        self.weights = list(start.values())
        self.duels = 0
        self._steps = [max(STEP * abs(value), LEAST_STEP) for value in self.weights]
        self._random = random.Random(seed)
        self._signs: dict[Future[float], list[int]] = {}

    def _perturbed(self, signs: list[int], size: float) -> list[float]:
        """The perturbed weights; none changes its sign."""
        return [
            max(0.0, w + size * step * sign) if w >= 0 else min(0.0, w + size * step * sign)
            for w, step, sign in zip(self.weights, self._steps, signs, strict=True)
        ]

    def begin(self, pool: ProcessPoolExecutor, terms: Terms, games: int) -> None:
        """Submit a duel to the pool."""
        signs = [self._random.choice((-1, 1)) for _ in self.weights]
        sides = (self._perturbed(signs, 1.0), self._perturbed(signs, -1.0))
        self._signs[pool.submit(duel, terms, sides, self._random.getrandbits(40), games)] = signs

    def learn(self, rate: float) -> None:
        """Wait for a duel and update the weights towards the winner."""
        done, _ = wait(self._signs, return_when=FIRST_COMPLETED)
        for one in done:
            self.weights = self._perturbed(self._signs.pop(one), rate * one.result())
            self.duels += 1

    @property
    def found(self) -> dict[str, float]:
        """The weights by name."""
        return dict(zip(self.names, self.weights, strict=True))


def start_weights() -> dict[str, float]:
    """The game's own weights, from the file beside the running copy."""
    found: dict[str, float] = json.loads((Path(pithead.__file__).parent.parent / FILE).read_text("utf-8"))
    return found


def weights_of(path: Path | None) -> dict[str, float]:
    """The weights of a file, with the game's own as defaults."""
    start = start_weights()
    found: dict[str, float] = json.loads(path.read_text("utf-8")) if path else {}
    return {name: found.get(name, value) for name, value in start.items()}


def climb(terms: Terms, begin: Path | None, minutes: float, games: int, jobs: int, seed: int, out: Path | None) -> None:
    """Optimise until the time is over or interrupted; then print the weights."""
    start = weights_of(begin)
    climbing = Climb(start, seed)
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    whole = 60 * minutes
    try:
        for _ in range(jobs + 1):
            climbing.begin(pool, terms, games)
        climbing.learn(RATE[0])  # the first duel includes the compilation
        begun = time.monotonic()
        while (spent := time.monotonic() - begun) < whole:
            climbing.begin(pool, terms, games)
            climbing.learn(RATE[0] + (RATE[1] - RATE[0]) * spent / whole)
            print(f"\r{spent:.0f} of {whole:.0f} s, {climbing.duels} duels", end="", file=sys.stderr, flush=True)
            if out:
                out.write_text(json.dumps(climbing.found, indent=1), encoding="utf-8")
    except KeyboardInterrupt:
        pass
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    print(f"\n{terms.game}: {climbing.duels} duels of {games} games with {terms.simulations} simulations per choice")
    for name, value in start.items():
        print(f"{name:<28} {value:>8.3f} → {climbing.found[name]:.3f}")


def contest(terms: Terms, found: Path, against: Path | None, games: int, jobs: int, seed: str, whole: bool) -> None:
    """A match between the weights of a file and those of another file or the game, by sequential test."""
    sides = (list(weights_of(found).values()), list(weights_of(against).values()))
    verdict = Verdict()
    work = results(partial(compare, terms, sides, seed), games // 2, jobs)
    try:
        for share in work:
            if share is None:
                break
            verdict.shares.append(share)
            told = verdict.data()
            print(
                f"\r{100 * told['share']:.1f} % of {told['games']} games [{100 * told['low']:.1f} – "
                f"{100 * told['high']:.1f} %], ratio {told['ratio']:.2f}, accepted: {told['accepted']}",
                end="",
                flush=True,
            )
            if verdict.accepted is not None and not whole:
                break
    except KeyboardInterrupt:
        pass
    finally:
        work.close()
    print()


def main() -> int:
    """Make the copy of the package, and run the optimiser inside it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=names())
    parser.add_argument("--players", type=int, nargs="+", help="several are taken in turns; the fewest unless told")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="as for pithead arena")
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--simulations", type=int, default=60, help="per choice")
    parser.add_argument("--games", type=int, default=20, help="per duel, or of a comparison at most")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the weights here")
    parser.add_argument("--start", type=Path, metavar="FILE", help="instead of the weights of the game")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="play the weights of a file against those")
    parser.add_argument("--whole", action="store_true", help="compare to the last game, for the interval")
    parser.add_argument("--seconds", type=float, help="compare by time per turn, as Baron plays, not by simulations")
    parser.add_argument("--net", action="store_true", help="only the weights compared play with the game's net")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    title = load(chosen.game)
    if chosen.inside:
        options = title.numbers(title.resolve(dict(one.split("=", 1) for one in chosen.option)))
        terms = Terms(
            title.id,
            tuple(chosen.players or title.players[:1]),
            tuple(options),
            chosen.simulations,
            chosen.seconds if chosen.compare else None,
            (chosen.net, False),
        )
        if chosen.compare:
            contest(terms, chosen.compare, chosen.start, chosen.games, chosen.jobs, str(chosen.seed), chosen.whole)
        else:
            climb(terms, chosen.start, chosen.minutes, chosen.games, chosen.jobs, chosen.seed, chosen.json)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        copy_with_weights(title.id, Path(folder))
        environment = {**os.environ, "PYTHONPATH": folder}
        try:
            return subprocess.run(
                [sys.executable, "-m", "pithead.lab.tuning", *sys.argv[1:], "--inside"], env=environment, check=False
            ).returncode
        except KeyboardInterrupt:
            return 130


if __name__ == "__main__":
    raise SystemExit(main())
