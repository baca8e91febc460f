"""Phases 2 to 4: a main action, the bonus token and side actions."""

from pithead.kit import Cells, emit, rule

from .. import state as st
from ..state import Act, Ask, Event, Player, Price, Stage, State
from .building import can_settle, list_engineers, list_engines, list_settlements, takes_engine
from .common import earn, price, return_token
from .miners import begin_steps, free_engineer_slots, list_places, list_steps
from .mines import can_buy, free_slots
from .side_actions import list_side_actions


@rule
def next_turn(s: State) -> bool:
    """Phases 2 and 3: everybody takes one turn, in turn order."""
    s.at += 1
    if s.at < s.n:
        s.current = s.order[s.at]
        s.ask = Ask.ACT
        return True
    s.stage = Stage.SECOND_ACTION if s.stage == Stage.FIRST_ACTION else Stage.EXTRA_ACTION
    s.at = -1
    return False


@rule
def next_extra(s: State) -> bool:
    """Phase 4: whoever owns an extra-action token may play one; R68: the others are not active."""
    s.at += 1
    if s.at < s.n:
        s.current = s.order[s.at]
        s.ask = Ask.EXTRA
        return s.players[s.current].extra_actions > 0
    s.stage = Stage.SECURING
    s.at = -1
    return False


@rule
def list_extra(s: State, out: Cells) -> int:
    """Play a token, or END."""
    out[0] = Act.END
    out[1] = Act.EXTRA
    return 2


@rule
def play_extra(s: State) -> None:
    """Spend a token for one more turn; only one in a round."""
    s.players[s.current].extra_actions -= 1
    emit(s, Event.PLAYED_EXTRA, s.current)
    s.ask = Ask.ACT


@rule
def list_act(s: State, out: Cells) -> int:
    """The main actions, or END once one was taken; the bonus token and side actions."""
    k = 0
    player = s.players[s.current]
    if s.turn.main_done:
        out[k] = Act.END
        k += 1
    else:
        if free_slots(player) > 0:
            for mine in range(st.N_MINES):
                if can_buy(s, player, mine):
                    out[k] = Act.BUY + mine
                    k += 1
        k = list_engines(s, out, k, price(s, Price.STEAM_ENGINE))
        k = list_settlements(s, out, k, price(s, Price.SETTLEMENT))
        k = list_engineers(s, out, k, price(s, Price.ENGINEER))
        out[k] = Act.MINERS
        k += 1
    if can_use_bonus(s, player):
        out[k] = Act.USE_BONUS
        k += 1
    return list_side_actions(s, out, k)


@rule
def list_open_steps(s: State, out: Cells) -> int:
    """Steps, and between them side actions; the action can be closed at any time."""
    k = 0
    if s.turn.main_done:
        out[k] = Act.END
        k += 1
    out[k] = Act.CLOSE
    k += 1
    k = list_steps(s, out, k)
    return list_side_actions(s, out, k)


@rule
def list_second_miner(s: State, out: Cells) -> int:
    """R13: the second miner goes to the mat or the cards, not to a settlement; or nowhere."""
    out[0] = Act.END
    out[1] = Act.CLOSE
    k = list_places(s, out, 2, st.VILLAGE_AT)
    return list_side_actions(s, out, k)


@rule
def close(s: State) -> None:
    """Finish the open action; the turn goes on."""
    s.turn.by_token = 0
    s.ask = Ask.ACTED if s.turn.main_done else Ask.ACT


@rule
def can_use_bonus(s: State, player: Player) -> bool:
    """Whether the held bonus token can be used in an action turn now."""
    if player.held == 0:
        return False
    token = player.held - 1
    if player.coins < st.BONUS_COST[token]:
        return False
    if token == st.MINERS_TOKEN:
        return True
    if token == st.HELP:
        return s.bank_coins >= st.HELP_COINS
    if token == st.ENGINEER_TOKEN:
        return player.engineers > 0 and free_engineer_slots(s, player) > 0
    if token == st.ENGINE_TOKEN:
        return s.round >= st.ENGINE_FIRST_ROUND and s.bank_engines > 0 and any_engine_target(s, player)
    if token == st.SETTLEMENT_TOKEN:
        return player.settlements > 0 and any_settlement_target(s, player)
    return False


@rule
def any_engine_target(s: State, player: Player) -> bool:
    """Whether a steam engine could go anywhere."""
    for target in range(st.N_SLOTS + st.N_ENGINE_SLOTS):
        if takes_engine(s, player, target):
            return True
    return False


@rule
def any_settlement_target(s: State, player: Player) -> bool:
    """Whether a settlement could stand anywhere."""
    for village in range(st.N_VILLAGES):
        if can_settle(s, player, village):
            return True
    return False


@rule
def use_bonus(s: State) -> None:
    """Use the bonus token, before or after the main action."""
    token = s.players[s.current].held - 1
    emit(s, Event.USED_BONUS, s.current, token)
    return_token(s, s.current + 0)
    if token == st.HELP:
        earn(s, s.current + 0, st.HELP_COINS)
    elif token == st.MINERS_TOKEN:
        begin_steps(s, 1)
    else:
        s.turn.by_token = 1
        if token == st.ENGINE_TOKEN:
            s.ask = Ask.TOKEN_ENGINE
        elif token == st.SETTLEMENT_TOKEN:
            s.ask = Ask.TOKEN_SETTLEMENT
        else:
            s.ask = Ask.TOKEN_ENGINEER


@rule
def list_token_targets(s: State, out: Cells) -> int:
    """Where the piece of the bonus token can go, for the price on the token."""
    if s.ask == Ask.TOKEN_ENGINE:
        return list_engines(s, out, 0, st.BONUS_COST[st.ENGINE_TOKEN] + 0)
    if s.ask == Ask.TOKEN_SETTLEMENT:
        return list_settlements(s, out, 0, st.BONUS_COST[st.SETTLEMENT_TOKEN] + 0)
    return list_engineers(s, out, 0, st.BONUS_COST[st.ENGINEER_TOKEN] + 0)
