"""Parts of views that are built once: for all seats that look at a position, or for all positions."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

KEPT = 1_500
"""At least so many parts, and at most twice as many, are kept from one position to the next."""


class Recent(Generic[T]):
    """A cache of what was used last, in two generations: when the younger one is full it replaces the older one."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._young: dict[Any, T] = {}
        self._old: dict[Any, T] = {}

    def get(self, key: Any) -> T | None:
        """A value, which is thereby among those used last."""
        value = self._young.get(key)
        if value is None and (value := self._old.get(key)) is not None:
            self.put(key, value)
        return value

    def put(self, key: Any, value: T) -> None:
        """Keep a value."""
        if len(self._young) >= self._size:
            self._old, self._young = self._young, {}
            self.aged(self._old)
        self._young[key] = value

    def aged(self, left: dict[Any, T]) -> None:
        """Everything but what is left was forgotten."""

    def clear(self) -> None:
        """Forget everything."""
        self._young, self._old = {}, {}
        self.aged({})


class _Parts(Recent[Any]):
    """Parts of views, which can be told from equal ones."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self._ids: dict[int, Any] = {}

    def put(self, key: Any, value: Any) -> None:
        super().put(key, value)
        self._ids[id(value)] = value

    def aged(self, left: dict[Any, Any]) -> None:
        self._ids = {id(part): part for part in left.values()}

    def holds(self, part: Any) -> bool:
        return self._ids.get(id(part)) is part


_position: Any = None
_parts: dict[Any, Any] = {}
_kept = _Parts(KEPT)


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
            _kept.put(key, found)
        return found

    return part


def kept_by(depends_on: Callable[P, Hashable]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Marks a part that depends on a few values of its position alone: positions equal in those share one object."""

    def decorate(build: Callable[P, T]) -> Callable[P, T]:
        @wraps(build)
        def part(*arguments: P.args, **named: P.kwargs) -> T:
            key = (build, depends_on(*arguments, **named))
            found: T | None = _kept.get(key)
            if found is None:
                found = build(*arguments, **named)
                _kept.put(key, found)
            return found

        return part

    return decorate


def numbers(record: Any) -> tuple[int, ...]:
    """All numbers of a record of the rules."""
    flat: list[int] = []
    record._flat(flat)
    return tuple(flat)


def is_kept(part: Any) -> bool:
    """Whether a part is the same object in other positions too: what is made from it may be kept as well."""
    return _kept.holds(part)


def forget_kept() -> None:
    """Build all parts anew from here on; for tests."""
    _kept.clear()
