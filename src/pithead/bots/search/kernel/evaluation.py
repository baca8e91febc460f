"""Rewards of a position for every player: from the final result, or from the game's heuristic `evaluate` and the net.

Only correctly rounded floating-point operations (no exp, no log) contribute to statistics, so both backends choose the
same move from the same seed and number of simulations.
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
def sigmoid(x: float) -> float:
    """An algebraic sigmoid that maps a lead (1 = large) to 0 … 1."""
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


@rule
def count_players(s: Any, sides: Cells) -> int:
    """Fill in each player's team; returns the number of players."""
    for i in range(MAX_PLAYERS):
        sides[i] = -1
    teams(s, sides)
    players = 0
    while players < MAX_PLAYERS and sides[players] >= 0:
        players += 1
    return players


@rule
def pool_sides(players: int, sides: Cells, value: Any, blur: float) -> None:
    """Replace each member's value by the smooth maximum over its team.

    A team wins by its best member, who may change while the game runs. `blur` is the width of the smoothing; without
    partners nothing changes.
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
    """The first member of a player's team, as its representative."""
    for i in range(player):
        if sides[i] == sides[player]:
            return i
    return player


@rule
def lead_of(player: int, players: int, sides: Cells, value: Any) -> float:
    """The lead of a team's best member over the best opponent."""
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
def terminal_rewards(s: Any, p: Plan, players: int, lists: Grid, reals: list[list[float]]) -> None:
    """Rewards of a terminal state: the share of the win, mixed with the margin by the weight `margin`."""
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
        by_points = sigmoid(lead_of(i, players, sides, value) / p.scale)
        reward[i] = (1.0 - p.margin) * won + p.margin * by_points


@rule
def heuristic_rewards(s: Any, p: Plan, players: int, sides: Cells, reals: list[list[float]]) -> None:
    """Rewards of a non-terminal state from the heuristic values in `VALUE`: leads mapped to win probabilities."""
    reward, pooled = reals[REWARD], reals[POOLED]
    left = 1.0 - 0.001 * progress(s)
    spread = p.floor + (p.scale - p.floor) * sqrt(left if left > 0.0 else 0.0)
    for i in range(players):
        pooled[i] = reals[VALUE][i]
    pool_sides(players, sides, pooled, p.partner * spread)
    whole = 0.0
    for i in range(players):
        reward[i] = sigmoid(lead_of(i, players, sides, pooled) / spread)
        if first_of_side(i, sides) == i:
            whole += reward[i]
    if whole == reward[0]:
        # Solo against an automaton: there is no opponent to normalise with.
        whole = 1.0
    for i in range(players):
        by_points = sigmoid(lead_of(i, players, sides, pooled) / p.scale)
        reward[i] = (1.0 - p.margin) * reward[i] / whole + p.margin * by_points


@rule
def add_net(s: Any, p: Plan, players: int, lists: Grid, reals: list[list[float]], net: Net) -> None:
    """Add the net's residuals to the values that `judge` has just computed by `evaluate`; recompute the rewards."""
    for i in range(players):
        reals[VALUE][i] += residual(net, s, i)
    heuristic_rewards(s, p, players, lists[SIDES], reals)


@rule
def uses_net(net: Net, s: Any, asked: int, players: int) -> bool:
    """Whether the net applies: bit n of `asked` enables it for n players, and the options must be the trained ones."""
    if (asked >> players) & 1 == 0:
        return False
    for i in range(len(net.usual)):
        if s.options[i] != net.usual[i]:
            return False
    return True


@rule
def judge(s: Any, p: Plan, players: int, lists: Grid, reals: list[list[float]], net: Net, asked: int) -> None:
    """Static evaluation of a position; `asked` is the bit mask of player counts for which the net is used."""
    if to_move(s) < 0:
        terminal_rewards(s, p, players, lists, reals)
        return
    for i in range(players):
        reals[VALUE][i] = evaluate(s, i)
    if uses_net(net, s, asked, players):
        for i in range(players):
            reals[VALUE][i] += residual(net, s, i)
    heuristic_rewards(s, p, players, lists[SIDES], reals)


@rule
def forced_move(s: Any, legal: Cells, k: int) -> int:
    """The only legal action, or the one that the game declares a habit; −1 if there is a real choice."""
    return legal[0] + 0 if k == 1 else habit(s, legal)
