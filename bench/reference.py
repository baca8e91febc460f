"""Coal Baron against plain C: the same seeds, the same final scores, and the ratio of their speeds in one run.

`python bench/reference.py [--games 1000]` builds bench/coal_baron.c with the machine's compiler, if there is one.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import pithead
from pithead.engine.game import expand_seed

SOURCE = Path(__file__).parent / "coal_baron.c"


def header(game: Any) -> str:
    """The components as C constants, from the edition that the engine plays."""
    s = game.files.state
    numbers = {
        "COLOURS": s.N_COLOURS,
        "VEHICLES": s.N_VEHICLES,
        "TILE_KINDS": s.N_TILES,
        "TILE_COPIES": s.TILE_COPIES,
        "ORDER_CARDS": s.N_ORDERS,
        "PILE_MAX": max(s.N_TILES * s.TILE_COPIES, s.N_ORDERS),
        "SPACES": s.N_SPACES,
        "FACTORY_SLOTS": s.N_FACTORY,
        "ORDER_SLOTS": s.N_ORDER_SLOTS,
        "ELEMENTS": s.N_ELEMENTS,
        "SHIFTS": s.SHIFTS,
        "CAGE_SLOTS": s.CAGE_SLOTS,
        "DRAW_SIZE": s.DRAW_SIZE,
        "START_ORDERS": s.START_ORDERS,
        "CUBES": s.CUBES,
        "BANK_FRANCS": s.BANK_FRANCS,
        "FRANCS_PER_VP": s.FRANCS_PER_VP,
        "CUBES_PER_VP": s.CUBES_PER_VP,
        "VP_PER_OUTSTANDING": s.VP_PER_OUTSTANDING,
        "VP_PER_SURPLUS": s.VP_PER_SURPLUS,
    }
    arrays = {
        "WORKERS": s.WORKERS,
        "FRANCS": s.FRANCS,
        "DRAFT_REVEAL": s.DRAFT_REVEAL,
        "TILE_COLOUR": s.TILE_COLOUR,
        "TILE_CARTS": s.TILE_CARTS,
        "TILE_SIDE": s.TILE_SIDE,
        "TILE_PRICE": s.TILE_PRICE,
        "BASE_CARTS": s.BASE_CARTS,
        "ORDER_VEHICLE": s.ORDER_VEHICLE,
        "ORDER_POINTS": s.ORDER_POINTS,
        "ORDER_SIZE": s.ORDER_SIZE,
        "SPACE_KIND": s.SPACE_KIND,
        "SPACE_MIN": s.SPACE_MIN_PLAYERS,
        "SPACE_DETAIL": s.SPACE_DETAIL,
        "FACTORY_SPACE": s.FACTORY_SPACE,
        "ORDER_SPACE": s.ORDER_SPACE,
        "ELEMENT_TYPE": s.ELEMENT_TYPE,
        "ELEMENT_KEY": s.ELEMENT_KEY,
        "FIRST_PRIZE": s.FIRST_PRIZE,
        "SECOND_PRIZE": s.SECOND_PRIZE,
    }
    lines = [f"#define {name} ({value})" for name, value in numbers.items()]
    lines += [f"static const signed char {name}[] = {{{', '.join(map(str, row))}}};" for name, row in arrays.items()]
    squares = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in s.ORDER_SQUARES)
    lines.append(f"static const signed char ORDER_SQUARES[][{s.N_COLOURS}] = {{{squares}}};")
    return "\n".join(lines) + "\n"


def build(game: Any, folder: Path) -> Path | None:
    """The reference, or None without a compiler."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    (folder / "material.h").write_text(header(game))
    program = folder / "coal_baron"
    flags = ["-O3", "-march=native", "-std=c11", "-D_POSIX_C_SOURCE=199309L"]
    subprocess.run([compiler, *flags, "-I", str(folder), str(SOURCE), "-o", str(program)], check=True)
    return program


def compare(players: int, games: int, rounds: int = 15) -> dict[str, Any] | None:
    """Play the same games in C and compiled, in turn; processor time, the best of some rounds each."""
    game = pithead.load("coal-baron")
    rules = game.compiled()
    keys = np.array([expand_seed(f"reference {i}") for i in range(games)], np.int64)
    options = np.array(game.numbers(game.resolve({})), np.int64)
    with tempfile.TemporaryDirectory() as folder:
        program = build(game, Path(folder))
        if program is None:
            return None
        scores: list[int] = []
        fast = rules.fast(1)
        for i in range(games):
            state = rules.new(players, options.tolist(), keys[i].tolist())
            rules.playout(state, fast)
            scores += rules.standing(state, players).scores
        c_best = ours_best = float("inf")
        states, out = rules.array(1), np.zeros(rules.max_legal, np.int64)
        for _ in range(rounds):
            command = [str(program), str(players), str(games), "1"]
            told = subprocess.run(command, input=keys.astype("<u4").tobytes(), capture_output=True, check=True).stdout
            first, *rest = told.decode().splitlines()
            decisions, nanoseconds = (float(part) for part in first.split())
            c_best = min(c_best, nanoseconds / decisions)
            fast = rules.fast(1)
            began = time.process_time()
            ours = rules.drivers.run_at(states, 0, out, fast, players, options, keys, 0, games)
            ours_best = min(ours_best, (time.process_time() - began) * 1e9 / ours)
        same = scores == [int(line) for line in rest] and ours == decisions
    return {
        "players": players,
        "games": games,
        "same_scores": same,
        "c_ns": round(c_best, 1),
        "compiled_ns": round(ours_best, 1),
        "ratio": round(ours_best / c_best, 3),
    }


def main() -> int:
    """Compare for every number of players."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    given = parser.parse_args()
    failed = False
    for players in (2, 3, 4):
        result = compare(players, given.games)
        if result is None:
            print("no C compiler: the reference is not measured", file=sys.stderr)
            return 0
        print(json.dumps(result))
        failed |= not result["same_scores"]
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
