"""Scoring: the majorities at the end of a shift, the conversions at the end of the game, the ranking."""

from pithead.kit import Cells, emit, rule, total

from .. import state as st
from ..state import Event, Player, Source, State
from .orders import gain_points


@rule
def score_shift(s: State) -> None:
    """Turn up all delivered orders (R37: those of earlier shifts too) and score the elements of this shift."""
    for p in range(s.n):
        player = s.players[p]
        for i in range(len(player.squares)):
            player.revealed[i] = player.squares[i]
    for element in range(st.ELEMENTS_PER_SHIFT * s.shift):
        score_element(s, element)


@rule
def score_element(s: State, element: int) -> None:
    """First and second prize of one element."""
    for p in range(s.n):
        player = s.players[p]
        count = element_count(player, element)
        ahead = 0
        for other in range(s.n):
            if element_count(s.players[other], element) > count:
                ahead += 1
        place = prize_place(count, ahead, s.n + 0)
        prize = 0
        if place == 1:
            prize = st.FIRST_PRIZE[element] + 0
        elif place == 2:
            prize = st.SECOND_PRIZE[element] + 0
        if prize > 0:
            gain_points(player, st.BY_MAJORITY + st.ELEMENT_TYPE[element], prize)
            emit(s, Event.MAJORITY, p, element, count, prize)


@rule
def prize_place(count: int, ahead: int, players: int) -> int:
    """Whose count gets the first prize (1), the second (2) or none (0), by how many players have more.

    R34: all who tie for first get the first prize and nobody the second: two are ahead of whoever comes next. R35: all
    who tie for second get it in full. R36: two players never have a second prize. Nobody is paid for nothing (R33: for
    carts, not one empty).
    """
    if count == 0 or ahead > 1 or (ahead == 1 and players == 2):
        return 0
    return ahead + 1


@rule
def element_count(player: Player, element: int) -> int:
    """What a player has of an element."""
    key = st.ELEMENT_KEY[element]
    if st.ELEMENT_TYPE[element] == st.EMPTY_CARTS:
        return empty_carts(player, key)
    if st.ELEMENT_TYPE[element] == st.VEHICLE_SQUARES:
        return player.squares[st.N_COLOURS + key] + 0
    return player.squares[key] + 0


@rule
def empty_carts(player: Player, colour: int) -> int:
    """R32: carts without coal, the printed ones included."""
    return player.carts[colour] - total(player.coal[colour])


@rule
def score_end_of_game(s: State) -> None:
    """R40: francs and coal are converted for everybody; then what is unfinished or out of balance costs points."""
    for p in range(s.n):
        player = s.players[p]
        final_points(s, p, Source.FRANCS, player.francs // st.FRANCS_PER_VP)
        s.issued -= player.francs - player.francs % st.FRANCS_PER_VP
        player.francs = player.francs % st.FRANCS_PER_VP  # R41: the rest may break a tie
        final_points(s, p, Source.CUBES, cubes_of(s, player) // st.CUBES_PER_VP)
        final_points(s, p, Source.OUTSTANDING, player.orders.n * st.VP_PER_OUTSTANDING)
        final_points(s, p, Source.BALANCE, surplus_tiles(player) * st.VP_PER_SURPLUS)


@rule
def final_points(s: State, p: int, source: int, points: int) -> None:
    """Points of one kind at the end of the game."""
    gain_points(s.players[p], source, points)
    emit(s, Event.FINAL_POINTS, p, source, points)


@rule
def cubes_of(s: State, player: Player) -> int:
    """All coal of a player: on carts, in cage and storage, on outstanding orders."""
    cubes = total(player.cage) + total(player.storage)
    for colour in range(st.N_COLOURS):
        cubes += total(player.coal[colour])
    for i in range(player.orders.n):
        cubes += total(s.cubes[player.orders.items[i]])
    return cubes


@rule
def surplus_tiles(player: Player) -> int:
    """R44: tiles that one side of the whole mine has more than the other. R42: printed carts are no tiles."""
    balance = 0
    for tile in range(st.N_TILES):
        balance += player.tiles[tile] if st.TILE_SIDE[tile] == st.LIGHT else -player.tiles[tile]
    return abs(balance)


@rule
def scores(s: State, out: Cells) -> None:
    """Points of every player."""
    for p in range(s.n):
        out[p] = s.players[p].points


@rule
def ranking(s: State, out: Cells) -> None:
    """By points, then by the francs left; players equal in both share a rank."""
    for p in range(s.n):
        rank = 1
        for other in range(s.n):
            if is_ahead(s.players[other], s.players[p]):
                rank += 1
        out[p] = rank


@rule
def is_ahead(one: Player, other: Player) -> bool:
    """R41: francs break a tie."""
    return one.points > other.points or (one.points == other.points and one.francs > other.francs)


@rule
def teams(s: State, out: Cells) -> None:
    """Everybody plays alone."""
    for p in range(s.n):
        out[p] = p
