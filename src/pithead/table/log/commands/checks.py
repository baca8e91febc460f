"""Preconditions shared by commands: authorisation and table status."""

from collections.abc import Iterable

from pithead import bots
from pithead.engine import registry
from pithead.engine.errors import GameOver, NotYourTurn
from pithead.engine.game import Game
from pithead.table.errors import (
    CoachAlone,
    NoLevel,
    NoSuchSeat,
    NotInLobby,
    NotOwner,
    NotRatable,
    NotRunning,
    NotWelcome,
    NotYourSeat,
    Opening,
    Sealed,
)
from pithead.table.log.seats import for_one
from pithead.table.log.state import TableState
from pithead.table.perspective import Perspective, of_seat


def owner(state: TableState, device: str) -> None:
    """Refuse everybody but the owner."""
    if state.owner != device:
        raise NotOwner()


def seat_exists(state: TableState, seat: int) -> int:
    """Refuse seats that the table does not have."""
    if not 0 <= seat < len(state.seats):
        raise NoSuchSeat()
    return seat


def own_seat(state: TableState, seat: int | None, device: str) -> int:
    """Refuse seats of somebody else."""
    if seat is None or seat not in state.seats_of(device):
        raise NotYourSeat()
    return seat


def welcome(state: TableState, device: str) -> None:
    """Refuse people whom the owner has removed."""
    if device in state.removed:
        raise NotWelcome()


def lobby(state: TableState) -> None:
    """Refuse what is possible only before the start."""
    if state.status != "lobby":
        raise NotInLobby()
    if state.opening is not None:
        raise Opening()


def running(state: TableState) -> None:
    """Refuse what is possible only while a game runs."""
    if not state.running:
        raise GameOver() if state.status == "finished" else NotRunning()


def own_turn(state: TableState, seat: int, device: str) -> Perspective:
    """Refuse everybody but the holder of the seat to move; returns what that seat sees."""
    own_seat(state, seat_exists(state, seat), device)
    running(state)
    look = of_seat(state, seat)
    if not look.drafts:
        raise NotYourTurn(player=look.match.names[state.to_move or 0])
    return look


def coach(percent: int, kinds: Iterable[str]) -> int:
    """Refuse a coach unless one person plays against bots: with opponents it would be outside assistance."""
    if percent and not for_one(kinds):
        raise CoachAlone()
    return percent


def unsealed(state: TableState) -> None:
    """Refuse to reveal a duplicate deal that is still played at other tables."""
    if state.sealed:
        raise Sealed()


def ratable(game: Game, clock: str, devices: Iterable[str | None]) -> None:
    """Refuse a rated game without a clock, with unpublished components, or with the same device on several seats."""
    if clock == "none":
        raise NotRatable(why="rated_clock")
    if game.edition is None and game.material.fingerprint != registry.load(game.id).material.fingerprint:
        raise NotRatable(why="rated_edition")
    held = [device for device in devices if device is not None]
    if len(held) != len(set(held)):
        raise NotRatable(why="rated_two_seats")


def level(wanted: str | None) -> str:
    """A level of bots; anything else is refused with the list."""
    known = ", ".join(bots.LEVELS)
    if wanted is None:
        raise NoLevel(known=known)
    if wanted not in bots.LEVELS:
        raise bots.UnknownLevel(level=wanted, known=known)
    return wanted
