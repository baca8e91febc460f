"""Games of the search against itself, with what a value net can learn from: positions beside their siblings."""

from typing import Any, NamedTuple

from pithead.kit import Cells, Grid, clone, entry, fast_draw, i2, rule
from pithead.kit.this_game import apply, determinize, evaluate, inputs, legal_actions, progress, setup, to_move

from .growing import simulate, sprout
from .judging import count_players, obvious, settle
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

GAME = DEEP  # the place of the game's own state: nothing searches an old tree here
SIBLINGS = 4  # decisions of one position that are noted: those that were visited most
LEAST_VISITS = 6
RECORDED = 4  # one choice of so many is searched long, and noted
UNLIMITED = 1 << 40

# Cells of a row of `facts`: the position whose decisions these are, who took them, the players, visits, progress.
GROUP, MOVER, PLAYERS, VISITS, PROGRESS = range(5)
N_FACTS = 5


class Notes(NamedTuple):
    """What is noted: the inputs of every seat, values and facts, one row per position (of `seen`: per seat)."""

    seen: list[list[i2]]
    values: list[list[float]]
    facts: Grid


@rule
def most_visited(w: Workspace, taken: Cells, count: int) -> int:
    """The child of the root with the most visits that is not taken yet, or −1."""
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
    """Write down the positions after the decisions that were visited most; returns the next free row."""
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
    """Search a position anew; returns the decision that was visited most."""
    clone(w.states[ROOT], s)
    determinize(w.states[ROOT], mover, w.fast[0])
    sprout(w.nodes, w.pool)
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
    """Play one game; returns how many positions were noted. Its rewards are in `reals[REWARD]`.

    The first `opening` choices are random, and so is choice number `slip`: positions of good play alone would teach
    nothing about others. Most choices are searched with `few` simulations, those that are noted with `many`.
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
        action = obvious(s, w.lists[OTHER], k)
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
    settle(s, w.plan[0], players, w.lists, w.reals)
    return at
