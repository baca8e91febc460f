"""What `evaluate` counts, term by term: the reasons of hints and analyses are differences of these."""

from . import state as st
from .evaluate import POINT_LEFT, area_value, hand_value, hoard_value, many, money_value, rounds_left
from .rules.scoring import score_of
from .state import Mode, Phase, State


def terms(s: State, seat: int) -> dict[str, float]:
    """The worth of a position to a player by what it comes from; the sum is that of `evaluate`."""
    found = {"points": 1.0 * score_of(s, seat)}
    if s.phase == Phase.OVER:
        return found
    if s.mode != Mode.TWO:
        return found | _prospects(s, seat)
    master, apprentice = _prospects(s, 2 * seat), _prospects(s, 2 * seat + 1)
    return found | {name: value + apprentice[name] / st.APPRENTICE_DIVISOR for name, value in master.items()}


def _prospects(s: State, seat: int) -> dict[str, float]:
    """What the belongings of a seat are still worth in fame."""
    if not s.seats[seat].joined:
        return dict.fromkeys(("minerals", "rupees", "in_play", "cards", "turn"), 0.0)
    rounds = rounds_left(s)
    acting = seat == s.active and s.phase in (Phase.ACT, Phase.POINTS)
    return {
        "minerals": hoard_value(s, seat, rounds),
        "rupees": money_value(s, seat, rounds),
        "in_play": area_value(s, seat, rounds),
        "cards": hand_value(s, seat, rounds),
        "turn": POINT_LEFT[many(s)] * s.ap if acting else 0.0,
    }
