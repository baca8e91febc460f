"""The stored result of a finished game."""

import hashlib
import json
import logging

from sqlalchemy import select

from pithead.engine.errors import PitheadError
from pithead.table import loading
from pithead.table.log.seats import Seat
from pithead.table.log.state import TableState
from pithead.table.render.tables import result_info
from pithead.table.store import Conflict, FinishedGame, Store, schema

log = logging.getLogger("pithead.table.results")

BOT = "bot:"
NOBODY = "nobody:"
"""What stands before the level of a bot, and before a token for a person without a page: who has deleted everything, or
sat beside somebody at the same screen."""


def person_of(device: str) -> str:
    """A person's stable public id, from which the device id cannot be derived."""
    return hashlib.sha256(b"pithead history " + device.encode()).hexdigest()[:20]


def result_of(state: TableState) -> FinishedGame | None:
    """The rows of a game that has come to its end; without seats where it was no game of its own."""
    result = result_info(state)
    if result is None or state.status != "finished":
        return None
    row = {
        "board": state.id,
        "game": state.game.id,
        "players": len(state.seats),
        "how": result.how,
        "visibility": state.visibility,
        "verdict": _verdict(state, result.teams) if state.fresh else "apart",
        "number": None,
        "ended_at": state.at,
    }
    if not state.fresh:
        # Continued games, lessons and records get a row too, so that their logs are not read again.
        return FinishedGame(row, [])
    seats = [
        {
            "board": state.id,
            "seat": number,
            "player": _player(state.id, number, seat),
            "name": seat.name,
            "side": result.teams[number],
            "rank": result.ranks[number],
            "score": result.scores[number],
            "points": json.dumps(result.breakdown[number], separators=(",", ":")),
            "fate": "conceded" if seat.conceded else "helped" if seat.helped else "",
        }
        for number, seat in enumerate(state.seats)
    ]
    return FinishedGame(row, seats)


def _player(board: str, number: int, seat: Seat) -> str:
    if seat.kind == "bot":
        return f"{BOT}{seat.level}"
    return f"{NOBODY}{board}{number}" if seat.hotseat or seat.device is None else person_of(seat.device)


def _verdict(state: TableState, sides: list[int]) -> str:
    """Whether a game counts, or why it does not."""
    if not state.rated:
        return "casual"
    people = [seat.device for seat in state.seats if seat.kind == "human"]
    if state.shared or len(people) != len(set(people)):
        return "two_seats"
    if not people:
        return "bots"
    if len(set(sides)) < 2:
        return "alone"
    if state.how == "conceded" and state.turn < len(state.seats):
        # Conceded before everybody had a turn: treated as aborted.
        return "short"
    return "waiting"


async def catch_up(store: Store) -> int:
    """Read the results of games that ended before results were kept; returns how many."""
    board, result = schema.board, schema.result
    missing = (
        select(board.c.id)
        .outerjoin(result, result.c.board == board.c.id)
        .where(board.c.status == "finished", result.c.board.is_(None))
        .order_by(board.c.changed_at)
    )
    async with store.reading() as connection:
        tables = (await connection.execute(missing)).scalars().all()
    read = 0
    for table in tables:
        try:
            found = result_of((await loading.load(store, table)).state)
            if found is not None:
                await store.write(found.insert)
                read += 1
        except Conflict:
            # Another worker has read it a moment ago.
            continue
        except PitheadError as problem:
            log.warning("result not read", extra={"table": table, "why": problem.code})
    return read
