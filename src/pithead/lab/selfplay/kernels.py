"""Numba kernels for training: sparse inputs, and logits of the few legal actions only.

Observations are mostly zeros and only a handful of hundreds of actions are legal: dense products would waste nine
tenths of the time.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

Array = Any
Loop = TypeVar("Loop", bound=Callable[..., None])


def compiled(loop: Loop) -> Loop:
    """Compile with Numba, cached on disk."""
    found: Any = numba.njit(cache=True, fastmath=True, nogil=True)(loop)
    return cast(Loop, found)


@compiled
def read_rows(seen: Array, rows: Array, chosen: Array, logs: Array, ends: Array, named: Array, times: Array) -> None:
    """The sparse encoding (CSR) of observations: active rows of the first layer, and their coefficients.

    Amounts are log-scaled.
    """
    count = 0
    for b in range(len(seen)):
        for f in range(seen.shape[1]):
            v = seen[b, f]
            if v != 0:
                named[count] = rows[f] + v - 1 if chosen[f] else rows[f]
                times[count] = np.float32(1) if chosen[f] else logs[v] if v > 0 else -logs[-v]
                count += 1
        ends[b] = count


@compiled
def add_rows(ends: Array, named: Array, times: Array, first: Array, shift: Array, out: Array) -> None:
    """Forward pass of the sparse first layer: `shift` plus the active rows."""
    k = 0
    for b in range(len(ends)):
        for h in range(out.shape[1]):
            out[b, h] = shift[h]
        while k < ends[b]:
            for h in range(out.shape[1]):
                out[b, h] += times[k] * first[named[k], h]
            k += 1


@compiled
def spread_rows(ends: Array, named: Array, times: Array, slope: Array, first: Array) -> None:
    """Gradient of the first layer's weights."""
    k = 0
    for b in range(len(ends)):
        while k < ends[b]:
            for h in range(slope.shape[1]):
                first[named[k], h] += times[k] * slope[b, h]
            k += 1


@compiled
def list_legal(mask: Array, legal: Array, counts: Array) -> None:
    """List every game's legal actions from the mask."""
    for b in range(len(mask)):
        count = 0
        for a in range(mask.shape[1]):
            if mask[b, a]:
                legal[b, count] = a
                count += 1
        counts[b] = count


@compiled
def score(hidden: Array, choice: Array, bias: Array, legal: Array, counts: Array, logs: Array) -> None:
    """Log-softmax over the legal actions; −100 as padding."""
    for b in range(len(hidden)):
        best = np.float32(-1e30)
        for k in range(counts[b]):
            a = legal[b, k]
            total = bias[a]
            for h in range(hidden.shape[1]):
                total += hidden[b, h] * choice[a, h]
            logs[b, k] = total
            best = max(best, total)
        total = np.float32(0)
        for k in range(counts[b]):
            total += np.exp(logs[b, k] - best)
        total = best + np.log(total)
        for k in range(logs.shape[1]):
            logs[b, k] = logs[b, k] - total if k < counts[b] else np.float32(-100)


@compiled
def spread_scores(
    hidden: Array, choice: Array, legal: Array, counts: Array, slope: Array, choices: Array, biases: Array, back: Array
) -> None:
    """Backward pass of the logits: gradients into `choices`, `biases`, and `back` to the hidden layer."""
    for b in range(len(hidden)):
        for k in range(counts[b]):
            a, g = legal[b, k], slope[b, k]
            biases[a] += g
            for h in range(hidden.shape[1]):
                choices[a, h] += g * hidden[b, h]
                back[b, h] += g * choice[a, h]


@compiled
def adam(weights: Array, slopes: Array, mean: Array, square: Array, rate: float, scale: float, step: int) -> None:
    """One step of Adam (Kingma & Ba 2015); resets the gradients to 0."""
    fix1, fix2 = np.float32(1 / (1 - 0.9**step)), np.float32(1 / (1 - 0.999**step))
    rate32, scale32 = np.float32(rate), np.float32(scale)
    for i in range(weights.size):
        g = slopes[i] * scale32
        mean[i] = np.float32(0.9) * mean[i] + np.float32(0.1) * g
        square[i] = np.float32(0.999) * square[i] + np.float32(0.001) * g * g
        weights[i] -= rate32 * mean[i] * fix1 / (np.sqrt(square[i] * fix2) + np.float32(1e-5))
        slopes[i] = 0
