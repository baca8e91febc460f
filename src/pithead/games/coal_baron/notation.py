"""Words for the numbers of Coal Baron."""

from collections.abc import Callable

from pithead.engine.events import EventKind

from .state import (
    BANK,
    BOTTOM,
    BOUGHT,
    CAGE,
    CAGE_MOVED,
    CART_FILLED,
    CART_LEFT_EMPTY,
    COAL,
    COAL_STORED,
    COLOURS,
    COMPLETED,
    DISPLACED,
    DRAFT,
    DRAFTED,
    DREW,
    EARNED,
    ELEMENT_IDS,
    END,
    ENDS,
    FILL,
    FILLED,
    FINAL_POINTS,
    FIRST_PLAYER,
    GAME_ENDED,
    KEEP_NONE,
    KEEP_ORDER,
    KEEP_TILE,
    KEPT_NONE,
    LEAVE_EMPTY,
    LOAD,
    LOADED,
    MAJORITY,
    N_COLOURS,
    NEW_ORDER,
    NEW_TILE,
    NEXT_ORDER,
    NEXT_TILE,
    ORDER_IDS,
    PILES,
    PLACE,
    PLACED,
    PLACES,
    PUT_BACK,
    SAW_ORDER,
    SAW_TILE,
    SHIFT_BEGAN,
    SHIFT_ENDED,
    SHIPPED,
    SIDES,
    SOURCES,
    SPACES,
    STOPPED,
    STORE,
    SWAPPED,
    TILE_IDS,
    TOOK_ORDER,
    TOP,
    TWO_FOR_ONE,
    WITH,
)

PHASES = (
    "draft",
    "place",
    "fill_cart",
    "keep_tile",
    "keep_order",
    "pile_end",
    "arrange",
    "mine",
    "first_cube",
    "second_cube",
    "done",
    "over",
)
END_REASONS = ("", "shifts")
PROBLEMS = ("", "leftover_space_closed")


def space_id(space: int) -> str:
    """`mining_8`, `bank` …"""
    return SPACES[space]


def tile_id(tile: int) -> str:
    """`tile:7`, a kind of tunnel tile."""
    return f"tile:{TILE_IDS[tile]}"


def order_id(card: int) -> str:
    """`order:42`, an order card."""
    return f"order:{ORDER_IDS[card]}"


def colour_id(colour: int) -> str:
    """`Y`, `B`, `G` or `K`."""
    return COLOURS[colour]


def level_id(level: int) -> str:
    """`level_0` is the surface."""
    return f"level_{level}"


def cart_id(colour: int) -> str:
    """`cart_G`: carts of a colour, whatever lies on them."""
    return f"cart_{COLOURS[colour]}"


def cube_id(cube: int) -> str:
    """`from_cage:K`: a cube of a two for one."""
    return f"from_{PLACES[cube // N_COLOURS]}:{COLOURS[cube % N_COLOURS]}"


def _pile(pile: int) -> str:
    return PILES[pile]


def _side(side: int) -> str:
    return SIDES[side]


def _end(end: int) -> str:
    return ENDS[end]


def _place(place: int) -> str:
    return PLACES[place]


def _element(element: int) -> str:
    return ELEMENT_IDS[element]


def _source(source: int) -> str:
    return SOURCES[source]


def action_text(action: int) -> str:
    """The canonical text of a decision."""
    if action == END:
        return "end"
    for base, last, text in _TEXTS:
        if base <= action <= last:
            return text(action - base)
    how = (action - FILL) % 3
    colour = COLOURS[(action - FILL) // 3 % N_COLOURS]
    card = ORDER_IDS[(action - FILL) // (3 * N_COLOURS)]
    return f"swap {card} {colour}" if how == TWO_FOR_ONE else f"fill {card} {colour} {PLACES[how]}"


_TEXTS: tuple[tuple[int, int, Callable[[int], str]], ...] = (
    (PLACE, PLACE + BANK, lambda i: f"place {SPACES[i]}"),
    (DRAFT, COAL - 1, lambda i: f"draft {ORDER_IDS[i]}"),
    (COAL, LEAVE_EMPTY - 1, lambda i: f"coal {COLOURS[i]}"),
    (LEAVE_EMPTY, LEAVE_EMPTY, lambda i: "leave_empty"),
    (KEEP_TILE, KEEP_ORDER - 1, lambda i: f"keep tile {TILE_IDS[i]}"),
    (KEEP_ORDER, KEEP_NONE - 1, lambda i: f"keep order {ORDER_IDS[i]}"),
    (KEEP_NONE, KEEP_NONE, lambda i: "keep_none"),
    (TOP, TOP, lambda i: "top"),
    (BOTTOM, BOTTOM, lambda i: "bottom"),
    (NEXT_TILE, NEXT_ORDER - 1, lambda i: f"next tile {TILE_IDS[i]}"),
    (NEXT_ORDER, CAGE - 1, lambda i: f"next order {ORDER_IDS[i]}"),
    (CAGE, LOAD - 1, lambda i: f"cage {i}"),
    (LOAD, STORE - 1, lambda i: f"load {COLOURS[i]}"),
    (STORE, FILL - 1, lambda i: f"store {COLOURS[i]}"),
    (WITH, WITH + 2 * N_COLOURS - 1, lambda i: f"with {PLACES[i // N_COLOURS]} {COLOURS[i % N_COLOURS]}"),
)

EVENTS = {
    DRAFTED: EventKind("drafted", player=int, order=order_id),
    SHIFT_BEGAN: EventKind("shift_began", shift=int, player=int),
    PLACED: EventKind("placed", player=int, space=space_id, workers=int),
    DISPLACED: EventKind("displaced", player=int, space=space_id, workers=int),
    EARNED: EventKind("earned", player=int, francs=int),
    BOUGHT: EventKind("bought", player=int, tile=tile_id, francs=int, carts=int, colour=colour_id),
    CART_FILLED: EventKind("cart_filled", player=int, cart=cart_id, colour=colour_id),
    CART_LEFT_EMPTY: EventKind("cart_left_empty", player=int, cart=cart_id),
    DREW: EventKind("drew", player=int, pile=_pile, count=int),
    SAW_TILE: EventKind("saw_tile", only="player", player=int, tile=tile_id),
    SAW_ORDER: EventKind("saw_order", only="player", player=int, order=order_id),
    TOOK_ORDER: EventKind("took_order", player=int, order=order_id),
    KEPT_NONE: EventKind("kept_none", player=int, pile=_pile),
    PUT_BACK: EventKind("put_back", player=int, pile=_pile, count=int, end=_end),
    CAGE_MOVED: EventKind("cage_moved", player=int, level=level_id),
    LOADED: EventKind("loaded", player=int, colour=colour_id, level=level_id),
    COAL_STORED: EventKind("stored", player=int, colour=colour_id),
    FILLED: EventKind("filled", player=int, order=order_id, colour=colour_id, place=_place),
    SWAPPED: EventKind("swapped", player=int, order=order_id, colour=colour_id, first=cube_id, second=cube_id),
    COMPLETED: EventKind("completed", player=int, order=order_id),
    STOPPED: EventKind("stopped", player=int, moves=int),
    SHIPPED: EventKind("delivered", player=int, order=order_id, points=int),
    NEW_TILE: EventKind("new_tile", space=space_id, tile=tile_id, carts=int, colour=colour_id, side=_side),
    NEW_ORDER: EventKind("new_order", space=space_id, order=order_id),
    SHIFT_ENDED: EventKind("shift_ended", shift=int),
    MAJORITY: EventKind("majority", player=int, element=_element, count=int, points=int),
    FIRST_PLAYER: EventKind("first_player", player=int, workers=int),
    FINAL_POINTS: EventKind("final_points", player=int, source=_source, points=int),
    GAME_ENDED: EventKind("ended"),
}
