"""Better weights for a game's `evaluate`, by duels: `python -m pithead.lab.tuning coal-baron --minutes 20`.

Simultaneous perturbation (SPSA): all weights are moved at once by a step up or down, the two opposite settings play a
few deals against each other, seats exchanged, and every weight goes a little towards the side that won. The weights
are the decimal numbers in `evaluate.py`; they are read from an array in a copy of the package, so that nothing has to
be compiled again between duels. What comes out is printed for a person to read, round and write down.
"""

import argparse
import ast
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pithead
from pithead.bots.play import play
from pithead.bots.search.searcher import Searcher
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import warm
from pithead.bots.search.workspace import Backing, Tree
from pithead.engine.game import Game, expand_seed
from pithead.engine.registry import load, names

PLAYERS = {"kohle-kolonie": 3}  # others: two
PLAIN = (0.0, 1.0)  # numbers that are no weights
STEP, LEAST_STEP = 0.18, 0.01  # how far a weight is moved in a duel: a part of it
RATE = (0.12, 0.03)  # of a step that a lost or won duel moves a weight: at the start, at the end
BY_LEAD = 0.3  # part of a result that goes by the lead instead of the win: less noise
NODES = 1 << 17  # of a tree
FILE = "weights.json"
EVALUATING = {"judging.py": "reals", "self_play.py": "w.reals"}  # files of the search, and what they call its reals


def rules_behind(name: str, rules: dict[str, ast.FunctionDef]) -> set[str]:
    """A rule and all the rules of its file that it calls."""
    found, waiting = set[str](), [name]
    while waiting:
        found.add(one := waiting.pop())
        called = {node.id for node in ast.walk(rules[one]) if isinstance(node, ast.Name)}
        waiting += (called & rules.keys()) - found
    return found


class Weights(ast.NodeTransformer):
    """Takes the decimal numbers out of `evaluate` and what it calls; these rules get them as last argument `w`."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: dict[str, float] = {}
        self._rules = rules_behind("evaluate", {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)})
        self._constants: dict[str, ast.expr] = {}
        for node in tree.body:
            if isinstance(node, ast.Assign):
                self._remember(node.targets[0], node.value)

    def _remember(self, target: ast.expr, value: ast.expr) -> None:
        """A constant of the module, or several in one line."""
        if isinstance(target, ast.Name):
            self._constants[target.id] = value
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for one, its in zip(target.elts, value.elts, strict=True):
                self._remember(one, its)

    def _cell(self, name: str, value: float) -> ast.expr:
        self.found.setdefault(name, value)
        return ast.parse(f"w[{list(self.found).index(name)}]", mode="eval").body

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Constants and other rules stay as they are."""
        node.body = [
            self.visit(part) if isinstance(part, ast.FunctionDef) and part.name in self._rules else part
            for part in node.body
        ]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A rule: its signature and its body without the docstring."""
        node.body = [self.visit(part) for part in node.body[1:]]
        node.args.args.append(ast.arg("w", ast.Name("Any", ast.Load())))
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A named weight, or a pair of them."""
        value = self._constants.get(node.id)
        if isinstance(value, ast.Constant) and isinstance(value.value, float):
            return self._cell(node.id, value.value)
        if isinstance(value, ast.Tuple) and isinstance(node.ctx, ast.Load):
            pair = [one.value for one in value.elts if isinstance(one, ast.Constant)]
            cells = [self._cell(f"{node.id}[{i}]", one) for i, one in enumerate(pair) if isinstance(one, float)]
            return ast.Tuple(cells, ast.Load()) if len(cells) == len(value.elts) else node
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """A number in a formula."""
        if isinstance(node.value, float) and node.value not in PLAIN:
            return self._cell(f"line {node.lineno}, column {node.col_offset + 1}", node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """A call of another rule of the file."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self._rules:
            node.args.append(ast.Name("w", ast.Load()))
        return node


class PassWeights(ast.NodeTransformer):
    """In the search: `evaluate(s, i)` becomes `evaluate(s, i, reals[TOTAL])`, a row that only forecasts need."""

    def __init__(self, reals: str) -> None:
        self._row = f"{reals}[TOTAL]"

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """A place that evaluates."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "evaluate":
            node.args.append(ast.parse(self._row, mode="eval").body)
        return node


def rewrite(source: Path, transformer: ast.NodeTransformer, tree: ast.Module, needed: str) -> None:
    """Write a transformed file over its copy, with the import that it needs now."""
    changed = ast.unparse(ast.fix_missing_locations(transformer.visit(tree)))
    source.write_text(f"{needed}\n{changed}", encoding="utf-8")


def copy_with_weights(game: str, folder: Path) -> None:
    """A copy of the package in which the search of one game reads its weights from an array."""
    package = folder / "pithead"
    original = Path(pithead.__file__).parent
    shutil.copytree(original, package, ignore=shutil.ignore_patterns("__pycache__", "static"))
    evaluation = package / "games" / game.replace("-", "_") / "evaluate.py"
    tree = ast.parse(evaluation.read_text(encoding="utf-8"))
    weights = Weights(tree)
    rewrite(evaluation, weights, tree, "from typing import Any")
    for name, reals in EVALUATING.items():
        search = package / "bots" / "search" / "kernel" / name
        passing = ast.parse(search.read_text(encoding="utf-8"))
        rewrite(search, PassWeights(reals), passing, "from .memory import TOTAL")
    (folder / FILE).write_text(json.dumps(weights.found, indent=1), encoding="utf-8")


class Weighted(Tree):
    """A tree of the copy, whose evaluation reads its weights from a row of the tree."""

    def __init__(self, backing: Backing, settings: Settings, weights: list[float]) -> None:
        super().__init__(backing, settings, NODES)
        self.work.reals[self._module.TOTAL][: len(weights)] = weights


class Candidate(Searcher):
    """Searches with weights of its own."""

    def __init__(self, game: Game, on: Backing, seed: int, simulations: int, weights: list[float]) -> None:
        super().__init__("candidate", game, seed, simulations=simulations, on=on)
        self._trees = [Weighted(on, Settings.of(game), weights)]


class Duel:
    """Plays two settings of the weights against each other; lives in a process of its own."""

    def __init__(self, game: str, simulations: int) -> None:
        self._title = load(game)
        self._players = PLAYERS.get(self._title.id, 2)
        self._simulations = simulations
        warm(self._title)
        self._backing = Backing(self._title, "compiled")
        self._rules = self._title.rules("compiled")

    def result(self, sides: tuple[list[float], list[float]], seed: int, games: int) -> float:
        """From −1 (the second side wins everything) to 1."""
        return sum(self._game(sides, seed, *divmod(number, 2)) for number in range(games)) / games

    def _game(self, sides: tuple[list[float], list[float]], seed: int, deal: int, first: int) -> float:
        title = self._title
        owner = [(first + seat) % 2 for seat in range(self._players)]
        bots = [
            Candidate(title, self._backing, seed + 8 * deal + seat, self._simulations, sides[side])
            for seat, side in enumerate(owner)
        ]
        numbers = title.numbers(title.resolve(None))
        state = self._rules.new(self._players, numbers, expand_seed(f"tune {seed} {deal}"))
        play(self._rules, state, bots)
        outcome = self._rules.standing(state, self._players)
        ranks, points = (
            [[row[seat] for seat in range(self._players) if owner[seat] == side] for side in (0, 1)]
            for row in (outcome.ranks, outcome.scores)
        )
        win = (min(ranks[0]) < min(ranks[1])) - (min(ranks[0]) > min(ranks[1]))
        best = max(points[0]), max(points[1])
        lead = (best[0] - best[1]) / max(5.0, 0.2 * max(best))
        return (1 - BY_LEAD) * win + BY_LEAD * math.tanh(lead)


_duel: Duel | None = None


def duel(game: str, simulations: int, sides: tuple[list[float], list[float]], seed: int, games: int) -> float:
    """A duel in a worker, which keeps its compiled search."""
    global _duel
    _duel = _duel or Duel(game, simulations)
    return _duel.result(sides, seed, games)


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

    def begin(self, pool: ProcessPoolExecutor, game: str, simulations: int, games: int) -> None:
        """Send out a duel."""
        signs = [self._random.choice((-1, 1)) for _ in self.weights]
        sides = (self._moved(signs, 1.0), self._moved(signs, -1.0))
        self._signs[pool.submit(duel, game, simulations, sides, self._random.getrandbits(40), games)] = signs

    def learn(self, rate: float) -> None:
        """Wait for a duel, and go towards who won it."""
        done, _ = wait(self._signs, return_when=FIRST_COMPLETED)
        for one in done:
            self.weights = self._moved(self._signs.pop(one), rate * one.result())
            self.duels += 1


def climb(game: str, minutes: float, simulations: int, games: int, jobs: int, seed: int, out: Path | None) -> None:
    """Duel until the time is over or somebody interrupts; then print what was found."""
    start: dict[str, float] = json.loads((Path(pithead.__file__).parent.parent / FILE).read_text(encoding="utf-8"))
    climbing = Climb(start, seed)
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    whole = 60 * minutes
    try:
        for _ in range(jobs + 1):
            climbing.begin(pool, game, simulations, games)
        climbing.learn(RATE[0])  # the first duel waits for the compiler
        begun = time.monotonic()
        while (spent := time.monotonic() - begun) < whole:
            climbing.begin(pool, game, simulations, games)
            climbing.learn(RATE[0] + (RATE[1] - RATE[0]) * spent / whole)
            print(f"\r{spent:.0f} of {whole:.0f} s, {climbing.duels} duels", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pass
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    found = dict(zip(climbing.names, climbing.weights, strict=True))
    print(f"\n{game}: {climbing.duels} duels of {games} games with {simulations} simulations per turn")
    for name, value in start.items():
        print(f"{name:<28} {value:>8.3f} → {found[name]:.3f}")
    if out:
        out.write_text(json.dumps(found, indent=1), encoding="utf-8")


def main() -> int:
    """Make the copy, and climb inside it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=names())
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--simulations", type=int, default=300, help="per turn")
    parser.add_argument("--games", type=int, default=20, help="per duel; every deal is played twice")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the weights here")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside:
        climb(chosen.game, chosen.minutes, chosen.simulations, chosen.games, chosen.jobs, chosen.seed, chosen.json)
        return 0
    title = load(chosen.game)
    with tempfile.TemporaryDirectory() as folder:
        copy_with_weights(title.id, Path(folder))
        environment: dict[str, Any] = {**os.environ, "PYTHONPATH": folder, "PITHEAD_CACHE": folder}
        try:
            return subprocess.run(
                [sys.executable, "-m", "pithead.lab.tuning", *sys.argv[1:], "--inside"], env=environment, check=False
            ).returncode
        except KeyboardInterrupt:
            return 130


if __name__ == "__main__":
    raise SystemExit(main())
