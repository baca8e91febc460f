"""The outbox: messages in the database, exactly one per turn and channel."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from pithead.table.store import Store, schema

LEASE = 60.0
"""Lease in seconds of a worker on the messages it took."""
GIVE_UP = 8
FIRST_PAUSE = 30.0
LONGEST_PAUSE = 3600.0
REMINDER = 12 * 3600.0
"""A reminder comes this long before a clock runs out, or at three quarters of the time of a turn."""
SHORTEST_REMINDED = 3600.0
"""Turns with less time than this get no reminder: it would coincide with the first message."""

_notice, _board, _channel = schema.notice, schema.board, schema.channel


class Due(NamedTuple):
    """One message that should go out now."""

    key: str
    kind: str
    channel: str
    board: str
    turn: int
    tries: int


class Outbox:
    """The messages of all people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def waiting(self) -> list[Any]:
        """The tables whose next move belongs to a person with a confirmed channel."""
        query = (
            select(_board.c.id, _board.c.waits_for, _board.c.turn, _board.c.due_at, _board.c.changed_at, _channel.c.id)
            .join(_channel, _channel.c.device == _board.c.waits_for)
            .outerjoin(
                schema.quiet_table,
                (schema.quiet_table.c.device == _board.c.waits_for) & (schema.quiet_table.c.board == _board.c.id),
            )
            .where(_board.c.status == "running", _channel.c.confirmed_at.is_not(None))
            .where(schema.quiet_table.c.board.is_(None))
        )
        async with self._store.reading() as connection:
            return list((await connection.execute(query)).all())

    async def rounds(self) -> list[Any]:
        """The tables of cups whose round has begun, with the confirmed channels of those who play there."""
        cup, game, seat = schema.cup, schema.cup_game, schema.cup_seat
        query = (
            select(cup.c.id, cup.c.round, game.c.board, _channel.c.id)
            .join(game, (game.c.cup == cup.c.id) & (game.c.round == cup.c.round))
            .join(seat, (seat.c.cup == cup.c.id) & (seat.c.round == game.c.round) & (seat.c.number == game.c.number))
            .join(_channel, _channel.c.device == seat.c.device)
            .where(cup.c.status == "running", _channel.c.confirmed_at.is_not(None))
        )
        async with self._store.reading() as connection:
            return list((await connection.execute(query)).all())

    async def collect(self, now: float, delay: float) -> None:
        """Insert the missing messages of turns and cup rounds, and reminders at correspondence time controls."""
        rows = await self.waiting()
        wanted: list[dict[str, Any]] = [
            {
                "key": f"cup:{cup}:{number}:{channel}",
                "kind": "cup",
                "channel": channel,
                "board": board,
                "turn": 0,
                "created_at": now,
                "state": "waiting",
                "tries": 0,
                "lease_until": 0.0,
                "due_at": now + delay,
            }
            for cup, number, board, channel in await self.rounds()
        ]
        for board, _device, turn, deadline, since, channel in rows:
            common = {"channel": channel, "board": board, "turn": turn, "created_at": now}
            common |= {"state": "waiting", "tries": 0, "lease_until": 0.0}
            key = f"turn:{board}:{turn}:{channel}"
            wanted.append(common | {"key": key, "kind": "turn", "due_at": now + delay})
            if deadline is not None and deadline - since >= SHORTEST_REMINDED:
                at = deadline - min(REMINDER, (deadline - since) / 4)
                key = f"reminder:{board}:{turn}:{channel}"
                wanted.append(common | {"key": key, "kind": "reminder", "due_at": at})
        keys = [row["key"] for row in wanted]
        known = await self._known(keys)
        fresh = [row for row in wanted if row["key"] not in known]
        if fresh:
            await self._store.write(lambda connection: self._insert(connection, fresh))

    async def _known(self, keys: Sequence[str]) -> set[str]:
        async with self._store.reading() as connection:
            found: set[str] = set()
            for start in range(0, len(keys), 500):
                query = select(_notice.c.key).where(_notice.c.key.in_(keys[start : start + 500]))
                found |= set((await connection.execute(query)).scalars())
        return found

    def _insert(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        """Another worker may insert the same message concurrently: its idempotency key is unique."""
        # Import only the dialect in use: PostgreSQL's takes 2 MB.
        dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")
        connection.execute(dialect.insert(_notice).on_conflict_do_nothing(index_elements=["key"]), rows)

    async def claim(self, now: float, most: int = 200) -> list[Due]:
        """Claim due messages under a lease."""

        def put(connection: Connection) -> list[Any]:
            free = (_notice.c.state == "waiting") & (_notice.c.due_at <= now) & (_notice.c.lease_until < now)
            names = (_notice.c.key, _notice.c.kind, _notice.c.channel, _notice.c.board, _notice.c.turn, _notice.c.tries)
            query = select(*names).where(free).order_by(_notice.c.due_at).limit(most)
            rows = connection.execute(query if self._store.is_sqlite else query.with_for_update(skip_locked=True)).all()
            keys = [row.key for row in rows]
            connection.execute(_notice.update().where(_notice.c.key.in_(keys)).values(lease_until=now + LEASE))
            return list(rows)

        return [Due(*row) for row in await self._store.write(put)]

    async def turns(self, boards: list[str]) -> dict[str, tuple[str | None, int]]:
        """The device that each running table waits for, and the number of its turn."""
        query = select(_board.c.id, _board.c.waits_for, _board.c.turn).where(
            _board.c.id.in_(boards), _board.c.status == "running"
        )
        async with self._store.reading() as connection:
            return {row.id: (row.waits_for, row.turn) for row in await connection.execute(query)}

    async def done(self, keys: list[str], state: str, now: float) -> None:
        """Mark messages as sent, or as obsolete."""

        def put(connection: Connection) -> None:
            connection.execute(_notice.update().where(_notice.c.key.in_(keys)).values(state=state, sent_at=now))

        await self._store.write(put)

    async def postpone(self, keys: list[str], until: float) -> None:
        """Postpone for quiet hours, without counting as an attempt."""

        def put(connection: Connection) -> None:
            values = {"due_at": until, "lease_until": 0.0}
            connection.execute(_notice.update().where(_notice.c.key.in_(keys)).values(values))

        await self._store.write(put)

    async def failed(self, due: list[Due], channel: str, now: float, pause: float | None = None) -> None:
        """Retry with exponential back-off, up to a limit."""

        def put(connection: Connection) -> None:
            for one in due:
                tries = one.tries + 1
                wait = pause or min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1))
                values: dict[str, Any] = {"tries": tries, "due_at": now + wait, "lease_until": 0.0}
                if tries >= GIVE_UP:
                    values["state"] = "failed"
                connection.execute(_notice.update().where(_notice.c.key == one.key).values(values))
            first = (_channel.c.id == channel) & _channel.c.failing_since.is_(None)
            connection.execute(_channel.update().where(first).values(failing_since=now))

        await self._store.write(put)

    async def works(self, channel: str) -> None:
        """Record a successful delivery: resets the channel's failures."""

        def put(connection: Connection) -> None:
            failing = (_channel.c.id == channel) & _channel.c.failing_since.is_not(None)
            connection.execute(_channel.update().where(failing).values(failing_since=None))

        await self._store.write(put)

    async def forget(self, before: float, failing_before: float) -> None:
        """Delete old messages, and channels that have failed for long."""

        def put(connection: Connection) -> None:
            # Not those of the current turn: without its row it would be sent again.
            same = (_board.c.id == _notice.c.board) & ((_board.c.turn == _notice.c.turn) | (_notice.c.kind == "cup"))
            current = select(_board.c.id).where(same, _board.c.status == "running").exists()
            connection.execute(_notice.delete().where(_notice.c.created_at < before, ~current))
            dead = select(_channel.c.id).where(_channel.c.failing_since < failing_before)
            connection.execute(_notice.delete().where(_notice.c.channel.in_(dead)))
            connection.execute(_channel.delete().where(_channel.c.failing_since < failing_before))

        await self._store.write(put)
