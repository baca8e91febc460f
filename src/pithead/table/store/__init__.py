"""The database: the rows of every table's log, and how a write becomes durable."""

from .address import async_url, shown
from .engine import is_trouble, reason_of
from .queries import SERVING
from .store import Store
from .versions import HEAD, upgrade, version_of
from .writer import Append, Conflict, FinishedGame

CHANNEL = "pithead"
"""The name under which workers on one PostgreSQL notify each other."""

__all__ = [
    "CHANNEL",
    "HEAD",
    "SERVING",
    "Append",
    "Conflict",
    "FinishedGame",
    "Store",
    "async_url",
    "is_trouble",
    "reason_of",
    "shown",
    "upgrade",
    "version_of",
]
