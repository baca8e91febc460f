"""Memory that generic sources write to, on either backend: rows of numbers, records and states.

The interpreted backend has lists of objects, the compiled one NumPy arrays; whoever asks here need not know which.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from .loader import Instance


class Arrays(Protocol):
    """Makes arrays for one copy of a game."""

    compiled: bool

    def ints(self, length: int) -> Any: ...
    def int_rows(self, rows: int, length: int) -> Any: ...
    def given(self, code: str, values: list[Any]) -> Any: ...
    def real_rows(self, rows: int, length: int) -> Any: ...
    def records(self, kind: Any, count: int) -> Any: ...
    def make_room(self, records: Any, kind: Any, count: int) -> None: ...
    def set_fields(self, records: Any, at: int, values: Iterable[tuple[str, Any]]) -> None: ...
    def states(self, count: int) -> Any: ...
    def put(self, states: Any, at: int, data: bytes) -> None: ...
    def get(self, states: Any, at: int) -> bytes: ...


class InterpretedArrays:
    """Lists and objects."""

    compiled = False

    def __init__(self, instance: "Instance") -> None:
        self._state = instance.module("state").State
        self._codec = instance.codec()

    def ints(self, length: int) -> Any:
        """A row of integers."""
        return [0] * length

    def int_rows(self, rows: int, length: int) -> Any:
        """A table of integers."""
        return [[0] * length for _ in range(rows)]

    def given(self, code: str, values: list[Any]) -> Any:
        """Numbers of a width (`i2`) in a row or a table."""
        return [list(row) if isinstance(row, (list, tuple)) else row for row in values]

    def real_rows(self, rows: int, length: int) -> Any:
        """A table of floats."""
        return [[0.0] * length for _ in range(rows)]

    def records(self, kind: Any, count: int) -> Any:
        """An array of records."""
        return [kind() for _ in range(count)]

    def make_room(self, records: Any, kind: Any, count: int) -> None:
        """Lengthen an array to a number of records: objects are made when they are needed."""
        records.extend(kind() for _ in range(count - len(records)))

    def set_fields(self, records: Any, at: int, values: Iterable[tuple[str, Any]]) -> None:
        """Write fields of one record by name."""
        for field, value in values:
            setattr(records[at], field, value)

    def states(self, count: int) -> Any:
        """Room for states."""
        return self.records(self._state, count)

    def put(self, states: Any, at: int, data: bytes) -> None:
        """Write a state from its bytes."""
        states[at] = self._codec.decode(data)

    def get(self, states: Any, at: int) -> bytes:
        """The bytes of a state."""
        return self._codec.encode(states[at])


class CompiledArrays:
    """NumPy arrays."""

    compiled = True

    def __init__(self, instance: "Instance") -> None:
        import numpy as np

        self._np = np
        self._state = instance.module("state").State

    def ints(self, length: int) -> Any:
        """A row of integers."""
        return self._np.zeros(length, self._np.int64)

    def int_rows(self, rows: int, length: int) -> Any:
        """A table of integers."""
        return self._np.zeros((rows, length), self._np.int64)

    def given(self, code: str, values: list[Any]) -> Any:
        """Numbers of a width (`i2`) in a row or a table."""
        return self._np.array(values, code)

    def real_rows(self, rows: int, length: int) -> Any:
        """A table of floats."""
        return self._np.zeros((rows, length), self._np.float64)

    def records(self, kind: Any, count: int) -> Any:
        """An array of records."""
        return self._np.zeros(count, kind)

    def make_room(self, records: Any, kind: Any, count: int) -> None:
        """Nothing to do: untouched pages of a large array cost nothing."""

    def set_fields(self, records: Any, at: int, values: Iterable[tuple[str, Any]]) -> None:
        """Write fields of one record by name."""
        for field, value in values:
            records[field][at] = value

    def states(self, count: int) -> Any:
        """Room for states."""
        return self.records(self._state, count)

    def put(self, states: Any, at: int, data: bytes) -> None:
        """Write a state from its bytes."""
        # As bytes: NumPy copies records field by field, which takes twenty times as long.
        states[at : at + 1].view(self._np.uint8)[:] = self._np.frombuffer(data, self._np.uint8)

    def get(self, states: Any, at: int) -> bytes:
        """The bytes of a state."""
        return bytes(states[at : at + 1].tobytes())
