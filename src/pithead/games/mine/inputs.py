"""What a value net sees of a position of MINE!: one seat's coal and cards against the best of the others."""

from pithead.kit import rule, total
from pithead.kit.observation import flag, number, observation

from . import state as st
from .rules.cards import helmets_at
from .state import State

MOST = 60  # what is more than this counts as this


@rule
def most_points(s: State, seat: int) -> int:
    """The points of the best other seat."""
    most = 0
    for other in range(s.seats):
        if other != seat and s.players[other].points > most:
            most = s.players[other].points + 0
    return most


@rule
def most_coal(s: State, seat: int) -> int:
    """The most coal that another seat has in stock."""
    most = 0
    for other in range(s.seats):
        if other != seat and s.players[other].coal > most:
            most = s.players[other].coal + 0
    return min(most, MOST)


@rule
def cards_at(s: State, seat: int, site: int) -> int:
    """Cards that a seat has laid at a place."""
    return total(s.players[seat].sites[site])


@rule
def looters(s: State, seat: int) -> int:
    """Looters that the others have sent out."""
    cards = 0
    for other in range(s.seats):
        if other != seat:
            for i in range(s.players[other].n_stacks):
                cards += s.players[other].stacks[i].n
    return cards


@rule
def own_looters(s: State, seat: int) -> int:
    """Looters that the seat has sent out."""
    cards = 0
    for i in range(s.players[seat].n_stacks):
        cards += s.players[seat].stacks[i].n
    return cards


INPUTS = observation(
    lambda s: s.seats,
    flag("round", lambda s, me, i: s.round == i + 1, st.ROUNDS),
    flag("step of the round", lambda s, me, i: s.step == i, 3),
    flag("number of seats, from two on", lambda s, me, i: s.seats == i + 2, st.MAX_PLAYERS - 1),
    flag("to move", lambda s, me: s.current == me),
    number("places after the die", 0, MOST, lambda s, me: (me - s.holder) % s.seats),
    number("points", 0, MOST, lambda s, me: s.players[me].points),
    number("most points of another", 0, MOST, lambda s, me: most_points(s, me)),
    number("coal", 0, MOST, lambda s, me: min(s.players[me].coal + 0, MOST)),
    number("most coal of another", 0, MOST, lambda s, me: most_coal(s, me)),
    number("coal in the reserve", 0, MOST, lambda s, me: min(s.reserve + 0, MOST)),
    number("cards placed", 0, MOST, lambda s, me: s.players[me].placed),
    flag("has passed", lambda s, me: s.players[me].passed == 1),
    number("hand by kind", 0, MOST, lambda s, me, i: s.players[me].hand[i], st.N_KINDS),
    number("size of the hand", 0, MOST, lambda s, me: s.players[me].held),
    number("cards by place", 0, MOST, lambda s, me, i: cards_at(s, me, i), st.N_SITES),
    number("helmets by place", 0, MOST, lambda s, me, i: helmets_at(s, me, i), st.N_SITES),
    number("own looters", 0, MOST, lambda s, me: own_looters(s, me)),
    number("looters of the others", 0, MOST, lambda s, me: looters(s, me)),
)
INPUT_LAYOUT, N_INPUTS, inputs = INPUTS.layout, INPUTS.size, INPUTS.write
