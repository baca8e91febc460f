"""Views of one position from several seats: what looks the same from all of them is built once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_parts: dict[Any, Any] | None = None


@contextmanager
def same_position() -> Iterator[None]:
    """Everything drawn in here is of one and the same position."""
    global _parts
    _parts = {}
    try:
        yield
    finally:
        _parts = None


def shared(build: Callable[Concatenate[Any, P], T]) -> Callable[Concatenate[Any, P], T]:
    """Marks a part of a view that depends on the position and its other arguments, and not on who looks."""

    @wraps(build)
    def part(s: Any, /, *arguments: P.args, **named: P.kwargs) -> T:
        if _parts is None or named:
            return build(s, *arguments, **named)
        key = (build, arguments)
        if key not in _parts:
            _parts[key] = build(s, *arguments, **named)
        found: T = _parts[key]
        return found

    return part
