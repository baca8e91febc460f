"""Turns and shifts: refilling, the next player, the end of a shift, the first player."""

from pithead.kit import emit, rule

from .. import state as st
from ..state import Event, Phase, Space, State
from .draw_five import reveal_top
from .placement import call_workers_home
from .scoring import score_end_of_game, score_shift
from .setup import lay_out_order, next_drafter, set_out_orders


@rule
def end_turn(s: State) -> None:
    """Finish a draft pick or a worker turn."""
    if s.shift > st.DRAFT_SHIFT:
        finish_action(s)
        next_player(s)
    elif s.drafted < st.START_ORDERS * s.n:
        next_drafter(s)
    else:
        set_out_orders(s)
        begin_shift(s, 1, s.first + 0)


@rule
def finish_action(s: State) -> None:
    """Unused moves are lost (R23); what was taken from the board is replaced (R18)."""
    if s.moves > 0:
        emit(s, Event.STOPPED, s.current, s.moves)
        s.moves = 0
    s.moves_given = 0
    if s.refill > 0:
        refill(s, s.refill - 1)
        s.refill = 0


@rule
def refill(s: State, space: int) -> None:
    """Turn up the top of the pile on an emptied slot; an exhausted pile leaves it empty for good."""
    slot = st.SPACE_DETAIL[space] + 0
    pile = st.TILES if st.SPACE_KIND[space] == Space.FACTORY else st.ORDERS
    if s.piles[pile].n == 0:
        return
    item = reveal_top(s.piles[pile])
    s.barrier += 1
    if pile == st.TILES:
        s.factory[slot] = item
        emit(s, Event.NEW_TILE, space, item, st.TILE_CARTS[item], st.TILE_COLOUR[item], st.TILE_SIDE[item])
    else:
        lay_out_order(s, slot, item)


@rule
def next_player(s: State) -> None:
    """The next player clockwise who has workers, perhaps the same; without any the shift ends."""
    for i in range(1, s.n + 1):
        p = (s.current + i) % s.n
        if s.players[p].workers > 0:
            s.current = p
            s.phase = Phase.PLACE
            return
    end_shift(s)


@rule
def end_shift(s: State) -> None:
    """Score the majorities; after the last shift the game ends, else a new one begins."""
    emit(s, Event.SHIFT_ENDED, s.shift)
    score_shift(s)
    if s.shift == st.SHIFTS:
        score_end_of_game(s)
        s.phase = Phase.OVER
        emit(s, Event.ENDED)
    else:
        begin_shift(s, s.shift + 1, next_first_player(s))


@rule
def begin_shift(s: State, shift: int, first: int) -> None:
    """All workers are at home; the first player begins. R20: cages, coal and orders stay as they are."""
    call_workers_home(s)
    s.shift = shift
    s.first = first
    s.current = first
    s.phase = Phase.PLACE
    emit(s, Event.SHIFT_BEGAN, shift, first)


@rule
def next_first_player(s: State) -> int:
    """Who has most workers in the factory; a tie goes to the first of the tied clockwise after the old first player.

    R39: a sole leader may be first again. R46: without any worker there all are tied.
    """
    most = -1
    found = s.first + 0
    for i in range(1, s.n + 1):  # the old first player comes last and so never wins a tie
        p = (s.first + i) % s.n
        workers = factory_workers(s, p)
        if workers > most:
            most = workers
            found = p
    emit(s, Event.FIRST_PLAYER, found, most)
    return found


@rule
def factory_workers(s: State, p: int) -> int:
    """R38: workers on the factory spaces and on its draw space; those in the canteen do not count."""
    workers = 0
    for space in range(st.N_SPACES):
        if s.owner_of[space] == p and (
            st.SPACE_KIND[space] == Space.FACTORY or st.SPACE_KIND[space] == Space.FACTORY_DRAW
        ):
            workers += s.workers_on[space]
    return workers
