"""Phase 7: income from mines."""

from pithead.kit import emit, rule

from ..state import BOARD, CARD_INCOME, EARNED, N_SLOTS, Player, State
from .common import earn


@rule
def income(player: Player) -> int:
    """R59: the printed income of every card, and one coin more with a steam engine on it."""
    coins = 0
    for slot in range(N_SLOTS):
        coins += CARD_INCOME[player.cards[slot]] + player.engines[slot]
    return coins


@rule
def pay_income(s: State) -> bool:
    """R6: everybody is paid in turn order, as long as the bank has coins."""
    for i in range(s.n):
        p = s.order[i] + 0
        emit(s, EARNED, p, earn(s, p, income(s.players[p])))
    s.stage = BOARD
    return False
