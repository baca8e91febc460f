"""How many sequences of decisions the rules allow: small tables that notice any change of a legal list (P2).

`python -m tests.contract.perft [GAME …]` writes them anew. A difference means other rules: raise the game's version.
"""

import random
import sys
from pathlib import Path

import pithead
from pithead.engine.rules import Rules, State

from .settings import Setting, settings

TABLES = Path(__file__).parent / "perft"
MOST = 3000  # sequences per position: deeper would say no more
PLACES = (0.0, 0.3, 0.6, 0.9)  # of a random game


def sequences(rules: Rules, state: State, depth: int) -> int:
    """Sequences of so many decisions."""
    if rules.to_move(state) < 0:
        return 0
    legal = rules.legal(state)
    if depth == 1:
        return len(legal)
    found = 0
    for action in legal:
        after = rules.copy(state)
        rules.apply(after, action)
        found += sequences(rules, after, depth - 1)
    return found


def counts(rules: Rules, state: State) -> list[int]:
    """Sequences of one decision, of two, and so on until there are many."""
    found = [len(rules.legal(state))]
    while 0 < found[-1] * found[0] <= MOST and len(found) < 6:
        found.append(sequences(rules, state, len(found) + 1))
    return found


def row(setting: Setting, rules: Rules) -> str:
    """One line of text: players, variant and the counts at some places of one random game."""
    choose = random.Random("perft")
    state = setting.new(rules, "perft")
    game = [rules.copy(state)]
    while rules.to_move(state) >= 0:
        rules.apply(state, choose.choice(rules.legal(state)))
        game.append(rules.copy(state))
    told = [" ".join(map(str, counts(rules, game[round(place * (len(game) - 2))]))) for place in PLACES]
    return f"{setting.players} {setting.variant}: " + " | ".join(told)


def table(name: str) -> str:
    """The table of a game."""
    return "".join(row(setting, setting.game.rules()) + "\n" for setting in settings() if setting.name == name)


if __name__ == "__main__":
    TABLES.mkdir(exist_ok=True)
    for name in sys.argv[1:] or pithead.names():
        (TABLES / f"{name}.txt").write_text(table(name), "utf-8")
