"""The state of Coal Baron: the board with its workers, the mines, the orders, the two piles."""

from enum import IntEnum

from pithead.kit import Cells, Grid, Rng, Rows, cells, grid, i1, i2, ints, material, names, record, rows
from pithead.kit.actions import Actions

_M = material()
_COUNTS, _SETUP, _END = _M["counts"], _M["setup"], _M["endgame"]

NONE = -1
MAX_PLAYERS = 4
SHIFTS: int = _COUNTS["shifts"]
DRAFT_SHIFT = 0  # before the first
CAGE_SLOTS: int = _COUNTS["cage_slots"]
DRAW_SIZE: int = _COUNTS["draw_size"]
START_ORDERS: int = _COUNTS["start_orders"]


def _by_players(numbers: dict[str, int]) -> list[int]:
    return [numbers.get(str(n), 0) for n in range(MAX_PLAYERS + 1)]


WORKERS: Cells = ints(_by_players(_SETUP["workers"]))
FRANCS: Cells = ints(_by_players(_SETUP["francs"]))
DRAFT_REVEAL: Cells = ints(_by_players(_SETUP["draft_reveal"]))

# Colours and gallery levels: level 1 + i holds the carts of colour i; level 0 is the surface.
COLOURS: list[str] = sorted(_M["colours"], key=lambda colour: int(_M["colours"][colour]["level"]))
N_COLOURS = len(COLOURS)
SURFACE = 0

# Tunnel tiles
DARK, LIGHT = range(2)
SIDES = ("dark", "light")
_TILES = _M["tiles"]["kinds"]
N_TILES = len(_TILES)
TILE_IDS: list[int] = [tile["id"] for tile in _TILES]
TILE_COPIES: int = _M["tiles"]["copies"]
TILE_COLOUR: Cells = ints([COLOURS.index(tile["colour"]) for tile in _TILES])
TILE_CARTS: Cells = ints([tile["carts"] for tile in _TILES])
TILE_SIDE: Cells = ints([SIDES.index(tile["side"]) for tile in _TILES])
TILE_PRICE: Cells = ints([tile["price"] for tile in _TILES])
BASE_CARTS: Cells = ints([sum(cart["colour"] == colour for cart in _M["base_carts"]) for colour in COLOURS])
BASE_CART_SIDE = [next(c["side"] for c in _M["base_carts"] if c["colour"] == colour) for colour in COLOURS]

# Coal cubes of each colour; without a limit as many as all carts of a colour could ever hold.
CUBES: int = _COUNTS["coal_cubes_per_colour"]
ENOUGH_CUBES = max(
    sum(TILE_COPIES * tile["carts"] for tile in _TILES if tile["colour"] == colour)
    + sum(MAX_PLAYERS for cart in _M["base_carts"] if cart["colour"] == colour)
    for colour in COLOURS
)

# Order cards
_ORDERS = _M["orders"]["cards"]
VEHICLES: list[str] = list(dict.fromkeys(s["vehicle"] for s in _M["spaces"]["list"] if s["kind"] == "delivery"))
N_VEHICLES = len(VEHICLES)
N_ORDERS = len(_ORDERS)
ORDER_IDS: list[int] = [card["id"] for card in _ORDERS]
ORDER_VEHICLE: Cells = ints([VEHICLES.index(card["vehicle"]) for card in _ORDERS])
ORDER_POINTS: Cells = ints([card["vp"] for card in _ORDERS])
ORDER_SIZE: Cells = ints([len(card["squares"]) for card in _ORDERS])
ORDER_SQUARES: Grid = ints([[card["squares"].count(colour) for colour in COLOURS] for card in _ORDERS])
MAX_SQUARES = max(len(card["squares"]) for card in _ORDERS)
# A square is empty, holds one cube of its colour, or two of any: FILLED_BY_TWO + colour × N_COLOURS + colour.
EMPTY, FILLED_BY_ONE, FILLED_BY_TWO = range(3)

# Worker spaces. The detail of a space is its slot (factory, order), moves, vehicle or francs.
Space = IntEnum("Space", "FACTORY FACTORY_DRAW MINING DELIVERY MONEY ORDER ORDER_DRAW", start=0)
_SPACES = _M["spaces"]["list"]
N_SPACES = len(_SPACES)
BANK = N_SPACES
SPACES: list[str] = [*(space["id"] for space in _SPACES), "bank"]
SPACE_KIND: Cells = ints([names(Space).index(space["kind"]) for space in _SPACES])
SPACE_MIN_PLAYERS: Cells = ints([space["min_players"] for space in _SPACES])
BANK_WORKERS = 1  # R8
BANK_FRANCS: int = _M["spaces"]["bank"]["francs"]
FACTORY_SPACES = [i for i, space in enumerate(_SPACES) if space["kind"] == "factory"]
ORDER_SPACES = [i for i, space in enumerate(_SPACES) if space["kind"] == "order"]
N_FACTORY, N_ORDER_SLOTS = len(FACTORY_SPACES), len(ORDER_SPACES)
FACTORY_SPACE: Cells = ints(FACTORY_SPACES)
ORDER_SPACE: Cells = ints(ORDER_SPACES)


def _detail(index: int) -> int:
    space = _SPACES[index]
    if space["kind"] == "factory":
        return FACTORY_SPACES.index(index)
    if space["kind"] == "order":
        return ORDER_SPACES.index(index)
    if space["kind"] == "delivery":
        return VEHICLES.index(space["vehicle"])
    return int(space.get("moves", space.get("francs", 0)))


SPACE_DETAIL: Cells = ints([_detail(i) for i in range(N_SPACES)])

# The twelve majorities and the final scoring
COLOUR_SQUARES, VEHICLE_SQUARES, EMPTY_CARTS = range(3)
ELEMENT_TYPES = ("colour_squares", "vehicle_squares", "empty_carts")
_ELEMENTS = _M["scoring"]["elements"]
N_ELEMENTS = len(_ELEMENTS)
ELEMENTS_PER_SHIFT = N_ELEMENTS // SHIFTS
ELEMENT_IDS = [f"{element['type']}:{element['key']}" for element in _ELEMENTS]
ELEMENT_TYPE: Cells = ints([ELEMENT_TYPES.index(element["type"]) for element in _ELEMENTS])
ELEMENT_KEY: Cells = ints([(COLOURS + VEHICLES).index(element["key"]) % N_COLOURS for element in _ELEMENTS])
FIRST_PRIZE: Cells = ints([element["first"] for element in _ELEMENTS])
SECOND_PRIZE: Cells = ints([element["second"] for element in _ELEMENTS])
FRANCS_PER_VP: int = _END["francs_per_vp"]
CUBES_PER_VP: int = _END["cubes_per_vp"]
VP_PER_OUTSTANDING: int = _END["vp_per_outstanding_order"]
VP_PER_SURPLUS: int = _END["vp_per_surplus_tile"]

# Where points come from: the first three after the delivered orders are the types of majorities
Source = IntEnum(
    "Source",
    """
    ORDERS COLOUR_SQUARES VEHICLE_SQUARES EMPTY_CARTS FRANCS CUBES OUTSTANDING BALANCE
    """,
    start=0,
)
SOURCES = names(Source)
BY_MAJORITY = Source.COLOUR_SQUARES  # + type

# Table options, in the order of game.toml
Option = IntEnum(
    "Option",
    """
    DELIVERED_VISIBILITY CUBE_LIMIT SUBSTITUTION_OPTIONAL LEFTOVER_DRAFT_CARD STORAGE_NEEDS_SURFACE
    STORE_ONLY_UNMATCHED
    """,
    start=0,
)
LEFTOVER_SLOT: Cells = ints([3, 2, 1, 0])  # the values of `leftover_draft_card`: order_4, order_3, order_2, order_1

# The two piles, and where a cube is taken from
TILES, ORDERS = range(2)
PILES = ("tiles", "orders")
CAGED, STORED = range(2)
PLACES = ("cage", "storage")
UNTOUCHED = 0  # the batch of items that nobody has looked at
TOP_END, BOTTOM_END = range(2)
ENDS = ("top", "bottom")

# How a square is filled: from the cage, from the storage, two for one
TWO_FOR_ONE = 2
_FILLINGS = (("fill", " cage"), ("fill", " storage"), ("swap", ""))

ACTIONS = Actions()


class Act(IntEnum):
    """Decisions."""

    END = ACTIONS.over("end")
    PLACE = ACTIONS.over("place {}", SPACES)
    DRAFT = ACTIONS.over("draft {}", ORDER_IDS)
    COAL = ACTIONS.over("coal {}", COLOURS)
    LEAVE_EMPTY = ACTIONS.over("leave_empty")
    KEEP_TILE = ACTIONS.over("keep tile {}", TILE_IDS)
    KEEP_ORDER = ACTIONS.over("keep order {}", ORDER_IDS)
    KEEP_NONE = ACTIONS.over("keep_none")
    TOP = ACTIONS.over("top")
    BOTTOM = ACTIONS.over("bottom")
    NEXT_TILE = ACTIONS.over("next tile {}", TILE_IDS)
    NEXT_ORDER = ACTIONS.over("next order {}", ORDER_IDS)
    CAGE = ACTIONS.over("cage {}", range(N_COLOURS + 1))
    LOAD = ACTIONS.over("load {}", COLOURS)
    STORE = ACTIONS.over("store {}", COLOURS)
    FILL = ACTIONS.over("{2[0]} {0} {1}{2[1]}", ORDER_IDS, COLOURS, _FILLINGS)
    WITH = ACTIONS.over("with {} {}", PLACES, COLOURS)  # a cube for the two for one


fill_action, fill_parts = ACTIONS.rules(Act.FILL)
with_action, with_parts = ACTIONS.rules(Act.WITH)
N_ACTIONS = len(ACTIONS)

_KINDS_OF_SQUARES = sum(len(set(card["squares"])) for card in _ORDERS)
MAX_LEGAL = max(1 + N_SPACES + N_ORDERS, 1 + 3 * N_COLOURS + 3 * _KINDS_OF_SQUARES)
_LONGEST_TURN = 3 + 3 * max(max(space.get("moves", 0) for space in _SPACES), 2 + DRAW_SIZE) // 2
MAX_DECISIONS = 2 * MAX_PLAYERS * START_ORDERS + SHIFTS * _LONGEST_TURN * max(
    int(n) * workers for n, workers in _SETUP["workers"].items()
)

# What is being asked
Phase = IntEnum(
    "Phase",
    """
    DRAFT PLACE FILL_CART KEEP_TILE KEEP_ORDER PILE_END ARRANGE MINE FIRST_CUBE SECOND_CUBE DONE OVER
    """,
    start=0,
)

# Where an order card is; outstanding and delivered ones add the player
IN_PILE, ON_DISPLAY, IN_DRAFT = range(3)
OUTSTANDING = 3
DELIVERED = OUTSTANDING + MAX_PLAYERS

# What the log tells
Event = IntEnum(
    "Event",
    """
    DRAFTED SHIFT_BEGAN PLACED DISPLACED EARNED BOUGHT CART_FILLED CART_LEFT_EMPTY DREW SAW_TILE SAW_ORDER
    TOOK_ORDER KEPT_NONE PUT_BACK CAGE_MOVED LOADED STORED FILLED SWAPPED COMPLETED STOPPED DELIVERED NEW_TILE
    NEW_ORDER SHIFT_ENDED MAJORITY FIRST_PLAYER FINAL_POINTS ENDED
    """,
    start=0,
)


@record
class Pile:
    """Face-down tiles or order cards, the last one on top, with what the players remember of them.

    The items that somebody put back together are a batch. Masks of seats: `placed` knows that very item at that very
    place, `seen` at least that the item lies somewhere in its batch.
    """

    n: i1
    batches: i1
    items: Cells = cells(i1, max(N_TILES * TILE_COPIES, N_ORDERS))
    batch: Cells = cells(i1, max(N_TILES * TILE_COPIES, N_ORDERS))
    seen: Cells = cells(i1, max(N_TILES * TILE_COPIES, N_ORDERS))
    placed: Cells = cells(i1, max(N_TILES * TILE_COPIES, N_ORDERS))


@record
class Drawn:
    """Up to five items in the hands of the player who drew them, topmost first."""

    n: i1
    items: Cells = cells(i1, DRAW_SIZE)
    seen: Cells = cells(i1, DRAW_SIZE)


@record
class Cards:
    """Outstanding orders, ascending."""

    n: i1
    items: Cells = cells(i1, N_ORDERS)


@record
class Player:
    """One mine and what belongs to it."""

    points: i2
    francs: i2
    workers: i1  # in the reserve
    canteen: i1
    bank: i1
    level: i1  # of the cage
    cage: Cells = cells(i1, N_COLOURS)
    storage: Cells = cells(i1, N_COLOURS)
    carts: Cells = cells(i1, N_COLOURS)
    coal: Grid = grid(i1, N_COLOURS, N_COLOURS)  # cubes on the carts of colour a that have colour b
    tiles: Cells = cells(i1, N_TILES)
    orders: Cards
    complete: Cells = cells(i1, N_VEHICLES)  # outstanding orders that can be delivered
    delivered: i1
    squares: Cells = cells(i1, N_COLOURS + N_VEHICLES)  # on delivered orders, by colour and by vehicle
    revealed: Cells = cells(i1, N_COLOURS + N_VEHICLES)  # the same when the piles were last turned up
    earned: Cells = cells(i2, len(SOURCES))


@record
class State:
    """One game of Coal Baron."""

    rng: Rng
    options: Cells = cells(i2, len(Option))
    n: i1
    phase: i1
    shift: i1
    first: i1
    current: i1
    drafted: i1
    barrier: i2
    issued: i2  # francs that the players hold, as the note supply counts them
    moves: i1
    moves_given: i1  # by the mining space of this turn
    refill: i1  # 1 + the space whose tile or card was taken this turn
    unfilled: i1  # carts of the new tile that still lack coal
    level: i1  # 0-based gallery of the new tile
    pile: i1  # that was drawn from
    end: i1
    swap: i1  # card of the two for one
    swap_colour: i1
    swap_first: i1
    players: Rows[Player] = rows(Player, MAX_PLAYERS)
    workers_on: Cells = cells(i1, N_SPACES)
    owner_of: Cells = cells(i1, N_SPACES)
    supply: Cells = cells(i1, N_COLOURS)
    factory: Cells = cells(i1, N_FACTORY)
    display: Cells = cells(i1, N_ORDER_SLOTS)
    order_at: Cells = cells(i1, N_ORDERS)
    missing: Cells = cells(i1, N_ORDERS)  # empty squares of a card
    needs: Grid = grid(i1, N_ORDERS, N_COLOURS)  # the same by colour
    cubes: Grid = grid(i1, N_ORDERS, N_COLOURS)  # coal on a card
    squares: Grid = grid(i1, N_ORDERS, MAX_SQUARES)  # by colour, then as they were filled: see FILLED_BY_TWO
    piles: Rows[Pile] = rows(Pile, 2)
    drawn: Drawn
    arranged: Drawn
