"""What `evaluate` counts, term by term: the reasons of hints and analyses are differences of these."""

from . import state as st
from .evaluate import (
    TIE_BREAK,
    expected_loot,
    expected_loss,
    expected_mining,
    expected_points,
    expected_sales,
    is_alone,
    worth_of_cards,
)
from .state import Phase, State, Step


def terms(s: State, seat: int) -> dict[str, float]:
    """The worth of a position to a seat by what it comes from; the sum is that of `evaluate`."""
    found = _points(s, seat)
    return found | {"rivals": -expected_points(s, s.seats - 1)} if is_alone(s) else found


def _points(s: State, seat: int) -> dict[str, float]:
    """What the expected points of a seat come from.

    Coal counts by what it sells for under the limits of the rounds to come. So cards (which bring coal later), stock,
    loot, guard and mine are what each adds to the sales, one after the other.
    """
    me = s.players[seat]
    if s.phase == Phase.OVER:
        return {"points": 1.0 * me.points, "coal": TIE_BREAK * me.coal}
    stock = 1.0 * me.coal
    looted = stock + (expected_loot(s, seat) if s.step == Step.PLACE else 0.0)
    kept = looted - (expected_loss(s, seat, looted) if s.step == Step.PLACE else 0.0)
    mined = 0.0 if s.step == Step.DRAW else expected_mining(s, seat)
    steps = ((0.0, 0.0), (stock, 0.0), (looted, 0.0), (kept, 0.0), (kept, mined))
    sales = [expected_sales(s, seat, *coal) for coal in steps]
    over = max(0.0, me.points + sales[-1] - st.TRACK_END)
    return {
        "points": 1.0 * me.points,
        "sales": sales[1] - sales[0] - over + TIE_BREAK * kept,
        "loot": sales[2] - sales[1],
        "guard": sales[3] - sales[2],
        "mine": sales[4] - sales[3],
        "cards": sales[0] + worth_of_cards(s, seat),
    }
