"""Pithead: the open table for mining board games."""

from typing import TYPE_CHECKING, Any

from .engine.errors import PitheadError
from .engine.match import Match, new
from .engine.record import Record
from .engine.record import parse as read_record
from .engine.registry import load, names

if TYPE_CHECKING:
    from .adapters.batch import BatchEnv

__version__ = "0.1.0"
__all__ = ["BatchEnv", "Match", "PitheadError", "Record", "load", "names", "new", "read_record"]


def __getattr__(name: str) -> Any:
    """`BatchEnv` on first use: playing needs no NumPy."""
    if name == "BatchEnv":
        from .adapters.batch import BatchEnv

        return BatchEnv
    raise AttributeError(name)
