"""A sequential probability ratio test (SPRT) between two nets on duplicate deals.

Every deal is played twice with the seats exchanged, and counts once, by the candidate's mean share of the two wins. The
test compares “even” with “the candidate wins 56 %” by the logarithm of their likelihood ratio (Wald's test with the
normal approximation and the variance seen so far); both errors are 5 %.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from time import thread_time
from typing import Any

from pithead.bots.play import play
from pithead.bots.search.net import Weights
from pithead.bots.search.searcher import Searcher
from pithead.bots.search.settings import Settings
from pithead.bots.search.warming import prepared
from pithead.bots.search.workspace import Backing, Tree
from pithead.engine.game import Game, expand_seed
from pithead.engine.registry import load
from pithead.lab.arena import wilson
from pithead.lab.sides import Trees, owner_of, play_sides
from pithead.lab.workers import Stopped, results

EVEN, BETTER = 0.5, 0.56
BOUND = math.log(0.95 / 0.05)
NODES = 1 << 17  # nodes per tree
LEAST_DEALS = 10  # minimum sample for the variance estimate


@dataclass(frozen=True)
class Duel:
    """A candidate against the current net (None: against `evaluate` alone).

    The budget is simulations per choice (entirely compiled), or seconds per turn as at a table.
    """

    game: str
    players: tuple[int, ...]  # cycled over the deals
    candidate: Weights
    present: Weights | None
    seed: str
    simulations: int | None = None
    seconds: float | None = None
    use: str = ""


def play_deal(duel: Duel, deal: int, stopped: Stopped) -> float | None:
    """The candidate's win share in the two games of a deal; None if stopped."""
    title = load(duel.game)
    on = prepared(title)
    rules = title.rules("compiled" if on.compiled else "interpreted")
    players = duel.players[deal % len(duel.players)]
    numbers = title.numbers(title.resolve(None))
    seed = f"{duel.seed}.{deal}"
    share = 0.0
    for first in range(2):
        if stopped():
            return None
        if duel.simulations:
            outcome = play_sides(on, rules, trees_of(duel, on), players, numbers, seed, first, duel.simulations)
        else:
            seats = [_at_table(duel, title, on, seed, seat, owner_of(seat, first)) for seat in range(players)]
            state = rules.new(players, numbers, expand_seed(seed))
            if not play(rules, state, seats, (), lambda game: stopped()).over:
                return None
            outcome = rules.standing(state, players)
        share += sum(credit for seat, credit in enumerate(outcome.credits) if owner_of(seat, first) == 0) / 2
    return share


def _at_table(duel: Duel, title: Game, on: Backing, seed: str, seat: int, side: int) -> Searcher:
    weights = (duel.candidate, duel.present)[side]
    return Searcher(
        "duel",
        title,
        expand_seed(f"{seed}/{seat}")[0],
        duel.seconds,
        settings=Settings.of(title, duel.use, net=-1 if weights else 0),
        on=on,
        clock=thread_time,
        weights=weights,
    )


_trees: tuple[Duel, Trees] | None = None


def trees_of(duel: Duel, on: Backing) -> Trees:
    """The trees of both sides, cached per process."""
    global _trees
    if _trees is None or _trees[0] != duel:
        candidate, present = (
            Tree(on, Settings.of(on.game, duel.use, net=-1 if weights else 0), NODES, weights)
            for weights in (duel.candidate, duel.present)
        )
        _trees = duel, (candidate, present)
    return _trees[1]


@dataclass
class Verdict:
    """The state of a test."""

    shares: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The candidate's win share."""
        return sum(self.shares) / len(self.shares) if self.shares else 0.5

    @property
    def ratio(self) -> float:
        """The log likelihood ratio of “56 %” against “even”."""
        if len(self.shares) < LEAST_DEALS:
            return 0.0
        mean = self.share
        variance = max(0.01, sum((share - mean) ** 2 for share in self.shares) / len(self.shares))
        return len(self.shares) * (BETTER - EVEN) * (2 * mean - EVEN - BETTER) / (2 * variance)

    @property
    def accepted(self) -> bool | None:
        """Whether the candidate is better; None while undecided."""
        return None if abs(self.ratio) < BOUND else self.ratio > 0

    def data(self) -> dict[str, Any]:
        """JSON-serializable result."""
        games = 2 * len(self.shares)
        low, high = wilson(self.share, games)
        figures = {"share": self.share, "low": low, "high": high, "ratio": self.ratio}
        return {"games": games, **{name: round(value, 4) for name, value in figures.items()}, "accepted": self.accepted}


def decide(
    duel: Duel,
    most_deals: int,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[Verdict], None] = lambda verdict: None,
) -> Verdict:
    """Play deals until the test is decided, or up to the maximum.

    Deals are counted in order, not by completion: the verdict does not depend on the number of processes.
    """
    verdict = Verdict()
    waiting: dict[int, float] = {}
    work = results(partial(_numbered, duel), most_deals, jobs, cluster)
    try:
        for number, share in work:
            if share is not None:
                waiting[number] = share
            while verdict.accepted is None and len(verdict.shares) in waiting:
                verdict.shares.append(waiting.pop(len(verdict.shares)))
                progress(verdict)
            if verdict.accepted is not None:
                break
    finally:
        work.close()
    return verdict


def _numbered(duel: Duel, deal: int, stopped: Stopped) -> tuple[int, float | None]:
    return deal, play_deal(duel, deal, stopped)
