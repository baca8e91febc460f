"""What a game was about: chances of winning, better decisions, luck and play; and a hint for the next decision."""

from .hints import Hint, hint
from .report import Analysis, analyse

__all__ = ["Analysis", "Hint", "analyse", "hint"]
