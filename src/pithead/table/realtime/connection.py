"""A connection to a table: reads messages one at a time, dispatches them, and sends what its outbox holds."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pithead.engine.errors import NotYourTurn, PitheadError, Stale
from pithead.table import metrics, problems, protocol
from pithead.table.errors import (
    BadMessage,
    NotSubscribed,
    RateLimited,
    TooManySpectators,
    TooManyTabs,
    Unavailable,
)
from pithead.table.identity import Session
from pithead.table.limits import Bucket, Limits, address_of
from pithead.table.log.commands import checks
from pithead.table.people import name_of, refuse_blocked_talk, refuse_blocked_watcher
from pithead.table.perspective import Perspective, number
from pithead.table.protocol.frames import Frame
from pithead.table.room import Room

from . import dispatch
from .outbox import UNNUMBERED, Answer, Outbox, Outgoing

log = logging.getLogger("pithead.table.realtime.connection")

SEND_PATIENCE = 20.0
STUCK = 2.0
"""Seconds after which a connection that does not read no longer waits for anything: its clock runs."""
MAX_ANSWERS = 200
MAX_BAD = 50
POLICY, FAILED, RESTARTING = 1008, 1011, 1012


class Connection:
    """One socket of one device at one table."""

    def __init__(self, socket: WebSocket, room: Room, session: Session, limits: Limits) -> None:
        self.socket = socket
        self.room = room
        self.device = session.device
        self.session = session.id
        self._uid: str | None = None
        self.address = address_of(socket)
        self.name: str | None = None
        """What a spectator goes by, once asked for."""
        self.limits = limits
        settings = room.rooms.settings
        self._bucket = Bucket(settings.message_rate, settings.message_burst)
        self._language = "en"
        self._subscribed = False
        self._outbox = Outbox(room, session.device)
        self._wake = asyncio.Event()
        self._bad = 0
        self._goodbye: protocol.Goodbye | None = None
        self._stuck_since: float | None = None
        self._behind_since: float | None = None
        self._sending: asyncio.Task[None] | None = None

    # -- the table's side -----------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The seat looked from, wherever it stands now; None for whoever only watches, or watches no longer."""
        return None if self._uid is None or self._goodbye else self.room.state.place_of(self._uid, self.device)

    @property
    def perspective(self) -> Perspective:
        """What this connection may know."""
        return Perspective(self.room.state, self.seat, self.device)

    @property
    def revoked(self) -> bool:
        """Whether the seat looked from is no longer this device's, or its person was sent away."""
        state = self.room.state
        lost = self._uid is not None and state.place_of(self._uid, self.device) is None
        return lost or self.device in state.removed

    @property
    def stuck(self) -> bool:
        """Whether the other side has not taken all that it was sent for a while, be it drop by drop."""
        return self._behind_since is not None and self.room.rooms.keeper.now() - self._behind_since > STUCK

    def wake(self) -> None:
        """Something may be due."""
        self._wake.set()

    def drop(self, reason: protocol.Goodbye) -> None:
        """Say goodbye."""
        self._goodbye = self._goodbye or reason
        self._wake.set()

    def check(self, now: float) -> None:
        """Hang up on somebody who does not read what is sent."""
        if self._stuck_since is not None and now - self._stuck_since > SEND_PATIENCE and self._sending:
            self._goodbye = "slow"
            self._sending.cancel()

    # -- running --------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve until either side leaves."""
        await self.socket.accept()
        metrics.sockets.inc()
        reading = asyncio.create_task(self._read())
        sending = self._sending = asyncio.create_task(self._send())
        waiting = asyncio.get_running_loop().call_later(self.room.rooms.settings.greeting, self._expect_greeting)
        try:
            await asyncio.wait({reading, sending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            for task in (reading, sending):
                task.cancel()
            failed = self._failure(await asyncio.gather(reading, sending, return_exceptions=True))
            metrics.sockets.dec()
            self.room.leave(self)
            if self.socket.client_state == WebSocketState.CONNECTED:
                goodbye = RESTARTING if self._goodbye == "stopping" else POLICY if self._goodbye else 1000
                # The other side may be gone already.
                with suppress(RuntimeError, OSError):
                    await self.socket.close(FAILED if failed else goodbye)

    def _failure(self, ends: Sequence[BaseException | None]) -> bool:
        """Whether one of the tasks failed, other than because the other side is gone; the log has the details."""
        problems = [end for end in ends if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect)]
        for problem in problems:
            log.error("socket failed", exc_info=problem, extra={"table": self.room.state.id})
        return bool(problems)

    def _expect_greeting(self) -> None:
        if not self._subscribed:
            self.drop("slow")

    async def _read(self) -> None:
        while True:
            try:
                message = await self.socket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if message["type"] == "websocket.disconnect":
                return
            received = self.room.rooms.keeper.now()
            await self._take(message.get("text"), received)
            if self._bad > MAX_BAD:
                self.drop("gone")
                return

    async def _send(self) -> None:
        outbox = self._outbox
        while True:
            self._behind_since = None
            await self._wake.wait()
            self._wake.clear()
            while outbox.answers:
                answer = outbox.answers.popleft()
                await self._put(outbox.encode(answer.frame))
                if answer.received is not None:
                    metrics.ack_seconds.observe(self.room.rooms.keeper.now() - answer.received)
            if self._subscribed and not self.room.unsure and self.revoked:
                self.drop("revoked")
            if self._subscribed and not self.room.unsure and not self._goodbye:
                await self._put_due()
            if self._goodbye:
                retry = {"stopping": 1.0, "slow": 1.0}.get(self._goodbye)
                await self._put(outbox.encode(protocol.ByeFrame(n=UNNUMBERED, reason=self._goodbye, retry=retry)))
                return

    async def _put(self, frame: Outgoing) -> None:
        self._stuck_since = self.room.rooms.keeper.now()
        # Whoever asks as fast as he reads is never done with answers: that is no waiting for the position.
        self._behind_since = self._behind_since or self._stuck_since
        await self.socket.send_text(frame.text)
        self._stuck_since = None
        metrics.frames.labels(frame.type).inc()

    async def _put_due(self) -> None:
        """Send what the other side does not know yet."""
        due, handed = self._outbox.due(self.perspective)
        if handed:
            # From here on it is for the other side to read it.
            self.room.clock_timer.handed_over(self.seat)
        for frame in due:
            await self._put(frame)

    # -- messages -------------------------------------------------------------------------------------------------

    async def _take(self, text: str | None, received: float) -> None:
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
            self._bad = 0
        except PitheadError as problem:
            if isinstance(problem, BadMessage):
                self._bad += 1
            self._refuse(problem, key, kind, received)
        except Exception:
            log.exception("message failed", extra={"table": self.room.state.id})
            self._refuse(Unavailable(), key, kind, received)

    def _answer(self, frame: Frame, received: float | None) -> None:
        self._outbox.answers.append(Answer(frame, received))
        if len(self._outbox.answers) > MAX_ANSWERS:
            self.drop("slow")
        self._wake.set()

    def _refuse(self, problem: PitheadError, key: str | None, kind: str, received: float) -> None:
        metrics.messages.labels(kind, problem.code).inc()
        if isinstance(problem, BadMessage):
            key = problem.params.pop("key", None)
        refusal = problems.problem_of(problem, self._language)
        self._answer(protocol.ErrorFrame(n=UNNUMBERED, key=key, **dict(refusal)), received)
        if isinstance(problem, (Stale, NotYourTurn)):
            self._outbox.repeat_position()
            self._wake.set()

    def _acked(self, message: Any, received: float) -> Callable[[int, bool], None]:
        def answer(seq: int, again: bool) -> None:
            metrics.messages.labels(message.type, "ack").inc()
            told = number(self.room.state, self.device, seq)
            self._answer(protocol.AckFrame(n=UNNUMBERED, key=message.key, seq=told, again=again), received)

        return answer

    async def _carry_out(self, message: Any, received: float) -> None:
        if isinstance(message, protocol.Subscribe):
            await self._subscribe(message, received)
            return
        if not self._subscribed:
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
        """A seat of this device; anything else is refused."""
        return checks.own_seat(self.room.state, seat, self.device)

    async def _subscribe(self, message: protocol.Subscribe, received: float) -> None:
        room = self.room
        self._language = message.language
        await room.catch_up()
        await refuse_blocked_watcher(room.rooms.store, room.state, self.device)
        async with room.steady() as state:
            checks.welcome(state, self.device)
            if message.seat is not None:
                self._own(message.seat)
            elif not state.seats_of(self.device) and room.presence.spectators() >= room.rooms.settings.spectators:
                raise TooManySpectators()
            tabs = sum(other.device == self.device for other in room.listeners if other is not self)
            if tabs >= room.rooms.settings.tabs:
                raise TooManyTabs()
            since = self._outbox.subscribed(state, message.since)
            self._outbox.accepts_changes = message.changes
            self._uid = None if message.seat is None else state.seats[message.seat].uid
            self._subscribed = True
            welcome = protocol.WelcomeFrame(
                n=UNNUMBERED,
                key=message.key,
                protocol=protocol.PROTOCOL,
                seq=since,
                seat=message.seat,
                table=room.info(self.device),
            )
            self._answer(welcome, received)
            metrics.messages.labels("subscribe", "welcome").inc()
            room.join(self)
        if message.seat is not None:
            room.planning.wake(message.seat)

    async def _look(self, message: protocol.Look, received: float) -> None:
        async with self.room.steady() as state:
            if message.seat is not None:
                self._own(message.seat)
            self._uid = None if message.seat is None else state.seats[message.seat].uid
            self._outbox.looks_anew(state)
            self._acked(message, received)(self.room.state.seq, False)
            self.room.viewers_changed()
