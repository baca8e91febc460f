"""Dependencies on the machine: clocks, entropy, threads, processes, locks, database drivers.

Everything by which two runs of the same requests could differ comes from here or from the event loop, so that a whole
server can run in a world that belongs to a seed (`tests/simulation`).
"""

import base64
import random
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from filelock import BaseFileLock, FileLock

ID_LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def start_thread(name: str, work: Callable[[], None]) -> None:
    """Do some work in a thread that the end of the process does not wait for."""
    threading.Thread(target=work, daemon=True, name=name).start()


@dataclass(frozen=True)
class World:
    """The ordinary one; tests put other parts in its place."""

    wall: Callable[[], float] = time.time
    """Seconds of the epoch by the machine's clock."""
    monotonic: Callable[[], float] = time.monotonic
    """A monotonic clock."""
    entropy: random.Random = field(default_factory=random.SystemRandom)
    """A cryptographic source of random bytes."""
    start_thread: Callable[[str, Callable[[], None]], None] = start_thread
    start_worker: Callable[[int], Awaitable[Any]] | None = None
    """Starts what stands in for a child process of some niceness; None: real ones."""
    handles_signals: bool = True
    """Whether the process is asked to stop by signals."""
    file_lock: Callable[[str], BaseFileLock] = FileLock
    sqlite: Mapping[str, Any] = field(default_factory=dict)
    """More arguments for every connection to SQLite."""
    aiosqlite: Mapping[str, Any] = field(default_factory=dict)
    """More arguments for its asynchronous connections."""
    least_pause: float = 0.0
    """Seconds between two rounds of the same background work, at least: a simulated week need not be lived through
    second by second."""
    postgres: Callable[..., Awaitable[Any]] | None = None
    """Connects to PostgreSQL; None: asyncpg's own."""

    def fresh_id(self, length: int = 12, letters: str = ID_LETTERS) -> str:
        """A random name that nobody can guess."""
        return "".join(self.entropy.choice(letters) for _ in range(length))

    def fresh_uid(self) -> str:
        """A random name for a seat of one table."""
        return self.fresh_id(6)

    def fresh_key(self) -> str:
        """A key of 256 bits."""
        return self.entropy.randbytes(32).hex()

    def fresh_token(self) -> str:
        """A random name of 128 bits for addresses and cookies."""
        return base64.urlsafe_b64encode(self.entropy.randbytes(16)).rstrip(b"=").decode()
