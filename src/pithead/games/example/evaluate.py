"""How good a position of Lamp Room looks to a player."""

from pithead.kit import Cells, rule

from .state import BRIGHTNESS, N_LAMPS, ROUNDS, State


@rule
def evaluate(s: State, seat: int) -> float:
    """Points so far plus what the brightest lamps in hand can still bring."""
    player = s.players[seat]
    left = ROUNDS - s.round + 1
    value = 1.0 * player.points + 0.5 * player.matches
    for i in range(N_LAMPS):
        lamp = N_LAMPS - 1 - i
        count = player.hand[lamp] + 0
        if count > left:
            count = left
        value += 0.6 * BRIGHTNESS[lamp] * count
        left -= count
    return value


@rule
def habit(s: State, legal: Cells) -> int:
    """Every choice is worth a thought."""
    return -1
