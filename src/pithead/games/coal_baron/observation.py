"""The observation of a seat of Coal Baron: all that its view shows; players count clockwise from the seat."""

from pithead.kit import rule
from pithead.kit.observation import choice, number, observation, player, seats

from .notation import PHASES
from .state import (
    ARRANGING,
    CAGE_SLOTS,
    COLOURS,
    DELIVERED,
    DELIVERED_VISIBILITY,
    DRAW_SIZE,
    ENDS,
    ENOUGH_CUBES,
    FIRST_CUBE,
    IN_PILE,
    MAX_PLAYERS,
    MAX_SQUARES,
    N_COLOURS,
    N_FACTORY,
    N_ORDER_SLOTS,
    N_ORDERS,
    N_SPACES,
    N_TILES,
    N_VEHICLES,
    ORDER_IDS,
    ORDER_SIZE,
    ORDERS,
    OUTSTANDING,
    OVER,
    PILES,
    PLACES,
    SECOND_CUBE,
    SHIFTS,
    SOURCES,
    SPACE_DETAIL,
    TILE_CARTS,
    TILE_COPIES,
    TILE_IDS,
    TILES,
    WORKERS,
    State,
)

_PLAYERS = tuple(f"player +{i}" for i in range(MAX_PLAYERS))
_TILES = ("none", *(f"tile {tile}" for tile in TILE_IDS))
_ORDERS = ("none", *(f"order {order}" for order in ORDER_IDS))
_COLOURS = ("none", *COLOURS)
_CUBES = ("none", *(f"{colour} from the {place}" for place in PLACES for colour in COLOURS))
_WHERE = (
    "not seen",
    "display",
    "draft",
    *(f"held by {player}" for player in _PLAYERS),
    *(f"delivered by {player}" for player in _PLAYERS),
)
_FILLINGS = ("none", "one of its colour", *(f"{a} and {b}" for a in COLOURS for b in COLOURS))
MOST_TILES = N_TILES * TILE_COPIES
MOST_WORKERS = max(WORKERS)
MOST_MOVES = max(SPACE_DETAIL)
MOST_CARTS = max(TILE_CARTS)
MOST_MARKS = sum(ORDER_SIZE)
MOST_FRANCS = 1000  # no rule limits money or points; nobody comes near these
MOST_POINTS = 1000


@rule
def clockwise(s: State, player: int, seat: int) -> int:
    """How many places after the seat a player sits."""
    return player - seat if player >= seat else player - seat + s.n


@rule
def is_open(s: State, player: int, seat: int) -> bool:
    """Delivered orders lie face down before their owner, unless the table plays with open piles."""
    return (player == seat) | (s.phase == OVER) | (s.options[DELIVERED_VISIBILITY] == 1)


@rule
def is_known(s: State, pile: int, seat: int, i: int) -> bool:
    """Whether the seat knows the item at a place of a pile, counted from the bottom."""
    return ((s.piles[pile].placed[i] >> seat) & 1 == 1) & (i < s.piles[pile].n)


@rule
def shown_place(s: State, place: int, seat: int) -> int:
    """Where the seat sees an order: those in the pile and those delivered face down look the same."""
    held = OUTSTANDING + clockwise(s, place - OUTSTANDING, seat)
    delivered = DELIVERED + clockwise(s, place - DELIVERED, seat) if is_open(s, place - DELIVERED, seat) else IN_PILE
    return place if place < OUTSTANDING else held if place < DELIVERED else delivered


OBSERVATION = observation(
    lambda s: s.n,
    choice("phase", PHASES, lambda s, me: s.phase),
    number("shift, 0 during the draft", 0, SHIFTS, lambda s, me: s.shift),
    number("number of players", 0, MAX_PLAYERS, lambda s, me: s.n),
    player("player to move", MAX_PLAYERS, lambda s, me: s.current),
    player("first player", MAX_PLAYERS, lambda s, me: s.first),
    number("moves left", 0, MOST_MOVES, lambda s, me: s.moves),
    number("moves given by the mining space", 0, MOST_MOVES, lambda s, me: s.moves_given),
    number("carts of the new tile still to fill", 0, MOST_CARTS, lambda s, me: s.unfilled),
    choice("colour of the new tile", _COLOURS, lambda s, me: 1 + s.level if s.unfilled > 0 else 0),
    choice(
        "order of the two for one", _ORDERS, lambda s, me: 1 + s.swap if FIRST_CUBE <= s.phase <= SECOND_CUBE else 0
    ),
    choice(
        "colour of the two for one",
        _COLOURS,
        lambda s, me: 1 + s.swap_colour if FIRST_CUBE <= s.phase <= SECOND_CUBE else 0,
    ),
    choice("first cube of the two for one", _CUBES, lambda s, me: 1 + s.swap_first if s.phase == SECOND_CUBE else 0),
    number("items drawn", 0, DRAW_SIZE, lambda s, me: s.drawn.n + s.arranged.n),
    choice("drawn from", ("none", *PILES), lambda s, me: 1 + s.pile if s.drawn.n + s.arranged.n > 0 else 0),
    choice("laid back at", ("none", *ENDS), lambda s, me: 1 + s.end if s.phase == ARRANGING else 0),
    choice(
        "tiles in the own hand, topmost first",
        _TILES,
        lambda s, me, i: 1 + s.drawn.items[i] if s.current == me and s.pile == TILES and i < s.drawn.n else 0,
        DRAW_SIZE,
    ),
    choice(
        "orders in the own hand, topmost first",
        _ORDERS,
        lambda s, me, i: 1 + s.drawn.items[i] if s.current == me and s.pile == ORDERS and i < s.drawn.n else 0,
        DRAW_SIZE,
    ),
    choice(
        "tiles that the seat lays back, topmost first",
        _TILES,
        lambda s, me, i: 1 + s.arranged.items[i] if s.current == me and s.pile == TILES and i < s.arranged.n else 0,
        DRAW_SIZE,
    ),
    choice(
        "orders that the seat lays back, topmost first",
        _ORDERS,
        lambda s, me, i: 1 + s.arranged.items[i] if s.current == me and s.pile == ORDERS and i < s.arranged.n else 0,
        DRAW_SIZE,
    ),
    number("tiles in the pile", 0, MOST_TILES, lambda s, me: s.piles[TILES].n),
    number("orders in the pile", 0, N_ORDERS, lambda s, me: s.piles[ORDERS].n),
    choice(
        "tile known at each place of the pile, from the bottom",
        _TILES,
        lambda s, me, i: (1 + s.piles[TILES].items[i]) * is_known(s, TILES, me, i),
        MOST_TILES,
    ),
    choice(
        "order known at each place of the pile, from the bottom",
        _ORDERS,
        lambda s, me, i: (1 + s.piles[ORDERS].items[i]) * is_known(s, ORDERS, me, i),
        N_ORDERS,
    ),
    number("coal supply by colour", 0, MOST_TILES, lambda s, me, i: s.supply[i], N_COLOURS),
    number("workers by space", 0, MOST_WORKERS, lambda s, me, i: s.workers_on[i], N_SPACES),
    player(
        "owner of the workers by space",
        MAX_PLAYERS,
        lambda s, me, i: s.owner_of[i] if s.workers_on[i] > 0 else -1,
        N_SPACES,
    ),
    choice("tile by factory slot", _TILES, lambda s, me, i: 1 + s.factory[i], N_FACTORY),
    choice("order by display slot", _ORDERS, lambda s, me, i: 1 + s.display[i], N_ORDER_SLOTS),
    choice("place by order", _WHERE, lambda s, me, i: shown_place(s, s.order_at[i] + 0, me), N_ORDERS),
    choice(
        "cubes by order, then by square",
        _FILLINGS,
        lambda s, me, i, j: s.squares[i][j],
        N_ORDERS,
        MAX_SQUARES,
    ),
    seats(
        MAX_PLAYERS,
        number("points", -MOST_POINTS, MOST_POINTS, lambda s, me, p: s.players[p].points),
        number("francs", 0, MOST_FRANCS, lambda s, me, p: s.players[p].francs),
        number("workers in reserve", 0, MOST_WORKERS, lambda s, me, p: s.players[p].workers),
        number("workers in the canteen", 0, MOST_WORKERS, lambda s, me, p: s.players[p].canteen),
        number("workers in the bank", 0, MOST_WORKERS, lambda s, me, p: s.players[p].bank),
        number("level of the cage", 0, N_COLOURS, lambda s, me, p: s.players[p].level),
        number("delivered orders", 0, N_ORDERS, lambda s, me, p: s.players[p].delivered),
        number("cage by colour", 0, CAGE_SLOTS, lambda s, me, p, i: s.players[p].cage[i], N_COLOURS),
        number("storage by colour", 0, ENOUGH_CUBES, lambda s, me, p, i: s.players[p].storage[i], N_COLOURS),
        number(
            "coal on carts by colour of cart, then of coal",
            0,
            ENOUGH_CUBES,
            lambda s, me, p, i, j: s.players[p].coal[i][j],
            N_COLOURS,
            N_COLOURS,
        ),
        number("tiles by kind", 0, TILE_COPIES, lambda s, me, p, i: s.players[p].tiles[i], N_TILES),
        number(
            "squares of delivered orders by colour, then by vehicle, as last turned up",
            0,
            MOST_MARKS,
            lambda s, me, p, i: s.players[p].squares[i] if is_open(s, p, me) else s.players[p].revealed[i],
            N_COLOURS + N_VEHICLES,
        ),
        number(
            "points by source",
            -MOST_POINTS,
            MOST_POINTS,
            lambda s, me, p, i: s.players[p].earned[i],
            len(SOURCES),
        ),
    ),
)
LAYOUT, N_FEATURES, features = OBSERVATION.layout, OBSERVATION.size, OBSERVATION.write
