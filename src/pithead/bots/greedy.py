"""Bots without tree search: uniformly random, and greedy by the game's `evaluate` at the end of the turn."""

import random
from collections.abc import Callable
from time import monotonic

from pithead.engine.game import Game
from pithead.engine.imagined import Imagined

from .search.settings import Settings
from .search.warming import backing
from .search.workspace import Backing, Tree

Clock = Callable[[], float]  # monotonic seconds

DEALS = 2  # determinizations that a greedy decision averages over
LOOKS = 300  # budget of evaluations per determinization, beyond the first one per action


class RandomBot:
    """Uniformly random over the legal actions."""

    level = "random"

    def __init__(self, game: Game, seed: int) -> None:
        self._rules = game.rules()
        self._random = random.Random(seed)

    def choose(self, position: Imagined) -> int:
        """A uniformly random legal action."""
        return self.pick(self._rules.legal(self._rules.decode(position.data)))

    def pick(self, legal: list[int]) -> int:
        """As `choose`, for a caller that already has the legal actions."""
        return self._random.choice(legal)


def outlooks(
    tree: Tree, legal: list[int], seat: int, deadline: float | None = None, clock: Clock = monotonic
) -> list[float]:
    """The mean reward of every legal root action, each followed by a greedy rollout to the end of the turn.

    Actions not evaluated before the deadline get the worst value seen.
    """
    values = [0.0] * len(legal)
    for deal in range(DEALS):
        tree.imagine(seat)
        found: list[float] = []
        for action in legal:
            if deadline is not None and clock() > deadline:
                break
            found.append(tree.outlook(action, seat, LOOKS // len(legal)))
        if len(found) < len(legal):
            if deal == 0:
                values = found + [min(found, default=0.0)] * (len(legal) - len(found))
            break
        values = [(value * deal + new) / (deal + 1) for value, new in zip(values, found, strict=True)]
    return values


class Greedy:
    """Plays the action with the best static evaluation at the end of the turn; Gaussian noise makes it a beginner."""

    def __init__(self, level: str, game: Game, seed: int, noise: float = 0.0, on: Backing | None = None) -> None:
        self.level = level
        self._game = game
        self._fixed = on
        self._seed = seed
        self._noise = noise
        self._count = 0
        self._tree: Tree | None = None
        self._compiled = False

    def choose(self, position: Imagined) -> int:
        """The action with the best value; ties are broken at random."""
        best, chance = self._weigh(position)
        # Always taking the first would bias play: actions against low seats are listed first.
        return chance.choice(best)

    def best(self, position: Imagined) -> list[int]:
        """All actions that tie for the best value."""
        return self._weigh(position)[0]

    def _weigh(self, position: Imagined) -> tuple[list[int], random.Random]:
        """The actions that tie for the best value, and this decision's random generator."""
        tree = self._ready_tree()
        self._count += 1
        tree.seed(self._seed, self._count)
        chance = random.Random(f"{self._seed} {self._count}")
        legal = tree.legal(position)
        if len(legal) > 1:
            legal = self.candidates(position, legal)
        if len(legal) == 1:
            return legal, chance
        tree.reset(position)
        values = outlooks(tree, legal, position.seat)
        if self._noise:
            spread = max(values) - min(values)
            values = [value + self._noise * spread * chance.gauss(0.0, 1.0) for value in values]
        most = max(values)
        return [action for action, value in zip(legal, values, strict=True) if value == most], chance

    def candidates(self, position: Imagined, legal: list[int]) -> list[int]:
        """Hook for subclasses: the legal actions to consider, here all."""
        return legal

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_tree": None, "_compiled": False}  # rebuilt lazily after unpickling

    def _ready_tree(self) -> Tree:
        """The tree, rebuilt once the compiled kernel is loaded."""
        if self._tree is None or (self._fixed is None and not self._compiled):
            found = self._fixed or backing(self._game)
            if self._tree is None or found.compiled:
                self._tree = Tree(found, Settings.of(self._game, net=0), nodes=8)  # net=0: by `evaluate` alone
                self._compiled = found.compiled
        return self._tree
