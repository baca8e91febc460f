"""Search bots: a time budget per turn, root parallelization over threads, and an answer by the deadline in any case."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic

from pithead.bots.greedy import Clock, outlooks
from pithead.engine.game import Game
from pithead.engine.imagined import Imagined

from .net import Weights
from .settings import Settings
from .warming import backing
from .workspace import COMPILED_NODES, UNLIMITED, Backing, Tree

END = 0
SHARE = 0.7  # fraction of the turn's remaining budget that one decision may take …
LEAST = 0.02  # … but at least this fraction of the whole budget
RESERVE = 0.9  # fraction of the budget that is allocated; the rest is slack
GREEDY_LIMIT = 1.2  # × budget: the deadline of the greedy estimates
LIMIT = 1.7  # × budget: the watchdog's timeout (interpreted search only)
SLICE = 0.003  # time slice: seconds between two checks of the deadline
ENOUGH = 4  # visits per legal action from which a reused tree replaces greedy estimates


def usable_cores() -> int:
    """The number of search threads: one core is left for everything else, and more than four gain little."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(4, cores - 1))


@dataclass(frozen=True)
class Found:
    """The root statistics of one legal action."""

    action: int
    visits: int
    value: float


@dataclass
class _Task:
    """One search in progress, as an anytime algorithm: `best` is the answer if it is stopped now."""

    legal: list[int]
    best: int
    trees: list[Tree]
    deadline: float | None = None
    greedy_deadline: float | None = None
    clock: Clock = monotonic
    stop: threading.Event = field(default_factory=threading.Event)

    def late(self) -> bool:
        return self.stop.is_set() or (self.deadline is not None and self.clock() >= self.deadline)


class Searcher:
    """Plays the most visited root action of an information-set tree search."""

    def __init__(
        self,
        level: str,
        game: Game,
        seed: int,
        seconds: float | None = None,
        simulations: int | None = None,
        threads: int = 1,
        settings: Settings | None = None,
        on: Backing | None = None,
        each: bool = False,
        clock: Clock = monotonic,
        weights: Weights | None = None,
    ) -> None:
        """The budget is seconds or simulations, per turn, or per decision with `each`.

        A comparison of bots may pass a CPU-time `clock`, which only makes sense for a compiled, single-threaded search.
        `weights` replace the game's own value net.
        """
        assert (seconds is None) != (simulations is None)
        self.level = level
        self.found: list[Found] = []  # root statistics of the last search, best first
        self._game = game
        self._seed = seed
        self._seconds = seconds
        self._simulations = simulations
        self._threads = threads
        self._settings = settings or Settings.of(game)
        self._fixed = on
        self._share = 1.0 if each else SHARE
        self._each = each
        self._clock = clock
        self._weights = weights
        self._trees: list[Tree] = []
        self._compiled = False
        self._count = 0
        self._spent = 0.0
        self._last: int | None = None
        self._turn_over = True
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __getstate__(self) -> dict[str, object]:
        # Pickle the configuration only: a copy starts without tree, thread pool or results.
        kept = self.__dict__ | {"_trees": [], "_compiled": False, "_turn_over": True, "_last": None, "found": []}
        return kept | {"_pool": None}

    def __setstate__(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None

    def choose(self, position: Imagined) -> int:
        """Search for an action; the turn's budget is split over its decisions."""
        if self._turn_over or self._each:
            self._spent = 0.0
        self._ready_trees()
        clock = self._clock if self._compiled else monotonic
        started = clock()
        self._count += 1
        self._trees[0].seed(self._seed, self._count * 64)
        legal = self._trees[0].legal(position)
        if len(legal) == 1:
            action = legal[0]
        elif self._simulations is not None:
            action = self._by_simulations(position, legal)
        else:
            action = self._by_time(position, legal, started, clock)
        self._turn_over = action == END
        self._spent += clock() - started if self._simulations is None else 0.0
        return action

    def _ready_trees(self) -> None:
        """(Re)build the trees; the switch from interpreted to compiled happens between turns only."""
        if self._trees and (self._compiled or self._fixed is not None or not self._turn_over):
            return
        found = self._fixed or backing(self._game)
        if self._trees and not found.compiled:
            return
        self._compiled = found.compiled
        self._last = None
        nodes = COMPILED_NODES // self._threads
        self._trees = [self._new_tree(found, nodes) for _ in range(self._threads)]

    def _new_tree(self, on: Backing, nodes: int) -> Tree:
        return Tree(on, self._settings, nodes, self._weights)

    def _by_simulations(self, position: Imagined, legal: list[int]) -> int:
        assert self._simulations is not None
        count = max(len(legal), int((self._simulations - self._spent) * self._share))
        self._spent += count
        each = max(1, count // self._threads)
        return self._search(_Task(legal, legal[0], self._trees), position, each)

    def _by_time(self, position: Imagined, legal: list[int], started: float, clock: Clock) -> int:
        assert self._seconds is not None
        budget = self._seconds
        seconds = max((budget * RESERVE - self._spent) * self._share, budget * LEAST)
        greedy_deadline = started + budget * GREEDY_LIMIT - self._spent
        task = _Task(legal, legal[-1], list(self._trees), started + seconds, greedy_deadline, clock)
        if self._compiled:
            # Slices take milliseconds, so checking the clock suffices; a watchdog thread would only add latency.
            return self._search(task, position, None)
        return self._watched(task, position, started + budget * LIMIT - self._spent)

    def _watched(self, task: _Task, position: Imagined, limit: float) -> int:
        """Search in a daemon thread with a timeout: interpreted, a single simulation may exceed the budget."""
        done = threading.Event()
        answer: list[int] = []

        def think() -> None:
            try:
                answer.append(self._search(task, position, None))
            finally:
                done.set()

        threading.Thread(target=think, daemon=True).start()
        done.wait(max(0.0, limit - monotonic()))
        if answer:
            return answer[0]
        # Deadline exceeded: abandon the trees, since the thread still writes to them.
        task.stop.set()
        self._trees = []
        return task.best

    def _search(self, task: _Task, position: Imagined, count: int | None) -> int:
        last, self._last = self._last, None

        def one(number: int) -> list[tuple[int, float]]:
            tree = task.trees[number]
            tree.seed(self._seed, self._count * 64 + number)
            return _search_tree(tree, task, position, last, count)

        tallies = list((self._pool.map if self._pool else map)(one, range(self._threads)))
        sums = [
            (sum(visits for visits, _ in column), sum(value for _, value in column))
            for column in zip(*tallies, strict=True)
        ]
        self.found = sorted(
            (
                Found(action, visits, value / visits if visits else 0.0)
                for action, (visits, value) in zip(task.legal, sums, strict=True)
            ),
            key=lambda one: (-one.visits, -one.value, one.action),
        )
        if self.found[0].visits:
            task.best = self.found[0].action
        # A late result is discarded; the next search allocates its own trees.
        self._last = None if task.stop.is_set() else task.best
        return task.best


def _search_tree(
    tree: Tree, task: _Task, position: Imagined, last: int | None, count: int | None
) -> list[tuple[int, float]]:
    """Run one tree's search until its count or the deadline is reached; returns the root statistics."""
    if last is not None and tree.advance(position, last) and tree.visits >= ENOUGH * len(task.legal):
        # The statistics of a reused tree are better than greedy estimates, and free.
        visits = [visits for visits, _ in tree.tally(task.legal)]
        task.best = task.legal[visits.index(max(visits))]
    else:
        if last is None:
            tree.reset(position)
        values = outlooks(tree, task.legal, position.seat, task.greedy_deadline, task.clock)
        for action, value in zip(task.legal, values, strict=True):
            tree.set_estimate(action, position.seat, value)
        task.best = task.legal[values.index(max(values))]
    if count is not None:
        tree.simulate(position.seat, count)
    else:
        _run_until_deadline(tree, task, position.seat)
    return tree.tally(task.legal)


def _run_until_deadline(tree: Tree, task: _Task, seat: int) -> None:
    """Run simulations in time slices to the deadline; stop early once the second-best action cannot catch up."""
    assert task.deadline is not None
    size = 1  # slice size in effort, adapted at most twofold per slice: simulations differ widely in cost
    while not task.late():
        before, visits = task.clock(), tree.visits
        tree.simulate(seat, UNLIMITED, size)
        now = task.clock()
        spent = max(now - before, 1e-6)
        each = spent / (tree.visits - visits)
        left = task.deadline - now
        first, second = sorted((visits for visits, _ in tree.tally(task.legal)), reverse=True)[:2]
        if left < each or (first - second) * each > left:
            return
        size = max(1, min(2 * size, int(size * min(SLICE, left) / spent)))
