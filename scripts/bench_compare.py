"""Compares the speed of this tree with that of another commit, in one run.

Usage: `python scripts/bench_compare.py [COMMIT] [GAME]…`; the commit is the parent if none is named.

Both are measured in turns, a process each, and the best of each side counts: a machine that is busy for a while slows
both. Fails when something has become more than a fifth slower than in the parent commit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
ALLOWED = 1.2

# Runs on either tree, so it uses nothing but what every commit has: games by name, rules by backend, random games.
MEASURE = """
import json, sys, time
import pithead
from pithead.engine.game import expand_seed

def best(backend, name, seconds):
    game = pithead.load(name)
    rules = game.rules(backend)
    players = game.variants[0].players[-1]
    numbers = game.numbers(game.resolve(None))
    found, number, end = 1e9, 0, time.perf_counter() + seconds
    while number < 3 or time.perf_counter() < end:
        state = rules.new(players, numbers, expand_seed(number))
        fast = rules.fast(number)
        start = time.perf_counter()
        decisions = rules.playout(state, fast)
        if number:
            found = min(found, (time.perf_counter() - start) / decisions)
        number += 1
    data = rules.encode(state)
    start = time.perf_counter()
    for _ in range(200):
        rules.copy(state)
    copy = (time.perf_counter() - start) / 200
    start = time.perf_counter()
    for _ in range(200):
        rules.decode(rules.encode(state))
    return {"decision": found, "copy": copy, "codec": (time.perf_counter() - start) / 200}

print(json.dumps({f"{name}, {backend}, {what}": value
    for name in sys.argv[1:] for backend in ("interpreted", "compiled")
    for what, value in best(backend, name, 0.5).items()}))
"""


def main(arguments: list[str]) -> int:
    commit, games = (arguments[0], arguments[1:]) if arguments else ("HEAD~1", [])
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "other"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", other, commit], cwd=ROOT, check=True)
        try:
            games = games or common_games(other)
            print(f"{commit} against this tree: {', '.join(games)} (compiling what is cold) …", flush=True)
            before: dict[str, float] = {}
            after: dict[str, float] = {}
            for _ in range(ROUNDS):
                keep_best(before, measured(other, games))
                keep_best(after, measured(ROOT, games))
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", other], cwd=ROOT, check=True)
    return report(before, after)


def common_games(other: Path) -> list[str]:
    def found(tree: Path) -> set[str]:
        return {path.parent.name.replace("_", "-") for path in (tree / "src/pithead/games").glob("*/game.toml")}

    return sorted(found(other) & found(ROOT))


def measured(tree: Path, games: list[str]) -> dict[str, float]:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *games], env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def keep_best(best: dict[str, float], found: dict[str, float]) -> None:
    for name, seconds in found.items():
        best[name] = min(seconds, best.get(name, seconds))


def report(before: dict[str, float], after: dict[str, float]) -> int:
    """Print every figure; 1 if one has become too slow."""
    slower = []
    for name in before:
        ratio = after[name] / before[name]
        print(f"{name:<44} {before[name] * 1e9:>12,.0f} ns → {after[name] * 1e9:>12,.0f} ns  × {ratio:.2f}")
        if ratio > ALLOWED:
            slower.append(name)
    if slower:
        print(f"More than {ALLOWED - 1:.0%} slower: {'; '.join(slower)}", file=sys.stderr)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
