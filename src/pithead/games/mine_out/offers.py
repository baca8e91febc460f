"""What a player of Mine Out can and cannot do, with costs and consequences."""

from collections.abc import Iterator

from pithead.engine.offers import Note, Offer, Param, Plan, Refusal
from pithead.engine.views import shared
from pithead.kit import push

from . import state as st
from .notation import role
from .rules.actions import (
    can_dig_with,
    dig_cost,
    dig_total,
    hire_cost,
    may_end,
    may_move,
    most_workers,
    next_price,
    replacement_wage,
    sell_cost,
)
from .rules.decisions import apply, legal_actions
from .rules.outs import bank_out_points, mine_out_points
from .rules.table import player_of, role_of, visible
from .rules.turn import best_count, count_in, to_move
from .state import Act, Mode, Option, Phase, State, replace_action, replace_parts


def _copy(s: State) -> State:
    """A position in which to try things out."""
    return s._copy()  # type: ignore[attr-defined,no-any-return]


@shared
def amounts(s: State, player: int) -> dict[str, int]:
    """The countable things of a player; with two players those of the Apprentice have names of their own."""
    first = 2 * player if s.mode == Mode.TWO else player
    counted = {"points": s.seats[first].score, "action_points": s.ap if to_move(s) == player else 0}
    for seat in range(first, first + 2 if s.mode == Mode.TWO else first + 1):
        prefix = "" if seat == first else "apprentice_"
        owner = s.seats[seat]
        counted[f"{prefix}rupees"] = owner.money
        for mineral, cubes in zip(st.MINERALS, owner.cubes, strict=True):
            counted[prefix + mineral] = cubes
        counted[f"{prefix}cards"] = owner.held
        counted[f"{prefix}in_play"] = sum(owner.area)
    return counted


def preview(s: State, action: int) -> dict[str, int]:
    """By how much everybody's amounts change; all of them are public, so trying it out reveals nothing."""
    after = _copy(s)
    apply(after, action)
    mover = to_move(s)
    changes = {}
    for player in (mover, *(other for other in range(s.n) if other != mover)):
        before = amounts(s, player)
        for name, value in amounts(after, player).items():
            if value != before[name] and not (action == Act.END and name == "action_points"):
                changes[name if player == mover else f"{name}@{player}"] = value - before[name]
    return changes


def offer(s: State, action: int) -> Offer:
    """Describe a legal decision."""
    kind, params, targets, cost, notes = _described(s, action)
    return Offer(kind, params, targets, cost, preview(s, action), notes)


Description = tuple[str, dict[str, Param], tuple[str, ...], dict[str, int], tuple[Note, ...]]


def _described(s: State, action: int) -> Description:
    if action == Act.END:
        notes = (Note("points_left", {"points": s.ap}),) if s.ap > 0 else ()
        return "end", {}, ("turn",), {}, notes
    if action == Act.BEST:
        best = best_count(s, s.active, s.wilds_left)
        return "best", {ore: count_in(best, i) for i, ore in enumerate(st.ORES)}, ("wilds",), {}, ()
    if action == Act.COUNT_NOW:
        return "count", {"left": s.wilds_left}, ("score",), {}, ()
    if action < Act.MOVE:
        return "wild", {"ore": st.ORES[action - Act.WILD]}, (f"wild:{st.ORES[action - Act.WILD]}",), {}, ()
    if action < Act.HIRE:
        place = st.PLACES[action - Act.MOVE]
        return "move", {"place": place}, (f"place:{place}",), {"action_points": st.COST_MOVE}, ()
    if action < Act.DIG_WITH:
        return _hire(s, action - Act.HIRE)
    if action < Act.SPEND:
        return _dig(s, action - Act.DIG_WITH)
    if action < Act.SELL:
        return _spend(s, action - Act.SPEND)
    if action < Act.SELL_JEWEL:
        return _sell(s, action - Act.SELL, action - Act.SELL)
    if action < Act.REFRESH:
        return _sell(s, st.JEWEL, action - Act.SELL_JEWEL)
    if action == Act.REFRESH:
        return "refresh", {}, ("refresh",), {"action_points": st.COST_REFRESH}, (Note("no_undo"),)
    if action < Act.PLAY_COMMUNITY:
        return _play_own(s, action - Act.PLAY_OWN)
    if action < Act.REPLACE:
        kind = action - Act.PLAY_COMMUNITY
        return _play_community(s, kind, -1, st.WAGE[kind])
    if action < Act.DRAW:
        kind, replaced = replace_parts(action)
        return _play_community(s, kind, replaced, replacement_wage(kind, replaced))
    if action == Act.DRAW:
        return "draw", {"left": s.draws_left}, ("deck",), {}, (Note("no_undo"),)
    return "stop", {}, ("stop",), {}, ()


def _hire(s: State, kind: int) -> Description:
    cost = {"action_points": hire_cost(s, s.seats[s.active].place)}
    return "hire", {"card": st.KINDS[kind]}, tuple(_hire_targets(s, kind)), cost, ()


def _hire_targets(s: State, kind: int) -> list[str]:
    return [f"hire:{slot + 1}" for slot in range(st.HIRE_SLOTS) if s.hire[slot] == kind]


def _dig(s: State, kind: int) -> Description:
    seat = s.seats[s.active]
    mineral = st.MINERAL_OF[seat.place]
    notes = [_dig_sum(s, kind, 0)]
    if seat.area[st.WORKER]:
        notes.append(Note("workers_next", {"workers": most_workers(seat)}))
    else:
        notes += _after_dig(s, kind, 0)
    return (
        "dig",
        {"card": st.KINDS[kind], "mineral": st.MINERALS[mineral]},
        (f"hand:{st.KINDS[kind]}", f"place:{st.PLACES[seat.place]}"),
        {"action_points": dig_cost(s, seat.place)},
        tuple(notes),
    )


def _spend(s: State, workers: int) -> Description:
    notes = [_dig_sum(s, s.digger, workers), *_after_dig(s, s.digger, workers)]
    if workers < most_workers(s.seats[s.active]):
        more = _yield(s, s.digger, workers + 1) - _yield(s, s.digger, workers)
        notes.append(Note("one_more_worker", {"cubes": more}))
    return "spend", {"workers": workers}, (f"workers:{workers}",), {}, tuple(notes)


def _yield(s: State, kind: int, workers: int) -> int:
    mineral = st.MINERAL_OF[s.seats[s.active].place]
    return min(dig_total(s, kind, mineral, workers) // st.DIG_REQUIRED[mineral], s.mines[mineral])


def _dig_sum(s: State, kind: int, workers: int) -> Note:
    mineral = st.MINERAL_OF[s.seats[s.active].place]
    return Note(
        "dig_sum",
        {
            "card": st.DIG[kind],
            "miners": visible(s, s.active, st.DIG_BONUS + mineral),
            "workers": st.WORKER_DIG_BONUS[workers],
            "total": dig_total(s, kind, mineral, workers),
            "need": st.DIG_REQUIRED[mineral],
            "cubes": _yield(s, kind, workers),
        },
    )


def _after_dig(s: State, kind: int, workers: int) -> list[Note]:
    """A warning when nothing is found, and who scores what when the mine runs out."""
    found = _yield(s, kind, workers)
    mineral = st.MINERAL_OF[s.seats[s.active].place]
    if found == 0:
        return [Note("finds_nothing")]
    if found < s.mines[mineral]:
        return []
    after = _copy(s)
    after.seats[s.active].cubes[mineral] += found
    points = [mine_out_points(after, seat, mineral) for seat in range(s.n_seats)]
    return [Note("mine_out", {"mineral": st.MINERALS[mineral]}), *_out_notes(s, points)]


def _out_notes(s: State, points: list[int]) -> list[Note]:
    """Who scores what in an Out, with the Mafia and draws of the active seat."""
    notes = [
        Note("owner_scores", {"player": player_of(s, seat), "role": role(role_of(s, seat)), "points": points[seat]})
        for seat in range(s.n_seats)
        if points[seat] > 0
    ]
    mafia = st.MAFIA_BONUS[min(visible(s, s.active, st.MAFIA), st.MAX_MAFIA)]
    if mafia:
        notes.append(Note("mafia_scores", {"points": mafia}))
    draws = visible(s, s.active, st.AGENT)
    if draws:
        notes.append(Note("draws_follow", {"cards": draws}))
    return notes


def _bank_notes(s: State, wage: int, due: int) -> list[Note]:
    """Who scores what when a payment takes the last coin of the bank, after a wage was paid."""
    if due < s.bank:
        return []
    after = _copy(s)
    after.seats[s.active].money += s.bank - wage
    points = [bank_out_points(after, seat) for seat in range(s.n_seats)]
    return [Note("bank_out"), *_out_notes(s, points)]


def _sell(s: State, mineral: int, ore: int) -> Description:
    price, bonus = next_price(s, ore), visible(s, s.active, st.PRICE_BONUS + ore)
    notes = [Note("price", {"price": price, "bonus": bonus, "total": price + bonus})]
    if price + bonus > s.bank:
        notes.append(Note("bank_short", {"rupees": s.bank}))
    notes += _bank_notes(s, 0, price + bonus)
    params: dict[str, Param] = {"mineral": st.MINERALS[mineral], "ore": st.ORES[ore]}
    targets = (f"row:{st.ORES[ore]}", f"cube:{st.MINERALS[mineral]}")
    kind = "sell_jewel" if mineral == st.JEWEL else "sell"
    return kind, params, targets, {"action_points": sell_cost(s)}, tuple(notes)


def _play_own(s: State, kind: int) -> Description:
    cost = {"action_points": st.COST_PLAY, "rupees": st.WAGE[kind]}
    notes = (Note("worker_stays"),) if kind == st.WORKER else (Note("no_fame"),)
    return "play_own", {"card": st.KINDS[kind]}, (f"hand:{st.KINDS[kind]}", "area"), cost, notes


def _play_community(s: State, kind: int, replaced: int, wage: int) -> Description:
    """Play to a free space, or over the card `replaced` (−1: none)."""
    notes = []
    params: dict[str, Param] = {"card": st.KINDS[kind], "points": st.FAME[kind]}
    after = _copy(s)
    if replaced < 0:
        name, targets = "play_community", [f"community:{s.community.n + 1}"]
        push(after.community, kind)
    else:
        name, targets = "replace", _community_targets(s, replaced)
        params["replaced"] = st.KINDS[replaced]
        notes.append(Note("higher_wage", {"own": st.WAGE[kind], "replaced": st.WAGE[replaced], "wage": wage}))
        after.community.items[s.community.items.index(replaced)] = kind
    payout = visible(after, s.active, st.PAYOUT)
    if payout:
        notes.append(Note("investors", {"rupees": min(payout, s.bank)}))
        notes += _bank_notes(after, wage, payout)
    cost = {"action_points": st.COST_PLAY, "rupees": wage}
    return name, params, (f"hand:{st.KINDS[kind]}", *targets), cost, tuple(notes)


def _community_targets(s: State, kind: int) -> list[str]:
    return [f"community:{slot + 1}" for slot in range(s.community.n) if s.community.items[slot] == kind]


# Closed targets.


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


Reason = tuple[str, dict[str, Param], str]


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
        for target in _hire_targets(s, kind):
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
            for target in _community_targets(s, replaced):
                yield from _first(target, replace_action(kind, replaced), over(kind, replaced))


# Ways to a target.


def plans(s: State) -> list[Plan]:
    """Walks to places further away, and on to a hire or a sale there."""
    if s.phase != Phase.ACT:
        return []
    here = s.seats[s.active].place
    walked: Walked = {(): s}
    walks = {place: _walk(s, place, (), walked) for place in range(st.N_PLACES) if place != here}
    found = [
        Plan(
            f"place:{st.PLACES[place]}", "walk", {"place": st.PLACES[place], "points": st.COST_MOVE * len(moves)}, moves
        )
        for place, moves in walks.items()
        if len(moves) > 1
    ]
    for kind in sorted({kind for kind in s.hire if kind != st.EMPTY}):
        moves = walks.get(st.PLACE_OF[kind], ())
        if moves and _is_legal(walked[moves], Act.HIRE + kind):
            params: dict[str, Param] = {"card": st.KINDS[kind], "place": st.PLACES[st.PLACE_OF[kind]]}
            found += [Plan(target, "hire", params, (*moves, Act.HIRE + kind)) for target in _hire_targets(s, kind)]
    for ore in range(st.N_ORES):
        moves = walks.get(st.MARKET, ())
        if moves and _is_legal(walked[moves], Act.SELL + ore):
            found.append(Plan(f"row:{st.ORES[ore]}", "sell", {"ore": st.ORES[ore]}, (*moves, Act.SELL + ore)))
    return found


Walked = dict[tuple[int, ...], State]


def _walk(s: State, to: int, before: tuple[int, ...], walked: Walked) -> tuple[int, ...]:
    """The moves of a shortest legal way to a place; none when it cannot be reached in this turn.

    `before` are the moves that led to here, `walked` the positions after all that were tried.
    """
    here = s.seats[s.active].place
    if here == to:
        return ()
    for step in range(st.N_PLACES):
        if st.DISTANCE[step][to] == st.DISTANCE[here][to] - 1 and may_move(s, step):
            way = (*before, Act.MOVE + step)
            if way not in walked:
                walked[way] = _copy(s)
                apply(walked[way], Act.MOVE + step)
            rest = _walk(walked[way], to, way, walked)
            if rest or step == to:
                return (Act.MOVE + step, *rest)
    return ()


def _is_legal(s: State, action: int) -> bool:
    out = [0] * st.MAX_LEGAL
    return action in out[: legal_actions(s, out)]
