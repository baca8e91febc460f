"""The loop that creates and delivers messages about turns."""

import json
import logging
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from pithead.engine.errors import PitheadError
from pithead.engine.registry import load
from pithead.table import metrics
from pithead.table.identity import Identity
from pithead.table.settings import Settings
from pithead.table.store import Store, schema

from .channels import Channel, Channels
from .messages import Message, Waiting, compose, trial
from .outbox import Due, Outbox
from .refusals import Gone, Later
from .sealing import Seal
from .vapid import vapid_of

if TYPE_CHECKING:
    from py_vapid import Vapid02

    from pithead.table.rooms import Rooms

    from .deliver import Couriers

log = logging.getLogger("pithead.table.notices")

KEPT = 30 * 86_400.0
FAILING = 7 * 86_400.0
"""Seconds after which a channel that never works is forgotten."""


class Notices:
    """Notifies people who are to move and have no connection to the table."""

    def __init__(self, settings: Settings, store: Store, rooms: "Rooms", identity: Identity, secret: str) -> None:
        self._settings = settings
        self._store = store
        self._rooms = rooms
        self._identity = identity
        self._couriers: Couriers | None = None
        self._vapid: Vapid02 | None = None
        self.channels = Channels(store, Seal(secret))
        self.outbox = Outbox(store)

    def open(self) -> None:
        """Start the loops."""
        self._rooms.loops.start("notices", self.sweep, self._settings.notify_every, limit=120.0)
        self._rooms.loops.start("forgotten notices", self.tidy, 3600.0, first=3600.0)

    async def close(self) -> None:
        """Close idle connections."""
        if self._couriers:
            await self._couriers.egress.close()

    async def vapid(self) -> "Vapid02":
        """The key by which push services recognise this server."""
        self._vapid = self._vapid or await vapid_of(self._store)
        return self._vapid

    async def couriers(self) -> "Couriers":
        """The delivery back-ends, imported lazily."""
        settings, vapid = self._settings, await self.vapid()
        if self._couriers is None:
            from .deliver import Couriers, Mail
            from .egress import Egress

            mail = Mail(settings.smtp, settings.mail_from) if settings.smtp else None
            self._couriers = Couriers(Egress(settings.private_endpoints), vapid, settings.contact, mail)
        return self._couriers

    async def sweep(self) -> None:
        """Create missing messages, and deliver those that are due."""
        now = self._rooms.keeper.now()
        await self.outbox.collect(now, self._settings.notify_after)
        due = await self.outbox.claim(now)
        if due:
            await self._tell(due, now)

    async def tidy(self) -> None:
        """Delete old messages."""
        now = self._rooms.keeper.now()
        await self.outbox.forget(now - KEPT, now - FAILING)

    async def _tell(self, due: list[Due], now: float) -> None:
        channels = await self.channels.by_id(sorted({one.channel for one in due}))
        turns = await self.outbox.turns(sorted({one.board for one in due}))
        by_channel: dict[str, list[Due]] = defaultdict(list)
        past: list[str] = []
        for one in due:
            channel = channels.get(one.channel)
            if channel is None or not self._current(one, channel, turns):
                past.append(one.key)
            elif await self._looking(one.board, channel.device):
                past.append(one.key)
            else:
                by_channel[one.channel].append(one)
        if past:
            await self.outbox.done(past, "dropped", now)
        for id, messages in by_channel.items():
            await self._deliver(channels[id], messages, now)

    @staticmethod
    def _current(one: Due, channel: Channel, turns: dict[str, tuple[str | None, int]]) -> bool:
        """Whether a message is still current: its round's game runs, or its turn is not over."""
        if one.kind == "cup":
            return one.board in turns
        return turns.get(one.board) == (channel.device, one.turn)

    async def _looking(self, board: str, device: str) -> bool:
        """Whether a connection of the person shows this table, at any worker."""
        room = self._rooms.loaded(board)
        if room is not None and device in room.presence.devices_here():
            return True
        if self._store.is_sqlite:
            return False
        presence = schema.presence
        query = select(presence.c.seats).where(presence.c.board == board, presence.c.until > self._rooms.keeper.now())
        async with self._store.reading() as connection:
            rows = (await connection.execute(query)).scalars().all()
        return any(device in json.loads(row) for row in rows)

    async def _deliver(self, channel: Channel, due: list[Due], now: float) -> None:
        keys = [one.key for one in due]
        quiet = channel.quiet_until(now)
        if quiet is not None:
            await self.outbox.postpone(keys, quiet)
            return
        message = await self._message(channel, due)
        try:
            await (await self.couriers()).send(channel, message)
        except Gone:
            metrics.notices.labels(channel.kind, "gone").inc()
            log.info("channel forgotten", extra={"channel": channel.id, "kind": channel.kind})
            await self.channels.remove(channel.id)
        except Later as problem:
            metrics.notices.labels(channel.kind, "later").inc()
            log.warning("not delivered", extra={"channel": channel.id, "kind": channel.kind, "why": str(problem)})
            await self.outbox.failed(due, channel.id, now, problem.after)
        else:
            metrics.notices.labels(channel.kind, "sent").inc()
            await self.outbox.done(keys, "sent", now)
            await self.outbox.works(channel.id)

    async def _message(self, channel: Channel, due: list[Due]) -> Message:
        # Deduplicate by table: a round's message may coincide with one about a turn in it.
        due = list({one.board: one for one in sorted(due, key=lambda one: one.kind == "cup")}.values())
        heads = await self._heads([one.board for one in due])
        waiting = [self._waiting(one, heads.get(one.board), channel) for one in due]
        path = f"/table/{due[0].board}" if len(due) == 1 else "/"
        if len(due) == 1 and channel.kind == "email":
            path = await self._seat_link(due[0].board, channel.device) or path
        return compose(waiting, channel.language, channel.to["origin"], path, self.stop_path(channel), due[0].key)

    def _waiting(self, one: Due, head: Any, channel: Channel) -> Waiting:
        if head is None:
            return Waiting(one.board, "Pithead", "", one.kind)
        seats = zip(head["table"]["seats"], head["devices"], strict=True)
        others = ", ".join(seat["name"] for seat, device in seats if device != channel.device and seat["name"])
        try:
            title = load(head["table"]["game"]).messages(channel.language).text("game.title")
        except PitheadError:
            title = head["table"]["game"]
        return Waiting(one.board, title, others, one.kind)

    async def _heads(self, boards: list[str]) -> dict[str, Any]:
        query = select(schema.board.c.id, schema.board.c.head).where(schema.board.c.id.in_(boards))
        async with self._store.reading() as connection:
            return {row.id: json.loads(row.head) for row in await connection.execute(query)}

    async def _seat_link(self, board: str, device: str) -> str | None:
        """A signed seat link, since mail is often read on another device than the seat's."""
        room = await self._rooms.get(board)
        async with room.steady() as state:
            mine = state.seats_of(device)
            return f"/join/{self._identity.link('device', state, mine[0])}" if mine else None

    def stop_path(self, channel: Channel) -> str:
        """The one-click unsubscribe path of a channel."""
        return f"/stop/{self._identity.stop_token(channel.id)}"

    async def send_trial(self, channel: Channel, key: str) -> None:
        """Send a test message."""
        message = trial(channel.language, channel.to["origin"], self.stop_path(channel), key)
        await (await self.couriers()).send(channel, message)
