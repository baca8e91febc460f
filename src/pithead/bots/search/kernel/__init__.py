"""Information-set tree search and greedy search: one source, specialised per game and backend.

Every simulation re-deals what the seat cannot know, walks down one tree of decisions, and values what it finds by the
game's `evaluate` or by the result. All that it reads and writes is one `Workspace`.
"""

from .following import decisions, follow, imagine, observe, reseed
from .growing import plant, select, simulate, sprout, tally, transplant
from .judging import count_players, judge
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
from .playing import forecast, outlook
from .self_play import GAME, N_FACTS, Notes, self_play
from .sides import deal, play_side

__all__ = [
    "count_players",
    "deal",
    "decisions",
    "DEEP",
    "follow",
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
    "plant",
    "play_side",
    "reseed",
    "residual",
    "REWARD",
    "ROOT",
    "select",
    "self_play",
    "SIDES",
    "simulate",
    "sprout",
    "tally",
    "TOTAL",
    "transplant",
    "TRIAL",
    "VALUE",
    "WORK",
    "Workspace",
]
