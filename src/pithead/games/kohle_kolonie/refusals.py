"""Why a visible target is closed, with true numbers: the first reason that the player can change."""

from pithead.engine.offers import Param, Refusal

from . import notation as say
from . import state as st
from .rules.building import settlements_in, takes_engine, takes_engineer
from .rules.common import can_pay_workers, has_room, price, slot_room
from .rules.consolidation import top_value
from .rules.disasters import is_at_risk, is_secured
from .rules.miners import can_go, is_next, moves_left, places_left
from .rules.mines import free_slots, has_labour, is_reachable, workers_near
from .rules.technology import loading_fee
from .rules.turns import any_engine_target, any_settlement_target, can_use_bonus
from .state import Act, Ask, Option, Owner, Player, Price, Rail, State, flip_action
from .view.names import place_id

# A reason: code, parameters, ruling.
Reason = tuple[str, dict[str, Param], str]


def refusals(s: State) -> list[Refusal]:
    """Closed targets of the question that is asked."""
    if s.ask == Ask.BONUS:
        return _bonus(s)
    if s.ask in (Ask.ACT, Ask.ACTED):
        return [*_main(s), *_side(s)]
    if s.ask == Ask.STEP:
        return [*_steps(s), *_side(s)]
    if s.ask == Ask.SECOND_MINER:
        return _second_miner(s)
    if s.ask == Ask.TO:
        return _targets(s)
    if s.ask in (Ask.SLOT, Ask.PLACE_LARGE):
        return _slots(s)
    if s.ask == Ask.SETTLERS:
        have = s.players[s.current].miners[st.RESERVE]
        village = f"village:{st.VILLAGES[s.turn.village]}"
        return [
            Refusal(village, "reserve_short", {"need": count, "have": have}, "R65", Act.SETTLERS + count)
            for count in range(have + 1, st.SETTLEMENT_ROOM + 1)
        ]
    if s.ask == Ask.PROTECT:
        return _protection(s)
    if s.ask == Ask.HELP:
        return _help(s)
    if s.ask == Ask.BID:
        return _bids(s)
    if s.ask == Ask.LOADING:
        return _loading(s)
    return []


def _coins(have: int, need: int) -> Reason | None:
    return ("coins_short", {"need": need, "have": have}, "") if have < need else None


def _closed(target: str, reason: Reason | None, action: int) -> list[Refusal]:
    return [Refusal(target, reason[0], reason[1], reason[2], action)] if reason else []


# Bonus tokens


def _bonus(s: State) -> list[Refusal]:
    found = []
    for token in range(st.N_BONUS):
        target = f"bonus:{st.BONUS[token]}"
        holder = [p for p in range(s.n) if s.players[p].held == token + 1]
        if holder:
            found.append(Refusal(target, "token_taken", {"player": holder[0]}, "", Act.CHOOSE + token))
        elif s.round < st.BONUS_FIRST_ROUND[token]:
            params: dict[str, Param] = {"round": st.BONUS_FIRST_ROUND[token]}
            found.append(Refusal(target, "token_blocked", params, "R3", Act.CHOOSE + token))
    return found


# Main actions


def _main(s: State) -> list[Refusal]:
    found = []
    if not s.turn.main_done:
        found.append(Refusal("turn", "main_first", {}, "R8", Act.END))
    else:
        found.append(Refusal("reserve", "main_done", {}, "", Act.MINERS))
    for mine in range(st.N_MINES):
        if st.FIELD_IN[s.small][st.MINE_FIELD[mine]]:
            found += _closed(f"mine:{mine + 1}", _why_not_buy(s, mine), Act.BUY + mine)
    for target in range(st.N_SLOTS + st.N_ENGINE_SLOTS):
        name = say.engine_target(target)
        where = name if target < st.N_SLOTS else _tech_target(name)
        found += _closed(where, _why_not_engine(s, target), Act.ENGINE + target)
    for village in range(st.N_VILLAGES):
        found += _closed(f"village:{st.VILLAGES[village]}", _why_not_settle(s, village), Act.SETTLE + village)
    player = s.players[s.current]
    for slot in range(st.N_ENGINEER_SLOTS):
        if slot_room(s, player, st.N_MINER_SLOTS + slot):
            reason = _why_not_engineer(s, slot)
            found += _closed(_tech_target(say.engineer_slot(slot)), reason, Act.ENGINEER + slot)
    return found


def _tech_target(name: str) -> str:
    return "tech:" + name.removeprefix("tech_").replace(":", ".")


def _main_done(s: State) -> Reason | None:
    return ("main_done", {}, "") if s.turn.main_done else None


def _why_not_buy(s: State, mine: int) -> Reason | None:
    """A mine on sale: money, slot, labour; a mine not on sale: why."""
    player = s.players[s.current]
    holder = s.mines[mine]
    field = st.MINE_FIELD[mine]
    if holder == Owner.LATER:
        return "mine_later", {"round": st.MINE_ROUND[mine]}, ""
    if holder == Owner.GONE:
        return "mine_gone", {"field": say.field(field)}, ""
    if holder < st.MAX_PLAYERS:
        return "mine_taken", {"player": holder}, ""
    if holder != Owner.ON_SALE:
        return "mine_syndicate", {}, ""
    reason = _main_done(s) or _coins(player.coins, st.MINE_COST[mine])
    if reason:
        return reason
    if not free_slots(player):
        return "no_slot", {"slots": st.N_SLOTS}, ""
    if not has_labour(s, player, field):
        if workers_near(s, field):
            return "reserve_empty", {}, "R11"
        return "no_labour", {"field": say.field(field)}, "R10"
    return None


def _why_not_engine(s: State, target: int) -> Reason | None:
    player = s.players[s.current]
    if target < st.N_SLOTS and not player.cards[target]:
        return None  # no card, nothing to click
    if target >= st.N_SLOTS and not slot_room(s, player, st.N_MINER_SLOTS + st.N_ENGINEER_SLOTS + target - st.N_SLOTS):
        return None
    if not takes_engine(s, player, target):
        return "engine_there", {}, ""
    if s.round < st.ENGINE_FIRST_ROUND:
        return "engines_later", {"round": st.ENGINE_FIRST_ROUND}, ""
    if not s.bank_engines:
        return "no_engines", {}, ""
    return _main_done(s) or _coins(player.coins, price(s, Price.STEAM_ENGINE))


def _why_not_settle(s: State, village: int) -> Reason | None:
    player = s.players[s.current]
    if not st.VILLAGE_IN[s.small][village]:
        return "closed_players", {"players": s.n}, ""
    if player.settled[village]:
        return "own_settlement", {}, ""
    if s.workers[village]:
        return "workers_left", {"workers": s.workers[village]}, "R16"
    if settlements_in(s, village) >= st.VILLAGE_SPOTS[village]:
        return "village_full", {"spots": st.VILLAGE_SPOTS[village]}, "R17"
    if not player.settlements:
        return "no_settlements", {}, ""
    return _main_done(s) or _coins(player.coins, price(s, Price.SETTLEMENT))


def _why_not_engineer(s: State, slot: int) -> Reason | None:
    player = s.players[s.current]
    if not takes_engineer(s, player, slot):
        return "slot_full", {}, ""
    if not player.engineers:
        return "no_engineers", {}, ""
    return _main_done(s) or _coins(player.coins, price(s, Price.ENGINEER))


# Side actions


def _side(s: State) -> list[Refusal]:
    player = s.players[s.current]
    found = []
    for card in range(st.N_CARDS):
        for way in range(st.FLIP_WAYS):
            if st.FLIP_POSSIBLE[card][way]:
                tokens = min(st.FLIP_WORKERS[card][way], player.tokens[Rail.WORKER])
                action = flip_action(card, way, tokens)
                found += _closed(f"card:{st.CARDS[card]}", _why_not_flip(player, card, way), action)
    found += _closed("bank", _why_not_buy_workers(s, player), Act.BUY_WORKERS)
    tokens = min(st.SELL_WORKERS_PAY, player.tokens[Rail.WORKER])
    found += _closed("bank", _why_not_sell(s, player, tokens), Act.SELL_WORKERS + tokens)
    if player.held and s.ask != Ask.STEP and not can_use_bonus(s, player):
        found += _closed(f"bonus:{st.BONUS[player.held - 1]}", _why_not_bonus(s, player), Act.USE_BONUS)
    return found


def _why_not_flip(player: Player, card: int, way: int) -> Reason | None:
    if player.flipped[card]:
        return "flipped", {}, ""
    need = st.FLIP_WORKERS[card][way]
    if not any(can_pay_workers(player, need, tokens) for tokens in range(st.N_TOKEN_COUNTS)):
        have = player.workers + player.tokens[Rail.WORKER]
        return "workers_short", {"need": need, "have": have}, ""
    return _coins(player.coins, st.FLIP_COINS[card][way])


def _why_not_buy_workers(s: State, player: Player) -> Reason | None:
    if s.bank_workers < st.BUY_WORKERS_GET:
        return "bank_workers_short", {"need": st.BUY_WORKERS_GET, "have": s.bank_workers}, "R27"
    if s.turn.sales > st.SALES_WITH_PURCHASE:
        return "trade_circle", {}, ""
    return _coins(player.coins, st.BUY_COINS)


def _why_not_sell(s: State, player: Player, tokens: int) -> Reason | None:
    if not can_pay_workers(player, st.SELL_WORKERS_PAY, tokens):
        have = player.workers + player.tokens[Rail.WORKER]
        return "workers_short", {"need": st.SELL_WORKERS_PAY, "have": have}, ""
    if s.bank_coins < st.SELL_COINS:
        return "bank_coins_short", {"need": st.SELL_COINS, "have": s.bank_coins}, "R27"
    if s.turn.purchases and s.turn.sales >= st.SALES_WITH_PURCHASE:
        return "trade_circle", {}, ""
    return None


def _why_not_bonus(s: State, player: Player) -> Reason | None:
    token = player.held - 1
    if token not in (st.HELP, st.MINERS_TOKEN, st.ENGINEER_TOKEN, st.ENGINE_TOKEN, st.SETTLEMENT_TOKEN):
        return "token_later", {"phase": 10 if token == st.WAGON else 5}, ""
    reason = _coins(player.coins, st.BONUS_COST[token])
    if reason:
        return reason
    if token == st.HELP:
        return "bank_coins_short", {"need": st.HELP_COINS, "have": s.bank_coins}, "R27"
    if token == st.ENGINEER_TOKEN:
        return ("no_engineers", {}, "") if not player.engineers else ("slot_full", {}, "")
    if token == st.ENGINE_TOKEN:
        return ("no_engines", {}, "") if any_engine_target(s, player) else ("no_engine_place", {}, "")
    return ("no_settlements", {}, "") if any_settlement_target(s, player) else ("no_village", {}, "R16")


# Miners


def _own_spaces(s: State, player: Player) -> list[int]:
    """Guard spaces, technology slots and settlements that a player can see to be his."""
    return [
        place
        for place in range(st.STATION_AT)
        if (place < st.TECH_AT and st.SLOT_GUARD[place])
        or (st.TECH_AT <= place < st.VILLAGE_AT and slot_room(s, player, place - st.TECH_AT))
        or (place >= st.VILLAGE_AT and player.settled[place - st.VILLAGE_AT])
    ]


def _steps(s: State) -> list[Refusal]:
    player = s.players[s.current]
    found = []
    for place in _own_spaces(s, player):
        reason: Reason | None = None
        if not has_room(s, player, place):
            reason = "space_full", {}, ""
        elif places_left(s) <= 0:
            reason = "no_places_left", {}, "R24"
        elif not player.miners[st.RESERVE]:
            reason = "reserve_empty", {}, "R65"
        found += _closed(place_id(place), reason, Act.PLACE + place)
    if moves_left(s) <= 0:
        for place in range(st.RESERVE):
            if player.miners[place]:
                found.append(Refusal(place_id(place), "no_moves_left", {}, "R24", Act.LIFT + place))
    return found


def _second_miner(s: State) -> list[Refusal]:
    player = s.players[s.current]
    return [
        Refusal(place_id(place), "space_full", {}, "", Act.PLACE + place)
        for place in _own_spaces(s, player)
        if place < st.VILLAGE_AT and not has_room(s, player, place)
    ]


def _targets(s: State) -> list[Refusal]:
    """Where the lifted miner cannot go."""
    player = s.players[s.current]
    start = s.turn.lifted
    found = []
    for place in _own_spaces(s, player):
        if place == start or can_go(s, player, start, place):
            continue
        reason: Reason = "space_full", {}, ""
        if start >= st.STATION_AT:
            reason = "from_station", {}, "R19"
        elif place >= st.VILLAGE_AT and (start >= st.VILLAGE_AT or not s.options[Option.DIRECT_MOVE]):
            reason = "only_placing", {}, "R18"
        found += _closed(place_id(place), reason, Act.TO + place)
    for station in range(st.N_STATIONS):
        if st.STATION_AT + station != start and not is_next(s, start, station):
            target = f"station:{st.STATIONS[station]}"
            if not st.STATION_IN[s.small][station]:
                found.append(Refusal(target, "closed_players", {"players": s.n}, "", Act.TO + st.STATION_AT + station))
            else:
                found.append(Refusal(target, "not_connected", {}, "R21", Act.TO + st.STATION_AT + station))
    return found


def _slots(s: State) -> list[Refusal]:
    player = s.players[s.current]
    return [
        Refusal(
            f"slot:{st.SLOTS[slot]}",
            "slot_taken" if player.cards[slot] else "slot_unreachable",
            {},
            "",
            Act.SLOT + slot,
        )
        for slot in range(st.N_SLOTS)
        if not is_reachable(player, slot)
    ]


# Other phases


def _protection(s: State) -> list[Refusal]:
    p = s.current
    player = s.players[p]
    found = []
    for slot in range(st.N_SLOTS):
        if not player.cards[slot]:
            continue
        target = f"slot:{st.SLOTS[slot]}"
        if is_secured(s, p, slot):
            found.append(Refusal(target, "secured", {}, "R39", Act.PROTECT + slot))
            continue
        if not st.SLOT_COIN[slot]:
            continue
        found += _closed(target, _coins(player.coins, st.PROTECT_PRICE), Act.PROTECT + slot)
        if player.held == st.DEFENCE + 1 and s.turn.defended >= st.DEFENCE_MINES and is_at_risk(s, p, slot):
            found.append(Refusal(target, "defence_used", {"mines": st.DEFENCE_MINES}, "", Act.DEFEND + slot))
    return [refusal for refusal in found if refusal.code != "secured" or st.SLOT_COIN[refusal.action - Act.PROTECT]]


def _token(player: Player, kind: int, target: str, action: int) -> list[Refusal]:
    """A railway token that cannot be used."""
    if player.tokens[kind]:
        return []
    code = "token_fresh" if player.fresh[kind] else "no_token"
    return [Refusal(target, code, {}, "", action)]


def _help(s: State) -> list[Refusal]:
    player = s.players[s.current]
    found = _token(player, Rail.CONSOLIDATION, "rail:consolidation", Act.USE_RAIL)
    if player.held != st.HELP + 1:
        found.append(Refusal("bonus:consolidation_help", "no_token", {}, "", Act.USE_HELP))
    return found


def _bids(s: State) -> list[Refusal]:
    p = s.current
    player = s.players[p]
    top = top_value(s)
    most = s.auction.base[p] + player.coins
    field = f"field:{st.FIELDS[s.auction.lot]}"
    found = [Refusal("bid", "bid_too_low", {"need": top + 1, "have": top}, "R49", Act.BID + top)]
    if top < 1:
        found = []
    need: dict[str, Param] = {"need": most + 1 - s.auction.base[p], "have": player.coins}
    found.append(Refusal(field, "coins_short", need, "", Act.BID + most + 1))
    if player.held == st.HELP + 1:
        found.append(Refusal("bonus:consolidation_help", "too_late", {}, "R53", Act.USE_HELP))
    if player.tokens[Rail.CONSOLIDATION]:
        found.append(Refusal("rail:consolidation", "too_late", {}, "R53", Act.USE_RAIL))
    return found


def _loading(s: State) -> list[Refusal]:
    player = s.players[s.current]
    found = [Refusal("bank", "no_trade_now", {}, "R67", Act.BUY_WORKERS)]
    if not s.turn.loading and not player.workers:
        found.append(
            Refusal("card:loading", "workers_short", {"need": loading_fee(player), "have": 0}, "", Act.LOAD_WORKER)
        )
    if player.held != st.WAGON + 1:
        found.append(Refusal("bonus:wagon", "no_token", {}, "", Act.LOAD_BONUS))
    if not s.turn.loading and player.tokens[Rail.WAGON]:
        found.append(Refusal("rail:wagon", "not_loading", {}, "R36", Act.USE_WAGON))
    elif s.turn.loading:
        found += _token(player, Rail.WAGON, "rail:wagon", Act.USE_WAGON)
    return found
