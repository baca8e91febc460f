"""placeholder"""

from pithead.kit import rule

from .state import State


@rule
def evaluate(s: State, seat: int) -> float:
    return 1.0 * s.players[seat].points
