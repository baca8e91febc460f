"""The entry points through which Python drives a game's rules: one source, specialised per game and backend.

States are passed as an array and an index, because a record passed on its own costs ten times as much.
"""

from pithead.kit import Cells, Fast, Grid, Rows, clone, entry, fast_draw, fast_seed, i2
from pithead.kit.this_game import (
    MAX_DECISIONS,
    State,
    apply,
    audit,
    barrier,
    determinize,
    end_reason,
    features,
    legal_actions,
    phase,
    progress,
    ranking,
    scores,
    setup,
    teams,
    to_move,
)

ILLEGAL, TOO_LONG, UNSORTED = -1, -2, -3


@entry
def seed_fast(fast: Rows[Fast], a: int, b: int) -> None:
    """Seed a generator for searches and playouts."""
    fast_seed(fast[0], a, b)


@entry
def setup_at(states: Rows[State], i: int, players: int, options: Cells, key: Cells) -> None:
    """Build a new game in place."""
    setup(states[i], players, options, key)


@entry
def legal_at(states: Rows[State], i: int, out: Cells) -> int:
    """List the legal decisions."""
    return legal_actions(states[i], out)


@entry
def apply_at(states: Rows[State], i: int, action: int) -> None:
    """Play one legal decision."""
    apply(states[i], action)


@entry
def facts_at(states: Rows[State], i: int, out: Cells) -> None:
    """Who is to move, barrier, phase, progress, end reason, audit."""
    s = states[i]
    out[0] = to_move(s)
    out[1] = barrier(s)
    out[2] = phase(s)
    out[3] = progress(s)
    out[4] = end_reason(s)
    out[5] = audit(s)


@entry
def standing_at(states: Rows[State], i: int, points: Cells, ranks: Cells, sides: Cells) -> None:
    """Points, ranks and teams of all players."""
    scores(states[i], points)
    ranking(states[i], ranks)
    teams(states[i], sides)


@entry
def determinize_at(states: Rows[State], i: int, seat: int, fast: Rows[Fast]) -> None:
    """Re-deal what a seat cannot know."""
    determinize(states[i], seat, fast[0])


@entry
def features_at(states: Rows[State], i: int, seat: int, out: list[i2]) -> None:
    """The observation of a seat."""
    features(states[i], seat, out)


@entry
def copy_at(target: Rows[State], i: int, source: Rows[State], j: int) -> None:
    """Copy one state over another."""
    clone(target[i], source[j])


@entry
def playout_at(states: Rows[State], i: int, out: Cells, fast: Rows[Fast]) -> int:
    """Play uniformly random decisions to the end; returns their number."""
    s = states[i]
    rng = fast[0]
    decisions = 0
    while to_move(s) >= 0:
        k = legal_actions(s, out)
        apply(s, out[fast_draw(rng, k)])
        decisions += 1
    return decisions


@entry
def run_at(
    states: Rows[State],
    i: int,
    out: Cells,
    fast: Rows[Fast],
    players: int,
    options: Cells,
    keys: Grid,
    first: int,
    count: int,
) -> int:
    """Play many random games in a row; returns the number of decisions."""
    decisions = 0
    for game in range(first, first + count):
        setup(states[i], players, options, keys[game])
        decisions += playout_at(states, i, out, fast)
    return decisions


@entry
def watched_playout_at(states: Rows[State], i: int, out: Cells, fast: Rows[Fast]) -> int:
    """A random game with every invariant tested after every step.

    Returns the number of decisions, or a negative code: ILLEGAL (no legal decision though the game is not over),
    TOO_LONG, UNSORTED, or −100 − the code of the violated invariant.
    """
    s = states[i]
    rng = fast[0]
    decisions = 0
    while to_move(s) >= 0:
        k = legal_actions(s, out)
        if k == 0:
            return ILLEGAL
        for j in range(1, k):
            if out[j] <= out[j - 1]:
                return UNSORTED
        if decisions >= MAX_DECISIONS:
            return TOO_LONG
        apply(s, out[fast_draw(rng, k)])
        decisions += 1
        code = audit(s)
        if code != 0:
            return -100 - code
    return decisions


@entry
def stalling_playout_at(states: Rows[State], i: int, out: Cells, fast: Rows[Fast]) -> int:
    """A game of players who put the end off as long as they can; the next state of the array is for trying.

    Returns the number of decisions, or TOO_LONG.
    """
    s = states[i]
    tried = states[i + 1]
    rng = fast[0]
    decisions = 0
    while to_move(s) >= 0:
        if decisions >= MAX_DECISIONS:
            return TOO_LONG
        k = legal_actions(s, out)
        least = 1001
        equals = 0
        chosen = 0
        for j in range(k):
            clone(tried, s)
            apply(tried, out[j])
            after = progress(tried)
            if after < least:
                least = after
                equals = 0
            if after == least:
                equals += 1
                if fast_draw(rng, equals) == 0:
                    chosen = out[j]
        apply(s, chosen)
        decisions += 1
    return decisions


@entry
def step_batch(states: Rows[State], actions: Cells, movers: Cells) -> None:
    """Play one decision in each of many games; a finished game is left as it is."""
    for i in range(len(actions)):
        s = states[i]
        if to_move(s) >= 0:
            apply(s, actions[i])
        movers[i] = to_move(s)


@entry
def legal_batch(states: Rows[State], out: Grid, counts: Cells) -> None:
    """List the legal decisions of many games."""
    for i in range(len(counts)):
        counts[i] = legal_actions(states[i], out[i]) if to_move(states[i]) >= 0 else 0


@entry
def random_batch(states: Rows[State], out: Grid, fast: Rows[Fast], actions: Cells) -> None:
    """Choose a random legal decision in each of many games."""
    rng: Fast = fast[0]
    for i in range(len(actions)):
        k = legal_actions(states[i], out[i]) if to_move(states[i]) >= 0 else 0
        actions[i] = out[i][fast_draw(rng, k)] if k > 0 else 0
