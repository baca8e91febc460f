"""Games whose sides are played by different trees: contests of weights and nets, without anything between searches."""

from pithead.kit import Cells, entry
from pithead.kit.this_game import apply, legal_actions, setup, to_move

from .judging import obvious
from .memory import OTHER, STEPS_PER_PLAYOUT, Workspace
from .self_play import GAME, think


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
