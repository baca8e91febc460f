"""Preparation: the board, the mines, the draft of the first orders."""

from pithead.kit import Cells, begin, draw, emit, fill, rule, seed, shuffle

from .. import state as st
from ..state import Act, Drawn, Event, Option, Phase, Pile, Player, State
from .draw_five import reveal_top
from .orders import gain_order
from .placement import call_workers_home


@rule
def setup_problem(players: int, options: Cells) -> int:
    """0, or the number of the reason why these options do not fit."""
    space = st.ORDER_SPACE[st.LEFTOVER_SLOT[options[Option.LEFTOVER_DRAFT_CARD]]]
    return 1 if players < st.SPACE_MIN_PLAYERS[space] else 0  # R2


@rule
def setup(s: State, players: int, options: Cells, key: Cells) -> None:
    """Build the whole table up to the first card of the draft."""
    seed(s.rng, key, 0)
    for i in range(len(s.options)):
        s.options[i] = options[i]
    s.n = players
    s.shift = st.DRAFT_SHIFT
    s.drafted = 0
    s.barrier = 0
    clear_turn(s)
    set_out_tiles(s)
    fill(s.supply, st.CUBES if options[Option.CUBE_LIMIT] else st.ENOUGH_CUBES)
    for p in range(st.MAX_PLAYERS):
        open_mine(s, s.players[p], p < players)
    s.issued = st.FRANCS[players] * players
    call_workers_home(s)
    s.first = draw(s.rng, players)  # R1
    set_out_draft(s)
    s.current = (s.first + players - 1) % players
    s.phase = Phase.DRAFT
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
    for i in range(st.DRAW_SIZE):
        hand.items[i] = 0
        hand.seen[i] = 0


@rule
def open_mine(s: State, player: Player, plays: bool) -> None:
    """An empty mine; for a player one with coal on the printed carts, workers and francs."""
    player.points = 0
    player.francs = st.FRANCS[s.n] if plays else 0
    player.workers = 0
    player.canteen = 0
    player.bank = 0
    player.level = st.SURFACE
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
    for colour in range(st.N_COLOURS):
        carts = st.BASE_CARTS[colour] if plays else 0
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
    pile = s.piles[st.TILES]
    new_pile(pile)
    for copy in range(st.TILE_COPIES):
        for tile in range(st.N_TILES):
            pile.items[copy * st.N_TILES + tile] = tile
    pile.n = st.N_TILES * st.TILE_COPIES
    shuffle(s.rng, pile.items, pile.n)
    for slot in range(st.N_FACTORY):  # R2: a stop tile closes the slot too
        s.factory[slot] = reveal_top(pile) if s.n >= st.SPACE_MIN_PLAYERS[st.FACTORY_SPACE[slot]] else st.NONE


@rule
def set_out_draft(s: State) -> None:
    """Shuffle the orders; three for each player and one more are turned up."""
    pile = s.piles[st.ORDERS]
    new_pile(pile)
    for card in range(st.N_ORDERS):
        pile.items[card] = card
        s.order_at[card] = st.IN_PILE
        s.missing[card] = st.ORDER_SIZE[card]
        for colour in range(st.N_COLOURS):
            s.needs[card][colour] = st.ORDER_SQUARES[card][colour]
        fill(s.cubes[card], 0)
        fill(s.squares[card], st.EMPTY)
    pile.n = st.N_ORDERS
    shuffle(s.rng, pile.items, pile.n)
    fill(s.display, st.NONE)
    for _ in range(st.DRAFT_REVEAL[s.n]):
        s.order_at[reveal_top(pile)] = st.IN_DRAFT


@rule
def legal_drafts(s: State, out: Cells) -> int:
    """Any card of the row."""
    k = 0
    for card in range(st.N_ORDERS):
        if s.order_at[card] == st.IN_DRAFT:
            out[k] = Act.DRAFT + card
            k += 1
    return k


@rule
def draft(s: State, card: int) -> None:
    """Take a card of the row."""
    emit(s, Event.DRAFTED, s.current, card)
    gain_order(s, card)
    s.drafted += 1
    s.phase = Phase.DONE


@rule
def next_drafter(s: State) -> None:
    """R4: counter-clockwise, the first player last, the same way every lap."""
    s.current = (s.current + s.n - 1) % s.n
    s.phase = Phase.DRAFT


@rule
def set_out_orders(s: State) -> None:
    """R3: the card nobody drafted goes to its space, new ones to the other open spaces."""
    leftover = st.LEFTOVER_SLOT[s.options[Option.LEFTOVER_DRAFT_CARD]]
    for card in range(st.N_ORDERS):
        if s.order_at[card] == st.IN_DRAFT:
            lay_out_order(s, leftover, card)
    for slot in range(st.N_ORDER_SLOTS):
        if slot != leftover and s.n >= st.SPACE_MIN_PLAYERS[st.ORDER_SPACE[slot]]:  # R2
            lay_out_order(s, slot, reveal_top(s.piles[st.ORDERS]))
    s.barrier += 1


@rule
def lay_out_order(s: State, slot: int, card: int) -> None:
    """A card face up on an order space."""
    s.display[slot] = card
    s.order_at[card] = st.ON_DISPLAY
    emit(s, Event.NEW_ORDER, st.ORDER_SPACE[slot], card)
