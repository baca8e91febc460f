"""What a player can do: every legal decision in words, with its cost, its consequence and what to know about it."""

from pithead.engine.offers import Note, Offer, Param

from . import notation as say
from . import state as st
from .notes import risk, turn_place, unused
from .plans import plans as plans
from .refusals import refusals as refusals
from .rules.building import cost_of
from .rules.consolidation import base_value
from .rules.flow import apply
from .rules.scoring import engines_of
from .state import Act, Ask, Price, State, flip_parts
from .view.names import place_id
from .view.players import board, prospects

Params = dict[str, Param]


def amounts(s: State, player: int) -> dict[str, int]:
    """The countable things of a player; previews are changes of these."""
    mine = s.players[player]
    return {
        "points": mine.points,
        "coins": mine.coins,
        "workers": mine.workers,
        "miners": mine.miners[st.RESERVE],
        "engines": engines_of(mine),
        "extra_actions": mine.extra_actions,
        **prospects(s, player),
    }


def offer(s: State, action: int) -> Offer:
    """Describe a legal decision."""
    kind, params, targets, cost, notes = _described(s, action)
    unknown = tuple(amounts(s, s.current)) if uncovers(s, action) else ()
    return Offer(kind, params, targets, cost, preview(s, action), notes, unknown)


def preview(s: State, action: int) -> dict[str, int]:
    """What changes, found out on a copy; nothing for END and for a token that lies face down.

    Of the others only the board can change: a worker of mine may share a majority with them, or take it.
    """
    if action == Act.END or uncovers(s, action):
        return {}
    mover = s.current
    after = s._copy()  # type: ignore[attr-defined]
    apply(after, action)
    before = amounts(s, mover)
    found = {name: value - before[name] for name, value in amounts(after, mover).items() if value != before[name]}
    if _map(after) != _map(s):
        for other in range(s.n):
            change = board(after, other) - board(s, other)
            if other != mover and change:
                found[f"board@{other}"] = change
    return found


def _map(s: State) -> tuple[list[int], list[int]]:
    """Whose the mines are: all that a decision can change about what the map is worth to others."""
    return s.mines, s.large


def uncovers(s: State, action: int) -> bool:
    """Whether a decision turns up a railway token."""
    station = action - Act.TO - st.STATION_AT
    return Act.TO + st.STATION_AT <= action < Act.TO + st.RESERVE and s.station_token[station] > 0


Described = tuple[str, Params, tuple[str, ...], dict[str, int], tuple[Note, ...]]


def _described(s: State, action: int) -> Described:
    if action <= Act.CLOSE:
        return _ending(s, action)
    if action < Act.MINERS:
        return _main(s, action)
    if action < Act.USE_BONUS:
        return _step(s, action)
    if action < Act.EXTRA:
        return _side(s, action)
    return _answer(s, action)


def _ending(s: State, action: int) -> Described:
    """END in the words of the question, and closing an action."""
    if action == Act.CLOSE:
        return "close", {}, ("close",), {}, ()
    if s.ask == Ask.BID:
        lost = sum(1 for mine in st.FIELD_MINES[s.auction.lot] if mine >= 0 and s.mines[mine] == s.current)
        note = Note("compensation", {"points": st.LOST_MINE_VP * lost})
        return "pass", {"field": say.field(s.auction.lot)}, ("turn", "bid"), {}, (note,)
    if s.ask == Ask.EXTRA:
        return "skip_extra", {}, ("turn",), {}, ()
    if s.ask == Ask.PROTECT:
        return "enough_protection", {}, ("turn",), {}, (risk(s, s),)
    if s.ask == Ask.HELP:
        return "enough_help", {}, ("turn",), {}, ()
    if s.ask == Ask.LOADING:
        return ("load_now" if s.turn.loading else "no_loading"), {}, ("turn",), {}, ()
    if s.ask == Ask.SECOND_MINER:
        return "end_without_miner", {}, ("turn",), {}, (Note("places_left", {"miners": 1}),)
    return "end", {}, ("turn",), {}, unused(s)


def _main(s: State, action: int) -> Described:
    """Bonus tokens and the five actions with their parts."""
    if action < Act.BUY:
        token = action - Act.CHOOSE
        cost = {"coins": st.BONUS_COST[token]} if st.BONUS_COST[token] else {}
        notes = (turn_place(s, token), *((Note("token_cost", {**cost}),) if cost else ()))
        return "choose", {"token": say.bonus(token)}, (f"bonus:{st.BONUS[token]}",), {}, notes
    if action < Act.WORKER:
        mine = action - Act.BUY
        params: Params = {"mine": say.mine(mine), "field": say.field(st.MINE_FIELD[mine]), "coins": st.MINE_COST[mine]}
        note = Note("mine_income", {"coins": st.CARD_INCOME[mine + 1]})
        return "buy", params, (f"mine:{mine + 1}",), {"coins": st.MINE_COST[mine]}, (note,)
    if action < Act.MARKER:
        village = action - Act.WORKER
        kind = "second_worker" if s.ask == Ask.SECOND_WORKER else "worker"
        return kind, {"village": say.village(village)}, (f"village:{st.VILLAGES[village]}",), {}, ()
    if action < Act.NO_SECOND:
        village = action - Act.MARKER
        return "marker", {"village": say.village(village)}, (f"village:{st.VILLAGES[village]}",), {"miners": 1}, ()
    if action == Act.NO_SECOND:
        return "no_second", {}, ("no_second",), {}, ()
    if action < Act.ENGINE:
        slot = action - Act.SLOT
        return "slot", {"slot": say.slot(slot)}, (f"slot:{st.SLOTS[slot]}",), {}, ()
    return _building(s, action)


def _building(s: State, action: int) -> Described:
    """Steam engines, settlements, engineers."""
    if action < Act.SETTLE:
        target = action - Act.ENGINE
        coins = cost_of(s, Price.STEAM_ENGINE)
        where = f"slot:{st.SLOTS[target]}" if target < len(st.SLOTS) else _tech_target(say.engine_target(target))
        return "engine", {"place": say.engine_target(target), "coins": coins}, (where,), {"coins": coins}, ()
    if action < Act.SETTLERS:
        village = action - Act.SETTLE
        coins = cost_of(s, Price.SETTLEMENT)
        params: Params = {"village": say.village(village), "coins": coins}
        return "settle", params, (f"village:{st.VILLAGES[village]}",), {"coins": coins}, ()
    if action < Act.ENGINEER:
        count = action - Act.SETTLERS
        return "settlers", {"miners": count}, (f"village:{st.VILLAGES[s.turn.village]}",), {}, ()
    slot = say.engineer_slot(action - Act.ENGINEER)
    coins = cost_of(s, Price.ENGINEER)
    return "engineer", {"place": slot, "coins": coins}, (_tech_target(slot),), {"coins": coins}, ()


def _tech_target(name: str) -> str:
    """`tech_ironworks:M1` as a target: `tech:ironworks.M1`."""
    return "tech:" + name.removeprefix("tech_").replace(":", ".")


def _step(s: State, action: int) -> Described:
    """Placing and moving."""
    if action == Act.MINERS:
        return "miners", {}, ("reserve",), {}, ()
    if action < Act.LIFT:
        place = action - Act.PLACE
        kind = "place_settlement" if place >= st.VILLAGE_AT else "place"
        return kind, {"place": say.place(place)}, (place_id(place),), {"miners": 1}, ()
    if action < Act.TO:
        place = action - Act.LIFT
        return "lift", {"place": say.place(place)}, (place_id(place),), {}, ()
    if action < Act.LIFT_ENGINEER:
        place = action - Act.TO
        notes = (Note("uncovers"),) if uncovers(s, action) else ()
        return "to", {"place": say.place(place)}, (place_id(place),), {}, notes
    if action < Act.ENGINEER_TO:
        slot = say.engineer_slot(action - Act.LIFT_ENGINEER)
        return "lift_engineer", {"place": slot}, (_tech_target(slot),), {}, ()
    slot = say.engineer_slot(action - Act.ENGINEER_TO)
    return "engineer_to", {"place": slot}, (_tech_target(slot),), {}, ()


def _side(s: State, action: int) -> Described:
    """The bonus token, flips and trades."""
    if action == Act.USE_BONUS:
        token = s.players[s.current].held - 1
        cost = {"coins": st.BONUS_COST[token]} if st.BONUS_COST[token] else {}
        return f"use_{st.BONUS[token]}", {}, (f"bonus:{st.BONUS[token]}",), cost, ()
    if action < Act.ARRANGE:
        return _flip(s, action)
    if action < Act.BUY_WORKERS:
        card = s.turn.card
        filled = [n for t, n in enumerate(st.ARRANGE_FILLING[action - Act.ARRANGE]) if st.TECH_CARD[t] == card]
        params: Params = {"card": say.tech(card), "filling": f"filling:{', '.join(map(str, filled))}"}
        return "arrange", params, (f"card:{say.tech(card)}",), {}, ()
    if action == Act.BUY_WORKERS:
        params = {"coins": st.BUY_COINS, "workers": st.BUY_WORKERS_GET}
        return "buy_workers", params, ("bank",), {"coins": st.BUY_COINS}, ()
    tokens = action - Act.SELL_WORKERS
    params = {"coins": st.SELL_COINS, "workers": st.SELL_WORKERS_PAY, "tokens": tokens}
    return ("sell_with_tokens" if tokens else "sell_workers"), params, ("bank",), {"workers": st.SELL_WORKERS_PAY}, ()


def _flip(s: State, action: int) -> Described:
    card, way, tokens = flip_parts(action)
    cost = {"workers": st.FLIP_WORKERS[card][way], "coins": st.FLIP_COINS[card][way]}
    cost = {name: value for name, value in cost.items() if value}
    kind = "flip_both" if len(cost) == 2 else f"flip_{'workers' if 'workers' in cost else 'coins'}"
    params: Params = {"card": say.tech(card), "points": st.FLIP_VP[card], "tokens": tokens, **cost}
    notes = []
    raised = st.FLIP_RAISES[card]
    if raised >= 0 and not s.raised[raised]:
        notes.append(Note("price_rises", {"price": say.price(raised), "coins": st.PRICES[raised][1]}))
    if tokens:
        notes.append(Note("with_tokens", {"tokens": tokens}))
    return kind, params, (f"card:{say.tech(card)}",), cost, tuple(notes)


def _answer(s: State, action: int) -> Described:
    """Answers to the questions of the other phases."""
    if action == Act.EXTRA:
        return "extra", {}, ("extra_action",), {"extra_actions": 1}, ()
    if action < Act.LOSE:
        slot = action - (Act.PROTECT if action < Act.DEFEND else Act.DEFEND)
        then = s._copy()  # type: ignore[attr-defined]
        apply(then, action)
        params: Params = {"slot": say.slot(slot)}
        if action < Act.DEFEND:
            return "protect", params, (f"slot:{st.SLOTS[slot]}",), {"coins": st.PROTECT_PRICE}, (risk(s, then),)
        return "defend", params, (f"slot:{st.SLOTS[slot]}",), {}, (risk(s, then),)
    if action < Act.DAMAGE_BY_COIN:
        place = action - Act.LOSE
        return "lose", {"place": say.place(place)}, (place_id(place),), {}, ()
    if action == Act.DAMAGE_BY_COIN:
        return "damage_coin", {"coins": st.DAMAGE_COINS}, ("bank",), {"coins": st.DAMAGE_COINS}, ()
    if action == Act.DAMAGE_BY_VP:
        return "damage_points", {"points": st.DAMAGE_VP}, ("score",), {}, ()
    if action in (Act.USE_HELP, Act.USE_RAIL):
        return _help(s, action)
    if action < Act.CLOSE_GAP:
        return _bid(s, action - Act.BID)
    if action < Act.LOAD_WORKER:
        slot = action - Act.CLOSE_GAP
        return "move_up", {"slot": say.slot(slot)}, (f"slot:{st.SLOTS[slot]}",), {}, ()
    return _loading(action)


def _help(s: State, action: int) -> Described:
    p = s.current
    base = base_value(s, p)
    if action == Act.USE_HELP:
        note = Note("base", {"value": base + st.HELP_POINTS})
        return "help", {"points": st.HELP_POINTS}, ("bonus:consolidation_help",), {}, (note,)
    return "help_rail", {"points": 1}, ("rail:consolidation",), {}, (Note("base", {"value": base + 1}),)


def _bid(s: State, value: int) -> Described:
    coins = value - s.auction.base[s.current]
    left = s.players[s.current].coins - coins
    params: Params = {"value": value, "coins": coins, "field": say.field(s.auction.lot)}
    note = Note("coins_left", {"coins": left})
    return "bid", params, ("bid", f"field:{st.FIELDS[s.auction.lot]}"), {"coins": coins}, (note,)


def _loading(action: int) -> Described:
    if action == Act.LOAD_WORKER:
        return "load_worker", {}, ("card:loading",), {"workers": 1}, ()
    if action == Act.LOAD_TOKEN:
        return "load_token", {}, ("rail:worker",), {}, ()
    if action == Act.LOAD_BONUS:
        return "load_bonus", {"wagons": st.WAGON_WAGONS}, ("bonus:wagon",), {}, ()
    return "add_wagon", {}, ("rail:wagon",), {}, ()
