"""The rules of MINE!: set-up, placing, the six locations, rounds, standing."""

from .decisions import apply, barrier, end_reason, legal_actions, phase, progress, to_move
from .setup import setup, setup_problem
from .standing import audit, ranking, scores, teams

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
