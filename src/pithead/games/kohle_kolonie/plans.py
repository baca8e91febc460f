"""Shortest ways to a target, as sequences of decisions: a client offers them as one click."""

from itertools import pairwise

from pithead.engine.offers import Param, Plan

from . import notation as say
from . import state as st
from .rules.flow import apply, legal_actions
from .rules.miners import moves_left
from .state import Act, Ask, State


def plans(s: State) -> list[Plan]:
    """Whole purchases, whole settlements, walks to stations, the lowest bid."""
    if s.ask == Ask.ACT:
        return [*_purchases(s), *_settlements(s)]
    if s.ask == Ask.STEP and moves_left(s) > 0:
        return _walks(s)
    if s.ask == Ask.BID:
        lowest = _legal(s)[1]
        value = lowest - Act.BID
        params: dict[str, Param] = {"value": value, "coins": value - s.auction.base[s.current]}
        return [Plan(f"field:{st.FIELDS[s.auction.lot]}", "lowest_bid", params, (lowest, Act.END))]
    return []


def _legal(s: State) -> list[int]:
    out = [0] * st.MAX_LEGAL
    return out[: legal_actions(s, out)]


def _purchases(s: State) -> list[Plan]:
    """Buy a mine, taking the first worker, the second one if there is one, and the first free slot."""
    found = []
    for action in _legal(s):
        if Act.BUY <= action < Act.BUY + st.N_MINES:
            mine = action - Act.BUY
            actions = _through(s, action)
            found.append(Plan(f"mine:{mine + 1}", "buy", {"mine": say.mine(mine)}, actions))
    return found


def _settlements(s: State) -> list[Plan]:
    """Found a settlement with as many miners as fit."""
    found = []
    for action in _legal(s):
        if Act.SETTLE <= action < Act.SETTLERS:
            ahead = s._copy()  # type: ignore[attr-defined]
            apply(ahead, action)
            last = _legal(ahead)[-1]
            actions = (action, last) if last >= Act.SETTLERS and last < Act.MINERS else (action,)
            village = action - Act.SETTLE
            found.append(Plan(f"village:{st.VILLAGES[village]}", "settle", {"village": say.village(village)}, actions))
    return found


def _through(s: State, action: int) -> tuple[int, ...]:
    """A purchase with the first answer to each of its questions."""
    ahead = s._copy()  # type: ignore[attr-defined]
    actions = [action]
    apply(ahead, action)
    while Act.WORKER <= _legal(ahead)[0] < Act.SETTLE:
        actions.append(_legal(ahead)[0])
        apply(ahead, actions[-1])
    return tuple(actions)


def _walks(s: State) -> list[Plan]:
    """The shortest walk of an own miner to every station without one, as far as the moves reach."""
    player = s.players[s.current]
    reach: dict[int, tuple[int, ...]] = {
        place: (place,) for place in range(st.VILLAGE_AT, st.RESERVE) if player.miners[place]
    }
    frontier = list(reach)
    for _ in range(moves_left(s)):
        further = []
        for place in frontier:
            neighbours = (
                st.STATION_NEXT[place - st.STATION_AT]
                if place >= st.STATION_AT
                else st.VILLAGE_STATIONS[place - st.VILLAGE_AT]
            )
            for station in neighbours:
                target = st.STATION_AT + station
                if station >= 0 and st.STATION_IN[s.small][station] and target not in reach:
                    reach[target] = (*reach[place], target)
                    further.append(target)
        frontier = further
    found = []
    for station in range(st.N_STATIONS):
        path = reach.get(st.STATION_AT + station, ())
        if len(path) > 1:
            actions = [step for start, stop in pairwise(path) for step in (Act.LIFT + start, Act.TO + stop)]
            params: dict[str, Param] = {"station": say.station(station), "moves": len(path) - 1}
            found.append(Plan(f"station:{st.STATIONS[station]}", "walk", params, tuple(actions)))
    return found
