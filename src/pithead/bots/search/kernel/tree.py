"""The search tree: selection, expansion, backpropagation and re-rooting."""

from math import sqrt
from typing import Any

from pithead.kit import Cells, Grid, Rows, clone, entry, rule
from pithead.kit.this_game import apply, determinize, legal_actions, to_move

from .evaluation import add_net, count_players, forced_move, judge, uses_net
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
from .playout import playout


@rule
def add_child(nodes: Rows[Node], pool: Cells, parent: int, action: int, mover: int, estimate: float) -> int:
    """Append a child node; returns its index in `nodes`."""
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
def evaluate_leaf(w: Workspace, mover: int, players: int) -> float:
    """Leaf evaluation of `states[WORK]` into `REWARD`; returns the net's contribution to the mover's reward."""
    s, p = w.states[WORK], w.plan[0]
    judge(s, p, players, w.lists, w.reals, w.net, 0)
    if mover < 0 or to_move(s) < 0 or not uses_net(w.net, s, p.net + 0, players):
        return 0.0
    plain = w.reals[REWARD][mover] + 0.0
    add_net(s, p, players, w.lists, w.reals, w.net)
    return w.reals[REWARD][mover] - plain


@rule
def expand(w: Workspace, node: int, k: int, players: int) -> None:
    """Expand a node by the actions that are legal in this determinization.

    Afterwards `FOUND` holds the legal children and, in cell `k`, their number. A new child's estimate comes from
    `evaluate` alone, plus the net's contribution (`surplus`) at the parent: otherwise unvisited children would not be
    comparable with visited ones, whose values include the net.
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
                found[here] = add_child(nodes, pool, node, action, mover, w.reals[REWARD][mover] + surplus)
                here += 1
    found[k] = here


@rule
def select(nodes: Rows[Node], here: int, p: Plan, found: Cells, weight: Any) -> int:
    """PUCT selection: mean value plus an exploration term weighted by the prior.

    The prior falls with the gap between an estimate and the best one. `trust` counts the estimate as that many virtual
    visits of the mean. As in ISMCTS the parent's visit count is replaced by the child's availability count."""
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
    """Run up to `count` simulations from `states[ROOT]` within a budget of effort; returns the effort spent.

    Simulations differ widely in cost, so effort stands for time: evaluations (one per player) plus actions applied.
    """
    p = w.plan[0]
    rng = w.fast[0]
    nodes, pool = w.nodes, w.pool
    s = w.states[WORK]
    players = count_players(w.states[ROOT], w.lists[SIDES])
    path, legal = w.lists[PATH], w.lists[LEGAL]
    effort = 0
    clone(s, w.states[ROOT])
    nodes[0].surplus = evaluate_leaf(w, to_move(s), players)
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
            # At the root a habit is searched like any other action; only a single legal action is forced.
            action = forced_move(s, legal, k) if k == 1 or depth > 0 else -1
            if action >= 0:
                apply(s, action)
                continue
            if node != 0 and nodes[node].visits < p.expand:
                break
            expand(w, node, k, players)
            node = select(nodes, w.lists[FOUND][k] + 0, p, w.lists[FOUND], w.reals[WEIGHT])
            if node < 0:
                break
            apply(s, nodes[node].action + 0)
            path[depth] = node
            depth += 1
        mover = to_move(s)
        played = playout(w, s, w.lists[OTHER], p.horizon + p.laps * players, players)
        surplus = evaluate_leaf(w, mover, players)
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
def init_tree(nodes: Rows[Node], pool: Cells) -> None:
    """Reset the tree to an unvisited root."""
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
def set_estimate(nodes: Rows[Node], pool: Cells, action: int, mover: int, estimate: float) -> None:
    """Set the estimate (the source of its prior) of a root action, adding the child if it is missing."""
    child = nodes[0].first + 0
    while child >= 0:
        if nodes[child].action == action and nodes[child].mover == mover:
            nodes[child].estimate = estimate
            return
        child = nodes[child].sibling + 0
    if pool[USED] < len(nodes):
        add_child(nodes, pool, 0, action, mover, estimate)


@entry
def tally(nodes: Rows[Node], count: int, lists: Grid, reals: list[list[float]]) -> None:
    """Visit counts (in `FOUND`) and total rewards (in `VALUE`) of the first `count` actions of `LEGAL` at the root."""
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
def reroot(nodes: Rows[Node], spare: Rows[Node], pool: Cells, root: int) -> None:
    """Tree reuse: copy the subtree of a node to `spare`, with that node as the root."""
    init_tree(spare, pool)
    spare[0].visits = nodes[root].visits
    spare[0].first = nodes[root].first
    done = 0
    # Breadth-first copy: `first` of a copied node is an index into the old tree until its children are copied.
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
