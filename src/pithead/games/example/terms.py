"""What `evaluate` counts, term by term: the reasons of hints and analyses are differences of these."""

from .evaluate import evaluate
from .state import State


def terms(s: State, seat: int) -> dict[str, float]:
    """The worth of a position to a seat by what it comes from; the sum is that of `evaluate`."""
    player = s.players[seat]
    points, matches = 1.0 * player.points, 0.5 * player.matches
    return {"points": points, "matches": matches, "lamps": evaluate(s, seat) - points - matches}
