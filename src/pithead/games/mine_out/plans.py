"""Plans of Mine Out: walks to places further away, and on to a hire or a sale there."""

from pithead.engine.offers import Param, Plan

from . import state as st
from .notation import hire_targets
from .rules.actions import may_move
from .rules.decisions import apply, legal_actions
from .state import Act, Phase, State

# The positions after each series of moves that was tried.
Walked = dict[tuple[int, ...], State]


def copy_of(s: State) -> State:
    """A position in which to try things out."""
    return s._copy()  # type: ignore[attr-defined,no-any-return]


def plans(s: State) -> list[Plan]:
    """Walks to places further away, and on to a hire or a sale there."""
    if s.phase != Phase.ACT:
        return []
    here = s.seats[s.active].place
    walked: Walked = {(): s}
    walks = {place: _walk(s, place, (), walked) for place in range(st.N_PLACES) if place != here}
    found = [
        Plan(
            f"place:{st.PLACES[place]}", "walk", {"place": st.PLACES[place], "points": st.COST_MOVE * len(moves)}, moves
        )
        for place, moves in walks.items()
        if len(moves) > 1
    ]
    for kind in sorted({kind for kind in s.hire if kind != st.EMPTY}):
        moves = walks.get(st.PLACE_OF[kind], ())
        if moves and _is_legal(walked[moves], Act.HIRE + kind):
            params: dict[str, Param] = {"card": st.KINDS[kind], "place": st.PLACES[st.PLACE_OF[kind]]}
            found += [Plan(target, "hire", params, (*moves, Act.HIRE + kind)) for target in hire_targets(s, kind)]
    for ore in range(st.N_ORES):
        moves = walks.get(st.MARKET, ())
        if moves and _is_legal(walked[moves], Act.SELL + ore):
            found.append(Plan(f"row:{st.ORES[ore]}", "sell", {"ore": st.ORES[ore]}, (*moves, Act.SELL + ore)))
    return found


def _walk(s: State, to: int, before: tuple[int, ...], walked: Walked) -> tuple[int, ...]:
    """The moves of a shortest legal way to a place; none when it cannot be reached in this turn.

    `before` are the moves that led to here, `walked` the positions after all that were tried.
    """
    here = s.seats[s.active].place
    if here == to:
        return ()
    for step in range(st.N_PLACES):
        if st.DISTANCE[step][to] == st.DISTANCE[here][to] - 1 and may_move(s, step):
            way = (*before, Act.MOVE + step)
            if way not in walked:
                walked[way] = copy_of(s)
                apply(walked[way], Act.MOVE + step)
            rest = _walk(walked[way], to, way, walked)
            if rest or step == to:
                return (Act.MOVE + step, *rest)
    return ()


def _is_legal(s: State, action: int) -> bool:
    out = [0] * st.MAX_LEGAL
    return action in out[: legal_actions(s, out)]
