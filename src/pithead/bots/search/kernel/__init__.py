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
from .self_play import N_FACTS, Notes, self_play

__all__ = [
    "HIDDEN",
    "N_FACTS",
    "N_SUMS",
    "Net",
    "Notes",
    "residual",
    "self_play",
    "count_players",
    "decisions",
    "DEEP",
    "follow",
    "forecast",
    "FOUND",
    "imagine",
    "judge",
    "LEGAL",
    "MAX_PATH",
    "N_REALS",
    "N_ROWS",
    "N_STATES",
    "Node",
    "observe",
    "outlook",
    "Plan",
    "plant",
    "reseed",
    "REWARD",
    "ROOT",
    "select",
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
