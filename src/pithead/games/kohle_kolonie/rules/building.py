"""Actions b, c and d: steam engines, settlements and engineers."""

from pithead.kit import Cells, emit, rule

from .. import state as st
from ..state import Act, Ask, Event, Player, Price, Source, State
from .common import gain_extra_action, pay, price, score, slot_room


@rule
def cost_of(s: State, what: int) -> int:
    """R25: what a piece costs now: the printed price of the bonus token, or the price of the action."""
    if s.turn.by_token:
        if what == Price.STEAM_ENGINE:
            return st.BONUS_COST[st.ENGINE_TOKEN] + 0
        if what == Price.SETTLEMENT:
            return st.BONUS_COST[st.SETTLEMENT_TOKEN] + 0
        return st.BONUS_COST[st.ENGINEER_TOKEN] + 0
    return price(s, what)


@rule
def built(s: State) -> None:
    """The piece stands: by action the main action is done, by token the turn goes on where it was."""
    if s.turn.by_token:
        s.turn.by_token = 0
    else:
        s.turn.main_done = 1
    s.ask = Ask.ACTED if s.turn.main_done else Ask.ACT


# Steam engines


@rule
def takes_engine(s: State, player: Player, target: int) -> bool:
    """A mine card without a steam engine, or an empty slot for one on a technology card."""
    if target < st.N_SLOTS:
        return player.cards[target] > 0 and player.engines[target] == 0
    t = target - st.N_SLOTS
    return slot_room(s, player, st.N_MINER_SLOTS + st.N_ENGINEER_SLOTS + t) > player.placed_engines[t]


@rule
def list_engines(s: State, out: Cells, k: int, coins: int) -> int:
    """Where a steam engine for this price can go; not in the first round."""
    player = s.players[s.current]
    if s.round < st.ENGINE_FIRST_ROUND or s.bank_engines == 0 or player.coins < coins:
        return k
    for target in range(st.N_SLOTS + st.N_ENGINE_SLOTS):
        if takes_engine(s, player, target):
            out[k] = Act.ENGINE + target
            k += 1
    return k


@rule
def put_engine(s: State, target: int) -> None:
    """Buy a steam engine."""
    player = s.players[s.current]
    cost = cost_of(s, Price.STEAM_ENGINE)
    pay(s, s.current + 0, cost)
    s.bank_engines -= 1
    emit(s, Event.PUT_ENGINE, s.current, target, cost)
    if target < st.N_SLOTS:
        player.engines[target] = 1
    else:
        player.placed_engines[target - st.N_SLOTS] += 1
        pay_coking_steps(s, s.current + 0)
    built(s)


# Settlements


@rule
def settlements_in(s: State, village: int) -> int:
    """How many settlements stand in a village."""
    count = 0
    for p in range(s.n):
        count += s.players[p].settled[village]
    return count


@rule
def can_settle(s: State, player: Player, village: int) -> bool:
    """R16, R17: a village in play without local workers, with a free space and no own settlement."""
    return (
        st.VILLAGE_IN[s.small][village] > 0
        and s.workers[village] == 0
        and player.settled[village] == 0
        and settlements_in(s, village) < st.VILLAGE_SPOTS[village]
    )


@rule
def list_settlements(s: State, out: Cells, k: int, coins: int) -> int:
    """Where a settlement for this price can stand."""
    player = s.players[s.current]
    if player.settlements == 0 or player.coins < coins:
        return k
    for village in range(st.N_VILLAGES):
        if can_settle(s, player, village):
            out[k] = Act.SETTLE + village
            k += 1
    return k


@rule
def settle(s: State, village: int) -> None:
    """Found a settlement; the third, fourth and fifth bring a reward."""
    p = s.current + 0
    player = s.players[p]
    cost = cost_of(s, Price.SETTLEMENT)
    pay(s, p, cost)
    player.settlements -= 1
    player.settled[village] = 1
    emit(s, Event.SETTLED, p, village, cost)
    count = st.START_SETTLEMENTS - player.settlements
    if count == st.SETTLEMENT_EXTRA_ACTION:
        gain_extra_action(s, p)
    score(s, p, Source.SETTLEMENTS, st.SETTLEMENT_VP[count] + 0)
    s.turn.village = village
    s.ask = Ask.SETTLERS
    if player.miners[st.RESERVE] == 0:
        built(s)


@rule
def list_settlers(s: State, out: Cells) -> int:
    """How many miners from the reserve can move in."""
    k = 0
    for count in range(st.SETTLEMENT_ROOM + 1):
        if count <= s.players[s.current].miners[st.RESERVE]:
            out[k] = Act.SETTLERS + count
            k += 1
    return k


@rule
def move_in(s: State, count: int) -> None:
    """Miners from the reserve move into the new settlement."""
    player = s.players[s.current]
    player.miners[st.RESERVE] -= count
    player.miners[st.VILLAGE_AT + s.turn.village] += count
    built(s)


# Engineers


@rule
def takes_engineer(s: State, player: Player, slot: int) -> bool:
    """An empty engineer slot on the side that shows."""
    return slot_room(s, player, st.N_MINER_SLOTS + slot) > player.placed_engineers[slot]


@rule
def list_engineers(s: State, out: Cells, k: int, coins: int) -> int:
    """Where an engineer for this price can stand."""
    player = s.players[s.current]
    if player.engineers == 0 or player.coins < coins:
        return k
    for slot in range(st.N_ENGINEER_SLOTS):
        if takes_engineer(s, player, slot):
            out[k] = Act.ENGINEER + slot
            k += 1
    return k


@rule
def put_engineer(s: State, slot: int) -> None:
    """Place an engineer; the third one brings an extra-action token."""
    p = s.current + 0
    player = s.players[p]
    cost = cost_of(s, Price.ENGINEER)
    pay(s, p, cost)
    player.engineers -= 1
    player.placed_engineers[slot] = 1
    emit(s, Event.PUT_ENGINEER, p, slot, cost)
    if st.START_ENGINEERS - player.engineers == st.ENGINEER_EXTRA_ACTION:
        gain_extra_action(s, p)
    pay_coking_steps(s, p)
    built(s)


@rule
def pay_coking_steps(s: State, p: int) -> None:
    """R26: the turned coking plant pays once for the first and once for the second of engineer and steam engine."""
    player = s.players[p]
    if player.flipped[st.COKING_PLANT] == 0:
        return
    filled = 0
    for slot in range(st.N_ENGINEER_SLOTS):
        if st.TECH_CARD[st.N_MINER_SLOTS + slot] == st.COKING_PLANT:
            filled += player.placed_engineers[slot]
    for slot in range(st.N_ENGINE_SLOTS):
        if st.TECH_CARD[st.N_MINER_SLOTS + st.N_ENGINEER_SLOTS + slot] == st.COKING_PLANT:
            filled += player.placed_engines[slot]
    while player.coking_steps < filled and player.coking_steps < st.N_COKING_STEPS:
        score(s, p, Source.FLIPS, st.COKING_STEPS[player.coking_steps] + 0)
        player.coking_steps += 1
