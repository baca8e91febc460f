"""The tree: what a simulation follows, adds and learns."""

from math import sqrt
from typing import Any

from pithead.kit import Cells, Grid, Rows, clone, entry, rule
from pithead.kit.this_game import apply, determinize, legal_actions, to_move

from .judging import consult, count_players, is_asked, judge, obvious
from .memory import (
    FOUND,
    LEGAL,
    MAX_PATH,
    OTHER,
    PATH,
    REWARD,
    ROOT,
    SIDES,
    STAMP,
    STEPS_PER_PLAYOUT,
    TRIAL,
    USED,
    VALUE,
    WEIGHT,
    WORK,
    Node,
    Plan,
    Workspace,
)
from .playing import play_on


@rule
def grow(nodes: Rows[Node], pool: Cells, parent: int, action: int, mover: int, estimate: float) -> int:
    """Add a child; returns its place."""
    at = pool[USED] + 0
    pool[USED] += 1
    node = nodes[at]
    node.first = -1
    node.sibling = nodes[parent].first
    node.action = action
    node.mover = mover
    node.visits = 0
    node.available = 0
    node.value = 0.0
    node.estimate = estimate
    node.surplus = 0.0
    nodes[parent].first = at
    return at


@rule
def judge_leaf(w: Workspace, mover: int, players: int) -> float:
    """Rewards of the position in `states[WORK]`; returns by how much the net changes that of the mover."""
    s, p = w.states[WORK], w.plan[0]
    judge(s, p, players, w.lists, w.reals, w.net, 0)
    if mover < 0 or to_move(s) < 0 or not is_asked(w.net, s, p.net + 0, players):
        return 0.0
    plain = w.reals[REWARD][mover] + 0.0
    consult(s, p, players, w.lists, w.reals, w.net)
    return w.reals[REWARD][mover] - plain


@rule
def add_missing(w: Workspace, node: int, k: int, players: int) -> None:
    """Give a node a child for every decision that is legal in this deal.

    Afterwards `FOUND` lists the children that are legal, and its cell `k` their number. A new child is estimated by
    `evaluate` alone; what the net said about the position is added to all of its children, so that those that have been
    visited, and judged by the net, compare with those that have not.
    """
    nodes, pool, marks = w.nodes, w.pool, w.marks
    legal, found = w.lists[LEGAL], w.lists[FOUND]
    mover = to_move(w.states[WORK])
    pool[STAMP] += 1
    stamp = pool[STAMP] + 0
    for j in range(k):
        marks[legal[j]] = stamp
    here = 0
    child = nodes[node].first + 0
    while child >= 0:
        if marks[nodes[child].action] == stamp and nodes[child].mover == mover:
            marks[nodes[child].action] = 0
            found[here] = child
            here += 1
        child = nodes[child].sibling + 0
    if here < k and pool[USED] + k - here <= len(nodes):
        surplus = nodes[node].surplus + 0.0
        for j in range(k):
            action = legal[j] + 0
            if marks[action] == stamp:
                clone(w.states[TRIAL], w.states[WORK])
                apply(w.states[TRIAL], action)
                judge(w.states[TRIAL], w.plan[0], players, w.lists, w.reals, w.net, 0)
                found[here] = grow(nodes, pool, node, action, mover, w.reals[REWARD][mover] + surplus)
                here += 1
    found[k] = here


@rule
def select(nodes: Rows[Node], here: int, p: Plan, found: Cells, weight: Any) -> int:
    """The child to follow: found value plus a prior that fades with visits."""
    best_estimate = -1.0
    for j in range(here):
        if nodes[found[j]].estimate > best_estimate:
            best_estimate = nodes[found[j]].estimate
    whole = 0.0
    for j in range(here):
        nodes[found[j]].available += 1
        gap = 1.0 + (best_estimate - nodes[found[j]].estimate) / p.sharp
        weight[j] = 1.0 / (gap * gap)
        whole += weight[j]
    best = -1
    best_score = -1.0
    for j in range(here):
        node = nodes[found[j]]
        mean = (node.value + p.trust * node.estimate) / (node.visits + p.trust)
        score = mean + p.explore * (weight[j] / whole) * sqrt(1.0 * node.available) / (1.0 + node.visits)
        if score > best_score:
            best_score = score
            best = found[j] + 0
    return best


@entry
def simulate(w: Workspace, seat: int, count: int, limit: int) -> int:
    """Run simulations from `states[ROOT]` until there are enough, or their effort reaches a limit; returns the effort.

    Simulations differ too much to be a measure of time: effort counts positions judged, once per player, and decisions.
    """
    p = w.plan[0]
    rng = w.fast[0]
    nodes, pool = w.nodes, w.pool
    s = w.states[WORK]
    players = count_players(w.states[ROOT], w.lists[SIDES])
    path, legal = w.lists[PATH], w.lists[LEGAL]
    effort = 0
    clone(s, w.states[ROOT])
    nodes[0].surplus = judge_leaf(w, to_move(s), players)
    for _ in range(count):
        if effort >= limit:
            break
        grown = pool[USED] + 0
        clone(s, w.states[ROOT])
        determinize(s, seat, rng)
        node = 0
        depth = 0
        steps = 0
        while depth < MAX_PATH - 1 and steps < STEPS_PER_PLAYOUT and to_move(s) >= 0:
            steps += 1
            k = legal_actions(s, legal)
            # What is asked at the root is always thought about.
            action = obvious(s, legal, k) if k == 1 or depth > 0 else -1
            if action >= 0:
                apply(s, action)
                continue
            if node != 0 and nodes[node].visits < p.expand:
                break
            add_missing(w, node, k, players)
            node = select(nodes, w.lists[FOUND][k] + 0, p, w.lists[FOUND], w.reals[WEIGHT])
            if node < 0:
                break
            apply(s, nodes[node].action + 0)
            path[depth] = node
            depth += 1
        mover = to_move(s)
        played = play_on(w, s, w.lists[OTHER], p.horizon + p.laps * players, players)
        surplus = judge_leaf(w, mover, players)
        if node >= 0:
            nodes[node].surplus = surplus
        judged = 1 + pool[USED] - grown + (p.picks * played if p.picks > 1 else 0)
        effort += players * judged + steps + played
        nodes[0].visits += 1
        for d in range(depth):
            visited = nodes[path[d]]
            visited.visits += 1
            visited.value += w.reals[REWARD][visited.mover]
    return effort


@entry
def sprout(nodes: Rows[Node], pool: Cells) -> None:
    """Start an empty tree."""
    root = nodes[0]
    root.first = -1
    root.sibling = -1
    root.action = -1
    root.mover = -1
    root.visits = 0
    root.available = 0
    root.value = 0.0
    root.estimate = 0.0
    root.surplus = 0.0
    pool[USED] = 1


@entry
def plant(nodes: Rows[Node], pool: Cells, action: int, mover: int, estimate: float) -> None:
    """Set the estimate of a decision at the root, growing the child if need be."""
    child = nodes[0].first + 0
    while child >= 0:
        if nodes[child].action == action and nodes[child].mover == mover:
            nodes[child].estimate = estimate
            return
        child = nodes[child].sibling + 0
    if pool[USED] < len(nodes):
        grow(nodes, pool, 0, action, mover, estimate)


@entry
def tally(nodes: Rows[Node], count: int, lists: Grid, reals: list[list[float]]) -> None:
    """Visits (in `FOUND`) and summed rewards (in `VALUE`) of the first `count` decisions of `LEGAL` at the root."""
    for j in range(count):
        lists[FOUND][j] = 0
        reals[VALUE][j] = 0.0
        child = nodes[0].first + 0
        while child >= 0:
            if nodes[child].action == lists[LEGAL][j]:
                lists[FOUND][j] += nodes[child].visits
                reals[VALUE][j] += nodes[child].value
            child = nodes[child].sibling + 0


@entry
def transplant(nodes: Rows[Node], spare: Rows[Node], pool: Cells, root: int) -> None:
    """Copy the tree below a node to `spare`, where that node becomes the root."""
    sprout(spare, pool)
    spare[0].visits = nodes[root].visits
    spare[0].first = nodes[root].first
    done = 0
    # Copied nodes still name their first child in the old tree; walking the copy in order brings the children over.
    while done < pool[USED]:
        child = spare[done].first + 0
        spare[done].first = -1
        while child >= 0:
            at = pool[USED] + 0
            pool[USED] += 1
            clone(spare[at], nodes[child])
            spare[at].sibling = spare[done].first
            spare[done].first = at
            child = nodes[child].sibling + 0
        done += 1
