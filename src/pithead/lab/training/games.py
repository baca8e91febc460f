"""Self-play data generation with the compiled kernel, as arrays.

The unit of work is a batch of games, seeded by its number: the same number gives the same games in any process.
"""

import random
from dataclasses import dataclass
from typing import Any

import numpy as np

from pithead.bots.search.net import Weights
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import prepared
from pithead.bots.search.workspace import Tree
from pithead.engine.game import Game, expand_seed
from pithead.engine.registry import load
from pithead.lab.workers import Stopped

NODES = 1 << 15
POSITIONS = 2000  # maximum of recorded positions per game
OPENING = 8  # maximum number of random opening choices
SLIPS = 60  # range of the one random choice later on

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Notes:
    """Training positions of one player count, one row each; siblings share a group and are adjacent."""

    seen: Array  # (positions, players, inputs)
    values: Array  # (positions, players): static evaluation
    found: Array  # search value, for the mover
    result: Array  # final reward of the mover
    game: Array
    group: Array
    mover: Array
    visits: Array
    progress: Array

    @property
    def players(self) -> int:
        """The player count."""
        return int(self.values.shape[1])

    @classmethod
    def joined(cls, parts: "list[Notes]") -> "Notes":
        """Concatenate notes of the same player count, renumbering the groups."""
        groups = []
        first = 0
        for part in parts:
            groups.append(part.group + first)
            first += int(part.group[-1]) + 1 if len(part.group) else 0
        columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in cls.__annotations__}
        return cls(**{**columns, "group": np.concatenate(groups)})


@dataclass(frozen=True)
class SelfPlay:
    """The configuration of self-play; plain data, so that it can be pickled."""

    game: str
    players: tuple[int, ...]  # cycled over the games
    seed: str
    weights: Weights | None  # None: `evaluate` alone
    few: int = 30
    many: int = 120
    games: int = 20  # games per unit of work
    use: str = ""  # use of the search settings (`Settings.of`)


class Table:
    """Plays games in one process, reusing one allocated tree."""

    def __init__(self, task: SelfPlay) -> None:
        self.title: Game = load(task.game)
        self._task = task
        on = prepared(self.title)
        settings = Settings.of(self.title, task.use, net=0 if task.weights is None else -1)
        self._tree = Tree(on, settings, NODES, task.weights)
        self._module = on.module
        self._arrays = on.arrays
        self._inputs = on.instance.game_name("N_INPUTS")
        self._options = self.title.numbers(self.title.resolve(None))

    def play(self, number: int) -> Notes:
        """One game."""
        task = self._task
        players = task.players[number % len(task.players)]
        chance = random.Random(f"{task.seed} {number}")
        self._tree.seed(chance.getrandbits(32), chance.getrandbits(32))
        arrays = self._arrays
        width = self._module.N_FACTS
        notes = self._module.Notes(
            seen=arrays.given("i2", [[0] * self._inputs] * (POSITIONS * players)),
            values=arrays.real_rows(POSITIONS, players + 1),
            facts=arrays.int_rows(POSITIONS, width),
        )
        count = self._module.self_play(
            self._tree.work,
            notes,
            players,
            arrays.given("i8", self._options),
            arrays.given("i8", expand_seed(f"{task.seed} {number}")),
            task.few,
            task.many,
            chance.randrange(OPENING + 1),
            chance.randrange(1, SLIPS),
        )
        rewards = np.array([self._tree.work.reals[self._module.REWARD][seat] for seat in range(players)])
        facts = np.array(notes.facts[:count], np.int64).reshape(count, width)
        values = np.array(notes.values[:count], np.float64).reshape(count, players + 1)
        group, mover, _, visits, progress = (facts[:, column] for column in range(width))
        return Notes(
            seen=np.array(notes.seen[: count * players], np.int8).reshape(count, players, self._inputs),
            values=values[:, :players],
            found=values[:, players],
            result=rewards[mover],
            game=np.full(count, number),
            group=group,
            mover=mover,
            visits=visits,
            progress=progress,
        )


_table: tuple[SelfPlay, Table] | None = None


def play_some(task: SelfPlay, piece: int, stopped: Stopped) -> list[Notes]:
    """Run a unit of work: its notes by player count. The process caches its tree between units."""
    global _table
    if _table is None or _table[0] != task:
        _table = (task, Table(task))
    played: dict[int, list[Notes]] = {}
    for number in range(piece * task.games, (piece + 1) * task.games):
        if stopped():
            return []
        notes = _table[1].play(number)
        played.setdefault(notes.players, []).append(notes)
    return [Notes.joined(parts) for parts in played.values()]
