"""The rules of Kohle & Kolonie, phase by phase.

Five rounds of ten phases: `bonus` (1), `turns` with `mines`, `building`, `miners` and `side_actions` (2–4),
`disasters` (5), `syndicate` (6), `income` (7), `board_scoring` (8), `consolidation` (9), `technology` (10); then
`refill`, and after the last round `final`. `flow` puts them in order.
"""

from .audit import audit
from .flow import apply, barrier, end_reason, legal_actions, phase, progress, to_move
from .scoring import ranking, scores, teams
from .setup import setup, setup_problem

__all__ = [
    "setup_problem",
    "setup",
    "to_move",
    "legal_actions",
    "apply",
    "phase",
    "barrier",
    "progress",
    "end_reason",
    "scores",
    "ranking",
    "teams",
    "audit",
]
