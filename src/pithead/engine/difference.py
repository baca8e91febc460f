"""Where two states differ, by the names of their fields: bytes that are not equal say nothing to a reader."""

from collections.abc import Iterator
from typing import Any

from .rules import Rules

SHOWN = 3


def differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Every number that differs between two interpreted records: `players[1].coal[2]: 3, 4`."""
    if isinstance(one, list):
        for i, (a, b) in enumerate(zip(one, other, strict=True)):
            yield from differences(a, b, f"{path}[{i}]")
    elif isinstance(one, (int, float)):
        if one != other:
            yield f"{path}: {one}, {other}"
    else:
        for name in type(one).__slots__:
            yield from differences(getattr(one, name), getattr(other, name), f"{path}.{name}" if path else name)


def difference(rules: Rules, one: bytes, other: bytes) -> str:
    """The first fields in which two states differ, in words; empty for equal ones. `rules` are the interpreted ones."""
    found = list(differences(rules.decode(one), rules.decode(other))) if one != other else []
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return "; ".join(found[:SHOWN]) + more
