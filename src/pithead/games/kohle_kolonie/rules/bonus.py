"""Phase 1: bonus tokens and the turn order."""

from pithead.kit import Cells, emit, rule

from ..state import BONUS_FIRST_ROUND, N_BONUS, Act, Ask, Event, Stage, State
from .common import return_token


@rule
def selectable(s: State, token: int) -> bool:
    """Whether a bonus token can be taken; the steam engine is blocked in the first round."""
    if s.round < BONUS_FIRST_ROUND[token]:
        return False
    for space in range(N_BONUS):
        if s.track[space] == token + 1:
            return True
    return False


@rule
def next_chooser(s: State) -> bool:
    """Ask the next player to choose; after the last one the order of the round is fixed."""
    s.at += 1
    if s.at < s.n:
        s.current = s.choosers[s.at]
        s.ask = Ask.BONUS
        return True
    fix_order(s)
    s.stage = Stage.FIRST_ACTION
    s.at = -1
    return False


@rule
def list_bonus(s: State, out: Cells) -> int:
    """Tokens that can be chosen; nobody may pass."""
    k = 0
    for token in range(N_BONUS):
        if selectable(s, token):
            out[k] = Act.CHOOSE + token
            k += 1
    return k


@rule
def choose(s: State, token: int) -> None:
    """Take the token and put the marker on its space."""
    for space in range(N_BONUS):
        if s.track[space] == token + 1:
            s.track[space] = 0
            s.marker[s.current] = space
    s.players[s.current].held = token + 1
    emit(s, Event.CHOSE, s.current, token)
    s.ask = Ask.CONFIRM


@rule
def fix_order(s: State) -> None:
    """The turn order is that of the markers from left to right; unchosen tokens slide left."""
    i = 0
    for space in range(N_BONUS):
        for p in range(s.n):
            if s.marker[p] == space:
                s.order[i] = p
                emit(s, Event.ORDERED, p, i + 1)
                i += 1
    slide(s)


@rule
def slide(s: State) -> None:
    """R3: the tokens left over, the blocked one too, move to the left in their order."""
    free = 0
    for space in range(N_BONUS):
        token = s.track[space] + 0
        if token > 0:
            s.track[space] = 0
            s.track[free] = token
            free += 1


@rule
def return_unused(s: State) -> None:
    """R2: tokens that nobody used return in turn order; R64: they are worth nothing."""
    for i in range(s.n):
        if s.players[s.order[i]].held > 0:
            return_token(s, s.order[i] + 0)
