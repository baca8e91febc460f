"""What a seat of Coal Baron knows, and what it must imagine.

Hidden are the orders of the two piles, and the items that somebody is just looking at. A seat remembers what it put
back itself: item by item until another looks at them, and from then on that they are among those returned. Delivered
orders were public when they were delivered, so nobody has to imagine them.
"""

from pithead.kit import Cells, Fast, fast_draw, fork, rule

from .rules.draw_five import drop_top
from .state import (
    DELIVERED,
    DRAW_SIZE,
    MAX_PLAYERS,
    N_COLOURS,
    N_FACTORY,
    N_ORDER_SLOTS,
    N_ORDERS,
    N_SPACES,
    N_TILES,
    N_VEHICLES,
    OUTSTANDING,
    Drawn,
    Pile,
    Player,
    State,
)


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


# The observation in named groups with their lengths; players count clockwise from the own seat, which is +0.
_TABLE = (
    ("phase", 1),
    ("shift", 1),
    ("number of players", 1),
    ("player to move", 1),
    ("first player", 1),
    ("moves left", 1),
    ("carts of the new tile still to fill", 1),
    ("colour of the new tile", 1),
    ("card of the two for one", 1),
    ("colour of the two for one", 1),
    ("tiles in the pile", 1),
    ("orders in the pile", 1),
    ("coal supply by colour", N_COLOURS),
    ("workers by space", N_SPACES),
    ("1 + owner of the workers by space, 0 on a free one", N_SPACES),
    ("tile by factory slot, −1 on an empty one", N_FACTORY),
    ("order by display slot, −1 on an empty one", N_ORDER_SLOTS),
    ("empty squares by order", N_ORDERS),
    (
        f"place by order (pile 0, display 1, draft 2, held {OUTSTANDING} + player, delivered {DELIVERED} + player)",
        N_ORDERS,
    ),
)
_DEPTH = (
    ("1 + item in the own hand, 0 without", 1),
    ("1 + item the seat has laid back, 0 without", 1),
    ("1 + tile known at this depth of the pile, 0 unknown", 1),
    ("1 + order known at this depth of the pile, 0 unknown", 1),
)
_MINE = (
    ("points", 1),
    ("francs", 1),
    ("workers in reserve", 1),
    ("workers in the canteen", 1),
    ("workers in the bank", 1),
    ("level of the cage", 1),
    ("delivered orders", 1),
    ("cage by colour", N_COLOURS),
    ("storage by colour", N_COLOURS),
    ("carts by colour", N_COLOURS),
    ("coal on carts by colour of cart, then of coal", N_COLOURS * N_COLOURS),
    ("tiles by kind", N_TILES),
    ("complete orders by vehicle", N_VEHICLES),
    ("delivered squares by colour", N_COLOURS),
    ("delivered squares by vehicle", N_VEHICLES),
)
LAYOUT: tuple[tuple[str, int], ...] = (
    *_TABLE,
    *((f"depth {i}: {name}", length) for i in range(DRAW_SIZE) for name, length in _DEPTH),
    *((f"seat +{i}: {name}", length) for i in range(MAX_PLAYERS) for name, length in _MINE),
)
MINE_FEATURES = sum(length for _, length in _MINE)
N_FEATURES = sum(length for _, length in LAYOUT)


@rule
def features(s: State, seat: int, out: Cells) -> None:
    """The table, then all mines clockwise from the own one; a player number counts clockwise from the seat."""
    k = table_features(s, seat, out)
    for i in range(MAX_PLAYERS):
        if i < s.n:
            k = mine_features(s.players[seat + i if seat + i < s.n else seat + i - s.n], out, k)
        else:
            for _ in range(MINE_FEATURES):
                out[k] = 0
                k += 1


@rule
def clockwise(s: State, player: int, seat: int) -> int:
    """How many places after the seat a player sits; compared, since a signed modulo is slow when compiled."""
    return player - seat if player >= seat else player - seat + s.n


@rule
def table_features(s: State, seat: int, out: Cells) -> int:
    """Turn, spaces, display, orders, and what the seat knows of the piles."""
    out[0] = s.phase
    out[1] = s.shift
    out[2] = s.n
    out[3] = clockwise(s, s.current + 0, seat)
    out[4] = clockwise(s, s.first + 0, seat)
    out[5] = s.moves
    out[6] = s.unfilled
    out[7] = s.level
    out[8] = s.swap
    out[9] = s.swap_colour
    out[10] = s.piles[0].n
    out[11] = s.piles[1].n
    k = append(s.supply, out, 12)
    k = append(s.workers_on, out, k)
    for space in range(N_SPACES):
        out[k] = 1 + clockwise(s, s.owner_of[space] + 0, seat) if s.workers_on[space] > 0 else 0
        k += 1
    k = append(s.factory, out, k)
    k = append(s.display, out, k)
    k = append(s.missing, out, k)
    for card in range(N_ORDERS):
        out[k] = relative_place(s, s.order_at[card] + 0, seat)
        k += 1
    for i in range(DRAW_SIZE):
        out[k] = 1 + s.drawn.items[i] if s.current == seat and i < s.drawn.n else 0
        out[k + 1] = 1 + s.arranged.items[i] if s.current == seat and i < s.arranged.n else 0
        out[k + 2] = known_from_top(s.piles[0], i, seat)
        out[k + 3] = known_from_top(s.piles[1], i, seat)
        k += 4
    return k


@rule
def append(values: Cells, out: Cells, k: int) -> int:
    """Copy some numbers; returns the next free place."""
    k = max(k, 0)  # it never is negative; saying so spares the compiled loop a test of every index
    for i in range(len(values)):
        out[k + i] = values[i]
    return k + len(values)


@rule
def relative_place(s: State, place: int, seat: int) -> int:
    """Where a card is, its player counted clockwise from the seat."""
    if place >= DELIVERED:
        return DELIVERED + clockwise(s, place - DELIVERED, seat)
    if place >= OUTSTANDING:
        return OUTSTANDING + clockwise(s, place - OUTSTANDING, seat)
    return place


@rule
def known_from_top(pile: Pile, depth: int, seat: int) -> int:
    """1 + the item that the seat knows to lie at a depth, or 0."""
    at = pile.n - 1 - depth
    if at < 0 or not pile.placed[at] & (1 << seat):
        return 0
    return 1 + pile.items[at]


@rule
def mine_features(player: Player, out: Cells, k: int) -> int:
    """One player, all of whose things are public."""
    out[k] = player.points
    out[k + 1] = player.francs
    out[k + 2] = player.workers
    out[k + 3] = player.canteen
    out[k + 4] = player.bank
    out[k + 5] = player.level
    out[k + 6] = player.delivered
    k = append(player.cage, out, k + 7)
    k = append(player.storage, out, k)
    k = append(player.carts, out, k)
    for colour in range(N_COLOURS):
        k = append(player.coal[colour], out, k)
    k = append(player.tiles, out, k)
    k = append(player.complete, out, k)
    return append(player.squares, out, k)
