"""What `evaluate` counts, term by term: the reasons of hints and analyses are differences of these."""

from . import state as st
from .evaluate import (
    COIN,
    LATER_PER_ROUND,
    NEEDED_COINS,
    NEEDED_PER_ROUND,
    RISK,
    STANDING,
    consolidation_value,
    hand_value,
    lines_value,
    loading_value,
    open_value,
    risk,
    scorings_left,
)
from .rules.board_scoring import board_score
from .rules.income import income
from .rules.scoring import engine_points, engines_of, line_points, station_points
from .rules.technology import technology_coins, technology_vp
from .state import Stage, State


def terms(s: State, seat: int) -> dict[str, float]:
    """The worth of a position to a seat by what it comes from; the sum is that of `evaluate`."""
    player = s.players[seat]
    found = {"points": 1.0 * player.points}
    if s.stage == Stage.OVER:
        return found
    incomes, boards, technologies = scorings_left(s)
    coin = COIN + LATER_PER_ROUND * boards
    needed = (NEEDED_PER_ROUND - LATER_PER_ROUND) * boards * min(NEEDED_COINS, player.coins)
    acting = s.current == seat and s.stage <= Stage.EXTRA_ACTION
    return found | {
        "coins": player.coins // st.COINS_PER_VP + LATER_PER_ROUND * boards * player.coins + needed,
        "engines": 1.0 * engine_points(engines_of(player)),
        "railway": station_points(s, player) + line_points(s, player) + lines_value(s, seat),
        "extra_actions": 1.0 * player.extra_actions * st.EXTRA_ACTION_VP,
        "income": coin * incomes * income(player),
        "board": boards * board_score(s, seat) * STANDING,
        "technology": technologies * (coin * technology_coins(s, player) + technology_vp(s, player)),
        "wagons": loading_value(s, seat, technologies, coin),
        "consolidation": consolidation_value(s, seat),
        "supplies": hand_value(s, seat, boards),
        "turn": open_value(s, seat, coin, incomes, boards) if acting else 0.0,
        "guard": -RISK * risk(s, seat),
    }
