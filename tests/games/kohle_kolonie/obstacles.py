"""Takes away what a refusal of Kohle & Kolonie names."""

from collections.abc import Callable
from typing import Any

import pithead
from pithead.engine.offers import Refusal

GAME = pithead.load("kohle-kolonie")
ST = GAME.module("state")


def remove(s: Any, refusal: Refusal) -> None:
    """Take the named obstacle away; where the game then names another one for the same decision, that one too."""
    for _ in range(8):
        REMOVERS[refusal.code](s, s.players[s.current], refusal)
        if refusal.action in GAME.rules().legal(s):
            return
        further = [other for other in GAME.module("offers").refusals(s) if other.action == refusal.action]
        assert further, f"{refusal} is closed without a reason"
        assert further[0].code != refusal.code, f"{refusal} is still there"
        refusal = further[0]


def _numbers(refusal: Refusal) -> tuple[int, int]:
    return int(refusal.params["need"]), int(refusal.params["have"])


def _coins(s: Any, player: Any, refusal: Refusal) -> None:
    need, have = _numbers(refusal)
    assert need > have
    player.coins += need - have


def _workers(s: Any, player: Any, refusal: Refusal) -> None:
    need, have = _numbers(refusal)
    assert need > have
    player.workers += need - have


def _put_back(s: Any, player: Any, refusal: Refusal) -> None:
    """A bonus token returns from its holder to the track."""
    holder = s.players[int(refusal.params["player"])]
    s.track[s.track.index(0)] = holder.held
    holder.held = 0


def _round(s: Any, player: Any, refusal: Refusal) -> None:
    s.round = int(refusal.params["round"])


def _on_sale(s: Any, player: Any, refusal: Refusal) -> None:
    s.mines[refusal.action - ST.Act.BUY] = ST.Owner.ON_SALE


def _make_slot(s: Any, player: Any, refusal: Refusal) -> None:
    assert all(player.cards)
    player.cards[-1] = 0


def _labour(s: Any, player: Any, refusal: Refusal) -> None:
    field = ST.MINE_FIELD[refusal.action - ST.Act.BUY]
    village = next(v for v in ST.FIELD_VILLAGES[field] if v >= 0 and ST.VILLAGE_IN[s.small][v])
    s.workers[village] = 1


def _reserve(s: Any, player: Any, refusal: Refusal) -> None:
    player.miners[ST.RESERVE] += int(refusal.params.get("need", 1))


def _no_engine(s: Any, player: Any, refusal: Refusal) -> None:
    target = refusal.action - ST.Act.ENGINE
    if target < ST.N_SLOTS:
        player.engines[target] = 0
    else:
        player.placed_engines[target - ST.N_SLOTS] = 0


def _village(refusal: Refusal) -> int:
    return int(refusal.action - ST.Act.SETTLE)


def _whole_map(s: Any, player: Any, refusal: Refusal) -> None:
    s.small = 0


def _no_own_settlement(s: Any, player: Any, refusal: Refusal) -> None:
    player.settled[_village(refusal)] = 0


def _no_workers(s: Any, player: Any, refusal: Refusal) -> None:
    assert s.workers[_village(refusal)] == refusal.params["workers"]
    s.workers[_village(refusal)] = 0


def _no_settlements_there(s: Any, player: Any, refusal: Refusal) -> None:
    for other in s.players:
        other.settled[_village(refusal)] = 0


def _free_engineer_slots(s: Any, player: Any, refusal: Refusal) -> None:
    player.placed_engineers[:] = [0] * len(player.placed_engineers)


def _token_place(s: Any, player: Any, refusal: Refusal) -> None:
    """Somewhere for the steam engine or the settlement of a bonus token."""
    player.cards[0] = 1
    player.engines[0] = 0
    s.workers[:] = [0] * len(s.workers)


def _unflip(s: Any, player: Any, refusal: Refusal) -> None:
    player.flipped[ST.flip_parts(refusal.action)[0]] = 0


def _bank_workers(s: Any, player: Any, refusal: Refusal) -> None:
    s.bank_workers = int(refusal.params["need"])


def _bank_coins(s: Any, player: Any, refusal: Refusal) -> None:
    s.bank_coins = int(refusal.params["need"])


def _no_circle(s: Any, player: Any, refusal: Refusal) -> None:
    s.turn.purchases = s.turn.sales = 0


def _other_token(s: Any, player: Any, refusal: Refusal) -> None:
    player.held = ST.MINERS_TOKEN + 1


def _space(s: Any, player: Any, refusal: Refusal) -> None:
    place = refusal.action - (ST.Act.PLACE if refusal.action < ST.Act.LIFT else ST.Act.TO)
    player.miners[place] = 0


def _more_steps(s: Any, player: Any, refusal: Refusal) -> None:
    s.turn.placed = s.turn.moved = 0


def _lift_next_door(s: Any, player: Any, refusal: Refusal) -> None:
    """The lifted miner stands in a village of the station instead."""
    station = refusal.action - ST.Act.TO - ST.STATION_AT
    s.turn.lifted = ST.VILLAGE_AT + next(
        v for v in range(ST.N_VILLAGES) if station in [t for t in ST.VILLAGE_STATIONS[v] if t >= 0]
    )


def _lift_guard(s: Any, player: Any, refusal: Refusal) -> None:
    """The lifted miner is a guard instead, and the table allows direct moves into settlements."""
    place = refusal.action - ST.Act.TO
    s.turn.lifted = 1 if place != 1 else 2
    if refusal.code == "only_placing":
        s.options[ST.Option.DIRECT_MOVE] = 1


def _slot(s: Any, player: Any, refusal: Refusal) -> None:
    slot = refusal.action - ST.Act.SLOT
    if refusal.code == "slot_taken":
        player.cards[slot] = 0
    else:
        player.cards[ST.SLOT_BEFORE[slot]] = 1


def _unsecure(s: Any, player: Any, refusal: Refusal) -> None:
    slot = refusal.action - ST.Act.PROTECT
    player.miners[slot] = 0
    s.disaster.secured[s.current * ST.N_SLOTS + slot] = 0


def _more_defence(s: Any, player: Any, refusal: Refusal) -> None:
    s.turn.defended = 0


def _give_token(s: Any, player: Any, refusal: Refusal) -> None:
    held = {ST.Act.USE_HELP: ST.HELP, ST.Act.LOAD_BONUS: ST.WAGON}
    rail = {ST.Act.USE_RAIL: ST.Rail.CONSOLIDATION, ST.Act.USE_WAGON: ST.Rail.WAGON}
    if refusal.action in held:
        player.held = held[refusal.action] + 1
    else:
        kind = rail[refusal.action]
        assert (refusal.code == "token_fresh") == (player.fresh[kind] > 0)
        player.tokens[kind] += 1


def _lower(s: Any, player: Any, refusal: Refusal) -> None:
    """Nobody has bid that high yet."""
    s.auction.syndicate = min(s.auction.syndicate, refusal.action - ST.Act.BID - 1)
    for p in range(s.n):
        s.auction.value[p] = min(s.auction.value[p], refusal.action - ST.Act.BID - 1)


def _before_bidding(s: Any, player: Any, refusal: Refusal) -> None:
    s.ask = ST.Ask.HELP


def _own_turn(s: Any, player: Any, refusal: Refusal) -> None:
    s.ask = ST.Ask.ACT


def _activate(s: Any, player: Any, refusal: Refusal) -> None:
    s.turn.loading = 1


def _set(name: str, value: int) -> Callable[[Any, Any, Refusal], None]:
    def change(s: Any, player: Any, refusal: Refusal) -> None:
        setattr(player if hasattr(player, name) else s, name, value)

    return change


def _main_done(s: Any, player: Any, refusal: Refusal) -> None:
    s.turn.main_done = 0 if refusal.code == "main_done" else 1


REMOVERS: dict[str, Callable[[Any, Any, Refusal], None]] = {
    "coins_short": _coins,
    "workers_short": _workers,
    "token_taken": _put_back,
    "token_blocked": _round,
    "engines_later": _round,
    "main_first": _main_done,
    "main_done": _main_done,
    "mine_later": _on_sale,
    "mine_gone": _on_sale,
    "mine_taken": _on_sale,
    "mine_syndicate": _on_sale,
    "no_slot": _make_slot,
    "no_labour": _labour,
    "reserve_empty": _reserve,
    "reserve_short": _reserve,
    "engine_there": _no_engine,
    "no_engines": _set("bank_engines", 1),
    "closed_players": _whole_map,
    "own_settlement": _no_own_settlement,
    "workers_left": _no_workers,
    "village_full": _no_settlements_there,
    "no_settlements": _set("settlements", 1),
    "no_engineers": _set("engineers", 1),
    "slot_full": _free_engineer_slots,
    "no_engine_place": _token_place,
    "no_village": _token_place,
    "flipped": _unflip,
    "bank_workers_short": _bank_workers,
    "bank_coins_short": _bank_coins,
    "trade_circle": _no_circle,
    "token_later": _other_token,
    "space_full": _space,
    "no_places_left": _more_steps,
    "no_moves_left": _more_steps,
    "from_station": _lift_guard,
    "only_placing": _lift_guard,
    "not_connected": _lift_next_door,
    "slot_taken": _slot,
    "slot_unreachable": _slot,
    "secured": _unsecure,
    "defence_used": _more_defence,
    "no_token": _give_token,
    "token_fresh": _give_token,
    "bid_too_low": _lower,
    "too_late": _before_bidding,
    "no_trade_now": _own_turn,
    "not_loading": _activate,
}
