"""Match games between two trees with different weights or nets, without a return to Python between choices."""

from pithead.kit import Cells, entry
from pithead.kit.this_game import apply, legal_actions, setup, to_move

from .evaluation import forced_move
from .memory import OTHER, STEPS_PER_PLAYOUT, Workspace
from .self_play import GAME, think


@entry
def deal(w: Workspace, players: int, options: Cells, key: Cells) -> None:
    """Set up a game in `states[GAME]`."""
    setup(w.states[GAME], players, options, key)


@entry
def play_side(w: Workspace, side: int, count: int) -> int:
    """Play the moves of one side (0: even seats, 1: odd); returns the next player to move, −1 at the end.

    Every choice is a fresh search with `count` simulations.
    """
    s = w.states[GAME]
    legal = w.lists[OTHER]
    mover = to_move(s)
    for _ in range(STEPS_PER_PLAYOUT):
        if mover < 0 or mover % 2 != side:
            break
        action = forced_move(s, legal, legal_actions(s, legal))
        if action < 0:
            action = think(w, s, mover, count)
        apply(s, action)
        mover = to_move(s)
    return mover
