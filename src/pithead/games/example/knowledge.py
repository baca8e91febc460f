"""What a seat of Lamp Room knows, and what it must imagine."""

from pithead.kit import Cells, Fast, fast_shuffle, fill, fork, pop, push, rule

from .state import COPIES, MAX_PLAYERS, N_LAMPS, State

# The observation in named groups with their lengths; seats count clockwise from the own one, which is +0.
_SEAT = (("points", 1), ("matches", 1), ("size of the hand", 1))
LAYOUT: tuple[tuple[str, int], ...] = (
    ("brightness of the lamp on the hook", 1),
    ("round", 1),
    ("phase", 1),
    ("lamps in the deck", 1),
    ("points of the keeper", 1),
    ("own hand by kind of lamp", N_LAMPS),
    *((f"seat +{i}: {name}", length) for i in range(MAX_PLAYERS) for name, length in _SEAT),
)
N_FEATURES = sum(length for _, length in LAYOUT)


@rule
def determinize(s: State, seat: int, fast: Fast) -> None:
    """Re-deal the deck and the hands of the others, and replace the future."""
    fork(s.rng, fast)
    fill(s.deck.items, 0)
    s.deck.n = 0
    # Built from what the seat sees alone, so that the truth cannot show through.
    for lamp in range(N_LAMPS):
        for _ in range(COPIES[lamp] - s.hung[lamp] - s.players[seat].hand[lamp]):
            push(s.deck, lamp)
    fast_shuffle(fast, s.deck.items, s.deck.n)
    for p in range(s.n):
        if p != seat:
            fill(s.players[p].hand, 0)
            for _ in range(s.players[p].held):
                s.players[p].hand[pop(s.deck)] += 1


@rule
def features(s: State, seat: int, out: Cells) -> None:
    """Own hand, the hook, and the public counts of all players, the own ones first."""
    out[0] = s.glow
    out[1] = s.round
    out[2] = s.phase
    out[3] = s.deck.n
    out[4] = s.keeper_points
    for lamp in range(N_LAMPS):
        out[5 + lamp] = s.players[seat].hand[lamp]
    for i in range(MAX_PLAYERS):
        at = 5 + N_LAMPS + 3 * i
        if i < s.n:
            player = s.players[(seat + i) % s.n]
            out[at] = player.points
            out[at + 1] = player.matches
            out[at + 2] = player.held
        else:
            out[at] = 0
            out[at + 1] = 0
            out[at + 2] = 0
