"""Phase 8: the map is scored."""

from pithead.kit import rule

from ..state import FIELD_MINES, FIELD_VILLAGES, N_FIELDS, Source, Stage, State
from .common import is_marked, score


@rule
def marks(s: State, field: int) -> int:
    """Mines of a field that carry a miner, a steam engine or a coin; a consolidated field has one."""
    count = 1 if is_marked(s.large[field] + 0) else 0
    for mine in FIELD_MINES[field]:
        if mine < 0:
            break
        if is_marked(s.mines[mine] + 0):
            count += 1
    return count


@rule
def is_present(s: State, p: int, field: int) -> bool:
    """Whether a player owns a mine in a field."""
    if s.large[field] == p:
        return True
    for mine in FIELD_MINES[field]:
        if mine < 0:
            break
        if s.mines[mine] == p:
            return True
    return False


@rule
def field_score(s: State, p: int, field: int) -> int:
    """All marks of the field and the own settlements around it, for whoever owns a mine there."""
    if not is_present(s, p, field):
        return 0
    points = marks(s, field)
    for village in FIELD_VILLAGES[field]:
        if village < 0:
            break
        points += s.players[p].settled[village]
    return points


@rule
def board_score(s: State, p: int) -> int:
    """What the map is worth to a player now; a settlement counts once for each such field."""
    points = 0
    for field in range(N_FIELDS):
        points += field_score(s, p, field)
    return points


@rule
def score_board(s: State) -> bool:
    """Everybody scores."""
    for i in range(s.n):
        p = s.order[i] + 0
        score(s, p, Source.BOARD, board_score(s, p))
    s.stage = Stage.REVEALING
    return False
