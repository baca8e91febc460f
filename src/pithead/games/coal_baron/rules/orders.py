"""Order cards: taken, filled, completed, delivered."""

from pithead.kit import emit, fill, insert, rule, take

from .. import state as st
from ..state import Event, Player, Source, State


@rule
def gain_order(s: State, card: int) -> None:
    """Lay a card face up among the outstanding orders; there is no limit to them."""
    player = s.players[s.current]
    s.order_at[card] = st.OUTSTANDING + s.current
    at = 0
    while at < player.orders.n and player.orders.items[at] < card:
        at += 1
    insert(player.orders, at, card)


@rule
def close_square(s: State, card: int, colour: int, filling: int) -> None:
    """The next square of the colour is filled for good. R28: cubes on an order never move again."""
    square = st.ORDER_SQUARES[card][colour] - s.needs[card][colour]
    for before in range(colour):
        square += st.ORDER_SQUARES[card][before]
    s.squares[card][square] = filling
    s.needs[card][colour] -= 1
    s.missing[card] -= 1
    if s.missing[card] == 0:
        s.players[s.current].complete[st.ORDER_VEHICLE[card]] += 1
        emit(s, Event.COMPLETED, s.current, card)


@rule
def deliver(s: State, vehicle: int) -> None:
    """R29: every complete order of the vehicle goes, without a choice."""
    player = s.players[s.current]
    i = 0
    while i < player.orders.n:
        card = player.orders.items[i] + 0
        if st.ORDER_VEHICLE[card] == vehicle and s.missing[card] == 0:
            take(player.orders, i)
            ship(s, player, card)
        else:
            i += 1
    player.complete[vehicle] = 0


@rule
def ship(s: State, player: Player, card: int) -> None:
    """Score a card, return its cubes, lay it face down on the delivered pile."""
    s.order_at[card] = st.DELIVERED + s.current
    player.delivered += 1
    gain_points(player, Source.ORDERS, st.ORDER_POINTS[card])
    for colour in range(st.N_COLOURS):
        s.supply[colour] += s.cubes[card][colour]
        player.squares[colour] += st.ORDER_SQUARES[card][colour]  # R30: what is printed, not the cubes used
    fill(s.cubes[card], 0)
    fill(s.squares[card], st.EMPTY)
    player.squares[st.N_COLOURS + st.ORDER_VEHICLE[card]] += st.ORDER_SIZE[card]  # R31: squares, not cards
    emit(s, Event.DELIVERED, s.current, card, st.ORDER_POINTS[card])


@rule
def gain_points(player: Player, source: int, points: int) -> None:
    """Move on the score track. R43: it has no end and may be left backwards."""
    player.points += points
    player.earned[source] += points
