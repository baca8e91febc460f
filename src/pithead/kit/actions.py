"""Decisions declared as products of their parts: number, parts and canonical text come from one line.

    ACTIONS = Actions("end")
    LOOT = ACTIONS.over("shelter {} {}", PROFESSIONS, TOWNS)

`LOOT` is the first number of its kind, a plain integer for the rules (`LOOT + profession * len(TOWNS) + town`);
`ACTIONS.parts(action)` gives profession and town back, `ACTIONS.text(action)` the canonical text.
"""

from bisect import bisect_right
from collections.abc import Sequence
from math import prod
from typing import NamedTuple


class Kind(NamedTuple):
    """One kind of decision: its first number, its text, and the names of its parts, the last one running fastest."""

    first: int
    text: str
    parts: tuple[Sequence[object], ...]

    @property
    def size(self) -> int:
        """How many decisions it has."""
        return prod(map(len, self.parts))


class Actions:
    """All decisions of a game, numbered without gaps in the order in which they are declared; END is 0."""

    def __init__(self, end: str) -> None:
        self._kinds = [Kind(0, end, ())]

    def __len__(self) -> int:
        last = self._kinds[-1]
        return last.first + last.size

    def over(self, text: str, *parts: Sequence[object]) -> int:
        """Declare a decision for every combination of its parts; returns the first number."""
        if text.count("{}") != len(parts):
            raise ValueError(f"{text!r} has another number of places than parts")
        self._kinds.append(Kind(len(self), text, parts))
        return self._kinds[-1].first

    def kind(self, action: int) -> Kind:
        """The kind of a decision."""
        if not 0 <= action < len(self):
            raise IndexError(f"{action} is no decision")
        return self._kinds[bisect_right(self._kinds, action, key=lambda kind: kind.first) - 1]

    def parts(self, action: int) -> tuple[int, ...]:
        """The parts of a decision, as places in their lists."""
        kind = self.kind(action)
        rest, found = action - kind.first, []
        for names in reversed(kind.parts):
            rest, place = divmod(rest, len(names))
            found.append(place)
        return tuple(reversed(found))

    def text(self, action: int) -> str:
        """The canonical text of a decision."""
        kind = self.kind(action)
        return kind.text.format(*(names[i] for names, i in zip(kind.parts, self.parts(action), strict=True)))
