"""What is printed on the board and the cards: the same in every position of a table."""

from typing import Any

from pydantic import BaseModel

from pithead.engine.views import kept
from pithead.kit import material

from .. import state as st
from ..state import Option, State

_M = material()
PRINTED_OPTIONS = (Option.IRONWORKS_ENGINEER_VP, Option.LOADING_ENGINEER_COINS, Option.WORKFORCE_RAISES_PLACES)


class FieldsPrint(BaseModel):
    """What is printed on the fields, in the order of `fields`; 0 where there is no large mine."""

    city: list[str]
    outline: list[list[float]]  # x and y of the corners in turn, 0 … 100
    points: list[int]
    income: list[int]
    wagons: list[int]


class MinesPrint(BaseModel):
    """What is printed on small and single mines, in the order of `mines`."""

    cost: list[int]
    income: list[int]
    points: list[int]
    wagons: list[int]
    second_miner: list[bool]


class VillagesPrint(BaseModel):
    """Where the villages lie, in the order of `villages`, and the fields they touch."""

    x: list[float]
    y: list[float]
    touches: list[list[str]]


class StationsPrint(BaseModel):
    """Where the stations lie, in the order of `stations`, and the villages on both sides of them."""

    x: list[float]
    y: list[float]
    villages: list[list[str]]


class SlotPrint(BaseModel):
    """A slot of one side of a technology card: its piece, and what it brings when it is full."""

    id: str
    piece: str  # miner, engineer, steam_engine
    coins: int
    points: int
    bid: int
    wagons: int  # that it consumes


class FlipPrint(BaseModel):
    """One price for turning a card."""

    workers: int
    coins: int


class SidePrint(BaseModel):
    """One side of a technology card, and what turning to it costs and brings."""

    card: str
    flipped: bool
    places: int  # of an action that places and moves miners
    moves: int
    slots: list[SlotPrint]
    flip: list[FlipPrint]
    points: int


class PrintedView(BaseModel):
    """What the board and the cards of this game say: the same in every position."""

    fields: FieldsPrint
    mines: MinesPrint
    villages: VillagesPrint
    stations: StationsPrint
    lines: dict[str, int]  # points for a complete one
    technology: list[SidePrint]
    bonus_costs: dict[str, int]
    arrows: list[list[str]]  # between the slots of the mat


def printed(s: State) -> PrintedView:
    """What the board and the cards of this table say."""
    return _printed(int(s.small), *(int(s.options[option]) for option in PRINTED_OPTIONS))


@kept
def _printed(small: int, ironworks_engineer: int, loading_engineer: int, raises_places: int) -> PrintedView:
    """R24, R28, R32: three numbers on the technology cards are options of the table."""
    sides = [SidePrint.model_validate(_side(side)) for side in _M["technology"]]
    for side in sides:
        if (side.card, side.flipped) == ("workforce", True) and raises_places:
            side.places = side.moves
        for slot in side.slots:
            if (side.card, side.flipped, slot.id) == ("ironworks", False, "E"):
                slot.points = ironworks_engineer
            if (side.card, side.flipped, slot.id) == ("loading", True, "E"):
                slot.coins = loading_engineer
    return PrintedView(
        fields=FieldsPrint(
            city=[field["city"] for field in _M["fields"]],
            outline=[[number for corner in field["poly"] for number in corner] for field in _M["fields"]],
            points=[int(st.CARD_VP[st.LARGE_CARD + field]) for field in range(st.N_FIELDS)],
            income=[int(st.CARD_INCOME[st.LARGE_CARD + field]) for field in range(st.N_FIELDS)],
            wagons=[int(st.CARD_WAGONS[st.LARGE_CARD + field]) for field in range(st.N_FIELDS)],
        ),
        mines=MinesPrint(
            cost=[int(cost) for cost in st.MINE_COST],
            income=[int(st.CARD_INCOME[mine + 1]) for mine in range(st.N_MINES)],
            points=[int(st.CARD_VP[mine + 1]) for mine in range(st.N_MINES)],
            wagons=[int(st.CARD_WAGONS[mine + 1]) for mine in range(st.N_MINES)],
            second_miner=[bool(second) for second in st.MINE_SECOND],
        ),
        villages=VillagesPrint(
            x=[village["x"] for village in _M["villages"]],
            y=[village["y"] for village in _M["villages"]],
            touches=[village["fields"] for village in _M["villages"]],
        ),
        stations=StationsPrint(
            x=[station["x"] for station in _M["stations"]],
            y=[station["y"] for station in _M["stations"]],
            villages=[station["villages"] for station in _M["stations"]],
        ),
        lines={name: int(st.LINE_BONUS[small][line]) for line, name in enumerate(st.LINES)},
        technology=sides,
        bonus_costs={name: int(st.BONUS_COST[token]) for token, name in enumerate(st.BONUS)},
        arrows=[list(arrow) for arrow in _M["mat"]["arrows"]],
    )


def _side(side: dict[str, Any]) -> dict[str, Any]:
    """A side of a technology card in the words of the view."""
    return {
        "card": side["card"],
        "flipped": side["side"] == "back",
        "places": side.get("place", 0),
        "moves": side.get("move", 0),
        "slots": [
            {
                "id": slot["id"],
                "piece": slot["piece"],
                "coins": slot.get("coins", 0),
                "points": slot.get("vp", 0),
                "bid": slot.get("bid", 0),
                "wagons": slot.get("wagons", 0),
            }
            for slot in side["slots"]
        ],
        "flip": [{"workers": way.get("workers", 0), "coins": way.get("coins", 0)} for way in side.get("flip", [])],
        "points": side.get("flip_vp", 0),
    }
