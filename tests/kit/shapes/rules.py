"""Rules that use them."""

from pithead.kit import (
    Cells,
    Fast,
    begin,
    clone,
    draw,
    emit,
    fast_seed,
    fast_word,
    fill,
    insert,
    pop,
    push,
    rule,
    seed,
    shuffle,
    take,
)

from .callee import scaled
from .state import CONSTANT, PAIRS, SQUARES, Point, State


@rule
def paint(s: State, index: int, value: int) -> None:
    """Write to every field."""
    s.small = value
    s.wide = value * 100_000
    s.share = value / 4
    s.row[index] = value
    s.board[1][index] = value * 10
    s.corner.x = value
    s.corner.y = SQUARES[index]
    s.points[0].x = CONSTANT[1].x
    s.points[0].y = PAIRS[1][1]
    s.points[1] = s.points[0]
    s.points[0].x = 7
    emit(s, 1, value, index)


@rule
def write_row(s: State, index: int, value: int) -> None:
    """One cell."""
    s.row[index] = value


@rule
def write_small(s: State, value: int) -> None:
    """One number."""
    s.small = value


@rule
def read_square(index: int) -> int:
    """One constant."""
    square: int = SQUARES[index]
    return square


@rule
def copy_point(s: State) -> None:
    """A record over another."""
    clone(s.points[1], s.corner)


@rule
def start(s: State, key: Cells, purpose: int) -> None:
    """Key the generator."""
    seed(s.rng, key, purpose)


@rule
def another(s: State, purpose: int) -> None:
    """Another stream."""
    begin(s.rng, purpose)


@rule
def some(s: State, n: int) -> int:
    """A bounded draw."""
    return draw(s.rng, n)


@rule
def deal(s: State, items: Cells, n: int) -> None:
    """A shuffle."""
    shuffle(s.rng, items, n)


@rule
def quick(fast: Fast, a: int, b: int) -> int:
    """The fast generator."""
    fast_seed(fast, a, b)
    return fast_word(fast)


@rule
def next_quick(fast: Fast) -> int:
    """Its next word."""
    return fast_word(fast)


@rule
def count_places(s: State, items: Cells, counts: Cells, times: int) -> None:
    """Where the first of four items ends up in many shuffles."""
    for _ in range(times):
        for i in range(4):
            items[i] = i
        deal(s, items, 4)
        for i in range(4):
            if items[i] == 0:
                counts[i] += 1


@rule
def twice(value: int) -> int:
    """Through a function in another file."""
    return scaled(value) + 0


@rule
def blank(s: State) -> None:
    """Everything to zero."""
    fill(s.row, 0)


PILES = (push, pop, take, insert)
POINT = Point
