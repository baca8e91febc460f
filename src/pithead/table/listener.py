"""What a table needs of a connection."""

from typing import Protocol

from .protocol import Goodbye


class Listener(Protocol):
    """A connection, as far as a table knows it."""

    device: str
    session: str

    @property
    def seat(self) -> int | None: ...
    @property
    def base_view(self) -> int | None: ...
    @property
    def revoked(self) -> bool: ...
    @property
    def stuck(self) -> bool: ...
    def wake(self) -> None: ...
    def drop(self, reason: Goodbye) -> None: ...
    def check(self, now: float) -> None: ...
