"""Decisions declared as products of their parts: number, parts and canonical text come from one line.

    ACTIONS = Actions()

    class Act(IntEnum):
        END = ACTIONS.over("end")
        LOOT = ACTIONS.over("shelter {} {}", PROFESSIONS, TOWNS)

    loot_action, loot_parts = ACTIONS.rules(Act.LOOT)

`Act.LOOT` is the first number of its kind. Rules and readers alike number a decision by `loot_action(profession, town)`
and take it apart by `loot_parts(action)`; of a kind with one part the number is simply `Act.SELL + coal`.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import prod
from string import Formatter
from typing import Any, NamedTuple

from ._instance import current


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
    """All decisions of a game, numbered without gaps in the order in which they are declared; the first is END, 0."""

    def __init__(self) -> None:
        self._kinds: list[Kind] = []

    def __len__(self) -> int:
        return self._kinds[-1].first + self._kinds[-1].size if self._kinds else 0

    def over(self, text: str, *parts: Sequence[object]) -> int:
        """Declare a decision for every combination of its parts; returns the first number.

        The text has a place for every part, in their order (`{}`) or by number (`{2} {0} {1}`).
        """
        if _places(text) != len(parts):
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

    def rules(self, first: int) -> tuple[Callable[..., int], Callable[[int], tuple[int, ...]]]:
        """Two rules for a kind with several parts: the number of given parts, and the parts of a number."""
        names = [f"part_{i}" for i in range(len(self.kind(first).parts))]
        sizes = [len(part) for part in self.kind(first).parts]
        number = names[0]
        for name, size in zip(names[1:], sizes[1:], strict=True):
            number = f"({number}) * {size} + {name}"
        divided = [f"(action - {first}) // {prod(sizes[i + 1 :])} % {size}" for i, size in enumerate(sizes)]
        return (
            _rule(f"def action_of({', '.join(names)}):\n    return {first} + {number}"),
            _rule(f"def parts_of(action):\n    return {', '.join(divided)}"),
        )


def _places(text: str) -> int:
    """How many different places a text has."""
    fields = [field for _, field, _, _ in Formatter().parse(text) if field is not None]
    return fields.count("") + len({field.partition("[")[0] for field in fields if field})


def _rule(source: str) -> Any:
    """A rule of its source, for the copy that is being loaded."""
    made: dict[str, Any] = {}
    exec(compile(source, __file__, "exec"), {"__name__": __name__}, made)
    return current().rule(*made.values())
