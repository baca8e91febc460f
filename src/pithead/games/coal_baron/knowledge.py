"""What a seat of Coal Baron knows, and what it must imagine.

Hidden are the orders of the two piles, and the items that somebody is just looking at. A seat remembers what it put
back itself: item by item until another looks at them, and from then on that they are among those returned. Delivered
orders were public when they were delivered, so nobody has to imagine them.
"""

from pithead.kit import Fast, fast_draw, fork, rule

from .rules.draw_five import drop_top
from .state import Drawn, Pile, State


@rule
def determinize(s: State, seat: int, fast: Fast) -> None:
    """Re-deal both piles, and what another player is looking at, within what the seat remembers."""
    fork(s.rng, fast)
    for pile in range(2):
        if s.pile == pile and s.current != seat:
            look_away(s, s.piles[pile])
            imagine(s.piles[pile], seat, fast)
            look_again(s, s.piles[pile])
        else:
            imagine(s.piles[pile], seat, fast)
    for i in range(s.drawn.n):
        s.drawn.seen[i] &= 1 << seat
    for i in range(s.arranged.n):
        s.arranged.seen[i] &= 1 << seat


@rule
def look_away(s: State, pile: Pile) -> None:
    """Lay what another player looks at on the pile for a moment, as a batch of its own."""
    for i in range(s.drawn.n):
        lay_on(pile, s.drawn, i)
    for i in range(s.arranged.n):
        lay_on(pile, s.arranged, i)


@rule
def lay_on(pile: Pile, hand: Drawn, i: int) -> None:
    """An item from a hand goes on top."""
    pile.items[pile.n] = hand.items[i]
    pile.seen[pile.n] = hand.seen[i]
    pile.batch[pile.n] = pile.batches + 1
    pile.n += 1


@rule
def look_again(s: State, pile: Pile) -> None:
    """Give as many items back into the hands."""
    for i in range(s.arranged.n - 1, -1, -1):
        take_off(pile, s.arranged, i)
    for i in range(s.drawn.n - 1, -1, -1):
        take_off(pile, s.drawn, i)


@rule
def take_off(pile: Pile, hand: Drawn, i: int) -> None:
    """The top item goes into a hand."""
    hand.items[i] = pile.items[pile.n - 1]
    hand.seen[i] = pile.seen[pile.n - 1]
    drop_top(pile)


@rule
def imagine(pile: Pile, seat: int, fast: Fast) -> None:
    """Shuffle what the seat does not know.

    First everything hidden is brought into an order of its own, so that the truth cannot show through.
    """
    me = 1 << seat
    for i in range(pile.n):
        pile.seen[i] = pile.placed[i] | (pile.seen[i] & me)  # what others saw among a batch is their secret
    gather_batches(pile, me)
    sort_unknown(pile, me)
    for i in range(pile.n - 1, 0, -1):
        if not pile.seen[i] & me:
            j = fast_draw(fast, i + 1)
            while pile.seen[j] & me:
                j = fast_draw(fast, i + 1)
            swap_items(pile, i, j)
    shuffle_batches(pile, me, fast)


@rule
def gather_batches(pile: Pile, me: int) -> None:
    """In every batch that another arranged: first what the seat knows to be there, ascending, then the rest."""
    for i in range(pile.n):
        if pile.seen[i] & me and not pile.placed[i] & me:
            for j in range(i):
                if pile.batch[j] == pile.batch[i]:
                    if not pile.seen[j] & me:
                        swap_with_memory(pile, i, j)
                        break
                    if pile.items[j] > pile.items[i]:
                        swap_items(pile, i, j)


@rule
def sort_unknown(pile: Pile, me: int) -> None:
    """Unknown items in ascending order over the unknown places."""
    for i in range(pile.n):
        if not pile.seen[i] & me:
            for j in range(i):
                if not pile.seen[j] & me and pile.items[j] > pile.items[i]:
                    swap_items(pile, i, j)


@rule
def shuffle_batches(pile: Pile, me: int, fast: Fast) -> None:
    """What the seat knows to be in a batch can be anywhere in it."""
    start = 0
    for i in range(pile.n):
        if i > 0 and pile.batch[i] != pile.batch[i - 1]:
            start = i
        if pile.batch[i] > 0 and not pile.placed[i] & me:
            swap_with_memory(pile, i, start + fast_draw(fast, i - start + 1))


@rule
def swap_items(pile: Pile, i: int, j: int) -> None:
    """Exchange two items."""
    held = pile.items[i] + 0
    pile.items[i] = pile.items[j]
    pile.items[j] = held


@rule
def swap_with_memory(pile: Pile, i: int, j: int) -> None:
    """Exchange two items of a batch together with who has seen them."""
    swap_items(pile, i, j)
    held = pile.seen[i] + 0
    pile.seen[i] = pile.seen[j]
    pile.seen[j] = held
