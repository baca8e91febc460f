"""What a game's terminal board needs to know besides the view."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .messages import Messages


@dataclass(frozen=True)
class Table:
    """Words, names and the size of the screen."""

    messages: Messages
    names: tuple[str, ...]
    seat: int | None = None
    width: int = 80
    plain: bool = False

    def text(self, message: str, **params: Any) -> str:
        """A sentence by message id."""
        return self.messages.text(message, params)

    def name(self, word: str) -> str:
        """What an id is called."""
        return self.messages.name(word)

    def labelled(self, label: str, text: str) -> str:
        """A label and what it belongs to."""
        return self.messages.labelled(label, text)

    def series(self, parts: Iterable[str]) -> str:
        """Parts of a line one after the other."""
        return self.messages.series(parts)
