"""Words for the numbers of Kohle & Kolonie.

Mines, fields, villages and stations go by their names in the material, so that an edition brings its own.
"""

from pithead.engine.events import EventKind

from . import state as st
from .state import (
    ARRANGE,
    ARRANGE_CARD,
    ARRANGE_FILLING,
    BID,
    BONUS,
    BUY,
    BUY_WORKERS,
    CARDS,
    CHOOSE,
    CLOSE_GAP,
    DAMAGE_BY_COIN,
    DEFEND,
    DISASTERS,
    ENGINE,
    ENGINE_SLOTS,
    ENGINEER,
    ENGINEER_SLOTS,
    ENGINEER_TO,
    EXTRA,
    FIELD_NAMES,
    FLIP,
    FLIP_WAYS,
    LARGE_CARD,
    LIFT,
    LIFT_ENGINEER,
    LOAD_WORKER,
    LOSE,
    MARKER,
    MAX_PLAYERS,
    MINE_NAMES,
    MINER_SLOTS,
    MINERS,
    N_SLOTS,
    N_TOKEN_COUNTS,
    NO_SECOND,
    PLACE,
    PROTECT,
    RAIL,
    RESERVE,
    SELL_WORKERS,
    SETTLE,
    SETTLERS,
    SLOT,
    SLOTS,
    SOURCES,
    STATION_AT,
    STATION_NAMES,
    STATIONS,
    TECH_AT,
    TECH_CARD,
    TO,
    USE_BONUS,
    VILLAGE_AT,
    VILLAGE_NAMES,
    VILLAGES,
    WORKER,
)

# The questions, in the order of state.py.
PHASES = (
    "bonus",
    "act",
    "acted",
    "worker",
    "marker",
    "second_worker",
    "slot",
    "second_miner",
    "step",
    "to",
    "engineer_to",
    "settlers",
    "token_engine",
    "token_settlement",
    "token_engineer",
    "arrange",
    "extra",
    "protect",
    "lose",
    "damage",
    "help",
    "bid",
    "gap",
    "place_large",
    "loading",
    "confirm",
    "over",
)
END_REASONS = ("", "rounds")
PROBLEMS = ("",)
PRICE_NAMES = ("settlement", "engineer", "steam_engine")


def mine(index: int) -> str:
    """A small or single mine by name and number."""
    return f"mine:{MINE_NAMES[index]} ({index + 1})"


def field(index: int) -> str:
    """A field, or its large mine, by name."""
    return f"field:{FIELD_NAMES[index]}"


def card(number: int) -> str:
    """A mine card on a mat."""
    return mine(number - 1) if number < LARGE_CARD else field(number - LARGE_CARD)


def village(index: int) -> str:
    """A village by name."""
    return f"village:{VILLAGE_NAMES[index]}"


def station(index: int) -> str:
    """A station by name and id."""
    return f"station:{STATION_NAMES[index]} ({STATIONS[index]})"


def slot(index: int) -> str:
    """A mine slot."""
    return f"slot:{SLOTS[index]}"


def tech_slot(index: int) -> str:
    """The id of a technology slot: miner slots, engineer slots, engine slots."""
    owner, name = st.TECH_SLOTS[index]
    return f"tech_{owner}:{name}"


def engineer_slot(index: int) -> str:
    """The id of an engineer slot."""
    return tech_slot(len(MINER_SLOTS) + index)


def engine_target(index: int) -> str:
    """Where a steam engine goes: a mine slot or a technology slot."""
    return slot(index) if index < N_SLOTS else tech_slot(len(MINER_SLOTS) + len(ENGINEER_SLOTS) + index - N_SLOTS)


def place(index: int) -> str:
    """Where a miner stands."""
    if index < TECH_AT:
        return f"guard:{SLOTS[index]}"
    if index < VILLAGE_AT:
        return tech_slot(index - TECH_AT)
    if index < STATION_AT:
        return village(index - VILLAGE_AT)
    return station(index - STATION_AT) if index < RESERVE else "reserve"


def bonus(index: int) -> str:
    """The id of a bonus token."""
    return f"bonus_{BONUS[index]}"


def rail(index: int) -> str:
    """The id of a railway token."""
    return f"rail_{RAIL[index]}"


def disaster(index: int) -> str:
    """The id of a disaster token."""
    return f"disaster_{DISASTERS[index]}"


def neutral_disc(index: int) -> str:
    """A disc that is no player's."""
    return ("disc_black", "disc_blank")[index - MAX_PLAYERS]


def tech(index: int) -> str:
    """The id of a technology card."""
    return CARDS[index]


def price(index: int) -> str:
    """The id of a price that can rise."""
    return f"price_{PRICE_NAMES[index]}"


def source(index: int) -> str:
    """The id of a source of points."""
    return f"source_{SOURCES[index]}"


def flip_parts(action: int) -> tuple[int, int, int]:
    """Card, price and worker tokens of a flip."""
    payment = action - FLIP
    return (
        payment // N_TOKEN_COUNTS // FLIP_WAYS,
        payment // N_TOKEN_COUNTS % FLIP_WAYS,
        payment % N_TOKEN_COUNTS,
    )


def filling(arrangement: int) -> str:
    """How many miners an arrangement puts on each slot of its card: `M1 1 M2 2`."""
    return " ".join(
        f"{name} {ARRANGE_FILLING[arrangement][t]}"
        for t, (_, name) in enumerate(MINER_SLOTS)
        if TECH_CARD[t] == ARRANGE_CARD[arrangement] and ARRANGE_FILLING[arrangement][t]
    )


def _place_text(index: int) -> str:
    """A place in the words of a record."""
    if index < TECH_AT:
        return f"guard {SLOTS[index]}"
    if index < VILLAGE_AT:
        return " ".join(MINER_SLOTS[index - TECH_AT])
    if index < STATION_AT:
        return VILLAGES[index - VILLAGE_AT]
    return STATIONS[index - STATION_AT] if index < RESERVE else "reserve"


def _engine_text(index: int) -> str:
    return SLOTS[index] if index < N_SLOTS else " ".join(ENGINE_SLOTS[index - N_SLOTS])


def _flip_text(action: int) -> str:
    which, way, tokens = flip_parts(action)
    text = f"flip {CARDS[which]}"
    if way:
        text += f" price {way + 1}"
    return f"{text} tokens {tokens}" if tokens else text


def _main_text(action: int) -> str:
    """Decisions before those of the side actions."""
    if action < BUY:
        return f"choose {BONUS[action - CHOOSE]}"
    if action < WORKER:
        return f"buy {action - BUY + 1}"
    if action < MARKER:
        return f"worker {VILLAGES[action - WORKER]}"
    if action < NO_SECOND:
        return f"settler {VILLAGES[action - MARKER]}"
    if action == NO_SECOND:
        return "no second worker"
    if action < ENGINE:
        return f"slot {SLOTS[action - SLOT]}"
    if action < SETTLE:
        return f"engine {_engine_text(action - ENGINE)}"
    if action < SETTLERS:
        return f"settle {VILLAGES[action - SETTLE]}"
    if action < ENGINEER:
        return f"settlers {action - SETTLERS}"
    return f"engineer {' '.join(ENGINEER_SLOTS[action - ENGINEER])}"


def _step_text(action: int) -> str:
    """Placing and moving."""
    if action == MINERS:
        return "miners"
    if action < LIFT:
        return f"place {_place_text(action - PLACE)}"
    if action < TO:
        return f"from {_place_text(action - LIFT)}"
    if action < LIFT_ENGINEER:
        return f"to {_place_text(action - TO)}"
    if action < ENGINEER_TO:
        return f"engineer from {' '.join(ENGINEER_SLOTS[action - LIFT_ENGINEER])}"
    return f"engineer to {' '.join(ENGINEER_SLOTS[action - ENGINEER_TO])}"


def _side_text(action: int) -> str:
    """The bonus token, flips and trades."""
    if action == USE_BONUS:
        return "bonus"
    if action < ARRANGE:
        return _flip_text(action)
    if action < BUY_WORKERS:
        return f"arrange {CARDS[ARRANGE_CARD[action - ARRANGE]]} {filling(action - ARRANGE)}"
    if action == BUY_WORKERS:
        return "buy workers"
    tokens = action - SELL_WORKERS
    return f"sell workers tokens {tokens}" if tokens else "sell workers"


def _answer_text(action: int) -> str:
    """Answers to the questions of the other phases."""
    if action == EXTRA:
        return "extra action"
    if action < DEFEND:
        return f"protect {SLOTS[action - PROTECT]}"
    if action < LOSE:
        return f"defend {SLOTS[action - DEFEND]}"
    if action < DAMAGE_BY_COIN:
        return f"lose {_place_text(action - LOSE)}"
    if action < BID:
        return ("damage coin", "damage points", "help", "rail token")[action - DAMAGE_BY_COIN]
    if action < CLOSE_GAP:
        return f"bid {action - BID}"
    if action < LOAD_WORKER:
        return f"move up {SLOTS[action - CLOSE_GAP]}"
    return ("load worker", "load token", "load bonus", "wagon token")[action - LOAD_WORKER]


def action_text(action: int) -> str:
    """The canonical text of a decision."""
    if action < CHOOSE:
        return ("end", "close")[action]
    if action < MINERS:
        return _main_text(action)
    if action < USE_BONUS:
        return _step_text(action)
    if action < EXTRA:
        return _side_text(action)
    return _answer_text(action)


EVENTS = {
    st.CHOSE: EventKind("chose", player=int, token=bonus),
    st.ORDERED: EventKind("ordered", player=int, place=int),
    st.BOUGHT: EventKind("bought", player=int, mine=mine, coins=int),
    st.TOOK_WORKER: EventKind("took_worker", player=int, village=village),
    st.TOOK_MARKER: EventKind("took_marker", player=int, village=village),
    st.PUT_CARD: EventKind("put_card", player=int, card=card, slot=slot),
    st.PUT_ENGINE: EventKind("put_engine", player=int, place=engine_target, coins=int),
    st.SETTLED: EventKind("settled", player=int, village=village, coins=int),
    st.PUT_ENGINEER: EventKind("put_engineer", player=int, place=engineer_slot, coins=int),
    st.MOVES_MINERS: EventKind("moves_miners", player=int, by_token=bool),
    st.PLACED: EventKind("placed", player=int, place=place),
    st.MOVED: EventKind("moved", player=int, start=place, place=place),
    st.MOVED_ENGINEER: EventKind("moved_engineer", player=int, start=engineer_slot, place=engineer_slot),
    st.UNCOVERED: EventKind("uncovered", player=int, station=station, token=rail),
    st.USED_BONUS: EventKind("used_bonus", player=int, token=bonus),
    st.FLIPPED: EventKind("flipped", player=int, card=tech, workers=int, coins=int, tokens=int),
    st.PRICE_ROSE: EventKind("price_rose", price=price),
    st.TRADED: EventKind("traded", player=int, coins=int, workers=int),
    st.GOT_EXTRA: EventKind("got_extra", player=int),
    st.PLAYED_EXTRA: EventKind("played_extra", player=int),
    st.PROTECTED: EventKind("protected", player=int, slot=slot),
    st.DEFENDED: EventKind("defended", player=int, slot=slot),
    st.BAG_FILLED: EventKind("bag_filled", player=int, discs=int),
    st.TOKEN_SHOWN: EventKind("token_shown", token=disaster),
    st.DISC_DRAWN: EventKind("disc_drawn", player=int, number=int),
    st.NEUTRAL_DRAWN: EventKind("neutral_drawn", disc=neutral_disc, number=int),
    st.HIT: EventKind("hit", player=int, points=int),
    st.MINER_LOST: EventKind("miner_lost", player=int, place=place),
    st.TOKEN_WORKS: EventKind("token_works", token=disaster),
    st.DAMAGED: EventKind("damaged", player=int, coins=int, points=int),
    st.SYNDICATE_BOUGHT: EventKind("syndicate_bought", mine=mine),
    st.EARNED: EventKind("earned", player=int, coins=int),
    st.SCORED: EventKind("scored", player=int, points=int, source=source),
    st.LOT_SHOWN: EventKind("lot_shown", field=field),
    st.HELPED: EventKind("helped", player=int, points=int),
    st.BASE: EventKind("base", player=int, value=int),
    st.BADE: EventKind("bade", player=int, value=int, coins=int),
    st.PASSED: EventKind("passed", player=int),
    st.WON: EventKind("won", player=int, field=field, coins=int),
    st.SYNDICATE_WON: EventKind("syndicate_won", field=field),
    st.COMPENSATED: EventKind("compensated", player=int, points=int, field=field),
    st.GAP_CLOSED: EventKind("gap_closed", player=int, slot=slot),
    st.LOADED: EventKind("loaded", player=int, wagons=int, points=int, coins=int),
    st.ROUND_BEGAN: EventKind("round", round=int),
    st.REFILLED: EventKind("refilled", coins=int),
    st.FINAL: EventKind("final", player=int, points=int),
    st.GAME_ENDED: EventKind("ended"),
}
