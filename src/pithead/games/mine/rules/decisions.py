"""What a player may decide, and what follows from it."""

from pithead.kit import Cells, rule

from ..state import (
    CHOOSING,
    DISCARD,
    DISCARDED,
    DISCARDING,
    DRAW_STEP,
    END,
    EVENT,
    EVENTS,
    HAND_LIMIT,
    LOOT,
    MAX_PLAYERS,
    N_EVENTS,
    N_KINDS,
    N_PROFESSIONS,
    N_SITES,
    OVER,
    PASS,
    PLACE,
    PLACED,
    ROUNDS,
    SELL,
    SELLING,
    SHELTER,
    SITES,
    SOLD,
    State,
)
from .cards import discard_card
from .placing import lay, pass_turn
from .resolution import most_to_sell, sell
from .rounds import advance


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
    """0 … 1000: by rounds and their three steps."""
    steps = DRAW_STEP + 1
    return 1000 if s.phase == OVER else ((s.round - 1) * steps + s.step) * 1000 // (ROUNDS * steps)


@rule
def end_reason(s: State) -> int:
    """Why the game ended; 0 while it runs."""
    return s.reason + 0


@rule
def legal_actions(s: State, out: Cells) -> int:
    """Write all legal decisions into `out`, ascending; returns their number."""
    if s.phase == CHOOSING:
        return legal_cards(s, out)
    if s.phase == SELLING:
        most = most_to_sell(s, s.current + 0)
        for coal in range(most + 1):  # R20: less than possible is allowed
            out[coal] = SELL + coal
        return most + 1
    if s.phase == DISCARDING:
        k = 0
        for kind in range(N_KINDS):
            if s.players[s.current].hand[kind] > 0:
                out[k] = DISCARD + kind
                k += 1
        return k
    out[0] = END
    return 1


@rule
def legal_cards(s: State, out: Cells) -> int:
    """Pass, professions anywhere but on Events, events only there (R4)."""
    hand = s.players[s.current].hand
    out[0] = PASS
    k = 1
    for site in range(N_SITES):
        for profession in range(N_PROFESSIONS):
            if hand[profession] > 0:
                out[k] = PLACE + site * N_PROFESSIONS + profession
                k += 1
    for profession in range(N_PROFESSIONS):
        if hand[profession] > 0:
            for target in range(s.seats):  # R9: with coal or without
                if target != s.current:
                    out[k] = LOOT + profession * MAX_PLAYERS + target
                    k += 1
    for event in range(N_EVENTS):
        if hand[N_PROFESSIONS + event] > 0:
            out[k] = EVENT + event
            k += 1
    return k


@rule
def apply(s: State, action: int) -> None:
    """Play one legal decision."""
    if action == END:
        s.barrier += 1
        advance(s)
    elif action == PASS:
        pass_turn(s)
    elif action < SELL:
        place_card(s, action)
        s.phase = PLACED
    elif action < DISCARD:
        sell(s, s.current + 0, action - SELL)
        s.phase = SOLD
    else:
        discard_card(s, s.current + 0, action - DISCARD)
        if s.players[s.current].held <= HAND_LIMIT:
            s.phase = DISCARDED


@rule
def place_card(s: State, action: int) -> None:
    """A card of the player to move goes where the decision says."""
    seat = s.current + 0
    if action < LOOT:
        site = (action - PLACE) // N_PROFESSIONS
        lay(s, seat, (action - PLACE) % N_PROFESSIONS, SITES[site], -1)
    elif action < EVENT:
        lay(s, seat, (action - LOOT) // MAX_PLAYERS, SHELTER, (action - LOOT) % MAX_PLAYERS)
    else:
        lay(s, seat, N_PROFESSIONS + action - EVENT, EVENTS, -1)
