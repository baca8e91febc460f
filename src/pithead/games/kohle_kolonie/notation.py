"""Words for the numbers of Kohle & Kolonie.

Mines, fields, villages and stations go by their names in the material, so that an edition brings its own.
"""

from pithead.engine.events import EventKind, described
from pithead.engine.parameters import SEAT, parameter
from pithead.kit import names

from . import state as st
from .state import Ask, Event, Price

PHASES = names(Ask)
END_REASONS = ("", "rounds")
PROBLEMS = ("",)
PRICE_NAMES = names(Price)


@parameter
def mine(index: int) -> str:
    """A small or single mine by name and number."""
    return f"mine:{st.MINE_NAMES[index]} ({index + 1})"


@parameter
def field(index: int) -> str:
    """A field, or its large mine, by name."""
    return f"field:{st.FIELD_NAMES[index]}"


@parameter
def card(number: int) -> str:
    """A mine card on a mat."""
    return mine(number - 1) if number < st.LARGE_CARD else field(number - st.LARGE_CARD)


@parameter
def village(index: int) -> str:
    """A village by name."""
    return f"village:{st.VILLAGE_NAMES[index]}"


@parameter
def station(index: int) -> str:
    """A station by name."""
    return f"at_station:{st.STATION_NAMES[index]}"


@parameter
def slot(index: int) -> str:
    """A mine slot."""
    return f"slot:{st.SLOTS[index]}"


def tech_slot(index: int) -> str:
    """The id of a technology slot: miner slots, engineer slots, engine slots."""
    owner, name = st.TECH_SLOTS[index]
    return f"tech_{owner}:{name}"


@parameter
def engineer_slot(index: int) -> str:
    """The id of an engineer slot."""
    return tech_slot(len(st.MINER_SLOTS) + index)


@parameter
def engine_target(index: int) -> str:
    """Where a steam engine goes: a mine slot or a technology slot."""
    return (
        slot(index)
        if index < st.N_SLOTS
        else tech_slot(len(st.MINER_SLOTS) + len(st.ENGINEER_SLOTS) + index - st.N_SLOTS)
    )


@parameter
def place(index: int) -> str:
    """Where a miner stands."""
    if index < st.TECH_AT:
        return f"guard:{st.SLOTS[index]}"
    if index < st.VILLAGE_AT:
        return tech_slot(index - st.TECH_AT)
    if index < st.STATION_AT:
        return village(index - st.VILLAGE_AT)
    return station(index - st.STATION_AT) if index < st.RESERVE else "reserve"


@parameter
def bonus(index: int) -> str:
    """The id of a bonus token."""
    return f"bonus_{st.BONUS[index]}"


@parameter
def rail(index: int) -> str:
    """The id of a railway token."""
    return f"rail_{st.RAIL[index]}"


@parameter
def disaster(index: int) -> str:
    """The id of a disaster token."""
    return f"disaster_{st.DISASTERS[index]}"


@parameter
def neutral_disc(index: int) -> str:
    """A disc that is no player's."""
    return ("disc_black", "disc_blank")[index - st.MAX_PLAYERS]


@parameter
def tech(index: int) -> str:
    """The id of a technology card."""
    return st.CARDS[index]


@parameter
def price(index: int) -> str:
    """The id of a price that can rise."""
    return f"price_{PRICE_NAMES[index]}"


@parameter
def source(index: int) -> str:
    """The id of a source of points."""
    return f"source_{st.SOURCES[index]}"


def action_text(action: int) -> str:
    """The canonical text of a decision."""
    return st.ACTIONS.text(action)


EVENTS = described(
    EventKind(Event.CHOSE, player=SEAT, token=bonus),
    EventKind(Event.ORDERED, player=SEAT, place=int),
    EventKind(Event.BOUGHT, player=SEAT, mine=mine, coins=int),
    EventKind(Event.TOOK_WORKER, player=SEAT, village=village),
    EventKind(Event.TOOK_MARKER, player=SEAT, village=village),
    EventKind(Event.PUT_CARD, player=SEAT, card=card, slot=slot),
    EventKind(Event.PUT_ENGINE, player=SEAT, place=engine_target, coins=int),
    EventKind(Event.SETTLED, player=SEAT, village=village, coins=int),
    EventKind(Event.PUT_ENGINEER, player=SEAT, place=engineer_slot, coins=int),
    EventKind(Event.MOVES_MINERS, player=SEAT, by_token=bool),
    EventKind(Event.PLACED, player=SEAT, place=place),
    EventKind(Event.MOVED, player=SEAT, start=place, place=place),
    EventKind(Event.MOVED_ENGINEER, player=SEAT, start=engineer_slot, place=engineer_slot),
    EventKind(Event.UNCOVERED, player=SEAT, station=station, token=rail),
    EventKind(Event.USED_BONUS, player=SEAT, token=bonus),
    EventKind(Event.FLIPPED, player=SEAT, card=tech, workers=int, coins=int, tokens=int),
    EventKind(Event.PRICE_ROSE, price=price),
    EventKind(Event.TRADED, player=SEAT, coins=int, workers=int),
    EventKind(Event.GOT_EXTRA, player=SEAT),
    EventKind(Event.PLAYED_EXTRA, player=SEAT),
    EventKind(Event.PROTECTED, player=SEAT, slot=slot),
    EventKind(Event.DEFENDED, player=SEAT, slot=slot),
    EventKind(Event.BAG_FILLED, player=SEAT, discs=int),
    EventKind(Event.TOKEN_SHOWN, token=disaster),
    EventKind(Event.DISC_DRAWN, player=SEAT, number=int),
    EventKind(Event.NEUTRAL_DRAWN, disc=neutral_disc, number=int),
    EventKind(Event.HIT, player=SEAT, points=int),
    EventKind(Event.MINER_LOST, player=SEAT, place=place),
    EventKind(Event.TOKEN_WORKS, token=disaster),
    EventKind(Event.DAMAGED, player=SEAT, coins=int, points=int),
    EventKind(Event.SYNDICATE_BOUGHT, mine=mine),
    EventKind(Event.EARNED, player=SEAT, coins=int),
    EventKind(Event.SCORED, player=SEAT, points=int, source=source),
    EventKind(Event.LOT_SHOWN, field=field),
    EventKind(Event.HELPED, player=SEAT, points=int),
    EventKind(Event.BASE, player=SEAT, value=int),
    EventKind(Event.BADE, player=SEAT, value=int, coins=int),
    EventKind(Event.PASSED, player=SEAT),
    EventKind(Event.WON, player=SEAT, field=field, coins=int),
    EventKind(Event.SYNDICATE_WON, field=field),
    EventKind(Event.COMPENSATED, player=SEAT, points=int, field=field),
    EventKind(Event.GAP_CLOSED, player=SEAT, slot=slot),
    EventKind(Event.LOADED, player=SEAT, wagons=int, points=int, coins=int),
    EventKind(Event.ROUND, round=int),
    EventKind(Event.REFILLED, coins=int),
    EventKind(Event.FINAL, player=SEAT, points=int),
    EventKind(Event.ENDED),
)
