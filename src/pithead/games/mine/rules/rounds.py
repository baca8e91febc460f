"""The course of a round, from the die to the clean-up, and the end of the game."""

from pithead.kit import draw, emit, fill, pop, rule

from .. import state as st
from ..state import Change, Event, Option, Phase, State, Step, Supply
from .cards import is_dummy, who
from .dummy import lay_planned_card, top_up
from .placing import is_done, placing_is_over
from .resolution import (
    in_dice_order,
    most_to_sell,
    recruit,
    resolve_events,
    resolve_looting,
    resolve_mine,
    round_sale_limit,
    sell,
)
from .scoring import is_ahead, only_the_roll_decides


@rule
def begin_round(s: State) -> None:
    """The die shows the round; R29: in the variant a new die card is turned over."""
    s.step = Step.PLACE
    s.turn = s.holder
    s.passes = 0
    s.firedamp = 0
    emit(s, Event.ROUND, s.round, who(s, s.holder + 0))
    if s.options[Option.DIE_CARDS]:
        s.die_card = pop(s.die_deck)
        emit(s, Event.DIE_CARD, st.DIE_CARD_SALE[s.die_card], st.DIE_CARD_MINE[s.die_card])
        if s.options[Option.SUPPLY] == Supply.SHARED:
            s.reserve = st.DIE_CARD_MINE[s.die_card] * s.seats  # R28: by the other reading, for all seats together
    for seat in range(st.MAX_PLAYERS):
        clear_board(s, seat)
    for seat in range(s.seats):
        s.players[seat].change[Change.SALE] = round_sale_limit(s)
    if s.options[Option.DUMMY]:
        top_up(s, s.seats - 1)


@rule
def clear_board(s: State, seat: int) -> None:
    """Nothing is placed, nothing changed."""
    player = s.players[seat]
    player.placed = 0
    player.passed = 0
    player.shown = 0
    player.n_stacks = 0
    player.gain = 0
    player.loss = 0
    fill(player.events, 0)
    fill(player.change, 0)
    fill(player.force, -1)
    for site in range(st.N_SITES):
        fill(player.sites[site], 0)
    for i in range(len(player.stacks)):
        player.stacks[i].target = 0
        player.stacks[i].n = 0
        fill(player.stacks[i].cards, 0)


@rule
def advance(s: State) -> None:
    """Resolve everything automatic up to the next decision."""
    while s.phase != Phase.OVER:
        if s.step == Step.PLACE:
            if next_to_place(s):
                return
            resolve_events(s)
            resolve_looting(s)
            s.step = Step.SALE
            s.turn = 0
        elif s.step == Step.SALE:
            if next_to_sell(s):
                return
            if s.phase != Phase.OVER:
                resolve_mine(s)
                s.step = Step.DRAW
                s.turn = 0
        else:
            if next_to_discard(s):
                return
            clean_up(s)


@rule
def next_to_place(s: State) -> bool:
    """The next seat that is not done places a card; false when all are done."""
    while not placing_is_over(s):
        seat = s.turn + 0
        s.turn = (seat + 1) % s.seats
        if is_done(s, seat):
            continue
        if is_dummy(s, seat):
            lay_planned_card(s, seat)
        else:
            s.current = seat
            s.phase = Phase.PLACE
            return True
    return False


@rule
def next_to_sell(s: State) -> bool:
    """The next seat that can sell; R22: the game ends with the sale that reaches the end of the track."""
    while s.turn < s.seats:
        if reached_the_end(s) and not s.options[Option.FINISH_EXPEDITION]:
            finish(s, st.BY_TRACK)
            return False
        seat = in_dice_order(s, s.turn + 0)
        s.turn += 1
        most = most_to_sell(s, seat)
        if most == 0:
            continue
        if is_dummy(s, seat):
            sell(s, seat, most)
        else:
            s.current = seat
            s.phase = Phase.SELL
            return True
    if reached_the_end(s):
        finish(s, st.BY_TRACK)
    return False


@rule
def reached_the_end(s: State) -> bool:
    """Whether a pawn stands on the last tooth of the gear."""
    for seat in range(s.seats):
        if s.players[seat].points == st.TRACK_END:
            return True
    return False


@rule
def next_to_discard(s: State) -> bool:
    """In dice order: draw, and R26: choose what to discard before the next seat draws."""
    while s.turn < s.seats:
        seat = in_dice_order(s, s.turn + 0)
        s.turn += 1
        recruit(s, seat)
        if s.players[seat].held > st.HAND_LIMIT:
            s.current = seat
            s.phase = Phase.DISCARD
            return True
    return False


@rule
def clean_up(s: State) -> None:
    """Colour cards return to their owners, all other cards go to the discard pile, the die passes on."""
    for seat in range(s.seats):
        player = s.players[seat]
        for event in range(st.N_EVENTS):
            s.discard[st.N_PROFESSIONS + event] += player.events[event]
        for profession in range(st.N_PROFESSIONS):
            for site in range(st.N_SITES):
                s.discard[profession] += player.sites[site][profession]
            for i in range(player.n_stacks):
                s.discard[profession] += player.stacks[i].cards[profession]
        clear_board(s, seat)
    emit(s, Event.ROUND_ENDED, s.round)
    if s.round == st.ROUNDS:
        finish(s, st.BY_ROUNDS)
        return
    s.holder = (s.holder + 1) % s.seats  # R34: the dummy may hold it
    s.round += 1
    begin_round(s)


@rule
def finish(s: State, reason: int) -> None:
    """The game is over; a die roll is kept ready for the very last tie."""
    s.phase = Phase.OVER
    s.reason = reason
    for seat in range(s.seats):
        s.players[seat].roll = seat
    for seat in range(s.seats - 1, 0, -1):
        other = draw(s.rng, seat + 1)
        held = s.players[seat].roll + 0
        s.players[seat].roll = s.players[other].roll
        s.players[other].roll = held
    for seat in range(s.seats):
        for other in range(s.seats):
            if only_the_roll_decides(s, seat, other) and is_ahead(s, seat, other):
                emit(s, Event.TIE_ROLL, who(s, seat), who(s, other))
    emit(s, Event.ENDED, reason)
