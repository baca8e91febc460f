"""The game copy that is being loaded right now: which backend, which components."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol

# The files of a game that hold the functions of the contract's rules.
RULE_FILES = ("state", "rules", "knowledge", "observation", "evaluate", "inputs")
# The files that only read what rules compute; everything else in the folder goes into the machine code.
READER_FILES = ("board", "material", "notation", "notes", "offers", "planners", "plans", "refusals", "terms", "view")


class Field(NamedTuple):
    """The declared shape of an array field."""

    kind: Any
    shape: tuple[int, ...]


class Backend(Protocol):
    """One way of running rules."""

    tag: str

    def record(self, declared: Any) -> Any: ...
    def rule(self, function: Any) -> Any: ...
    def writer(self, function: Any) -> Any: ...
    def table(self, kind: Any, entries: Any) -> Any: ...
    def ints(self, values: Any) -> Any: ...
    def names(self) -> dict[str, Any]: ...


class Loading(Protocol):
    """What the kit needs to know of the instance under construction."""

    backend: Backend
    material: dict[str, Any]

    def rule(self, function: Any) -> Any: ...
    def entry(self, function: Any) -> Any: ...
    def writer(self, function: Any) -> Any: ...
    def kit_name(self, name: str) -> Any: ...
    def game_name(self, name: str) -> Any: ...


_current: ContextVar[Loading] = ContextVar("pithead_instance")


def current() -> Loading:
    """The instance being loaded."""
    try:
        return _current.get()
    except LookupError:
        raise RuntimeError(
            "rules are executed by pithead.kit.loader, once per backend: use pithead.load(name) instead of an import"
        ) from None


@contextmanager
def loading(instance: Loading) -> Iterator[None]:
    """Make `instance` the one that kit names refer to."""
    token = _current.set(instance)
    try:
        yield
    finally:
        _current.reset(token)


def described(declared: type) -> list[tuple[str, Any, tuple[int, ...]]]:
    """The fields of a declared record as (name, kind, shape), in order."""
    fields: list[tuple[str, Any, tuple[int, ...]]] = []
    for name, annotation in declared.__annotations__.items():
        shape = declared.__dict__.get(name)
        if shape is None:
            fields.append((name, annotation, ()))
        else:
            fields.append((name, shape.kind, shape.shape))
    return fields


def code_of(kind: Any) -> str | None:
    """The integer code ('i1' …) of an annotated number, or None for a record."""
    metadata = getattr(kind, "__metadata__", None)
    return metadata[0] if metadata else None
