"""The database: where the log of every table lies, and how a write becomes durable."""

from .engine import (
    CHANNEL,
    HEAD,
    Append,
    Conflict,
    Store,
    async_url,
    is_trouble,
    reason_of,
    shown,
    upgrade,
    version_of,
)

__all__ = [
    "CHANNEL",
    "HEAD",
    "Append",
    "Conflict",
    "Store",
    "async_url",
    "is_trouble",
    "reason_of",
    "shown",
    "upgrade",
    "version_of",
]
