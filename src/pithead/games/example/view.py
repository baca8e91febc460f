"""What a seat of Lamp Room sees."""

from pydantic import BaseModel

from pithead.engine.view_fields import Seat

from .state import LAMPS, N_LAMPS, Option, Phase, State


class PlayerView(BaseModel):
    """One player as everybody, or only the owner, sees him."""

    points: int
    matches: int
    cards: int
    hand: list[str] | None


class View(BaseModel):
    """The table of Lamp Room from one seat."""

    round: int
    first: Seat
    glow: int
    deck: int
    hung: dict[str, int]
    keeper_points: int | None
    players: list[PlayerView]


def view(s: State, seat: int | None) -> View:
    """Only what the seat (None: a spectator) may know."""
    return View(
        round=s.round,
        first=s.first,
        glow=s.glow,
        deck=s.deck.n,
        hung={LAMPS[lamp]: s.hung[lamp] for lamp in range(N_LAMPS)},
        keeper_points=s.keeper_points if s.options[Option.KEEPER] else None,
        players=[
            PlayerView(
                points=s.players[p].points,
                matches=s.players[p].matches,
                cards=s.players[p].held,
                hand=_hand(s, p) if p == seat or s.phase == Phase.OVER else None,
            )
            for p in range(s.n)
        ],
    )


def _hand(s: State, p: int) -> list[str]:
    return [LAMPS[lamp] for lamp in range(N_LAMPS) for _ in range(s.players[p].hand[lamp])]


def breakdown(s: State, player: int) -> dict[str, int]:
    """Points by source."""
    return {"lamps": s.players[player].points}
