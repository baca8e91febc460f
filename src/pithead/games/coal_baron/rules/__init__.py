"""The rules of Coal Baron.

A shift is played worker by worker: place one more worker than stand on a space and act. When all workers are placed
the majorities of the shift are scored; the third shift ends the game. One file per part of the rulebook:
`setup` (set-up, draft), `placement` (worker spaces), `tiles` and `draw_five` (factory, both draw spaces),
`mining`, `orders` (delivery), `shifts` (turns, first player), `scoring`, and `audit` for what must always hold.
"""

from pithead.kit import Cells, emit, rule

from ..state import (
    ARRANGING,
    BOTTOM,
    BOTTOM_END,
    CAGE,
    CHOOSING_END,
    COAL,
    DRAFT,
    DRAFT_SHIFT,
    DRAFTING,
    END,
    FILL,
    FILLING_CART,
    FIRST_CUBE,
    KEEP_NONE,
    KEEP_ORDER,
    KEEP_TILE,
    KEEPING_ORDER,
    KEEPING_TILE,
    KEPT_NONE,
    LEAVE_EMPTY,
    LOAD,
    MINING_MOVES,
    NEXT_ORDER,
    NEXT_TILE,
    OVER,
    PLACE,
    PLACING,
    SECOND_CUBE,
    SHIFTS,
    STORE,
    TOOK_ORDER,
    TOP,
    TOP_END,
    WITH,
    WORKERS,
    State,
)
from .audit import audit
from .draw_five import arrange_next, choose_end, keep_drawn, legal_keeps, legal_next, put_back_leftovers
from .mining import choose_cube, legal_cubes, legal_mining, load, move_cage, move_to_order, store
from .orders import gain_order
from .placement import legal_placements, place
from .scoring import ranking, scores, teams
from .setup import draft, legal_drafts, setup, setup_problem
from .shifts import end_turn
from .tiles import buy_tile, leave_empty, legal_coal, substitute

__all__ = [
    "setup_problem",
    "setup",
    "to_move",
    "legal_actions",
    "apply",
    "phase",
    "barrier",
    "progress",
    "end_reason",
    "scores",
    "ranking",
    "teams",
    "audit",
]


@rule
def to_move(s: State) -> int:
    """The player to decide, or −1 when the game is over."""
    return -1 if s.phase == OVER else s.current + 0


@rule
def phase(s: State) -> int:
    """What is being asked."""
    return s.phase + 0


@rule
def barrier(s: State) -> int:
    """How often something hidden was revealed."""
    return s.barrier + 0


@rule
def progress(s: State) -> int:
    """0 … 1000, by workers placed."""
    if s.phase == OVER:
        return 1000
    if s.shift == DRAFT_SHIFT:
        return 0
    workers = WORKERS[s.n] * s.n
    placed = s.shift * workers
    for p in range(s.n):
        placed -= s.players[p].workers
    return placed * 1000 // (SHIFTS * workers + 1)


@rule
def end_reason(s: State) -> int:
    """Why the game ended; 0 while it runs."""
    return 1 if s.phase == OVER else 0


@rule
def legal_actions(s: State, out: Cells) -> int:
    """Write all legal decisions into `out`, ascending; returns their number."""
    if s.phase == MINING_MOVES:
        return legal_mining(s, out)
    if s.phase == PLACING:
        return legal_placements(s, out)
    if s.phase == FIRST_CUBE or s.phase == SECOND_CUBE:
        return legal_cubes(s, out)
    if s.phase == DRAFTING:
        return legal_drafts(s, out)
    if s.phase == FILLING_CART:
        return legal_coal(s, out)
    if s.phase == KEEPING_TILE or s.phase == KEEPING_ORDER:
        return legal_keeps(s, out)
    if s.phase == ARRANGING:
        return legal_next(s, out)
    if s.phase == CHOOSING_END:
        out[0] = TOP
        out[1] = BOTTOM
        return 2
    if s.phase == OVER:
        return 0
    out[0] = END
    return 1


@rule
def apply(s: State, action: int) -> None:
    """Play one legal decision."""
    if action == END:
        end_turn(s)
    elif action < DRAFT:
        place(s, action - PLACE)
    elif action < COAL:
        draft(s, action - DRAFT)
    elif action < KEEP_TILE:
        if action == LEAVE_EMPTY:
            leave_empty(s)
        else:
            substitute(s, action - COAL)
    elif action < CAGE:
        sort_drawn(s, action)
    elif action < LOAD:
        move_cage(s, action - CAGE)
    elif action < STORE:
        load(s, action - LOAD)
    elif action < FILL:
        store(s, action - STORE)
    elif action < WITH:
        move_to_order(s, action - FILL)
    else:
        choose_cube(s, action - WITH)


@rule
def sort_drawn(s: State, action: int) -> None:
    """A decision about the items drawn."""
    if action < KEEP_ORDER:
        keep_drawn(s.drawn, action - KEEP_TILE)
        buy_tile(s, action - KEEP_TILE)
    elif action < KEEP_NONE:
        keep_drawn(s.drawn, action - KEEP_ORDER)
        emit(s, TOOK_ORDER, s.current, action - KEEP_ORDER)
        gain_order(s, action - KEEP_ORDER)
        put_back_leftovers(s)
    elif action == KEEP_NONE:
        emit(s, KEPT_NONE, s.current, s.pile)
        put_back_leftovers(s)
    elif action == TOP:
        choose_end(s, TOP_END)
    elif action == BOTTOM:
        choose_end(s, BOTTOM_END)
    elif action < NEXT_ORDER:
        arrange_next(s, action - NEXT_TILE)
    else:
        arrange_next(s, action - NEXT_ORDER)
