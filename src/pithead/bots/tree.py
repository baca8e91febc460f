"""Information-set tree search and its greedy cousin: one source, specialised per game and backend.

Every simulation re-deals what the seat cannot know, walks down one tree of decisions, and values what it finds by the
game's `evaluate` or by the result. Only operations that round the same way everywhere (no exponentials, no
logarithms) touch a statistic, so both backends choose the same move from the same seed and number of simulations.
"""

from math import sqrt
from typing import Any

from pithead.kit import Cells, Fast, Grid, Rows, clone, entry, f8, fast_draw, fast_seed, i1, i4, record, rule
from pithead.kit.this_game import (
    MAX_PLAYERS,
    State,
    apply,
    determinize,
    evaluate,
    features,
    habit,
    legal_actions,
    progress,
    ranking,
    scores,
    teams,
    to_move,
)

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
REWARD, VALUE, WEIGHT, TOTAL = range(4)
N_REALS = 4

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


@record
class Plan:
    """How to search; the same for a whole game."""

    explore: f8  # weight of the prior against the found value
    sharp: f8  # loss of reward at which a decision's prior falls to a quarter
    trust: f8  # how many visits an estimate is worth
    scale: f8  # lead in points that nearly decides a game at its start …
    floor: f8  # … and what is left of that at its end
    margin: f8  # part of the reward that goes by points instead of winning
    expand: i4  # visits after which a node grows children
    horizon: i4  # ends of turn that a playout goes on for; −1: to the end of the game
    laps: i4  # the same, once per player
    picks: i4  # candidates compared at every decision of a playout; 1: random
    window: i4  # successive ends of turn that a forecast is the mean over; 0: one per player


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
def foresee(s: Any, p: Plan, players: int, lists: Grid, reals: list[list[float]]) -> None:
    """Rewards of a running game as `evaluate` sees them: leads turned into chances of winning."""
    sides, reward, value = lists[SIDES], reals[REWARD], reals[VALUE]
    for i in range(players):
        value[i] = evaluate(s, i)
    left = 1.0 - 0.001 * progress(s)
    spread = p.floor + (p.scale - p.floor) * sqrt(left if left > 0.0 else 0.0)
    whole = 0.0
    for i in range(players):
        reward[i] = squash(lead_of(i, players, sides, value) / spread)
        first = 1
        for j in range(i):
            if sides[j] == sides[i]:
                first = 0
        whole += first * reward[i]
    if whole == reward[0]:
        # Alone against an automaton there is nobody to share the chances with.
        whole = 1.0
    for i in range(players):
        by_points = squash(lead_of(i, players, sides, value) / p.scale)
        reward[i] = (1.0 - p.margin) * reward[i] / whole + p.margin * by_points


@rule
def judge(s: Any, p: Plan, players: int, lists: Grid, reals: list[list[float]]) -> None:
    """Rewards of a position."""
    if to_move(s) < 0:
        settle(s, p, players, lists, reals)
    else:
        foresee(s, p, players, lists, reals)


@rule
def obvious(s: Any, legal: Cells, k: int) -> int:
    """The decision that needs no thought: the only one, or what the game calls a habit; −1 otherwise."""
    return legal[0] + 0 if k == 1 else habit(s, legal)


@rule
def pick(
    states: Rows[State], at: int, k: int, p: Plan, rng: Fast, players: int, lists: Grid, reals: list[list[float]]
) -> int:
    """A decision of a playout: the best of a few random candidates, by what the mover could expect."""
    legal: Cells = lists[OTHER]
    if p.picks <= 1:
        return legal[fast_draw(rng, k)] + 0
    mover = to_move(states[at])
    best = -1
    best_value = -1e9
    tries = p.picks + 0 if p.picks < k else k
    for i in range(tries):
        # The first i candidates have been tried: exchange so that none is tried twice.
        j = i + fast_draw(rng, k - i)
        action = legal[j] + 0
        legal[j] = legal[i]
        legal[i] = action
        clone(states[LOOK], states[at])
        apply(states[LOOK], action)
        judge(states[LOOK], p, players, lists, reals)
        if reals[REWARD][mover] > best_value:
            best_value = reals[REWARD][mover]
            best = action
    return best


@rule
def play_on(
    states: Rows[State], at: int, ends: int, p: Plan, rng: Fast, players: int, lists: Grid, reals: list[list[float]]
) -> int:
    """Play a position on for a number of ends of turn (−1: to the end of the game); returns the decisions taken."""
    s = states[at]
    for step in range(STEPS_PER_PLAYOUT):
        if ends == 0 or to_move(s) < 0:
            return step
        k = legal_actions(s, lists[OTHER])
        action = obvious(s, lists[OTHER], k)
        if action < 0:
            action = pick(states, at, k, p, rng, players, lists, reals)
        apply(s, action)
        if action == END:
            ends -= 1
    return STEPS_PER_PLAYOUT


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
    nodes[parent].first = at
    return at


@rule
def add_missing(
    states: Rows[State],
    nodes: Rows[Node],
    pool: Cells,
    node: int,
    k: int,
    p: Plan,
    players: int,
    lists: Grid,
    marks: Cells,
    reals: list[list[float]],
) -> None:
    """Give a node a child for every decision that is legal in this deal.

    Afterwards `FOUND` lists the children that are legal, and its cell `k` their number.
    """
    legal, found = lists[LEGAL], lists[FOUND]
    mover = to_move(states[WORK])
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
        for j in range(k):
            action = legal[j] + 0
            if marks[action] == stamp:
                clone(states[TRIAL], states[WORK])
                apply(states[TRIAL], action)
                judge(states[TRIAL], p, players, lists, reals)
                found[here] = grow(nodes, pool, node, action, mover, reals[REWARD][mover])
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
def simulate(
    states: Rows[State],
    nodes: Rows[Node],
    pool: Cells,
    plan: Rows[Plan],
    fast: Rows[Fast],
    lists: Grid,
    marks: Cells,
    reals: list[list[float]],
    seat: int,
    count: int,
    limit: int,
) -> int:
    """Run simulations from `states[ROOT]` until there are enough, or their effort reaches a limit; returns the effort.

    Simulations differ too much to be a measure of time: effort counts positions judged, once per player, and decisions.
    """
    p = plan[0]
    rng = fast[0]
    s = states[WORK]
    players = count_players(states[ROOT], lists[SIDES])
    path, legal = lists[PATH], lists[LEGAL]
    effort = 0
    for _ in range(count):
        if effort >= limit:
            break
        grown = pool[USED] + 0
        clone(s, states[ROOT])
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
            add_missing(states, nodes, pool, node, k, p, players, lists, marks, reals)
            node = select(nodes, lists[FOUND][k] + 0, p, lists[FOUND], reals[WEIGHT])
            if node < 0:
                break
            apply(s, nodes[node].action + 0)
            path[depth] = node
            depth += 1
        played = play_on(states, WORK, p.horizon + p.laps * players, p, rng, players, lists, reals)
        judge(s, p, players, lists, reals)
        judged = 1 + pool[USED] - grown + (p.picks * played if p.picks > 1 else 0)
        effort += players * judged + steps + played
        nodes[0].visits += 1
        for d in range(depth):
            visited = nodes[path[d]]
            visited.visits += 1
            visited.value += reals[REWARD][visited.mover]
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
    pool[USED] = 1


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
def outlook(
    states: Rows[State], action: int, plan: Rows[Plan], lists: Grid, reals: list[list[float]], seat: int, looks: int
) -> float:
    """The seat's reward after a decision in `states[WORK]` and a greedy rest of the turn.

    At most `looks` positions are compared on the way; then the rest of the turn is left as it is.
    """
    p = plan[0]
    s = states[TRIAL]
    players = count_players(states[WORK], lists[SIDES])
    clone(s, states[WORK])
    apply(s, action)
    last = action
    while last != END and to_move(s) == seat:
        k = legal_actions(s, lists[OTHER])
        last = obvious(s, lists[OTHER], k)
        if last < 0:
            looks -= k
            if looks < 0:
                break
            best_value = -1.0
            for j in range(k):
                clone(states[LOOK], s)
                apply(states[LOOK], lists[OTHER][j] + 0)
                judge(states[LOOK], p, players, lists, reals)
                if reals[REWARD][seat] > best_value:
                    best_value = reals[REWARD][seat]
                    last = lists[OTHER][j] + 0
        apply(s, last)
    judge(s, p, players, lists, reals)
    reward: float = reals[REWARD][seat]
    return reward


@entry
def forecast(
    states: Rows[State],
    action: int,
    plan: Rows[Plan],
    fast: Rows[Fast],
    lists: Grid,
    reals: list[list[float]],
    seat: int,
    deals: int,
    word: int,
    open_turns: int,
) -> None:
    """Mean rewards (in `TOTAL`) of all players over imagined deals of `states[ROOT]` after a decision of the seat.

    −1 stands for no decision. Deal number i is the same for every decision with the same `word`. `open_turns` is 1
    where the turn still goes on afterwards: its end does not count for the horizon. Who has just moved looks better
    than who is about to, so what is judged is the mean over a window of successive ends of turn.
    """
    p = plan[0]
    rng = fast[0]
    s = states[WORK]
    players = count_players(states[ROOT], lists[SIDES])
    window = p.window + 0 if p.window > 0 else players
    for i in range(players):
        reals[TOTAL][i] = 0.0
    for deal in range(deals):
        fast_seed(rng, word, deal)
        clone(s, states[ROOT])
        determinize(s, seat, rng)
        if action >= 0:
            apply(s, action)
        # The same chance for all that follows, however much of it the deal took: only positions make a difference.
        fast_seed(rng, word, deals + deal)
        play_on(states, WORK, open_turns + p.horizon + p.laps * players, p, rng, players, lists, reals)
        for turn in range(window):
            if turn > 0:
                play_on(states, WORK, 1, p, rng, players, lists, reals)
            judge(s, p, players, lists, reals)
            for i in range(players):
                reals[TOTAL][i] += reals[REWARD][i] / (deals * window)


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
def observe(states: Rows[State], at: int, seat: int, aim: Cells) -> None:
    """What a seat sees of a state."""
    features(states[at], seat, aim)


@entry
def follow(
    states: Rows[State], nodes: Rows[Node], lists: Grid, aim: Cells, seen: Cells, seat: int, last: int, steps: int
) -> int:
    """The node whose position looks to the seat like `aim`, or −1; the tree's root is the position `states[DEEP]`.

    `last` is the decision that the seat took at the root; `steps` limits the work.
    """
    depth = 0
    least = 2 + nodes[0].visits // 500
    path, legal = lists[PATH], lists[LEGAL]
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
