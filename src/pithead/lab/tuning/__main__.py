"""Better weights for a game's `evaluate`, by duels: `python -m pithead.lab.tuning coal-baron --minutes 20`.

Simultaneous perturbation (SPSA): all weights are moved at once by a step up or down, the two opposite settings play a
few deals against each other, seats exchanged, and every weight goes a little towards the side that won. What comes out
is printed for a person to read, round and write down. With `--compare FILE` weights that were found play against those
of the game, until a sequential test is decided or the games are over.
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

STEP, LEAST_STEP = 0.18, 0.01  # how far a weight is moved in a duel: a part of it
RATE = (0.12, 0.03)  # of a step that a lost or won duel moves a weight: at the start, at the end


class Climb:
    """Where the weights are, and the duels under way."""

    def __init__(self, start: dict[str, float], seed: int) -> None:
        self.names = list(start)
        self.weights = list(start.values())
        self.duels = 0
        self._steps = [max(STEP * abs(value), LEAST_STEP) for value in self.weights]
        self._random = random.Random(seed)
        self._signs: dict[Future[float], list[int]] = {}

    def _moved(self, signs: list[int], size: float) -> list[float]:
        """All weights moved by a part of their steps; none changes its sign."""
        return [
            max(0.0, w + size * step * sign) if w >= 0 else min(0.0, w + size * step * sign)
            for w, step, sign in zip(self.weights, self._steps, signs, strict=True)
        ]

    def begin(self, pool: ProcessPoolExecutor, terms: Terms, games: int) -> None:
        """Send out a duel."""
        signs = [self._random.choice((-1, 1)) for _ in self.weights]
        sides = (self._moved(signs, 1.0), self._moved(signs, -1.0))
        self._signs[pool.submit(duel, terms, sides, self._random.getrandbits(40), games)] = signs

    def learn(self, rate: float) -> None:
        """Wait for a duel, and go towards who won it."""
        done, _ = wait(self._signs, return_when=FIRST_COMPLETED)
        for one in done:
            self.weights = self._moved(self._signs.pop(one), rate * one.result())
            self.duels += 1

    @property
    def found(self) -> dict[str, float]:
        """The weights by name."""
        return dict(zip(self.names, self.weights, strict=True))


def start_weights() -> dict[str, float]:
    """Those of the game, beside the copy that runs now."""
    found: dict[str, float] = json.loads((Path(pithead.__file__).parent.parent / FILE).read_text("utf-8"))
    return found


def weights_of(path: Path | None) -> dict[str, float]:
    """The weights of a file; what it does not name is as in the game."""
    start = start_weights()
    found: dict[str, float] = json.loads(path.read_text("utf-8")) if path else {}
    return {name: found.get(name, value) for name, value in start.items()}


def climb(terms: Terms, begin: Path | None, minutes: float, games: int, jobs: int, seed: int, out: Path | None) -> None:
    """Duel until the time is over or somebody interrupts; then print what was found."""
    start = weights_of(begin)
    climbing = Climb(start, seed)
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    whole = 60 * minutes
    try:
        for _ in range(jobs + 1):
            climbing.begin(pool, terms, games)
        climbing.learn(RATE[0])  # the first duel waits for the compiler
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
    """The weights of a file against those of another one, or of the game, until it is decided or all are played."""
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
    """Make the copy, and climb inside it."""
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
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    title = load(chosen.game)
    if chosen.inside:
        options = title.numbers(title.resolve(dict(one.split("=", 1) for one in chosen.option)))
        terms = Terms(title.id, tuple(chosen.players or title.players[:1]), tuple(options), chosen.simulations)
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
