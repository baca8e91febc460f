"""What generic sources ask of the processor itself; only ever compiled.

Words that several threads share are read, written and counted through `shared_*`: whoever sees a word also sees
everything that was written before it.
"""

import platform
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

LINE = 64  # bytes that are fetched at once
_PAUSES = {"x86_64": ("llvm.x86.sse2.pause",), "aarch64": ("llvm.aarch64.hint", 1)}  # by machine: and the arguments
_PAUSES |= {"AMD64": _PAUSES["x86_64"], "arm64": _PAUSES["aarch64"]}
_WORD = ir.IntType(32)


def _row(context: Any, builder: Any, kind: Any, table: Any, i: Any) -> Any:
    """The address of a row, as one of bytes."""
    array = context.make_array(kind)(context, builder, table)
    step = cgutils.unpack_tuple(builder, array.strides)[0]  # type: ignore[no-untyped-call]
    start = builder.bitcast(array.data, ir.IntType(8).as_pointer())
    return builder.gep(start, [builder.mul(i, step)])


@intrinsic(prefer_literal=True)
def prefetch(typingctx: Any, table: Any, i: Any, size: Any) -> Any:
    """Begin to fetch the first `size` bytes of a row, which may lie behind the end of the table."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        row = _row(context, builder, table, args[0], args[1])
        kind = ir.FunctionType(ir.VoidType(), [row.type, _WORD, _WORD, _WORD])
        fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")  # type: ignore[no-untyped-call]
        read_keep_data = [ir.Constant(_WORD, number) for number in (0, 3, 1)]
        for at in range(0, size.literal_value, LINE):
            builder.call(fetch, [builder.gep(row, [context.get_constant(types.intp, at)]), *read_keep_data])
        return context.get_dummy_value()

    return types.void(table, types.intp, size), generate


@intrinsic(prefer_literal=True)
def clear(typingctx: Any, table: Any, i: Any, size: Any) -> Any:
    """Fill the first `size` bytes of a row with 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = ir.Constant(ir.VectorType(ir.IntType(8), size.literal_value), None)
        row = _row(context, builder, table, args[0], args[1])
        builder.store(zeros, builder.bitcast(row, zeros.type.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(table, types.intp, size), generate


@intrinsic(prefer_literal=True)
def is_among(typingctx: Any, table: Any, i: Any, at: Any, end: Any, value: Any, lanes: Any) -> Any:
    """Whether a value is in a row from `at` on, before `end`; so many lanes are compared at once."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number = context.get_data_type(table.dtype)
        kind = ir.VectorType(number, lanes.literal_value)
        size = context.get_constant(types.intp, table.dtype.bitwidth // 8)
        start = builder.gep(_row(context, builder, table, args[0], args[1]), [builder.mul(args[2], size)])
        read = builder.load(builder.bitcast(start, kind.as_pointer()), align=table.dtype.bitwidth // 8)
        left = context.cast(builder, builder.sub(args[3], args[2]), types.intp, types.int64)
        wanted, most = (_everywhere(builder, kind, word) for word in (args[4], left))
        places = ir.Constant(kind, list(range(lanes.literal_value)))
        equal = builder.icmp_signed("==", read, wanted)
        found = builder.bitcast(
            builder.and_(equal, builder.icmp_signed("<", places, most)), ir.IntType(lanes.literal_value)
        )
        return builder.icmp_unsigned("!=", found, ir.Constant(found.type, 0))

    return types.boolean(table, types.intp, types.intp, types.intp, types.int64, lanes), generate


def _everywhere(builder: Any, kind: Any, word: Any) -> Any:
    """A vector of equal numbers."""
    vector, number = ir.Constant(kind, ir.Undefined), builder.trunc(word, kind.element)
    for i in range(kind.count):
        vector = builder.insert_element(vector, number, ir.Constant(_WORD, i))
    return vector


@intrinsic
def shared_read(typingctx: Any, cells: Any, i: Any) -> Any:
    """A word that other threads write."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_word(context, builder, cells, args), "acquire", 8)

    return types.int64(cells, types.intp), generate


@intrinsic
def shared_write(typingctx: Any, cells: Any, i: Any, value: Any) -> Any:
    """Write a word that other threads read."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store_atomic(args[2], _word(context, builder, cells, args), "release", 8)
        return context.get_dummy_value()

    return types.void(cells, types.intp, types.int64), generate


@intrinsic
def shared_add(typingctx: Any, cells: Any, i: Any, value: Any) -> Any:
    """Add to a word that other threads add to as well; returns what it was."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.atomic_rmw("add", _word(context, builder, cells, args), args[2], "acq_rel")

    return types.int64(cells, types.intp, types.int64), generate


def _word(context: Any, builder: Any, kind: Any, args: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, args[0]).data, [args[1]])


@intrinsic
def pause(typingctx: Any) -> Any:
    """Let a moment pass, while waiting for another thread."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        name, *given = _PAUSES.get(platform.machine(), ("llvm.donothing",))
        arguments = [ir.Constant(_WORD, number) for number in given]
        kind = ir.FunctionType(ir.VoidType(), [_WORD] * len(arguments))
        builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.void(), generate


NAMES = {
    "prefetch": prefetch,
    "clear": clear,
    "is_among": is_among,
    "shared_read": shared_read,
    "shared_write": shared_write,
    "shared_add": shared_add,
    "pause": pause,
}
