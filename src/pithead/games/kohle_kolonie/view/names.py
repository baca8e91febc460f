"""Ids and names of cards and places, as views and the targets of options give them."""

from .. import state as st


def card_id(card: int) -> str:
    """The id of a mine card: mine:12 or large:VG."""
    return f"mine:{card}" if card < st.LARGE_CARD else f"large:{st.FIELDS[card - st.LARGE_CARD]}"


def card_name(card: int) -> str:
    """The name of a mine card."""
    return st.MINE_NAMES[card - 1] if card < st.LARGE_CARD else st.FIELD_NAMES[card - st.LARGE_CARD]


def place_id(place: int) -> str:
    """The id of a place for miners, as the targets of options name it."""
    if place < st.N_SLOTS:
        return f"guard:{st.SLOTS[place]}"
    if place < st.VILLAGE_AT:
        return f"tech:{'.'.join(st.TECH_SLOTS[place - st.N_SLOTS])}"
    if place < st.STATION_AT:
        return f"village:{st.VILLAGES[place - st.VILLAGE_AT]}"
    return f"station:{st.STATIONS[place - st.STATION_AT]}" if place < st.RESERVE else "reserve"
