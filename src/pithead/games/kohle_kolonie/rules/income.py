"""Phase 7: income from mines."""

from pithead.kit import emit, rule

from ..state import CARD_INCOME, N_SLOTS, Event, Player, Stage, State
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
        emit(s, Event.EARNED, p, earn(s, p, income(s.players[p])))
    s.stage = Stage.BOARD
    return False
