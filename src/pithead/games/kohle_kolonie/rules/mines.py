"""Action a: buying a mine, and the slots of the mat."""

from pithead.kit import Cells, emit, rule

from .. import state as st
from ..state import Act, Ask, Event, Owner, Player, Source, State
from .common import pay, score


@rule
def is_reachable(player: Player, slot: int) -> bool:
    """A free slot that is the first one or follows, along an arrow, a slot with a card."""
    if player.cards[slot] > 0:
        return False
    return st.SLOT_BEFORE[slot] < 0 or player.cards[st.SLOT_BEFORE[slot]] > 0


@rule
def free_slots(player: Player) -> int:
    """How many slots a card could go to."""
    count = 0
    for slot in range(st.N_SLOTS):
        if is_reachable(player, slot):
            count += 1
    return count


@rule
def workers_near(s: State, field: int) -> int:
    """Local workers in the villages of a field; villages out of play hold none."""
    count = 0
    for village in st.FIELD_VILLAGES[field]:
        if village < 0:
            break
        count += s.workers[village]
    return count


@rule
def settlers_near(player: Player, field: int) -> int:
    """Own miners in own settlements at a field."""
    count = 0
    for village in st.FIELD_VILLAGES[field]:
        if village < 0:
            break
        count += player.miners[st.VILLAGE_AT + village]
    return count


@rule
def has_labour(s: State, player: Player, field: int) -> bool:
    """R10, R11: a local worker and a miner in the reserve; only where no worker is left, a miner in a settlement."""
    if workers_near(s, field) > 0:
        return player.miners[st.RESERVE] > 0
    return settlers_near(player, field) > 0


@rule
def can_buy(s: State, player: Player, mine: int) -> bool:
    """A mine on sale, money and labour for it; a free slot is the caller's business."""
    return (
        s.mines[mine] == Owner.ON_SALE
        and player.coins >= st.MINE_COST[mine]
        and has_labour(s, player, st.MINE_FIELD[mine] + 0)
    )


@rule
def buy(s: State, mine: int) -> None:
    """Pay for the mine and ask who works there."""
    s.turn.main_done = 1
    s.turn.mine = mine
    s.turn.second = 0
    pay(s, s.current + 0, st.MINE_COST[mine] + 0)
    emit(s, Event.BOUGHT, s.current, mine, st.MINE_COST[mine])
    field = st.MINE_FIELD[mine] + 0
    s.ask = Ask.WORKER if workers_near(s, field) > 0 else Ask.MARKER
    only = only_village(s, field)
    if only >= 0:
        if s.ask == Ask.WORKER:
            take_worker(s, only)
        else:
            take_marker(s, only)


@rule
def only_village(s: State, field: int) -> int:
    """The one village that can give the worker or the miner; −1 when there is a choice."""
    found = -1
    for village in st.FIELD_VILLAGES[field]:
        if village < 0:
            break
        if gives(s, village + 0):
            if found >= 0:
                return -1
            found = village + 0
    return found


@rule
def gives(s: State, village: int) -> bool:
    """Whether a village has what is asked for: a local worker or an own settler."""
    if s.ask == Ask.MARKER:
        return s.players[s.current].miners[st.VILLAGE_AT + village] > 0
    return s.workers[village] > 0


@rule
def list_villages(s: State, out: Cells) -> int:
    """The villages that can give the worker or the miner."""
    k = 0
    kind = Act.MARKER if s.ask == Ask.MARKER else Act.WORKER
    # Villages of a field are listed in ascending order.
    for village in st.FIELD_VILLAGES[st.MINE_FIELD[s.turn.mine]]:
        if village < 0:
            break
        if gives(s, village + 0):
            out[k] = kind + village
            k += 1
    if s.ask == Ask.SECOND_WORKER:
        out[k] = Act.NO_SECOND
        k += 1
    return k


@rule
def take_worker(s: State, village: int) -> None:
    """The local worker joins the player; a miner from the reserve marks the mine."""
    player = s.players[s.current]
    s.workers[village] -= 1
    player.workers += 1
    emit(s, Event.TOOK_WORKER, s.current, village)
    if s.ask == Ask.SECOND_WORKER:
        s.turn.second = 1
        ask_slot(s)
        return
    mine = s.turn.mine + 0
    player.miners[st.RESERVE] -= 1
    s.mines[mine] = s.current
    # R12: the symbol needs a further local worker.
    if st.MINE_SECOND[mine] and workers_near(s, st.MINE_FIELD[mine] + 0) > 0:
        s.ask = Ask.SECOND_WORKER
    else:
        ask_slot(s)


@rule
def take_marker(s: State, village: int) -> None:
    """R10: without a local worker a settler marks the mine; nobody joins the player."""
    s.players[s.current].miners[st.VILLAGE_AT + village] -= 1
    s.mines[s.turn.mine] = s.current
    emit(s, Event.TOOK_MARKER, s.current, village)
    ask_slot(s)


@rule
def ask_slot(s: State) -> None:
    """Ask for the slot, unless only one is reachable."""
    s.ask = Ask.SLOT
    player = s.players[s.current]
    if free_slots(player) == 1:
        for slot in range(st.N_SLOTS):
            if is_reachable(player, slot):
                put_mine(s, slot)
                return


@rule
def list_slots(s: State, out: Cells) -> int:
    """The slots that the card can go to."""
    k = 0
    player = s.players[s.current]
    for slot in range(st.N_SLOTS):
        if is_reachable(player, slot):
            out[k] = Act.SLOT + slot
            k += 1
    return k


@rule
def put_mine(s: State, slot: int) -> None:
    """The card goes on the mat; a single mine pays its points once."""
    mine = s.turn.mine + 0
    s.players[s.current].cards[slot] = mine + 1
    emit(s, Event.PUT_CARD, s.current, mine + 1, slot)
    if st.MINE_SINGLE[mine]:
        score(s, s.current + 0, Source.MINES, st.CARD_VP[mine + 1] + 0)
    # R65: without a miner in the reserve there is nobody to place.
    if s.turn.second and s.players[s.current].miners[st.RESERVE] > 0:
        s.ask = Ask.SECOND_MINER
    else:
        s.ask = Ask.ACTED
