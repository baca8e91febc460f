"""Placing workers: which spaces are open, what it costs, what happens there."""

from pithead.kit import Cells, emit, fill, rule

from .. import state as st
from ..state import Act, Event, Phase, Player, Space, State
from .draw_five import draw_five
from .orders import deliver, gain_order
from .tiles import buy_tile


@rule
def workers_needed(s: State, space: int) -> int:
    """One more than stand there. R5: own workers count too. R6: never more."""
    return s.workers_on[space] + 1


@rule
def can_place(s: State, player: Player, space: int) -> bool:
    """Whether the space is open (R2) and its action can be carried out."""
    if s.n < st.SPACE_MIN_PLAYERS[space] or player.workers < workers_needed(s, space):
        return False
    kind = st.SPACE_KIND[space]
    detail = st.SPACE_DETAIL[space]
    if kind == Space.FACTORY:  # R9: the tile must be affordable before the workers are placed
        return s.factory[detail] != st.NONE and st.TILE_PRICE[s.factory[detail]] <= player.francs
    if kind == Space.FACTORY_DRAW:  # R10: with any amount of money
        return s.piles[st.TILES].n > 0
    if kind == Space.DELIVERY:  # R29: there must be something to deliver
        return player.complete[detail] > 0
    if kind == Space.ORDER:
        return s.display[detail] != st.NONE
    if kind == Space.ORDER_DRAW:  # R11
        return s.piles[st.ORDERS].n > 0
    return True  # money always; R23: mining too, since the cage can always move


@rule
def legal_placements(s: State, out: Cells) -> int:
    """Every space that can be used, and the bank. R7: there is no pass."""
    player = s.players[s.current]
    k = 0
    for space in range(st.N_SPACES):
        if can_place(s, player, space):
            out[k] = Act.PLACE + space
            k += 1
    out[k] = Act.PLACE + st.BANK  # R8
    return k + 1


@rule
def place(s: State, space: int) -> None:
    """Displace the workers on the space, place one more, act."""
    if space == st.BANK:
        visit_bank(s)
        return
    player = s.players[s.current]
    need = workers_needed(s, space)
    if need > 1:  # R5
        s.players[s.owner_of[space]].canteen += need - 1
        emit(s, Event.DISPLACED, s.owner_of[space], space, need - 1)
    player.workers -= need
    s.workers_on[space] = need
    s.owner_of[space] = s.current
    emit(s, Event.PLACED, s.current, space, need)
    act(s, space)


@rule
def visit_bank(s: State) -> None:
    """R8: always exactly one worker, who displaces nobody."""
    player = s.players[s.current]
    player.workers -= st.BANK_WORKERS
    player.bank += st.BANK_WORKERS
    emit(s, Event.PLACED, s.current, st.BANK, st.BANK_WORKERS)
    gain_francs(s, st.BANK_FRANCS)
    s.phase = Phase.DONE


@rule
def gain_francs(s: State, francs: int) -> None:
    """Take notes from the supply, which is unlimited."""
    s.players[s.current].francs += francs
    s.issued += francs
    emit(s, Event.EARNED, s.current, francs)


@rule
def act(s: State, space: int) -> None:
    """The action of a worker space."""
    kind = st.SPACE_KIND[space]
    detail = st.SPACE_DETAIL[space] + 0
    if kind == Space.FACTORY:
        tile = s.factory[detail] + 0
        s.factory[detail] = st.NONE
        s.refill = 1 + space
        buy_tile(s, tile)
    elif kind == Space.FACTORY_DRAW:
        draw_five(s, st.TILES)
    elif kind == Space.ORDER_DRAW:
        draw_five(s, st.ORDERS)
    elif kind == Space.MINING:
        s.moves = detail
        s.moves_given = detail
        s.phase = Phase.MINE
    else:
        s.phase = Phase.DONE
        if kind == Space.DELIVERY:
            deliver(s, detail)
        elif kind == Space.MONEY:
            gain_francs(s, detail)
        elif kind == Space.ORDER:
            card = s.display[detail] + 0
            s.display[detail] = st.NONE
            s.refill = 1 + space
            emit(s, Event.TOOK_ORDER, s.current, card)
            gain_order(s, card)


@rule
def call_workers_home(s: State) -> None:
    """All workers return to their reserves from spaces, bank and canteen."""
    fill(s.workers_on, 0)
    fill(s.owner_of, 0)
    for p in range(s.n):
        s.players[p].workers = st.WORKERS[s.n]
        s.players[p].canteen = 0
        s.players[p].bank = 0
