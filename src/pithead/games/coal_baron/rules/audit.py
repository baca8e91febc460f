"""Conservation: nothing is created or lost."""

from pithead.kit import rule, total

from .. import state as st
from ..state import Option, Player, State
from .scoring import empty_carts

CUBES_LOST, WORKERS_LOST, TILES_LOST, ORDERS_LOST, FRANCS_LOST, POINTS_LOST, MINE_WRONG, ORDER_WRONG = range(1, 9)


@rule
def audit(s: State) -> int:
    """0, or the number of the violated invariant."""
    if not cubes_conserved(s):
        return CUBES_LOST
    if not workers_conserved(s):
        return WORKERS_LOST
    if not tiles_conserved(s):
        return TILES_LOST
    if not orders_conserved(s):
        return ORDERS_LOST
    francs = 0
    for p in range(s.n):
        player = s.players[p]
        francs += player.francs
        if player.francs < 0:
            return FRANCS_LOST
        if total(player.earned) != player.points:
            return POINTS_LOST
        if not mine_holds(player):
            return MINE_WRONG
        if not orders_hold(s, player):
            return ORDER_WRONG
    return 0 if francs == s.issued else FRANCS_LOST


@rule
def cubes_conserved(s: State) -> bool:
    """Every cube of a colour is in the supply, on a cart, in a cage, in a storage or on an outstanding order."""
    cubes = st.CUBES if s.options[Option.CUBE_LIMIT] else st.ENOUGH_CUBES
    for colour in range(st.N_COLOURS):
        count = s.supply[colour] + 0
        if count < 0:
            return False
        for p in range(s.n):
            player = s.players[p]
            count += player.cage[colour] + player.storage[colour]
            if player.cage[colour] < 0 or player.storage[colour] < 0:
                return False
            for level in range(st.N_COLOURS):
                count += player.coal[level][colour]
            for i in range(player.orders.n):
                count += s.cubes[player.orders.items[i]][colour]
        if count != cubes:
            return False
    return True


@rule
def workers_conserved(s: State) -> bool:
    """Every worker is in the reserve, on a space, at the bank or in the canteen."""
    for p in range(s.n):
        player = s.players[p]
        count = player.workers + player.canteen + player.bank
        for space in range(st.N_SPACES):
            if s.owner_of[space] == p:
                count += s.workers_on[space]
        if count != st.WORKERS[s.n] or player.workers < 0:
            return False
    return True


@rule
def tiles_conserved(s: State) -> bool:
    """Every copy of a tile is in the pile, in the factory, in the hands of who drew it or in a mine."""
    in_hand = s.pile == st.TILES
    for tile in range(st.N_TILES):
        count = 0
        for slot in range(st.N_FACTORY):
            count += s.factory[slot] == tile
        for p in range(s.n):
            count += s.players[p].tiles[tile]
        for i in range(s.piles[st.TILES].n):
            count += s.piles[st.TILES].items[i] == tile
        if in_hand:
            for i in range(s.drawn.n):
                count += s.drawn.items[i] == tile
            for i in range(s.arranged.n):
                count += s.arranged.items[i] == tile
        if count != st.TILE_COPIES:
            return False
    return True


@rule
def orders_conserved(s: State) -> bool:
    """Every card is in exactly one place."""
    found = 0
    once = 0
    pile = s.piles[st.ORDERS]
    for i in range(pile.n):
        found += 1
        once += 1 << pile.items[i]
        if s.order_at[pile.items[i]] != st.IN_PILE:
            return False
    if s.pile == st.ORDERS:
        for i in range(s.drawn.n):
            found += 1
            once += 1 << s.drawn.items[i]
        for i in range(s.arranged.n):
            found += 1
            once += 1 << s.arranged.items[i]
    for slot in range(st.N_ORDER_SLOTS):
        if s.display[slot] != st.NONE:
            found += 1
            once += 1 << s.display[slot]
            if s.order_at[s.display[slot]] != st.ON_DISPLAY:
                return False
    for p in range(s.n):
        for i in range(s.players[p].orders.n):
            card = s.players[p].orders.items[i] + 0
            found += 1
            once += 1 << card
            if s.order_at[card] != st.OUTSTANDING + p:
                return False
    for card in range(st.N_ORDERS):
        if s.order_at[card] == st.IN_DRAFT or s.order_at[card] >= st.DELIVERED:
            found += 1
            once += 1 << card
    return found == st.N_ORDERS and once == (1 << st.N_ORDERS) - 1


@rule
def mine_holds(player: Player) -> bool:
    """The cage is not overloaded, and no level holds more coal than carts, which are those of its tiles."""
    if total(player.cage) > st.CAGE_SLOTS or player.level < 0 or player.level > st.N_COLOURS:
        return False
    for colour in range(st.N_COLOURS):
        carts = player.carts[colour] + 0
        for tile in range(st.N_TILES):
            if st.TILE_COLOUR[tile] == colour:
                carts -= player.tiles[tile] * st.TILE_CARTS[tile]
        if carts != st.BASE_CARTS[colour] or empty_carts(player, colour) < 0:
            return False
    return True


@rule
def cubes_on_squares(s: State, card: int, filled: int) -> int:
    """One or two cubes for every filled square; −1 if not so many are filled."""
    cubes = 0
    for square in s.squares[card]:
        if square != st.EMPTY:
            filled -= 1
            cubes += 1 if square == st.FILLED_BY_ONE else 2
    return cubes if filled == 0 else -1


@rule
def orders_hold(s: State, player: Player) -> bool:
    """Squares filled hold one or two cubes each; the counts of complete orders are right."""
    for vehicle in range(st.N_VEHICLES):
        complete = 0
        for i in range(player.orders.n):
            card = player.orders.items[i] + 0
            if i > 0 and card <= player.orders.items[i - 1]:
                return False
            filled = st.ORDER_SIZE[card] - s.missing[card]
            if total(s.needs[card]) != s.missing[card] or total(s.cubes[card]) != cubes_on_squares(s, card, filled):
                return False
            if st.ORDER_VEHICLE[card] == vehicle and s.missing[card] == 0:
                complete += 1
        if complete != player.complete[vehicle]:
            return False
    return True
