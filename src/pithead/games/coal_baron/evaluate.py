"""How good a position of Coal Baron looks to a player.

Points so far, plus what the coal on its way to the orders, the majorities, the money and the workers still promise.
A promise counts for less the later it is: an order that nobody has time to deliver is worth nothing.
"""

from pithead.kit import rule

from .rules import progress
from .rules.scoring import element_count, surplus_tiles
from .state import (
    ELEMENT_KEY,
    ELEMENT_TYPE,
    ELEMENTS_PER_SHIFT,
    EMPTY_CARTS,
    FIRST_PRIZE,
    FRANCS_PER_VP,
    KEEPING_ORDER,
    KEEPING_TILE,
    N_COLOURS,
    N_ELEMENTS,
    ORDER_POINTS,
    ORDER_SIZE,
    OVER,
    SECOND_PRIZE,
    SHIFTS,
    SURFACE,
    VP_PER_OUTSTANDING,
    VP_PER_SURPLUS,
    WORKERS,
    Player,
    State,
)

# What a square of an order is worth for majorities, over its printed points.
SQUARE_BONUS = 1.2
# How much of the worth of a square is safe when its coal is this far.
NOWHERE, ON_CART, AT_CAGE, IN_CAGE, AT_SURFACE, ON_ORDER, READY = 0.06, 0.38, 0.44, 0.50, 0.58, 0.72, 0.92
# Squares that a worker fills on average, with all that it takes, and what a worker is worth.
SQUARES_PER_WORKER, WORTH_OF_WORKER = 0.45, 1.2
# In an open turn: a move of mining that has something to do, a look at five tiles or orders, an empty cart to fill.
MOVE, MOVES_PER_CUBE, LOOK, CART = 0.45, 3, 1.2, 0.6


@rule
def evaluate(s: State, seat: int) -> float:
    """Expected points at the end."""
    player = s.players[seat]
    value = 1.0 * player.points
    if s.phase == OVER:
        return value
    late = progress(s) / 1000.0
    workers = player.workers + (SHIFTS - s.shift) * WORKERS[s.n]
    value += promise_of_orders(s, player, workers)
    value += promise_of_majorities(s, seat, late)
    value += promise_of_money(player, late)
    value += VP_PER_SURPLUS * surplus_tiles(player) * (0.35 + 0.65 * late)
    value += WORTH_OF_WORKER * workers
    if s.current == seat:
        value += promise_of_turn(s, player)
    return value


@rule
def promise_of_turn(s: State, player: Player) -> float:
    """What workers have been paid for in this turn but have not brought yet."""
    value = CART * s.unfilled
    if s.phase == KEEPING_TILE or s.phase == KEEPING_ORDER:
        value += LOOK
    if s.moves > 0:
        squares, cubes = 0, 0
        for i in range(player.orders.n):
            squares += s.missing[player.orders.items[i]]
        for colour in range(N_COLOURS):
            cubes += player.storage[colour] + player.cage[colour] + coal_on_carts(player, colour)
        value += MOVE * min(s.moves + 0, MOVES_PER_CUBE * min(squares, cubes))
    return value


@rule
def promise_of_orders(s: State, player: Player, workers: int) -> float:
    """The worth of outstanding orders, as far as their coal has come; every order that stays costs a point."""
    value = 0.0
    open_squares = 0
    for i in range(player.orders.n):
        open_squares += s.missing[player.orders.items[i]]
    time = min(1.0, SQUARES_PER_WORKER * workers / max(1, open_squares))
    for i in range(player.orders.n):
        card = player.orders.items[i] + 0
        filled = ORDER_SIZE[card] - s.missing[card]
        if s.missing[card] == 0:
            value += READY * filled * worth_of_square(card) * min(1.0, workers / 2.0)
        else:
            value += ON_ORDER * filled * worth_of_square(card) * time
            value += VP_PER_OUTSTANDING * (1.0 - 0.7 * time)
    for colour in range(N_COLOURS):
        value += promise_of_coal(s, player, colour, time)
    return value


@rule
def worth_of_square(card: int) -> float:
    """Printed points and majorities."""
    return ORDER_POINTS[card] / ORDER_SIZE[card] + SQUARE_BONUS


@rule
def promise_of_coal(s: State, player: Player, colour: int, time: float) -> float:
    """Open squares of a colour count by the distance of their coal; coal beyond that is worth little."""
    squares = 0
    worth = 0.0
    for i in range(player.orders.n):
        card = player.orders.items[i] + 0
        needs = s.needs[card][colour] + 0
        squares += needs
        worth += needs * worth_of_square(card)
    worth = time * worth / max(1, squares)
    up = player.level == SURFACE
    here = 0 if up else player.coal[player.level - 1][colour] + 0
    value = 0.0
    for distance in range(4):
        cubes = 0
        safe = ON_CART
        if distance == 0:
            cubes = player.storage[colour] + (player.cage[colour] if up else 0)
            safe = AT_SURFACE
        elif distance == 1:
            cubes = 0 if up else player.cage[colour] + 0
            safe = IN_CAGE
        elif distance == 2:
            cubes = here
            safe = AT_CAGE
        else:
            cubes = coal_on_carts(player, colour) - here
        used = min(squares, cubes)
        squares -= used
        value += used * worth * safe + (cubes - used) * (0.25 + 0.3 * safe)
    return value + squares * worth * NOWHERE


@rule
def coal_on_carts(player: Player, colour: int) -> int:
    """Cubes of a colour on all carts of a mine."""
    cubes = 0
    for level in range(N_COLOURS):
        cubes += player.coal[level][colour]
    return cubes


@rule
def promise_of_majorities(s: State, seat: int, late: float) -> float:
    """Prizes of the elements still to be scored, by how far the seat is ahead or behind."""
    value = 0.0
    trust = 0.10 + 0.25 * late  # late leads are safe, early ones are not
    for element in range(N_ELEMENTS):
        mine = likely_count(s.players[seat], element, late)
        if mine == 0.0:
            continue
        best, second = 0.0, 0.0
        for p in range(s.n):
            if p != seat:
                count = likely_count(s.players[p], element, late)
                if count > best:
                    second = best
                    best = count
                elif count > second:
                    second = count
        scorings = SHIFTS + 1 - max(element // ELEMENTS_PER_SHIFT + 1, s.shift + 0)
        ahead = min(1.0, max(0.0, 0.5 + trust * (mine - best)))
        value += scorings * FIRST_PRIZE[element] * ahead
        if s.n > 2:
            placed = min(1.0, max(0.0, 0.5 + trust * (mine - second)))
            value += scorings * SECOND_PRIZE[element] * max(0.0, placed - ahead)
    return 0.8 * value


@rule
def likely_count(player: Player, element: int, late: float) -> float:
    """What a player has of an element, and half of the full carts that there is time to empty."""
    count = 1.0 * element_count(player, element)
    if ELEMENT_TYPE[element] == EMPTY_CARTS:
        count += 0.5 * (1.0 - late) * (player.carts[ELEMENT_KEY[element]] - count)
    return count


@rule
def promise_of_money(player: Player, late: float) -> float:
    """Francs buy carts while there is time; the last ones are only converted."""
    useful = min(player.francs + 0, 12)
    converted = player.francs / FRANCS_PER_VP
    return converted + useful * 0.14 * (1.0 - late)
