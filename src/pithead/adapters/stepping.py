"""Many games at once, in the kit subset: specialised per game by the loader, driven by `VectorEnv`."""

from typing import Any

from pithead.kit import Cells, Fast, Grid, Rows, entry, f4, fast_draw, fast_seed, fast_word, rule, u1
from pithead.kit.this_game import (
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

SHAPES = (MAX_PLAYERS, N_ACTIONS, N_FEATURES)


@entry
def seed_all(fasts: Rows[Fast], seed: int) -> None:
    """Give every environment a generator of its own."""
    for i in range(len(fasts)):
        fast_seed(fasts[i], seed, i)


@rule
def begin_game(states: Rows[State], fasts: Rows[Fast], keys: Grid, i: int, players: int, options: Cells) -> None:
    """Deal a new game in place, from the environment's own generator."""
    for word in range(8):
        keys[i][word] = fast_word(fasts[i])
    setup(states[i], players, options, keys[i])


@rule
def observe(
    states: Rows[State], i: int, legal: Grid, counts: Cells, mask: list[list[u1]], seen: Any, movers: Cells
) -> None:
    """Write who is to move, what is legal and what the mover sees."""
    s = states[i]
    mover = to_move(s)
    movers[i] = mover
    row = mask[i]
    mine = legal[i]
    for action in range(N_ACTIONS):
        row[action] = 0
    counts[i] = legal_actions(s, mine)
    for j in range(counts[i]):
        row[mine[j]] = 1
    features(s, mover, seen[i])


@rule
def reward(states: Rows[State], i: int, players: int, ranks: Cells, points: Grid, rewards: list[list[f4]]) -> None:
    """Final points, and a reward that sums to zero: the winners share what the others lose."""
    s = states[i]
    scores(s, points[i])
    ranking(s, ranks)
    best = ranks[0]
    for p in range(players):
        best = min(best, ranks[p])
    winners = 0
    for p in range(players):
        if ranks[p] == best:
            winners += 1
    for p in range(players):
        if players == 1:  # alone against an automaton
            rewards[i][p] = 1.0 if best == 1 else -1.0
        elif winners == players:
            rewards[i][p] = 0.0
        elif ranks[p] == best:
            rewards[i][p] = (players - winners) / winners / (players - 1)
        else:
            rewards[i][p] = -1.0 / (players - 1)


@entry
def reset_range(
    states: Rows[State],
    fasts: Rows[Fast],
    keys: Grid,
    first: int,
    last: int,
    players: int,
    options: Cells,
    legal: Grid,
    counts: Cells,
    mask: list[list[u1]],
    seen: list[list[f4]],
    movers: Cells,
) -> None:
    """Start new games in a range of environments."""
    for i in range(first, last):
        begin_game(states, fasts, keys, i, players, options)
        observe(states, i, legal, counts, mask, seen, movers)


@entry
def step_range(
    states: Rows[State],
    fasts: Rows[Fast],
    keys: Grid,
    first: int,
    last: int,
    players: int,
    options: Cells,
    actions: Cells,
    legal: Grid,
    counts: Cells,
    mask: list[list[u1]],
    seen: list[list[f4]],
    movers: Cells,
    ranks: Cells,
    points: Grid,
    rewards: list[list[f4]],
    done: list[u1],
) -> int:
    """Play one decision in every environment of a range; a finished game is scored and followed by a new one.

    The action −1 lets a game wait. Returns −1, or the first environment whose action is illegal and not played.
    """
    wrong = -1
    for i in range(first, last):
        if actions[i] == -1:
            done[i] = 0
            for p in range(players):
                rewards[i][p] = 0.0
            continue
        if actions[i] < 0 or actions[i] >= N_ACTIONS or mask[i][actions[i]] == 0:
            if wrong < 0:
                wrong = i
            continue
        apply(states[i], actions[i])
        for p in range(players):
            rewards[i][p] = 0.0
        if to_move(states[i]) < 0:
            done[i] = 1
            reward(states, i, players, ranks, points, rewards)
            begin_game(states, fasts, keys, i, players, options)
        else:
            done[i] = 0
        observe(states, i, legal, counts, mask, seen, movers)
    return wrong


@entry
def choose_range(fasts: Rows[Fast], first: int, last: int, legal: Grid, counts: Cells, actions: Cells) -> None:
    """A uniformly random legal action in every environment of a range."""
    for i in range(first, last):
        actions[i] = legal[i][fast_draw(fasts[i], counts[i])]
