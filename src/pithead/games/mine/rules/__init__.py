"""The rules of MINE!: set-up, placing, the six locations, rounds, standing."""

from .audit import audit
from .decisions import apply, barrier, end_reason, legal_actions, phase, progress, to_move
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
