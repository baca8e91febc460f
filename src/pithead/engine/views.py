"""Parts of views that are built once: for all seats that look at a position, or for all positions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

KEPT = 2_000
"""So many parts are kept from one position to the next; then all are forgotten."""

_position: Any = None
_parts: dict[Any, Any] = {}
_kept: dict[Any, Any] = {}
_kept_ids: dict[int, Any] = {}


@contextmanager
def same_position(s: Any) -> Iterator[None]:
    """In here this position does not change: what is shared of it is built once."""
    global _position
    _position = s
    try:
        yield
    finally:
        _position = None
        _parts.clear()


def shared(build: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Marks a part that depends on the position and its other arguments, and not on who looks."""

    @wraps(build)
    def part(s: Any, /, *arguments: P.args, **named: P.kwargs) -> T:
        if s is not _position or named:
            return build(s, *arguments, **named)
        key = (build, arguments)
        if key not in _parts:
            _parts[key] = build(s, *arguments, **named)
        found: T = _parts[key]
        return found

    return part


def kept(build: Callable[P, T]) -> Callable[P, T]:
    """Marks a part of a view that depends on its arguments alone, which are no lists: equal ones are one object."""

    @wraps(build)
    def part(*arguments: P.args, **named: P.kwargs) -> T:
        if named:
            return build(*arguments, **named)
        key = (build, arguments)
        found: T | None = _kept.get(key)
        if found is None:
            found = build(*arguments, **named)
            if len(_kept) >= KEPT:
                _kept.clear()
                _kept_ids.clear()
            _kept[key] = _kept_ids[id(found)] = found
        return found

    return part


def is_kept(part: Any) -> bool:
    """Whether a part is the same object in other positions too: what is made from it may be kept as well."""
    return _kept_ids.get(id(part)) is part
