"""Side actions: turning technology cards and trading workers, at any moment of the own turn (R9, R66).

R67: in nobody else's turn, and not in the other phases.
"""

from pithead.kit import Cells, emit, rule

from ..state import (
    ARRANGE,
    ARRANGE_CARD,
    ARRANGE_FILLING,
    ARRANGE_MINERS,
    ASK_ARRANGE,
    BUY_COINS,
    BUY_WORKERS,
    BUY_WORKERS_GET,
    FLIP,
    FLIP_COINS,
    FLIP_EXTRA,
    FLIP_POSSIBLE,
    FLIP_RAISES,
    FLIP_VP,
    FLIP_WAYS,
    FLIP_WORKERS,
    FLIPPED,
    FROM_FLIPS,
    N_ARRANGE,
    N_CARDS,
    N_MINER_SLOTS,
    N_TOKEN_COUNTS,
    PRICE_ROSE,
    SALES_WITH_PURCHASE,
    SELL_COINS,
    SELL_WORKERS,
    SELL_WORKERS_PAY,
    TECH_AT,
    TECH_CARD,
    TRADED,
    Player,
    State,
)
from .building import pay_coking_steps
from .common import can_pay_workers, earn, gain_extra_action, pay, pay_workers, score


@rule
def list_side_actions(s: State, out: Cells, k: int) -> int:
    """Every flip and trade that is possible now."""
    player = s.players[s.current]
    for card in range(N_CARDS):
        if player.flipped[card] == 0:
            for way in range(FLIP_WAYS):
                k = list_flips(player, out, k, card, way)
    if can_buy_workers(s, player):
        out[k] = BUY_WORKERS
        k += 1
    for tokens in range(SELL_WORKERS_PAY + 1):
        if can_sell_workers(s, player, tokens):
            out[k] = SELL_WORKERS + tokens
            k += 1
    return k


@rule
def list_flips(player: Player, out: Cells, k: int, card: int, way: int) -> int:
    """The payments for one price of a card: how many railway tokens stand for workers."""
    if FLIP_POSSIBLE[card][way] == 0 or player.coins < FLIP_COINS[card][way]:
        return k
    for tokens in range(N_TOKEN_COUNTS):
        if can_pay_workers(player, FLIP_WORKERS[card][way] + 0, tokens):
            out[k] = FLIP + (card * FLIP_WAYS + way) * N_TOKEN_COUNTS + tokens
            k += 1
    return k


@rule
def flip(s: State, card: int, way: int, tokens: int) -> None:
    """Turn a card: pay, score, and raise a price for everybody."""
    p = s.current + 0
    player = s.players[p]
    pay(s, p, FLIP_COINS[card][way] + 0)
    pay_workers(s, p, FLIP_WORKERS[card][way] + 0, tokens)
    player.flipped[card] = 1
    emit(s, FLIPPED, p, card, FLIP_WORKERS[card][way], FLIP_COINS[card][way], tokens)
    score(s, p, FROM_FLIPS, FLIP_VP[card] + 0)
    for _ in range(FLIP_EXTRA[card]):
        gain_extra_action(s, p)
    raised = FLIP_RAISES[card] + 0
    if raised >= 0 and s.raised[raised] == 0:
        s.raised[raised] = 1
        emit(s, PRICE_ROSE, raised)
    pay_coking_steps(s, p)
    ask_arrangement(s, player, card)


@rule
def ask_arrangement(s: State, player: Player, card: int) -> None:
    """The miners on the turned card may be redistributed; with one possibility nobody is asked."""
    miners = 0
    for t in range(N_MINER_SLOTS):
        if TECH_CARD[t] == card:
            miners += player.miners[TECH_AT + t]
    ways = 0
    only = 0
    for arrangement in range(N_ARRANGE):
        if ARRANGE_CARD[arrangement] == card and ARRANGE_MINERS[arrangement] == miners:
            ways += 1
            only = arrangement
    if ways > 0:
        s.turn.card = card
        s.turn.miners = miners
        s.turn.back = s.ask
        s.ask = ASK_ARRANGE
        if ways == 1:
            arrange(s, only)


@rule
def list_arrangements(s: State, out: Cells) -> int:
    """All ways to put the miners of the turned card on its slots."""
    k = 0
    for arrangement in range(N_ARRANGE):
        if ARRANGE_CARD[arrangement] == s.turn.card and ARRANGE_MINERS[arrangement] == s.turn.miners:
            out[k] = ARRANGE + arrangement
            k += 1
    return k


@rule
def arrange(s: State, arrangement: int) -> None:
    """Put the miners where they are wanted and go back to the question before."""
    player = s.players[s.current]
    for t in range(N_MINER_SLOTS):
        if TECH_CARD[t] == s.turn.card:
            player.miners[TECH_AT + t] = ARRANGE_FILLING[arrangement][t]
    s.ask = s.turn.back
    s.turn.card = 0
    s.turn.miners = 0
    s.turn.back = 0


# A row of trades with a purchase and more than two sales only burns workers: whatever it reaches, a shorter row reaches
# with more in hand. Leaving such rows out forbids nothing useful and keeps turns short.


@rule
def can_buy_workers(s: State, player: Player) -> bool:
    """R27: the bank must hold all workers of the trade."""
    return player.coins >= BUY_COINS and s.bank_workers >= BUY_WORKERS_GET and s.turn.sales <= SALES_WITH_PURCHASE


@rule
def can_sell_workers(s: State, player: Player, tokens: int) -> bool:
    """R27: the bank must hold the coin; railway worker tokens can be sold as well."""
    if s.turn.purchases > 0 and s.turn.sales >= SALES_WITH_PURCHASE:
        return False
    return s.bank_coins >= SELL_COINS and can_pay_workers(player, SELL_WORKERS_PAY, tokens)


@rule
def buy_workers(s: State) -> None:
    """Coins for local workers."""
    pay(s, s.current + 0, BUY_COINS)
    s.bank_workers -= BUY_WORKERS_GET
    s.players[s.current].workers += BUY_WORKERS_GET
    s.turn.purchases += 1
    emit(s, TRADED, s.current, -BUY_COINS, BUY_WORKERS_GET)


@rule
def sell_workers(s: State, tokens: int) -> None:
    """Local workers for a coin."""
    pay_workers(s, s.current + 0, SELL_WORKERS_PAY, tokens)
    earn(s, s.current + 0, SELL_COINS)
    s.turn.sales += 1
    emit(s, TRADED, s.current, SELL_COINS, -SELL_WORKERS_PAY)
