"""The Python interface of the search kernel: allocates a `Workspace` (`kernel/memory.py`) on either backend."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from pithead.engine.game import Game
from pithead.engine.imagined import Imagined
from pithead.kit.loader import BackendName

from .net import Weights, shipped
from .settings import Settings

KERNEL = Path(__file__).parent / "kernel"
COMPILED_NODES = 1 << 20
INTERPRETED_NODES = 1 << 10
# Budget for finding a later position in an existing tree: determinizations, and actions applied in each.
DEALS_TO_FOLLOW, STEPS_TO_FOLLOW = 8, 40
UNLIMITED = 1 << 40


class Backing:
    """A game's search kernel on one backend, with the allocator of its arrays."""

    def __init__(self, game: Game, backend: BackendName = "interpreted") -> None:
        self.game = game
        self.instance = game.instance(backend)
        self.module: Any = self.instance.specialise(KERNEL)
        self.arrays = self.instance.arrays
        self.compiled = self.arrays.compiled


class Tree:
    """One search tree with its workspace; positions come in as a seat's determinization, never as the true state."""

    def __init__(
        self, backing: Backing, settings: Settings, nodes: int = COMPILED_NODES, weights: Weights | None = None
    ) -> None:
        """Allocate a tree; `weights` replace the game's value net."""
        self._backing = backing
        self._module = module = backing.module
        self._arrays = arrays = backing.arrays
        name = backing.instance.game_name
        width = max(name("MAX_LEGAL") + 1, module.MAX_PATH, name("MAX_PLAYERS"))
        weights = weights or shipped(backing.game) or Weights.none(name("N_INPUTS"))
        first = nodes if backing.compiled else min(nodes, INTERPRETED_NODES)
        self.work: Any = module.Workspace(
            states=arrays.states(module.N_STATES),
            nodes=arrays.records(module.Node, first),
            pool=arrays.ints(2),
            plan=arrays.records(module.Plan, 1),
            fast=arrays.records(backing.instance.kit_name("Fast"), 1),
            lists=arrays.int_rows(module.N_ROWS, width),
            marks=arrays.ints(name("N_ACTIONS")),
            reals=arrays.real_rows(module.N_REALS, width),
            net=module.Net(
                usual=arrays.given("i2", backing.game.numbers(backing.game.resolve(None))),
                seen=arrays.given("i2", [0] * len(weights.first)),
                first=arrays.given("i2", weights.first),
                sums=arrays.given("i4", weights.sums),
            ),
        )
        self._spare = arrays.records(module.Node, first)
        self._aim = arrays.ints(name("N_FEATURES"))
        self._seen = arrays.ints(name("N_FEATURES"))
        arrays.set_fields(self.work.plan, 0, (asdict(settings) | {"net": settings.net & weights.mask}).items())
        self.clear()

    def clear(self) -> None:
        """Discard all statistics."""
        self._module.init_tree(self.work.nodes, self.work.pool)

    def seed(self, a: int, b: int) -> None:
        """Seed the random number generator."""
        self._module.reseed(self.work.fast, a & 0xFFFFFFFF, b & 0xFFFFFFFF)

    def legal(self, position: Imagined) -> list[int]:
        """The legal actions of the seat to move; the tree is unchanged."""
        module = self._module
        self._take(module.WORK, position)
        count = module.decisions(self.work.states, module.WORK, self.work.lists)
        return [int(action) for action in self.work.lists[module.LEGAL][:count]]

    def _take(self, at: int, position: Imagined) -> None:
        """Store a position, determinized again with the search's own generator: results depend on its seed alone."""
        self._arrays.put(self.work.states, at, position.data)
        self._module.imagine(self.work.states, at, at, self.work.fast, position.seat)

    def reset(self, position: Imagined) -> None:
        """Discard the tree and set a new root position."""
        self._take(self._module.ROOT, position)
        self.clear()

    def imagine(self, seat: int) -> None:
        """Sample a new determinization of the root for `outlook`."""
        self._module.imagine(self.work.states, self._module.WORK, self._module.ROOT, self.work.fast, seat)

    def outlook(self, action: int, seat: int, looks: int) -> float:
        """The reward of an action and a greedy rollout to the end of the turn, in the last determinization."""
        return float(self._module.outlook(self.work, action, seat, looks))

    def outlook_end(self) -> bytes:
        """The end position of the last `outlook` rollout, encoded."""
        return self._arrays.get(self.work.states, self._module.TRIAL)

    def forecast(self, action: int, seat: int, players: int, deals: int, word: int, turn_open: bool) -> list[float]:
        """Monte Carlo estimate, by the seat's knowledge, of all players' rewards after its action (−1: none).

        Determinizations depend on `word` alone, so that actions compare under common random numbers; `turn_open`: the
        turn goes on after the action.
        """
        self._module.forecast(self.work, action, seat, deals, word & 0xFFFFFFFF, int(turn_open))
        return [float(value) for value in self.work.reals[self._module.TOTAL][:players]]

    def set_estimate(self, action: int, seat: int, estimate: float) -> None:
        """Set the estimate of a root action, from which its prior follows."""
        self._make_room()
        self._module.set_estimate(self.work.nodes, self.work.pool, action, seat, estimate)

    def simulate(self, seat: int, count: int, effort: int = UNLIMITED) -> None:
        """Run `count` simulations, or fewer where the budget of effort is spent first."""
        step = max(1, count) if self._backing.compiled else 1
        for _ in range(0, count, step):
            self._make_room()
            effort -= self._module.simulate(self.work, seat, step, effort)
            if effort <= 0:
                break

    def _make_room(self) -> None:
        """Extend the nodes if a simulation might not fit."""
        self._arrays.make_room(self.work.nodes, self._module.Node, int(self.work.pool[0]) + INTERPRETED_NODES)

    def tally(self, legal: list[int]) -> list[tuple[int, float]]:
        """Visit counts and total rewards of the root actions."""
        module, lists, reals = self._module, self.work.lists, self.work.reals
        for i, action in enumerate(legal):
            lists[module.LEGAL][i] = action
        module.tally(self.work.nodes, len(legal), lists, reals)
        visits, values = lists[module.FOUND], reals[module.VALUE]
        return [(int(visits[i]), float(values[i])) for i in range(len(legal))]

    @property
    def visits(self) -> int:
        """The visit count of the root."""
        return int(self.work.nodes[0].visits)

    def advance(self, position: Imagined, last: int) -> bool:
        """Tree reuse: make a later position the root and keep its subtree; false, with an empty tree, if not found.

        `last` is the action that the seat took at the root. Positions are matched by the seat's observation in
        determinizations, so hidden information plays no part.
        """
        module, states, seat = self._module, self.work.states, position.seat
        self._take(module.WORK, position)
        module.observe(states, module.WORK, seat, self._aim)
        found = -1
        for _ in range(DEALS_TO_FOLLOW):
            module.imagine(states, module.DEEP, module.ROOT, self.work.fast, seat)
            found = module.find_node(self.work, self._aim, self._seen, seat, last, STEPS_TO_FOLLOW)
            if found >= 0:
                break
        self._take(module.ROOT, position)
        if found < 0:
            self.clear()
            return False
        self.reroot(found)
        return True

    def reroot(self, root: int) -> None:
        """Keep the subtree of a node, which becomes the root."""
        kept, self._spare = self._spare, self.work.nodes
        self._arrays.make_room(kept, self._module.Node, len(self._spare))
        self._module.reroot(self._spare, kept, self.work.pool, root)
        self.work = self.work._replace(nodes=kept)
