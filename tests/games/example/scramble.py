"""Changes everything that a seat of Lamp Room cannot see: the other hands and the deck."""

import random
from typing import Any


def scramble(s: Any, seat: int, chance: random.Random) -> None:
    """Deal the hidden lamps anew."""
    hidden = s.deck.items[: s.deck.n]
    others = [p for p in range(s.n) if p != seat]
    for p in others:
        for lamp, count in enumerate(s.players[p].hand):
            hidden += [lamp] * count
    chance.shuffle(hidden)
    for p in others:
        s.players[p].hand[:] = [0] * len(s.players[p].hand)
        for _ in range(s.players[p].held):
            s.players[p].hand[hidden.pop()] += 1
    s.deck.items[: s.deck.n] = hidden
    s.rng.key[:] = [chance.getrandbits(32) for _ in range(8)]
