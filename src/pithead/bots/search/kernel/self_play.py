"""Self-play that records training positions for the value net: groups of the most visited children of a search."""

from typing import Any, NamedTuple

from pithead.kit import Cells, Grid, clone, entry, fast_draw, i2, rule
from pithead.kit.this_game import apply, determinize, evaluate, inputs, legal_actions, progress, setup, to_move

from .evaluation import count_players, forced_move, terminal_rewards
from .memory import (
    DEEP,
    FOUND,
    OTHER,
    RANKS,
    ROOT,
    SIDES,
    STEPS_PER_PLAYOUT,
    TRIAL,
    Workspace,
)
from .tree import init_tree, simulate

GAME = DEEP  # the game's own state; its slot is free, since trees are not reused here
SIBLINGS = 4  # recorded children per search, the most visited first
LEAST_VISITS = 6
RECORDED = 4  # one choice in this many is searched with the full budget, and recorded
UNLIMITED = 1 << 40

# Columns of `facts`: the group (one per recorded search), the mover, player count, visits, progress.
GROUP, MOVER, PLAYERS, VISITS, PROGRESS = range(5)
N_FACTS = 5


class Notes(NamedTuple):
    """Training data: inputs (one row per position and seat), values and facts (one row per position)."""

    seen: list[list[i2]]
    values: list[list[float]]
    facts: Grid


@rule
def most_visited(w: Workspace, taken: Cells, count: int) -> int:
    """The most visited root child that is not in `taken`, or −1."""
    best = -1
    child = w.nodes[0].first + 0
    while child >= 0:
        free = 1
        for i in range(count):
            if taken[i] == child:
                free = 0
        if free == 1 and (best < 0 or w.nodes[child].visits > w.nodes[best].visits):
            best = child
        child = w.nodes[child].sibling + 0
    return best


@rule
def note(w: Workspace, notes: Notes, at: int, group: int, mover: int, players: int) -> int:
    """Record the positions after the most visited actions; returns the next free row."""
    taken = w.lists[FOUND]
    count = 0
    while count < SIBLINGS and at < len(notes.facts):
        child = most_visited(w, taken, count)
        if child < 0 or w.nodes[child].visits < LEAST_VISITS:
            break
        taken[count] = child
        count += 1
        s = w.states[TRIAL]
        clone(s, w.states[ROOT])
        apply(s, w.nodes[child].action + 0)
        if to_move(s) < 0:
            continue
        for seat in range(players):
            inputs(s, seat, notes.seen[at * players + seat])
            notes.values[at][seat] = evaluate(s, seat)
        notes.values[at][players] = w.nodes[child].value / w.nodes[child].visits
        fact = notes.facts[at]
        fact[GROUP] = group
        fact[MOVER] = mover
        fact[PLAYERS] = players
        fact[VISITS] = w.nodes[child].visits
        fact[PROGRESS] = progress(s)
        at += 1
    return at


@rule
def think(w: Workspace, s: Any, mover: int, count: int) -> int:
    """Search a position with a fresh tree; returns the most visited action."""
    clone(w.states[ROOT], s)
    determinize(w.states[ROOT], mover, w.fast[0])
    init_tree(w.nodes, w.pool)
    simulate(w, mover, count, UNLIMITED)
    return w.nodes[most_visited(w, w.lists[RANKS], 0)].action + 0


@entry
def self_play(
    w: Workspace,
    notes: Notes,
    players: int,
    options: Cells,
    key: Cells,
    few: int,
    many: int,
    opening: int,
    slip: int,
) -> int:
    """Play one game; returns the number of recorded positions, and the final rewards in `reals[REWARD]`.

    For exploration the first `opening` choices are random, and so is choice number `slip`. Most choices are searched
    with `few` simulations, recorded ones with `many` (playout cap randomization).
    """
    s = w.states[GAME]
    rng = w.fast[0]
    setup(s, players, options, key)
    at = 0
    group = 0
    choices = 0
    for _ in range(STEPS_PER_PLAYOUT):
        mover = to_move(s)
        if mover < 0:
            break
        k = legal_actions(s, w.lists[OTHER])
        action = forced_move(s, w.lists[OTHER], k)
        if action < 0:
            choices += 1
            if choices <= opening or choices == slip:
                action = w.lists[OTHER][fast_draw(rng, k)] + 0
            elif fast_draw(rng, RECORDED) == 0:
                action = think(w, s, mover, many)
                at = note(w, notes, at, group, mover, players)
                group += 1
            else:
                action = think(w, s, mover, few)
        apply(s, action)
    count_players(s, w.lists[SIDES])
    terminal_rewards(s, w.plan[0], players, w.lists, w.reals)
    return at
