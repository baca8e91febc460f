"""The interpreted backend: ordinary objects, instant start, normal tracebacks.

Records become classes with slots, arrays become lists. In checked mode every index and every stored number is
tested against the declared sizes, which the compiled backend cannot do.
"""

from collections.abc import Sequence
from enum import EnumType, IntEnum
from types import ModuleType
from typing import Any

from ._records import CheckedList, write

# What only compiled code can ask for (`machine.py`): a source that names them can be loaded here, for its other rules.
MACHINE = ("prefetch", "clear", "is_among", "shared_read", "shared_write", "shared_add", "pause")


def _emit(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    if s._log is not None:
        s._log.append((kind, a, b, c, d, e))


def _clone(target: Any, source: Any) -> None:
    target._assign(source)


def _mark(out: Any, at: int, length: int, place: int, first: int) -> None:
    if first:
        out[at : at + length] = [0] * length
    if place >= 0:
        out[at + place] += 1


def _spread(out: Any, at: int, numbers: Any, length: int) -> None:
    flat = [cell for row in numbers for cell in row] if isinstance(numbers[0], list) else numbers[:length]
    for i, cell in enumerate(flat):
        out[at + i] = cell


def _needs_machine_code(*given: Any) -> None:
    raise NotImplementedError("only the compiled backend has this")


def _with_plain_numbers(function: Any) -> Any:
    """Let a rule find plain integers under the names of enumerations, in the module of that rule.

    Members take several times as long to find and to add, before Python 3.12. Files that only read keep them.
    """
    names = function.__globals__
    for name in function.__code__.co_names:
        if isinstance(found := names.get(name), EnumType) and issubclass(found, IntEnum):
            plain = names[name] = ModuleType(name)
            vars(plain).update({member.name: int(member) for member in found})
    return function


class Interpreted:
    """Runs rules as they are written."""

    def __init__(self, checked: bool = False) -> None:
        self.checked = checked
        self.tag = "checked" if checked else "interpreted"

    def record(self, declared: type) -> Any:
        """A class with slots."""
        return write(declared, self.checked)

    def rule(self, function: Any) -> Any:
        """The function itself."""
        return _with_plain_numbers(function)

    def writer(self, function: Any) -> Any:
        """The function itself."""
        return _with_plain_numbers(function)

    def table(self, kind: Any, entries: Sequence[tuple[Any, ...]]) -> Any:
        """A list of filled records."""
        out = []
        for entry in entries:
            item = kind()
            for name, value in zip(kind.__slots__, entry, strict=True):
                if isinstance(value, (tuple, list)):
                    getattr(item, name)[: len(value)] = list(value)
                else:
                    setattr(item, name, value)
            out.append(item)
        return CheckedList(out) if self.checked else out

    def ints(self, values: Sequence[Any]) -> Any:
        """A (nested) list of numbers."""
        out = [self.ints(value) if isinstance(value, (tuple, list)) else int(value) for value in values]
        return CheckedList(out) if self.checked else out

    def names(self) -> dict[str, Any]:
        """Kit names that this backend provides itself."""
        own = {"emit": _emit, "clone": _clone, "spread": _spread, "mark": _mark, "narrow": int}
        return own | dict.fromkeys(MACHINE, _needs_machine_code)
