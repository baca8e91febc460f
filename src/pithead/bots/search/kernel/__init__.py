"""The kernel of the search: information-set Monte Carlo tree search (ISMCTS), specialised per game and backend.

Every simulation determinizes the state for the searching seat, descends one tree shared by all determinizations with
PUCT selection, expands a leaf, and backs up a reward from the game's `evaluate` or the final result. All memory is
preallocated in one `Workspace`.
"""

from .evaluation import count_players, judge
from .memory import (
    DEEP,
    FOUND,
    LEGAL,
    MAX_PATH,
    N_REALS,
    N_ROWS,
    N_STATES,
    REWARD,
    ROOT,
    SIDES,
    TOTAL,
    TRIAL,
    VALUE,
    WORK,
    Node,
    Plan,
    Workspace,
)
from .net import HIDDEN, N_SUMS, Net, residual
from .playout import forecast, outlook
from .reuse import decisions, find_node, imagine, observe, reseed
from .self_play import GAME, N_FACTS, Notes, self_play
from .sides import deal, play_side
from .tree import init_tree, reroot, select, set_estimate, simulate, tally

__all__ = [
    "count_players",
    "deal",
    "decisions",
    "DEEP",
    "find_node",
    "forecast",
    "FOUND",
    "GAME",
    "HIDDEN",
    "imagine",
    "judge",
    "LEGAL",
    "MAX_PATH",
    "N_FACTS",
    "N_REALS",
    "N_ROWS",
    "N_STATES",
    "N_SUMS",
    "Net",
    "Node",
    "Notes",
    "observe",
    "outlook",
    "Plan",
    "set_estimate",
    "play_side",
    "reseed",
    "residual",
    "REWARD",
    "ROOT",
    "select",
    "self_play",
    "SIDES",
    "simulate",
    "init_tree",
    "tally",
    "TOTAL",
    "reroot",
    "TRIAL",
    "VALUE",
    "WORK",
    "Workspace",
]
