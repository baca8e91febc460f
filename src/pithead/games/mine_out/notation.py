"""Words for the numbers of Mine Out."""

from pithead.engine.events import EventKind, described
from pithead.engine.parameters import SEAT, parameter
from pithead.kit import names

from .state import ACTIONS, HIRE_SLOTS, KINDS, MINERALS, PLACES, Event, Phase, State

PHASES = names(Phase)
END_REASONS = ("", "fame", "round_limit")
PROBLEMS = ("", "teams_need_four")
ROLES = ("player", "master", "apprentice")
COLOURS = ("blue", "white", "yellow", "red")  # R1: in turn order; they mean nothing else
TWO_PLAYER_COLOURS = ("blue", "white", "red", "yellow")  # each Master before the own Apprentice


def action_text(action: int) -> str:
    """The canonical text of a decision."""
    return ACTIONS.text(action)


def hire_targets(s: State, kind: int) -> list[str]:
    """The spaces where a card of this kind can be hired."""
    return [f"hire:{slot + 1}" for slot in range(HIRE_SLOTS) if s.hire[slot] == kind]


def community_targets(s: State, kind: int) -> list[str]:
    """The spaces of the community with a card of this kind."""
    return [f"community:{slot + 1}" for slot in range(s.community.n) if s.community.items[slot] == kind]


@parameter
def role(number: int) -> str:
    """What a seat is to its player, to be shown behind the name; nothing where a player has only one seat."""
    return f"role_{ROLES[number]}" if number else ""


@parameter
def kind(number: int) -> str:
    """The id of a card."""
    return KINDS[number]


@parameter
def mineral(number: int) -> str:
    """The id of a mineral."""
    return MINERALS[number]


@parameter
def place(number: int) -> str:
    """The id of a place."""
    return PLACES[number]


@parameter
def end_reason(number: int) -> str:
    """The id of an end reason."""
    return END_REASONS[number]


EVENTS = described(
    EventKind(Event.TURN, player=SEAT, role=role, round=int),
    EventKind(Event.ORE_SCORED, player=SEAT, role=role, points=int, cubes=int, smiths=int),
    EventKind(Event.MOVED, player=SEAT, role=role, place=place),
    EventKind(Event.HIRED, player=SEAT, role=role, card=kind),
    EventKind(Event.WORKERS_SPENT, player=SEAT, role=role, workers=int),
    EventKind(Event.DUG, player=SEAT, role=role, card=kind, mineral=mineral, cubes=int),
    EventKind(Event.SOLD, player=SEAT, role=role, mineral=mineral, ore=mineral, rupees=int),
    EventKind(Event.REFRESHED, player=SEAT, role=role),
    EventKind(Event.PLAYED_OWN, player=SEAT, role=role, card=kind, wage=int, points=int),
    EventKind(Event.REPLACED, player=SEAT, role=role, card=kind),
    EventKind(Event.PLAYED_COMMUNITY, player=SEAT, role=role, card=kind, wage=int, points=int),
    EventKind(Event.PAID_OUT, player=SEAT, role=role, rupees=int),
    EventKind(Event.MINE_OUT, mineral=mineral),
    EventKind(Event.BANK_OUT),
    EventKind(Event.OWNER_SCORED, player=SEAT, role=role, points=int),
    EventKind(Event.MAFIA_SCORED, player=SEAT, role=role, points=int),
    EventKind(Event.DREW, player=SEAT, role=role),
    EventKind(Event.SAW, only="player", player=SEAT, role=role, card=kind),
    EventKind(Event.RESHUFFLED, cards=int),
    EventKind(Event.JOINED, player=SEAT),
    EventKind(Event.CREDITED, player=SEAT, earned=int, points=int),
    EventKind(Event.ENDED, reason=end_reason),
)
