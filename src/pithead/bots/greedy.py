"""Players that look one turn ahead at most: uniformly random, and greedy by the game's `evaluate`."""

import random
from collections.abc import Callable
from time import monotonic

from pithead.engine.game import Game
from pithead.engine.imagined import Imagined

from .search.settings import Settings
from .search.warming import backing
from .search.workspace import Backing, Tree

Clock = Callable[[], float]  # seconds since some moment

DEALS = 2  # imagined deals that a greedy decision is averaged over
LOOKS = 300  # positions that a greedy decision compares in each deal, beyond the first one per decision


class RandomBot:
    """Plays any legal decision, each equally likely."""

    level = "random"

    def __init__(self, game: Game, seed: int) -> None:
        self._rules = game.rules()
        self._random = random.Random(seed)

    def choose(self, position: Imagined) -> int:
        """A random legal decision."""
        return self.pick(self._rules.legal(self._rules.decode(position.data)))

    def pick(self, legal: list[int]) -> int:
        """Choose among legal decisions that the caller has listed already; nothing else is considered."""
        return self._random.choice(legal)


def outlooks(
    tree: Tree, legal: list[int], seat: int, deadline: float | None = None, clock: Clock = monotonic
) -> list[float]:
    """The reward to expect of every legal decision at the tree's root, with a greedy rest of the turn.

    After the deadline what is left to look at counts as no better than the worst seen.
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
    """Plays the decision after which the game looks best at the end of the turn; with noise, a beginner."""

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
        """The decision with the best outlook."""
        best, chance = self._weigh(position)
        # Always the first of equals would harm low seats: their decisions are listed first.
        return chance.choice(best)

    def best(self, position: Imagined) -> list[int]:
        """All decisions whose outlook is the best."""
        return self._weigh(position)[0]

    def _weigh(self, position: Imagined) -> tuple[list[int], random.Random]:
        """The best decisions, and the luck of this one."""
        tree = self._ready_tree()
        self._count += 1
        tree.seed(self._seed, self._count)
        chance = random.Random(f"{self._seed} {self._count}")
        legal = tree.legal(position)
        if len(legal) > 1:
            legal = self.candidates(position, legal)
        if len(legal) == 1:
            return legal, chance
        tree.stand(position)
        values = outlooks(tree, legal, position.seat)
        if self._noise:
            spread = max(values) - min(values)
            values = [value + self._noise * spread * chance.gauss(0.0, 1.0) for value in values]
        most = max(values)
        return [action for action, value in zip(legal, values, strict=True) if value == most], chance

    def candidates(self, position: Imagined, legal: list[int]) -> list[int]:
        """The decisions that are compared: all of them."""
        return legal

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_tree": None, "_compiled": False}  # built anew by the copy

    def _ready_tree(self) -> Tree:
        """Interpreted until the compiled search is in memory."""
        if self._tree is None or (self._fixed is None and not self._compiled):
            found = self._fixed or backing(self._game)
            if self._tree is None or found.compiled:
                self._tree = Tree(found, Settings.of(self._game, net=0), nodes=8)  # readable: `evaluate` alone
                self._compiled = found.compiled
        return self._tree
