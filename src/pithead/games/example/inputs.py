"""What a value net sees of a position of Lamp Room."""

from pithead.kit import rule
from pithead.kit.observation import flag, number, observation

from .state import MAX_PLAYERS, N_LAMPS, ROUNDS, State


@rule
def most_points(s: State, seat: int) -> int:
    """The points of the best other player."""
    most = 0
    for p in range(s.n):
        if p != seat and s.players[p].points > most:
            most = s.players[p].points + 0
    return most


INPUTS = observation(
    lambda s: s.n,
    number("round", 0, ROUNDS + 1, lambda s, me: s.round),
    flag("number of players", lambda s, me, i: s.n == i + 1, MAX_PLAYERS),
    flag("to move", lambda s, me: s.current == me),
    number("brightness of the lamp on the hook", 0, 60, lambda s, me: s.glow),
    number("matches", 0, 60, lambda s, me: s.players[me].matches),
    number("hand by kind", 0, 60, lambda s, me, i: s.players[me].hand[i], N_LAMPS),
    number(
        "lead over the best of the others",
        -60,
        60,
        lambda s, me: min(60, max(-60, s.players[me].points - most_points(s, me))),
    ),
)
INPUT_LAYOUT, N_INPUTS, inputs = INPUTS.layout, INPUTS.size, INPUTS.write
