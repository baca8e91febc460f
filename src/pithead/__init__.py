"""Pithead: the open table for mining board games."""

from .engine.errors import PitheadError
from .engine.match import Match, new
from .engine.record import Record
from .engine.record import parse as read_record
from .engine.registry import load, names

__version__ = "0.1.0"
__all__ = ["Match", "PitheadError", "Record", "load", "names", "new", "read_record"]
