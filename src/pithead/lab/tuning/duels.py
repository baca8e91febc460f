"""Match games between two weight settings, inside the copy of the package that reads weights from an array.

Duplicate deals: each is played twice with the seats exchanged.
"""

import math
from dataclasses import dataclass
from time import thread_time

from pithead.bots.play import play
from pithead.bots.search.searcher import Searcher
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import prepared
from pithead.bots.search.workspace import Backing, Tree
from pithead.engine.game import Game, expand_seed
from pithead.engine.outcome import Outcome
from pithead.engine.registry import load
from pithead.lab.sides import owner_of, play_sides
from pithead.lab.workers import Stopped

BY_LEAD = 0.3  # weight of the lead in the result, against the win: reduces variance
NODES = 1 << 17  # nodes per tree
Sides = tuple[list[float], list[float]]


class Weighted(Tree):
    """A tree whose evaluation reads its weights from the workspace."""

    def weigh(self, weights: list[float]) -> None:
        """Set the weights."""
        self.work.reals[self._module.TOTAL][: len(weights)] = weights


class WeightedBaron(Searcher):
    """Baron as at a table, with weights of its own."""

    def __init__(self, game: Game, on: Backing, seed: int, seconds: float, weights: list[float], net: bool) -> None:
        settings = Settings.of(game, "best", net=-1 if net else 0)
        super().__init__("duel", game, seed, seconds, settings=settings, on=on, clock=thread_time)
        self._numbers = weights

    def _new_tree(self, on: Backing, nodes: int) -> Weighted:
        tree = Weighted(on, self._settings, nodes)
        tree.weigh(self._numbers)
        return tree


@dataclass(frozen=True)
class Terms:
    """The configuration of duels; plain data, so that it can be pickled."""

    game: str
    players: tuple[int, ...]  # cycled over the deals
    options: tuple[int, ...]
    simulations: int  # per choice
    seconds: float | None = None  # per turn instead, as Baron
    nets: tuple[bool, bool] = (False, False)  # whether a side plays with the game's net, where there are `seconds`


class Table:
    """Plays games, one instance per worker process."""

    def __init__(self, terms: Terms, on: Backing | None = None) -> None:
        self._terms = terms
        self._title = load(terms.game)
        self._on = on or prepared(self._title)
        self._rules = self._title.rules("compiled" if self._on.compiled else "interpreted")
        settings = Settings.of(self._title, net=0)
        self._trees = (Weighted(self._on, settings, NODES), Weighted(self._on, settings, NODES))

    def play(self, sides: Sides, seed: str, deal: int, first: int) -> tuple[Outcome, list[int]]:
        """Play a game; returns the outcome and the side of every seat."""
        players = self._terms.players[deal % len(self._terms.players)]
        if self._terms.seconds is not None:
            return self._as_barons(sides, f"{seed}.{deal}", players, first)
        for tree, weights in zip(self._trees, sides, strict=True):
            tree.weigh(weights)
        outcome = play_sides(
            self._on,
            self._rules,
            self._trees,
            players,
            list(self._terms.options),
            f"{seed}.{deal}",
            first,
            self._terms.simulations,
        )
        return outcome, [owner_of(seat, first) for seat in range(players)]

    def _as_barons(self, sides: Sides, seed: str, players: int, first: int) -> tuple[Outcome, list[int]]:
        terms, owners = self._terms, [owner_of(seat, first) for seat in range(players)]
        assert terms.seconds is not None
        seats = [
            WeightedBaron(
                self._title,
                self._on,
                expand_seed(f"{seed}/{seat}")[0],
                terms.seconds,
                sides[side],
                terms.nets[side],
            )
            for seat, side in enumerate(owners)
        ]
        state = self._rules.new(players, list(terms.options), expand_seed(seed))
        play(self._rules, state, seats)
        return self._rules.standing(state, players), owners

    def duel(self, sides: Sides, seed: int, games: int) -> float:
        """The mean result of several games, from −1 (the second side wins everything) to 1."""
        played = (self.play(sides, f"tune {seed}", *divmod(number, 2)) for number in range(games))
        return sum(result(outcome, owner) for outcome, owner in played) / games

    def share(self, sides: Sides, seed: str, deal: int) -> float:
        """The first side's win share in the two games of a deal."""
        won = 0.0
        for first in (0, 1):
            outcome, owner = self.play(sides, seed, deal, first)
            won += sum(credit for credit, side in zip(outcome.credits, owner, strict=True) if side == 0) / 2
        return won


def result(outcome: Outcome, owner: list[int]) -> float:
    """The result from −1 (second side wins) to 1; a side counts by its best seat."""
    ranks, points = (
        [[row[seat] for seat, side in enumerate(owner) if side == wanted] for wanted in (0, 1)]
        for row in (outcome.ranks, outcome.scores)
    )
    win = (min(ranks[0]) < min(ranks[1])) - (min(ranks[0]) > min(ranks[1]))
    best = max(points[0]), max(points[1])
    lead = (best[0] - best[1]) / max(5.0, 0.2 * max(best))
    return (1 - BY_LEAD) * win + BY_LEAD * math.tanh(lead)


_table: tuple[Terms, Table] | None = None


def _at(terms: Terms) -> Table:
    """The `Table` of this process, cached with its compiled search."""
    global _table
    if _table is None or _table[0] != terms:
        _table = (terms, Table(terms))
    return _table[1]


def duel(terms: Terms, sides: Sides, seed: int, games: int) -> float:
    """A duel in a worker."""
    return _at(terms).duel(sides, seed, games)


def compare(terms: Terms, sides: Sides, seed: str, deal: int, stopped: Stopped) -> float | None:
    """A deal of a comparison in a worker."""
    return None if stopped() else _at(terms).share(sides, seed, deal)
