"""The memory of one tree search on either backend (`kernel/memory.py` says what is where), and the calls on it."""

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
# How long to look for a later position in an old tree: imagined deals, and decisions in each.
DEALS_TO_FOLLOW, STEPS_TO_FOLLOW = 8, 40
UNLIMITED = 1 << 40


class Backing:
    """A game's search on one backend: its code, and where its arrays come from."""

    def __init__(self, game: Game, backend: BackendName = "interpreted") -> None:
        self.game = game
        self.instance = game.instance(backend)
        self.module: Any = self.instance.specialise(KERNEL)
        self.arrays = self.instance.arrays
        self.compiled = self.arrays.compiled


class Tree:
    """One tree with everything a search writes to; positions come in as a seat imagines them."""

    def __init__(
        self, backing: Backing, settings: Settings, nodes: int = COMPILED_NODES, weights: Weights | None = None
    ) -> None:
        """A tree that judges with the game's value net, or with the weights of another one."""
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
        """Forget everything found so far."""
        self._module.sprout(self.work.nodes, self.work.pool)

    def seed(self, a: int, b: int) -> None:
        """Begin another stream of chance."""
        self._module.reseed(self.work.fast, a & 0xFFFFFFFF, b & 0xFFFFFFFF)

    def legal(self, position: Imagined) -> list[int]:
        """The legal decisions of the seat to move; the tree stays as it is."""
        module = self._module
        self._take(module.WORK, position)
        count = module.decisions(self.work.states, module.WORK, self.work.lists)
        return [int(action) for action in self.work.lists[module.LEGAL][:count]]

    def _take(self, at: int, position: Imagined) -> None:
        """Write a position, dealt once more by this search's own chance: its seed alone decides what it imagines."""
        self._arrays.put(self.work.states, at, position.data)
        self._module.imagine(self.work.states, at, at, self.work.fast, position.seat)

    def stand(self, position: Imagined) -> None:
        """Start an empty tree at a position."""
        self._take(self._module.ROOT, position)
        self.clear()

    def imagine(self, seat: int) -> None:
        """Deal the position anew for `outlook`."""
        self._module.imagine(self.work.states, self._module.WORK, self._module.ROOT, self.work.fast, seat)

    def outlook(self, action: int, seat: int, looks: int) -> float:
        """The expected reward of a decision with a greedy rest of the turn, in the deal imagined last."""
        return float(self._module.outlook(self.work, action, seat, looks))

    def foreseen(self) -> bytes:
        """The position at the end of the turn that `outlook` played last."""
        return self._arrays.get(self.work.states, self._module.TRIAL)

    def forecast(self, action: int, seat: int, players: int, deals: int, word: int, turn_open: bool) -> list[float]:
        """The rewards that all players can expect after a decision of the seat (−1: none), by the seat's knowledge.

        The deals that are imagined are the same for every decision with the same `word`; `turn_open` says that the
        turn goes on after the decision.
        """
        self._module.forecast(self.work, action, seat, deals, word & 0xFFFFFFFF, int(turn_open))
        return [float(value) for value in self.work.reals[self._module.TOTAL][:players]]

    def plant(self, action: int, seat: int, estimate: float) -> None:
        """Give the search an estimate of a decision to start from."""
        self._make_room()
        self._module.plant(self.work.nodes, self.work.pool, action, seat, estimate)

    def simulate(self, seat: int, count: int, effort: int = UNLIMITED) -> None:
        """Search on for a number of simulations, or fewer that take this effort."""
        step = max(1, count) if self._backing.compiled else 1
        for _ in range(0, count, step):
            self._make_room()
            effort -= self._module.simulate(self.work, seat, step, effort)
            if effort <= 0:
                break

    def _make_room(self) -> None:
        """Keep room for the new nodes of a simulation."""
        self._arrays.make_room(self.work.nodes, self._module.Node, int(self.work.pool[0]) + INTERPRETED_NODES)

    def tally(self, legal: list[int]) -> list[tuple[int, float]]:
        """Visits and summed rewards of the decisions at the root."""
        module, lists, reals = self._module, self.work.lists, self.work.reals
        for i, action in enumerate(legal):
            lists[module.LEGAL][i] = action
        module.tally(self.work.nodes, len(legal), lists, reals)
        visits, values = lists[module.FOUND], reals[module.VALUE]
        return [(int(visits[i]), float(values[i])) for i in range(len(legal))]

    @property
    def visits(self) -> int:
        """How often the root was visited."""
        return int(self.work.nodes[0].visits)

    def move_on(self, position: Imagined, last: int) -> bool:
        """Keep what the tree already knows about a later position of the same game; false if that is nothing.

        `last` is the decision the seat took at the root. Positions are compared by what the seat sees, in an
        imagined deal: hidden truth plays no part.
        """
        module, states, seat = self._module, self.work.states, position.seat
        self._take(module.WORK, position)
        module.observe(states, module.WORK, seat, self._aim)
        found = -1
        for _ in range(DEALS_TO_FOLLOW):
            module.imagine(states, module.DEEP, module.ROOT, self.work.fast, seat)
            found = module.follow(self.work, self._aim, self._seen, seat, last, STEPS_TO_FOLLOW)
            if found >= 0:
                break
        self._take(module.ROOT, position)
        if found < 0:
            self.clear()
            return False
        self.transplant(found)
        return True

    def transplant(self, root: int) -> None:
        """Keep the part of the tree below a node, which becomes the root."""
        kept, self._spare = self._spare, self.work.nodes
        self._arrays.make_room(kept, self._module.Node, len(self._spare))
        self._module.transplant(self._spare, kept, self.work.pool, root)
        self.work = self.work._replace(nodes=kept)
