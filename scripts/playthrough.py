"""Record a random game as a playthrough file: `scripts/playthrough.py GAME PLAYERS SEED FILE [OPTION=VALUE …]`."""

import random
import sys
from pathlib import Path

import pithead

NAMES = ("Emma", "Hugo", "Jules", "Lina", "Max", "Nora")


def main(name: str, players: str, seed: str, file: str, *options: str) -> None:
    """Play at random and write the record."""
    chosen = dict(option.split("=", 1) for option in options)
    match = pithead.new(name, players=int(players), seed=seed, options=chosen, names=NAMES[: int(players)])
    choose = random.Random(seed)
    while not match.over:
        match.play(choose.choice(match.legal))
    assert match.result
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(match.record().text, "utf-8")
    print(f"{file}: {len(match.turns)} turns, {match.result.reason}, {match.result.outcome.scores}")


if __name__ == "__main__":
    main(*sys.argv[1:])
