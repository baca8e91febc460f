"""A player as the seats see him: possessions, mat, technology cards, and what the scorings would bring."""

from typing import Any

from pithead.engine.views import kept, kept_by, numbers, shared

from .. import state as st
from ..rules.board_scoring import board_score
from ..rules.common import slot_room
from ..rules.consolidation import administration
from ..rules.disasters import discs_of, is_secured
from ..rules.income import income
from ..rules.scoring import engines_of, final_points, has_line, line_points, station_points
from ..rules.technology import pieces_on, technology_coins, technology_vp, wagons
from ..state import Stage, State
from .models import ForecastView, PlayerView, SlotView, TechnologyView, TechSlotView
from .names import card_id, card_name


@shared
def prospects(s: State, p: int) -> dict[str, int]:
    """What the scorings would bring a player as things stand, apart from the final one."""
    player = s.players[p]
    coins, points, bid = _technology_pays(s, p)
    stations, lines = _railway_pays(s, p)
    return {
        "income": income(player),
        "board": board(s, p),
        "technology_coins": coins,
        "technology_points": points,
        "wagons": wagons(player),
        "administration": bid,
        "discs": discs_of(s, p),
        "stations": stations,
        "lines": lines,
    }


def _pieces(s: State, p: int) -> Any:
    """What the technology cards of a player depend on: their sides and the pieces on them."""
    player = s.players[p]
    return (
        tuple(s.options),
        tuple(player.flipped),
        tuple(player.miners),
        tuple(player.placed_engineers),
        tuple(player.placed_engines),
    )


@kept_by(_pieces)
def _technology_pays(s: State, p: int) -> tuple[int, int, int]:
    """Coins of the coking plant, points of the ironworks, and the bid of the administration."""
    player = s.players[p]
    return technology_coins(s, player), technology_vp(s, player), administration(s, p)


@kept_by(lambda s, p: (tuple(s.options), s.small, tuple(s.players[p].miners)))
def _railway_pays(s: State, p: int) -> tuple[int, int]:
    """Points for stations and for complete lines."""
    player = s.players[p]
    return station_points(s, player), line_points(s, player)


@kept_by(lambda s, p: (p, tuple(s.mines), tuple(s.large), tuple(s.players[p].settled)))
def board(s: State, p: int) -> int:
    """What the map is worth to a player."""
    return board_score(s, p)


def _shows_player(s: State, p: int, money: bool) -> Any:
    """What the view of a player depends on: what he has, whose the mines are, and what happens to him now."""
    disaster = (s.disaster.hit[p], s.stage, tuple(s.disaster.secured[p * st.N_SLOTS : (p + 1) * st.N_SLOTS]))
    return p, money, numbers(s.players[p]), tuple(s.options), s.small, tuple(s.mines), tuple(s.large), disaster


@shared
@kept_by(_shows_player)
def player_view(s: State, p: int, money: bool) -> PlayerView:
    player = s.players[p]
    return PlayerView(
        points=player.points,
        coins=player.coins if money else None,
        workers=player.workers,
        reserve=player.miners[st.RESERVE],
        settlements=player.settlements,
        engineers=player.engineers,
        extra_actions=player.extra_actions,
        engines=engines_of(player),
        engines_aside=player.engines_aside,
        coking_steps=player.coking_steps,
        lost_miners=player.lost,
        hit=bool(s.disaster.hit[p]) if s.stage == Stage.DRAWING else False,
        held=st.BONUS[player.held - 1] if player.held else None,
        tokens={name: player.tokens[kind] for kind, name in enumerate(st.RAIL) if player.tokens[kind]},
        fresh_tokens={name: player.fresh[kind] for kind, name in enumerate(st.RAIL) if player.fresh[kind]},
        slots=[_slot_of(s, p, slot) for slot in range(st.N_SLOTS)],
        technology=_technology(s, p),
        complete_lines=[name for line, name in enumerate(st.LINES) if _line_in(s, line) and has_line(s, player, line)],
        forecast=ForecastView(**prospects(s, p), final=final_points(s, player) if money else None),
    )


@shared
def _line_in(s: State, line: int) -> bool:
    return any(st.STATION_IN[s.small][station] and st.STATION_LINE[station] == line for station in range(st.N_STATIONS))


def _slot_of(s: State, p: int, slot: int) -> SlotView:
    player = s.players[p]
    card = player.cards[slot]
    return _slot(slot, card, player.engines[slot], player.miners[slot] > 0, card > 0 and is_secured(s, p, slot))


@kept
def _slot(slot: int, card: int, engine: int, guard: bool, secured: bool) -> SlotView:
    return SlotView(
        id=st.SLOTS[slot],
        card=card_id(card) if card else None,
        name=card_name(card) if card else None,
        engine=bool(engine),
        guard_space=bool(st.SLOT_GUARD[slot]),
        guard=guard,
        needs_protection=st.SLOT_SAFE[slot] == 0,
        secured=secured,
    )


@kept_by(_pieces)
def _technology(s: State, p: int) -> list[TechnologyView]:
    player = s.players[p]
    slots: list[list[tuple[int, int, int]]] = [[] for _ in st.CARDS]
    for t in range(st.N_TECH):
        if room := slot_room(s, player, t):
            slots[st.TECH_CARD[t]].append((t, room, pieces_on(player, t)))
    return [_technology_card(card, player.flipped[card], tuple(slots[card])) for card in range(len(st.CARDS))]


@kept
def _technology_card(card: int, flipped: int, slots: tuple[tuple[int, int, int], ...]) -> TechnologyView:
    """A card with the slots that are there, their room and their pieces."""
    return TechnologyView(
        card=st.CARDS[card],
        flipped=bool(flipped),
        slots=[TechSlotView(id=st.TECH_SLOTS[t][1], room=room, pieces=pieces) for t, room, pieces in slots],
    )
