"""What a game was about: chances of winning, better decisions, luck and play; and a hint for the next decision."""

from .hints import Hint, hint
from .judge import analyse
from .report import Analysis

__all__ = ["Analysis", "Hint", "analyse", "hint"]
