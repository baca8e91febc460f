"""The search on either backend: memory for one tree and the calls that Python makes on it."""

import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from pithead.engine.game import Game
from pithead.kit.cache import CompileFailed, Progress

TREE = Path(__file__).parent / "tree.py"
COMPILED_NODES = 1 << 20
INTERPRETED_NODES = 1 << 10
# How long to look for a later position in an old tree: imagined deals, and decisions in each.
DEALS_TO_FOLLOW, STEPS_TO_FOLLOW = 8, 40
UNLIMITED = 1 << 40


# What differs from the plain settings: for Baron and hints only what a game says itself; forecasts of an analysis look
# further ahead, because what was just revealed matters only when it is used.
USES: dict[str, dict[str, Any]] = {
    "best": {},
    "forecast": {"horizon": 0, "laps": 2, "picks": 4, "margin": 0.0},
}


@dataclass(frozen=True)
class Settings:
    """How a game is searched: the table `[search]` of its `game.toml` over these values.

    For a use of its own the table `[search.best]` or `[search.forecast]` stands over those of `USES`.
    """

    explore: float = 0.3
    sharp: float = 0.05
    trust: float = 0.5
    scale: float = 40.0
    floor: float = 4.0
    margin: float = 0.15
    expand: int = 1
    horizon: int = 0
    laps: int = 0
    picks: int = 1
    window: int = 0

    @classmethod
    def of(cls, game: Game, use: str = "", **changes: Any) -> "Settings":
        """The settings of a game for a use (`best`, `forecast`, or plain), with changes for an experiment."""
        given = dict(game.facts.get("search", {}))
        own = {name: given.pop(name, {}) for name in USES}
        return cls(**{**given, **(USES[use] | own[use] if use else {}), **changes})


class Backing(Protocol):
    """Where the arrays of a search come from."""

    compiled: bool
    game: Game
    module: Any

    def states(self, count: int) -> Any: ...
    def put(self, states: Any, at: int, data: bytes) -> None: ...
    def ints(self, length: int) -> Any: ...
    def int_rows(self, rows: int, length: int) -> Any: ...
    def real_rows(self, rows: int, length: int) -> Any: ...
    def records(self, kind: str, count: int) -> Any: ...
    def more_nodes(self, nodes: Any, used: int) -> None: ...


class InterpretedBacking:
    """Lists and objects."""

    compiled = False

    def __init__(self, game: Game) -> None:
        self.game = game
        self._instance = game.instance()
        self.module = self._instance.specialise(TREE)
        self._codec = self._instance.codec()

    def states(self, count: int) -> Any:
        """Room for states."""
        kind = self._instance.module("state").State
        return [kind() for _ in range(count)]

    def put(self, states: Any, at: int, data: bytes) -> None:
        """Write a state from its bytes."""
        states[at] = self._codec.decode(data)

    def ints(self, length: int) -> Any:
        """A row of integers."""
        return [0] * length

    def int_rows(self, rows: int, length: int) -> Any:
        """A table of integers."""
        return [[0] * length for _ in range(rows)]

    def real_rows(self, rows: int, length: int) -> Any:
        """A table of floats."""
        return [[0.0] * length for _ in range(rows)]

    def records(self, kind: str, count: int) -> Any:
        """An array of records of the search or the kit."""
        cls = self._kind(kind)
        return [cls() for _ in range(min(count, INTERPRETED_NODES))]

    def _kind(self, kind: str) -> Any:
        return getattr(self.module, kind, None) or self._instance.kit_name(kind)

    def more_nodes(self, nodes: Any, used: int) -> None:
        """Keep room for a simulation's new nodes: objects are made when they are needed."""
        if used + INTERPRETED_NODES > len(nodes):
            nodes.extend(self._kind("Node")() for _ in range(INTERPRETED_NODES))


class CompiledBacking:
    """NumPy arrays."""

    compiled = True

    def __init__(self, game: Game) -> None:
        import numpy as np

        self._np = np
        self.game = game
        self._instance = game.instance("compiled")
        self.module = self._instance.specialise(TREE)
        self._dtype = self._instance.module("state").State

    def states(self, count: int) -> Any:
        """Room for states."""
        return self._np.zeros(count, self._dtype)

    def put(self, states: Any, at: int, data: bytes) -> None:
        """Write a state from its bytes."""
        states[at : at + 1] = self._np.frombuffer(data, self._dtype)

    def ints(self, length: int) -> Any:
        """A row of integers."""
        return self._np.zeros(length, self._np.int64)

    def int_rows(self, rows: int, length: int) -> Any:
        """A table of integers."""
        return self._np.zeros((rows, length), self._np.int64)

    def real_rows(self, rows: int, length: int) -> Any:
        """A table of floats."""
        return self._np.zeros((rows, length), self._np.float64)

    def records(self, kind: str, count: int) -> Any:
        """An array of records of the search or the kit."""
        return self._np.zeros(count, getattr(self.module, kind, None) or self._instance.kit_name(kind))

    def more_nodes(self, nodes: Any, used: int) -> None:
        """Nothing to do: untouched pages of a large array cost nothing."""


class Tree:
    """One tree with everything a search writes to."""

    def __init__(self, backing: Backing, settings: Settings, nodes: int = COMPILED_NODES) -> None:
        module = backing.module
        self._backing = backing
        self._module = module
        name = backing.game.instance().game_name
        width = max(name("MAX_LEGAL") + 1, module.MAX_PATH, name("MAX_PLAYERS"))
        self._states = backing.states(module.N_STATES)
        self._nodes = backing.records("Node", nodes)
        self._spare = backing.records("Node", nodes)
        self._pool = backing.ints(2)
        self._lists = backing.int_rows(module.N_ROWS, width)
        self._reals = backing.real_rows(module.N_REALS, width)
        self._marks = backing.ints(name("N_ACTIONS"))
        self._aim = backing.ints(name("N_FEATURES"))
        self._seen = backing.ints(name("N_FEATURES"))
        self._fast = backing.records("Fast", 1)
        self._plan = backing.records("Plan", 1)
        for field, value in asdict(settings).items():
            if backing.compiled:
                self._plan[field][0] = value
            else:
                setattr(self._plan[0], field, value)
        self.clear()

    def clear(self) -> None:
        """Forget everything found so far."""
        self._module.sprout(self._nodes, self._pool)

    def seed(self, a: int, b: int) -> None:
        """Begin another stream of chance."""
        self._module.reseed(self._fast, a & 0xFFFFFFFF, b & 0xFFFFFFFF)

    def legal(self, state: bytes, seat: int) -> list[int]:
        """The legal decisions of the seat to move; the tree stays as it is."""
        module = self._module
        self._take(module.WORK, state, seat)
        count = module.decisions(self._states, module.WORK, self._lists)
        return [int(action) for action in self._lists[module.LEGAL][:count]]

    def _take(self, at: int, state: bytes, seat: int) -> None:
        """Write a state, and re-deal what the seat cannot know before anything looks at it."""
        self._backing.put(self._states, at, state)
        self._module.imagine(self._states, at, at, self._fast, seat)

    def stand(self, state: bytes, seat: int) -> None:
        """Start an empty tree at a state."""
        self._take(self._module.ROOT, state, seat)
        self.clear()

    def imagine(self, seat: int) -> None:
        """Deal the position anew for `outlook`."""
        self._module.imagine(self._states, self._module.WORK, self._module.ROOT, self._fast, seat)

    def outlook(self, action: int, seat: int, looks: int) -> float:
        """The expected reward of a decision with a greedy rest of the turn, in the deal imagined last."""
        return float(self._module.outlook(self._states, action, self._plan, self._lists, self._reals, seat, looks))

    def forecast(self, action: int, seat: int, players: int, deals: int, word: int, turn_open: bool) -> list[float]:
        """The rewards that all players can expect after a decision of the seat (−1: none), by the seat's knowledge.

        The deals that are imagined are the same for every decision with the same `word`; `turn_open` says that the
        turn goes on after the decision.
        """
        module = self._module
        module.forecast(
            self._states,
            action,
            self._plan,
            self._fast,
            self._lists,
            self._reals,
            seat,
            deals,
            word & 0xFFFFFFFF,
            int(turn_open),
        )
        return [float(value) for value in self._reals[module.TOTAL][:players]]

    def plant(self, action: int, seat: int, estimate: float) -> None:
        """Give the search an estimate of a decision to start from."""
        self._backing.more_nodes(self._nodes, int(self._pool[0]))
        self._module.plant(self._nodes, self._pool, action, seat, estimate)

    def simulate(self, seat: int, count: int, effort: int = UNLIMITED) -> None:
        """Search on for a number of simulations, or fewer that take this effort."""
        step = max(1, count) if self._backing.compiled else 1
        for _ in range(0, count, step):
            self._backing.more_nodes(self._nodes, int(self._pool[0]))
            effort -= self._module.simulate(
                self._states,
                self._nodes,
                self._pool,
                self._plan,
                self._fast,
                self._lists,
                self._marks,
                self._reals,
                seat,
                step,
                effort,
            )
            if effort <= 0:
                break

    def tally(self, legal: list[int]) -> list[tuple[int, float]]:
        """Visits and summed rewards of the decisions at the root."""
        module = self._module
        for i, action in enumerate(legal):
            self._lists[module.LEGAL][i] = action
        module.tally(self._nodes, len(legal), self._lists, self._reals)
        visits, values = self._lists[module.FOUND], self._reals[module.VALUE]
        return [(int(visits[i]), float(values[i])) for i in range(len(legal))]

    @property
    def visits(self) -> int:
        """How often the root was visited."""
        return int(self._nodes[0].visits) if not self._backing.compiled else int(self._nodes["visits"][0])

    def move_on(self, state: bytes, seat: int, last: int) -> bool:
        """Keep what the tree already knows about a later position of the same game; false if that is nothing.

        `last` is the decision the seat took at the root. Positions are compared by what the seat sees, in an
        imagined deal: hidden truth plays no part.
        """
        module = self._module
        self._take(module.WORK, state, seat)
        module.observe(self._states, module.WORK, seat, self._aim)
        found = -1
        for _ in range(DEALS_TO_FOLLOW):
            module.imagine(self._states, module.DEEP, module.ROOT, self._fast, seat)
            found = module.follow(
                self._states, self._nodes, self._lists, self._aim, self._seen, seat, last, STEPS_TO_FOLLOW
            )
            if found >= 0:
                break
        self._take(module.ROOT, state, seat)
        if found < 0:
            self.clear()
            return False
        if not self._backing.compiled:
            while len(self._spare) < len(self._nodes):
                self._backing.more_nodes(self._spare, len(self._spare))
        module.transplant(self._nodes, self._spare, self._pool, found)
        self._nodes, self._spare = self._spare, self._nodes
        return True


class _Warmer:
    """Brings one game's compiled search into memory, in the background."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.backing: CompiledBacking | None = None
        self.failed: str | None = None
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, unless begun."""
        if self._thread is None:
            self._thread = threading.Thread(target=self.finish, daemon=True, name=f"warm-{self.game.id}")
            self._thread.start()

    def finish(self, progress: Progress | None = None) -> None:
        """Compile in a child process if need be, then load; an installation that cannot stays interpreted."""
        with self._lock:
            if self.backing or self.failed:
                return
            try:
                self.game.warm(progress, TREE)
                self.backing = CompiledBacking(self.game)
            except (CompileFailed, OSError, ImportError) as problem:
                self.failed = str(problem)


_warmers: dict[tuple[str, str], _Warmer] = {}
_warmers_lock = threading.Lock()


def _warmer(game: Game) -> _Warmer:
    with _warmers_lock:
        return _warmers.setdefault((game.id, game.material.fingerprint), _Warmer(game))


def backing(game: Game) -> Backing:
    """The compiled search if it is in memory; else the interpreted one, while the other is brought in."""
    from pithead.kit import cache

    if not cache.available():
        return InterpretedBacking(game)
    warmer = _warmer(game)
    if warmer.backing is None:
        warmer.start()
        return InterpretedBacking(game)
    return warmer.backing


def warm(game: Game, progress: Progress | None = None) -> bool:
    """Wait for the compiled search; false where it cannot be had."""
    from pithead.kit import cache

    if not cache.available():
        return False
    warmer = _warmer(game)
    warmer.finish(progress)
    return warmer.backing is not None
