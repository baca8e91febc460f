"""Changes everything that a player of Mine Out cannot see.

Hidden are: the order of the deck; the cards that others drew from it unseen (cards they were seen to take are not); and
the future of chance. What was drawn from an earlier deck is known as a set, so it only changes hands.
"""

import random
from typing import Any


def _player_of(s: Any, seat: int) -> int:
    return seat // 2 if s.n == 2 else seat


def scramble(s: Any, seat: int, chance: random.Random) -> None:
    """Deal all hidden cards anew."""
    hidden: dict[int, list[tuple[Any, int]]] = {}
    for number in range(s.n_seats):
        owner = s.seats[number]
        if _player_of(s, number) != seat:
            for i in range(owner.held):
                if owner.unseen[i] > 0:
                    hidden.setdefault(owner.unseen[i], []).append((owner, i))
    for age, slots in hidden.items():
        if age > 1:
            cards = [owner.hand[i] for owner, i in slots]
            chance.shuffle(cards)
            for (owner, i), card in zip(slots, cards, strict=True):
                owner.hand[i] = card
    cards = list(s.deck.items[: s.deck.n]) + [owner.hand[i] for owner, i in hidden.get(1, [])]
    chance.shuffle(cards)
    for owner, i in hidden.get(1, []):
        owner.hand[i] = cards.pop()
    s.deck.items[: s.deck.n] = cards
    s.rng.key[:] = [chance.getrandbits(32) for _ in range(8)]
    s.rng.used = 16
    s.rng.block[:] = [0] * 16
