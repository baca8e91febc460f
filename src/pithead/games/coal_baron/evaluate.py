"""How good a position of Coal Baron looks to a player.

Points so far, plus what the coal on its way to the orders, the majorities, the money and the workers still promise.
A promise counts for less the later it is: an order that nobody has time to deliver is worth nothing.
"""

from pithead.kit import Cells, rule, total

from . import state as st
from .rules import progress
from .rules.scoring import element_count, surplus_tiles
from .state import Act, Phase, Player, State

# The weights come from duels of this evaluation against itself (docs/bots.md). Each has two values: with two players,
# and with more. A pair of numbers is for the start and the end of the game, and goes from one to the other as workers
# are placed.
# What a square of an order is worth for majorities, over its printed points.
SQUARE_BONUS = ((1.73, 0.9), (1.43, 0.66))
# How much of the worth of a square is safe when its coal is this far.
NOWHERE = (0.08, 0.067)
ON_CART = (0.4, 0.45)
AT_CAGE = (0.51, 0.63)
IN_CAGE = (0.56, 0.55)
AT_SURFACE = (0.7, 0.74)
ON_ORDER = (0.71, 0.69)
READY = (0.86, 0.89)
# A cube that no order needs: anywhere, and more the safer it is.
SPARE_CUBE, SPARE_CUBE_AT_HAND = (0.25, 0.24), (0.31, 0.31)
# Squares that a worker fills on average, with all that it takes, and what a worker in the reserve is worth.
SQUARES_PER_WORKER = (0.34, 0.32)
WORKER = ((2.7, 1.54), (1.81, 0.98))
# A way to the customers with one vehicle: with orders that are ready, with orders that have to be filled first, and
# the workers for it.
TRIP, LATER_TRIP, WORKERS_PER_TRIP = (0.39, 0.35), (0.13, 0.11), (2.4, 2.78)
# A cart for all the coal and the majorities to come; a franc that still buys something, and how many do.
CART = ((0.7, 0.2), (0.81, 0.24))
FRANC = ((0.6, 0.17), (0.59, 0.12))
USEFUL_FRANCS = 12
# Majorities by type of element: what a lead of one is worth in chance of the prize, and how much a prize counts; the
# chance of the prize where nobody leads.
SQUARES_LEAD = ((0.093, 0.2), (0.13, 0.3))
CARTS_LEAD = ((0.089, 0.33), (0.085, 0.35))
SQUARES_PRIZE, CARTS_PRIZE = (0.42, 0.95), (1.03, 1.69)
LEVEL = (0.31, 0.37)
# What counts beside delivered squares and empty carts: squares with coal on orders, full carts that can be emptied.
FILLED_SQUARE = (0.42, 0.5)
FULL_CART = ((0.82, 0.23), (0.67, 0.23))
# The part of a penalty that is likely to stay: for tiles out of balance, for an order that there is time to deliver.
OUT_OF_BALANCE = ((0.19, 0.65), (0.19, 0.58))
UNDELIVERED = (0.45, 0.57)
# In an open turn: a move of mining that can bring coal to an order, any other one, a look at five tiles or orders, an
# empty cart to fill.
MOVE, OTHER_MOVE = (0.5, 0.7), (0.13, 0.13)
LOOK, UNFILLED = (0.91, 1.23), (0.78, 0.68)
MOVES_PER_CUBE = 3


@rule
def many(s: State) -> int:
    """Which of the two values of a weight holds: 0 with two players, 1 with more."""
    return 1 if s.n > 2 else 0


@rule
def between(weights: tuple[float, float], late: float) -> float:
    """A weight at a time of the game."""
    return weights[0] + (weights[1] - weights[0]) * late


@rule
def evaluate(s: State, seat: int) -> float:
    """Expected points at the end."""
    player = s.players[seat]
    value = 1.0 * player.points
    if s.phase == Phase.OVER:
        return value
    m = many(s)
    late = progress(s) / 1000
    workers = player.workers + (st.SHIFTS - s.shift) * st.WORKERS[s.n]
    value += promise_of_orders(s, player, workers, between(SQUARE_BONUS[m], late))
    value += promise_of_majorities(s, seat, late)
    value += player.francs / st.FRANCS_PER_VP + between(FRANC[m], late) * min(player.francs + 0, USEFUL_FRANCS)
    value += st.VP_PER_SURPLUS * surplus_tiles(player) * between(OUT_OF_BALANCE[m], late)
    value += between(CART[m], late) * total(player.carts) + between(WORKER[m], late) * player.workers
    if s.current == seat:
        value += promise_of_turn(s, player)
    return value


@rule
def habit(s: State, legal: Cells) -> int:
    """What is decided without thinking ahead, or −1: the order in which drawn items go back, and where."""
    if s.phase == Phase.PILE_END:
        return Act.BOTTOM
    return legal[0] + 0 if s.phase == Phase.ARRANGE else -1


@rule
def promise_of_turn(s: State, player: Player) -> float:
    """What workers have been paid for in this turn but have not brought yet."""
    m = many(s)
    value = UNFILLED[m] * s.unfilled
    if s.phase == Phase.KEEP_TILE or s.phase == Phase.KEEP_ORDER:
        value += LOOK[m]
    if s.moves > 0:
        wanted = 0
        for colour in range(st.N_COLOURS):
            squares = 0
            for i in range(player.orders.n):
                squares += s.needs[player.orders.items[i]][colour]
            wanted += min(squares, player.storage[colour] + player.cage[colour] + coal_on_carts(player, colour))
        moves = min(s.moves + 0, MOVES_PER_CUBE * wanted)
        value += MOVE[m] * moves + OTHER_MOVE[m] * (s.moves - moves)
    return value


@rule
def promise_of_orders(s: State, player: Player, workers: int, bonus: float) -> float:
    """The worth of outstanding orders, as far as their coal has come; every order that stays costs a point."""
    m = many(s)
    value = 0.0
    open_squares = 0
    for i in range(player.orders.n):
        open_squares += s.missing[player.orders.items[i]]
    time = min(1.0, SQUARES_PER_WORKER[m] * workers / max(1, open_squares))
    for i in range(player.orders.n):
        card = player.orders.items[i] + 0
        filled = st.ORDER_SIZE[card] - s.missing[card]
        if s.missing[card] == 0:
            value += READY[m] * filled * worth_of_square(card, bonus) * min(1.0, workers / WORKERS_PER_TRIP[m])
        else:
            value += ON_ORDER[m] * filled * worth_of_square(card, bonus) * time
            value += st.VP_PER_OUTSTANDING * (1.0 - time + UNDELIVERED[m] * time)
    for colour in range(st.N_COLOURS):
        value += promise_of_coal(s, player, colour, time, bonus)
    return value - cost_of_trips(s, player)


@rule
def cost_of_trips(s: State, player: Player) -> float:
    """Orders for the same vehicle are delivered by the same workers."""
    m = many(s)
    cost = 0.0
    for vehicle in range(st.N_VEHICLES):
        orders = 0
        for i in range(player.orders.n):
            if st.ORDER_VEHICLE[player.orders.items[i]] == vehicle:
                orders += 1
        if player.complete[vehicle] > 0:
            cost += TRIP[m]
        elif orders > 0:
            cost += LATER_TRIP[m]
    return cost


@rule
def worth_of_square(card: int, bonus: float) -> float:
    """Printed points and majorities."""
    return st.ORDER_POINTS[card] / st.ORDER_SIZE[card] + bonus


@rule
def promise_of_coal(s: State, player: Player, colour: int, time: float, bonus: float) -> float:
    """Open squares of a colour count by the distance of their coal; coal beyond that is worth little."""
    m = many(s)
    squares = 0
    worth = 0.0
    for i in range(player.orders.n):
        card = player.orders.items[i] + 0
        needs = s.needs[card][colour] + 0
        squares += needs
        worth += needs * worth_of_square(card, bonus)
    worth = time * worth / max(1, squares)
    up = player.level == st.SURFACE
    here = 0 if up else player.coal[player.level - 1][colour] + 0
    value = 0.0
    for distance in range(4):
        cubes = 0
        safe = ON_CART[m]
        if distance == 0:
            cubes = player.storage[colour] + (player.cage[colour] if up else 0)
            safe = AT_SURFACE[m]
        elif distance == 1:
            cubes = 0 if up else player.cage[colour] + 0
            safe = IN_CAGE[m]
        elif distance == 2:
            cubes = here
            safe = AT_CAGE[m]
        else:
            cubes = coal_on_carts(player, colour) - here
        used = min(squares, cubes)
        squares -= used
        value += used * worth * safe + (cubes - used) * (SPARE_CUBE[m] + SPARE_CUBE_AT_HAND[m] * safe)
    return value + squares * worth * NOWHERE[m]


@rule
def coal_on_carts(player: Player, colour: int) -> int:
    """Cubes of a colour on all carts of a mine."""
    cubes = 0
    for level in range(st.N_COLOURS):
        cubes += player.coal[level][colour]
    return cubes


@rule
def promise_of_majorities(s: State, seat: int, late: float) -> float:
    """Prizes of the elements still to be scored, by how far the seat is ahead or behind; late leads are safer."""
    m = many(s)
    value = 0.0
    for element in range(st.N_ELEMENTS):
        mine = likely_count(s, seat, element, late)
        if mine == 0.0:
            continue
        best, second = 0.0, 0.0
        for p in range(s.n):
            if p != seat:
                count = likely_count(s, p, element, late)
                if count > best:
                    second = best
                    best = count
                elif count > second:
                    second = count
        of_carts = st.ELEMENT_TYPE[element] == st.EMPTY_CARTS
        lead = between(CARTS_LEAD[m], late) if of_carts else between(SQUARES_LEAD[m], late)
        scorings = st.SHIFTS + 1 - max(element // st.ELEMENTS_PER_SHIFT + 1, s.shift + 0)
        counts = scorings * (CARTS_PRIZE[m] if of_carts else SQUARES_PRIZE[m])
        ahead = min(1.0, max(0.0, LEVEL[m] + lead * (mine - best)))
        value += counts * st.FIRST_PRIZE[element] * ahead
        if s.n > 2:
            placed = min(1.0, max(0.0, LEVEL[m] + lead * (mine - second)))
            value += counts * st.SECOND_PRIZE[element] * max(0.0, placed - ahead)
    return value


@rule
def likely_count(s: State, seat: int, element: int, late: float) -> float:
    """What a player has of an element, and a part of what is on its way."""
    m = many(s)
    player = s.players[seat]
    key = st.ELEMENT_KEY[element] + 0
    count = 1.0 * element_count(player, element)
    if st.ELEMENT_TYPE[element] == st.EMPTY_CARTS:
        return count + between(FULL_CART[m], late) * (player.carts[key] - count)
    for i in range(player.orders.n):
        card = player.orders.items[i] + 0
        filled = st.ORDER_SIZE[card] - s.missing[card]
        if filled > 0:
            squares = st.ORDER_SQUARES[card][key] + 0
            if st.ELEMENT_TYPE[element] == st.VEHICLE_SQUARES:
                squares = st.ORDER_SIZE[card] if st.ORDER_VEHICLE[card] == key else 0
            count += FILLED_SQUARE[m] * squares * filled / st.ORDER_SIZE[card]
    return count
