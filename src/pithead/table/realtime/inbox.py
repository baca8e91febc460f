"""Messages of one connection: read, checked against the limits, carried out, answered."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from pithead.engine.errors import NotYourTurn, PitheadError, Stale
from pithead.table import metrics, problems, protocol
from pithead.table.errors import (
    BadMessage,
    Internal,
    NotSubscribed,
    RateLimited,
    TooManySpectators,
    TooManyTabs,
)
from pithead.table.language import language_asked
from pithead.table.limits import Bucket, Limits, address_of
from pithead.table.log.commands import checks
from pithead.table.people import name_of, refuse_blocked_talk, refuse_to_show
from pithead.table.perspective import number
from pithead.table.protocol.frames import UNNUMBERED, Frame

from . import dispatch
from .outbox import Answer

if TYPE_CHECKING:
    from .connection import Connection

log = logging.getLogger("pithead.table.realtime.inbox")

MAX_ANSWERS = 200
"""So many answers may wait for a client that does not read them."""


class Inbox:
    """Handles the messages of one connection."""

    def __init__(self, connection: "Connection", limits: Limits) -> None:
        self._connection = connection
        self.room = connection.room
        self.device = connection.device
        self.address = address_of(connection.socket)
        self.name: str | None = None
        """What a spectator goes by, once asked for."""
        self.limits = limits
        settings = connection.room.rooms.settings
        self._bucket = Bucket(settings.message_rate, settings.message_burst, limits.monotonic)
        self._language = language_asked(connection.socket)
        self.unreadable = 0
        """How many messages in a row did not have the form of the contract."""

    async def take(self, text: str | None, received: float) -> None:
        """Read a message, carry it out, answer it."""
        key, kind = None, "unreadable"
        try:
            message = dispatch.parse(text)
            key = message.key
            kind = message.type
            if not self._bucket.take():
                raise RateLimited()
            self.limits.take("message_address", self.address)
            await self._carry_out(message, received)
            self.unreadable = 0
        except PitheadError as problem:
            if isinstance(problem, BadMessage):
                self.unreadable += 1
            self._refuse(problem, key, kind, received)
        except Exception:
            log.exception("message failed", extra={"table": self.room.state.id})
            self._refuse(Internal(), key, kind, received)

    def _answer(self, frame: Frame, received: float | None) -> None:
        self._connection.outbox.answers.append(Answer(frame, received))
        if len(self._connection.outbox.answers) > MAX_ANSWERS:
            self._connection.drop("slow")
        self._connection.wake()

    def _refuse(self, problem: PitheadError, key: str | None, kind: str, received: float) -> None:
        metrics.message_answered(kind, problem.code).inc()
        if isinstance(problem, BadMessage):
            key = problem.params.pop("key", None)
        refusal = problems.problem_of(problem, self._language)
        self._answer(protocol.ErrorFrame(n=UNNUMBERED, key=key, **dict(refusal)), received)
        if isinstance(problem, (Stale, NotYourTurn)):
            self._connection.outbox.repeat_position()
            self._connection.wake()

    def _acked(self, message: protocol.ClientMessage, received: float) -> Callable[[int, bool], None]:
        def answer(seq: int, again: bool) -> None:
            metrics.message_answered(message.type, "ack").inc()
            numbered = number(self.room.state, self.device, seq)
            self._answer(protocol.AckFrame(n=UNNUMBERED, key=message.key, seq=numbered, again=again), received)

        return answer

    async def _carry_out(self, message: protocol.ClientMessage, received: float) -> None:
        if isinstance(message, protocol.Subscribe):
            await self._subscribe(message, received)
            return
        if not self._connection.subscribed:
            raise NotSubscribed()
        if isinstance(message, protocol.Ping):
            self._acked(message, received)(self.room.state.seq, False)
        elif isinstance(message, protocol.Look):
            await self._look(message, received)
        elif isinstance(message, protocol.PlanAhead):
            await self.room.planning.plan(self._own(message.seat), message.decisions)
            self._acked(message, received)(self.room.state.seq, False)
        else:
            if isinstance(message, protocol.Chat):
                await refuse_blocked_talk(self.room.rooms.store, self.room.state, self.device)
            if isinstance(message, protocol.Chat) and message.seat is None and self.name is None:
                self.name = await name_of(self.room.rooms.store, self.device) or ""
            build = dispatch.command(message, self, received)
            await self.room.act(build, f"{self.device}:{message.key}", self._acked(message, received))

    def _own(self, seat: int | None) -> int:
        """Authorise a seat: it must belong to this device."""
        return checks.own_seat(self.room.state, seat, self.device)

    async def _subscribe(self, message: protocol.Subscribe, received: float) -> None:
        room = self.room
        self._language = message.language or self._language
        await room.catch_up()
        async with room.steady() as state:
            await refuse_to_show(room.rooms.store, state, self.device)
            if message.seat is not None:
                self._own(message.seat)
            elif not state.seats_of(self.device) and room.presence.spectators() >= room.rooms.settings.spectators:
                raise TooManySpectators()
            tabs = sum(other.device == self.device for other in room.listeners if other is not self._connection)
            if tabs >= room.rooms.settings.tabs:
                raise TooManyTabs()
            since = self._connection.outbox.subscribed(state, message.since, message.numbering)
            self._connection.outbox.accepts_changes = message.changes
            self._connection.uid = None if message.seat is None else state.seats[message.seat].uid
            self._connection.subscribed = True
            welcome = protocol.WelcomeFrame(
                n=UNNUMBERED,
                key=message.key,
                protocol=protocol.PROTOCOL,
                seq=since,
                seat=message.seat,
                table=room.info(self.device),
            )
            self._answer(welcome, received)
            metrics.message_answered("subscribe", "welcome").inc()
            room.join(self._connection)
        if message.seat is not None:
            room.planning.wake(message.seat)

    async def _look(self, message: protocol.Look, received: float) -> None:
        async with self.room.steady() as state:
            if message.seat is not None:
                self._own(message.seat)
            self._connection.uid = None if message.seat is None else state.seats[message.seat].uid
            self._connection.outbox.looks_anew(state)
            self._acked(message, received)(self.room.state.seq, False)
            self.room.viewers_changed()
