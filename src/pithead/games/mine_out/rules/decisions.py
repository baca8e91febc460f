"""The legal decisions of every phase, and playing one.

There is no action that gives, lends or trades anything between seats (R74), and none that discards a card from hand or
area for its own sake (R31).
"""

from pithead.kit import Cells, rule

from ..state import (
    ACT,
    BEST,
    COMMUNITY_SLOTS,
    COST_PLAY,
    COST_REFRESH,
    COUNT_NOW,
    DIG_WITH,
    DRAW,
    END,
    HIRE,
    JEWEL,
    LABOUR,
    MARKET,
    MOVE,
    N_KINDS,
    N_NEIGHBOURS,
    N_ORES,
    NEIGHBOURS,
    PLAY_COMMUNITY,
    PLAY_OWN,
    POINTS,
    REFRESH,
    REPLACE,
    SELL,
    SELL_JEWEL,
    SPEND,
    STOP,
    WILD,
    WORKER,
    WORKERS,
    State,
)
from .actions import (
    begin_dig,
    can_spend,
    dig,
    hire,
    kinds_to_dig_with,
    kinds_to_pay,
    kinds_to_replace,
    may_dig,
    may_end,
    may_hire,
    may_move,
    may_sell,
    most_workers,
    move,
    offered_at,
    play_community,
    play_own,
    refresh,
    replace,
    sell,
)
from .outs import draw_labour, stop_drawing
from .turn import count_best, count_wild, end_turn, score_ore


@rule
def legal_actions(s: State, out: Cells) -> int:
    """Write all legal decisions into `out`, ascending; returns their number."""
    if s.phase == ACT:
        k = town_actions(s, out)
        return play_actions(s, out, k)
    if s.phase == POINTS:
        out[0] = BEST
        out[1] = COUNT_NOW
        for ore in range(N_ORES):
            out[2 + ore] = WILD + ore
        return 2 + N_ORES
    if s.phase == WORKERS:
        k = 0
        for workers in range(most_workers(s.seats[s.active]) + 1):
            if can_spend(s, workers):
                out[k] = SPEND + workers
                k += 1
        return k
    if s.phase == LABOUR:
        out[0] = DRAW
        out[1] = STOP
        return 2
    out[0] = END
    return 1


@rule
def town_actions(s: State, out: Cells) -> int:
    """End the turn, move, hire, dig, sell, refresh."""
    seat = s.seats[s.active]
    place = seat.place + 0
    k = 0
    if may_end(s):
        out[k] = END
        k += 1
    for i in range(N_NEIGHBOURS[place]):
        to = NEIGHBOURS[place][i] + 0
        if may_move(s, to):
            out[k] = MOVE + to
            k += 1
    if may_hire(s):
        k = list_kinds(out, k, HIRE, offered_at(s, place))
    if may_dig(s):
        k = list_kinds(out, k, DIG_WITH, kinds_to_dig_with(s))
    if may_sell(s):
        for ore in range(N_ORES):
            if seat.cubes[ore] > 0:
                out[k] = SELL + ore
                k += 1
        if seat.cubes[JEWEL] > 0:
            for ore in range(N_ORES):
                out[k] = SELL_JEWEL + ore
                k += 1
    if place == MARKET and s.ap >= COST_REFRESH:
        out[k] = REFRESH
        k += 1
    return k


@rule
def list_kinds(out: Cells, k: int, first: int, kinds: int) -> int:
    """Write the decision on each kind of a set, ascending."""
    decision = first
    while kinds:
        if kinds & 1:
            out[k] = decision
            k += 1
        kinds >>= 1
        decision += 1
    return k


@rule
def play_actions(s: State, out: Cells, k: int) -> int:
    """Play a card: a Worker only into the own area; R56: replace only when the community is full."""
    if s.ap < COST_PLAY:
        return k
    kinds = kinds_to_pay(s)
    k = list_kinds(out, k, PLAY_OWN, kinds)
    kinds &= ~(1 << WORKER)
    if s.community.n < COMMUNITY_SLOTS:
        return list_kinds(out, k, PLAY_COMMUNITY, kinds)
    kind = 0
    while kinds:
        if kinds & 1:
            k = list_kinds(out, k, REPLACE + kind * N_KINDS, kinds_to_replace(s, kind))
        kinds >>= 1
        kind += 1
    return k


@rule
def apply(s: State, action: int) -> None:
    """Play one legal decision and everything automatic that follows."""
    if action == END:
        end_turn(s)
    elif action == BEST:
        count_best(s)
    elif action == COUNT_NOW:
        score_ore(s)
    elif action < MOVE:
        count_wild(s, action - WILD)
    elif action < HIRE:
        move(s, action - MOVE)
    elif action < DIG_WITH:
        hire(s, action - HIRE)
    elif action < SPEND:
        begin_dig(s, action - DIG_WITH)
    elif action < SELL:
        dig(s, s.digger + 0, action - SPEND)
    elif action < SELL_JEWEL:
        sell(s, action - SELL, action - SELL)
    elif action < REFRESH:
        sell(s, JEWEL, action - SELL_JEWEL)
    elif action == REFRESH:
        refresh(s)
    elif action < PLAY_COMMUNITY:
        play_own(s, action - PLAY_OWN)
    elif action < REPLACE:
        play_community(s, action - PLAY_COMMUNITY)
    elif action < DRAW:
        replace(s, (action - REPLACE) // N_KINDS, (action - REPLACE) % N_KINDS)
    elif action == DRAW:
        draw_labour(s)
    else:
        stop_drawing(s)
