"""Phase 6: the Syndicate buys."""

from pithead.kit import emit, rule

from ..state import N_MINES, Event, Owner, Stage, State
from .common import syndicate_mark


@rule
def syndicate_buys(s: State) -> bool:
    """R1: the lowest numbers on sale, small and single mines alike; nothing is paid, no worker is used."""
    bought = 0
    for mine in range(N_MINES):
        if bought < s.purchases and s.mines[mine] == Owner.ON_SALE:
            take(s, mine)
            bought += 1
    s.stage = Stage.INCOME
    return False


@rule
def buy_highest(s: State) -> None:
    """R46: the disaster's purchase comes on top of those of phase 6."""
    for i in range(N_MINES):
        mine = N_MINES - 1 - i
        if s.mines[mine] == Owner.ON_SALE:
            take(s, mine)
            return


@rule
def take(s: State, mine: int) -> None:
    """Mark the mine for the Syndicate."""
    s.mines[mine] = syndicate_mark(s)
    emit(s, Event.SYNDICATE_BOUGHT, mine)
