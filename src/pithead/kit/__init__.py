"""What a game is written against.

A game is plain Python functions over one declared record. The loader executes the same files once per
backend; every name below that differs between the backends is looked up in the instance being loaded.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from ._instance import Field, current

if TYPE_CHECKING:
    from .chance import Fast as Fast
    from .chance import Rng as Rng
    from .chance import begin as begin
    from .chance import draw as draw
    from .chance import fast_draw as fast_draw
    from .chance import fast_fork as fast_fork
    from .chance import fast_seed as fast_seed
    from .chance import fast_shuffle as fast_shuffle
    from .chance import fast_word as fast_word
    from .chance import fork as fork
    from .chance import seed as seed
    from .chance import shuffle as shuffle
    from .piles import fill as fill
    from .piles import insert as insert
    from .piles import pop as pop
    from .piles import push as push
    from .piles import take as take
    from .piles import total as total

    def emit(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
        """Tell what happened to whoever watches this state; never part of the state itself."""

    def clone(target: Any, source: Any) -> None:
        """Copy a whole record over another of the same kind."""

    def narrow(number: int) -> int:
        """The same number, which fits into a byte: so comparisons in observations are compiled for many at once."""

    # On the compiled backend only: see `machine`.
    def prefetch(table: Any, i: int, size: int) -> None: ...
    def clear(table: Any, i: int, size: int) -> None: ...
    def is_among(table: Any, i: int, at: int, end: int, value: int, lanes: int) -> bool: ...
    def shared_read(cells: Any, i: int) -> int: ...
    def shared_write(cells: Any, i: int, value: int) -> None: ...
    def shared_add(cells: Any, i: int, value: int) -> int: ...
    def pause() -> None: ...


i1: TypeAlias = Annotated[int, "i1"]
i2: TypeAlias = Annotated[int, "i2"]
i4: TypeAlias = Annotated[int, "i4"]
u4: TypeAlias = Annotated[int, "u4"]  # words of the generators only: unsigned sums turn into floats when compiled
f8: TypeAlias = Annotated[float, "f8"]  # statistics of a search only: rules count in integers
u1: TypeAlias = Annotated[int, "u1"]  # arrays that others hand over only, as f4
f4: TypeAlias = Annotated[float, "f4"]

Record = TypeVar("Record")
Function = TypeVar("Function", bound=Callable[..., Any])

Cells: TypeAlias = list[int]
Grid: TypeAlias = list[list[int]]
Rows: TypeAlias = list[Record]


def cells(kind: Any, length: int) -> Any:
    """Declare a fixed array of integers: `cage: Cells = cells(i1, 4)`."""
    return Field(kind, (length,))


def grid(kind: Any, rows: int, columns: int) -> Any:
    """Declare a fixed two-dimensional array of integers: `coal: Grid = grid(i1, 4, 4)`."""
    return Field(kind, (rows, columns))


def rows(kind: type[Record], length: int) -> Rows[Record]:
    """Declare a fixed array of records: `players: Rows[Player] = rows(Player, 4)`."""
    return Field(kind, (length,))  # type: ignore[return-value]


def record(declared: type[Record]) -> type[Record]:
    """Turn an annotated class into the backend's packed record."""
    return current().backend.record(declared)  # type: ignore[no-any-return]


def rule(function: Function) -> Function:
    """Mark a function of the rules; the compiled backend compiles it."""
    return current().rule(function)  # type: ignore[no-any-return]


def writer(function: Function) -> Function:
    """Mark a rule whose arguments never overlap in memory: only so are its loops compiled for many numbers at once."""
    return current().writer(function)  # type: ignore[no-any-return]


def entry(function: Function) -> Function:
    """Mark a rule of a generic source that Python calls: it is compiled for the types that its annotations name."""
    return current().entry(function)  # type: ignore[no-any-return]


def table(kind: type[Record], entries: Sequence[tuple[Any, ...]]) -> Rows[Record]:
    """A constant table of records, one tuple of field values per row."""
    return current().backend.table(kind, entries)  # type: ignore[no-any-return]


def ints(values: Sequence[Any]) -> Any:
    """A constant array of integers with one or two dimensions, for look-ups inside rules."""
    return current().backend.ints(values)


def names(numbers: type[IntEnum]) -> tuple[str, ...]:
    """The published names of numbered things: `Phase.DREW` is "drew" everywhere outside the rules."""
    return tuple(member.name.lower() for member in numbers)


def material() -> dict[str, Any]:
    """The components of the edition that is being loaded."""
    return current().material


# Names that every game copy has of its own; see `if TYPE_CHECKING` above.
_PER_COPY = frozenset(
    """Fast Rng begin draw fast_draw fast_fork fast_seed fast_shuffle fast_word fork seed shuffle
    fill insert pop push take total emit clone narrow
    prefetch clear is_among shared_read shared_write shared_add pause""".split()
)


def __getattr__(name: str) -> Any:
    if name not in _PER_COPY:
        raise AttributeError(name)
    return current().kit_name(name)
