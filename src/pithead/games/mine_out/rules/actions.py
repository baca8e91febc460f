"""The Action Phase: move, hire, dig, sell, refresh, play."""

from pithead.kit import emit, push, rule

from .. import state as st
from ..state import Event, Option, Phase, Seat, Source, State
from .outs import bank_out, mine_out
from .table import award, lose_card, player_of, role_of, take_card, visible
from .turn import after_action, refill


@rule
def spend(s: State, points: int, deed: int) -> None:
    """Costs are paid before the action; everything but a move is a deed."""
    s.ap -= points
    s.deeds += deed


# What each action costs now.


@rule
def hire_cost(s: State, place: int) -> int:
    """R26, R27, R28: the second hire at the same establishment in a turn costs 2, wherever one was in between."""
    return st.COST_HIRE[s.hires_at[place]] + 0


@rule
def dig_cost(s: State, place: int) -> int:
    """R26, R27, R28: the second dig in the same mine in a turn costs 2."""
    return st.COST_DIG[s.digs_at[place]] + 0


@rule
def sell_cost(s: State) -> int:
    """The second cube in a turn costs 2; a refresh before it changes nothing (R73)."""
    return st.COST_SELL[s.sales] + 0


# The obligation to do something else than move.


@rule
def can_act_at(s: State, place: int, ap: int) -> bool:
    """Whether some action that is no move would be legal at a place with these points."""
    seat = s.seats[s.active]
    if place == st.MARKET:
        if ap >= st.COST_REFRESH:
            return True
        if s.sales < st.MAX_SALES and ap >= sell_cost(s):
            for count in seat.cubes:
                if count > 0:
                    return True
    elif st.MINERAL_OF[place] >= 0:
        if s.digs < st.MAX_DIGS and ap >= dig_cost(s, place):
            for i in range(seat.held):
                if can_dig_with(s, seat.hand[i] + 0, st.MINERAL_OF[place] + 0):
                    return True
    elif s.hires < st.MAX_HIRES and seat.held < st.HAND_LIMIT and ap >= hire_cost(s, place):
        for slot in range(st.HIRE_SLOTS):
            if s.hire[slot] != st.EMPTY and st.PLACE_OF[s.hire[slot]] == place:
                return True
    if ap >= st.COST_PLAY:
        for i in range(seat.held):
            if st.WAGE[seat.hand[i]] <= seat.money:
                return True
    return False


@rule
def can_act_from(s: State, place: int, ap: int) -> bool:
    """Whether some action that is no move can still be reached from a place with these points."""
    if ap >= st.COST_MOVE * st.DISTANCE[place][st.MARKET] + st.COST_REFRESH:
        return True
    for other in range(st.N_PLACES):
        left = ap - st.COST_MOVE * st.DISTANCE[place][other]
        if left > 0 and can_act_at(s, other, left):
            return True
    return False


@rule
def may_end(s: State) -> bool:
    """R29: a turn needs an action that is no move, if any can be reached."""
    return s.deeds > 0 or not can_act_from(s, s.seats[s.active].place + 0, s.ap + 0)


@rule
def may_move(s: State, to: int) -> bool:
    """A rail leads there, and the move strands nobody before the turn's first real action (R29)."""
    place = s.seats[s.active].place + 0
    if st.DISTANCE[place][to] != 1 or s.ap < st.COST_MOVE:
        return False
    if s.deeds > 0 or can_act_from(s, to, s.ap - st.COST_MOVE):
        return True
    return not can_act_from(s, place, s.ap + 0)


@rule
def move(s: State, to: int) -> None:
    """Along one rail."""
    spend(s, st.COST_MOVE, 0)
    s.seats[s.active].place = to
    emit(s, Event.MOVED, player_of(s, s.active + 0), role_of(s, s.active + 0), to)
    after_action(s)


# Hiring.


@rule
def may_hire(s: State) -> bool:
    """At most two hires a turn, four cards in hand, and points for it; refreshing the zone resets nothing (R19)."""
    seat = s.seats[s.active]
    return s.hires < st.MAX_HIRES and seat.held < st.HAND_LIMIT and s.ap >= hire_cost(s, seat.place + 0)


@rule
def offered_at(s: State, place: int) -> int:
    """The kinds in the hire zone that are hired at a place, as a set of bits; none at the Market (R7)."""
    kinds = 0
    for slot in range(st.HIRE_SLOTS):
        if s.hire[slot] != st.EMPTY and st.PLACE_OF[s.hire[slot]] == place:
            kinds |= 1 << s.hire[slot]
    return kinds


@rule
def hire(s: State, kind: int) -> None:
    """The card goes to the hand without a wage; its slot stays empty until the next turn (R14)."""
    seat = s.seats[s.active]
    spend(s, hire_cost(s, seat.place + 0), 1)
    s.hires += 1
    s.hires_at[seat.place] += 1
    slot = 0
    while s.hire[slot] != kind:
        slot += 1
    s.hire[slot] = st.EMPTY
    take_card(seat, kind, st.SEEN)
    emit(s, Event.HIRED, player_of(s, s.active + 0), role_of(s, s.active + 0), kind)
    after_action(s)


# Digging.


@rule
def may_dig(s: State) -> bool:
    """In a mine, at most twice a turn."""
    place = s.seats[s.active].place + 0
    return st.MINERAL_OF[place] >= 0 and s.digs < st.MAX_DIGS and s.ap >= dig_cost(s, place)


@rule
def most_workers(seat: Seat) -> int:
    """How many Workers of the area may be discarded for one dig (R34: the table ends at nine)."""
    return seat.area[st.WORKER] + 0 if seat.area[st.WORKER] < st.MAX_WORKERS else st.MAX_WORKERS


@rule
def dig_total(s: State, kind: int, mineral: int, workers: int) -> int:
    """The card's printed dig, visible Miners, and the table for discarded Workers.

    The ability of the card itself never applies. R72: a Worker in hand digs like any other card.
    """
    return st.DIG[kind] + visible(s, s.active + 0, st.DIG_BONUS + mineral) + st.WORKER_DIG_BONUS[workers]


@rule
def can_dig_with(s: State, kind: int, mineral: int) -> bool:
    """R30: a dig that is too weak is legal and yields nothing, unless the table has ruled it out."""
    if s.options[Option.ZERO_YIELD]:
        return True
    return dig_total(s, kind, mineral, most_workers(s.seats[s.active])) >= st.DIG_REQUIRED[mineral]


@rule
def kinds_to_dig_with(s: State) -> int:
    """The kinds in hand that may dig here, as a set of bits."""
    seat = s.seats[s.active]
    kinds = 0
    for i in range(seat.held):
        if can_dig_with(s, seat.hand[i] + 0, st.MINERAL_OF[seat.place] + 0):
            kinds |= 1 << seat.hand[i]
    return kinds


@rule
def can_spend(s: State, workers: int) -> bool:
    """R35: any number of Workers, also more than are needed."""
    if s.options[Option.ZERO_YIELD]:
        return True
    mineral = st.MINERAL_OF[s.seats[s.active].place] + 0
    return dig_total(s, s.digger + 0, mineral, workers) >= st.DIG_REQUIRED[mineral]


@rule
def begin_dig(s: State, kind: int) -> None:
    """Discard exactly one card; R32: the Workers are named with it, before anything is taken."""
    seat = s.seats[s.active]
    spend(s, dig_cost(s, seat.place + 0), 1)
    s.digs += 1
    s.digs_at[seat.place] += 1
    lose_card(seat, kind)
    s.discard[kind] += 1
    if seat.area[st.WORKER] > 0:
        s.digger = kind
        s.phase = Phase.WORKERS
    else:
        dig(s, kind, 0)


@rule
def dig(s: State, kind: int, workers: int) -> None:
    """Discard the Workers (R33: they are gone) and take the cubes, as many as there are."""
    seat = s.seats[s.active]
    mineral = st.MINERAL_OF[seat.place] + 0
    cubes = dig_total(s, kind, mineral, workers) // st.DIG_REQUIRED[mineral]
    if cubes > s.mines[mineral]:
        cubes = s.mines[mineral] + 0
    s.digger = 0
    seat.area[st.WORKER] -= workers
    s.discard[st.WORKER] += workers
    if workers > 0:
        emit(s, Event.WORKERS_SPENT, player_of(s, s.active + 0), role_of(s, s.active + 0), workers)
    s.mines[mineral] -= cubes
    seat.cubes[mineral] += cubes
    emit(s, Event.DUG, player_of(s, s.active + 0), role_of(s, s.active + 0), kind, mineral, cubes)
    after_action(s)
    if s.mines[mineral] == 0:
        mine_out(s, mineral)


# Selling.


@rule
def may_sell(s: State) -> bool:
    """On the Market, at most two cubes a turn, one at a time (R20)."""
    return s.seats[s.active].place == st.MARKET and s.sales < st.MAX_SALES and s.ap >= sell_cost(s)


@rule
def next_price(s: State, ore: int) -> int:
    """The price of the first free space; beyond the last space the last price is paid (R21, R22)."""
    at = s.market[ore].n + 0
    if at >= st.N_PRICES[ore]:
        at = st.N_PRICES[ore] - 1
    return st.PRICES[ore][at] + 0


@rule
def sell(s: State, mineral: int, ore: int) -> None:
    """A cube into the row of an ore; R23: a jewel is that ore for the sale, Negotiators included.

    R24: the bank pays what it has and owes nothing.
    """
    seat = s.seats[s.active]
    spend(s, sell_cost(s), 1)
    s.sales += 1
    price = next_price(s, ore) + visible(s, s.active + 0, st.PRICE_BONUS + ore)
    if price > s.bank:
        price = s.bank + 0
    seat.cubes[mineral] -= 1
    push(s.market[ore], mineral)
    emit(s, Event.SOLD, player_of(s, s.active + 0), role_of(s, s.active + 0), mineral, ore, price)
    receive(s, price)


@rule
def receive(s: State, rupees: int) -> None:
    """Money from the bank; taking its last coin is a Bank Out (R25)."""
    s.bank -= rupees
    s.seats[s.active].money += rupees
    after_action(s)
    if s.bank == 0:
        bank_out(s)


# The hire zone.


@rule
def refresh(s: State) -> None:
    """Discard the hire zone, with or without gaps (R18), and fill it and the waiting row anew."""
    spend(s, st.COST_REFRESH, 1)
    s.barrier += 1
    for slot in range(st.HIRE_SLOTS):
        if s.hire[slot] != st.EMPTY:
            s.discard[s.hire[slot]] += 1
            s.hire[slot] = st.EMPTY
    emit(s, Event.REFRESHED, player_of(s, s.active + 0), role_of(s, s.active + 0))
    refill(s)
    after_action(s)


# Playing cards.


@rule
def kinds_to_pay(s: State) -> int:
    """The kinds in hand whose wage can be paid, as a set of bits."""
    seat = s.seats[s.active]
    kinds = 0
    for i in range(seat.held):
        if st.WAGE[seat.hand[i]] <= seat.money:
            kinds |= 1 << seat.hand[i]
    return kinds


@rule
def kinds_to_replace(s: State, kind: int) -> int:
    """The kinds in the community that a card can be paid to replace, as a set of bits."""
    kinds = 0
    for i in range(s.community.n):
        if replacement_wage(kind, s.community.items[i] + 0) <= s.seats[s.active].money:
            kinds |= 1 << s.community.items[i]
    return kinds


@rule
def replacement_wage(kind: int, replaced: int) -> int:
    """R57: the higher of the two wages, not their sum."""
    return st.WAGE[kind] + 0 if st.WAGE[kind] > st.WAGE[replaced] else st.WAGE[replaced] + 0


@rule
def pay_wage(s: State, wage: int) -> None:
    """Into the expense box, which nobody may take from."""
    s.seats[s.active].money -= wage
    s.expenses += wage


@rule
def play_own(s: State, kind: int) -> None:
    """Into the own area: no fame, but a Worker scores the Workers now there."""
    seat = s.seats[s.active]
    spend(s, st.COST_PLAY, 1)
    pay_wage(s, st.WAGE[kind] + 0)
    lose_card(seat, kind)
    seat.area[kind] += 1
    points = seat.area[st.WORKER] + 0 if kind == st.WORKER else 0
    emit(s, Event.PLAYED_OWN, player_of(s, s.active + 0), role_of(s, s.active + 0), kind, st.WAGE[kind], points)
    award(s, s.active + 0, points, Source.WORKERS)
    after_action(s)


@rule
def play_community(s: State, kind: int) -> None:
    """Onto the leftmost free space of the community."""
    spend(s, st.COST_PLAY, 1)
    pay_wage(s, st.WAGE[kind] + 0)
    lose_card(s.seats[s.active], kind)
    push(s.community, kind)
    arrive(s, kind, st.WAGE[kind] + 0)


@rule
def replace(s: State, kind: int, replaced: int) -> None:
    """In place of a community card, whoever played it (R62); R59: its ability stops before the new one starts."""
    spend(s, st.COST_PLAY, 1)
    slot = 0
    while s.community.items[slot] != replaced:
        slot += 1
    s.discard[replaced] += 1
    emit(s, Event.REPLACED, player_of(s, s.active + 0), role_of(s, s.active + 0), replaced)
    wage = replacement_wage(kind, replaced)
    pay_wage(s, wage)
    lose_card(s.seats[s.active], kind)
    s.community.items[slot] = kind
    arrive(s, kind, wage)


@rule
def arrive(s: State, kind: int, wage: int) -> None:
    """Fame of the new card alone (R57), then the Investors pay.

    R58: after the wage, so that nobody pays with their money. R60: those in the own area too. R61: in one sum.
    """
    emit(s, Event.PLAYED_COMMUNITY, player_of(s, s.active + 0), role_of(s, s.active + 0), kind, wage, st.FAME[kind])
    award(s, s.active + 0, st.FAME[kind] + 0, Source.COMMUNITY)
    payout = visible(s, s.active + 0, st.PAYOUT)
    if payout > s.bank:
        payout = s.bank + 0
    if payout > 0:
        emit(s, Event.PAID_OUT, player_of(s, s.active + 0), role_of(s, s.active + 0), payout)
    receive(s, payout)
