"""What a seat of Lamp Room knows, and what it must imagine."""

from pithead.kit import Fast, fast_shuffle, fill, fork, pop, push, rule

from .state import COPIES, N_LAMPS, State


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
