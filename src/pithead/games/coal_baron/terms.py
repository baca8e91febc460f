"""What `evaluate` counts, term by term: the reasons of hints and analyses are differences of these."""

from pithead.kit import total

from . import state as st
from .evaluate import (
    CART,
    FRANC,
    OUT_OF_BALANCE,
    SQUARE_BONUS,
    USEFUL_FRANCS,
    WORKER,
    between,
    many,
    promise_of_majorities,
    promise_of_orders,
    promise_of_turn,
)
from .rules import progress
from .rules.scoring import surplus_tiles
from .state import Phase, State


def terms(s: State, seat: int) -> dict[str, float]:
    """The worth of a position to a seat by what it comes from; the sum is that of `evaluate`."""
    player = s.players[seat]
    found = {"points": 1.0 * player.points}
    if s.phase == Phase.OVER:
        return found
    late = progress(s) / 1000
    m = many(s)
    workers = player.workers + (st.SHIFTS - s.shift) * st.WORKERS[s.n]
    useful = min(player.francs, USEFUL_FRANCS)
    return found | {
        "orders": promise_of_orders(s, player, workers, between(SQUARE_BONUS[m], late)),
        "majorities": promise_of_majorities(s, seat, late),
        "francs": player.francs / st.FRANCS_PER_VP + between(FRANC[m], late) * useful,
        "balance": st.VP_PER_SURPLUS * surplus_tiles(player) * between(OUT_OF_BALANCE[m], late),
        "carts": between(CART[m], late) * total(player.carts),
        "workers": between(WORKER[m], late) * player.workers,
        "turn": promise_of_turn(s, player) if s.current == seat else 0.0,
    }
