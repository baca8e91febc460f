"""What a player may decide, and what follows from it."""

from pithead.kit import Cells, rule

from .. import state as st
from ..state import Act, Phase, Place, State, Step, loot_action, loot_parts, place_action, place_parts
from .cards import discard_card
from .placing import lay, pass_turn
from .resolution import most_to_sell, sell
from .rounds import advance


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
    """0 … 1000: by rounds and their three steps."""
    steps = Step.DRAW + 1
    return 1000 if s.phase == Phase.OVER else ((s.round - 1) * steps + s.step) * 1000 // (st.ROUNDS * steps)


@rule
def end_reason(s: State) -> int:
    """Why the game ended; 0 while it runs."""
    return s.reason + 0


@rule
def legal_actions(s: State, out: Cells) -> int:
    """Write all legal decisions into `out`, ascending; returns their number."""
    if s.phase == Phase.PLACE:
        return legal_cards(s, out)
    if s.phase == Phase.SELL:
        most = most_to_sell(s, s.current + 0)
        for coal in range(most + 1):  # R20: less than possible is allowed
            out[coal] = Act.SELL + coal
        return most + 1
    if s.phase == Phase.DISCARD:
        k = 0
        for kind in range(st.N_KINDS):
            if s.players[s.current].hand[kind] > 0:
                out[k] = Act.DISCARD + kind
                k += 1
        return k
    out[0] = Act.END
    return 1


@rule
def legal_cards(s: State, out: Cells) -> int:
    """Pass, professions anywhere but on Events, events only there (R4)."""
    hand = s.players[s.current].hand
    out[0] = Act.PASS
    k = 1
    for site in range(st.N_SITES):
        for profession in range(st.N_PROFESSIONS):
            if hand[profession] > 0:
                out[k] = place_action(site, profession)
                k += 1
    for profession in range(st.N_PROFESSIONS):
        if hand[profession] > 0:
            for target in range(s.seats):  # R9: with coal or without
                if target != s.current:
                    out[k] = loot_action(profession, target)
                    k += 1
    for event in range(st.N_EVENTS):
        if hand[st.N_PROFESSIONS + event] > 0:
            out[k] = Act.EVENT + event
            k += 1
    return k


@rule
def apply(s: State, action: int) -> None:
    """Play one legal decision."""
    if action == Act.END:
        s.barrier += 1
        advance(s)
    elif action == Act.PASS:
        pass_turn(s)
    elif action < Act.SELL:
        place_card(s, action)
        s.phase = Phase.PLACED
    elif action < Act.DISCARD:
        sell(s, s.current + 0, action - Act.SELL)
        s.phase = Phase.SOLD
    else:
        discard_card(s, s.current + 0, action - Act.DISCARD)
        if s.players[s.current].held <= st.HAND_LIMIT:
            s.phase = Phase.DISCARDED


@rule
def place_card(s: State, action: int) -> None:
    """A card of the player to move goes where the decision says."""
    seat = s.current + 0
    if action < Act.LOOT:
        site, profession = place_parts(action)
        lay(s, seat, profession, st.SITES[site], -1)
    elif action < Act.EVENT:
        profession, target = loot_parts(action)
        lay(s, seat, profession, Place.SHELTER, target)
    else:
        lay(s, seat, st.N_PROFESSIONS + action - Act.EVENT, Place.EVENTS, -1)
