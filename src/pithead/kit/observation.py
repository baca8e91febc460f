"""An observation as one list of pieces: the list lays the numbers out, says what they mean, and writes them.

    OBSERVATION = observation(
        lambda s: s.n,
        choice("phase", PHASES, lambda s, me: s.phase),
        number("lamps in the deck", 0, N_CARDS, lambda s, me: s.deck.n),
        number("own hand by kind of lamp", 0, HAND, lambda s, me, i: s.players[me].hand[i], N_LAMPS),
        seats(MAX_PLAYERS, number("points", 0, 500, lambda s, me, p: s.players[p].points)),
    )

A lambda reads one number from the state `s` for the observing player `me`; a piece of several numbers takes their
indices as well, and a piece of every seat the seat `p`. All of them become the lines of a single function: a compiled
function for each would cost seconds of compilation. Hence one lambda per line, with names of the module only. A lambda
that only reads the cells of a field (`s.supply[i]`) copies the field at once, also under a condition on other things
than its indices (`s.players[p].hand[i] if is_own(s, p, me) else 0`). What any other condition decides about is best
read before it, with `&` and `|`: such loops are compiled for many numbers at once.
"""

import ast
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from math import prod
from pathlib import Path
from typing import Any, Literal

from ._instance import current

Reader = Callable[..., Any]
Kind = Literal["number", "flag", "choice", "player"]
LEAST, MOST = -32768, 32767  # an observation holds 16-bit numbers


@dataclass(frozen=True, slots=True)
class Piece:
    """Some neighbouring numbers of an observation with one meaning.

    `kind` is `number` (an amount from `low` to `high`), `flag` (0 or 1), `choice` (one of `values`, by its index) or
    `player` (a choice whose values are nobody and the players clockwise from the observing one).
    """

    name: str
    kind: Kind
    low: int
    high: int
    values: tuple[str, ...]
    shape: tuple[int, ...]
    read: Reader
    start: int = 0
    block: int | None = None  # which seat, counted clockwise from the observing one
    slots: int = 0  # of a tally

    @property
    def length(self) -> int:
        """How many numbers."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The place after the last number."""
        return self.start + self.length


def number(name: str, low: int, high: int, read: Reader, *shape: int) -> Piece:
    """An amount, or as many as `shape` says."""
    if not LEAST <= low <= high <= MOST:
        raise ValueError(f"{name}: {low} to {high} are not 16-bit numbers")
    return Piece(name, "number", int(low), int(high), (), shape, read)


def flag(name: str, read: Reader, *shape: int) -> Piece:
    """Whether something is so."""
    return Piece(name, "flag", 0, 1, (), shape, read)


def choice(name: str, values: Sequence[str], read: Reader, *shape: int) -> Piece:
    """One of several things, by its place in the list."""
    return Piece(name, "choice", 0, len(values) - 1, tuple(values), shape, read)


def player(name: str, most: int, read: Reader, *shape: int) -> Piece:
    """Nobody (−1 is read) or a player, counted clockwise from the observing one."""
    return Piece(name, "player", 0, most, ("nobody", *(f"player +{i}" for i in range(most))), shape, read)


def tally(name: str, kinds: int, high: int, read: Reader, slots: int) -> Piece:
    """How many things of each kind lie in some slots; −1 is read from an empty one."""
    return Piece(name, "number", 0, int(high), (), (kinds,), read, slots=slots)


@dataclass(frozen=True, slots=True)
class Seats:
    """The same pieces for every seat, clockwise from the observing one; seats that nobody has are all 0."""

    count: int
    pieces: tuple[Piece, ...]


def seats(count: int, *pieces: Piece) -> Seats:
    """A block of pieces for each of at most `count` seats."""
    return Seats(count, pieces)


@dataclass(frozen=True, slots=True)
class Observation:
    """What `observation` makes of the list."""

    layout: tuple[Piece, ...]
    size: int
    write: Any  # the rule `features(s, seat, out)`


def observation(taken: Reader, *parts: Piece | Seats, own: Reader | None = None) -> Observation:
    """Lay pieces out one after another, and write the rule that fills them in.

    `taken` reads how many seats there are, `own` the first seat of the observing player where that is another number.
    """
    layout: list[Piece] = []
    lines = [
        "seat = narrow(seat)",
        f"n = {ast.unparse(_body(taken, 's'))}",
        f"own = {ast.unparse(_body(own, 's', 'seat')) if own else 'seat'}",
    ]
    at = 0
    for part in parts:
        if isinstance(part, Piece):
            layout.append(replace(part, start=at))
            lines += _written(part, f"{at}")
            at += part.length
            continue
        lines += _block(part, at)
        for block in range(part.count):
            for piece in part.pieces:
                layout.append(replace(piece, name=f"seat +{block}: {piece.name}", start=at, block=block))
                at += piece.length
    source = "def features(s, seat, out):\n" + "".join(f"    {line}\n" for line in lines)
    # Compiled under the name of the file with the list, so that the disk cache knows when it is old.
    names: dict[str, Any] = {}
    taken.__globals__.update((name, current().kit_name(name)) for name in ("spread", "mark", "narrow"))
    exec(compile(source, taken.__code__.co_filename, "exec"), taken.__globals__, names)
    return Observation(tuple(layout), at, current().writer(names["features"]))


def _block(part: Seats, start: int) -> list[str]:
    """A loop over seats; comparing is faster than a modulo when compiled.

    Seats that nobody has are passed over: whoever gives the array has filled it with 0, once.
    """
    inner: list[str] = []
    size = 0
    for piece in part.pieces:
        inner += _written(piece, f"at + {size}")
        size += piece.length
    return [
        "for r in range(n):",
        f"    at = {start} + r * {size}",
        "    p = own + r if own + r < n else own + r - n",
        *(f"    {line}" for line in inner),
    ]


def _written(piece: Piece, at: str) -> list[str]:
    """The lines that write a piece from the place `at` on."""
    shape = (piece.slots,) if piece.slots else piece.shape
    indices = ["i", "j"][: len(shape)]
    parameters = ["s", "seat", "p"][: piece.read.__code__.co_argcount - len(indices)] + indices
    value = _body(piece.read, *parameters)
    ranges = list(zip(indices, shape, strict=True))
    if piece.slots:
        mark = f"mark(out, {at}, {piece.length}, {ast.unparse(value)}"
        return [line for slot in range(piece.slots) for line in (f"i = {slot}", f"{mark}, {int(slot == 0)})")]
    if piece.kind == "player":
        place = " + ".join([at, *(f"{i} * {prod(shape[depth + 1 :])}" for depth, i in enumerate(indices))])
        turned = f"out[{place}] = (v >= 0) * (1 + v - own + n * (v < own))"
        return _looped(ranges, [f"v = narrow({ast.unparse(value)})", turned])
    return _assigned(value, at, ranges)


def _assigned(value: ast.expr, at: str, ranges: list[tuple[str, int]]) -> list[str]:
    """The lines that write the values of an expression over its indices: whole fields at once, conditions only once."""
    if not ranges:
        return [f"out[{at}] = {ast.unparse(value)}"]
    indices = [index for index, _ in ranges]
    length = prod(size for _, size in ranges)
    field = _field(value, indices)
    if field is not None:
        return [f"spread(out, {at}, {ast.unparse(field)}, {length})"]
    if isinstance(value, ast.IfExp) and not _names(value.test) & set(indices):
        parts = (_assigned(part, at, ranges) for part in (value.body, value.orelse))
        then, otherwise = ([f"    {line}" for line in lines] for lines in parts)
        return [f"if {ast.unparse(value.test)}:", *then, "else:", *otherwise]
    (index, size), *inner = ranges
    return _looped([(index, size)], _assigned(value, f"{at} + {index} * {length // size}", inner))


def _looped(ranges: list[tuple[str, int]], lines: list[str]) -> list[str]:
    for index, size in reversed(ranges):
        lines = [f"for {index} in range({size}):", *(f"    {line}" for line in lines)]
    return lines


def _field(value: ast.expr, indices: list[str]) -> ast.expr | None:
    """`s.supply` of `s.supply[i]`: the array that is copied as it is, if that is all an expression does."""
    for index in reversed(indices):
        if not (isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Name) and value.slice.id == index):
            return None
        value = value.value
    names = _names(value)
    return value if "s" in names and not names & set(indices) else None


def _names(value: ast.expr) -> set[str]:
    return {part.id for part in ast.walk(value) if isinstance(part, ast.Name)}


class _Renamed(ast.NodeTransformer):
    """Parameters under the names of the written function."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)


def _body(read: Reader, *parameters: str) -> ast.expr:
    """The expression of a lambda, with its parameters renamed."""
    code = read.__code__
    found = _lambdas(code.co_filename)[code.co_firstlineno]
    if len(found) != 1 or read.__closure__:
        raise TypeError(f"{code.co_filename}:{code.co_firstlineno}: one lambda per line, with names of the module only")
    given = [argument.arg for argument in found[0].args.args]
    if len(given) != len(parameters):
        raise TypeError(f"{code.co_filename}:{code.co_firstlineno}: a lambda of {', '.join(parameters)} is needed")
    renamed: ast.expr = _Renamed(dict(zip(given, parameters, strict=True))).visit(deepcopy(found[0].body))
    return renamed


@cache
def _lambdas(path: str) -> dict[int, list[ast.Lambda]]:
    """All lambdas of a file by line."""
    tree = ast.parse(Path(path).read_text("utf-8"))
    found = sorted((node for node in ast.walk(tree) if isinstance(node, ast.Lambda)), key=lambda node: node.lineno)
    return {line: list(nodes) for line, nodes in groupby(found, key=lambda node: node.lineno)}
