"""A small value net: what it adds to `evaluate`, in points, for one seat.

One hidden layer over the game's `inputs`, in integers: sums of 32 bits, hidden units that are clipped to 0 … 127, no
exponentials. Both backends add the same to the last bit, and inputs that are 0 cost nothing.
"""

from typing import Any, NamedTuple

from pithead.kit import Cells, Grid, i2, i4, rule, writer
from pithead.kit.this_game import inputs

HIDDEN = 32
FULL, SHIFT = 127, 6  # a hidden unit: its sum without the last bits, between 0 and this
UNIT = 65536.0  # of the output: one point

# Rows of `sums`: where the sums start from, the sums, and the weights of the output; the last is its own start.
START, SUM, LAST = range(3)
N_SUMS = 3


class Net(NamedTuple):
    """Weights, room for the inputs and the sums of one position, and the options of the games it has learned from."""

    usual: list[i2]
    seen: list[i2]
    first: list[list[i2]]
    sums: list[list[i4]]


@writer
def add_up(seen: Cells, first: Grid, start: Cells, sums: Cells) -> None:
    """The sums of the hidden units."""
    for j in range(HIDDEN):
        sums[j] = start[j]
    for i in range(len(seen)):
        amount = seen[i]
        if amount != 0:
            weights = first[i]
            for j in range(HIDDEN):
                sums[j] += amount * weights[j]


@rule
def residual(net: Net, s: Any, seat: int) -> float:
    """What the net adds to the worth of a position for a seat."""
    inputs(s, seat, net.seen)
    add_up(net.seen, net.first, net.sums[START], net.sums[SUM])
    sums, last = net.sums[SUM], net.sums[LAST]
    out = last[HIDDEN] + 0
    for j in range(HIDDEN):
        out += min(FULL, max(0, sums[j] >> SHIFT)) * last[j]
    return out / UNIT
