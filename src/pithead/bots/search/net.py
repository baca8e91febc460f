"""The weights of a value net: `net.json` in a game's folder, which `pithead train` makes.

A net is bound to the components it was trained with and to the layout of its inputs: with another edition, or after a
change of `inputs.py`, it is ignored.
"""

import hashlib
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pithead.engine.game import Game

FILE = "net.json"
HIDDEN = 32  # as in the kernel
LARGEST = (1 << 15) - 1  # int16
LARGEST_SUM = (1 << 31) - 1


@dataclass(frozen=True)
class Weights:
    """Quantised weights (`kernel/net.py`), and the player counts for which the net passed its test."""

    first: list[list[int]]  # [input][hidden unit]
    start: list[int]
    last: list[int]  # output weights, then the output bias
    players: tuple[int, ...] = ()
    provenance: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def none(cls, inputs: int) -> "Weights":
        """The null net: all weights 0, enabled for no player count."""
        return cls([[0] * HIDDEN for _ in range(inputs)], [0] * HIDDEN, [0] * (HIDDEN + 1))

    @property
    def sums(self) -> list[list[int]]:
        """The rows of the kernel's `sums`: hidden biases, accumulators, output weights."""
        return [[*self.start, 0], [0] * (HIDDEN + 1), self.last]

    @property
    def mask(self) -> int:
        """The player counts as a bit mask: bit n stands for n players."""
        return sum(1 << players for players in self.players)

    def data(self, game: Game) -> dict[str, Any]:
        """The JSON content of a net file."""
        return {
            "game": game.id,
            "material": game.material.fingerprint,
            "inputs": layout_of(game),
            "players": list(self.players),
            "provenance": self.provenance,
            "start": self.start,
            "last": self.last,
            "first": self.first,
        }

    @classmethod
    def of(cls, data: dict[str, Any], game: Game) -> "Weights | None":
        """Deserialize; None if the file is for another game, edition or input layout."""
        if (data["game"], data["material"], data["inputs"]) != (game.id, game.material.fingerprint, layout_of(game)):
            return None
        return cls(data["first"], data["start"], data["last"], tuple(data["players"]), data["provenance"])

    def write(self, game: Game, path: Path) -> None:
        """Write the JSON file with one row of weights per line, for readable diffs."""
        text = json.dumps(self.data(game), ensure_ascii=False)
        path.write_text(text.replace("], [", "],\n[") + "\n", "utf-8")


def layout_of(game: Game) -> str:
    """The version of the input layout: a hash of the names, shapes and order of the inputs."""
    pieces = [(piece.name, piece.shape) for piece in game.module("inputs").INPUT_LAYOUT]
    return hashlib.sha256(repr(pieces).encode()).hexdigest()[:12]


def fits(weights: Weights, game: Game) -> bool:
    """Whether no 32-bit accumulator can overflow for any inputs."""
    largest = [0] * HIDDEN
    at = 0
    for piece in game.module("inputs").INPUT_LAYOUT:
        for _ in range(piece.length):
            for j, weight in enumerate(weights.first[at]):
                largest[j] += max(abs(piece.low), abs(piece.high)) * abs(weight)
            at += 1
    sums = max(one + abs(start) for one, start in zip(largest, weights.start, strict=True))
    out = 127 * sum(map(abs, weights.last)) + abs(weights.last[-1])
    return max(sums, out) <= LARGEST_SUM


@cache
def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def shipped(game: Game) -> Weights | None:
    """The net shipped in the game's folder; None if there is none, or only one for other components."""
    path = game.folder / FILE
    return Weights.of(_read(path), game) if path.is_file() else None
