"""Words for the numbers of MINE!."""

from pithead.engine.events import EventKind

from .state import (
    ACTIONS,
    AIMED,
    AIMED_OWN,
    ATTACKED,
    ATTACKERS_SHOWN,
    CARD_DISCARDED,
    CHANGED,
    CHANGES,
    COAL_SOLD,
    DIE_CARD_TURNED,
    DREW,
    DREW_OWN,
    EVENT_SHOWN,
    FIREDAMP_BROKE,
    GAME_ENDED,
    GASSED,
    GUARDS_SHOWN,
    KINDS,
    LAID,
    LAID_OWN,
    LOCATIONS,
    LOOTED,
    MINED,
    MINERS_SHOWN,
    PASSED,
    RECRUITERS_SHOWN,
    REPELLED,
    RESHUFFLED,
    ROUND_BEGAN,
    ROUND_ENDED,
    SET_ASIDE,
    SHARED,
    TIE_ROLLED,
    TOWNS,
)

PHASES = ("place", "placed", "sell", "sold", "discard", "discarded", "over")
END_REASONS = ("", "rounds", "track")
PROBLEMS = ("", "too_few_seats", "too_many_seats", "supply_needs_die_cards")


def card(kind: int) -> str:
    """The id of a kind of card."""
    return KINDS[kind]


def place(location: int) -> str:
    """The id of a location."""
    return LOCATIONS[location]


def change(index: int) -> str:
    """What an event changes."""
    return f"change_{CHANGES[index]}"


def signed(amount: int) -> str:
    """A change with its sign."""
    return f"{amount:+d}"


def seat(number: int) -> int | str:
    """A player by number; the dummy by name."""
    return number if number >= 0 else "dummy"


def town(number: int) -> str:
    """The town of a seat."""
    return TOWNS[number]


def action_text(action: int) -> str:
    """The canonical text of a decision."""
    return ACTIONS.text(action)


EVENTS = {
    ROUND_BEGAN: EventKind("round", round=int, player=seat),
    DIE_CARD_TURNED: EventKind("die_card", sale=int, mine=int),
    LAID: EventKind("laid", player=seat, place=place),
    LAID_OWN: EventKind("laid_own", only="player", player=int, card=card, place=place),
    AIMED_OWN: EventKind("aimed_own", only="player", player=int, card=card, town=town),
    AIMED: EventKind("aimed", player=seat, victim=town),
    PASSED: EventKind("passed", player=int),
    EVENT_SHOWN: EventKind("event_shown", player=seat, card=card),
    FIREDAMP_BROKE: EventKind("firedamp", need=int),
    CHANGED: EventKind("changed", player=seat, change=change, amount=signed),
    ATTACKERS_SHOWN: EventKind("attackers", player=seat, victim=town, card=card, count=int),
    GUARDS_SHOWN: EventKind("guards", player=seat, card=card, count=int),
    ATTACKED: EventKind("attacked", player=seat, victim=town, attack=int, defence=int, claim=int),
    REPELLED: EventKind("repelled", player=seat, victim=town, attack=int, defence=int),
    LOOTED: EventKind("looted", player=seat, victim=town, coal=int),
    SHARED: EventKind("shared", player=seat, victim=town, looters=int, left=int, coal=int),
    COAL_SOLD: EventKind("sold", player=seat, coal=int, points=int, reserve=int),
    MINERS_SHOWN: EventKind("miners", player=seat, card=card, count=int),
    GASSED: EventKind("gassed", player=seat, have=int, need=int),
    MINED: EventKind("mined", player=seat, amount=int, coal=int, reserve=int),
    RECRUITERS_SHOWN: EventKind("recruiters", player=seat, card=card, count=int),
    DREW: EventKind("drew", player=seat, cards=int, deck=int),
    DREW_OWN: EventKind("drew_own", only="player", player=int, card=card),
    SET_ASIDE: EventKind("set_aside", card=card),
    RESHUFFLED: EventKind("reshuffled", cards=int),
    CARD_DISCARDED: EventKind("discarded", player=seat, card=card),
    ROUND_ENDED: EventKind("round_ended", round=int),
    TIE_ROLLED: EventKind("tie_roll", player=seat, other=town),
    GAME_ENDED: EventKind("ended"),
}
