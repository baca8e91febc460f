"""The memory layout of the search: indices into its arrays, its records, and the `Workspace`."""

from typing import NamedTuple

from pithead.kit import Cells, Fast, Grid, Rows, f8, i1, i4, record
from pithead.kit.this_game import State

from .net import Net

END = 0

# Indices into `states`. From DEEP on: the stack of the depth-first search of `find_node`.
ROOT, WORK, TRIAL, LOOK, DEEP = 0, 1, 2, 3, 4
DEPTH = 24
N_STATES = DEEP + DEPTH
MAX_PATH = 256
STEPS_PER_PLAYOUT = 2000

# Rows of the scratch arrays `lists` and `reals`.
LEGAL, OTHER, PATH, SIDES, RANKS, POINTS, FOUND = range(7)
N_ROWS = 7
REWARD, VALUE, POOLED, WEIGHT, TOTAL = range(5)
N_REALS = 5

# Cells of `pool`: the number of allocated nodes, and the generation counter that saves clearing `marks`.
USED, STAMP = 0, 1


@record
class Node:
    """A tree node: an action and its statistics, from the point of view of the player who takes it."""

    first: i4  # index of the first child, −1 for none
    sibling: i4  # index of the next sibling, −1 after the last
    action: i4
    mover: i1
    visits: i4
    available: i4  # availability count: visits of the parent in which this action was legal
    value: f8  # total reward
    estimate: f8  # heuristic value at expansion, the source of the prior
    surplus: f8  # the net's contribution to the reward of the player to move at this node


@record
class Plan:
    """Search parameters, constant during a game."""

    explore: f8  # PUCT exploration constant
    sharp: f8  # gap to the best estimate at which the unnormalised prior falls to a quarter
    trust: f8  # virtual visits that the estimate counts for
    scale: f8  # lead in points that nearly decides a game at its start …
    floor: f8  # … and what is left of that at its end
    partner: f8  # part of that lead by which a partner may be behind and still count; 0: only the best of a side does
    margin: f8  # weight of the point margin in the reward, against winning
    expand: i4  # visit threshold for expansion
    horizon: i4  # playout depth in ends of turn; −1: to the end of the game
    laps: i4  # the same, multiplied by the number of players
    picks: i4  # candidates sampled per playout move, of which the best is played; 1: uniformly random
    net: i4  # bit mask of player counts that use the value net
    window: i4  # ends of turn that a forecast averages over; 0: one per player


class Workspace(NamedTuple):
    """All memory of a search, preallocated."""

    states: Rows[State]
    nodes: Rows[Node]
    pool: Cells
    plan: Rows[Plan]
    fast: Rows[Fast]
    lists: Grid
    marks: Cells
    reals: list[list[float]]
    net: Net
