"""Why a visible target is closed: the first reason that the player can change."""

from collections.abc import Iterator

from pithead.engine.offers import Param, Refusal

from . import state as st
from .notation import community_targets, hire_targets
from .rules.actions import (
    can_dig_with,
    dig_cost,
    dig_total,
    hire_cost,
    may_end,
    may_move,
    most_workers,
    replacement_wage,
    sell_cost,
)
from .state import Act, Option, Phase, State, replace_action

Reason = tuple[str, dict[str, Param], str]


def refusals(s: State) -> list[Refusal]:
    """Closed targets and the reason for each: the first one that the player can change."""
    if s.phase == Phase.WORKERS:
        return list(_weak_digs(s))
    if s.phase not in (Phase.ACT, Phase.DONE):
        return []
    found = [*_moves(s), *_hires(s), *_digs(s), *_sales(s), *_refresh(s), *_plays(s)]
    if not may_end(s):
        found.append(Refusal("turn", "must_act", {}, "R29", Act.END))
    return found


def _no_points(s: State, need: int) -> Iterator[Reason]:
    if s.ap < need:
        yield "no_points", {"need": need, "have": s.ap}, ""


def _first(target: str, action: int, reasons: Iterator[Reason]) -> Iterator[Refusal]:
    for code, params, ruling in reasons:
        yield Refusal(target, code, params, ruling, action)
        return


def _moves(s: State) -> Iterator[Refusal]:
    here = s.seats[s.active].place

    def reasons(to: int) -> Iterator[Reason]:
        if st.DISTANCE[here][to] > 1:
            yield "no_rail", {"here": st.PLACES[here], "place": st.PLACES[to]}, ""
        yield from _no_points(s, st.COST_MOVE)
        if not may_move(s, to):
            yield "strands", {"place": st.PLACES[to]}, "R29"

    for to in range(st.N_PLACES):
        if to != here:
            yield from _first(f"place:{st.PLACES[to]}", Act.MOVE + to, reasons(to))


def _hires(s: State) -> Iterator[Refusal]:
    seat = s.seats[s.active]

    def reasons(kind: int) -> Iterator[Reason]:
        place = st.PLACE_OF[kind]
        if seat.place != place:
            yield "hired_elsewhere", {"place": st.PLACES[place], "here": st.PLACES[seat.place]}, "R7"
        if seat.held >= st.HAND_LIMIT:
            yield "hand_full", {"have": seat.held, "limit": st.HAND_LIMIT}, ""
        if s.hires >= st.MAX_HIRES:
            yield "hire_limit", {"limit": st.MAX_HIRES}, "R28"
        else:
            yield from _no_points(s, hire_cost(s, place))

    for kind in sorted({kind for kind in s.hire if kind != st.EMPTY}):
        for target in hire_targets(s, kind):
            yield from _first(target, Act.HIRE + kind, reasons(kind))


def _digs(s: State) -> Iterator[Refusal]:
    seat = s.seats[s.active]
    mineral = st.MINERAL_OF[seat.place]

    def reasons(kind: int) -> Iterator[Reason]:
        if mineral < 0:
            yield "not_in_mine", {"here": st.PLACES[seat.place]}, ""
            return
        if not can_dig_with(s, kind, mineral):
            total = dig_total(s, kind, mineral, most_workers(seat))
            yield "too_weak", {"need": st.DIG_REQUIRED[mineral], "have": total}, "R30"
        if s.digs >= st.MAX_DIGS:
            yield "dig_limit", {"limit": st.MAX_DIGS}, "R28"
        else:
            yield from _no_points(s, dig_cost(s, seat.place))

    for kind in _held(s):
        yield from _first(f"hand:{st.KINDS[kind]}", Act.DIG_WITH + kind, reasons(kind))


def _held(s: State) -> list[int]:
    seat = s.seats[s.active]
    return sorted(set(seat.hand[: seat.held]))


def _weak_digs(s: State) -> Iterator[Refusal]:
    mineral = st.MINERAL_OF[s.seats[s.active].place]
    for workers in range(most_workers(s.seats[s.active]) + 1):
        total = dig_total(s, s.digger, mineral, workers)
        if not s.options[Option.ZERO_YIELD] and total < st.DIG_REQUIRED[mineral]:
            params: dict[str, Param] = {"need": st.DIG_REQUIRED[mineral], "have": total}
            yield Refusal(f"workers:{workers}", "too_weak", params, "R30", Act.SPEND + workers)


def _sales(s: State) -> Iterator[Refusal]:
    seat = s.seats[s.active]

    def reasons(mineral: int) -> Iterator[Reason]:
        if seat.place != st.MARKET:
            yield "not_at_market", {"here": st.PLACES[seat.place]}, ""
        if seat.cubes[mineral] == 0:
            yield "no_cube", {"mineral": st.MINERALS[mineral]}, ""
        if s.sales >= st.MAX_SALES:
            yield "sale_limit", {"limit": st.MAX_SALES}, "R20"
        else:
            yield from _no_points(s, sell_cost(s))

    for ore in range(st.N_ORES):
        yield from _first(f"row:{st.ORES[ore]}", Act.SELL + ore, reasons(ore))
        yield from _first(f"row:{st.ORES[ore]}", Act.SELL_JEWEL + ore, reasons(st.JEWEL))


def _refresh(s: State) -> Iterator[Refusal]:
    def reasons() -> Iterator[Reason]:
        if s.seats[s.active].place != st.MARKET:
            yield "not_at_market", {"here": st.PLACES[s.seats[s.active].place]}, ""
        yield from _no_points(s, st.COST_REFRESH)

    yield from _first("refresh", Act.REFRESH, reasons())


def _plays(s: State) -> Iterator[Refusal]:
    money = s.seats[s.active].money
    full = s.community.n >= st.COMMUNITY_SLOTS

    def reasons(wage: int, ruling: str) -> Iterator[Reason]:
        if money < wage:
            yield "no_money", {"need": wage, "have": money}, ruling
        yield from _no_points(s, st.COST_PLAY)

    def into_community(kind: int) -> Iterator[Reason]:
        if full:
            yield "community_full", {"spaces": st.COMMUNITY_SLOTS}, "R56"
        yield from reasons(st.WAGE[kind], "")

    def over(kind: int, replaced: int) -> Iterator[Reason]:
        if not full:
            yield "space_free", {"card": st.KINDS[replaced]}, "R56"
        yield from reasons(replacement_wage(kind, replaced), "R57")

    for kind in _held(s):
        hand = f"hand:{st.KINDS[kind]}"
        yield from _first(hand, Act.PLAY_OWN + kind, reasons(st.WAGE[kind], ""))
        if kind == st.WORKER:
            continue  # no Worker ever comes to the community: for it that is no target
        yield from _first(hand, Act.PLAY_COMMUNITY + kind, into_community(kind))
        for replaced in sorted(set(s.community.items[: s.community.n])):
            for target in community_targets(s, replaced):
                yield from _first(target, replace_action(kind, replaced), over(kind, replaced))
