"""Histories, ratings and the leaderboard."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from pithead.engine import registry
from pithead.table import protocol
from pithead.table.errors import NoLeaderboard
from pithead.table.http.deps import Device, Here
from pithead.table.results import profiles
from pithead.table.results.history import person_of

router = APIRouter(tags=["results"])

Person = Annotated[str, Path(pattern=r"^(me|[0-9a-f]{20})$")]


@router.get("/people/{person}", response_model=protocol.Profile)
async def look(person: Person, device: Device, server: Here) -> dict[str, Any]:
    """The page of a person (`me` for your own): ratings, results, opponents, points by source."""
    me = person_of(device)
    return await profiles.profile(server.store, me if person == "me" else person, me)


@router.get("/people/{person}/games", response_model=protocol.PlayedGames)
async def games(
    person: Person,
    device: Device,
    server: Here,
    before: Annotated[float | None, Query(ge=0, allow_inf_nan=False)] = None,
) -> dict[str, Any]:
    """The finished games of a person that you may see."""
    me = person_of(device)
    return await profiles.games(server.store, me if person == "me" else person, me, before)


@router.get("/leaderboard/{game}", response_model=protocol.Leaderboard)
async def leaderboard(
    game: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")], device: Device, server: Here
) -> dict[str, Any]:
    """The leaderboard of a game, where the host keeps one."""
    if not server.settings.leaderboard:
        raise NoLeaderboard()
    title = registry.load(game).id
    return {
        "game": title,
        "ranked": await profiles.leaderboard(server.store, title, person_of(device)),
        "enough_games": profiles.ESTABLISHED,
        "enough_rivals": profiles.RIVALS,
    }
