"""Changes everything that a seat of MINE! cannot see.

Hidden are: the hands of the others, their face-down cards and the targets of their looters, the order of the deck and
of the remaining die cards, the dummy's pile, and the future. Cards change places so that the seat could not tell: event
cards lie only on Events, what is left of a starting hand stays with its owner, and only cards drawn since the last
shuffle change places with the deck or with other hands.
"""

import random
from typing import Any

WATCHTOWER, MINE, RECRUITMENT = 3, 5, 6
HIDDEN_TARGETS = 6
SHUFFLES = {"reshuffled"}
"""Events after which cards that everybody saw, such as those that the dummy set aside, are hidden again."""


def scramble(s: Any, seat: int, chance: random.Random) -> None:
    """A different table that looks the same from the seat."""
    s.rng.key[:] = [chance.getrandbits(32) for _ in range(8)]
    shuffle_pile(s.die_deck, chance)
    others = [p for p in range(s.seats) if p != seat]
    for p in others:
        for _ in range(12):
            swap_on_the_board(s, p, chance)
        swap_targets(s, p, chance)
    for _ in range(40):
        p = chance.choice(others)
        q = chance.choice([*others, None])
        if q is None:
            swap_with_the_deck(s, p, chance)
        elif p != q:
            swap_hands(s, p, q, chance)
    shuffle_pile(s.deck, chance)


def shuffle_pile(pile: Any, chance: random.Random) -> None:
    items = pile.items[: pile.n]
    chance.shuffle(items)
    pile.items[: pile.n] = items


def face_down(player: Any) -> list[Any]:
    """The heaps of professions that nobody but their owner can read."""
    heaps = [player.sites[i] for i, place in enumerate((WATCHTOWER, MINE, RECRUITMENT)) if player.shown < place]
    if player.shown < WATCHTOWER:
        heaps += [player.stacks[i].cards for i in range(player.n_stacks)]
    return heaps


def some(counts: Any, end: int, chance: random.Random) -> int | None:
    """A random card among the first `end` kinds of a heap."""
    kinds = [kind for kind in range(end) for _ in range(counts[kind])]
    return chance.choice(kinds) if kinds else None


def swap(a: Any, kind: int, b: Any, other: int) -> None:
    a[kind] -= 1
    b[other] -= 1
    a[other] += 1
    b[kind] += 1


def swap_on_the_board(s: Any, p: int, chance: random.Random) -> None:
    """A profession in hand and one face down, or two face down, change places; so do two events."""
    player = s.players[p]
    professions = len(player.known)
    heaps = [player.hand, *face_down(player)]
    a, b = chance.choice(heaps), chance.choice(heaps)
    kind, other = some(a, professions, chance), some(b, professions, chance)
    if a is not b and kind is not None and other is not None:
        swap(a, kind, b, other)
    if player.shown == 0:
        mine = [event for event, count in enumerate(player.events) if count]
        held = [event for event in range(len(player.events)) if player.hand[professions + event]]
        if mine and held:
            out, back = chance.choice(mine), chance.choice(held)
            player.events[out] -= 1
            player.events[back] += 1
            player.hand[professions + back] -= 1
            player.hand[professions + out] += 1


def swap_targets(s: Any, p: int, chance: random.Random) -> None:
    """Other targets for the stacks; the dummy's stay among seats with coal."""
    player = s.players[p]
    if player.shown >= WATCHTOWER or not s.options[HIDDEN_TARGETS]:
        return
    is_dummy = p >= s.n
    possible = [t for t in range(s.seats) if t != p and (s.players[t].coal > 0 or not is_dummy)]
    for i, target in enumerate(chance.sample(possible, player.n_stacks)):
        player.stacks[i].target = target


def can_give(s: Any, p: int, kind: int) -> bool:
    """Whether a card in hand may be one that was drawn since the last shuffle, and none that everybody knows of."""
    player = s.players[p]
    if kind >= len(player.known):
        return bool(player.drawn[kind] > 0)
    held = player.hand[kind] + sum(heap[kind] for heap in face_down(player))
    return bool(player.drawn[kind] > 0 and held > player.known[kind] and player.revealed[kind] == 0)


def swap_with_the_deck(s: Any, p: int, chance: random.Random) -> None:
    player = s.players[p]
    kind = some(player.hand, len(player.hand), chance)
    if kind is None or s.deck.n == 0 or not can_give(s, p, kind):
        return
    at = chance.randrange(s.deck.n)
    other = s.deck.items[at]
    if p >= s.n and other >= len(player.known):
        return
    s.deck.items[at] = kind
    for counts in (player.hand, player.drawn):
        counts[kind] -= 1
        counts[other] += 1


def swap_hands(s: Any, p: int, q: int, chance: random.Random) -> None:
    a, b = s.players[p], s.players[q]
    kind, other = some(a.hand, len(a.hand), chance), some(b.hand, len(b.hand), chance)
    if kind is None or other is None or not (can_give(s, p, kind) and can_give(s, q, other)):
        return
    if (p >= s.n and other >= len(a.known)) or (q >= s.n and kind >= len(a.known)):
        return
    for heaps in ((a.hand, b.hand), (a.drawn, b.drawn)):
        swap(heaps[0], kind, heaps[1], other)
