"""Tunnel tiles: bought, laid into the mine, their carts filled."""

from pithead.kit import Cells, emit, rule, total

from ..state import N_COLOURS, TILE_CARTS, TILE_COLOUR, TILE_PRICE, Act, Event, Option, Phase, State
from .draw_five import put_back_leftovers


@rule
def buy_tile(s: State, tile: int) -> None:
    """Pay a tile, lay it on its level and side (R17: as many as you like), fill its carts."""
    player = s.players[s.current]
    colour = TILE_COLOUR[tile] + 0
    player.francs -= TILE_PRICE[tile]
    s.issued -= TILE_PRICE[tile]
    player.tiles[tile] += 1
    player.carts[colour] += TILE_CARTS[tile]
    emit(s, Event.BOUGHT, s.current, tile, TILE_PRICE[tile], TILE_CARTS[tile], colour)
    matching = min(TILE_CARTS[tile] + 0, s.supply[colour] + 0)  # R14: matching cubes first
    s.supply[colour] -= matching
    player.coal[colour][colour] += matching
    s.unfilled = TILE_CARTS[tile] - matching
    s.level = colour
    next_cart(s)


@rule
def next_cart(s: State) -> None:
    """Ask for coal while a cart of the new tile and any cube are left."""
    if s.unfilled > 0 and total(s.supply) > 0:
        s.phase = Phase.FILL_CART
    else:
        s.unfilled = 0
        put_back_leftovers(s)


@rule
def legal_coal(s: State, out: Cells) -> int:
    """Any colour of the supply. R15: leaving the cart empty is a choice, unless the table decided otherwise."""
    k = 0
    for colour in range(N_COLOURS):
        if s.supply[colour] > 0:
            out[k] = Act.COAL + colour
            k += 1
    if s.options[Option.SUBSTITUTION_OPTIONAL]:
        out[k] = Act.LEAVE_EMPTY
        k += 1
    return k


@rule
def substitute(s: State, colour: int) -> None:
    """R16: another colour of coal changes neither the cart's colour nor its price or level."""
    s.supply[colour] -= 1
    s.players[s.current].coal[s.level][colour] += 1
    s.unfilled -= 1
    emit(s, Event.CART_FILLED, s.current, s.level, colour)
    next_cart(s)


@rule
def leave_empty(s: State) -> None:
    """R15: an empty cart can be worth points."""
    s.unfilled -= 1
    emit(s, Event.CART_LEFT_EMPTY, s.current, s.level)
    next_cart(s)
