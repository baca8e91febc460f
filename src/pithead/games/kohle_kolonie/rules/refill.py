"""The end of a round and the start of the next."""

from pithead.kit import emit, fill, rule

from ..state import FIELD_IN, MINE_FIELD, MINE_ROUND, N_MINES, REFILL, REFILL_TO, ROUNDS, Event, Owner, Stage, State
from .bonus import return_unused
from .scoring import final_scoring


@rule
def end_round(s: State) -> bool:
    """Bonus tokens return; after the last round the game is scored, otherwise the next one begins."""
    return_unused(s)
    for p in range(s.n):
        player = s.players[p]
        for kind in range(len(player.fresh)):
            player.tokens[kind] += player.fresh[kind]
        fill(player.fresh, 0)
    if s.round == ROUNDS:
        final_scoring(s)
        s.stage = Stage.OVER
        return True
    s.round += 1
    begin_round(s)
    for i in range(s.n):
        s.choosers[i] = s.order[s.n - 1 - i]
    return False


@rule
def begin_round(s: State) -> None:
    """New mines come on sale, the Syndicate's track is refilled, and bonus tokens are chosen."""
    emit(s, Event.ROUND, s.round + 0)
    for mine in range(N_MINES):
        if s.mines[mine] == Owner.LATER and MINE_ROUND[mine] == s.round and FIELD_IN[s.small][MINE_FIELD[mine]]:
            s.mines[mine] = Owner.ON_SALE
    if REFILL[s.round]:
        refill_track(s)
    s.stage = Stage.CHOOSING
    s.at = -1


@rule
def refill_track(s: State) -> None:
    """R38: a coin on each empty space among the first three."""
    added = 0
    for space in range(REFILL_TO):
        if s.syndicate_track[space] == 0 and s.bank_coins > 0:
            s.syndicate_track[space] = 1
            s.bank_coins -= 1
            added += 1
    if added > 0:
        emit(s, Event.REFILLED, added)
