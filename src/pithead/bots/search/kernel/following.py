"""What a seat sees, what it may decide, and where an old tree knows a later position."""

from pithead.kit import Cells, Fast, Grid, Rows, clone, entry, fast_seed
from pithead.kit.this_game import State, apply, determinize, features, legal_actions, to_move

from .judging import obvious
from .memory import DEEP, DEPTH, LEGAL, PATH, Workspace


@entry
def reseed(fast: Rows[Fast], a: int, b: int) -> None:
    """Begin another stream of chance."""
    fast_seed(fast[0], a, b)


@entry
def imagine(states: Rows[State], at: int, source: int, fast: Rows[Fast], seat: int) -> None:
    """Re-deal a copy of a state for a seat."""
    clone(states[at], states[source])
    determinize(states[at], seat, fast[0])


@entry
def decisions(states: Rows[State], at: int, lists: Grid) -> int:
    """List the legal decisions of a state in `LEGAL`."""
    return legal_actions(states[at], lists[LEGAL])


@entry
def observe(states: Rows[State], at: int, seat: int, aim: Cells) -> None:
    """What a seat sees of a state."""
    features(states[at], seat, aim)


@entry
def follow(w: Workspace, aim: Cells, seen: Cells, seat: int, last: int, steps: int) -> int:
    """The node whose position looks to the seat like `aim`, or −1; the tree's root is the position `states[DEEP]`.

    `last` is the decision that the seat took at the root; `steps` limits the work.
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
            without_thought = obvious(s, legal, legal_actions(s, legal))
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
