# mypy: disable-error-code="call-overload, index"
"""What is done to ranges of games: dealing, choosing, checking, stepping, observing."""

from typing import Any, NamedTuple

from pithead.kit import (
    Cells,
    Fast,
    Grid,
    Rows,
    clear,
    entry,
    f4,
    fast_draw,
    fast_seed,
    fast_word,
    i2,
    is_among,
    prefetch,
    rule,
    u1,
)
from pithead.kit.this_game import (
    MAX_LEGAL,
    MAX_PLAYERS,
    N_ACTIONS,
    N_FEATURES,
    State,
    apply,
    features,
    legal_actions,
    ranking,
    scores,
    setup,
    to_move,
)

SHAPES = (MAX_PLAYERS, N_ACTIONS, N_FEATURES, MAX_LEGAL)
STATE: int = getattr(State, "itemsize", 0)  # bytes; only compiled states have a size
LANES = 32  # actions compared at once (SIMD)
BYTES = (N_ACTIONS + 7) // 8  # bytes of a bit-packed mask
WAIT = -1  # the no-op action
DEAL, LOOK = -2, -3  # internal actions: start a new game; refresh the outputs after the state was replaced
END = 0  # the only legal action of a finished game, so that a masked policy never has an empty mask
OFF, NEXT_STEP, SAME_STEP = range(3)  # auto-reset modes


@entry
def seed_range(fasts: Rows[Fast], first: int, last: int, seed: int) -> None:
    """Seed one random generator per environment."""
    for i in range(first, last):
        fast_seed(fasts[i], seed, i)


class Tables(NamedTuple):
    """All arrays of a step, one row per environment."""

    states: Rows[State]
    fasts: Rows[Fast]
    keys: Grid
    options: Cells
    actions: Cells
    legal: list[list[i2]]
    counts: Cells
    mask: list[list[u1]]
    seen: list[list[i2]]
    movers: Cells
    points: Grid
    ranks: Grid
    rewards: list[list[f4]]
    done: list[u1]
    skipped: Cells
    ways: Cells  # players, and the places below
    seats: list[list[list[i2]]]  # every player's observation; empty unless requested
    wanted: list[u1]  # where an action is to be chosen
    chosen: Cells


# Indices into `ways`: player count, bit-packed mask, skipping of forced actions, auto-reset mode.
PLAYERS, BITS, FORCED, AGAIN = range(4)


@rule
def begin_game(states: Rows[State], fasts: Rows[Fast], keys: Grid, i: int, players: int, options: Cells) -> None:
    """Reset an environment in place, from its own generator."""
    for word in range(8):
        keys[i][word] = fast_word(fasts[i])
    setup(states[i], players, options, keys[i])


@rule
def reward(s: Any, players: int, points: Cells, ranks: Cells, rewards: list[f4]) -> None:
    """Final points, and a reward that sums to zero: the winners share what the others lose (`Outcome.rewards`)."""
    scores(s, points)
    ranking(s, ranks)
    best = ranks[0]
    for p in range(players):
        best = min(best, ranks[p])
    winners = 0
    for p in range(players):
        if ranks[p] == best:
            winners += 1
    for p in range(players):
        if players == 1:  # solo against an automaton
            rewards[p] = 1.0 if best == 1 else -1.0
        elif winners == players:
            rewards[p] = 0.0
        elif ranks[p] == best:
            rewards[p] = (players - winners) / winners / (players - 1)
        else:
            rewards[p] = -1.0 / (players - 1)


@entry
def first_illegal(tables: Tables, first: int, last: int) -> int:
    """The first environment of a range whose action is not legal, or −1; in a finished game any stands for END."""
    actions, legal, counts, movers = tables.actions, tables.legal, tables.counts, tables.movers
    for i in range(first, last):
        if actions[i] == WAIT:
            continue
        if movers[i] < 0:
            actions[i] = END
            continue
        action = actions[i]
        found = False
        if 0 <= action < N_ACTIONS:  # the list has a narrower dtype, in which the action might wrap around
            for j in range(0, counts[i], LANES):
                found |= is_among(legal, i, j, counts[i], action, LANES)
        if not found:
            return i
    return -1


@entry
def step_range(tables: Tables, first: int, last: int, paper: Cells) -> None:
    """Step every environment of a range by one legal action.

    One long function on purpose: passing all these arrays on costs more than an action.
    """
    states, fasts, keys, options, actions = tables.states, tables.fasts, tables.keys, tables.options, tables.actions
    legal, counts, mask, seen, movers = tables.legal, tables.counts, tables.mask, tables.seen, tables.movers
    points, ranks, rewards, done, skipped = tables.points, tables.ranks, tables.rewards, tables.done, tables.skipped
    ways = tables.ways
    players, bits, forced, again = ways[PLAYERS], ways[BITS], ways[FORCED], ways[AGAIN]
    for i in range(first, last):
        prefetch(states, i + 1, STATE)
        action = actions[i]
        mover = movers[i]
        skipped[i] = 0
        if done[i]:
            done[i] = 0
            for p in range(players):
                rewards[i, p] = 0.0
        if action == WAIT or (action == END and mover < 0 and again == OFF):
            continue
        if action == DEAL or (action == END and mover < 0):
            begin_game(states, fasts, keys, i, players, options)
        elif action != LOOK:
            apply(states[i], action)
        while True:
            now = to_move(states[i])
            count = 1
            paper[0] = END
            if now >= 0:
                count = legal_actions(states[i], paper)
            elif action != LOOK:
                done[i] = 1
                reward(states[i], players, points[i], ranks[i], rewards[i])
                if again == SAME_STEP:
                    begin_game(states, fasts, keys, i, players, options)
                    now = to_move(states[i])
                    count = legal_actions(states[i], paper)
            if forced == 0 or count > 1 or now < 0 or action == LOOK:
                break
            apply(states[i], paper[0])
            skipped[i] += 1
        movers[i] = now
        counts[i] = count
        if bits:
            clear(mask, i, BYTES)
        else:
            clear(mask, i, N_ACTIONS)
        for j in range(count):
            legal[i, j] = paper[j]
            if bits:
                mask[i, paper[j] >> 3] |= 1 << (paper[j] & 7)
            else:
                mask[i, paper[j]] = 1
        seat = now
        if now < 0:
            seat = max(mover, 0)  # the terminal observation is that of the last player to move
        features(states[i], seat, seen[i])


@rule
def observe_range(tables: Tables, first: int, last: int) -> None:
    """Write every player's observation for a range of environments."""
    states, seats, players = tables.states, tables.seats, tables.ways[PLAYERS]
    for i in range(first, last):
        for p in range(players):
            features(states[i], p, seats[i, p])


@rule
def choose_range(tables: Tables, first: int, last: int) -> None:
    """Sample a uniformly random legal action where requested; other generators do not advance."""
    fasts, legal, counts, wanted, chosen = tables.fasts, tables.legal, tables.counts, tables.wanted, tables.chosen
    for i in range(first, last):
        chosen[i] = legal[i, fast_draw(fasts[i], counts[i])] if wanted[i] else WAIT
