"""What a value net sees of a position of Coal Baron: one seat's mine and orders against the best of the others."""

from pithead.kit import rule, total
from pithead.kit.observation import flag, number, observation

from . import state as st
from .rules.scoring import empty_carts, surplus_tiles
from .state import Phase, Player, State

MOST = 60  # what is more than this counts as this


@rule
def at_most(amount: int) -> int:
    """Money and points have no limit, inputs have."""
    return min(amount, MOST)


@rule
def coal_underground(player: Player, colour: int) -> int:
    """Cubes of a colour on all carts of a mine."""
    cubes = 0
    for gallery in range(st.N_COLOURS):
        cubes += player.coal[gallery][colour]
    return cubes


@rule
def open_squares(s: State, player: Player, colour: int) -> int:
    """Squares of a colour on outstanding orders that still lack coal."""
    squares = 0
    for i in range(player.orders.n):
        squares += s.needs[player.orders.items[i]][colour]
    return squares


@rule
def squares_with_coal(s: State, player: Player) -> int:
    """Squares of outstanding orders that have their coal."""
    squares = 0
    for i in range(player.orders.n):
        card = player.orders.items[i] + 0
        squares += st.ORDER_SIZE[card] - s.missing[card]
    return squares


@rule
def points_to_deliver(player: Player) -> int:
    """Printed points of the outstanding orders."""
    points = 0
    for i in range(player.orders.n):
        points += st.ORDER_POINTS[player.orders.items[i]]
    return points


@rule
def orders_for(player: Player, vehicle: int) -> int:
    """Outstanding orders that a vehicle delivers."""
    orders = 0
    for i in range(player.orders.n):
        if st.ORDER_VEHICLE[player.orders.items[i]] == vehicle:
            orders += 1
    return orders


@rule
def most_squares(s: State, seat: int, kind: int) -> int:
    """The most delivered squares of a colour or vehicle that another player has."""
    most = 0
    for p in range(s.n):
        if p != seat and s.players[p].squares[kind] > most:
            most = s.players[p].squares[kind] + 0
    return most


@rule
def most_carts(s: State, seat: int, colour: int) -> int:
    """The most carts of a colour that another player has."""
    most = 0
    for p in range(s.n):
        if p != seat and s.players[p].carts[colour] > most:
            most = s.players[p].carts[colour] + 0
    return most


@rule
def most_empty(s: State, seat: int, colour: int) -> int:
    """The most empty carts of a colour that another player has."""
    most = 0
    for p in range(s.n):
        if p != seat and empty_carts(s.players[p], colour) > most:
            most = empty_carts(s.players[p], colour)
    return most


@rule
def most_workers(s: State, seat: int) -> int:
    """The most workers that another player still has in reserve."""
    most = 0
    for p in range(s.n):
        if p != seat and s.players[p].workers > most:
            most = s.players[p].workers + 0
    return most


@rule
def most_francs(s: State, seat: int) -> int:
    """The most money that another player has."""
    most = 0
    for p in range(s.n):
        if p != seat and s.players[p].francs > most:
            most = s.players[p].francs + 0
    return most


@rule
def is_looking(s: State) -> bool:
    """Whether five drawn tiles or orders are being looked at."""
    return (s.phase == Phase.KEEP_TILE) | (s.phase == Phase.KEEP_ORDER)


_SORTS = st.N_COLOURS + st.N_VEHICLES

INPUTS = observation(
    lambda s: s.n,
    flag("shift, from the draft on", lambda s, me, i: s.shift == i, st.SHIFTS + 1),
    flag("number of players, from two on", lambda s, me, i: s.n == i + 2, st.MAX_PLAYERS - 1),
    flag("to move", lambda s, me: s.current == me),
    number("moves left", 0, MOST, lambda s, me: (s.current == me) * s.moves),
    number("carts of the new tile still to fill", 0, MOST, lambda s, me: (s.current == me) * s.unfilled),
    flag("looks at drawn items", lambda s, me: (s.current == me) & is_looking(s)),
    number("workers in reserve", 0, MOST, lambda s, me: s.players[me].workers),
    number("most workers of another", 0, MOST, lambda s, me: most_workers(s, me)),
    number("francs", 0, MOST, lambda s, me: at_most(s.players[me].francs)),
    number("most francs of another", 0, MOST, lambda s, me: at_most(most_francs(s, me))),
    flag("level of the cage", lambda s, me, i: s.players[me].level == i, st.N_COLOURS + 1),
    number("cage by colour", 0, MOST, lambda s, me, i: s.players[me].cage[i], st.N_COLOURS),
    number("storage by colour", 0, MOST, lambda s, me, i: at_most(s.players[me].storage[i]), st.N_COLOURS),
    number("coal on carts by colour", 0, MOST, lambda s, me, i: coal_underground(s.players[me], i), st.N_COLOURS),
    number("carts by colour", 0, MOST, lambda s, me, i: s.players[me].carts[i], st.N_COLOURS),
    number("most carts of another", 0, MOST, lambda s, me, i: most_carts(s, me, i), st.N_COLOURS),
    number("empty carts by colour", 0, MOST, lambda s, me, i: empty_carts(s.players[me], i), st.N_COLOURS),
    number("most empty carts of another", 0, MOST, lambda s, me, i: most_empty(s, me, i), st.N_COLOURS),
    number("surplus tiles", 0, MOST, lambda s, me: surplus_tiles(s.players[me])),
    number("outstanding orders", 0, MOST, lambda s, me: s.players[me].orders.n),
    number("outstanding orders by vehicle", 0, MOST, lambda s, me, i: orders_for(s.players[me], i), st.N_VEHICLES),
    number("orders that are ready by vehicle", 0, MOST, lambda s, me, i: s.players[me].complete[i], st.N_VEHICLES),
    number("open squares by colour", 0, MOST, lambda s, me, i: open_squares(s, s.players[me], i), st.N_COLOURS),
    number("squares with coal", 0, MOST, lambda s, me: squares_with_coal(s, s.players[me])),
    number("points to deliver", 0, MOST, lambda s, me: at_most(points_to_deliver(s.players[me]))),
    number("delivered squares", 0, MOST, lambda s, me, i: at_most(s.players[me].squares[i]), _SORTS),
    number("most delivered squares of another", 0, MOST, lambda s, me, i: at_most(most_squares(s, me, i)), _SORTS),
    number("carts", 0, MOST, lambda s, me: total(s.players[me].carts)),
)
INPUT_LAYOUT, N_INPUTS, inputs = INPUTS.layout, INPUTS.size, INPUTS.write
