"""Words for the numbers of Lamp Room."""

from pithead.engine.events import EventKind, described
from pithead.engine.parameters import SEAT, parameter
from pithead.kit import names

from .state import ACTIONS, LAMPS, Event, Phase

PHASES = names(Phase)
END_REASONS = ("", "rounds")
PROBLEMS = ("", "teams_need_four")


@parameter
def lamp(index: int) -> str:
    """The id of a lamp."""
    return str(LAMPS[index])


def action_text(action: int) -> str:
    """The canonical text of a decision."""
    return ACTIONS.text(action)


EVENTS = described(
    EventKind(Event.HUNG, player=SEAT, lamp=lamp, points=int),
    EventKind(Event.DRAWN, player=SEAT),
    EventKind(Event.SAW, only="player", player=SEAT, lamp=lamp),
    EventKind(Event.RESTED, player=SEAT),
    EventKind(Event.DRAUGHT),
    EventKind(Event.KEEPER_HUNG, lamp=lamp, bright=bool),
    EventKind(Event.ROUND, round=int),
    EventKind(Event.ENDED),
)
