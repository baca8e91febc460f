"""Words for the numbers of Lamp Room."""

from pithead.engine.events import EventKind

from .state import (
    ACTIONS,
    DRAUGHT_BLEW,
    DRAWN,
    GAME_ENDED,
    HUNG,
    KEEPER_HUNG,
    LAMPS,
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
    return ACTIONS.text(action)


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
