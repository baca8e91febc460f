"""Changes everything that a seat of Coal Baron cannot see.

Hidden from a seat: the order of the two piles, except what it put back itself; of a batch that it looked at before
another did, where in the batch each item is; which items another player is looking at; and the generator.
"""

import random
from typing import Any


def scramble(s: Any, seat: int, chance: random.Random) -> None:
    """Deal the hidden items anew."""
    me = 1 << seat
    for number, pile in enumerate(s.piles):
        hands = [s.drawn, s.arranged] if s.pile == number and s.current != seat else []
        slots = [Slot(pile, at) for at in range(pile.n)]
        slots += [Slot(hand, at) for hand in hands for at in range(hand.n)]
        # A place whose item the seat knows exactly stays; the items it saw in a batch stay in that batch.
        free = [slot for slot in slots if not slot.placed & me]
        for batch in {slot.batch for slot in free} - {0}:
            members = [slot for slot in free if slot.batch == batch]
            contents = [(slot.item, slot.seen & me) for slot in members]
            chance.shuffle(contents)
            for slot, (item, seen) in zip(members, contents, strict=True):
                slot.item = item
                slot.seen = (slot.seen & ~me) | seen
        unknown = [slot for slot in free if not slot.seen & me]
        items = [slot.item for slot in unknown]
        chance.shuffle(items)
        for slot, item in zip(unknown, items, strict=True):
            slot.item = item
    s.rng.key[:] = [chance.getrandbits(32) for _ in range(8)]


class Slot:
    """A place in a pile or in a hand."""

    def __init__(self, home: Any, at: int) -> None:
        self._home, self._at = home, at
        self.placed: int = home.placed[at] if hasattr(home, "placed") else 0
        self.batch: int = home.batch[at] if hasattr(home, "batch") else -1

    @property
    def item(self) -> int:
        return int(self._home.items[self._at])

    @item.setter
    def item(self, item: int) -> None:
        self._home.items[self._at] = item

    @property
    def seen(self) -> int:
        return int(self._home.seen[self._at])

    @seen.setter
    def seen(self, seen: int) -> None:
        self._home.seen[self._at] = seen
