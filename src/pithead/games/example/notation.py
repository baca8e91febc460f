"""Words for the numbers of Lamp Room."""

from pithead.engine.events import EventKind

from .state import (
    DRAUGHT_BLEW,
    DRAW,
    DRAWN,
    END,
    GAME_ENDED,
    HANG,
    HUNG,
    KEEPER_HUNG,
    LAMPS,
    REST,
    RESTED,
    ROUND_BEGAN,
    SAW,
)

PHASES = ("act", "drew", "done", "over")
END_REASONS = ("", "rounds")
PROBLEMS = ("", "teams_need_four")


def lamp(index: int) -> str:
    """The id of a lamp."""
    return str(LAMPS[index])


def action_text(action: int) -> str:
    """The canonical text of a decision."""
    if action == END:
        return "end"
    if action == DRAW:
        return "draw"
    if action == REST:
        return "rest"
    return f"hang {LAMPS[action - HANG]}"


EVENTS = {
    HUNG: EventKind("hung", player=int, lamp=lamp, points=int),
    DRAWN: EventKind("drawn", player=int),
    SAW: EventKind("saw", only="player", player=int, lamp=lamp),
    RESTED: EventKind("rested", player=int),
    DRAUGHT_BLEW: EventKind("draught"),
    KEEPER_HUNG: EventKind("keeper_hung", lamp=lamp, bright=bool),
    ROUND_BEGAN: EventKind("round", round=int),
    GAME_ENDED: EventKind("ended"),
}
