"""A cup as a visitor sees it."""

import json
from typing import Any

from sqlalchemy import Row

from pithead.table.results.history import person_of
from pithead.table.results.people import NAMELESS
from pithead.table.store import Store

from . import records
from .service import rounds_of
from .standings import places, standings


def summary(cup: Row[Any], device: str) -> dict[str, Any]:
    """A cup in a list."""
    return {
        "id": cup.id,
        "name": cup.name,
        "game": cup.game,
        "options": json.loads(cup.options),
        "clock": json.loads(cup.clock),
        "size": cup.size,
        "format": cup.format,
        "duplicate": bool(cup.duplicate),
        "rated": bool(cup.rated),
        "substitute": cup.substitute,
        "visibility": cup.visibility,
        "status": cup.status,
        "round": cup.round,
        "rounds": cup.rounds,
        "owner": cup.owner == device,
        "created_at": cup.created_at,
    }


async def page(store: Store, cup: Row[Any], device: str) -> dict[str, Any]:
    """A cup with its people, its rounds and its table of results."""
    people = await records.players(store, cup.id)
    names = {one.device: one.name for one in people}
    left = {one.device for one in people if one.left}
    tables = await records.tables(store, cup.id)
    played = await records.played(store, cup.id)
    ordered = standings(names, played, bool(cup.duplicate))
    scores = {(one.round, one.table, one.seat): one for one in played}
    # A table is named once it can be visited; the address of a private one is the key to it.
    named = {
        table.board
        for table in tables
        if table.status is not None and (device in table.group or cup.visibility == "public")
    }
    return summary(cup, device) | {
        "rounds": rounds_of(cup, len(people)) if cup.status != "open" else cup.rounds,
        "joined": device in names and device not in left,
        "standings": [
            {
                "place": place,
                "name": names[one.player],
                "person": None if names[one.player] == NAMELESS else person_of(one.player),
                "you": one.player == device,
                "left": one.player in left,
                **{name: value for name, value in one._asdict().items() if name != "player"},
            }
            for place, one in zip(places(ordered), ordered, strict=True)
        ],
        "tables": [
            {
                "round": table.round,
                "number": table.number,
                "table": table.board if table.board in named else None,
                "done": table.status in records.OVER,
                "seats": [
                    {
                        "name": names.get(who) if who else None,
                        "you": who == device,
                        "rank": score.rank if (score := scores.get((table.round, table.number, seat))) else None,
                        "score": score.score if score else None,
                    }
                    for seat, who in enumerate(table.group)
                ],
            }
            for table in tables
        ],
    }
