"""What to know about a decision besides its cost and its consequence: risks, places in the turn order, what is lost."""

from math import comb

from pithead.engine.offers import Note

from . import notation as say
from . import state as st
from .rules.bonus import selectable
from .rules.disasters import discs_of
from .rules.miners import list_steps, moves_left, places_left
from .state import Act, Ask, State


def risk(now: State, then: State) -> Note:
    """The chance that at least one own disc is drawn, if nobody secured another mine."""
    own = discs_of(then, now.current)
    all_discs = st.BLACK_DISCS + st.BLANK_DISCS + sum(discs_of(then, p) for p in range(now.n))
    chance = 1 - comb(all_discs - own, st.DRAWS) / comb(all_discs, st.DRAWS)
    return Note("risk", {"percent": round(100 * chance), "discs": own, "bag": all_discs})


def turn_place(s: State, token: int) -> Note:
    """Between which places of the turn order a bonus token leaves its holder."""
    space = next(i for i in range(st.N_BONUS) if s.track[i] == token + 1)
    chosen = [s.marker[s.choosers[i]] for i in range(s.at)]
    left = sum(other < space for other in chosen)
    waiting = s.n - s.at - 1
    open_left = sum(1 for i in range(space) if s.track[i] and selectable(s, s.track[i] - 1))
    open_right = sum(1 for i in range(space + 1, st.N_BONUS) if s.track[i] and selectable(s, s.track[i] - 1))
    best = left + 1 + max(0, waiting - open_right)
    return Note("turn_place", {"best": best, "worst": left + 1 + min(waiting, open_left)})


def unused(s: State) -> tuple[Note, ...]:
    """What is lost by ending the turn now: steps of the open action that could be made, and the bonus token."""
    notes = []
    if s.ask == Ask.STEP:
        out = [0] * st.MAX_LEGAL
        steps = out[: list_steps(s, out, 0)]
        if any(step < Act.LIFT for step in steps):
            notes.append(Note("places_left", {"miners": min(places_left(s), s.players[s.current].miners[st.RESERVE])}))
        if any(Act.LIFT <= step < Act.TO for step in steps):
            notes.append(Note("moves_left", {"moves": moves_left(s)}))
    held = s.players[s.current].held
    if s.turn.main_done and held:
        notes.append(Note("bonus_unused", {"token": say.bonus(held - 1)}))
    return tuple(notes)
