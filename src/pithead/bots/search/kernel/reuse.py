"""Determinization, legal actions and observations for the caller, and finding a later position in an existing tree."""

from pithead.kit import Cells, Fast, Grid, Rows, clone, entry, fast_seed
from pithead.kit.this_game import State, apply, determinize, features, legal_actions, to_move

from .evaluation import forced_move
from .memory import DEEP, DEPTH, LEGAL, PATH, Workspace


@entry
def reseed(fast: Rows[Fast], a: int, b: int) -> None:
    """Seed the random number generator."""
    fast_seed(fast[0], a, b)


@entry
def imagine(states: Rows[State], at: int, source: int, fast: Rows[Fast], seat: int) -> None:
    """Determinize: copy a state and resample everything hidden from the seat."""
    clone(states[at], states[source])
    determinize(states[at], seat, fast[0])


@entry
def decisions(states: Rows[State], at: int, lists: Grid) -> int:
    """Write the legal actions of a state to `LEGAL`; returns their number."""
    return legal_actions(states[at], lists[LEGAL])


@entry
def observe(states: Rows[State], at: int, seat: int, aim: Cells) -> None:
    """Write the seat's observation of a state to `aim`."""
    features(states[at], seat, aim)


@entry
def find_node(w: Workspace, aim: Cells, seen: Cells, seat: int, last: int, steps: int) -> int:
    """Find the node whose position has the observation `aim`, or −1: a bounded depth-first search from `states[DEEP]`.

    `states[DEEP]` is a determinization of the root, `last` the action taken there; `steps` bounds the actions applied.
    """
    nodes, states = w.nodes, w.states
    depth = 0
    least = 2 + nodes[0].visits // 500
    path, legal = w.lists[PATH], w.lists[LEGAL]
    path[0] = nodes[0].first
    while depth >= 0:
        child: int = path[depth] + 0
        if child < 0:
            depth -= 1
            continue
        path[depth] = nodes[child].sibling
        action = nodes[child].action + 0
        if nodes[child].visits < least or nodes[child].mover != to_move(states[DEEP + depth]):
            continue
        if depth == 0 and action != last:
            continue
        possible = 0
        for j in range(legal_actions(states[DEEP + depth], legal)):
            if legal[j] == action:
                possible = 1
        if possible == 0:
            continue
        steps -= 1
        if steps < 0:
            return -1
        s = states[DEEP + depth + 1]
        clone(s, states[DEEP + depth])
        apply(s, action)
        while to_move(s) >= 0:
            without_thought = forced_move(s, legal, legal_actions(s, legal))
            if without_thought < 0:
                break
            apply(s, without_thought)
        if to_move(s) == seat:
            features(s, seat, seen)
            same = 1
            for i in range(len(aim)):
                if aim[i] != seen[i]:
                    same = 0
            if same == 1:
                return child
        if depth + 2 < DEPTH:
            depth += 1
            path[depth] = nodes[child].first
    return -1
