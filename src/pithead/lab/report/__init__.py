"""The report for designers: who wins from where, what is used, how games end; two editions side by side."""

from .run import run
from .study import Case, Study
from .tally import Tally

__all__ = ["Case", "Study", "Tally", "run"]
