"""Takes away what a refusal of Mine Out names.

A decision may be closed for several reasons, and a refusal names the first that its player can change. So after taking
that one away the table is asked again, until nothing stands in the way; no reason may come up twice.
"""

from typing import Any

import pithead
from pithead.engine.offers import Refusal

GAME = pithead.load("mine-out")
STATE: Any = GAME.module("state")


def remove(s: Any, refusal: Refusal) -> None:
    """Make the refused decision possible."""
    named: Refusal | None = refusal
    taken = set()
    while named is not None:
        assert named.code not in taken, f"{named.code} still stands"
        taken.add(named.code)
        _take_away(s, named)
        named = next(
            (other for other in GAME.module("offers").refusals(s) if other.action == refusal.action),
            None,
        )


def _take_away(s: Any, refusal: Refusal) -> None:
    seat = s.seats[s.active]
    code, action = refusal.code, refusal.action
    if code == "no_points":
        s.ap = STATE.ACTION_POINTS
        s.phase = STATE.Phase.ACT
    elif code == "no_rail":
        target = action - STATE.Act.MOVE
        seat.place = next(place for place in range(STATE.N_PLACES) if STATE.DISTANCE[place][target] == 1)
    elif code in ("strands", "must_act"):
        s.deeds = 1
    elif code == "hired_elsewhere":
        seat.place = STATE.PLACE_OF[action - STATE.Act.HIRE]
    elif code == "hand_full":
        seat.held -= 1
    elif code == "hire_limit":
        s.hires = 0
        s.hires_at[:] = [0] * STATE.N_PLACES
    elif code == "dig_limit":
        s.digs = 0
        s.digs_at[:] = [0] * STATE.N_PLACES
    elif code == "sale_limit":
        s.sales = 0
    elif code == "not_in_mine":
        seat.place = STATE.MINE_OF[0]
    elif code == "too_weak":
        s.options[STATE.Option.ZERO_YIELD] = 1
    elif code == "not_at_market":
        seat.place = STATE.MARKET
    elif code == "no_cube":
        seat.cubes[STATE.MINERALS.index(refusal.params["mineral"])] = 1
    elif code == "no_money":
        seat.money = refusal.params["need"]
    elif code == "community_full":
        s.community.n -= 1
    elif code == "space_free":
        while s.community.n < STATE.COMMUNITY_SLOTS:
            s.community.items[s.community.n] = s.community.items[0]
            s.community.n += 1
    else:
        raise AssertionError(f"unknown reason: {code}")
