"""Self-play: what the compiled search notes of games against itself, as arrays.

A piece of work is a number of games, known by its own number: any process of any machine can play any of them, and the
same number gives the same games.
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
POSITIONS = 2000  # that one game may note
OPENING = 8  # at most so many random choices at the start
SLIPS = 60  # the one random choice later is among so many

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Notes:
    """Positions of one number of players, one row each; siblings share a group and stand together."""

    seen: Array  # (positions, players, inputs)
    values: Array  # (positions, players): what `evaluate` says
    found: Array  # what the search found, for the mover
    result: Array  # what the mover had in the end
    game: Array
    group: Array
    mover: Array
    visits: Array
    progress: Array

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.values.shape[1])

    @classmethod
    def joined(cls, parts: "list[Notes]") -> "Notes":
        """Notes of the same number of players, with groups numbered anew."""
        groups = []
        first = 0
        for part in parts:
            groups.append(part.group + first)
            first += int(part.group[-1]) + 1 if len(part.group) else 0
        columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in cls.__annotations__}
        return cls(**{**columns, "group": np.concatenate(groups)})


@dataclass(frozen=True)
class SelfPlay:
    """What is to be played; plain data, so that it can be sent anywhere."""

    game: str
    players: tuple[int, ...]  # taken in turns
    seed: str
    weights: Weights | None  # none: as `evaluate` alone
    few: int = 30
    many: int = 120
    games: int = 20  # of one piece of work
    use: str = ""  # the settings of the search (`Settings.of`)


class Table:
    """Plays games in one process, with one tree."""

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
    """The games of one piece of work, by number of players; a process keeps its tree from piece to piece."""
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
