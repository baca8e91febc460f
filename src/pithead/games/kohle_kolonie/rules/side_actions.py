"""Side actions: turning technology cards and trading workers, at any moment of the own turn (R9, R66).

R67: in nobody else's turn, and not in the other phases.
"""

from pithead.kit import Cells, emit, rule

from .. import state as st
from ..state import Act, Ask, Event, Player, Source, State, flip_action
from .building import pay_coking_steps
from .common import can_pay_workers, earn, gain_extra_action, pay, pay_workers, score


@rule
def list_side_actions(s: State, out: Cells, k: int) -> int:
    """Every flip and trade that is possible now."""
    player = s.players[s.current]
    for card in range(st.N_CARDS):
        if player.flipped[card] == 0:
            for way in range(st.FLIP_WAYS):
                k = list_flips(player, out, k, card, way)
    if can_buy_workers(s, player):
        out[k] = Act.BUY_WORKERS
        k += 1
    for tokens in range(st.SELL_WORKERS_PAY + 1):
        if can_sell_workers(s, player, tokens):
            out[k] = Act.SELL_WORKERS + tokens
            k += 1
    return k


@rule
def list_flips(player: Player, out: Cells, k: int, card: int, way: int) -> int:
    """The payments for one price of a card: how many railway tokens stand for workers."""
    if st.FLIP_POSSIBLE[card][way] == 0 or player.coins < st.FLIP_COINS[card][way]:
        return k
    for tokens in range(st.N_TOKEN_COUNTS):
        if can_pay_workers(player, st.FLIP_WORKERS[card][way] + 0, tokens):
            out[k] = flip_action(card, way, tokens)
            k += 1
    return k


@rule
def flip(s: State, card: int, way: int, tokens: int) -> None:
    """Turn a card: pay, score, and raise a price for everybody."""
    p = s.current + 0
    player = s.players[p]
    pay(s, p, st.FLIP_COINS[card][way] + 0)
    pay_workers(s, p, st.FLIP_WORKERS[card][way] + 0, tokens)
    player.flipped[card] = 1
    emit(s, Event.FLIPPED, p, card, st.FLIP_WORKERS[card][way], st.FLIP_COINS[card][way], tokens)
    score(s, p, Source.FLIPS, st.FLIP_VP[card] + 0)
    for _ in range(st.FLIP_EXTRA[card]):
        gain_extra_action(s, p)
    raised = st.FLIP_RAISES[card] + 0
    if raised >= 0 and s.raised[raised] == 0:
        s.raised[raised] = 1
        emit(s, Event.PRICE_ROSE, raised)
    pay_coking_steps(s, p)
    ask_arrangement(s, player, card)


@rule
def ask_arrangement(s: State, player: Player, card: int) -> None:
    """The miners on the turned card may be redistributed; with one possibility nobody is asked."""
    miners = 0
    for t in range(st.N_MINER_SLOTS):
        if st.TECH_CARD[t] == card:
            miners += player.miners[st.TECH_AT + t]
    ways = 0
    only = 0
    for arrangement in range(st.N_ARRANGE):
        if st.ARRANGE_CARD[arrangement] == card and st.ARRANGE_MINERS[arrangement] == miners:
            ways += 1
            only = arrangement
    if ways > 0:
        s.turn.card = card
        s.turn.miners = miners
        s.turn.back = s.ask
        s.ask = Ask.ARRANGE
        if ways == 1:
            arrange(s, only)


@rule
def list_arrangements(s: State, out: Cells) -> int:
    """All ways to put the miners of the turned card on its slots."""
    k = 0
    for arrangement in range(st.N_ARRANGE):
        if st.ARRANGE_CARD[arrangement] == s.turn.card and st.ARRANGE_MINERS[arrangement] == s.turn.miners:
            out[k] = Act.ARRANGE + arrangement
            k += 1
    return k


@rule
def arrange(s: State, arrangement: int) -> None:
    """Put the miners where they are wanted and go back to the question before."""
    player = s.players[s.current]
    for t in range(st.N_MINER_SLOTS):
        if st.TECH_CARD[t] == s.turn.card:
            player.miners[st.TECH_AT + t] = st.ARRANGE_FILLING[arrangement][t]
    s.ask = s.turn.back
    s.turn.card = 0
    s.turn.miners = 0
    s.turn.back = 0


# A row of trades with a purchase and more than two sales only burns workers: whatever it reaches, a shorter row reaches
# with more in hand. Leaving such rows out forbids nothing useful and keeps turns short.


@rule
def can_buy_workers(s: State, player: Player) -> bool:
    """R27: the bank must hold all workers of the trade."""
    return (
        player.coins >= st.BUY_COINS and s.bank_workers >= st.BUY_WORKERS_GET and s.turn.sales <= st.SALES_WITH_PURCHASE
    )


@rule
def can_sell_workers(s: State, player: Player, tokens: int) -> bool:
    """R27: the bank must hold the coin; railway worker tokens can be sold as well."""
    if s.turn.purchases > 0 and s.turn.sales >= st.SALES_WITH_PURCHASE:
        return False
    return s.bank_coins >= st.SELL_COINS and can_pay_workers(player, st.SELL_WORKERS_PAY, tokens)


@rule
def buy_workers(s: State) -> None:
    """Coins for local workers."""
    pay(s, s.current + 0, st.BUY_COINS)
    s.bank_workers -= st.BUY_WORKERS_GET
    s.players[s.current].workers += st.BUY_WORKERS_GET
    s.turn.purchases += 1
    emit(s, Event.TRADED, s.current, -st.BUY_COINS, st.BUY_WORKERS_GET)


@rule
def sell_workers(s: State, tokens: int) -> None:
    """Local workers for a coin."""
    pay_workers(s, s.current + 0, st.SELL_WORKERS_PAY, tokens)
    earn(s, s.current + 0, st.SELL_COINS)
    s.turn.sales += 1
    emit(s, Event.TRADED, s.current, st.SELL_COINS, -st.SELL_WORKERS_PAY)
