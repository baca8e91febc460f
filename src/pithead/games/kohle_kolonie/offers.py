"""What a player can do: every legal decision in words, with its cost, its consequence and what to know about it."""

from math import comb

from pithead.engine.offers import Note, Offer, Param

from . import notation as say
from .plans import plans as plans
from .refusals import refusals as refusals
from .rules.board_scoring import board_score
from .rules.bonus import selectable
from .rules.building import cost_of
from .rules.consolidation import administration, base_value
from .rules.disasters import discs_of
from .rules.flow import apply
from .rules.income import income
from .rules.scoring import engines_of, line_points, station_points
from .rules.technology import technology_coins, technology_vp, wagons
from .state import (
    ARRANGE,
    ASK_BID,
    ASK_EXTRA,
    ASK_HELP,
    ASK_LOADING,
    ASK_PROTECT,
    ASK_SECOND_MINER,
    ASK_SECOND_WORKER,
    BID,
    BLACK_DISCS,
    BLANK_DISCS,
    BONUS,
    BONUS_COST,
    BUY,
    BUY_COINS,
    BUY_WORKERS,
    BUY_WORKERS_GET,
    CARD_INCOME,
    CHOOSE,
    CLOSE,
    CLOSE_GAP,
    DAMAGE_BY_COIN,
    DAMAGE_BY_VP,
    DAMAGE_COINS,
    DAMAGE_VP,
    DEFEND,
    DRAWS,
    END,
    ENGINE,
    ENGINE_PRICE,
    ENGINEER,
    ENGINEER_PRICE,
    ENGINEER_TO,
    EXTRA,
    FIELD_MINES,
    FIELDS,
    FLIP_COINS,
    FLIP_RAISES,
    FLIP_VP,
    FLIP_WORKERS,
    HELP_POINTS,
    LIFT,
    LIFT_ENGINEER,
    LOAD_BONUS,
    LOAD_TOKEN,
    LOAD_WORKER,
    LOSE,
    LOST_MINE_VP,
    MARKER,
    MINE_COST,
    MINE_FIELD,
    MINERS,
    N_BONUS,
    NO_SECOND,
    PLACE,
    PRICES,
    PROTECT,
    PROTECT_PRICE,
    RESERVE,
    SELL_COINS,
    SELL_WORKERS,
    SELL_WORKERS_PAY,
    SETTLE,
    SETTLEMENT_PRICE,
    SETTLERS,
    SLOT,
    SLOTS,
    STATION_AT,
    TO,
    USE_BONUS,
    USE_HELP,
    USE_RAIL,
    VILLAGE_AT,
    VILLAGES,
    WAGON_WAGONS,
    WORKER,
    State,
)
from .view import place_id

Params = dict[str, Param]


def amounts(s: State, player: int) -> dict[str, int]:
    """The countable things of a player; previews are changes of these."""
    mine = s.players[player]
    return {
        "points": mine.points,
        "coins": mine.coins,
        "workers": mine.workers,
        "miners": mine.miners[RESERVE],
        "engines": engines_of(mine),
        "extra_actions": mine.extra_actions,
        "income": income(mine),
        "board": board_score(s, player),
        "technology_coins": technology_coins(s, mine),
        "technology_points": technology_vp(s, mine),
        "wagons": wagons(mine),
        "administration": administration(s, player),
        "discs": discs_of(s, player),
        "stations": station_points(s, mine),
        "lines": line_points(s, mine),
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
    if action == END or uncovers(s, action):
        return {}
    mover = s.current
    after = s._copy()  # type: ignore[attr-defined]
    apply(after, action)
    before = amounts(s, mover)
    found = {name: value - before[name] for name, value in amounts(after, mover).items() if value != before[name]}
    for other in range(s.n):
        change = board_score(after, other) - board_score(s, other)
        if other != mover and change:
            found[f"board@{other}"] = change
    return found


def uncovers(s: State, action: int) -> bool:
    """Whether a decision turns up a railway token."""
    station = action - TO - STATION_AT
    return TO + STATION_AT <= action < TO + RESERVE and s.station_token[station] > 0


Described = tuple[str, Params, tuple[str, ...], dict[str, int], tuple[Note, ...]]


def _described(s: State, action: int) -> Described:
    if action <= CLOSE:
        return _ending(s, action)
    if action < MINERS:
        return _main(s, action)
    if action < USE_BONUS:
        return _step(s, action)
    if action < EXTRA:
        return _side(s, action)
    return _answer(s, action)


def _ending(s: State, action: int) -> Described:
    """END in the words of the question, and closing an action."""
    if action == CLOSE:
        return "close", {}, ("close",), {}, ()
    player = s.players[s.current]
    if s.ask == ASK_BID:
        lost = sum(1 for mine in FIELD_MINES[s.auction.lot] if mine >= 0 and s.mines[mine] == s.current)
        note = Note("compensation", {"points": LOST_MINE_VP * lost})
        return "pass", {"field": say.field(s.auction.lot)}, ("turn", "bid"), {}, (note,)
    if s.ask == ASK_EXTRA:
        return "skip_extra", {}, ("turn",), {}, ()
    if s.ask == ASK_PROTECT:
        return "enough_protection", {}, ("turn",), {}, (_risk(s, s),)
    if s.ask == ASK_HELP:
        return "enough_help", {}, ("turn",), {}, ()
    if s.ask == ASK_LOADING:
        return ("load_now" if s.turn.loading else "no_loading"), {}, ("turn",), {}, ()
    if s.ask == ASK_SECOND_MINER:
        return "end_without_miner", {}, ("turn",), {}, ()
    notes = (Note("bonus_unused", {"token": say.bonus(player.held - 1)}),) if s.turn.main_done and player.held else ()
    return "end", {}, ("turn",), {}, notes


def _risk(now: State, then: State) -> Note:
    """The chance that at least one own disc is drawn, if nobody secured another mine."""
    own = discs_of(then, now.current)
    all_discs = BLACK_DISCS + BLANK_DISCS + sum(discs_of(then, p) for p in range(now.n))
    chance = 1 - comb(all_discs - own, DRAWS) / comb(all_discs, DRAWS)
    return Note("risk", {"percent": round(100 * chance), "discs": own, "bag": all_discs})


def _turn_place(s: State, token: int) -> Note:
    """Between which places of the turn order a bonus token leaves its holder."""
    space = next(i for i in range(N_BONUS) if s.track[i] == token + 1)
    chosen = [s.marker[s.choosers[i]] for i in range(s.at)]
    left = sum(other < space for other in chosen)
    waiting = s.n - s.at - 1
    open_left = sum(1 for i in range(space) if s.track[i] and selectable(s, s.track[i] - 1))
    open_right = sum(1 for i in range(space + 1, N_BONUS) if s.track[i] and selectable(s, s.track[i] - 1))
    best = left + 1 + max(0, waiting - open_right)
    return Note("turn_place", {"best": best, "worst": left + 1 + min(waiting, open_left)})


def _main(s: State, action: int) -> Described:
    """Bonus tokens and the five actions with their parts."""
    if action < BUY:
        token = action - CHOOSE
        cost = {"coins": BONUS_COST[token]} if BONUS_COST[token] else {}
        notes = (_turn_place(s, token), *((Note("token_cost", {**cost}),) if cost else ()))
        return "choose", {"token": say.bonus(token)}, (f"bonus:{BONUS[token]}",), {}, notes
    if action < WORKER:
        mine = action - BUY
        params: Params = {"mine": say.mine(mine), "field": say.field(MINE_FIELD[mine]), "coins": MINE_COST[mine]}
        note = Note("mine_income", {"coins": CARD_INCOME[mine + 1]})
        return "buy", params, (f"mine:{mine + 1}",), {"coins": MINE_COST[mine]}, (note,)
    if action < MARKER:
        village = action - WORKER
        kind = "second_worker" if s.ask == ASK_SECOND_WORKER else "worker"
        return kind, {"village": say.village(village)}, (f"village:{VILLAGES[village]}",), {}, ()
    if action < NO_SECOND:
        village = action - MARKER
        return "marker", {"village": say.village(village)}, (f"village:{VILLAGES[village]}",), {"miners": 1}, ()
    if action == NO_SECOND:
        return "no_second", {}, ("no_second",), {}, ()
    if action < ENGINE:
        slot = action - SLOT
        return "slot", {"slot": say.slot(slot)}, (f"slot:{SLOTS[slot]}",), {}, ()
    return _building(s, action)


def _building(s: State, action: int) -> Described:
    """Steam engines, settlements, engineers."""
    if action < SETTLE:
        target = action - ENGINE
        coins = cost_of(s, ENGINE_PRICE)
        where = f"slot:{SLOTS[target]}" if target < len(SLOTS) else _tech_target(say.engine_target(target))
        return "engine", {"place": say.engine_target(target), "coins": coins}, (where,), {"coins": coins}, ()
    if action < SETTLERS:
        village = action - SETTLE
        coins = cost_of(s, SETTLEMENT_PRICE)
        params: Params = {"village": say.village(village), "coins": coins}
        return "settle", params, (f"village:{VILLAGES[village]}",), {"coins": coins}, ()
    if action < ENGINEER:
        count = action - SETTLERS
        return "settlers", {"miners": count}, (f"village:{VILLAGES[s.turn.village]}",), {}, ()
    slot = say.engineer_slot(action - ENGINEER)
    coins = cost_of(s, ENGINEER_PRICE)
    return "engineer", {"place": slot, "coins": coins}, (_tech_target(slot),), {"coins": coins}, ()


def _tech_target(name: str) -> str:
    """`tech_ironworks:M1` as a target: `tech:ironworks.M1`."""
    return "tech:" + name.removeprefix("tech_").replace(":", ".")


def _step(s: State, action: int) -> Described:
    """Placing and moving."""
    if action == MINERS:
        return "miners", {}, ("reserve",), {}, ()
    if action < LIFT:
        place = action - PLACE
        kind = "place_settlement" if place >= VILLAGE_AT else "place"
        return kind, {"place": say.place(place)}, (place_id(place),), {"miners": 1}, ()
    if action < TO:
        place = action - LIFT
        return "lift", {"place": say.place(place)}, (place_id(place),), {}, ()
    if action < LIFT_ENGINEER:
        place = action - TO
        notes = (Note("uncovers"),) if uncovers(s, action) else ()
        return "to", {"place": say.place(place)}, (place_id(place),), {}, notes
    if action < ENGINEER_TO:
        slot = say.engineer_slot(action - LIFT_ENGINEER)
        return "lift_engineer", {"place": slot}, (_tech_target(slot),), {}, ()
    slot = say.engineer_slot(action - ENGINEER_TO)
    return "engineer_to", {"place": slot}, (_tech_target(slot),), {}, ()


def _side(s: State, action: int) -> Described:
    """The bonus token, flips and trades."""
    if action == USE_BONUS:
        token = s.players[s.current].held - 1
        cost = {"coins": BONUS_COST[token]} if BONUS_COST[token] else {}
        return f"use_{BONUS[token]}", {}, (f"bonus:{BONUS[token]}",), cost, ()
    if action < ARRANGE:
        return _flip(s, action)
    if action < BUY_WORKERS:
        card = s.turn.card
        params: Params = {"card": say.tech(card), "filling": f"filling:{say.filling(action - ARRANGE)}"}
        return "arrange", params, (f"card:{say.tech(card)}",), {}, ()
    if action == BUY_WORKERS:
        params = {"coins": BUY_COINS, "workers": BUY_WORKERS_GET}
        return "buy_workers", params, ("bank",), {"coins": BUY_COINS}, ()
    tokens = action - SELL_WORKERS
    params = {"coins": SELL_COINS, "workers": SELL_WORKERS_PAY, "tokens": tokens}
    return ("sell_with_tokens" if tokens else "sell_workers"), params, ("bank",), {"workers": SELL_WORKERS_PAY}, ()


def _flip(s: State, action: int) -> Described:
    card, way, tokens = say.flip_parts(action)
    cost = {"workers": FLIP_WORKERS[card][way], "coins": FLIP_COINS[card][way]}
    cost = {name: value for name, value in cost.items() if value}
    kind = "flip_both" if len(cost) == 2 else f"flip_{'workers' if 'workers' in cost else 'coins'}"
    params: Params = {"card": say.tech(card), "points": FLIP_VP[card], "tokens": tokens, **cost}
    notes = []
    raised = FLIP_RAISES[card]
    if raised >= 0 and not s.raised[raised]:
        notes.append(Note("price_rises", {"price": say.price(raised), "coins": PRICES[raised][1]}))
    if tokens:
        notes.append(Note("with_tokens", {"tokens": tokens}))
    return kind, params, (f"card:{say.tech(card)}",), cost, tuple(notes)


def _answer(s: State, action: int) -> Described:
    """Answers to the questions of the other phases."""
    if action == EXTRA:
        return "extra", {}, ("extra_action",), {"extra_actions": 1}, ()
    if action < LOSE:
        slot = action - (PROTECT if action < DEFEND else DEFEND)
        then = s._copy()  # type: ignore[attr-defined]
        apply(then, action)
        params: Params = {"slot": say.slot(slot)}
        if action < DEFEND:
            return "protect", params, (f"slot:{SLOTS[slot]}",), {"coins": PROTECT_PRICE}, (_risk(s, then),)
        return "defend", params, (f"slot:{SLOTS[slot]}",), {}, (_risk(s, then),)
    if action < DAMAGE_BY_COIN:
        place = action - LOSE
        return "lose", {"place": say.place(place)}, (place_id(place),), {}, ()
    if action == DAMAGE_BY_COIN:
        return "damage_coin", {"coins": DAMAGE_COINS}, ("bank",), {"coins": DAMAGE_COINS}, ()
    if action == DAMAGE_BY_VP:
        return "damage_points", {"points": DAMAGE_VP}, ("score",), {}, ()
    if action in (USE_HELP, USE_RAIL):
        return _help(s, action)
    if action < CLOSE_GAP:
        return _bid(s, action - BID)
    if action < LOAD_WORKER:
        slot = action - CLOSE_GAP
        return "move_up", {"slot": say.slot(slot)}, (f"slot:{SLOTS[slot]}",), {}, ()
    return _loading(action)


def _help(s: State, action: int) -> Described:
    p = s.current
    base = base_value(s, p)
    if action == USE_HELP:
        note = Note("base", {"value": base + HELP_POINTS})
        return "help", {"points": HELP_POINTS}, ("bonus:consolidation_help",), {}, (note,)
    return "help_rail", {"points": 1}, ("rail:consolidation",), {}, (Note("base", {"value": base + 1}),)


def _bid(s: State, value: int) -> Described:
    coins = value - s.auction.base[s.current]
    left = s.players[s.current].coins - coins
    params: Params = {"value": value, "coins": coins, "field": say.field(s.auction.lot)}
    note = Note("coins_left", {"coins": left})
    return "bid", params, ("bid", f"field:{FIELDS[s.auction.lot]}"), {"coins": coins}, (note,)


def _loading(action: int) -> Described:
    if action == LOAD_WORKER:
        return "load_worker", {}, ("card:loading",), {"workers": 1}, ()
    if action == LOAD_TOKEN:
        return "load_token", {}, ("rail:worker",), {}, ()
    if action == LOAD_BONUS:
        return "load_bonus", {"wagons": WAGON_WAGONS}, ("bonus:wagon",), {}, ()
    return "add_wagon", {}, ("rail:wagon",), {}, ()
