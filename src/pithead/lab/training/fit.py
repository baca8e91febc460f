"""Training of a net on recorded positions in NumPy, with quantisation-aware rounding.

The prediction is the mover's reward as the search computes it (`kernel/evaluation.py`). The loss has two terms: the
*differences* between sibling actions should match those that the search found, in which the luck of the deal cancels
out; and the reward of the action played should match a λ-return over the mover's later searches.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pithead.bots.search.net import HIDDEN, LARGEST, Weights
from pithead.bots.search.settings import Settings

from .games import Array, Notes

FIRST_UNIT, HIDDEN_UNIT, LAST_UNIT = 4096, 64, 1024  # fixed-point scales of the kernel
FULL = 127 / HIDDEN_UNIT
RATE, DECAY = 0.002, 1e-5
BATCH = 512  # in groups of siblings
SIBLINGS = 4
LATER = 0.012  # weight of the λ-return term of the loss
TRACE = 0.7  # λ of the returns
PRECISION = np.float32  # of the large matrix products: twice as fast as float64
CERTAIN = 30  # visits at which a sample has half its maximum weight


@dataclass
class Net:
    """The float weights in training."""

    first: Array
    start: Array
    last: Array
    offset: Array

    @classmethod
    def fresh(cls, inputs: int, spread: Array, seed: int) -> "Net":
        """Random hidden weights and a zero output layer: an untrained net changes nothing."""
        chance = np.random.default_rng(seed)
        first = chance.normal(0.0, 0.5, (inputs, HIDDEN)) / (spread[:, None] * np.sqrt(inputs / 4))
        return cls(first, chance.uniform(0.0, 0.8, HIDDEN), np.zeros(HIDDEN), np.zeros(1))

    @classmethod
    def of(cls, weights: Weights) -> "Net":
        """Dequantise, to continue training."""
        last = np.array(weights.last, float)
        return cls(
            np.array(weights.first, float) / FIRST_UNIT,
            np.array(weights.start, float) / FIRST_UNIT,
            last[:HIDDEN] / LAST_UNIT,
            last[HIDDEN:] / (HIDDEN_UNIT * LAST_UNIT),
        )

    @property
    def parts(self) -> list[Array]:
        """The trainable parameters."""
        return [self.first, self.start, self.last, self.offset]

    def weights(self, players: tuple[int, ...], provenance: dict[str, Any] | None = None) -> Weights:
        """Quantise."""

        def whole(part: Array, unit: int, largest: int = LARGEST) -> Any:
            return np.clip(np.round(part * unit), -largest, largest).astype(int).tolist()

        return Weights(
            whole(self.first, FIRST_UNIT),
            whole(self.start, FIRST_UNIT, 1 << 24),
            whole(self.last, LAST_UNIT) + whole(self.offset, HIDDEN_UNIT * LAST_UNIT, 1 << 24),
            players,
            provenance or {},
        )

    def forward(self, seen: Array) -> tuple[Array, Array, Array]:
        """Forward pass with the kernel's rounding: output in points, hidden units, and which are not clipped."""
        first = (np.round(self.first * FIRST_UNIT) / FIRST_UNIT).astype(seen.dtype)
        sums = seen @ first + np.round(self.start * FIRST_UNIT) / FIRST_UNIT
        hidden = np.floor(np.clip(sums, 0.0, FULL) * HIDDEN_UNIT + 1e-9) / HIDDEN_UNIT
        last = np.round(self.last * LAST_UNIT) / LAST_UNIT
        return hidden @ last + self.offset[0], hidden, (sums > 0.0) & (sums < FULL)


def sigmoid(x: Array) -> Array:
    """The sigmoid of the search (`kernel/evaluation.py`)."""
    return 0.5 + 0.5 * x / np.sqrt(1.0 + x * x)


def slope(x: Array) -> Array:
    """The derivative of `sigmoid`."""
    return 0.5 / (1.0 + x * x) ** 1.5


def reward(values: Array, mover: Array, progress: Array, settings: Settings) -> tuple[Array, Array]:
    """The mover's reward as in `heuristic_rewards`, and its gradient by every player's value; no partners."""
    count, players = values.shape
    rows = np.arange(count)
    spread = settings.floor + (settings.scale - settings.floor) * np.sqrt(np.maximum(0.0, 1.0 - 0.001 * progress))
    leads = values.copy()
    rivals = np.full(values.shape, -1)
    if players > 1:
        for p in range(players):
            others = values.copy()
            others[:, p] = -np.inf
            rivals[:, p] = others.argmax(axis=1)
            leads[:, p] -= others.max(axis=1)
    raw = sigmoid(leads / spread[:, None])
    whole = raw.sum(axis=1) if players > 1 else np.ones(count)
    own, lead = raw[rows, mover], leads[rows, mover]
    part = 1.0 - settings.margin
    found = part * own / whole + settings.margin * sigmoid(lead / settings.scale)
    by_raw = -part * (own / whole**2)[:, None] * np.ones(players) * (players > 1)
    by_raw[rows, mover] += part / whole
    by_lead = by_raw * slope(leads / spread[:, None]) / spread[:, None]
    by_lead[rows, mover] += settings.margin * slope(lead / settings.scale) / settings.scale
    by_value = by_lead.copy()
    if players > 1:
        for p in range(players):
            np.subtract.at(by_value, (rows, rivals[:, p]), by_lead[:, p])
    return found, by_value


def errors(found: Array, notes: Notes, later: Array, at: Array) -> tuple[float, Array]:
    """The loss of a batch of groups (rows of indices, −1: padding), and its gradient by every position's reward."""
    there = at >= 0
    place = np.where(there, at, 0)
    trust = np.where(there, notes.visits[place] / (notes.visits[place] + CERTAIN), 0.0)
    trust /= trust.sum(axis=1, keepdims=True)
    wanted = notes.found[place]
    mean, wanted_mean = (trust * found).sum(axis=1), (trust * wanted).sum(axis=1)
    apart = (found - mean[:, None]) - (wanted - wanted_mean[:, None])
    off = found[:, 0] - later[place[:, 0]]
    loss = float(((trust * apart**2).sum(axis=1) + LATER * off**2).mean())
    by_found = 2 * trust * apart
    by_found[:, 0] += 2 * LATER * off
    return loss, by_found / len(at)


def later_of(notes: Notes) -> Array:
    """The λ-return of the action played, over the root values of the mover's later searches.

    The final result alone has the variance of a whole game; the same player's next searches have seen the others'
    replies, and little else.
    """
    later = notes.result.copy()
    starts = np.flatnonzero(np.r_[True, np.diff(notes.group) != 0])
    ahead: dict[tuple[int, int], tuple[float, float]] = {}
    for at in starts[::-1]:
        who = int(notes.game[at]), int(notes.mover[at])
        if who in ahead:
            found, beyond = ahead[who]
            later[at] = (1 - TRACE) * found + TRACE * beyond
        ahead[who] = float(notes.found[at]), float(later[at])
    return later


def groups_of(notes: Notes) -> Array:
    """The indices of every group's siblings, padded with −1."""
    starts = np.flatnonzero(np.r_[True, np.diff(notes.group) != 0])
    ends = np.r_[starts[1:], len(notes.group)]
    places = starts[:, None] + np.arange(SIBLINGS)
    return np.where(places < ends[:, None], places, -1)


class Adam:
    """The Adam optimiser (Kingma & Ba 2015)."""

    def __init__(self, parts: list[Array]) -> None:
        self._means = [np.zeros_like(part) for part in parts]
        self._sizes = [np.zeros_like(part) for part in parts]
        self._steps = 0

    def step(self, parts: list[Array], slopes: list[Array], rate: float, scales: list[Any]) -> None:
        """Update all parameters, each with its learning-rate scale."""
        self._steps += 1
        for part, by, mean, size, scale in zip(parts, slopes, self._means, self._sizes, scales, strict=True):
            mean += 0.1 * (by - mean)
            size += 0.001 * (by * by - size)
            fair = np.sqrt(size / (1 - 0.999**self._steps)) + 1e-9
            part -= rate * scale * (mean / (1 - 0.9**self._steps)) / fair


def losses(net: Net, notes: Notes, later: Array, settings: Settings, at: Array) -> tuple[float, list[Array]]:
    """The loss of a batch, and its gradients by all parameters (backpropagation)."""
    place = np.where(at >= 0, at, 0).ravel()
    seen = notes.seen[place].astype(PRECISION)
    points, hidden, free = net.forward(seen)
    found, by_value = reward(notes.values[place] + points, notes.mover[place], notes.progress[place], settings)
    loss, by_found = errors(found.reshape(at.shape), notes, later, at)
    by_points = by_value * by_found.ravel()[:, None]
    by_sums = by_points[:, :, None] * net.last * free
    slopes = [
        seen.reshape(-1, seen.shape[-1]).T @ by_sums.reshape(-1, HIDDEN).astype(PRECISION),
        by_sums.sum(axis=(0, 1)),
        np.einsum("kp,kpj->j", by_points, hidden),
        np.array([by_points.sum()]),
    ]
    return loss, slopes


def spread_of(notes: list[Notes]) -> Array:
    """The standard deviation of each input, bounded below so that rare inputs do not dominate."""
    count = sum(part.seen.shape[0] * part.seen.shape[1] for part in notes)
    mean = sum(part.seen.sum(axis=(0, 1), dtype=np.int64) for part in notes) / count
    square = sum(np.einsum("kpi,kpi->i", part.seen, part.seen, dtype=np.int64) for part in notes) / count
    spread: Array = np.maximum(0.3, np.sqrt(np.maximum(0.0, square - mean**2)))
    return spread


def fit(
    net: Net,
    notes: list[Notes],
    settings: Settings,
    epochs: int,
    seed: int,
    watch: Callable[[list[float]], None] = lambda told: None,
) -> list[float]:
    """Train on recorded positions of one or several player counts; returns the validation loss after every epoch.

    The last 5 % of the groups are the validation set (almost whole games, whose positions share a result); the first
    loss is from before training.
    """
    chance = np.random.default_rng(seed)
    parts = [(one, later_of(one), groups_of(one)) for one in notes]
    kept = [at[-max(1, len(at) // 20) :] for _, _, at in parts]
    learned = [at[: -max(1, len(at) // 20)] for _, _, at in parts]
    spread = spread_of(notes)
    scales: list[Any] = [1 / spread[:, None], 1.0, 4.0, 4.0]
    adam = Adam(net.parts)

    def held_out() -> float:
        found = [
            losses(net, one, later, settings, at)[0] * len(at) for (one, later, _), at in zip(parts, kept, strict=True)
        ]
        return sum(found) / sum(map(len, kept))

    told = [held_out()]
    for epoch in range(epochs):
        batches = [
            (number, block)
            for number, at in enumerate(learned)
            for block in np.array_split(chance.permutation(at), max(1, len(at) // BATCH))
            if len(block)
        ]
        chance.shuffle(batches)
        rate = RATE * (1 - epoch / epochs) + 0.1 * RATE
        for number, block in batches:
            _, slopes = losses(net, *parts[number][:2], settings, block)
            slopes[2] = slopes[2] + DECAY * net.last
            adam.step(net.parts, slopes, rate, scales)
        told.append(held_out())
        watch(told)
    return told
