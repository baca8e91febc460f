"""The legal decisions of every phase, and playing one.

There is no action that gives, lends or trades anything between seats (R74), and none that discards a card from hand or
area for its own sake (R31).
"""

from pithead.kit import Cells, rule

from .. import state as st
from ..state import Act, Phase, State, replace_action, replace_parts
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
    if s.phase == Phase.ACT:
        k = town_actions(s, out)
        return play_actions(s, out, k)
    if s.phase == Phase.POINTS:
        out[0] = Act.BEST
        out[1] = Act.COUNT_NOW
        for ore in range(st.N_ORES):
            out[2 + ore] = Act.WILD + ore
        return 2 + st.N_ORES
    if s.phase == Phase.WORKERS:
        k = 0
        for workers in range(most_workers(s.seats[s.active]) + 1):
            if can_spend(s, workers):
                out[k] = Act.SPEND + workers
                k += 1
        return k
    if s.phase == Phase.LABOUR:
        out[0] = Act.DRAW
        out[1] = Act.STOP
        return 2
    out[0] = Act.END
    return 1


@rule
def town_actions(s: State, out: Cells) -> int:
    """End the turn, move, hire, dig, sell, refresh."""
    seat = s.seats[s.active]
    place = seat.place + 0
    k = 0
    if may_end(s):
        out[k] = Act.END
        k += 1
    for i in range(st.N_NEIGHBOURS[place]):
        to = st.NEIGHBOURS[place][i] + 0
        if may_move(s, to):
            out[k] = Act.MOVE + to
            k += 1
    if may_hire(s):
        k = list_kinds(out, k, Act.HIRE, offered_at(s, place))
    if may_dig(s):
        k = list_kinds(out, k, Act.DIG_WITH, kinds_to_dig_with(s))
    if may_sell(s):
        for ore in range(st.N_ORES):
            if seat.cubes[ore] > 0:
                out[k] = Act.SELL + ore
                k += 1
        if seat.cubes[st.JEWEL] > 0:
            for ore in range(st.N_ORES):
                out[k] = Act.SELL_JEWEL + ore
                k += 1
    if place == st.MARKET and s.ap >= st.COST_REFRESH:
        out[k] = Act.REFRESH
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
    if s.ap < st.COST_PLAY:
        return k
    kinds = kinds_to_pay(s)
    k = list_kinds(out, k, Act.PLAY_OWN, kinds)
    kinds &= ~(1 << st.WORKER)
    if s.community.n < st.COMMUNITY_SLOTS:
        return list_kinds(out, k, Act.PLAY_COMMUNITY, kinds)
    kind = 0
    while kinds:
        if kinds & 1:
            k = list_kinds(out, k, replace_action(kind, 0), kinds_to_replace(s, kind))
        kinds >>= 1
        kind += 1
    return k


@rule
def apply(s: State, action: int) -> None:
    """Play one legal decision and everything automatic that follows."""
    if action == Act.END:
        end_turn(s)
    elif action == Act.BEST:
        count_best(s)
    elif action == Act.COUNT_NOW:
        score_ore(s)
    elif action < Act.MOVE:
        count_wild(s, action - Act.WILD)
    elif action < Act.HIRE:
        move(s, action - Act.MOVE)
    elif action < Act.DIG_WITH:
        hire(s, action - Act.HIRE)
    elif action < Act.SPEND:
        begin_dig(s, action - Act.DIG_WITH)
    elif action < Act.SELL:
        dig(s, s.digger + 0, action - Act.SPEND)
    elif action < Act.SELL_JEWEL:
        sell(s, action - Act.SELL, action - Act.SELL)
    elif action < Act.REFRESH:
        sell(s, st.JEWEL, action - Act.SELL_JEWEL)
    elif action == Act.REFRESH:
        refresh(s)
    elif action < Act.PLAY_COMMUNITY:
        play_own(s, action - Act.PLAY_OWN)
    elif action < Act.REPLACE:
        play_community(s, action - Act.PLAY_COMMUNITY)
    elif action < Act.DRAW:
        kind, replaced = replace_parts(action)
        replace(s, kind, replaced)
    elif action == Act.DRAW:
        draw_labour(s)
    else:
        stop_drawing(s)
