"""The rules of Mine Out, by phase of the game."""

from .audit import audit
from .decisions import apply, legal_actions
from .scoring import end_reason, progress, ranking, scores, teams
from .setup import setup, setup_problem
from .turn import barrier, phase, to_move

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
