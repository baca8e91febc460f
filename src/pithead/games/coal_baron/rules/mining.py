"""Mining: move by move from the carts over the cage to orders and storage.

R21: coal goes from cart to cage, from cage to order or storage, from storage to order, and no other way.
"""

from pithead.kit import Cells, emit, rule, total

from .. import state as st
from ..state import Act, Event, Option, Phase, Player, State, fill_action
from .orders import close_square


@rule
def reaches(s: State, player: Player, place: int) -> bool:
    """Whether cubes of the cage or the storage can go to orders now.

    The cage must be at the surface. R24: the storage need not, unless the table decided otherwise.
    """
    if place == st.CAGED or s.options[Option.STORAGE_NEEDS_SURFACE]:
        return player.level == st.SURFACE
    return True


@rule
def within_reach(s: State, player: Player, place: int, colour: int) -> int:
    """How many cubes of a colour can be taken from a place to an order."""
    if not reaches(s, player, place):
        return 0
    return player.cage[colour] + 0 if place == st.CAGED else player.storage[colour] + 0


@rule
def can_load(player: Player, colour: int) -> bool:
    """The cage stands at a level with such a cube and has a slot free."""
    return (
        player.level > st.SURFACE and total(player.cage) < st.CAGE_SLOTS and player.coal[player.level - 1][colour] > 0
    )


@rule
def can_store(s: State, player: Player, colour: int) -> bool:
    """R22: any cube of the cage at the surface, unless the table lets only unwanted colours be stored."""
    if player.level != st.SURFACE or player.cage[colour] == 0:
        return False
    return not s.options[Option.STORE_ONLY_UNMATCHED] or not is_wanted(s, player, colour)


@rule
def is_wanted(s: State, player: Player, colour: int) -> bool:
    """Whether an outstanding order has an empty square of the colour."""
    for i in range(player.orders.n):
        if s.needs[player.orders.items[i]][colour] > 0:
            return True
    return False


@rule
def legal_mining(s: State, out: Cells) -> int:
    """Every move that the cage, the coal and the orders allow. R23: stopping is always one."""
    player = s.players[s.current]
    out[0] = Act.END
    k = 1
    for level in range(st.N_COLOURS + 1):
        if level != player.level:  # R19: any distance and direction; staying is no move
            out[k] = Act.CAGE + level
            k += 1
    if player.level > st.SURFACE:
        for colour in range(st.N_COLOURS):
            if can_load(player, colour):
                out[k] = Act.LOAD + colour
                k += 1
    else:
        for colour in range(st.N_COLOURS):
            if can_store(s, player, colour):
                out[k] = Act.STORE + colour
                k += 1
    return legal_fills(s, player, out, k)


@rule
def legal_fills(s: State, player: Player, out: Cells, k: int) -> int:
    """Moves onto orders, after k others. R45: a single cube must have the colour of its square."""
    cage = reaches(s, player, st.CAGED)
    storage = reaches(s, player, st.STORED)
    cubes = 0
    if cage:
        cubes += total(player.cage)
    if storage:
        cubes += total(player.storage)
    if cubes == 0:
        return k
    two_for_one = cubes >= 2 and s.moves >= 2  # R25
    for i in range(player.orders.n):
        card = player.orders.items[i] + 0
        if s.missing[card] == 0:
            continue
        for colour in range(st.N_COLOURS):
            if s.needs[card][colour] == 0:
                continue
            move = fill_action(card, colour, st.CAGED)
            if cage and player.cage[colour] > 0:
                out[k] = move
                k += 1
            if storage and player.storage[colour] > 0:
                out[k] = move + st.STORED
                k += 1
            if two_for_one:
                out[k] = move + st.TWO_FOR_ONE
                k += 1
    return k


@rule
def spend_moves(s: State, moves: int) -> None:
    """After the last move only the end of the turn is left."""
    s.moves -= moves
    s.phase = Phase.MINE if s.moves > 0 else Phase.DONE


@rule
def move_cage(s: State, level: int) -> None:
    """R19: one move for any distance. R20: the cage stays there, with its load, until it is moved again."""
    s.players[s.current].level = level
    emit(s, Event.CAGE_MOVED, s.current, level)
    spend_moves(s, 1)


@rule
def load(s: State, colour: int) -> None:
    """A cube goes from a cart of the cage's level into the cage."""
    player = s.players[s.current]
    player.coal[player.level - 1][colour] -= 1
    player.cage[colour] += 1
    emit(s, Event.LOADED, s.current, colour, player.level)
    spend_moves(s, 1)


@rule
def store(s: State, colour: int) -> None:
    """A cube goes from the cage into the storage, which has no limit."""
    player = s.players[s.current]
    player.cage[colour] -= 1
    player.storage[colour] += 1
    emit(s, Event.STORED, s.current, colour)
    spend_moves(s, 1)


@rule
def put_on_order(s: State, card: int, place: int, colour: int) -> None:
    """A cube goes from the cage or the storage onto a card."""
    player = s.players[s.current]
    if place == st.CAGED:
        player.cage[colour] -= 1
    else:
        player.storage[colour] -= 1
    s.cubes[card][colour] += 1


@rule
def move_to_order(s: State, card: int, colour: int, how: int) -> None:
    """Fill a square with one cube of its colour, or begin a two for one."""
    if how == st.TWO_FOR_ONE:
        s.swap = card
        s.swap_colour = colour
        s.phase = Phase.FIRST_CUBE
        return
    put_on_order(s, card, how, colour)
    emit(s, Event.FILLED, s.current, card, colour, how)
    close_square(s, card, colour, st.FILLED_BY_ONE)
    spend_moves(s, 1)


@rule
def legal_cubes(s: State, out: Cells) -> int:
    """R26: any two cubes within reach, in a fixed order: the second never comes before the first."""
    player = s.players[s.current]
    first = s.swap_first + 0 if s.phase == Phase.SECOND_CUBE else 0
    k = 0
    rest = 0
    for i in range(2 * st.N_COLOURS - 1, first - 1, -1):
        count = within_reach(s, player, i // st.N_COLOURS, i % st.N_COLOURS)
        if s.phase == Phase.SECOND_CUBE and i == first:
            count -= 1
        rest += count
        if count > 0 and (s.phase == Phase.SECOND_CUBE or rest > 1):
            out[k] = Act.WITH + i
            k += 1
    for i in range(k // 2):
        held = out[i]
        out[i] = out[k - 1 - i]
        out[k - 1 - i] = held
    return k


@rule
def choose_cube(s: State, cube: int) -> None:
    """R25: both cubes of a two for one go onto their square together, for two moves (R27: as often as you like)."""
    if s.phase == Phase.FIRST_CUBE:
        s.swap_first = cube
        s.phase = Phase.SECOND_CUBE
        return
    card = s.swap + 0
    colour = s.swap_colour + 0
    first = s.swap_first + 0
    s.swap = 0
    s.swap_colour = 0
    s.swap_first = 0
    put_on_order(s, card, first // st.N_COLOURS, first % st.N_COLOURS)
    put_on_order(s, card, cube // st.N_COLOURS, cube % st.N_COLOURS)
    emit(s, Event.SWAPPED, s.current, card, colour, first, cube)
    close_square(s, card, colour, st.FILLED_BY_TWO + first % st.N_COLOURS * st.N_COLOURS + cube % st.N_COLOURS)
    spend_moves(s, 2)
