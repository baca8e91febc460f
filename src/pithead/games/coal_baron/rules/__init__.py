"""The rules of Coal Baron.

A shift is played worker by worker: place one more worker than stand on a space and act. When all workers are placed
the majorities of the shift are scored; the third shift ends the game. One file per part of the rulebook:
`setup` (set-up, draft), `placement` (worker spaces), `tiles` and `draw_five` (factory, both draw spaces),
`mining`, `orders` (delivery), `shifts` (turns, first player), `scoring`, and `audit` for what must always hold.
"""

from pithead.kit import Cells, emit, rule

from ..state import BOTTOM_END, DRAFT_SHIFT, SHIFTS, TOP_END, WORKERS, Act, Event, Phase, State, fill_parts
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
    return -1 if s.phase == Phase.OVER else s.current + 0


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
    if s.phase == Phase.OVER:
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
    return 1 if s.phase == Phase.OVER else 0


@rule
def legal_actions(s: State, out: Cells) -> int:
    """Write all legal decisions into `out`, ascending; returns their number."""
    if s.phase == Phase.MINE:
        return legal_mining(s, out)
    if s.phase == Phase.PLACE:
        return legal_placements(s, out)
    if s.phase == Phase.FIRST_CUBE or s.phase == Phase.SECOND_CUBE:
        return legal_cubes(s, out)
    if s.phase == Phase.DRAFT:
        return legal_drafts(s, out)
    if s.phase == Phase.FILL_CART:
        return legal_coal(s, out)
    if s.phase == Phase.KEEP_TILE or s.phase == Phase.KEEP_ORDER:
        return legal_keeps(s, out)
    if s.phase == Phase.ARRANGE:
        return legal_next(s, out)
    if s.phase == Phase.PILE_END:
        out[0] = Act.TOP
        out[1] = Act.BOTTOM
        return 2
    if s.phase == Phase.OVER:
        return 0
    out[0] = Act.END
    return 1


@rule
def apply(s: State, action: int) -> None:
    """Play one legal decision."""
    if action == Act.END:
        end_turn(s)
    elif action < Act.DRAFT:
        place(s, action - Act.PLACE)
    elif action < Act.COAL:
        draft(s, action - Act.DRAFT)
    elif action < Act.KEEP_TILE:
        if action == Act.LEAVE_EMPTY:
            leave_empty(s)
        else:
            substitute(s, action - Act.COAL)
    elif action < Act.CAGE:
        sort_drawn(s, action)
    elif action < Act.LOAD:
        move_cage(s, action - Act.CAGE)
    elif action < Act.STORE:
        load(s, action - Act.LOAD)
    elif action < Act.FILL:
        store(s, action - Act.STORE)
    elif action < Act.WITH:
        card, colour, how = fill_parts(action)
        move_to_order(s, card, colour, how)
    else:
        choose_cube(s, action - Act.WITH)


@rule
def sort_drawn(s: State, action: int) -> None:
    """A decision about the items drawn."""
    if action < Act.KEEP_ORDER:
        keep_drawn(s.drawn, action - Act.KEEP_TILE)
        buy_tile(s, action - Act.KEEP_TILE)
    elif action < Act.KEEP_NONE:
        keep_drawn(s.drawn, action - Act.KEEP_ORDER)
        emit(s, Event.TOOK_ORDER, s.current, action - Act.KEEP_ORDER)
        gain_order(s, action - Act.KEEP_ORDER)
        put_back_leftovers(s)
    elif action == Act.KEEP_NONE:
        emit(s, Event.KEPT_NONE, s.current, s.pile)
        put_back_leftovers(s)
    elif action == Act.TOP:
        choose_end(s, TOP_END)
    elif action == Act.BOTTOM:
        choose_end(s, BOTTOM_END)
    elif action < Act.NEXT_ORDER:
        arrange_next(s, action - Act.NEXT_TILE)
    else:
        arrange_next(s, action - Act.NEXT_ORDER)
