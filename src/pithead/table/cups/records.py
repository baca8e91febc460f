"""Queries and writes of cups."""

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, or_, select

from pithead.table.errors import CupBegun, CupFull, NoSuchCup
from pithead.table.store import Store, schema

from .pairing import Group
from .standings import Played

MOST = 64
LISTED = 50
cup_table, player_table, game_table, seat_table = schema.cup, schema.cup_player, schema.cup_game, schema.cup_seat
OVER = ("finished", "aborted", "closed", "damaged")
"""What a table is when nothing more will come of it."""
_running = select(cup_table).where(cup_table.c.status == "running")


class Player(NamedTuple):
    """A participant of a cup."""

    device: str
    name: str
    left: bool


class Table(NamedTuple):
    """A table of a round."""

    round: int
    number: int
    board: str
    status: str | None
    """None until it is opened."""
    secret: str
    group: Group


async def get(store: Store, cup: str) -> Row[Any]:
    """A cup."""
    async with store.reading() as connection:
        row = (await connection.execute(select(cup_table).where(cup_table.c.id == cup))).first()
    if row is None:
        raise NoSuchCup()
    return row


async def listed(store: Store, device: str) -> list[Row[Any]]:
    """The device's own cups and the public ones, unfinished ones first."""
    mine = select(player_table.c.cup).where(player_table.c.device == device)
    visible = or_(cup_table.c.visibility == "public", cup_table.c.owner == device, cup_table.c.id.in_(mine))
    order = (cup_table.c.status == "finished", cup_table.c.changed_at.desc())
    query = select(cup_table).where(visible, cup_table.c.status != "cancelled").order_by(*order).limit(LISTED)
    async with store.reading() as connection:
        return list((await connection.execute(query)).all())


async def of(store: Store, device: str) -> list[Row[Any]]:
    """The cups that a device owns or participates in."""
    mine = select(player_table.c.cup).where(player_table.c.device == device)
    query = select(cup_table).where(or_(cup_table.c.owner == device, cup_table.c.id.in_(mine)))
    async with store.reading() as connection:
        return list((await connection.execute(query.order_by(cup_table.c.created_at))).all())


async def running(store: Store) -> list[Row[Any]]:
    """Unfinished cups, for the sweep."""
    async with store.reading() as connection:
        return list((await connection.execute(_running)).all())


async def players(store: Store, cup: str) -> list[Player]:
    """All participants, in order of joining."""
    query = select(player_table).where(player_table.c.cup == cup).order_by(player_table.c.joined_at)
    async with store.reading() as connection:
        rows = await connection.execute(query)
        return [Player(row.device, row.name, row.left_at is not None) for row in rows]


async def tables(store: Store, cup: str) -> list[Table]:
    """All tables, with their seating."""
    board = schema.board
    games = select(game_table, board.c.status).outerjoin(board, board.c.id == game_table.c.board)
    seats = select(seat_table).where(seat_table.c.cup == cup)
    async with store.reading() as connection:
        rows = (await connection.execute(games.where(game_table.c.cup == cup))).all()
        sat = (await connection.execute(seats.order_by(seat_table.c.seat))).all()
    groups: dict[tuple[int, int], Group] = {}
    for seat in sat:
        groups.setdefault((seat.round, seat.number), []).append(seat.device)
    found = [Table(r.round, r.number, r.board, r.status, r.secret, groups[r.round, r.number]) for r in rows]
    return sorted(found)


async def played(store: Store, cup: str) -> list[Played]:
    """The results of finished tables."""
    seat, result = seat_table, schema.result_seat
    query = (
        select(seat.c.round, seat.c.number, seat.c.seat, seat.c.device, result.c.side, result.c.rank, result.c.score)
        .join(game_table, (game_table.c.cup == seat.c.cup) & (game_table.c.round == seat.c.round))
        .where(game_table.c.number == seat.c.number, seat.c.cup == cup)
        .join(result, (result.c.board == game_table.c.board) & (result.c.seat == seat.c.seat))
        .order_by(seat.c.round, seat.c.number, seat.c.seat)
    )
    async with store.reading() as connection:
        return [Played(*row) for row in await connection.execute(query)]


async def open_cup(store: Store, row: dict[str, Any]) -> None:
    """Insert a cup."""
    row = row | {"options": json.dumps(row["options"]), "clock": json.dumps(row["clock"])}
    await store.write(lambda connection: connection.execute(cup_table.insert().values(row)).rowcount)


async def join(store: Store, cup: str, device: str, name: str, now: float) -> None:
    """Add a participant, idempotent; somebody who left before the start may join again."""

    def put(connection: Connection) -> str | None:
        status = connection.execute(select(cup_table.c.status).where(cup_table.c.id == cup)).scalar()
        if status != "open":
            return "begun"
        mine = (player_table.c.cup == cup) & (player_table.c.device == device)
        connection.execute(player_table.delete().where(mine))
        count = connection.execute(select(func.count()).where(player_table.c.cup == cup)).scalar() or 0
        if count >= MOST:
            return "full"
        row = {"cup": cup, "device": device, "name": name, "joined_at": now, "left_at": None}
        connection.execute(player_table.insert().values(row))
        return None

    refused = await store.write(put)
    if refused:
        raise CupBegun() if refused == "begun" else CupFull(most=MOST)


async def leave(store: Store, cup: str, device: str, now: float) -> None:
    """Remove a participant: before the start the row is deleted, later further rounds are skipped."""

    def put(connection: Connection) -> None:
        mine = (player_table.c.cup == cup) & (player_table.c.device == device)
        status = connection.execute(select(cup_table.c.status).where(cup_table.c.id == cup)).scalar()
        gone = player_table.delete() if status == "open" else player_table.update().values(left_at=now)
        connection.execute(gone.where(mine))

    await store.write(put)


async def advance(store: Store, cup: str, after: int, now: float, plan: list[tuple[str, str, Group]] | None) -> bool:
    """Advance to the next round with this plan (ids, secrets, groups), or end; false if another worker did so first."""

    def put(connection: Connection) -> bool:
        values = {"round": after + 1} if plan is not None else {"status": "finished"}
        here = (cup_table.c.id == cup) & (cup_table.c.round == after) & (cup_table.c.status == "running")
        if not connection.execute(cup_table.update().where(here).values(values | {"changed_at": now})).rowcount:
            return False
        for number, (board, secret, group) in enumerate(plan or [], 1):
            key = {"cup": cup, "round": after + 1, "number": number}
            connection.execute(game_table.insert().values(key | {"board": board, "secret": secret}))
            rows = [key | {"seat": seat, "device": device} for seat, device in enumerate(group)]
            connection.execute(seat_table.insert(), rows)
        return True

    return bool(await store.write(put))


async def set_status(store: Store, cup: str, before: str, after: str, now: float) -> bool:
    """Compare-and-set of the status; false if it was changed concurrently."""

    def put(connection: Connection) -> bool:
        here = (cup_table.c.id == cup) & (cup_table.c.status == before)
        values = {"status": after, "changed_at": now}
        return bool(connection.execute(cup_table.update().where(here).values(values)).rowcount)

    return bool(await store.write(put))


def hand_over(connection: Connection, old: str, new: str, name: str | None = None) -> None:
    """Change a participant's identity: after a sign-in, or anonymised."""
    both = select(player_table.c.cup).where(player_table.c.device == new).scalar_subquery()
    mine = (player_table.c.device == old) & player_table.c.cup.not_in(both)
    values = {"device": new} if name is None else {"device": new, "name": name}
    connection.execute(player_table.update().where(mine).values(values))
    connection.execute(seat_table.update().where(seat_table.c.device == old).values(device=new))
    connection.execute(cup_table.update().where(cup_table.c.owner == old).values(owner=new))
