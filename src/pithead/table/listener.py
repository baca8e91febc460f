"""The interface that a table needs of a connection."""

from typing import Protocol

from .protocol import Goodbye


class Listener(Protocol):
    """An observer of a table: a connection, as the table sees it."""

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
