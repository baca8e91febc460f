"""Game analysis: win probabilities, better actions, luck against play; and hints for the next decision."""

from .hints import Hint, hint
from .judge import analyse
from .report import Analysis

__all__ = ["Analysis", "Hint", "analyse", "hint"]
