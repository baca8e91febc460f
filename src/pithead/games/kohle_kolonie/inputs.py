"""What a value net sees of a position of Kohle & Kolonie: a player's mat and map against the best of the others."""

from pithead.kit import rule
from pithead.kit.observation import flag, number, observation

from . import state as st
from .rules.board_scoring import board_score
from .rules.consolidation import administration, mine_value
from .rules.income import income
from .rules.scoring import engines_of
from .rules.technology import loading_fee, technology_coins, technology_vp, wagons
from .state import Owner, Stage, State

MOST = 60  # what is more than this counts as this


@rule
def best_coins(s: State, seat: int) -> int:
    """The most coins that another player has."""
    most = 0
    for p in range(s.n):
        if p != seat and s.players[p].coins > most:
            most = s.players[p].coins + 0
    return min(most, MOST)


@rule
def best_board(s: State, seat: int) -> int:
    """The most points that another player would have from the map."""
    most = 0
    for p in range(s.n):
        if p != seat:
            most = max(most, board_score(s, p))
    return min(most, MOST)


@rule
def settlements(s: State, seat: int) -> int:
    """Settlements that a player has founded."""
    count = 0
    for village in range(len(s.players[seat].settled)):
        if s.players[seat].settled[village] > 0:
            count += 1
    return count


@rule
def settlers(s: State, seat: int) -> int:
    """Miners in villages."""
    count = 0
    for village in range(st.N_VILLAGES):
        count += s.players[seat].miners[st.VILLAGE_AT + village]
    return count


@rule
def stations(s: State, seat: int) -> int:
    """Miners at stations."""
    count = 0
    for station in range(st.N_STATIONS):
        count += s.players[seat].miners[st.STATION_AT + station]
    return count


@rule
def mines_of(s: State, seat: int) -> int:
    """Mines that belong to a player."""
    count = 0
    for m in range(st.N_MINES):
        if s.mines[m] == seat:
            count += 1
    return count


@rule
def open_mines(s: State, seat: int) -> int:
    """Mine cards without a guard that disasters can strike."""
    count = 0
    for slot in range(st.N_SLOTS):
        if s.players[seat].cards[slot] > 0 and st.SLOT_SAFE[slot] == 0 and s.players[seat].miners[slot] == 0:
            count += 1
    return count


@rule
def field_value(s: State, seat: int, field: int) -> int:
    """What the mines of a field that is still to be consolidated count for a player."""
    to_come = s.large[field] == Owner.LATER and st.LARGE_ROUND[field] >= s.round
    return min(mine_value(s, seat, field), MOST) if to_come else 0


@rule
def engineers(s: State, seat: int) -> int:
    """Engineers on technology cards."""
    count = 0
    for slot in range(st.N_ENGINEER_SLOTS):
        count += s.players[seat].placed_engineers[slot]
    return count


INPUTS = observation(
    lambda s: s.n,
    flag("round", lambda s, me, i: s.round == i + 1, st.ROUNDS),
    flag("before the income of the round", lambda s, me: s.stage <= Stage.INCOME),
    flag("number of players, from two on", lambda s, me, i: s.n == i + 2, st.MAX_PLAYERS - 1),
    flag("to move", lambda s, me: s.current == me),
    number("coins", 0, MOST, lambda s, me: min(s.players[me].coins + 0, MOST)),
    number("most coins of another", 0, MOST, lambda s, me: best_coins(s, me)),
    number("income", 0, MOST, lambda s, me: income(s.players[me])),
    number("points from the map", 0, MOST, lambda s, me: min(board_score(s, me), MOST)),
    number("most points of another from the map", 0, MOST, lambda s, me: best_board(s, me)),
    number("coins from technology", 0, MOST, lambda s, me: min(technology_coins(s, s.players[me]), MOST)),
    number("points from technology", 0, MOST, lambda s, me: min(technology_vp(s, s.players[me]), MOST)),
    number("wagons", 0, MOST, lambda s, me: wagons(s.players[me])),
    number("loading fee", 0, MOST, lambda s, me: loading_fee(s.players[me])),
    number("administration", 0, MOST, lambda s, me: min(administration(s, me), MOST)),
    number("value by field", 0, MOST, lambda s, me, i: field_value(s, me, i), st.N_FIELDS),
    number("mines", 0, MOST, lambda s, me: mines_of(s, me)),
    number("mines without a guard", 0, MOST, lambda s, me: open_mines(s, me)),
    number("workers", 0, MOST, lambda s, me: s.players[me].workers),
    number("miners in reserve", 0, MOST, lambda s, me: s.players[me].miners[st.RESERVE]),
    number("steam engines", 0, MOST, lambda s, me: engines_of(s.players[me])),
    number("engineers placed", 0, MOST, lambda s, me: engineers(s, me)),
    number("settlements", 0, MOST, lambda s, me: settlements(s, me)),
    number("settlers", 0, MOST, lambda s, me: settlers(s, me)),
    number("miners at stations", 0, MOST, lambda s, me: stations(s, me)),
    number("steps of the coking plant", 0, MOST, lambda s, me: s.players[me].coking_steps),
    number("railway tokens", 0, MOST, lambda s, me, i: s.players[me].tokens[i] + s.players[me].fresh[i], 5),
)
INPUT_LAYOUT, N_INPUTS, inputs = INPUTS.layout, INPUTS.size, INPUTS.write
