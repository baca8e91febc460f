"""What the search writes to: places in its arrays, its records, and all of it together."""

from typing import NamedTuple

from pithead.kit import Cells, Fast, Grid, Rows, f8, i1, i4, record
from pithead.kit.this_game import State

from .net import Net

END = 0

# Places in the array of states. From DEEP on: the positions along a path, while an old tree is searched.
ROOT, WORK, TRIAL, LOOK, DEEP = 0, 1, 2, 3, 4
DEPTH = 24
N_STATES = DEEP + DEPTH
MAX_PATH = 256
STEPS_PER_PLAYOUT = 2000

# Rows of the two scratch tables.
LEGAL, OTHER, PATH, SIDES, RANKS, POINTS, FOUND = range(7)
N_ROWS = 7
REWARD, VALUE, POOLED, WEIGHT, TOTAL = range(5)
N_REALS = 5

# Cells of `pool`: nodes in use, the last stamp written to `marks`.
USED, STAMP = 0, 1


@record
class Node:
    """A decision somebody made; the statistics are from that player's side."""

    first: i4  # its first child, −1 without
    sibling: i4  # the next child of the same parent, −1 after the last
    action: i4
    mover: i1
    visits: i4
    available: i4  # how often it was legal when its parent was visited
    value: f8  # sum of rewards
    estimate: f8  # what it looked like before any visit
    surplus: f8  # by how much the net judged it better for its children's mover than `evaluate` does


@record
class Plan:
    """How to search; the same for a whole game."""

    explore: f8  # weight of the prior against the found value
    sharp: f8  # loss of reward at which a decision's prior falls to a quarter
    trust: f8  # how many visits an estimate is worth
    scale: f8  # lead in points that nearly decides a game at its start …
    floor: f8  # … and what is left of that at its end
    partner: f8  # part of that lead by which a partner may be behind and still count; 0: only the best of a side does
    margin: f8  # part of the reward that goes by points instead of winning
    expand: i4  # visits after which a node grows children
    horizon: i4  # ends of turn that a playout goes on for; −1: to the end of the game
    laps: i4  # the same, once per player
    picks: i4  # candidates compared at every decision of a playout; 1: random
    net: i4  # the numbers of players with which the value net judges too: bit n stands for n players
    window: i4  # successive ends of turn that a forecast is the mean over; 0: one per player


class Workspace(NamedTuple):
    """All that a search reads and writes."""

    states: Rows[State]
    nodes: Rows[Node]
    pool: Cells
    plan: Rows[Plan]
    fast: Rows[Fast]
    lists: Grid
    marks: Cells
    reals: list[list[float]]
    net: Net
