"""What a position is worth to each player: by the result, or by the game's `evaluate`.

Only operations that round the same way everywhere (no exponentials, no logarithms) touch a statistic, so both backends
choose the same move from the same seed and number of simulations.
"""

from math import sqrt
from typing import Any

from pithead.kit import Cells, Grid, rule
from pithead.kit.this_game import (
    MAX_PLAYERS,
    evaluate,
    habit,
    progress,
    ranking,
    scores,
    teams,
    to_move,
)

from .memory import POINTS, POOLED, RANKS, REWARD, SIDES, VALUE, Plan
from .net import Net, residual


@rule
def squash(x: float) -> float:
    """From a lead (1 = large) to 0 … 1, with correctly rounded operations only."""
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


@rule
def count_players(s: Any, sides: Cells) -> int:
    """Fill in the sides; returns the number of players."""
    for i in range(MAX_PLAYERS):
        sides[i] = -1
    teams(s, sides)
    players = 0
    while players < MAX_PLAYERS and sides[players] >= 0:
        players += 1
    return players


@rule
def pool_sides(players: int, sides: Cells, value: Any, blur: float) -> None:
    """Give every member of a side what the side can expect: the best of its members, whoever that will be.

    A side wins by its best member. While the game runs that may still be another one than today: members whose values
    differ by less than `blur` count almost alike, who is further behind counts less and less. (It is a smooth maximum;
    where nobody has a partner it changes nothing.)
    """
    for i in range(players):
        first = first_of_side(i, sides)
        if first < i:
            apart = value[i] - value[first]
            value[first] = 0.5 * (value[i] + value[first] + sqrt(apart * apart + blur * blur))
    for i in range(players):
        value[i] = value[first_of_side(i, sides)] + 0.0


@rule
def first_of_side(player: int, sides: Cells) -> int:
    """The first member of a player's side."""
    for i in range(player):
        if sides[i] == sides[player]:
            return i
    return player


@rule
def lead_of(player: int, players: int, sides: Cells, value: Any) -> float:
    """By how much the best of a player's side is ahead of the best of all others."""
    mine = -1e9
    theirs = -1e9
    for i in range(players):
        if sides[i] == sides[player]:
            if value[i] > mine:
                mine = value[i]
        elif value[i] > theirs:
            theirs = value[i]
    return mine - theirs if theirs > -1e9 else mine


@rule
def settle(s: Any, p: Plan, players: int, lists: Grid, reals: list[list[float]]) -> None:
    """Rewards of a finished game: the share of the win and a little of the margin."""
    sides, ranks, points = lists[SIDES], lists[RANKS], lists[POINTS]
    reward, value = reals[REWARD], reals[VALUE]
    ranking(s, ranks)
    scores(s, points)
    winners = 0
    for i in range(players):
        value[i] = 1.0 * points[i]
        if ranks[i] == 1:
            first = 1
            for j in range(i):
                if ranks[j] == 1 and sides[j] == sides[i]:
                    first = 0
            winners += first
    for i in range(players):
        won = 1.0 / winners if ranks[i] == 1 else 0.0
        by_points = squash(lead_of(i, players, sides, value) / p.scale)
        reward[i] = (1.0 - p.margin) * won + p.margin * by_points


@rule
def weigh_up(s: Any, p: Plan, players: int, sides: Cells, reals: list[list[float]]) -> None:
    """Rewards of a running game by what every player's position is worth: leads turned into chances of winning."""
    reward, pooled = reals[REWARD], reals[POOLED]
    left = 1.0 - 0.001 * progress(s)
    spread = p.floor + (p.scale - p.floor) * sqrt(left if left > 0.0 else 0.0)
    for i in range(players):
        pooled[i] = reals[VALUE][i]
    pool_sides(players, sides, pooled, p.partner * spread)
    whole = 0.0
    for i in range(players):
        reward[i] = squash(lead_of(i, players, sides, pooled) / spread)
        if first_of_side(i, sides) == i:
            whole += reward[i]
    if whole == reward[0]:
        # Alone against an automaton there is nobody to share the chances with.
        whole = 1.0
    for i in range(players):
        by_points = squash(lead_of(i, players, sides, pooled) / p.scale)
        reward[i] = (1.0 - p.margin) * reward[i] / whole + p.margin * by_points


@rule
def consult(s: Any, p: Plan, players: int, lists: Grid, reals: list[list[float]], net: Net) -> None:
    """The rewards of a running game that has just been judged by `evaluate`, with what the net adds to it."""
    for i in range(players):
        reals[VALUE][i] += residual(net, s, i)
    weigh_up(s, p, players, lists[SIDES], reals)


@rule
def is_asked(net: Net, s: Any, asked: int, players: int) -> bool:
    """Whether the net judges too: with so many players (bit n of `asked` stands for n), and by the usual options."""
    if (asked >> players) & 1 == 0:
        return False
    for i in range(len(net.usual)):
        if s.options[i] != net.usual[i]:
            return False
    return True


@rule
def judge(s: Any, p: Plan, players: int, lists: Grid, reals: list[list[float]], net: Net, asked: int) -> None:
    """Rewards of a position; `asked` says whether the net is."""
    if to_move(s) < 0:
        settle(s, p, players, lists, reals)
        return
    for i in range(players):
        reals[VALUE][i] = evaluate(s, i)
    if is_asked(net, s, asked, players):
        for i in range(players):
            reals[VALUE][i] += residual(net, s, i)
    weigh_up(s, p, players, lists[SIDES], reals)


@rule
def obvious(s: Any, legal: Cells, k: int) -> int:
    """The decision that needs no thought: the only one, or what the game calls a habit; −1 otherwise."""
    return legal[0] + 0 if k == 1 else habit(s, legal)
