"""The compiled backend: Numba on packed NumPy records."""

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from . import machine
from ._instance import code_of, described


@intrinsic
def _copy_bytes(typingctx: Any, target: Any, source: Any) -> Any:
    """One memcpy: assigning records field by field has a cliff at a few kilobytes."""
    if not isinstance(target, types.Record) or target != source:
        return None

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, target.size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic(prefer_literal=True)
def _spread(typingctx: Any, out: Any, at: Any, numbers: Any, length: Any) -> Any:
    """Copy a field of narrow numbers into an array of wide ones, all at once.

    A loop of known length is unrolled before LLVM looks for loops that vectors could do, and stays so.
    """
    if not isinstance(numbers, types.Array) or numbers.layout != "C" or not isinstance(length, types.IntegerLiteral):
        return None
    held = numbers.nitems if isinstance(numbers, types.NestedArray) else length.literal_value
    fits = held == length.literal_value if numbers.ndim > 1 else held >= length.literal_value
    if not fits or numbers.dtype.bitwidth > out.dtype.bitwidth:
        raise TypingError(f"{length.literal_value} numbers cannot be read from a field of {numbers}")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        target, source = (context.make_array(kind)(context, builder, args[i]) for i, kind in ((0, out), (2, numbers)))
        narrow = ir.VectorType(context.get_data_type(numbers.dtype), length.literal_value)
        wide = ir.VectorType(context.get_data_type(out.dtype), length.literal_value)
        read = builder.load(builder.bitcast(source.data, narrow.as_pointer()), align=1)
        place = builder.bitcast(builder.gep(target.data, [args[1]]), wide.as_pointer())
        builder.store(read if narrow == wide else builder.sext(read, wide), place, align=out.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(out, types.intp, numbers, length), generate


@intrinsic(prefer_literal=True)
def _mark(typingctx: Any, out: Any, at: Any, length: Any, place: Any, first: Any) -> Any:
    """Count one thing of a tally, by comparing all places at once: a branch would often be foretold wrongly."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number = context.get_data_type(out.dtype)
        kind = ir.VectorType(number, length.literal_value)
        start = builder.gep(context.make_array(out)(context, builder, args[0]).data, [args[1]])
        target = builder.bitcast(start, kind.as_pointer())
        align = out.dtype.bitwidth // 8
        wanted = ir.Constant(kind, ir.Undefined)
        for i in range(length.literal_value):
            wanted = builder.insert_element(wanted, builder.trunc(args[3], number), ir.Constant(ir.IntType(32), i))
        found = builder.icmp_signed("==", ir.Constant(kind, list(range(length.literal_value))), wanted)
        counted = builder.zext(found, kind)
        if not first.literal_value:
            counted = builder.add(builder.load(target, align=align), counted)
        builder.store(counted, target, align=align)
        return context.get_dummy_value()

    return types.void(out, types.intp, length, types.int64, first), generate


@intrinsic
def _narrow(typingctx: Any, number: Any) -> Any:
    """A number that fits into a byte: comparisons with stored bytes are then compiled as such, eight times as many."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.sext(builder.trunc(args[0], ir.IntType(8)), args[0].type)

    return types.int64(types.int64), generate


def _clone(target: Any, source: Any) -> None:
    _copy_bytes(target, source)  # type: ignore[call-arg]


def _emit(s: Any, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    pass


def _for_wide_integers(dispatcher: Any) -> Any:
    """Compile a rule once for all integers: else every literal, stored width and enumeration would be a copy."""
    resolve = dispatcher.get_call_template

    def resolve_wide(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(_wide, args)), {name: _wide(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = resolve_wide
    return dispatcher


def _without_overlap(flags: Any) -> Any:
    flags.noalias = True
    return flags


def _wide(kind: Any) -> Any:
    kind = types.unliteral(kind)  # type: ignore[no-untyped-call]
    return types.int64 if isinstance(kind, (types.Integer, types.IntEnumMember)) else kind


def spare_wraparound() -> None:
    """Compile indices as they are, in this process: no test whether one counts from the end.

    Rules never use an index below zero (the checked backend refuses it), and the test costs a third of the time. Only
    the child process that fills the disk cache calls this: Numba's own meaning of an index stays for everybody else.
    """
    from numba.np import arrayobj

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    arrayobj.fix_integer_index = as_it_is


class Compiled:
    """Runs rules as machine code."""

    tag = "compiled"

    def record(self, declared: type) -> Any:
        """A packed record type (aligned nested ones are rejected by Numba)."""
        fields: list[Any] = []
        for name, kind, shape in described(declared):
            code = code_of(kind)
            base = "<" + code if code else kind
            fields.append((name, base, shape) if shape else (name, base))
        return np.dtype((np.record, fields))

    def rule(self, function: Any) -> Any:
        """The function, compiled when a compiled one calls it."""
        compile_rule = numba.njit(nogil=True, error_model="numpy", boundscheck=False)
        return _for_wide_integers(compile_rule(function))

    def writer(self, function: Any) -> Any:
        """A rule whose arguments never overlap in memory: only so are its loops compiled for many numbers at once."""
        dispatcher = self.rule(function)
        dispatcher._compiler._customize_flags = _without_overlap
        return dispatcher

    def table(self, kind: Any, entries: Sequence[tuple[Any, ...]]) -> Any:
        """A frozen array of records."""
        out = np.zeros(max(len(entries), 1), kind)
        for row, entry in zip(out, entries, strict=False):
            for name, value in zip(kind.names, entry, strict=True):
                if isinstance(value, (tuple, list)):
                    row[name][: len(value)] = value
                else:
                    row[name] = value
        return out

    def ints(self, values: Sequence[Any]) -> Any:
        """A constant array."""
        return np.array(values, np.int64)

    def names(self) -> dict[str, Any]:
        """Kit names that this backend provides itself."""
        return {
            "emit": self.rule(_emit),
            "clone": self.rule(_clone),
            "spread": _spread,
            "mark": _mark,
            "narrow": _narrow,
            **machine.NAMES,
        }
