"""A small quantised value net: a residual on `evaluate`, in points, for one seat.

One hidden layer over the game's `inputs` in integer arithmetic: 32-bit accumulators, clipped ReLU (0 … 127), no
exponentials. Both backends agree bit for bit, and inputs that are 0 are skipped.
"""

from typing import Any, NamedTuple

from pithead.kit import Cells, Grid, i2, i4, rule, writer
from pithead.kit.this_game import inputs

HIDDEN = 32
FULL, SHIFT = 127, 6  # clipped ReLU: the accumulator shifted right, clipped to 0 … FULL
UNIT = 65536.0  # fixed-point scale of the output: one point

# Rows of `sums`: the hidden biases, the accumulators, and the output weights, whose last cell is the output bias.
START, SUM, LAST = range(3)
N_SUMS = 3


class Net(NamedTuple):
    """Weights, buffers for one position's inputs and accumulators, and the table options of the training games."""

    usual: list[i2]
    seen: list[i2]
    first: list[list[i2]]
    sums: list[list[i4]]


@writer
def add_up(seen: Cells, first: Grid, start: Cells, sums: Cells) -> None:
    """Accumulate the pre-activations of the hidden layer."""
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
    """Forward pass: the net's correction of `evaluate` for a seat, in points."""
    inputs(s, seat, net.seen)
    add_up(net.seen, net.first, net.sums[START], net.sums[SUM])
    sums, last = net.sums[SUM], net.sums[LAST]
    out = last[HIDDEN] + 0
    for j in range(HIDDEN):
        out += min(FULL, max(0, sums[j] >> SHIFT)) * last[j]
    return out / UNIT
