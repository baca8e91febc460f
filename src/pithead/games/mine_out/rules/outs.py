"""Mine Out and Bank Out: what happens when the last cube or the last coin is taken."""

from pithead.kit import emit, rule, total

from ..state import (
    AGENT,
    BANK_OUT,
    BANK_OUT_DIVISOR,
    CUBES,
    DREW,
    FROM_BANK_OUTS,
    FROM_MAFIA,
    FROM_MINE_OUTS,
    HAND_LIMIT,
    JEWEL,
    LABOUR,
    MAFIA,
    MAFIA_BONUS,
    MAFIA_SCORED,
    MAX_MAFIA,
    MINE_OUT,
    N_ORES,
    OWNER_SCORED,
    SAW,
    STARTING_RUPEES,
    THIS_DECK,
    State,
)
from .table import award, draw_card, player_of, role_of, take_card, visible
from .turn import after_action


@rule
def mine_out_points(s: State, seat: int, mineral: int) -> int:
    """One point per cube, but nothing for whoever holds the most, tied or alone (R44).

    Only cubes of the mineral in the seats' own hands count: no jewels for an ore (R45), no Jewelers (R46), nothing that
    lies in the market (R47). R71: Master and Apprentice are separate seats.
    """
    held = s.seats[seat].cubes[mineral] + 0
    for other in range(s.n_seats):
        if s.seats[other].cubes[mineral] > held:
            return held
    return 0


@rule
def bank_out_points(s: State, seat: int) -> int:
    """Half the money, rounded down (R55: none for none), but nothing for whoever holds the most."""
    held = s.seats[seat].money + 0
    for other in range(s.n_seats):
        if s.seats[other].money > held:
            return held // BANK_OUT_DIVISOR
    return 0


@rule
def mine_out(s: State, mineral: int) -> None:
    """Owners score, all cubes of the mineral return; R48: the digger's new cubes are already counted."""
    emit(s, MINE_OUT, mineral)
    for seat in range(s.n_seats):
        points = mine_out_points(s, seat, mineral)
        if points > 0:
            emit(s, OWNER_SCORED, player_of(s, seat), role_of(s, seat), points)
        award(s, seat, points, FROM_MINE_OUTS)
    for seat in range(s.n_seats):
        s.seats[seat].cubes[mineral] = 0
    for ore in range(N_ORES):
        if ore == mineral or mineral == JEWEL:
            clear_row(s, ore, mineral)
    s.mines[mineral] = CUBES[s.mode][mineral]
    after_out(s)


@rule
def clear_row(s: State, ore: int, mineral: int) -> None:
    """Take a mineral out of a market row; what stays slides to the left."""
    row = s.market[ore]
    count = row.n + 0
    kept = 0
    for i in range(count):
        if row.items[i] != mineral:
            row.items[kept] = row.items[i]
            kept += 1
    for i in range(kept, count):
        row.items[i] = 0
    row.n = kept


@rule
def bank_out(s: State) -> None:
    """Owners score, all money and the expense box return, everybody restarts with five rupees (R55)."""
    emit(s, BANK_OUT)
    for seat in range(s.n_seats):
        points = bank_out_points(s, seat)
        if points > 0:
            emit(s, OWNER_SCORED, player_of(s, seat), role_of(s, seat), points)
        award(s, seat, points, FROM_BANK_OUTS)
    for seat in range(s.n_seats):
        owner = s.seats[seat]
        if owner.joined:
            s.bank += owner.money - STARTING_RUPEES
            owner.money = STARTING_RUPEES
    s.bank += s.expenses
    s.expenses = 0
    after_out(s)


@rule
def after_out(s: State) -> None:
    """The active seat, and nobody else (R50), scores its Mafia and may draw cards.

    R49: after a Bank Out as after a Mine Out. R52: the draws come last. R54: after every Out of a turn anew.
    """
    seat = s.active + 0
    mafia = visible(s, seat, MAFIA)
    points = MAFIA_BONUS[mafia if mafia < MAX_MAFIA else MAX_MAFIA] + 0
    if points > 0:
        emit(s, MAFIA_SCORED, player_of(s, seat), role_of(s, seat), points)
    award(s, seat, points, FROM_MAFIA)
    s.draws_left = visible(s, seat, AGENT)
    offer_draws(s)


@rule
def offer_draws(s: State) -> None:
    """R53: draws are optional, one by one, and stop at the hand limit."""
    if s.draws_left > 0 and s.seats[s.active].held < HAND_LIMIT and (s.deck.n > 0 or total(s.discard) > 0):
        s.phase = LABOUR
    else:
        stop_drawing(s)


@rule
def draw_labour(s: State) -> None:
    """Draw one card that nobody else sees; it is no hire."""
    s.barrier += 1
    s.draws_left -= 1
    kind = draw_card(s)
    take_card(s.seats[s.active], kind, THIS_DECK)
    emit(s, DREW, player_of(s, s.active + 0), role_of(s, s.active + 0))
    emit(s, SAW, player_of(s, s.active + 0), role_of(s, s.active + 0), kind)
    offer_draws(s)


@rule
def stop_drawing(s: State) -> None:
    """No more cards from this Out."""
    s.draws_left = 0
    after_action(s)
