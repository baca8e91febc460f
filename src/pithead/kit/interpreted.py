"""The interpreted backend: ordinary objects, instant start, normal tracebacks.

Records become classes with slots, arrays become lists. In checked mode every index and every stored number is
tested against the declared sizes, which the compiled backend cannot do.
"""

from collections.abc import Iterable, Sequence
from struct import Struct
from typing import Any

from ._instance import code_of, described

LIMITS = {"i1": 1 << 7, "i2": 1 << 15, "i4": 1 << 31}
FORMATS = {"i1": "b", "i2": "h", "i4": "i", "u4": "I", "f8": "d"}


class CheckFailed(AssertionError):
    """A rule read or wrote outside what was declared."""


class CheckedList(list[Any]):
    """A list that refuses negative and foreign indices and, when it has limits, numbers that do not fit."""

    __slots__ = ("low", "high")

    def __init__(self, items: Iterable[Any], code: str | None) -> None:
        super().__init__(items)
        self.low, self.high = _range(code)

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, slice) and not 0 <= index < len(self):
            raise CheckFailed(f"index {index} of {len(self)}")
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            value = list(value)
            for item in value:
                self._fits(item)
        else:
            if not 0 <= index < len(self):
                raise CheckFailed(f"index {index} of {len(self)}")
            self._fits(value)
        super().__setitem__(index, value)

    def _fits(self, value: Any) -> None:
        if self.low is not None and not self.low <= value <= self.high:
            raise CheckFailed(f"{value} is outside {self.low}…{self.high}")


class CheckedRows(CheckedList):
    """A checked list of records; assigning an element copies, as a struct does."""

    __slots__ = ()

    def __setitem__(self, index: Any, value: Any) -> None:
        self[index]._assign(value)


class Rows(list[Any]):
    """A fixed array of records; assigning an element copies, as a struct does."""

    __slots__ = ()

    def __setitem__(self, index: Any, value: Any) -> None:
        self[index]._assign(value)


def _range(code: str | None) -> tuple[Any, Any]:
    if code == "u4":
        return 0, (1 << 32) - 1
    if code in LIMITS:
        return -LIMITS[code], LIMITS[code] - 1
    return None, None


class RecordBase:
    """What every interpreted record can do."""

    __slots__ = ("_log",)
    _size = 0
    _format = ""

    def _copy(self) -> Any:
        raise NotImplementedError

    def _assign(self, other: Any) -> None:
        raise NotImplementedError

    def _flat(self, out: list[int]) -> None:
        raise NotImplementedError

    def _load(self, values: Sequence[int], at: int) -> None:
        raise NotImplementedError


def _generate(declared: type, checked: bool) -> type:
    """Write the class of a record: straight-line code for making, copying, packing and unpacking it."""
    fields = described(declared)
    make, copy, assign, flat, load = [], [], [], [], []
    names: dict[str, Any] = {"Rows": CheckedRows if checked else Rows, "Checked": CheckedList}
    at = 0
    layout = ""
    scalars: list[str] = []
    limits: dict[str, tuple[int, int]] = {}

    def flush() -> None:
        """Pack neighbouring numbers together."""
        if scalars:
            listed = ", ".join(f"s.{name}" for name in scalars)
            comma = "," if len(scalars) == 1 else ""
            flat.append(f"out += ({listed}{comma})")
            load.append(f"{listed}{comma} = v[i + {at - len(scalars)}:i + {at}]")
            scalars.clear()

    for name, kind, shape in fields:
        code = code_of(kind)
        if code and not shape:
            make.append(f"s.{name} = 0")
            copy.append(f"t.{name} = s.{name}")
            assign.append(f"s.{name} = o.{name}")
            scalars.append(name)
            if checked and code != "f8":
                limits[name] = _range(code)
            at += 1
            layout += FORMATS[code]
            continue
        flush()
        if code:
            layout += FORMATS[code] * _product(shape)
            zeros = f"[0] * {shape[-1]}"
            one = (lambda text: f"Checked({text}, {code!r})") if checked else (lambda text: text)
            if len(shape) == 1:
                make.append(f"s.{name} = {one(zeros)}")
                copy.append(f"t.{name} = {one(f's.{name}' if checked else f's.{name}[:]')}")
                assign.append(f"s.{name}[:] = o.{name}")
                flat.append(f"out += s.{name}")
                load.append(f"s.{name}[:] = v[i + {at}:i + {at + shape[0]}]")
            else:
                outer = (lambda text: f"Checked({text}, None)") if checked else (lambda text: text)
                row = one("r" if checked else "r[:]")
                make.append(f"s.{name} = {outer(f'[{one(zeros)} for _ in range({shape[0]})]')}")
                copy.append(f"t.{name} = {outer(f'[{row} for r in s.{name}]')}")
                assign.append(f"for r, q in zip(s.{name}, o.{name}): r[:] = q")
                flat.append(f"for r in s.{name}: out += r")
                load.append(
                    f"for k in range({shape[0]}): "
                    f"s.{name}[k][:] = v[i + {at} + k * {shape[1]}:i + {at + shape[1]} + k * {shape[1]}]"
                )
            at += _product(shape)
            continue
        names["T_" + name] = kind
        if shape:
            code_text = ", None" if checked else ""
            make.append(f"s.{name} = Rows([T_{name}() for _ in range({shape[0]})]{code_text})")
            copy.append(f"t.{name} = Rows([r._copy() for r in s.{name}]{code_text})")
            assign.append(f"for r, q in zip(s.{name}, o.{name}): r._assign(q)")
            flat.append(f"for r in s.{name}: r._flat(out)")
            load.append(f"for k in range({shape[0]}): s.{name}[k]._load(v, i + {at} + k * {kind._size})")
        else:
            make.append(f"s.{name} = T_{name}()")
            copy.append(f"t.{name} = s.{name}._copy()")
            assign.append(f"s.{name}._assign(o.{name})")
            flat.append(f"s.{name}._flat(out)")
            load.append(f"s.{name}._load(v, i + {at})")
        count = shape[0] if shape else 1
        at += kind._size * count
        layout += kind._format * count
    flush()

    source = "\n".join(
        [
            _function("__init__(s)", ["s._log = None", *make]),
            _function("_copy(s)", ["t = new(cls)", "t._log = None", *copy, "return t"]),
            _function("_assign(s, o)", assign),
            _function("_flat(s, out)", flat),
            _function("_load(s, v, i)", load),
        ]
    )
    names["new"] = object.__new__
    exec(compile(source, f"<record {declared.__name__}>", "exec"), names)
    body = {name: names[name] for name in ("__init__", "_copy", "_assign", "_flat", "_load")}
    body |= {
        "__slots__": tuple(name for name, _, _ in fields),
        "_size": at,
        "_format": layout,
        "__doc__": declared.__doc__,
    }
    if checked:
        body["__setattr__"] = _checked_setattr(limits)
    cls = type(declared.__name__, (RecordBase,), body)
    names["cls"] = cls
    return cls


def _function(head: str, lines: list[str]) -> str:
    return f"def {head}:\n" + "".join(f"    {line}\n" for line in lines or ["pass"])


def _product(shape: tuple[int, ...]) -> int:
    result = 1
    for length in shape:
        result *= length
    return result


def _checked_setattr(limits: dict[str, tuple[int, int]]) -> Any:
    put = object.__setattr__

    def checked(self: Any, name: str, value: Any) -> None:
        if name in limits:
            low, high = limits[name]
            if not low <= value <= high:
                raise CheckFailed(f"{name} = {value} is outside {low}…{high}")
        put(self, name, value)

    return checked


class Codec:
    """Between a record object and the bytes that the compiled backend holds in memory."""

    def __init__(self, cls: Any) -> None:
        self._cls = cls
        self._struct = Struct("<" + _runs(cls._format))
        self.size = self._struct.size

    def encode(self, state: Any) -> bytes:
        """The packed bytes of a state."""
        out: list[int] = []
        state._flat(out)
        return self._struct.pack(*out)

    def decode(self, data: bytes) -> Any:
        """A new state from its bytes."""
        state = self._cls()
        state._load(self._struct.unpack(data), 0)
        return state


def _runs(layout: str) -> str:
    """'bbbh' → '3bh'."""
    out = []
    i = 0
    while i < len(layout):
        j = i
        while j < len(layout) and layout[j] == layout[i]:
            j += 1
        out.append(f"{j - i}{layout[i]}")
        i = j
    return "".join(out)


def _emit(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    if s._log is not None:
        s._log.append((kind, a, b, c, d, e))


def _clone(target: Any, source: Any) -> None:
    target._assign(source)


class Interpreted:
    """Runs rules as they are written."""

    def __init__(self, checked: bool = False) -> None:
        self.checked = checked
        self.tag = "checked" if checked else "interpreted"

    def record(self, declared: type) -> Any:
        """A class with slots."""
        return _generate(declared, self.checked)

    def rule(self, function: Any) -> Any:
        """The function itself."""
        return function

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
        return CheckedList(out, None) if self.checked else out

    def ints(self, values: Sequence[Any]) -> Any:
        """A (nested) list of numbers."""
        out = [self.ints(value) if isinstance(value, (tuple, list)) else int(value) for value in values]
        return CheckedList(out, None) if self.checked else out

    def names(self) -> dict[str, Any]:
        """Kit names that this backend provides itself."""
        return {"emit": _emit, "clone": _clone}
