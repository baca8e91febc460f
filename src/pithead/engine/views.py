"""Parts of views that are built once: for all seats that look at a position, or for all positions."""

import struct
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

KEPT = 3_000
"""At least so many parts, and at most twice as many, are kept from one position to the next: what 200 tables show."""


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


class Kept:
    """A part that is kept, and its text once somebody has encoded it."""

    __slots__ = ("part", "text")

    def __init__(self, part: Any) -> None:
        self.part = part
        self.text: Any = None


class _Parts(Recent[Kept]):
    """Parts of views, which can be told from equal ones."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self._ids: dict[int, Kept] = {}

    def put(self, key: Any, value: Kept) -> None:
        super().put(key, value)
        self._ids[id(value.part)] = value

    def aged(self, left: dict[Any, Kept]) -> None:
        self._ids = {id(kept.part): kept for kept in left.values()}

    def find(self, part: Any) -> Kept | None:
        kept = self._ids.get(id(part))
        return kept if kept is not None and kept.part is part else None


_MISSING: Any = object()
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

    # Called some thirty times per position: named arguments would be a dictionary for each call.
    @wraps(build)
    def part(s: Any, /, *arguments: Any) -> T:
        if s is not _position:
            return plain(s, *arguments)
        key = (build, arguments)
        found: T = _parts.get(key, _MISSING)
        if found is _MISSING:
            found = _parts[key] = plain(s, *arguments)
        return found

    plain = cast(Callable[..., T], build)
    return cast(Callable[Concatenate[Any, P], T], part)


def kept(build: Callable[P, T]) -> Callable[P, T]:
    """Marks a part of a view that depends on its arguments alone, which are no lists: equal ones are one object."""

    @wraps(build)
    def found_or_built(*arguments: Any) -> T:
        key = (build, arguments)
        found = _kept.get(key)
        if found is None:
            found = Kept(_lighter(plain(*arguments)))
            _kept.put(key, found)
        part: T = found.part
        return part

    plain = cast(Callable[..., T], build)
    return cast(Callable[P, T], found_or_built)


def kept_by(depends_on: Callable[P, Hashable]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Marks a part that depends on a few values of its position alone: positions equal in those share one object."""

    values_of = cast(Callable[..., Hashable], depends_on)

    def decorate(build: Callable[P, T]) -> Callable[P, T]:
        @wraps(build)
        def found_or_built(*arguments: Any) -> T:
            key = (build, values_of(*arguments))
            found = _kept.get(key)
            if found is None:
                found = Kept(_lighter(plain(*arguments)))
                _kept.put(key, found)
            part: T = found.part
            return part

        plain = cast(Callable[..., T], build)
        return cast(Callable[P, T], found_or_built)

    return decorate


def numbers(record: Any) -> bytes:
    """All numbers of a record of the rules, packed: a tuple of them takes eight times the room."""
    flat: list[int] = []
    record._flat(flat)
    return struct.pack(record._format, *flat)


_UNNAMED: set[str] = set()


def _lighter(part: T) -> T:
    """The part without the names of the fields that its models were given: nobody asks, and they take half its room."""
    if isinstance(part, list):
        for item in part:
            _lighter(item)
    elif getattr(part, "__pydantic_fields_set__", _UNNAMED) is not _UNNAMED:
        object.__setattr__(part, "__pydantic_fields_set__", _UNNAMED)
        for value in part.__dict__.values():
            _lighter(value)
    return part


kept_as = _kept.find
"""How a part is kept, if it is the same object in other positions too: what is made from it may be kept as well."""


def forget_kept() -> None:
    """Free what is kept: here no views are built any more, or all of them anew."""
    _kept.clear()
