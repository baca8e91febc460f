"""What a player of Mine Out can and cannot do, with costs and consequences."""

from pithead.engine.offers import Note, Offer, Param
from pithead.engine.views import shared
from pithead.kit import push

from . import state as st
from .notation import community_targets, hire_targets, role
from .plans import copy_of
from .plans import plans as plans
from .refusals import refusals as refusals
from .rules.actions import (
    dig_cost,
    dig_total,
    hire_cost,
    most_workers,
    next_price,
    replacement_wage,
    sell_cost,
)
from .rules.decisions import apply
from .rules.outs import bank_out_points, mine_out_points
from .rules.table import player_of, role_of, visible
from .rules.turn import best_count, count_in, to_move
from .state import Act, Mode, State, replace_parts


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
    after = copy_of(s)
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
    return "hire", {"card": st.KINDS[kind]}, tuple(hire_targets(s, kind)), cost, ()


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
    after = copy_of(s)
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
    after = copy_of(s)
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
    after = copy_of(s)
    if replaced < 0:
        name, targets = "play_community", [f"community:{s.community.n + 1}"]
        push(after.community, kind)
    else:
        name, targets = "replace", community_targets(s, replaced)
        params["replaced"] = st.KINDS[replaced]
        notes.append(Note("higher_wage", {"own": st.WAGE[kind], "replaced": st.WAGE[replaced], "wage": wage}))
        after.community.items[s.community.items.index(replaced)] = kind
    payout = visible(after, s.active, st.PAYOUT)
    if payout:
        notes.append(Note("investors", {"rupees": min(payout, s.bank)}))
        notes += _bank_notes(after, wage, payout)
    cost = {"action_points": st.COST_PLAY, "rupees": wage}
    return name, params, (f"hand:{st.KINDS[kind]}", *targets), cost, tuple(notes)
