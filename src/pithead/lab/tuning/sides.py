"""Games in compiled code whose sides are played by different trees: a part of the search in the copy alone.

It is copied into the folder of the search's kernel, so that nobody who only plays has to compile it.
"""

from pithead.bots.search.kernel.judging import obvious
from pithead.bots.search.kernel.memory import OTHER, STEPS_PER_PLAYOUT, Workspace
from pithead.bots.search.kernel.self_play import GAME, think
from pithead.kit import Cells, entry
from pithead.kit.this_game import apply, legal_actions, setup, to_move


@entry
def deal(w: Workspace, players: int, options: Cells, key: Cells) -> None:
    """Begin a game in `states[GAME]`."""
    setup(w.states[GAME], players, options, key)


@entry
def play_side(w: Workspace, side: int, count: int) -> int:
    """Play that game on while an even (side 0) or an odd seat is to move; returns who is then, −1 at its end.

    Every choice is thought about with so many simulations.
    """
    s = w.states[GAME]
    legal = w.lists[OTHER]
    mover = to_move(s)
    for _ in range(STEPS_PER_PLAYOUT):
        if mover < 0 or mover % 2 != side:
            break
        action = obvious(s, legal, legal_actions(s, legal))
        if action < 0:
            action = think(w, s, mover, count)
        apply(s, action)
        mover = to_move(s)
    return mover
