"""Preparation: the board, the mines, the draft of the first orders."""

from pithead.kit import Cells, begin, draw, emit, fill, rule, seed, shuffle

from ..state import (
    BASE_CARTS,
    CUBE_LIMIT,
    CUBES,
    DONE,
    DRAFT,
    DRAFT_REVEAL,
    DRAFT_SHIFT,
    DRAFTED,
    DRAFTING,
    DRAW_SIZE,
    EMPTY,
    ENOUGH_CUBES,
    FACTORY_SPACE,
    FRANCS,
    IN_DRAFT,
    IN_PILE,
    LEFTOVER_DRAFT_CARD,
    LEFTOVER_SLOT,
    MAX_PLAYERS,
    N_COLOURS,
    N_FACTORY,
    N_ORDER_SLOTS,
    N_ORDERS,
    N_TILES,
    NEW_ORDER,
    NONE,
    ON_DISPLAY,
    ORDER_SIZE,
    ORDER_SPACE,
    ORDER_SQUARES,
    ORDERS,
    SPACE_MIN_PLAYERS,
    SURFACE,
    TILE_COPIES,
    TILES,
    Drawn,
    Pile,
    Player,
    State,
)
from .draw_five import reveal_top
from .orders import gain_order
from .placement import call_workers_home


@rule
def setup_problem(players: int, options: Cells) -> int:
    """0, or the number of the reason why these options do not fit."""
    space = ORDER_SPACE[LEFTOVER_SLOT[options[LEFTOVER_DRAFT_CARD]]]
    return 1 if players < SPACE_MIN_PLAYERS[space] else 0  # R2


@rule
def setup(s: State, players: int, options: Cells, key: Cells) -> None:
    """Build the whole table up to the first card of the draft."""
    seed(s.rng, key, 0)
    for i in range(len(s.options)):
        s.options[i] = options[i]
    s.n = players
    s.shift = DRAFT_SHIFT
    s.drafted = 0
    s.barrier = 0
    clear_turn(s)
    set_out_tiles(s)
    fill(s.supply, CUBES if options[CUBE_LIMIT] else ENOUGH_CUBES)
    for p in range(MAX_PLAYERS):
        open_mine(s, s.players[p], p < players)
    s.issued = FRANCS[players] * players
    call_workers_home(s)
    s.first = draw(s.rng, players)  # R1
    set_out_draft(s)
    s.current = (s.first + players - 1) % players
    s.phase = DRAFTING
    begin(s.rng, 1)


@rule
def clear_turn(s: State) -> None:
    """Nothing is under way."""
    s.moves = 0
    s.moves_given = 0
    s.refill = 0
    s.unfilled = 0
    s.level = 0
    s.pile = 0
    s.end = 0
    s.swap = 0
    s.swap_colour = 0
    s.swap_first = 0
    empty_hand(s.drawn)
    empty_hand(s.arranged)


@rule
def empty_hand(hand: Drawn) -> None:
    """Nothing in hand."""
    hand.n = 0
    for i in range(DRAW_SIZE):
        hand.items[i] = 0
        hand.seen[i] = 0


@rule
def open_mine(s: State, player: Player, plays: bool) -> None:
    """An empty mine; for a player one with coal on the printed carts, workers and francs."""
    player.points = 0
    player.francs = FRANCS[s.n] if plays else 0
    player.workers = 0
    player.canteen = 0
    player.bank = 0
    player.level = SURFACE
    player.delivered = 0
    player.orders.n = 0
    fill(player.orders.items, 0)
    fill(player.cage, 0)
    fill(player.storage, 0)
    fill(player.tiles, 0)
    fill(player.complete, 0)
    fill(player.squares, 0)
    fill(player.revealed, 0)
    fill(player.earned, 0)
    for colour in range(N_COLOURS):
        carts = BASE_CARTS[colour] if plays else 0
        fill(player.coal[colour], 0)
        player.carts[colour] = carts
        player.coal[colour][colour] = carts
        s.supply[colour] -= carts


@rule
def new_pile(pile: Pile) -> None:
    """An empty pile of which nobody knows anything."""
    pile.n = 0
    pile.batches = 0
    fill(pile.items, 0)
    fill(pile.batch, 0)
    fill(pile.seen, 0)
    fill(pile.placed, 0)


@rule
def set_out_tiles(s: State) -> None:
    """Shuffle the tiles; one on each open factory space."""
    pile = s.piles[TILES]
    new_pile(pile)
    for copy in range(TILE_COPIES):
        for tile in range(N_TILES):
            pile.items[copy * N_TILES + tile] = tile
    pile.n = N_TILES * TILE_COPIES
    shuffle(s.rng, pile.items, pile.n)
    for slot in range(N_FACTORY):  # R2: a stop tile closes the slot too
        s.factory[slot] = reveal_top(pile) if s.n >= SPACE_MIN_PLAYERS[FACTORY_SPACE[slot]] else NONE


@rule
def set_out_draft(s: State) -> None:
    """Shuffle the orders; three for each player and one more are turned up."""
    pile = s.piles[ORDERS]
    new_pile(pile)
    for card in range(N_ORDERS):
        pile.items[card] = card
        s.order_at[card] = IN_PILE
        s.missing[card] = ORDER_SIZE[card]
        for colour in range(N_COLOURS):
            s.needs[card][colour] = ORDER_SQUARES[card][colour]
        fill(s.cubes[card], 0)
        fill(s.squares[card], EMPTY)
    pile.n = N_ORDERS
    shuffle(s.rng, pile.items, pile.n)
    fill(s.display, NONE)
    for _ in range(DRAFT_REVEAL[s.n]):
        s.order_at[reveal_top(pile)] = IN_DRAFT


@rule
def legal_drafts(s: State, out: Cells) -> int:
    """Any card of the row."""
    k = 0
    for card in range(N_ORDERS):
        if s.order_at[card] == IN_DRAFT:
            out[k] = DRAFT + card
            k += 1
    return k


@rule
def draft(s: State, card: int) -> None:
    """Take a card of the row."""
    emit(s, DRAFTED, s.current, card)
    gain_order(s, card)
    s.drafted += 1
    s.phase = DONE


@rule
def next_drafter(s: State) -> None:
    """R4: counter-clockwise, the first player last, the same way every lap."""
    s.current = (s.current + s.n - 1) % s.n
    s.phase = DRAFTING


@rule
def set_out_orders(s: State) -> None:
    """R3: the card nobody drafted goes to its space, new ones to the other open spaces."""
    leftover = LEFTOVER_SLOT[s.options[LEFTOVER_DRAFT_CARD]]
    for card in range(N_ORDERS):
        if s.order_at[card] == IN_DRAFT:
            lay_out_order(s, leftover, card)
    for slot in range(N_ORDER_SLOTS):
        if slot != leftover and s.n >= SPACE_MIN_PLAYERS[ORDER_SPACE[slot]]:  # R2
            lay_out_order(s, slot, reveal_top(s.piles[ORDERS]))
    s.barrier += 1


@rule
def lay_out_order(s: State, slot: int, card: int) -> None:
    """A card face up on an order space."""
    s.display[slot] = card
    s.order_at[card] = ON_DISPLAY
    emit(s, NEW_ORDER, ORDER_SPACE[slot], card)
