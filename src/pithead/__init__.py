"""Pithead: the open table for mining board games."""

from typing import TYPE_CHECKING, Any

from .engine.errors import PitheadError
from .engine.match import Match, new
from .engine.record import Record
from .engine.record import parse as read_record
from .engine.registry import load, names

if TYPE_CHECKING:
    from .adapters.vector import VectorEnv

__version__ = "0.1.0"
__all__ = ["Match", "PitheadError", "Record", "VectorEnv", "load", "names", "new", "read_record"]


def __getattr__(name: str) -> Any:
    """`VectorEnv` on first use: playing needs no NumPy."""
    if name == "VectorEnv":
        from .adapters.vector import VectorEnv

        return VectorEnv
    raise AttributeError(name)
