"""Writes the classes of the interpreted backend: straight-line code for making, copying and packing a record."""

from collections.abc import Iterable, Sequence
from itertools import count
from struct import Struct
from typing import Any

from ._instance import code_of, described

FORMATS = {"i1": "b", "i2": "h", "i4": "i", "u4": "I", "f8": "d"}
RANGES = {"i1": (-(1 << 7), (1 << 7) - 1), "i2": (-(1 << 15), (1 << 15) - 1), "i4": (-(1 << 31), (1 << 31) - 1)}
RANGES["u4"] = (0, (1 << 32) - 1)
NUMBERS = count()  # tell classes of the same name apart
FEW = 6  # up to here numbers are read one by one faster than as a slice


class CheckFailed(AssertionError):
    """A rule read or wrote outside what was declared."""


class CheckedList(list[Any]):
    """A list that refuses negative and foreign indices and, with a code, numbers that do not fit."""

    __slots__ = ("range",)

    def __init__(self, items: Iterable[Any], code: str | None = None) -> None:
        super().__init__(items)
        self.range = RANGES.get(code or "")

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, slice) and not 0 <= index < len(self):
            raise CheckFailed(f"index {index} of {len(self)}")
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            value = list(value)
            for item in value:
                check_fits(self.range, item, "cell")
        else:
            if not 0 <= index < len(self):
                raise CheckFailed(f"index {index} of {len(self)}")
            check_fits(self.range, value, "cell")
        super().__setitem__(index, value)


class Rows(list[Any]):
    """A fixed array of records; assigning an element copies, as a struct does."""

    __slots__ = ()

    def __setitem__(self, index: Any, value: Any) -> None:
        self[index]._assign(value)


class CheckedRows(CheckedList):
    """The same with checked indices."""

    __slots__ = ()

    def __setitem__(self, index: Any, value: Any) -> None:
        self[index]._assign(value)


def check_fits(limits: tuple[int, int] | None, value: int, name: str) -> None:
    """Refuse a number that a packed record could not hold."""
    if limits and not limits[0] <= value <= limits[1]:
        raise CheckFailed(f"{name} = {value} is outside {limits[0]}…{limits[1]}")


class RecordBase:
    """What every interpreted record can do; the methods are written per record."""

    __slots__ = ("_log",)  # where events of this state go; not part of its bytes
    _size: int  # how many numbers
    _format: str  # their struct codes
    _reading: list[str]  # how they are read
    _makes: dict[str, Any]  # the names used there
    _height: int  # levels of records inside

    def _copy(self) -> Any:
        raise NotImplementedError

    def _assign(self, other: Any) -> None:
        raise NotImplementedError

    def _flat(self, out: list[int]) -> None:
        raise NotImplementedError


class Writer:
    """Collects the source of one record class, field by field."""

    def __init__(self, checked: bool) -> None:
        self.checked = checked
        self.names: dict[str, Any] = {"Rows": CheckedRows if checked else Rows, "Checked": CheckedList}
        self.make: list[str] = ["s._log = None"]
        self.copy: list[str] = ["t = new(cls)", "t._log = None"]
        self.assign: list[str] = []
        self.flat: list[str] = []
        # The lines that read a record, for a place {i} and an object {t}, and the names they use.
        self.maker = f"Class{next(NUMBERS)}"
        self.makes: dict[str, Any] = {"Rows": self.names["Rows"], "Checked": CheckedList, "new": object.__new__}
        self.read: list[str] = [f"{{t}} = new({self.maker})", "{t}._log = None"]
        self.height = 0  # of the records inside
        self.ranges: dict[str, tuple[int, int]] = {}
        self.size = 0
        self.format = ""
        self._waiting: list[str] = []

    def number(self, name: str, code: str) -> None:
        """A single number; neighbours are packed together."""
        self.make.append(f"s.{name} = 0")
        self.copy.append(f"t.{name} = s.{name}")
        self.assign.append(f"s.{name} = o.{name}")
        self._waiting.append(name)
        if code in RANGES:
            self.ranges[name] = RANGES[code]
        self._grow(1, FORMATS[code])

    def cells(self, name: str, code: str, length: int) -> None:
        """An array of numbers."""
        self.flush()
        self.make.append(f"s.{name} = " + self._list(f"[0] * {length}", code))
        self.copy.append(f"t.{name} = " + self._list(f"s.{name}[:]", code))
        self.assign.append(f"s.{name}[:] = o.{name}")
        self.flat.append(f"out += s.{name}")
        self.read.append(f"{{t}}.{name} = " + self._list(f"v[{{i}} + {self.size}:{{i}} + {self.size + length}]", code))
        self._grow(length, FORMATS[code])

    def grid(self, name: str, code: str, rows: int, columns: int) -> None:
        """An array of arrays of numbers."""
        self.flush()
        zeros = self._list(f"[0] * {columns}", code)
        row = self._list("r[:]", code)
        self.make.append(f"s.{name} = " + self._list(f"[{zeros} for _ in range({rows})]"))
        self.copy.append(f"t.{name} = " + self._list(f"[{row} for r in s.{name}]"))
        self.assign.append(f"for r, q in zip(s.{name}, o.{name}): r[:] = q")
        self.flat.append(f"for r in s.{name}: out += r")
        starts = f"range({{i}} + {self.size}, {{i}} + {self.size + rows * columns}, {columns})"
        read = self._list(f"v[j:j + {columns}]", code)
        self.read.append(f"{{t}}.{name} = " + self._list(f"[{read} for j in {starts}]"))
        self._grow(rows * columns, FORMATS[code])

    def record(self, name: str, kind: Any) -> None:
        """A record inside the record."""
        self.flush()
        self.names["T_" + name] = kind
        self.make.append(f"s.{name} = T_{name}()")
        self.copy.append(f"t.{name} = s.{name}._copy()")
        self.assign.append(f"s.{name}._assign(o.{name})")
        self.flat.append(f"s.{name}._flat(out)")
        at, made = self._inside(kind)
        self.read += [f"{at} = {{i}} + {self.size}", *self._reading(kind), f"{{t}}.{name} = {made}"]
        self._grow(kind._size, kind._format, 1)

    def rows(self, name: str, kind: Any, length: int) -> None:
        """An array of records."""
        self.flush()
        self.names["T_" + name] = kind
        self.make.append(f"s.{name} = Rows([T_{name}() for _ in range({length})])")
        self.copy.append(f"t.{name} = Rows([r._copy() for r in s.{name}])")
        self.assign.append(f"for r, q in zip(s.{name}, o.{name}): r._assign(q)")
        self.flat.append(f"for r in s.{name}: r._flat(out)")
        at, made = self._inside(kind)
        starts = f"range({{i}} + {self.size}, {{i}} + {self.size + length * kind._size}, {kind._size})"
        self.read += [f"{{t}}.{name} = q{at} = Rows([])", f"for {at} in {starts}:"]
        self.read += [f"    {line}" for line in [*self._reading(kind), f"q{at}.append({made})"]]
        self._grow(kind._size * length, kind._format, length)

    def flush(self) -> None:
        """Write the numbers that wait for their neighbours."""
        if self._waiting:
            listed = "".join(f"s.{name}, " for name in self._waiting)
            self.flat.append(f"out += ({listed})")
            first = self.size - len(self._waiting)
            if len(self._waiting) <= FEW:
                self.read += [f"{{t}}.{name} = v[{{i}} + {first + k}]" for k, name in enumerate(self._waiting)]
            else:
                made = "".join(f"{{t}}.{name}, " for name in self._waiting)
                self.read.append(f"{made} = v[{{i}} + {first}:{{i}} + {self.size}]")
            self._waiting.clear()

    def _inside(self, kind: Any) -> tuple[str, str]:
        """Names for the place and the object of a record inside: no two of a path are equal."""
        self.height = max(self.height, kind._height + 1)
        return f"i{kind._height}", f"t{kind._height}"

    def _reading(self, kind: Any) -> list[str]:
        """The lines that read a record inside, written out here: calls would cost as much as the reading."""
        at, made = self._inside(kind)
        self.makes |= kind._makes
        return [line.replace("{t}", made).replace("{i}", at) for line in kind._reading]

    def _grow(self, size: int, codes: str, times: int | None = None) -> None:
        self.size += size
        self.format += codes * (size if times is None else times)

    def _list(self, items: str, code: str | None = None) -> str:
        return f"Checked({items}, {code!r})" if self.checked else items

    def finish(self, declared: type, slots: Sequence[str]) -> type:
        """The class."""
        self.flush()
        self.copy.append("return t")
        bodies = {
            "__init__(s)": self.make,
            "_copy(s)": self.copy,
            "_assign(s, o)": self.assign,
            "_flat(s, out)": self.flat,
        }
        self.names["new"] = object.__new__
        for head, lines in bodies.items():
            _define(head, lines, declared.__name__, self.names)
        body: dict[str, Any] = {head.split("(")[0]: self.names[head.split("(")[0]] for head in bodies}
        body |= {"__slots__": tuple(slots), "__doc__": declared.__doc__, "_size": self.size, "_format": self.format}
        body |= {"_reading": self.read, "_makes": self.makes, "_height": self.height}
        if self.checked:
            body["__setattr__"] = _checked_setattr(self.ranges)
        cls = type(declared.__name__, (RecordBase,), body)
        self.names["cls"] = self.makes[self.maker] = cls
        return cls


def _define(head: str, lines: list[str], record: str, names: dict[str, Any]) -> None:
    """Make a function of its lines."""
    source = f"def {head}:\n" + "".join(f"    {line}\n" for line in lines)
    exec(compile(source, f"<record {record}>", "exec"), names)


def write(declared: type, checked: bool) -> type:
    """The class for a declared record."""
    fields = described(declared)
    writer = Writer(checked)
    for name, kind, shape in fields:
        code = code_of(kind)
        if code and len(shape) == 2:
            writer.grid(name, code, *shape)
        elif code and shape:
            writer.cells(name, code, *shape)
        elif code:
            writer.number(name, code)
        elif shape:
            writer.rows(name, kind, *shape)
        else:
            writer.record(name, kind)
    return writer.finish(declared, [name for name, _, _ in fields])


def _checked_setattr(ranges: dict[str, tuple[int, int]]) -> Any:
    put = object.__setattr__

    def checked(self: Any, name: str, value: Any) -> None:
        check_fits(ranges.get(name), value, name)
        put(self, name, value)

    return checked


class Codec:
    """Between a record object and the bytes that the compiled backend holds in memory."""

    def __init__(self, cls: Any) -> None:
        self._struct = Struct("<" + _runs(cls._format))
        self.size = self._struct.size
        lines = [line.replace("{t}", "t").replace("{i}", "0") for line in cls._reading]
        names = dict(cls._makes)
        _define("read(v)", [*lines, "return t"], cls.__name__, names)
        self._read = names["read"]

    def encode(self, state: Any) -> bytes:
        """The packed bytes of a state."""
        out: list[int] = []
        state._flat(out)
        return self._struct.pack(*out)

    def decode(self, data: bytes) -> Any:
        """A new state from its bytes."""
        return self._read(list(self._struct.unpack(data)))


def _runs(layout: str) -> str:
    """'bbbh' → '3b1h'."""
    out = []
    start = 0
    for end in range(1, len(layout) + 1):
        if end == len(layout) or layout[end] != layout[start]:
            out.append(f"{end - start}{layout[start]}")
            start = end
    return "".join(out)
