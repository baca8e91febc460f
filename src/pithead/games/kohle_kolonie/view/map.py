"""The map as everybody sees it: fields, mines, villages and stations."""

from typing import Any

from pithead.engine.views import kept, kept_by

from .. import state as st
from ..rules.board_scoring import marks
from ..rules.building import settlements_in
from ..state import Owner, State
from .models import FieldView, MineView, SettlementView, StationView, VillageView

SYNDICATE_TOKENS: dict[int, str] = {Owner.SYNDICATE_ENGINE: "engine", Owner.SYNDICATE_COIN: "coin"}


def _holder(holder: int) -> tuple[str, int | None]:
    """Status and owner of a mine."""
    if holder < st.MAX_PLAYERS:
        return "player", holder
    if Owner.SYNDICATE_ENGINE <= holder < Owner.ON_SALE:
        return "syndicate", None
    return Owner(holder).name.lower(), None


@kept_by(lambda s: (s.small, tuple(s.mines), tuple(s.large)))
def fields(s: State) -> list[FieldView]:
    return [_field(field, s.small, marks(s, field), s.large[field]) for field in range(st.N_FIELDS)]


@kept
def _field(field: int, small: int, marked: int, holder: int) -> FieldView:
    status, owner = _holder(holder)
    return FieldView(
        id=st.FIELDS[field],
        name=st.FIELD_NAMES[field],
        in_play=bool(st.FIELD_IN[small][field]),
        marks=marked,
        consolidates=st.LARGE_ROUND[field] or None,
        status=status,
        owner=owner,
        token=SYNDICATE_TOKENS.get(holder),
    )


@kept_by(lambda s: tuple(s.mines))
def mines(s: State) -> list[MineView]:
    return [_mine(mine, holder) for mine, holder in enumerate(s.mines)]


@kept
def _mine(mine: int, holder: int) -> MineView:
    status, owner = _holder(holder)
    return MineView(
        number=mine + 1,
        name=st.MINE_NAMES[mine],
        field=st.FIELDS[st.MINE_FIELD[mine]],
        round=st.MINE_ROUND[mine],
        status=status,
        owner=owner,
        token=SYNDICATE_TOKENS.get(holder),
    )


def _settled(s: State) -> Any:
    """The settlements of everybody, and the miners in them."""
    return tuple((tuple(p.settled), tuple(p.miners[st.VILLAGE_AT : st.STATION_AT])) for p in s.players[: s.n])


@kept_by(lambda s: (s.small, tuple(s.workers), _settled(s)))
def villages(s: State) -> list[VillageView]:
    return [
        _village(village, s.small, s.workers[village], settlements_in(s, village), _settlers(s, village))
        for village in range(st.N_VILLAGES)
    ]


def _settlers(s: State, village: int) -> tuple[tuple[int, int], ...]:
    """Who has a settlement in a village, with how many miners."""
    at = st.VILLAGE_AT + village
    return tuple((p, s.players[p].miners[at]) for p in range(s.n) if s.players[p].settled[village])


@kept
def _village(village: int, small: int, workers: int, taken: int, settlers: tuple[tuple[int, int], ...]) -> VillageView:
    in_play = st.VILLAGE_IN[small][village] > 0
    return VillageView(
        id=st.VILLAGES[village],
        name=st.VILLAGE_NAMES[village],
        in_play=in_play,
        workers=workers,
        spots=st.VILLAGE_SPOTS[village],
        free=st.VILLAGE_SPOTS[village] - taken if in_play else 0,
        settlements=[SettlementView(player=p, miners=miners) for p, miners in settlers],
    )


def _railwaymen(s: State) -> Any:
    """The miners of everybody at stations."""
    return tuple(tuple(p.miners[st.STATION_AT : st.STATION_AT + st.N_STATIONS]) for p in s.players[: s.n])


@kept_by(lambda s: (s.small, tuple(s.station_token), _railwaymen(s)))
def stations(s: State) -> list[StationView]:
    miners = zip(*_railwaymen(s), strict=True)
    return [_station(station, s.small, s.station_token[station] > 0, by) for station, by in enumerate(miners)]


@kept
def _station(station: int, small: int, token: bool, miners: tuple[int, ...]) -> StationView:
    return StationView(
        id=st.STATIONS[station],
        name=st.STATION_NAMES[station],
        line=st.LINES[st.STATION_LINE[station]],
        in_play=bool(st.STATION_IN[small][station]),
        token=token,
        miners=list(miners),
    )
