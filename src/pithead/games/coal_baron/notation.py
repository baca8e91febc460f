"""Words for the numbers of Coal Baron."""

from pithead.engine.events import EventKind, described
from pithead.engine.parameters import SEAT, parameter
from pithead.kit import names

from . import state as st
from .state import Event, Phase

PHASES = names(Phase)
END_REASONS = ("", "shifts")
PROBLEMS = ("", "leftover_space_closed")


@parameter
def space_id(space: int) -> str:
    """`mining_8`, `bank` …"""
    return st.SPACES[space]


@parameter
def tile_id(tile: int) -> str:
    """`tile:7`, a kind of tunnel tile."""
    return f"tile:{st.TILE_IDS[tile]}"


@parameter
def order_id(card: int) -> str:
    """`order:42`, an order card."""
    return f"order:{st.ORDER_IDS[card]}"


@parameter
def colour_id(colour: int) -> str:
    """`Y`, `B`, `G` or `K`."""
    return st.COLOURS[colour]


@parameter
def level_id(level: int) -> str:
    """`level_0` is the surface."""
    return f"level_{level}"


@parameter
def cart_id(colour: int) -> str:
    """`cart_G`: carts of a colour, whatever lies on them."""
    return f"cart_{st.COLOURS[colour]}"


@parameter
def cube_id(cube: int) -> str:
    """`from_cage:K`: a cube of a two for one."""
    return f"from_{st.PLACES[cube // st.N_COLOURS]}:{st.COLOURS[cube % st.N_COLOURS]}"


@parameter
def _pile(pile: int) -> str:
    return st.PILES[pile]


@parameter
def _side(side: int) -> str:
    return st.SIDES[side]


@parameter
def _end(end: int) -> str:
    return st.ENDS[end]


@parameter
def _place(place: int) -> str:
    return st.PLACES[place]


@parameter
def _element(element: int) -> str:
    return st.ELEMENT_IDS[element]


@parameter
def _source(source: int) -> str:
    return st.SOURCES[source]


def action_text(action: int) -> str:
    """The canonical text of a decision."""
    return st.ACTIONS.text(action)


EVENTS = described(
    EventKind(Event.DRAFTED, player=SEAT, order=order_id),
    EventKind(Event.SHIFT_BEGAN, shift=int, player=SEAT),
    EventKind(Event.PLACED, player=SEAT, space=space_id, workers=int),
    EventKind(Event.DISPLACED, player=SEAT, space=space_id, workers=int),
    EventKind(Event.EARNED, player=SEAT, francs=int),
    EventKind(Event.BOUGHT, player=SEAT, tile=tile_id, francs=int, carts=int, colour=colour_id),
    EventKind(Event.CART_FILLED, player=SEAT, cart=cart_id, colour=colour_id),
    EventKind(Event.CART_LEFT_EMPTY, player=SEAT, cart=cart_id),
    EventKind(Event.DREW, player=SEAT, pile=_pile, count=int),
    EventKind(Event.SAW_TILE, only="player", player=SEAT, tile=tile_id),
    EventKind(Event.SAW_ORDER, only="player", player=SEAT, order=order_id),
    EventKind(Event.TOOK_ORDER, player=SEAT, order=order_id),
    EventKind(Event.KEPT_NONE, player=SEAT, pile=_pile),
    EventKind(Event.PUT_BACK, player=SEAT, pile=_pile, count=int, end=_end),
    EventKind(Event.CAGE_MOVED, player=SEAT, level=level_id),
    EventKind(Event.LOADED, player=SEAT, colour=colour_id, level=level_id),
    EventKind(Event.STORED, player=SEAT, colour=colour_id),
    EventKind(Event.FILLED, player=SEAT, order=order_id, colour=colour_id, place=_place),
    EventKind(Event.SWAPPED, player=SEAT, order=order_id, colour=colour_id, first=cube_id, second=cube_id),
    EventKind(Event.COMPLETED, player=SEAT, order=order_id),
    EventKind(Event.STOPPED, player=SEAT, moves=int),
    EventKind(Event.DELIVERED, player=SEAT, order=order_id, points=int),
    EventKind(Event.NEW_TILE, space=space_id, tile=tile_id, carts=int, colour=colour_id, side=_side),
    EventKind(Event.NEW_ORDER, space=space_id, order=order_id),
    EventKind(Event.SHIFT_ENDED, shift=int),
    EventKind(Event.MAJORITY, player=SEAT, element=_element, count=int, points=int),
    EventKind(Event.FIRST_PLAYER, player=SEAT, workers=int),
    EventKind(Event.FINAL_POINTS, player=SEAT, source=_source, points=int),
    EventKind(Event.ENDED),
)
