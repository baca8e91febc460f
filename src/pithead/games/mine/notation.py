"""Words for the numbers of MINE!."""

from pithead.engine.events import EventKind, described
from pithead.engine.parameters import SEAT, parameter
from pithead.kit import names

from .state import ACTIONS, CHANGES, KINDS, LOCATIONS, Event, Phase

PHASES = names(Phase)
END_REASONS = ("", "rounds", "track")
PROBLEMS = ("", "too_few_seats", "too_many_seats", "supply_needs_die_cards")


@parameter
def card(kind: int) -> str:
    """The id of a kind of card."""
    return KINDS[kind]


@parameter
def place(location: int) -> str:
    """The id of a location."""
    return LOCATIONS[location]


@parameter
def change(index: int) -> str:
    """What an event changes."""
    return f"change_{CHANGES[index]}"


@parameter
def signed(amount: int) -> str:
    """A change with its sign."""
    return f"{amount:+d}"


@parameter
def seat(number: int) -> int | str:
    """A player by number; the dummy by name."""
    return number if number >= 0 else "dummy"


def action_text(action: int) -> str:
    """The canonical text of a decision."""
    return ACTIONS.text(action)


EVENTS = described(
    EventKind(Event.ROUND, round=int, player=seat),
    EventKind(Event.DIE_CARD, sale=int, mine=int),
    EventKind(Event.LAID, player=seat, place=place),
    EventKind(Event.LAID_OWN, only="player", player=SEAT, card=card, place=place),
    EventKind(Event.AIMED_OWN, only="player", player=SEAT, card=card, victim=seat),
    EventKind(Event.AIMED, player=seat, victim=seat),
    EventKind(Event.PASSED, player=SEAT),
    EventKind(Event.EVENT_SHOWN, player=seat, card=card),
    EventKind(Event.FIREDAMP, need=int),
    EventKind(Event.CHANGED, player=seat, change=change, amount=signed),
    EventKind(Event.ATTACKERS, player=seat, victim=seat, card=card, count=int),
    EventKind(Event.GUARDS, player=seat, card=card, count=int),
    EventKind(Event.ATTACKED, player=seat, victim=seat, attack=int, defence=int, claim=int),
    EventKind(Event.REPELLED, player=seat, victim=seat, attack=int, defence=int),
    EventKind(Event.LOOTED, player=seat, victim=seat, coal=int),
    EventKind(Event.SHARED, player=seat, victim=seat, looters=int, left=int, coal=int),
    EventKind(Event.SOLD, player=seat, coal=int, points=int, reserve=int),
    EventKind(Event.MINERS, player=seat, card=card, count=int),
    EventKind(Event.GASSED, player=seat, have=int, need=int),
    EventKind(Event.MINED, player=seat, amount=int, coal=int, reserve=int),
    EventKind(Event.RECRUITERS, player=seat, card=card, count=int),
    EventKind(Event.DREW, player=seat, cards=int, deck=int),
    EventKind(Event.DREW_OWN, only="player", player=SEAT, card=card),
    EventKind(Event.SET_ASIDE, card=card),
    EventKind(Event.RESHUFFLED, cards=int),
    EventKind(Event.DISCARDED, player=seat, card=card),
    EventKind(Event.ROUND_ENDED, round=int),
    EventKind(Event.TIE_ROLL, player=seat, other=seat),
    EventKind(Event.ENDED),
)
