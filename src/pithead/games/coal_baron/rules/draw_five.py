"""Drawing five: look, keep one or none, put the others back on one end in any order.

The piles also remember which seat knows what, because determinizations must respect it. Nothing else reads that.
"""

from pithead.kit import Cells, emit, rule

from .. import state as st
from ..state import Act, Drawn, Event, Phase, Pile, State


@rule
def draw_five(s: State, pile: int) -> None:
    """R11: up to five items from the top. R47: only the actor sees them."""
    s.pile = pile
    deck = s.piles[pile]
    count = min(st.DRAW_SIZE, deck.n + 0)
    forget_cut_batch(deck, deck.n - count)
    emit(s, Event.DREW, s.current, pile, count)
    for _ in range(count):
        at = deck.n - 1
        emit(s, Event.SAW_TILE if pile == st.TILES else Event.SAW_ORDER, s.current, deck.items[at])
        hold(s.drawn, deck.items[at] + 0, deck.seen[at] + 0)
        drop_top(deck)
    s.barrier += 1
    s.phase = Phase.KEEP_TILE if pile == st.TILES else Phase.KEEP_ORDER


@rule
def forget_cut_batch(deck: Pile, cut: int) -> None:
    """Who only knows that an item is somewhere in a batch forgets it when the batch is torn apart."""
    if cut > 0 and deck.batch[cut] > st.UNTOUCHED and deck.batch[cut] == deck.batch[cut - 1]:
        for i in range(deck.n):
            if deck.batch[i] == deck.batch[cut]:
                deck.seen[i] = deck.placed[i]


@rule
def reveal_top(deck: Pile) -> int:
    """Turn up the top item; −1 from an empty pile."""
    if deck.n == 0:
        return -1
    top = deck.n - 1
    item = deck.items[top] + 0
    if deck.batch[top] > st.UNTOUCHED:
        mistake_equals(deck, top)
    drop_top(deck)
    return item


@rule
def mistake_equals(deck: Pile, top: int) -> None:
    """Nobody can tell equal tiles of a batch apart: who had seen this one may have seen that one."""
    for i in range(top):
        if deck.batch[i] == deck.batch[top] and deck.items[i] == deck.items[top]:
            mistaken = deck.seen[i] & ~deck.placed[i] & ~deck.seen[top]
            deck.seen[i] -= mistaken
            deck.seen[top] += mistaken


@rule
def drop_top(deck: Pile) -> None:
    """Take the top item off, with what is known of it."""
    deck.n -= 1
    deck.items[deck.n] = 0
    deck.batch[deck.n] = 0
    deck.seen[deck.n] = 0
    deck.placed[deck.n] = 0


@rule
def hold(hand: Drawn, item: int, seen: int) -> None:
    """Add an item to those in hand."""
    hand.items[hand.n] = item
    hand.seen[hand.n] = seen
    hand.n += 1


@rule
def take_drawn(hand: Drawn, item: int) -> int:
    """Take an item out of the hand; returns the mask of those who had seen it before."""
    at = 0
    while hand.items[at] != item:
        at += 1
    seen = hand.seen[at] + 0
    hand.n -= 1
    for i in range(at, hand.n):
        hand.items[i] = hand.items[i + 1]
        hand.seen[i] = hand.seen[i + 1]
    hand.items[hand.n] = 0
    hand.seen[hand.n] = 0
    return seen


@rule
def keep_drawn(hand: Drawn, item: int) -> None:
    """Take the kept item; equal ones that others had seen may be this one."""
    seen = take_drawn(hand, item)
    for i in range(hand.n):
        if hand.items[i] == item:
            mistaken = hand.seen[i] & ~seen
            hand.seen[i] -= mistaken
            seen += mistaken


@rule
def legal_keeps(s: State, out: Cells) -> int:
    """Each distinct item that the actor can pay, or none. R10: with little money only none may remain."""
    if s.pile == st.TILES:
        k = list_distinct(s, Act.KEEP_TILE, s.players[s.current].francs + 0, out)
    else:
        k = list_distinct(s, Act.KEEP_ORDER, 0, out)
    out[k] = Act.KEEP_NONE
    return k + 1


@rule
def legal_next(s: State, out: Cells) -> int:
    """Each distinct leftover."""
    return list_distinct(s, Act.NEXT_TILE if s.pile == st.TILES else Act.NEXT_ORDER, 1000, out)


@rule
def list_distinct(s: State, base: int, francs: int, out: Cells) -> int:
    """The items in hand as decisions from `base` on, ascending, equal ones once, tiles up to a price."""
    k = 0
    for i in range(s.drawn.n):
        item = s.drawn.items[i] + 0
        if s.pile == st.TILES and st.TILE_PRICE[item] > francs:
            continue
        at = k
        while at > 0 and out[at - 1] > base + item:
            at -= 1
        if at > 0 and out[at - 1] == base + item:
            continue
        for j in range(k, at, -1):
            out[j] = out[j - 1]
        out[at] = base + item
        k += 1
    return k


@rule
def put_back_leftovers(s: State) -> None:
    """R12: all leftovers go to one end; on an empty pile both ends are the same."""
    if s.drawn.n == 0:
        s.phase = Phase.DONE
    elif s.piles[s.pile].n == 0:
        choose_end(s, st.TOP_END)
    else:
        s.phase = Phase.PILE_END


@rule
def choose_end(s: State, end: int) -> None:
    """Announce the end and the number of the leftovers."""
    s.end = end
    emit(s, Event.PUT_BACK, s.current, s.pile, s.drawn.n, end)
    arrange(s)


@rule
def arrange_next(s: State, item: int) -> None:
    """R13: the leftovers are listed from the topmost down, in any order and in secret."""
    hold(s.arranged, item, take_drawn(s.drawn, item))
    arrange(s)


@rule
def arrange(s: State) -> None:
    """Ask for the next leftover until those that remain are alike."""
    for i in range(1, s.drawn.n):
        if s.drawn.items[i] != s.drawn.items[0]:
            s.phase = Phase.ARRANGE
            return
    while s.drawn.n > 0:
        item = s.drawn.items[0] + 0
        hold(s.arranged, item, take_drawn(s.drawn, item))
    return_arranged(s)
    s.phase = Phase.DONE


@rule
def return_arranged(s: State) -> None:
    """Put the list on its end of the pile, its first item nearest the top (R13), and remember who knows it."""
    deck = s.piles[s.pile]
    count = s.arranged.n + 0
    start = deck.n + 0
    if s.end == st.BOTTOM_END:
        start = 0
        for i in range(deck.n - 1, -1, -1):
            deck.items[i + count] = deck.items[i]
            deck.batch[i + count] = deck.batch[i]
            deck.seen[i + count] = deck.seen[i]
            deck.placed[i + count] = deck.placed[i]
    deck.n += count
    deck.batches += 1
    actor = 1 << s.current
    for i in range(count):
        at = start + count - 1 - i
        deck.items[at] = s.arranged.items[i]
        deck.batch[at] = deck.batches
        deck.seen[at] = s.arranged.seen[i] | actor
        deck.placed[at] = actor
        s.arranged.items[i] = 0
        s.arranged.seen[i] = 0
    s.arranged.n = 0
