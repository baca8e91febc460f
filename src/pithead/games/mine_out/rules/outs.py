"""Mine Out and Bank Out: what happens when the last cube or the last coin is taken."""

from pithead.kit import emit, rule, total

from .. import state as st
from ..state import Event, Phase, Source, State
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
            return held // st.BANK_OUT_DIVISOR
    return 0


@rule
def mine_out(s: State, mineral: int) -> None:
    """Owners score, all cubes of the mineral return; R48: the digger's new cubes are already counted."""
    emit(s, Event.MINE_OUT, mineral)
    for seat in range(s.n_seats):
        points = mine_out_points(s, seat, mineral)
        if points > 0:
            emit(s, Event.OWNER_SCORED, player_of(s, seat), role_of(s, seat), points)
        award(s, seat, points, Source.MINE_OUTS)
    for seat in range(s.n_seats):
        s.seats[seat].cubes[mineral] = 0
    for ore in range(st.N_ORES):
        if ore == mineral or mineral == st.JEWEL:
            clear_row(s, ore, mineral)
    s.mines[mineral] = st.CUBES[s.mode][mineral]
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
    emit(s, Event.BANK_OUT)
    for seat in range(s.n_seats):
        points = bank_out_points(s, seat)
        if points > 0:
            emit(s, Event.OWNER_SCORED, player_of(s, seat), role_of(s, seat), points)
        award(s, seat, points, Source.BANK_OUTS)
    for seat in range(s.n_seats):
        owner = s.seats[seat]
        if owner.joined:
            s.bank += owner.money - st.STARTING_RUPEES
            owner.money = st.STARTING_RUPEES
    s.bank += s.expenses
    s.expenses = 0
    after_out(s)


@rule
def after_out(s: State) -> None:
    """The active seat, and nobody else (R50), scores its Mafia and may draw cards.

    R49: after a Bank Out as after a Mine Out. R52: the draws come last. R54: after every Out of a turn anew.
    """
    seat = s.active + 0
    mafia = visible(s, seat, st.MAFIA)
    points = st.MAFIA_BONUS[mafia if mafia < st.MAX_MAFIA else st.MAX_MAFIA] + 0
    if points > 0:
        emit(s, Event.MAFIA_SCORED, player_of(s, seat), role_of(s, seat), points)
    award(s, seat, points, Source.MAFIA)
    s.draws_left = visible(s, seat, st.AGENT)
    offer_draws(s)


@rule
def offer_draws(s: State) -> None:
    """R53: draws are optional, one by one, and stop at the hand limit."""
    if s.draws_left > 0 and s.seats[s.active].held < st.HAND_LIMIT and (s.deck.n > 0 or total(s.discard) > 0):
        s.phase = Phase.LABOUR
    else:
        stop_drawing(s)


@rule
def draw_labour(s: State) -> None:
    """Draw one card that nobody else sees; it is no hire."""
    s.barrier += 1
    s.draws_left -= 1
    kind = draw_card(s)
    take_card(s.seats[s.active], kind, st.THIS_DECK)
    emit(s, Event.DREW, player_of(s, s.active + 0), role_of(s, s.active + 0))
    emit(s, Event.SAW, player_of(s, s.active + 0), role_of(s, s.active + 0), kind)
    offer_draws(s)


@rule
def stop_drawing(s: State) -> None:
    """No more cards from this Out."""
    s.draws_left = 0
    after_action(s)
