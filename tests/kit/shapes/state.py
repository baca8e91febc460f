"""One record with every kind of field."""

from pithead.kit import Cells, Grid, Rng, Rows, cells, f8, grid, i1, i2, i4, ints, material, record, rows, table

FACTOR = material()["factor"]
SQUARES = ints([0, 1, 4, 9])
PAIRS = ints([(1, 2), (3, 4)])


@record
class Point:
    """A small record."""

    x: i1
    y: i2


@record
class State:
    """Numbers, arrays, grids, records and arrays of records."""

    small: i1
    wide: i4
    share: f8
    row: Cells = cells(i1, 3)
    board: Grid = grid(i2, 2, 3)
    corner: Point
    points: Rows[Point] = rows(Point, 2)
    rng: Rng


CONSTANT = table(Point, [(1, 10), (2, 20)])
