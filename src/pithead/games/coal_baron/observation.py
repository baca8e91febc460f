"""The observation of a seat of Coal Baron: all that its view shows; players count clockwise from the seat."""

from pithead.kit import Cells, cells, i1, narrow, record, rule, table
from pithead.kit.observation import choice, number, observation, player, seats

from . import state as st
from .notation import PHASES
from .state import Option, Phase, State

_PLAYERS = tuple(f"player +{i}" for i in range(st.MAX_PLAYERS))
_TILES = ("none", *(f"tile {tile}" for tile in st.TILE_IDS))
_ORDERS = ("none", *(f"order {order}" for order in st.ORDER_IDS))
_COLOURS = ("none", *st.COLOURS)
_CUBES = ("none", *(f"{colour} from the {place}" for place in st.PLACES for colour in st.COLOURS))
_WHERE = (
    "not seen",
    "display",
    "draft",
    *(f"held by {player}" for player in _PLAYERS),
    *(f"delivered by {player}" for player in _PLAYERS),
)
_FILLINGS = ("none", "one of its colour", *(f"{a} and {b}" for a in st.COLOURS for b in st.COLOURS))
MOST_TILES = st.N_TILES * st.TILE_COPIES
MOST_WORKERS = max(st.WORKERS)
MOST_MOVES = max(st.SPACE_DETAIL)
MOST_CARTS = max(st.TILE_CARTS)
MOST_MARKS = sum(st.ORDER_SIZE)
MOST_FRANCS = 1000  # no rule limits money or points; nobody comes near these
MOST_POINTS = 1000


@rule
def is_open(s: State, player: int, seat: int) -> bool:
    """Delivered orders lie face down before their owner, unless the table plays with open piles."""
    return (player == seat) | (s.phase == Phase.OVER) | (s.options[Option.DELIVERED_VISIBILITY] == 1)


@record
class Numbers:
    """Bytes, since comparing bytes with bytes is compiled for many of them at once."""

    places: Cells = cells(i1, MOST_TILES)
    bits: Cells = cells(i1, st.MAX_PLAYERS)


_NUMBERS = table(Numbers, [(tuple(range(MOST_TILES)), tuple(1 << seat for seat in range(st.MAX_PLAYERS)))])


@rule
def is_known(s: State, pile: int, seat: int, i: int) -> bool:
    """Whether the seat knows the item at a place of a pile, counted from the bottom."""
    placed = s.piles[pile].placed[i] & _NUMBERS[0].bits[seat]
    return (placed != 0) & (_NUMBERS[0].places[i] < s.piles[pile].n)


@rule
def holds(s: State, seat: int, pile: int, n: int) -> bool:
    """Whether the seat has any of n items drawn from a pile in hand."""
    return (n > 0) & (s.current == seat) & (s.pile == pile)


@rule
def shown_place(s: State, place: int, seat: int) -> int:
    """Where the seat sees an order: those in the pile and those delivered face down look the same."""
    owner = narrow(place - (st.DELIVERED if place >= st.DELIVERED else st.OUTSTANDING))
    turned = place + (place >= st.OUTSTANDING) * (s.n * (owner < seat) - seat)
    return turned * ((place < st.DELIVERED) | is_open(s, owner, seat))


OBSERVATION = observation(
    lambda s: s.n,
    choice("phase", PHASES, lambda s, me: s.phase),
    number("shift, 0 during the draft", 0, st.SHIFTS, lambda s, me: s.shift),
    number("number of players", 0, st.MAX_PLAYERS, lambda s, me: s.n),
    player("player to move", st.MAX_PLAYERS, lambda s, me: s.current),
    player("first player", st.MAX_PLAYERS, lambda s, me: s.first),
    number("moves left", 0, MOST_MOVES, lambda s, me: s.moves),
    number("moves given by the mining space", 0, MOST_MOVES, lambda s, me: s.moves_given),
    number("carts of the new tile still to fill", 0, MOST_CARTS, lambda s, me: s.unfilled),
    choice("colour of the new tile", _COLOURS, lambda s, me: 1 + s.level if s.unfilled > 0 else 0),
    choice(
        "order of the two for one",
        _ORDERS,
        lambda s, me: 1 + s.swap if Phase.FIRST_CUBE <= s.phase <= Phase.SECOND_CUBE else 0,
    ),
    choice(
        "colour of the two for one",
        _COLOURS,
        lambda s, me: 1 + s.swap_colour if Phase.FIRST_CUBE <= s.phase <= Phase.SECOND_CUBE else 0,
    ),
    choice(
        "first cube of the two for one", _CUBES, lambda s, me: 1 + s.swap_first if s.phase == Phase.SECOND_CUBE else 0
    ),
    number("items drawn", 0, st.DRAW_SIZE, lambda s, me: s.drawn.n + s.arranged.n),
    choice("drawn from", ("none", *st.PILES), lambda s, me: 1 + s.pile if s.drawn.n + s.arranged.n > 0 else 0),
    choice("laid back at", ("none", *st.ENDS), lambda s, me: 1 + s.end if s.phase == Phase.ARRANGE else 0),
    choice(
        "tiles in the own hand, topmost first",
        _TILES,
        lambda s, me, i: (1 + s.drawn.items[i] if i < s.drawn.n else 0) if holds(s, me, st.TILES, s.drawn.n + 0) else 0,
        st.DRAW_SIZE,
    ),
    choice(
        "orders in the own hand, topmost first",
        _ORDERS,
        lambda s, me, i: (
            (1 + s.drawn.items[i] if i < s.drawn.n else 0) if holds(s, me, st.ORDERS, s.drawn.n + 0) else 0
        ),
        st.DRAW_SIZE,
    ),
    choice(
        "tiles that the seat lays back, topmost first",
        _TILES,
        lambda s, me, i: (
            (1 + s.arranged.items[i] if i < s.arranged.n else 0) if holds(s, me, st.TILES, s.arranged.n + 0) else 0
        ),
        st.DRAW_SIZE,
    ),
    choice(
        "orders that the seat lays back, topmost first",
        _ORDERS,
        lambda s, me, i: (
            (1 + s.arranged.items[i] if i < s.arranged.n else 0) if holds(s, me, st.ORDERS, s.arranged.n + 0) else 0
        ),
        st.DRAW_SIZE,
    ),
    number("tiles in the pile", 0, MOST_TILES, lambda s, me: s.piles[st.TILES].n),
    number("orders in the pile", 0, st.N_ORDERS, lambda s, me: s.piles[st.ORDERS].n),
    choice(
        "tile known at each place of the pile, from the bottom",
        _TILES,
        lambda s, me, i: (1 + s.piles[st.TILES].items[i]) * is_known(s, st.TILES, me, i),
        MOST_TILES,
    ),
    choice(
        "order known at each place of the pile, from the bottom",
        _ORDERS,
        lambda s, me, i: (1 + s.piles[st.ORDERS].items[i]) * is_known(s, st.ORDERS, me, i),
        st.N_ORDERS,
    ),
    number("coal supply by colour", 0, MOST_TILES, lambda s, me, i: s.supply[i], st.N_COLOURS),
    number("workers by space", 0, MOST_WORKERS, lambda s, me, i: s.workers_on[i], st.N_SPACES),
    player(
        "owner of the workers by space",
        st.MAX_PLAYERS,
        lambda s, me, i: (1 + s.owner_of[i]) * (s.workers_on[i] > 0) - 1,
        st.N_SPACES,
    ),
    choice("tile by factory slot", _TILES, lambda s, me, i: 1 + s.factory[i], st.N_FACTORY),
    choice("order by display slot", _ORDERS, lambda s, me, i: 1 + s.display[i], st.N_ORDER_SLOTS),
    choice("place by order", _WHERE, lambda s, me, i: shown_place(s, s.order_at[i] + 0, me), st.N_ORDERS),
    choice(
        "cubes by order, then by square",
        _FILLINGS,
        lambda s, me, i, j: s.squares[i][j],
        st.N_ORDERS,
        st.MAX_SQUARES,
    ),
    seats(
        st.MAX_PLAYERS,
        number("points", -MOST_POINTS, MOST_POINTS, lambda s, me, p: s.players[p].points),
        number("francs", 0, MOST_FRANCS, lambda s, me, p: s.players[p].francs),
        number("workers in reserve", 0, MOST_WORKERS, lambda s, me, p: s.players[p].workers),
        number("workers in the canteen", 0, MOST_WORKERS, lambda s, me, p: s.players[p].canteen),
        number("workers in the bank", 0, MOST_WORKERS, lambda s, me, p: s.players[p].bank),
        number("level of the cage", 0, st.N_COLOURS, lambda s, me, p: s.players[p].level),
        number("delivered orders", 0, st.N_ORDERS, lambda s, me, p: s.players[p].delivered),
        number("cage by colour", 0, st.CAGE_SLOTS, lambda s, me, p, i: s.players[p].cage[i], st.N_COLOURS),
        number("storage by colour", 0, st.ENOUGH_CUBES, lambda s, me, p, i: s.players[p].storage[i], st.N_COLOURS),
        number(
            "coal on carts by colour of cart, then of coal",
            0,
            st.ENOUGH_CUBES,
            lambda s, me, p, i, j: s.players[p].coal[i][j],
            st.N_COLOURS,
            st.N_COLOURS,
        ),
        number("tiles by kind", 0, st.TILE_COPIES, lambda s, me, p, i: s.players[p].tiles[i], st.N_TILES),
        number(
            "squares of delivered orders by colour, then by vehicle, as last turned up",
            0,
            MOST_MARKS,
            lambda s, me, p, i: s.players[p].squares[i] if is_open(s, p, me) else s.players[p].revealed[i],
            st.N_COLOURS + st.N_VEHICLES,
        ),
        number(
            "points by source",
            -MOST_POINTS,
            MOST_POINTS,
            lambda s, me, p, i: s.players[p].earned[i],
            len(st.SOURCES),
        ),
    ),
)
LAYOUT, N_FEATURES, features = OBSERVATION.layout, OBSERVATION.size, OBSERVATION.write
